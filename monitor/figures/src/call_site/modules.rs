//! The files that a process has mapped as code.

use super::mapped::{Tables, tables};
use object::elf::{PF_X, PT_LOAD};
use object::read::elf::ProgramHeader;
use procfs::process::{MMPermissions, MMapPath, MemoryMap, Process};
use std::collections::BTreeMap;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zetop_system::elf::{Headers, Limited, open_regular};
use zetop_system::proc::memory_map;

/// What is read of a file's headers.
const HEADERS: u64 = 16 << 20;
/// Modules of a process that are looked at.
const MOST_MODULES: usize = 4096;

/// A mapped file with code.
#[derive(Debug)]
pub struct Module {
    /// As the process names it.
    pub path: Arc<Path>,
    /// Where its code is mapped.
    pub range: Range<u64>,
    /// What is added to an address in the file to get one in the process.
    pub bias: u64,
    pub image: Image,
}

/// Where the tables and names of a module are.
#[derive(Debug)]
pub enum Image {
    /// The mapped file.
    File(File),
    /// The file can't be opened: there are tables, but no names.
    Memory(Tables),
    /// Looking at it has taken too much before.
    LeftOut,
}

/// The modules of a process, by the start of their code.
#[derive(Debug, Default)]
pub struct Modules(BTreeMap<u64, Arc<Module>>);

impl Modules {
    pub fn find(&self, address: u64) -> Option<&Arc<Module>> {
        let (_, module) = self.0.range(..=address).next_back()?;
        module.range.contains(&address).then_some(module)
    }

    pub fn covers(&self, address: u64) -> bool {
        self.find(address).is_some()
    }

    /// Looks at the process's mappings and returns the new modules. Unloaded ones are kept: earlier samples
    /// may refer to them.
    /// `look` is told of each before it is looked at, and says whether to.
    pub fn refresh(&mut self, pid: u32, mut look: impl FnMut(&Path) -> bool) -> Vec<Arc<Module>> {
        let process = i32::try_from(pid).ok().and_then(|pid| Process::new(pid).ok());
        let maps = memory_map(pid).unwrap_or_default();
        let mut added = Vec::new();
        for map in &maps {
            let MMapPath::Path(path) = &map.pathname else { continue };
            let range = map.address.0..map.address.1;
            let known = self.0.get(&range.start).is_some_and(|m| *m.path == **path && m.range == range);
            if !map.perms.contains(MMPermissions::EXECUTE) || known || self.0.len() >= MOST_MODULES {
                continue;
            }
            let from_memory = || from_memory(process.as_ref()?, &maps, map);
            let left_out = (range.start.wrapping_sub(map.offset), Image::LeftOut);
            let found = if look(path) { from_file(pid, map).or_else(from_memory) } else { Some(left_out) };
            let Some((bias, image)) = found else { continue };
            let module = Module { path: path.as_path().into(), range, bias, image };
            let module = Arc::new(module);
            self.0.insert(module.range.start, Arc::clone(&module));
            added.push(module);
        }
        added
    }
}

fn from_file(pid: u32, map: &MemoryMap) -> Option<(u64, Image)> {
    let MMapPath::Path(path) = &map.pathname else { return None };
    let file = open(pid, path, &(map.address.0..map.address.1))?;
    let headers = Limited::new(file.try_clone().ok()?, HEADERS);
    let bias = bias(&Headers::parse(&headers).ok()?, map.address.0, map.offset)?;
    Some((bias, Image::File(file)))
}

fn from_memory(process: &Process, maps: &[MemoryMap], map: &MemoryMap) -> Option<(u64, Image)> {
    let (bias, tables) = tables(&process.mem().ok()?, maps, map)?;
    Some((bias, Image::Memory(tables)))
}

/// Opens the mapped file, even if it was deleted or replaced since (if the kernel lets us), or is in another
/// root (a container).
fn open(pid: u32, path: &Path, range: &Range<u64>) -> Option<File> {
    let process = PathBuf::from(format!("/proc/{pid}"));
    let mapped = process.join(format!("map_files/{:x}-{:x}", range.start, range.end));
    let inside = process.join("root").join(path.strip_prefix("/").unwrap_or(path));
    [mapped.as_path(), &inside, path].iter().find_map(|path| {
        // A device or a pipe might be mapped, and could block.
        open_regular(path).ok()
    })
}

/// The segment mapped at `start`, from `offset` of the file, tells where the file's addresses are.
fn bias(headers: &Headers<'_>, start: u64, offset: u64) -> Option<u64> {
    let endian = headers.endian;
    headers.segments.iter().find_map(|segment| {
        // Only code: the kernel maps whole pages, and the segment before may end on this one's first.
        let is_code = segment.p_type(endian) == PT_LOAD && segment.p_flags(endian) & PF_X != 0;
        let (from, len) = segment.file_range(endian);
        let page = from & !0xfff;
        (is_code && (page..from.checked_add(len)?).contains(&offset)).then_some(())?;
        let address = segment.p_vaddr(endian).wrapping_add(offset.wrapping_sub(from));
        Some(start.wrapping_sub(address))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::read::ReadCache;
    use object::{Object, ObjectSection};

    #[test]
    fn memory_has_the_tables_that_the_file_has() {
        let process = Process::myself().unwrap();
        let maps = process.maps().unwrap().0;
        let own = std::env::current_exe().unwrap();
        let code = maps.iter().find(|map| {
            map.perms.contains(MMPermissions::EXECUTE) && map.pathname == MMapPath::Path(own.clone())
        });
        let (bias, image) = from_memory(&process, &maps, code.unwrap()).unwrap();
        let Image::Memory(tables) = image else { panic!() };
        let (by_file, _) = from_file(std::process::id(), code.unwrap()).unwrap();
        assert_eq!(bias, by_file);
        let cache = ReadCache::new(File::open(&own).unwrap());
        let file = object::File::parse(&cache).unwrap();
        let section = |name| file.section_by_name(name).unwrap();
        let (hdr, frames) = (section(".eh_frame_hdr"), section(".eh_frame"));
        assert_eq!(&*tables.eh_frame_hdr.bytes, hdr.data().unwrap());
        assert_eq!(tables.eh_frame_hdr.range.start, hdr.address());
        assert_eq!(tables.eh_frame.range.start, frames.address());
        assert!(tables.eh_frame.bytes.starts_with(frames.data().unwrap()));
        let text = section(".text");
        assert!(tables.code.contains(&text.address()));
    }
}
