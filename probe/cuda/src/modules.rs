//! The modules of this process: the function pointers in them, and their symbol tables.
//!
//! This reads structures of the dynamic linker and of loaded ELF files (System V ABI).
//!
//! The program may close a module at any moment. So its words are written only while the dynamic linker is kept from that
//! (inside of `dl_iterate_phdr`), and everything is read and written by the kernel, for which missing memory is an error.

use crate::arch::ADDRESSES;
use rustc_hash::FxHashMap;
use std::ffi::{CStr, CString, c_int, c_void};
use zetop_probe_core::access::{self, each_word};
use zetop_probe_core::own_file;
use zetop_probe_core::self_memory::SelfMemory;

/// A loaded module.
#[derive(Debug, Clone)]
pub struct Module {
    pub path: CString,
    pub base: usize,
    /// Start and end of its segments, and whether they may be written to.
    pub segments: Vec<(usize, usize, bool)>,
    /// Start and end of what is zero at first.
    pub zeroed: Vec<(usize, usize)>,
    /// Where its program headers are.
    headers: usize,
    dynamic: usize,
}

/// What tells a module from another one that was loaded at its address later.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Identity {
    path: CString,
    base: usize,
    headers: usize,
}

/// A pointer-sized word that was changed, or is to be.
#[derive(Debug, Clone)]
pub struct Patch {
    pub address: usize,
    pub old: usize,
    pub new: usize,
    /// The module that it lies in; `None` for other memory.
    module: Option<Identity>,
}

/// Calls `each` with the loaded modules, in the dynamic linker's order. Until it returns, none is closed.
fn with_each(mut each: impl FnMut(Module)) {
    unsafe extern "C" fn visit<F: FnMut(Module)>(
        info: *mut libc::dl_phdr_info,
        _size: usize,
        each: *mut c_void,
    ) -> c_int {
        // SAFETY: the dynamic linker's structure, and the function that was handed in below.
        let (info, each) = unsafe { (&*info, &mut *each.cast::<F>()) };
        if info.dlpi_phdr.is_null() {
            return 0;
        }
        let path = if info.dlpi_name.is_null() {
            CString::default()
        } else {
            // SAFETY: a C string that lives as long as the module.
            unsafe { CStr::from_ptr(info.dlpi_name) }.to_owned()
        };
        // SAFETY: the dynamic linker says where the program headers are, and how many.
        let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) };
        let base = info.dlpi_addr as usize;
        let (segments, zeroed, headers_at) = (Vec::new(), Vec::new(), info.dlpi_phdr as usize);
        let mut module = Module { path, base, segments, zeroed, headers: headers_at, dynamic: 0 };
        for header in headers {
            let start = base.wrapping_add(header.p_vaddr as usize);
            let end = start.wrapping_add(header.p_memsz as usize);
            match header.p_type {
                libc::PT_LOAD => {
                    let is_writable = header.p_flags & libc::PF_W != 0;
                    module.segments.push((start, end, is_writable));
                    if is_writable {
                        module.zeroed.push((start.wrapping_add(header.p_filesz as usize), end));
                    }
                }
                libc::PT_DYNAMIC => module.dynamic = start,
                _ => {}
            }
        }
        each(module);
        0
    }
    fn visitor<F: FnMut(Module)>(
        _: &F,
    ) -> unsafe extern "C" fn(*mut libc::dl_phdr_info, usize, *mut c_void) -> c_int {
        visit::<F>
    }
    let visit = visitor(&each);
    // SAFETY: a function of that type and what it expects, used during the call only.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut each).cast()) };
}

/// All loaded modules, in the dynamic linker's order.
pub fn all() -> Vec<Module> {
    let mut list = Vec::new();
    with_each(|module| list.push(module));
    list
}

const DT_PLTRELSZ: usize = 2;
const DT_HASH: usize = 4;
const DT_STRTAB: usize = 5;
const DT_SYMTAB: usize = 6;
const DT_RELA: usize = 7;
const DT_RELASZ: usize = 8;
const DT_JMPREL: usize = 23;
const DT_GNU_HASH: usize = 0x6fff_fef5;

#[repr(C)]
struct Symbol {
    name: u32,
    info: u8,
    other: u8,
    section: u16,
    value: usize,
    size: usize,
}

/// Offset, kind, addend.
type Relocation = [usize; 3];

/// Entries of a dynamic section at most.
const MOST_ENTRIES: usize = 4096;

/// What the dynamic section of a module points to.
struct Tables {
    strings: usize,
    symbols: usize,
    relocations: [(usize, usize); 2],
    hash: usize,
    gnu_hash: usize,
}

