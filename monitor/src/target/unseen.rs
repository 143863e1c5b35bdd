//! Programs of ours that use Level Zero without the probe, and why.

use crate::target::libraries::LOADER;
use crate::target::proc;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use zetop_wire::session::{LAYER_FILE, SESSION_VAR};

/// Most processes of a program's family that are looked at.
const MOST: usize = 256;
/// A loader that was mapped this long ago has brought the probe in, if it ever will.
const A_MOMENT: Duration = Duration::from_millis(500);
/// Looks become rarer up to this, and so much that they take at most one part in [`SHARE`] of the time.
const RAREST: Duration = Duration::from_secs(1);
const SHARE: u32 = 50;

/// A process that was given no probe on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missed {
    pub pid: u32,
    pub command: String,
    /// Why the probe is not there.
    pub why: String,
}

/// What is known of a process without the probe.
#[derive(Debug, Clone, Copy)]
enum Seen {
    /// It has the probe, or has been reported.
    Settled,
    /// When the loader was first seen in it, and when a driver was.
    Loader(Duration, Option<Duration>),
}

/// Watches the family of the started program.
#[derive(Debug)]
pub struct Unseen {
    root: Option<u32>,
    libraries: PathBuf,
    session: PathBuf,
    next: Duration,
    pause: Duration,
    known: BTreeMap<u32, Seen>,
    /// The loader was seen in some process.
    loader_seen: bool,
}

impl Unseen {
    /// `root` is the started program, `libraries` the folder that holds the probe, `session` the one in which
    /// probes leave their files.
    #[must_use]
    pub fn new(root: Option<u32>, libraries: &Path, session: &Path) -> Self {
        Self {
            root,
            libraries: libraries.to_owned(),
            session: session.to_owned(),
            next: Duration::from_millis(200),
            pause: Duration::from_millis(200),
            known: BTreeMap::new(),
            loader_seen: false,
        }
    }

    /// Looks through the family from time to time. Returns the processes that have mapped the loader while no
    /// probe announced itself, each once. `probed` tells whether one did.
    pub fn look(&mut self, now: Duration, probed: impl Fn(u32) -> bool) -> Vec<Missed> {
        let Some(root) = self.root.filter(|_| now >= self.next) else { return Vec::new() };
        let started = Instant::now();
        let mut missed = Vec::new();
        let mut soon = false;
        for pid in proc::family(root, MOST) {
            if matches!(self.known.get(&pid), Some(Seen::Settled)) {
                continue;
            }
            if probed(pid) {
                self.loader_seen = true;
                self.known.insert(pid, Seen::Settled);
                continue;
            }
            if self.known.len() >= 4 * MOST && !self.known.contains_key(&pid) {
                continue;
            }
            soon |= self.look_at(pid, now, &mut missed);
        }
        self.pause = (self.pause * 2).min(RAREST).max(started.elapsed() * SHARE);
        // A look soon settles what has just come up.
        self.next = now + if soon { A_MOMENT } else { self.pause };
        missed
    }

    /// True when there is something new about the process.
    fn look_at(&mut self, pid: u32, now: Duration, missed: &mut Vec<Missed>) -> bool {
        let files = proc::mapped_files(pid);
        if !files.iter().any(|file| starts(file, LOADER.trim_end_matches(".1"))) {
            return false;
        }
        self.loader_seen = true;
        // Its pid may be another one in its own namespace, so that the probe's file does not tell.
        if files.iter().any(|file| file.starts_with(&self.session)) {
            self.known.insert(pid, Seen::Settled);
            return false;
        }
        let before = match self.known.get(&pid) {
            Some(Seen::Loader(loader, driver)) => Some((*loader, *driver)),
            _ => None,
        };
        let driver_now = files.iter().any(|file| is_driver(pid, file)).then_some(now);
        let (loader, driver) =
            before.map_or((now, driver_now), |(loader, driver)| (loader, driver.or(driver_now)));
        self.known.insert(pid, Seen::Loader(loader, driver));
        let waited = |since: Duration| now.saturating_sub(since) >= A_MOMENT;
        let why = if waited(loader) { self.lost_variable(pid) } else { None };
        let why = why.or_else(|| {
            driver.filter(|driver| waited(*driver)).map(|_| other_reason(pid, &self.libraries, &files))
        });
        if let Some(why) = why {
            self.known.insert(pid, Seen::Settled);
            let command = crate::clean::clean(&proc::command(pid).unwrap_or_default());
            missed.push(Missed { pid, command, why });
        }
        before != Some((loader, driver))
    }

