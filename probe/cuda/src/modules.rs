//! The modules of this process: the function pointers in them, and their symbol tables.
//!
//! This reads structures of the dynamic linker and of loaded ELF files (System V ABI, x86-64).

use std::ffi::{CStr, CString, c_int, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A loaded module.
#[derive(Debug, Clone)]
pub struct Module {
    pub path: CString,
    pub base: usize,
    /// Start and end of its segments, and whether they may be written to.
    pub segments: Vec<(usize, usize, bool)>,
    /// The part that is made read-only after relocation.
    relro: Option<(usize, usize)>,
    dynamic: usize,
}

/// A pointer-sized word that was changed.
#[derive(Debug, Clone, Copy)]
pub struct Patch {
    pub address: usize,
    pub old: usize,
    pub new: usize,
    /// Lies in memory that is read-only.
    guarded: bool,
}

/// All loaded modules, in the dynamic linker's order.
pub fn all() -> Vec<Module> {
    unsafe extern "C" fn add(info: *mut libc::dl_phdr_info, _size: usize, list: *mut c_void) -> c_int {
        // SAFETY: the dynamic linker's structure, and the list that was handed in below.
        let (info, list) = unsafe { (&*info, &mut *list.cast::<Vec<Module>>()) };
        if info.dlpi_phdr.is_null() {
            return 0;
        }
        let path = if info.dlpi_name.is_null() {
            CString::default()
        } else {
            // SAFETY: a C string that lives as long as the module.
            unsafe { CStr::from_ptr(info.dlpi_name) }.to_owned()
        };
        // SAFETY: the dynamic linker says that there are so many program headers.
        let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) };
        let base = info.dlpi_addr as usize;
        let mut module = Module { path, base, segments: Vec::new(), relro: None, dynamic: 0 };
        for header in headers {
            let start = base.wrapping_add(header.p_vaddr as usize);
            let end = start.wrapping_add(header.p_memsz as usize);
            match header.p_type {
                libc::PT_LOAD => module.segments.push((start, end, header.p_flags & libc::PF_W != 0)),
                libc::PT_DYNAMIC => module.dynamic = start,
                libc::PT_GNU_RELRO => module.relro = Some((start, end)),
                _ => {}
            }
        }
        list.push(module);
        0
    }
    let mut list = Vec::new();
    // SAFETY: a function of that type and a live list, used during the call only.
    unsafe { libc::dl_iterate_phdr(Some(add), (&raw mut list).cast()) };
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

const R_X86_64_64: u32 = 1;
const R_X86_64_GLOB_DAT: u32 = 6;
const R_X86_64_JUMP_SLOT: u32 = 7;

#[repr(C)]
struct Symbol {
    name: u32,
    info: u8,
    other: u8,
    section: u16,
    value: usize,
    size: usize,
}

#[repr(C)]
struct Relocation {
    offset: usize,
    info: usize,
    addend: isize,
}

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
        let mut found = [0; 24];
        let mut gnu_hash = 0;
        for i in 0.. {
            // SAFETY: entries of two words in the module's dynamic section, which ends with a tag of zero.
            let [tag, value] = unsafe { *((self.dynamic + 16 * i) as *const [usize; 2]) };
            match tag {
                0 => break,
                DT_GNU_HASH => gnu_hash = value,
                tag if tag < found.len() => found[tag] = value,
                _ => {}
            }
        }
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

    /// Replaces `old` with `new` at an address in its data or tables.
    pub fn change(&self, address: usize, old: usize, new: usize, patches: &mut Vec<Patch>) {
        let patch = Patch { address, old, new, guarded: self.is_guarded(address) };
        if patch.exchange(old, new) {
            patches.push(patch);
        }
    }

    /// From now on, looking up a symbol of this module gives what `to` says for its name and address.
    pub fn redirect_symbols(&self, to: impl Fn(&CStr, usize) -> Option<usize>, patches: &mut Vec<Patch>) {
        let Some(tables) = self.tables() else { return };
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
                self.change(address, value, new.wrapping_sub(self.base), patches);
            }
        }
    }

    fn is_guarded(&self, address: usize) -> bool {
        let read_only =
            self.segments.iter().any(|(start, end, writable)| !writable && (*start..*end).contains(&address));
        read_only || self.relro.is_some_and(|(start, end)| (start..end).contains(&address))
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

/// Makes `name`, which is `function`, lead to `wrapper`: in the symbol table of the module that has it, for
/// later look-ups, and in the pointers that other modules already have.
pub fn redirect(name: &CStr, function: usize, wrapper: usize, patches: &mut Vec<Patch>) {
    let own = own_address();
    for module in all().iter().filter(|module| !module.holds(own)) {
        // Its own calls to itself are left alone.
        if module.holds(function) {
            module.redirect_symbols(
                |n, address| (n == name && address == function).then_some(wrapper),
                patches,
            );
            continue;
        }
        let Some(tables) = module.tables() else { continue };
        for (table, size) in tables.relocations {
            for i in 0..if table == 0 { 0 } else { size / size_of::<Relocation>() } {
                // SAFETY: an entry of the module's table of relocations.
                let relocation = unsafe { &*((table + i * size_of::<Relocation>()) as *const Relocation) };
                let kind = relocation.info as u32;
                if !matches!(kind, R_X86_64_64 | R_X86_64_GLOB_DAT | R_X86_64_JUMP_SLOT) {
                    continue;
                }
                let address = module.base.wrapping_add(relocation.offset);
                // SAFETY: where the dynamic linker put a pointer.
                if unsafe { word(address) } == Some(function) {
                    module.change(address, function, wrapper, patches);
                }
            }
        }
    }
}

/// An address in this library.
pub fn own_address() -> usize {
    own_address as *const () as usize
}

/// An aligned word of a module's memory.
///
/// # Safety
/// The address is readable.
unsafe fn word(address: usize) -> Option<usize> {
    // SAFETY: the caller's promise, and aligned.
    address.is_multiple_of(8).then(|| unsafe { (*(address as *const AtomicUsize)).load(Ordering::Acquire) })
}

impl Patch {
    /// A word of writable memory.
    #[must_use]
    pub fn writable(address: usize, old: usize, new: usize) -> Self {
        Self { address, old, new, guarded: false }
    }

    /// Replaces `from` with `to`, if the word holds `from`.
    pub fn exchange(&self, from: usize, to: usize) -> bool {
        const PAGE: usize = 4096;
        if !self.address.is_multiple_of(8) {
            return false;
        }
        let page = (self.address & !(PAGE - 1)) as *mut c_void;
        // SAFETY: the page of a module's table. It was read-only and becomes so again; the word is written
        // atomically.
        unsafe {
            if self.guarded && libc::mprotect(page, PAGE, libc::PROT_READ | libc::PROT_WRITE) != 0 {
                return false;
            }
            let done = (*(self.address as *const AtomicUsize))
                .compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire)
                .is_ok();
            if self.guarded {
                libc::mprotect(page, PAGE, libc::PROT_READ);
            }
            done
        }
    }
}

/// Undoes the change, if the word is still what we put there.
pub fn put_back(patches: &mut Vec<Patch>) {
    for patch in patches.drain(..) {
        patch.exchange(patch.new, patch.old);
    }
}
