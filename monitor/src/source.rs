//! Where the figures come from: the process files that probes leave in the session folder.
//!
//! The files are written by programs that zetop does not trust. They are opened without following links,
//! must belong to this user (or root), are read with bounds on everything, and there is a limit on how many
//! there can be.

mod control;
mod process_file;

use crate::aggregate::Aggregate;
use crate::session::{LogLine, Stream};
use control::Control;
use process_file::ProcessFile;
use rustix::fs::{Mode, OFlags};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use zetop_wire::layout::CallRecord;
use zetop_wire::session::parse_process_file;

/// Most processes at a time. Every one costs an open file and its figures.
const MOST_PROCESSES: usize = 1024;
/// Most entries of the folder that are looked at.
const MOST_ENTRIES: usize = 16 * 1024;
/// Readings between two looks at what changes rarely.
const SELDOM: u64 = 50;

/// A call as it was read, for `--live`.
#[derive(Debug, Clone, Copy)]
pub struct LiveCall {
    pub pid: u32,
    pub tid: u32,
    /// Host time, CLOCK_MONOTONIC_RAW, ns.
    pub start_raw_ns: u64,
    pub duration_ns: u64,
    pub record: CallRecord,
}

/// Reads a session folder.
#[derive(Debug)]
pub struct Source {
    folder: PathBuf,
    /// In front of paths that probes give us: where their root folder is.
    root: PathBuf,
    files: Vec<ProcessFile>,
    /// Names that need no second look: opened, or not what they should be.
    known: BTreeSet<std::ffi::OsString>,
    control: Control,
    seen_folder: Option<(i64, i64)>,
    round: u64,
    /// Processes that were ever found.
    found: usize,
}

/// What a reading brought.
#[derive(Debug, Default)]
pub struct Reading {
    pub changed: bool,
    /// zetop's words for the log.
    pub said: Vec<String>,
    /// Calls of this reading in the order in which they started, when they were asked for.
    pub calls: Vec<LiveCall>,
    /// Call records of this reading that came too late for it.
    pub lost: u64,
}

impl Source {
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        Self::of_process(folder, Path::new(""))
    }

    /// For a program whose root folder is elsewhere: `root` is where.
    #[must_use]
    pub fn of_process(folder: &Path, root: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            root: root.to_owned(),
            files: Vec::new(),
            known: BTreeSet::new(),
            control: Control::default(),
            seen_folder: None,
            round: 0,
            found: 0,
        }
    }

    /// Processes found so far, ended ones included.
    #[must_use]
    pub fn found(&self) -> usize {
        self.found
    }

    /// True when the probe is in a process of that pid.
    #[must_use]
    pub fn has(&self, pid: u32) -> bool {
        self.files.iter().any(|f| f.pid == pid)
    }

    /// Reads what is new. `last` says that nothing will come after: then every file is read whole.
    pub fn read(&mut self, to: &mut Aggregate, ns_per_tick: f64, live: bool, last: bool) -> Reading {
        let mut reading = Reading::default();
        self.look_for_files(to, &mut reading, last);
        let seldom = last || self.round.is_multiple_of(SELDOM);
        self.round += 1;
        for file in &mut self.files {
            file.read(to, ns_per_tick, live, seldom, last, &mut reading);
        }
        reading.calls.sort_by_key(|call| call.start_raw_ns);
        if seldom {
            self.bury(to, last, &mut reading);
        }
        reading.said.extend(self.control.poll());
        reading
    }

    /// A probe has opened its end of the control channel.
    #[must_use]
    pub fn has_channel(&self) -> bool {
        self.control.has_server()
    }

    /// Tells the probes to put their programs back as they were. True when all have said that they did.
    pub fn detach(&mut self, limit: std::time::Duration) -> bool {
        self.control.detach(limit)
    }

    /// Finds new files. The folder's time stamp tells cheaply when there can be any.
    fn look_for_files(&mut self, to: &mut Aggregate, reading: &mut Reading, last: bool) {
        let Ok(metadata) = std::fs::metadata(&self.folder) else { return };
        let stamp = (metadata.mtime(), metadata.mtime_nsec());
        if self.seen_folder == Some(stamp) && !last && !self.round.is_multiple_of(SELDOM) {
            return;
        }
        self.seen_folder = Some(stamp);
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten().take(MOST_ENTRIES) {
            let name = entry.file_name();
            if self.known.contains(&name) {
                continue;
            }
            let path = entry.path();
            if let Some((pid, _)) = parse_process_file(&path) {
                if self.files.len() >= MOST_PROCESSES {
                    continue;
                }
                // A file without its magic is still being made: look again next time.
                match ProcessFile::open(&path, pid, to) {
                    process_file::Opened::Yes(file) => {
                        reading.said.push(format!("probe in pid {pid}: {}", file.command));
                        self.files.push(*file);
                        self.found += 1;
                        reading.changed = true;
                    }
                    process_file::Opened::NotYet => {
                        self.seen_folder = None;
                        continue;
                    }
                    process_file::Opened::Never(why) => {
                        reading.said.push(format!("{}: {why}", path.display()))
                    }
                }
                self.known.insert(name);
            } else if name.as_encoded_bytes().ends_with(b".ctl")
                && let Some((pid, _)) = parse_process_file(&path.with_extension("blk"))
            {
                match read_server_name(&path) {
                    ServerName::NotYet => {
                        self.seen_folder = None;
                        continue;
                    }
                    ServerName::Never => {}
                    ServerName::Is(server) => {
                        let server = format!("{}{server}", self.root.display());
                        // after the end there is nobody to talk to, but the socket is still there
                        if last {
                            self.control.remember(pid, &server);
                        } else {
                            self.control.connect(pid, server);
                        }
                    }
                }
                self.known.insert(name);
            }
        }
    }

    /// Lets go of processes that have ended.
    fn bury(&mut self, to: &mut Aggregate, last: bool, reading: &mut Reading) {
        let mut kept = Vec::with_capacity(self.files.len());
        for mut file in self.files.drain(..) {
            if !last && file.is_alive() {
                kept.push(file);
                continue;
            }
            if !last && file.lingers() {
                kept.push(file);
                continue;
            }
            to.close(file.id);
            reading.changed = true;
            // a detached probe may be attached to again through the same file
            if file.is_gone_for_good() {
                let _ = std::fs::remove_file(&file.path);
            }
        }
        self.files = kept;
    }
}

/// Opens a file of the session folder for reading: no links, no waiting for a pipe's other end.
fn open_own(path: &Path) -> std::io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    let metadata = file.metadata()?;
    let owner = metadata.uid();
    let ours =
        owner == rustix::process::geteuid().as_raw() || owner == 0 || rustix::process::geteuid().is_root();
    if metadata.is_file() && ours { Ok(file) } else { Err(std::io::ErrorKind::PermissionDenied.into()) }
}

enum ServerName {
    Is(String),
    NotYet,
    Never,
}

/// The content of a `.ctl` file: the path of a socket.
fn read_server_name(path: &Path) -> ServerName {
    let Ok(file) = open_own(path) else { return ServerName::Never };
    let mut text = String::new();
    match file.take(4096).read_to_string(&mut text) {
        Ok(0) => ServerName::NotYet,
        Ok(_) if text.contains('\0') || text.len() > 107 => ServerName::Never,
        Ok(_) => ServerName::Is(text.trim_end().to_owned()),
        Err(_) => ServerName::Never,
    }
}

/// A line of zetop's own for the log.
#[must_use]
pub fn own_line(text: String, at: std::time::Duration) -> LogLine {
    LogLine { stream: Stream::Zetop, text, at }
}

#[cfg(test)]
mod tests;
