//! Finds the pointers to the driver's functions, and to those of CUPTI's that are watched, that a program keeps: in the data of its modules (a static CUDA
//! runtime has a table there, libraries that link the driver have their import tables), and in the heap blocks
//! that these data point to.

use crate::modules::{self, Module, Patch, own_address};
use crate::{driver, timing};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ffi::CStr;
use zetop_probe_core::access::each_word;

/// Put wrappers in, or the driver's functions back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
}

const WORD: usize = size_of::<usize>();
const PAGE: usize = 4096;
/// Read in one piece.
const PIECE: usize = 64 * 1024;
/// Heap pages searched at most, of those that the modules' data point to.
const MOST_PAGES: usize = 64 * 1024;

/// From now on, looking up one of the driver's functions gives its wrapper. What was changed.
///
/// # Safety
/// The driver is not closed.
pub unsafe fn redirect_symbols(driver: &Module) -> Vec<Patch> {
    let to = |name: &CStr, address| {
        driver::symbols_at(address)
            .find(|symbol| cuda_sys::SYMBOLS[*symbol].symbol == name)
            .map(|symbol| driver::wrapper(symbol) as usize)
    };
    // SAFETY: the caller's promise.
    modules::put_in(unsafe { driver.symbols(to) })
}

/// Replaces all pointers that are found. What was changed.
pub fn exchange(direction: Direction) -> Vec<Patch> {
    let pairs = pairs(direction);
    let Some((low, high)) = range(&pairs) else { return Vec::new() };
    let is_pointer = |word: &usize| (low..=high).contains(word);
    let own = own_address();
    let modules: Vec<Module> =
        modules::all().into_iter().filter(|m| !m.holds(own) && !is_drivers(m)).collect();
    let (mut patches, mut pages) = (Vec::new(), FxHashSet::default());
    let mut buffer = vec![0usize; PIECE / WORD];
    for module in &modules {
        for (start, end) in module.data() {
            each_word(start, end, &mut buffer, |address, word| {
                if let Some(new) =
                    Some(&word).filter(|word| is_pointer(word)).and_then(|word| pairs.get(word))
                {
                    patches.push(Patch::new(module, address, word, *new));
                } else if pages.len() < MOST_PAGES && may_be_heap(word) {
                    pages.insert(word & !(PAGE - 1));
                }
            });
        }
    }
    let writable = writable();
    let mut pages: Vec<usize> = pages.into_iter().filter(|page| is_in(&writable, *page)).collect();
    pages.sort_unstable();
    for page in pages {
        // A block that begins here may go on.
        each_word(page, page + 2 * PAGE, &mut buffer, |address, word| {
            if let Some(new) = Some(&word).filter(|word| is_pointer(word)).and_then(|word| pairs.get(word))
                && is_in(&writable, address)
                && !modules.iter().any(|m| m.holds(address))
            {
                patches.push(Patch::elsewhere(address, word, *new));
            }
        });
    }
    // A page is looked at twice if it follows another one.
    patches.sort_by_key(|patch| patch.address);
    patches.dedup_by_key(|patch| patch.address);
    modules::put_in(patches)
}

/// What is there, to what is to be there.
fn pairs(direction: Direction) -> FxHashMap<usize, usize> {
    let of_driver =
        driver::by_address().iter().map(|(address, symbol)| (*address, driver::wrapper(*symbol) as usize));
    // Of several names of one function, the first.
    let all = timing::watched_functions().into_iter().chain(of_driver.rev());
    match direction {
        Direction::In => all.collect(),
        Direction::Out => all.map(|(function, wrapper)| (wrapper, function)).collect(),
    }
}

fn range(pairs: &FxHashMap<usize, usize>) -> Option<(usize, usize)> {
    Some((*pairs.keys().min()?, *pairs.keys().max()?))
}

/// The driver's own libraries, CUPTI and the dynamic linker, whose pointers are left alone.
fn is_drivers(module: &Module) -> bool {
    let path = module.path.to_bytes();
    let name = path.rsplit(|b| *b == b'/').next().unwrap_or_default();
    [
        &b"libcuda.so"[..],
        b"libnvidia-",
        b"libcupti.so",
        b"libcudadebugger",
        b"ld-linux",
        b"libc.so",
        b"linux-vdso",
    ]
    .iter()
    .any(|own| name.starts_with(own))
}

/// Aligned, and an address that a program may have.
fn may_be_heap(word: usize) -> bool {
    word.is_multiple_of(WORD) && (0x1_0000..1 << 47).contains(&word)
}

/// Ranges of this process's own memory that can be written to, as `/proc/self/maps` has them, in order.
fn writable() -> Vec<(usize, usize)> {
    let maps = zetop_probe_core::own_file::read("/proc/self/maps".as_ref()).unwrap_or_default();
    let parse = |line: &str| {
        let mut fields = line.splitn(3, ' ');
        let (start, end) = fields.next()?.split_once('-')?;
        let range = (usize::from_str_radix(start, 16).ok()?, usize::from_str_radix(end, 16).ok()?);
        fields.next()?.starts_with("rw-p").then_some(range)
    };
    maps.lines().filter_map(parse).collect()
}

fn is_in(ranges: &[(usize, usize)], address: usize) -> bool {
    let at = ranges.partition_point(|(_, end)| *end <= address);
    ranges.get(at).is_some_and(|(start, _)| *start <= address)
}