impl Module {
    fn tables(&self) -> Option<Tables> {
        if self.dynamic == 0 {
            return None;
        }
        let (mut found, mut gnu_hash) = ([0; 24], 0);
        // Entries of two words, up to one with a tag of zero.
        let (mut tag, mut is_over) = (None, false);
        each_word(self.dynamic, self.dynamic + MOST_ENTRIES * 16, &mut [0; 64], |_, word| match tag.take() {
            _ if is_over => {}
            None if word == 0 => is_over = true,
            None => tag = Some(word),
            Some(DT_GNU_HASH) => gnu_hash = word,
            Some(tag) if tag < found.len() => found[tag] = word,
            Some(_) => {}
        });
        // glibc has turned them into addresses, except those of the vDSO.
        let at = |value: usize| if value != 0 && value < self.base { value + self.base } else { value };
        let tables = Tables {
            strings: at(found[DT_STRTAB]),
            symbols: at(found[DT_SYMTAB]),
            relocations: [(at(found[DT_RELA]), found[DT_RELASZ]), (at(found[DT_JMPREL]), found[DT_PLTRELSZ])],
            hash: at(found[DT_HASH]),
            gnu_hash: at(gnu_hash),
        };
        (tables.strings != 0 && tables.symbols != 0).then_some(tables)
    }

    /// True for addresses that the module's file is mapped at.
    #[must_use]
    pub fn holds(&self, address: usize) -> bool {
        self.segments.iter().any(|(start, end, _)| (*start..*end).contains(&address))
    }

    /// Its data: memory that is writable, or was until the dynamic linker was done.
    pub fn data(&self) -> impl Iterator<Item = (usize, usize)> {
        self.segments.iter().filter(|(_, _, writable)| *writable).map(|(start, end, _)| (*start, *end))
    }

    /// Words of its table of symbols that make looking up a symbol give what `to` says for its name and address.
    ///
    /// # Safety
    /// The module is not closed meanwhile.
    pub unsafe fn symbols(&self, to: impl Fn(&CStr, usize) -> Option<usize>) -> Vec<Patch> {
        let Some(tables) = self.tables() else { return Vec::new() };
        let mut patches = Vec::new();
        for index in 0..tables.count() {
            // SAFETY: below the number of symbols.
            let symbol = unsafe { tables.symbol(index) };
            // SAFETY: as above.
            let (value, section, name) = unsafe { ((*symbol).value, (*symbol).section, tables.name(symbol)) };
            if section == 0 || value == 0 {
                continue;
            }
            if let Some(new) = to(name, self.base.wrapping_add(value)) {
                let address = symbol as usize + std::mem::offset_of!(Symbol, value);
                patches.push(Patch::new(self, address, value, new.wrapping_sub(self.base)));
            }
        }
        patches
    }

    /// Adds patches for words that the dynamic linker has filled with the first function of a pair: the second is to be there.
    fn imports(&self, pairs: &FxHashMap<usize, usize>, patches: &mut Vec<Patch>) {
        let Some(tables) = self.tables() else { return };
        let mut buffer = vec![0; 3 * 1024];
        for (table, size) in tables.relocations.into_iter().filter(|(table, _)| *table != 0) {
            let end = table.saturating_add(size / size_of::<Relocation>() * size_of::<Relocation>());
            let mut offset = 0;
            each_word(table, end, &mut buffer, |at, word| {
                match (at - table) % size_of::<Relocation>() / size_of::<usize>() {
                    0 => offset = word,
                    1 if ADDRESSES.contains(&(word as u32)) => {
                        let address = self.base.wrapping_add(offset);
                        // SAFETY: where the dynamic linker put a pointer.
                        let now =
                            address.is_multiple_of(8).then(|| unsafe { access::word(address) }).flatten();
                        if let Some(now) = now
                            && let Some(new) = pairs.get(&now)
                        {
                            patches.push(Patch::new(self, address, now, *new));
                        }
                    }
                    _ => {}
                }
            });
        }
    }

    fn identity(&self) -> Identity {
        Identity { path: self.path.clone(), base: self.base, headers: self.headers }
    }
}

impl Tables {
    /// # Safety
    /// `index` is below the number of symbols.
    unsafe fn symbol(&self, index: usize) -> *const Symbol {
        (self.symbols + index * size_of::<Symbol>()) as *const Symbol
    }

    /// # Safety
    /// As for [`Self::symbol`].
    unsafe fn name(&self, symbol: *const Symbol) -> &CStr {
        // SAFETY: a symbol's name is a C string at its offset in the string table.
        unsafe { CStr::from_ptr((self.strings + (*symbol).name as usize) as *const libc::c_char) }
    }

    /// The number of symbols, which only the hash tables know.
    fn count(&self) -> usize {
        if self.hash != 0 {
            // SAFETY: a table of System V: buckets, chains; as many chains as symbols.
            return unsafe { *((self.hash + 4) as *const u32) } as usize;
        }
        if self.gnu_hash == 0 {
            return 0;
        }
        // SAFETY: GNU's table: buckets, first symbol, words of the filter, shift; filter; buckets; chains, each of
        // which ends with an odd value.
        unsafe {
            let header = *(self.gnu_hash as *const [u32; 4]);
            let buckets = self.gnu_hash + 16 + 8 * header[2] as usize;
            let chains = buckets + 4 * header[0] as usize;
            let last = (0..header[0] as usize).map(|i| *((buckets + 4 * i) as *const u32)).max().unwrap_or(0);
            if last < header[1] {
                return header[1] as usize;
            }
            let mut index = last as usize;
            while *((chains + 4 * (index - header[1] as usize)) as *const u32) & 1 == 0 {
                index += 1;
            }
            index + 1
        }
    }
}

