//! The memory map of a process: its mappings, and the files in them.

use crate::limit::look;
use procfs::process::{MemoryMap, MemoryMaps};
use procfs::{FromBufRead, ProcError, ProcResult};
use std::cell::Cell;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

/// Mappings of files and of code that are looked at: 300 bytes each.
const MOST_MAPPED: usize = 100_000;
/// Mappings in all: 24 bytes each.
const MOST_EXTENTS: usize = 1 << 20;
/// Names of files that are kept at most, in bytes.
const MOST_NAMES: usize = 8 << 20;
/// Anonymous mappings right behind one of a file that count as its `.bss`.
const MOST_BEHIND: usize = 4;
/// For its memory map, which is long in a large program, and is locked while the program maps a file that does not answer.
const MAP_PATIENCE: Duration = Duration::from_secs(10);
/// For a question about it that is asked between two readings.
const SHORT_PATIENCE: Duration = Duration::from_secs(3);

/// Where something is mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub start: u64,
    pub end: u64,
    pub executable: bool,
    /// That of the first thread.
    pub stack: bool,
}

/// A process's memory map.
#[derive(Clone, Debug, Default)]
pub struct Mappings {
    /// Mappings of files, of code, and what lies right behind those.
    pub mapped: Vec<MemoryMap>,
    /// All, in ascending order.
    pub extents: Vec<Extent>,
}

impl Mappings {
    pub fn extent_of(&self, address: u64) -> Option<&Extent> {
        let after = self.extents.partition_point(|extent| extent.start <= address);
        self.extents[..after].last().filter(|extent| address < extent.end)
    }
}

/// The memory map, however long it is; bytes of names that are not UTF-8 are replaced.
pub fn mappings(pid: u32) -> ProcResult<Mappings> {
    let silent = || Err(ProcError::Other("its memory map does not come".to_owned()));
    look(pid, MAP_PATIENCE, move || read_mappings(pid)).unwrap_or_else(silent)
}

