//! Reads files of `/proc`, each with the patience that it takes.

use crate::limit::look;
use procfs::process::{Process, Stat};
use procfs::{FromBufRead, ProcResult};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How much of a `/proc` file is read at most. (The memory map is read line by line.)
const LONGEST_FILE: u64 = 4 << 20;
/// Room for most files, which say that they are empty: without it, they are read in pieces that begin with 32 bytes.
pub(crate) const USUAL_FILE: usize = 4096;
/// For what the kernel reads from the process's own memory, which need not answer.
pub(super) const PATIENCE: Duration = Duration::from_millis(500);
/// How much of an environment is read at most.
const LONGEST_ENVIRONMENT: u64 = 1 << 20;

pub(super) fn read(pid: u32, file: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(format!("/proc/{pid}/{file}"));
    let most = if file == "environ" { LONGEST_ENVIRONMENT } else { LONGEST_FILE };
    let read = move || {
        let mut bytes = Vec::with_capacity(USUAL_FILE);
        File::open(path).ok()?.take(most).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    if matches!(file, "cmdline" | "environ") { look(pid, PATIENCE, read)? } else { read() }
}

/// The kernel makes whoever asks for it wait while the process executes another program, which may write its memory back to a
/// file system that does not answer. What [`status`] says as well is to be asked there.
pub(super) fn stat(pid: u32) -> Option<Stat> {
    let number = i32::try_from(pid).ok()?;
    look(pid, PATIENCE, move || Process::new(number).and_then(|process| process.stat()).ok())?
}

/// What a file of `/proc` says, with whatever names in it.
pub fn text(path: impl AsRef<Path>) -> std::io::Result<String> {
    let mut bytes = Vec::with_capacity(USUAL_FILE);
    File::open(path)?.take(LONGEST_FILE).read_to_end(&mut bytes)?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

pub(super) fn parse<T: FromBufRead>(pid: u32, file: &str) -> ProcResult<T> {
    T::from_buf_read(text(format!("/proc/{pid}/{file}"))?.as_bytes())
}