/// Makes the names lead to other functions (name, function, wrapper): in the symbol table of the module `of`, for later
/// look-ups, and in the pointers that other modules already have. What was changed.
///
/// # Safety
/// The module that has the functions is not closed.
pub unsafe fn redirect(names: &[(&CStr, usize, usize)]) -> Vec<Patch> {
    let pairs: FxHashMap<usize, usize> =
        names.iter().map(|(_, function, wrapper)| (*function, *wrapper)).collect();
    let (own, mut patches) = (own_address(), Vec::new());
    for module in all().iter().filter(|module| !module.holds(own)) {
        // Its own calls to itself are left alone.
        if names.iter().any(|(_, function, _)| module.holds(*function)) {
            let to = |name: &CStr, address| {
                let known = names.iter().find(|(n, function, _)| *n == name && *function == address);
                known.map(|(_, _, wrapper)| *wrapper)
            };
            // SAFETY: the caller's promise.
            patches.extend(unsafe { module.symbols(to) });
        } else {
            module.imports(&pairs, &mut patches);
        }
    }
    put_in(patches)
}

/// An address in this library.
pub fn own_address() -> usize {
    own_address as *const () as usize
}

impl Patch {
    /// A word of a module.
    #[must_use]
    pub fn new(module: &Module, address: usize, old: usize, new: usize) -> Self {
        Self { address, old, new, module: Some(module.identity()) }
    }

    /// A word of other memory.
    #[must_use]
    pub fn elsewhere(address: usize, old: usize, new: usize) -> Self {
        Self { address, old, new, module: None }
    }
}

/// Makes the changes. Those that were made: a word that has gone meanwhile, or holds something else by now, is left alone.
pub fn put_in(patches: Vec<Patch>) -> Vec<Patch> {
    exchange(patches, |patch| (patch.old, patch.new))
}

/// Undoes the changes, where a word is still there and is what we put there.
pub fn put_back(patches: &mut Vec<Patch>) {
    exchange(std::mem::take(patches), |patch| (patch.new, patch.old));
}

fn exchange(patches: Vec<Patch>, way: impl Fn(&Patch) -> (usize, usize) + Sync) -> Vec<Patch> {
    if patches.is_empty() {
        return patches;
    }
    own_file::apart(|| {
        let memory = SelfMemory::open().ok();
        let (mut of_modules, others): (Vec<Patch>, Vec<Patch>) =
            patches.into_iter().filter(|p| p.address.is_multiple_of(8)).partition(|p| p.module.is_some());
        let mut done: Vec<Patch> = others
            .into_iter()
            .filter(|patch| {
                let (from, to) = way(patch);
                // SAFETY: an aligned address at which a pointer of the driver's or ours was found.
                unsafe { access::exchange(patch.address, from, to) }
            })
            .collect();
        of_modules.sort_by_key(|patch| patch.address);
        with_each(|module| {
            let identity = module.identity();
            for (start, end, _) in &module.segments {
                let first = of_modules.partition_point(|patch| patch.address < *start);
                for patch in of_modules[first..].iter().take_while(|patch| patch.address + 8 <= *end) {
                    if patch.module.as_ref() != Some(&identity) {
                        continue;
                    }
                    let (from, to) = way(patch);
                    // SAFETY: a word of a module that is the one that it was found in, and is not closed before this is done.
                    let exchanged = unsafe {
                        match &memory {
                            Some(memory) => memory.exchange(patch.address, from, to),
                            // No file can be opened: then words that may be written to.
                            None => access::exchange(patch.address, from, to),
                        }
                    };
                    if exchanged {
                        done.push(patch.clone());
                    }
                }
            }
        });
        done
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    static WORD: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(5);

    fn own() -> Module {
        let address = WORD.as_ptr() as usize;
        all().into_iter().find(|module| module.holds(address)).unwrap()
    }

    /// A plugin may be closed between attach and detach, and another module be loaded where it was.
    #[test]
    fn only_words_of_the_module_that_they_were_found_in_are_written() {
        let (address, module) = (WORD.as_ptr() as usize, own());
        let mut done = put_in(vec![Patch::new(&module, address, 5, 6), Patch::new(&module, address, 7, 8)]);
        assert_eq!((done.len(), WORD.load(std::sync::atomic::Ordering::Relaxed)), (1, 6));
        let mut other = done.clone();
        other[0].module.as_mut().unwrap().path = c"/another/plugin.so".into();
        put_back(&mut other);
        assert_eq!(WORD.load(std::sync::atomic::Ordering::Relaxed), 6, "another module");
        put_back(&mut done);
        assert_eq!(WORD.load(std::sync::atomic::Ordering::Relaxed), 5);
        let nowhere = put_in(vec![Patch::new(&module, 8, 5, 6), Patch::elsewhere(8, 5, 6)]);
        assert!(nowhere.is_empty());
    }
}