    /// What brings the probe in and is no longer in the environment of the process.
    fn lost_variable(&self, pid: u32) -> Option<String> {
        let lost = |variable: &str| {
            Some(format!(
                "{variable} was taken from its environment on the way (sudo, env -i, a wrapper script?)"
            ))
        };
        if proc::environment_variable(pid, SESSION_VAR)?.is_none() {
            return lost(SESSION_VAR);
        }
        if proc::environment_variable(pid, "ZE_ENABLE_VALIDATION_LAYER")?.as_deref() != Some("1") {
            return lost("ZE_ENABLE_VALIDATION_LAYER");
        }
        let path = proc::environment_variable(pid, "LD_LIBRARY_PATH")?.unwrap_or_default();
        if !std::env::split_paths(&path).any(|dir| dir == self.libraries) {
            return lost("zetop's folder in LD_LIBRARY_PATH");
        }
        None
    }

    /// At the end: why nothing was seen, if nothing was.
    #[must_use]
    pub fn nothing_seen(&self, probes: usize, calls: u64) -> Option<String> {
        let why = match (calls, probes, self.loader_seen) {
            (1.., ..) => return None,
            (0, 1.., _) => "the probe was loaded, but no call came through it",
            (0, 0, true) => {
                "the Level Zero loader was there, but the program did not initialise it, or its loader is too \
                 old to have a place for the probe"
            }
            (0, 0, false) => "the program was not seen to load the Level Zero loader (libze_loader.so.1)",
        };
        Some(format!("no Level Zero calls seen: {why}"))
    }
}

fn starts(file: &Path, name: &str) -> bool {
    file.file_name().is_some_and(|file| file.as_encoded_bytes().starts_with(name.as_bytes()))
}

/// A Level Zero driver. The loader loads its layer together with the drivers.
fn is_driver(pid: u32, file: &Path) -> bool {
    if starts(file, "libze_intel_") {
        return true;
    }
    let set = proc::environment_variable(pid, "ZE_ENABLE_ALT_DRIVERS").flatten().unwrap_or_default();
    // as the loader has it: separated by commas, names or paths
    let named =
        |driver: &str| file.file_name().is_some_and(|name| Path::new(driver).file_name() == Some(name));
    set.split(',').any(|driver| !driver.is_empty() && named(driver))
}

/// The environment is as it should be, Level Zero is initialised, and the probe is not there: why?
fn other_reason(pid: u32, libraries: &Path, files: &[PathBuf]) -> String {
    use std::os::unix::fs::MetadataExt;
    let process = PathBuf::from(format!("/proc/{pid}"));
    let uid = std::fs::metadata(&process).map(|metadata| metadata.uid());
    let layer = libraries.strip_prefix("/").unwrap_or(libraries).join(LAYER_FILE);
    let why = if uid.is_ok_and(|uid| uid != rustix::process::geteuid().as_raw()) {
        "it runs as another user, who may not read zetop's folder"
    } else if !process.join("root").join(layer).exists() {
        "zetop's folder is not in its file system (a container, a chroot?)"
    } else {
        "its dynamic linker passes LD_LIBRARY_PATH over (ld.so --library-path?), or its loader has no place for it"
    };
    // The variable that was to bring ours in has brought that in.
    let real = files.iter().any(|file| starts(file, LAYER_FILE.trim_end_matches(".1")));
    let beside = if real {
        "; Intel's validation layer was loaded instead, its time is part of the calls'"
    } else {
        ""
    };
    format!("{why}{beside}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drivers_are_known_by_name() {
        let me = std::process::id();
        assert!(is_driver(me, Path::new("/usr/lib/libze_intel_gpu.so.1.15")));
        assert!(!is_driver(me, Path::new("/usr/lib/libze_loader.so.1.8.0")));
        assert!(!is_driver(me, Path::new("/usr/lib/libc.so.6")));
    }

    #[test]
    fn a_program_without_the_loader_is_no_matter() {
        let folder = tempfile::tempdir().unwrap();
        let mut unseen = Unseen::new(Some(std::process::id()), folder.path(), folder.path());
        for ms in [200, 1_000, 3_000] {
            assert_eq!(unseen.look(Duration::from_millis(ms), |_| false), []);
        }
        assert!(unseen.nothing_seen(0, 0).is_some_and(|why| why.contains("not seen to load")));
        assert_eq!(unseen.nothing_seen(1, 5), None);
    }
}
