//! Finds the pointers to the driver's functions, and to those of CUPTI's that are watched, that a program keeps: in the data
//! of its modules (a static CUDA runtime has a table there, libraries that link the driver have their import tables), and, for
//! as long as an attach may take, in all other memory of the program's: Python's `ctypes` keeps them in objects far from any
//! module's data, a C program perhaps on its stack alone. Where there is too much memory for that, the heap blocks that the
//! modules' data point to are searched at least.

mod memory;

use crate::modules::{self, Module, Patch, own_address};
use crate::{driver, timing};
use memory::{Buffer, Mapping, PAGE, Range, WORD, is_in, is_present, is_written, pages, range_of, writable};
use rustc_hash::FxHashSet;
use std::ffi::CStr;
use std::time::{Duration, Instant};
use zetop_probe_core::heap::HEAP;
use zetop_probe_core::own_file::{self, OwnFile};

/// Put wrappers in, or the driver's functions back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
}

/// What a search has found.
#[derive(Debug)]
pub struct SearchOutcome {
    /// Pointers that were replaced.
    pub patches: Vec<Patch>,
    /// All memory in which the program may keep some was searched.
    pub is_all: bool,
}

/// Heap pages searched at most, of those that the modules' data point to, and for how long.
const MOST_PAGES: usize = 64 * 1024;
const NEAR_DATA: Duration = Duration::from_millis(200);
/// Between two looks at the clock.
const STRETCH: usize = 4 << 20;

impl Direction {
    /// How long all memory may be searched. zetop waits, and the user with it.
    fn limit(self) -> Duration {
        match self {
            Self::In => Duration::from_millis(800),
            Self::Out => Duration::from_millis(500),
        }
    }
}

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

/// Replaces all pointers that are found.
pub fn exchange(direction: Direction) -> SearchOutcome {
    let start = Instant::now();
    let own = own_address();
    let modules = modules::all();
    let writable = writable();
    let mut buffer = Buffer::new();
    let Some(mut search) = Search::new(direction, &modules, &buffer) else {
        return SearchOutcome { patches: Vec::new(), is_all: true };
    };
    let programs: Vec<&Module> =
        modules.iter().filter(|module| !module.holds(own) && !is_drivers(module)).collect();
    let limit = start + direction.limit();
    let is_all = own_file::apart(|| {
        let pagemap = OwnFile::open("/proc/self/pagemap".as_ref(), libc::O_RDONLY).ok();
        let pagemap = pagemap.as_ref();
        in_data(&programs, pagemap, &mut buffer, |module, address, word| {
            if let Some(new) = search.replacement(word) {
                search.patches.push(Patch::new(module, address, word, new));
            }
        });
        let is_all =
            pagemap.is_some_and(|pagemap| everywhere(&writable, &mut search, &mut buffer, pagemap, limit));
        if !is_all {
            near_data(&programs, &writable, &mut search, &mut buffer, pagemap, limit + NEAR_DATA);
        }
        is_all
    });
    let mut patches = search.patches;
    // A page may have been looked at twice: among all, and because of a pointer to it.
    patches.sort_by_key(|patch| patch.address);
    patches.dedup_by_key(|patch| patch.address);
    SearchOutcome { patches: modules::put_in(patches), is_all }
}

/// Goes through the words of the modules' data that the program, or the dynamic linker, has written. The rest is as in the file,
/// perhaps not even in memory, and no address of another module stands there; all is read where the kernel does not say.
fn in_data(
    programs: &[&Module],
    pagemap: Option<&OwnFile>,
    buffer: &mut Buffer,
    mut each: impl FnMut(&Module, usize, usize),
) {
    let mut words = Vec::new();
    for module in programs {
        for (start, end) in module.data() {
            let whole = (start & !(PAGE - 1), end.next_multiple_of(PAGE));
            let parts =
                pagemap.and_then(|pagemap| pages(pagemap.get().ok()?, whole, &mut words, is_written).ok());
            for (from, to) in parts.unwrap_or_else(|| vec![whole]) {
                buffer.read((from.max(start), to.min(end)), |address, word| each(module, address, word));
            }
        }
    }
}

