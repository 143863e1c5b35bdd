//! The files that a process has mapped as code.

use object::read::ReadCache;
use object::{Object, ObjectSegment};
use procfs::process::{MMPermissions, MMapPath, Process};
use std::collections::BTreeMap;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A mapped file with code.
#[derive(Debug)]
pub struct Module {
    /// As the process names it.
    pub path: Arc<Path>,
    /// Where its code is mapped.
    pub range: Range<u64>,
    /// What is added to an address in the file to get one in the process.
    pub bias: u64,
    /// The mapped file. zetop reads it and never maps it: the program may truncate it at any time.
    pub file: File,
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
    pub fn refresh(&mut self, pid: u32) -> Vec<Arc<Module>> {
        let maps = i32::try_from(pid).ok().and_then(|pid| Process::new(pid).ok()?.maps().ok());
        let mut added = Vec::new();
        for map in maps.into_iter().flatten() {
            let MMapPath::Path(path) = &map.pathname else { continue };
            let range = map.address.0..map.address.1;
            let known = self.0.get(&range.start).is_some_and(|m| *m.path == **path && m.range == range);
            if !map.perms.contains(MMPermissions::EXECUTE) || known {
                continue;
            }
            let Some(module) = read(pid, path, range, map.offset) else { continue };
            let module = Arc::new(module);
            self.0.insert(module.range.start, Arc::clone(&module));
            added.push(module);
        }
        added
    }
}

fn read(pid: u32, path: &Path, range: Range<u64>, offset: u64) -> Option<Module> {
    let file = open(pid, path, &range)?;
    let cache = ReadCache::new(&file);
    let bias = bias(&object::File::parse(&cache).ok()?, range.start, offset)?;
    drop(cache);
    Some(Module { path: path.into(), range, bias, file })
}

/// Opens the mapped file, even if it was deleted or replaced since (if the kernel lets us), or is in another
/// root (a container).
fn open(pid: u32, path: &Path, range: &Range<u64>) -> Option<File> {
    let process = PathBuf::from(format!("/proc/{pid}"));
    let mapped = process.join(format!("map_files/{:x}-{:x}", range.start, range.end));
    let inside = process.join("root").join(path.strip_prefix("/").unwrap_or(path));
    [mapped.as_path(), &inside, path].iter().find_map(|path| {
        // A device or a pipe might be mapped, and could block.
        let file = std::fs::metadata(path).ok()?.is_file().then(|| File::open(path).ok())??;
        Some(file)
    })
}

/// The segment mapped at `start`, from `offset` of the file, tells where the file's addresses are.
fn bias<'data, R: object::ReadRef<'data>>(
    file: &object::File<'data, R>,
    start: u64,
    offset: u64,
) -> Option<u64> {
    file.segments().find_map(|segment| {
        // Only code: the kernel maps whole pages, and the segment before may end on this one's first.
        let object::SegmentFlags::Elf { p_flags } = segment.flags() else { return None };
        (p_flags & object::elf::PF_X != 0).then_some(())?;
        let (from, len) = segment.file_range();
        let page = from & !0xfff;
        (page..from.checked_add(len)?).contains(&offset).then_some(())?;
        let address = segment.address().wrapping_add(offset.wrapping_sub(from));
        Some(start.wrapping_sub(address))
    })
}
