//! A process file that has its memory before the program runs: to give it that takes a millisecond, which would otherwise be the
//! program's, at its first call of an API.

use rustix::fd::{AsFd as _, OwnedFd};
use rustix::fs::{AtFlags, FallocateFlags, Mode, fallocate, ftruncate};
use std::io;
use std::thread::JoinHandle;
use zetop_system::below;
use zetop_wire::layout::FILE_SIZE;
use zetop_wire::provision::parts_at_start;
use zetop_wire::session::SPARE_FILE;

/// Name of a spare file whose memory is not complete yet.
pub(super) const UNFINISHED: &str = ".spare";

/// The thread that makes a spare file. Dropping the value waits for the thread, which would otherwise add a file to a folder that is
/// being removed.
#[derive(Debug)]
pub(super) struct Spare(Option<JoinHandle<()>>);

impl Drop for Spare {
    fn drop(&mut self) {
        let _ = self.0.take().map(JoinHandle::join);
    }
}

/// Begins to make it in a session's folder of this user's. If it can't be made, or is not ready in time, the probe makes its own.
pub(super) fn begin(folder: &OwnedFd) -> Option<Spare> {
    let folder = folder.try_clone().ok()?;
    let make = move || {
        if make(&folder).is_err() {
            let _ = rustix::fs::unlinkat(&folder, UNFINISHED, AtFlags::empty());
        }
    };
    let thread = std::thread::Builder::new().name("zetop-spare".to_owned()).spawn(make).ok()?;
    Some(Spare(Some(thread)))
}

fn make(folder: &OwnedFd) -> io::Result<()> {
    let file = below::new_file(folder, UNFINISHED, Mode::RUSR | Mode::WUSR)?;
    ftruncate(&file, FILE_SIZE as u64)?;
    for (offset, length) in parts_at_start() {
        fallocate(file.as_fd(), FallocateFlags::empty(), offset as u64, length as u64)?;
    }
    Ok(rustix::fs::renameat(folder, UNFINISHED, folder, SPARE_FILE)?)
}