/// Searches what the program has written to besides its modules' data: the smaller mappings first, since large ones are
/// data more often. False if time was up before the end, or the kernel does not say which pages there are.
fn everywhere(
    writable: &[Mapping],
    search: &mut Search<'_>,
    buffer: &mut Buffer,
    pagemap: &OwnFile,
    end: Instant,
) -> bool {
    let here = 0_u8;
    // Copies of the words that are being looked at are on this stack.
    let stack = std::ptr::from_ref(&here).addr();
    let is_other = |(start, end): &Range| !(*start..*end).contains(&stack);
    let mut ranges: Vec<Range> =
        writable.iter().filter(|m| m.is_anonymous).map(|m| m.range).filter(is_other).collect();
    ranges.sort_unstable_by_key(|(start, end)| end - start);
    let mut words = Vec::new();
    for (start, stop) in ranges {
        for from in (start..stop).step_by(STRETCH) {
            let range = (from, stop.min(from + STRETCH));
            let parts = pagemap.get().and_then(|pagemap| pages(pagemap, range, &mut words, is_present));
            let Ok(parts) = parts else { return false };
            for part in parts {
                buffer.read(part, |address, word| search.look_at(address, word));
            }
            if Instant::now() >= end {
                return false;
            }
        }
    }
    true
}

/// Searches the heap pages that the modules' data point to, as far as there is time.
fn near_data(
    programs: &[&Module],
    writable: &[Mapping],
    search: &mut Search<'_>,
    buffer: &mut Buffer,
    pagemap: Option<&OwnFile>,
    end: Instant,
) {
    let (mut found, mut last) = (FxHashSet::default(), 0);
    in_data(programs, pagemap, buffer, |_, _, word| {
        let page = word & !(PAGE - 1);
        // Most words are like the one before: text, numbers, pointers into one table.
        if page != last && word.is_multiple_of(WORD) && found.len() < MOST_PAGES {
            last = page;
            // A block that begins here may go on.
            found.extend([page, page + PAGE].into_iter().filter(|page| is_in(writable, *page)));
        }
    });
    let mut found: Vec<usize> = found.into_iter().collect();
    found.sort_unstable();
    for some in found.chunks(256) {
        for page in some {
            buffer.read((*page, page + PAGE), |address, word| search.look_at(address, word));
        }
        if Instant::now() >= end {
            return;
        }
    }
}

/// What is looked for, and where not.
struct Search<'a> {
    /// A pointer and what replaces it, in order.
    pairs: Vec<(usize, usize)>,
    /// Of the pointers that are looked for.
    least: usize,
    most: usize,
    /// Memory of ours.
    own: Vec<Range>,
    modules: &'a [Module],
    patches: Vec<Patch>,
}

impl<'a> Search<'a> {
    /// `None` without pointers to look for.
    fn new(direction: Direction, modules: &'a [Module], buffer: &Buffer) -> Option<Self> {
        let pairs = pairs(direction);
        let (least, most) = (pairs.first()?.0, pairs.last()?.0);
        let mut own: Vec<Range> = HEAP.regions().collect();
        // They are elsewhere if the system refuses mappings.
        own.extend([range_of(&pairs), range_of(driver::by_address()), buffer.range()]);
        Some(Self { pairs, least, most, own, modules, patches: Vec::new() })
    }

    fn replacement(&self, word: usize) -> Option<usize> {
        if !(self.least..=self.most).contains(&word) {
            return None;
        }
        let at = self.pairs.binary_search_by_key(&word, |(old, _)| *old).ok()?;
        Some(self.pairs[at].1)
    }

    /// Notes the word if it is such a pointer, in memory that is neither ours nor a module's.
    fn look_at(&mut self, address: usize, word: usize) {
        let Some(new) = self.replacement(word) else { return };
        let has = |(start, end): &Range| (*start..*end).contains(&address);
        let is_ours = self.own.iter().any(has) || has(&range_of(&self.patches));
        if is_ours || self.modules.iter().any(|module| module.holds(address)) {
            return;
        }
        self.patches.push(Patch::elsewhere(address, word, new));
    }
}

fn pairs(direction: Direction) -> Vec<(usize, usize)> {
    let of_driver =
        driver::by_address().iter().map(|(address, symbol)| (*address, driver::wrapper(*symbol) as usize));
    let all = of_driver.chain(timing::watched_functions());
    let mut pairs: Vec<(usize, usize)> = match direction {
        Direction::In => all.collect(),
        Direction::Out => all.map(|(address, wrapper)| (wrapper, address)).collect(),
    };
    // Stable: of several names of one function, the first.
    pairs.sort_by_key(|(old, _)| *old);
    pairs.dedup_by_key(|(old, _)| *old);
    pairs
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
