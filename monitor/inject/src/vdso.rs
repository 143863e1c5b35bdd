//! Code that the kernel gives every program.

use procfs::process::{MMapPath, Process};

use super::memory::Memory;

/// Where a program has these instructions of the kernel's. What they are is looked up in zetop's own copy, since a program can
/// change its own; there they must be the same.
pub(super) fn find_code(pid: u32, memory: &Memory, code: &[u8]) -> Option<u64> {
    let (own, end) = mapped(std::process::id())?;
    let bytes = {
        let mut bytes = vec![0; usize::try_from(end.checked_sub(own)?).ok()?];
        Memory::open(std::process::id()).ok()?.read(own, &mut bytes).ok()?;
        bytes
    };
    let offset = bytes
        .chunks_exact(4)
        .enumerate()
        .find_map(|(index, _)| bytes[index * 4..].starts_with(code).then_some(index as u64 * 4))?;
    let at = mapped(pid)?.0.checked_add(offset)?;
    let mut there = vec![0; code.len()];
    memory.read(at, &mut there).ok()?;
    (there == code).then_some(at)
}

fn mapped(pid: u32) -> Option<(u64, u64)> {
    let maps = Process::new(i32::try_from(pid).ok()?).ok()?.maps().ok()?;
    maps.into_iter().find(|map| map.pathname == MMapPath::Vdso).map(|map| map.address)
}