fn read_mappings(pid: u32) -> ProcResult<Mappings> {
    let mut all = Mappings::default();
    let mut behind = MOST_BEHIND;
    let (mut too_many, mut names) = (false, 0);
    each_mapping(&format!("/proc/{pid}/maps"), |line| {
        let Some(extent) = extent(line) else { return ControlFlow::Continue(()) };
        let path = path(line);
        let adjacent = all.extents.last().is_some_and(|last| last.end == extent.start);
        behind = if !path.is_empty() {
            0
        } else if adjacent {
            behind + 1
        } else {
            MOST_BEHIND
        };
        if !path.is_empty() || extent.executable || behind < MOST_BEHIND {
            names += path.len();
            let line = String::from_utf8_lossy(line);
            all.mapped.extend(MemoryMaps::from_buf_read(line.as_bytes()).into_iter().flatten());
        }
        all.extents.push(extent);
        too_many =
            all.mapped.len() > MOST_MAPPED || all.extents.len() > MOST_EXTENTS || names > 2 * MOST_NAMES;
        if too_many { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if too_many {
        return Err(ProcError::Other(format!(
            "it has more than {MOST_MAPPED} mappings of files, or {MOST_EXTENTS} in all"
        )));
    }
    Ok(all)
}

/// The mappings of code from files.
#[must_use]
pub fn code_map(pid: u32) -> Vec<MemoryMap> {
    look(pid, MAP_PATIENCE, move || read_code_map(pid)).unwrap_or_default()
}

fn read_code_map(pid: u32) -> Vec<MemoryMap> {
    let mut code = Vec::new();
    let mut keep = |line: &[u8]| {
        if is_code(line) && path(line).starts_with(b"/") {
            let line = String::from_utf8_lossy(line);
            code.extend(MemoryMaps::from_buf_read(line.as_bytes()).into_iter().flatten());
        }
        if code.len() < MOST_MAPPED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    // What was read of a process that is gone is not all that it had.
    each_mapping(&format!("/proc/{pid}/maps"), &mut keep).map(|()| code).unwrap_or_default()
}

/// The mappings that [`Mappings::mapped`] has.
pub fn memory_map(pid: u32) -> ProcResult<Vec<MemoryMap>> {
    mappings(pid).map(|mappings| mappings.mapped)
}

/// Shows the lines of a memory map one after the other, until `each` has seen enough.
fn each_mapping(maps: &str, mut each: impl FnMut(&[u8]) -> ControlFlow<()>) -> std::io::Result<()> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(maps)?);
    let mut line = Vec::new();
    loop {
        line.clear();
        if file.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if each(line.strip_suffix(b"\n").unwrap_or(&line)).is_break() {
            return Ok(());
        }
    }
}

fn extent(line: &[u8]) -> Option<Extent> {
    let mut fields = line.splitn(3, |byte| *byte == b' ').map(std::str::from_utf8);
    let (start, end) = fields.next()?.ok()?.split_once('-')?;
    let access = fields.next()?.ok()?.as_bytes();
    let number = |text| u64::from_str_radix(text, 16).ok();
    let (start, end) = (number(start)?, number(end)?);
    Some(Extent { start, end, executable: access.get(2) == Some(&b'x'), stack: path(line) == b"[stack]" })
}

/// Whether a mapping may be executed: the second field of a line.
fn is_code(line: &[u8]) -> bool {
    line.iter().position(|byte| *byte == b' ').is_some_and(|space| line.get(space + 3) == Some(&b'x'))
}

/// What is mapped: the sixth field of a line, which may contain spaces.
fn path(line: &[u8]) -> &[u8] {
    line.splitn(6, |byte| *byte == b' ').nth(5).unwrap_or_default().trim_ascii_start()
}

/// Which of `parts`, of paths, occur among the mapped files of a process. `None` when it does not answer.
#[must_use]
pub fn mapped_parts(pid: u32, parts: &[Vec<u8>]) -> Option<Vec<Vec<u8>>> {
    let parts = parts.to_owned();
    look(pid, MAP_PATIENCE, move || {
        let mut found: Vec<Vec<u8>> = Vec::new();
        each_file(pid, |file| {
            let here = parts.iter().filter(|part| !part.is_empty() && contains(file, part));
            let new: Vec<_> = here.filter(|part| !found.contains(part)).cloned().collect();
            found.extend(new);
            ControlFlow::Continue(())
        });
        found
    })
}

/// Shows the lines of the memory map as a living thread has it. `None` when it can't be read.
fn each_line(pid: u32, mut each: impl FnMut(&[u8]) -> ControlFlow<()>) -> Option<()> {
    let any = Cell::new(false);
    let mut seen = |line: &[u8]| {
        any.set(true);
        each(line)
    };
    each_mapping(&format!("/proc/{pid}/maps"), &mut seen).ok()?;
    if any.get() {
        return Some(());
    }
    for task in std::fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten() {
        if let Some(tid) = task.file_name().to_str()
            && each_mapping(&format!("/proc/{pid}/task/{tid}/maps"), &mut seen).is_ok()
            && any.get()
        {
            break;
        }
    }
    Some(())
}

/// Shows what is mapped: each run of mappings of one file once.
fn each_file(pid: u32, mut each: impl FnMut(&[u8]) -> ControlFlow<()>) -> Option<()> {
    let mut last = Vec::new();
    each_line(pid, |line| {
        let path = path(line);
        if path.is_empty() || path == last {
            return ControlFlow::Continue(());
        }
        last.clear();
        last.extend_from_slice(path);
        each(path)
    })
}

/// True when a mapped file's path contains `part`. `None` when the process cannot be inspected.
#[must_use]
pub fn maps_contain(pid: u32, part: &str) -> Option<bool> {
    let part = part.as_bytes().to_owned();
    look(pid, SHORT_PATIENCE, move || {
        let mut found = false;
        each_file(pid, |file| {
            found = contains(file, &part);
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Some(found)
    })?
}

/// What [`mapped_names`] has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    Files(std::collections::HashSet<String>),
    /// The process cannot be inspected, or is none.
    Hidden,
    /// It has not answered.
    Silent,
}

/// Names that are kept of one process.
const MOST_NAMED: usize = 4096;

/// The names of mapped files, without their folders, that are `wanted`: one walk, however many there are.
#[must_use]
pub fn mapped_names(pid: u32, limit: Duration, wanted: fn(&str) -> bool) -> Named {
    let walk = move || {
        let mut names = std::collections::HashSet::new();
        let walked = each_file(pid, |file| {
            let name = file.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
            let name = name.strip_suffix(b" (deleted)").unwrap_or(name);
            if let Ok(name) = std::str::from_utf8(name)
                && wanted(name)
            {
                names.insert(name.to_owned());
            }
            if names.len() < MOST_NAMED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        walked.map_or(Named::Hidden, |()| Named::Files(names))
    };
    look(pid, limit, walk).unwrap_or(Named::Silent)
}

/// Files whose code is mapped, by their paths as the process sees them, including those removed since; each once. A library
/// that a program only reads, as a symboliser does, is not one of its.
#[must_use]
pub fn mapped_files(pid: u32) -> Vec<PathBuf> {
    look(pid, MAP_PATIENCE, move || read_mapped_files(pid)).unwrap_or_default()
}

fn read_mapped_files(pid: u32) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let (mut known, mut names) = (std::collections::HashSet::new(), 0);
    each_line(pid, |line| {
        let file = path(line);
        let has_code = || extent(line).is_some_and(|extent| extent.executable);
        if file.starts_with(b"/") && has_code() && known.insert(file.to_vec()) {
            names += 2 * file.len() + 64;
            files.push(existing(&String::from_utf8_lossy(file)));
        }
        if names < MOST_NAMES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    files
}

/// Without the mark of a removed file.
fn existing(path: &str) -> PathBuf {
    PathBuf::from(path.strip_suffix(" (deleted)").unwrap_or(path))
}

/// The file whose code is mapped at an address, by its path as the process sees it; it may have been removed since.
#[must_use]
pub fn code_at(pid: u32, address: u64) -> Option<PathBuf> {
    look(pid, MAP_PATIENCE, move || read_code_at(pid, address))?
}

fn read_code_at(pid: u32, address: u64) -> Option<PathBuf> {
    let mut found = None;
    each_line(pid, |line| match extent(line) {
        Some(extent) if (extent.start..extent.end).contains(&address) => {
            let path = String::from_utf8_lossy(path(line));
            found = (extent.executable && path.starts_with('/')).then(|| existing(&path));
            ControlFlow::Break(())
        }
        _ => ControlFlow::Continue(()),
    })?;
    found
}

/// A mapping of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MappedFile {
    /// Where its first byte is.
    pub start: u64,
    /// How far into the file that is.
    pub offset: u64,
    pub device: (i32, i32),
    pub inode: u64,
}

/// What is mapped at an address.
#[must_use]
pub fn mapping_at(pid: u32, address: u64) -> Option<MappedFile> {
    look(pid, MAP_PATIENCE, move || read_mapping_at(pid, address))?
}

fn read_mapping_at(pid: u32, address: u64) -> Option<MappedFile> {
    let mut found = None;
    each_mapping(&format!("/proc/{pid}/maps"), |line| match extent(line) {
        Some(extent) if (extent.start..extent.end).contains(&address) => {
            let line = String::from_utf8_lossy(line);
            found = MemoryMaps::from_buf_read(line.as_bytes()).ok().and_then(|maps| {
                let map = maps.0.into_iter().next()?;
                Some(MappedFile {
                    start: map.address.0,
                    offset: map.offset,
                    device: map.dev,
                    inode: map.inode,
                })
            });
            ControlFlow::Break(())
        }
        _ => ControlFlow::Continue(()),
    })
    .ok()?;
    found
}

fn contains(line: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(line, part).is_some()
}
