//! Programs of ours that use Level Zero without the probe, and why.

use crate::libraries::LOADER;
use crate::proc;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use zetop_wire::session::SESSION_VAR;

/// Most processes of a program's family that are looked at.
const MOST: usize = 256;
/// A loader that was mapped this long ago has brought the probe in, if it ever will.
const A_MOMENT: Duration = Duration::from_millis(500);
/// Looks become rarer up to this.
const RAREST: Duration = Duration::from_secs(4);

/// Watches the family of the started program.
#[derive(Debug)]
pub struct Unseen {
    root: Option<u32>,
    libraries: PathBuf,
    next: Duration,
    pause: Duration,
    /// When the loader was first seen in a process; `None` once it is settled.
    mapped: BTreeMap<u32, Option<Duration>>,
    /// The loader was seen in some process.
    loader_seen: bool,
}

impl Unseen {
    /// `root` is the started program, `libraries` the folder that holds the probe.
    #[must_use]
    pub fn new(root: Option<u32>, libraries: &Path) -> Self {
        Self {
            root,
            libraries: libraries.to_owned(),
            next: Duration::from_millis(200),
            pause: Duration::from_millis(200),
            mapped: BTreeMap::new(),
            loader_seen: false,
        }
    }

    /// Looks through the family from time to time. Returns what there is to say of processes that have
    /// mapped the loader while no probe announced itself. `probed` tells whether one did.
    ///
    /// Attaching to such a process is the remedy; whoever adds it takes the pids from here.
    pub fn look(&mut self, now: Duration, probed: impl Fn(u32) -> bool) -> Vec<String> {
        let Some(root) = self.root.filter(|_| now >= self.next) else { return Vec::new() };
        self.pause = (self.pause * 2).min(RAREST);
        self.next = now + self.pause;
        let mut notes = Vec::new();
        for pid in proc::family(root, MOST) {
            if probed(pid) {
                self.loader_seen = true;
                self.mapped.insert(pid, None);
                continue;
            }
            if self.mapped.len() >= 4 * MOST && !self.mapped.contains_key(&pid) {
                continue;
            }
            if !self.mapped.contains_key(&pid) {
                if proc::maps_contain(pid, LOADER.trim_end_matches(".so.1")) != Some(true) {
                    continue;
                }
                self.loader_seen = true;
                // A look soon settles it.
                self.next = now + A_MOMENT;
            }
            let since = self.mapped.entry(pid).or_insert(Some(now));
            let waited = since.is_some_and(|since| now.saturating_sub(since) >= A_MOMENT);
            if let Some(why) = waited.then(|| self.reason(pid)).flatten() {
                self.mapped.insert(pid, None);
                notes.push(why);
            }
        }
        notes
    }

    /// Why a process with the loader has no probe; `None` while it may only not have initialised Level Zero.
    fn reason(&self, pid: u32) -> Option<String> {
        let command = crate::tui::format::clean(&proc::command(pid)?);
        let cleaned = |variable: &str| {
            format!(
                "pid {pid} ({command}) uses Level Zero without the probe: {variable} was taken from its \
                 environment on the way (sudo, a wrapper script, a service manager?)"
            )
        };
        if proc::environment_variable(pid, SESSION_VAR)?.is_none() {
            return Some(cleaned(SESSION_VAR));
        }
        if proc::environment_variable(pid, "ZE_ENABLE_VALIDATION_LAYER")?.as_deref() != Some("1") {
            return Some(cleaned("ZE_ENABLE_VALIDATION_LAYER"));
        }
        let path = proc::environment_variable(pid, "LD_LIBRARY_PATH")?.unwrap_or_default();
        if !std::env::split_paths(&path).any(|dir| dir == self.libraries) {
            return Some(cleaned("zetop's folder in LD_LIBRARY_PATH"));
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
