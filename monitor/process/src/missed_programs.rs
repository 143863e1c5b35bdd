//! Finds started programs that use an API without its probe, and the reason.

mod family;

pub use family::{Missed, Probed};

use crate::attach::{Gap, Reach};
use crate::doctor;
use crate::opened::Opened;
use family::{A_MOMENT, Family, Look};
use std::path::Path;
use std::sync::mpsc::Receiver;
use std::time::Duration;
use zetop_system::clean::clean;
use zetop_system::handle::Handle;
use zetop_wire::api;

/// The first look. A short program is over soon.
const FIRST: Duration = Duration::from_millis(15);
/// In the beginning, when programs load what they need, looks are never rarer than this.
const BEGINNING: Duration = Duration::from_secs(3);
const OFTEN: Duration = Duration::from_millis(30);
/// Looks become rarer, up to this interval, so that they take at most one part in [`SHARE`] of the time.
const RAREST: Duration = Duration::from_secs(1);
const SHARE: u32 = 200;
/// The part of the time that looks take at most in the beginning: one in ten.
const SHARE_AT_FIRST: u32 = 10;
/// How long the one who reads figures waits for a look. Most take less.
const MOMENT: Duration = Duration::from_millis(20);

/// What to do without a GPU.
const SIMULATED: &str =
    "`zetop --sim PROGRAM` shows it on a simulated GPU, `zetop doctor` says what is missing";

/// Watches the family of the started program. The looks are made in threads of their own: processes may be silent.
#[derive(Debug)]
pub struct Unseen {
    root: Option<Handle>,
    next: Duration,
    pause: Duration,
    /// What is known, unless a look is under way.
    family: Option<Box<Family>>,
    under_way: Option<Receiver<Look>>,
    /// An API's library was seen in some process.
    library_seen: bool,
    /// Some process was reported to be without a probe, with the reason.
    missed: bool,
    /// What a probe that was put into some process does not reach.
    gap: Option<Gap>,
    /// Processes that another zetop watches, which the program has started.
    elsewhere: Vec<String>,
    /// What tells of libraries that a process has opened between two looks.
    opened: Option<Opened>,
    /// A zetop is among the processes.
    nested: bool,
}

impl Unseen {
    /// `root` is the started program, `libraries` the folder that holds the probe, `session` the one in which
    /// probes leave their files.
    #[must_use]
    pub fn new(root: Option<u32>, libraries: &Path, session: &Path) -> Self {
        let family = Family::new(libraries, session);
        Self {
            root: root.map(Handle::open),
            next: FIRST,
            pause: FIRST,
            family: Some(Box::new(family)),
            under_way: None,
            library_seen: false,
            missed: false,
            gap: None,
            elsewhere: Vec::new(),
            opened: None,
            nested: false,
        }
    }

    /// `opened` watches since before the program was started.
    #[must_use]
    pub fn with(self, opened: Option<Opened>) -> Self {
        Self { opened, ..self }
    }

    /// Notes what a probe that was put into a process does not reach there.
    pub fn reached(&mut self, reach: Reach) {
        self.gap = self.gap.or(reach.gap);
    }

    /// When the next look is due, in a session that has a program to look at.
    #[must_use]
    pub fn next_look(&self) -> Option<Duration> {
        self.root.as_ref().map(|_| self.next)
    }

    /// Looks through the family from time to time. Returns the processes that use an API whose probe has not
    /// announced itself, each once. `probed` says whose has. Waits no longer than a moment: what takes longer is returned by a
    /// later call.
    pub fn look(&mut self, now: Duration, probed: impl FnOnce() -> Probed) -> Vec<Missed> {
        let Some(root) = self.root.clone().filter(|_| now >= self.next) else { return Vec::new() };
        if let Some(family) = self.family.take() {
            self.under_way = family.start(root, now, probed());
        }
        let look = self.under_way.as_ref().map(|look| look.recv_timeout(MOMENT));
        let Some(Ok(Look { family, missed, soon, took })) = look else {
            self.next = now + OFTEN;
            return Vec::new();
        };
        self.under_way = None;
        self.library_seen |= family.library_seen;
        self.nested |= family.nested;
        self.elsewhere.clone_from(&family.elsewhere);
        self.family = Some(family);
        self.missed |= !missed.is_empty();
        let (rarest, share) = if now < BEGINNING { (OFTEN, SHARE_AT_FIRST) } else { (RAREST, SHARE) };
        self.pause = (self.pause * 2).min(rarest).max(took * share);
        // Look again soon, to settle what has just been found.
        self.next = now + if soon { A_MOMENT.min(self.pause * 2) } else { self.pause };
        missed
    }

    /// At the end: what another zetop watches, which the program has started.
    #[must_use]
    pub fn watched_elsewhere(&self) -> Option<String> {
        let [first, more @ ..] = &self.elsewhere[..] else { return None };
        let others = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        Some(format!("{first}{others}: another zetop, which the program started, has the figures of that"))
    }

    /// At the end: why nothing was seen, if nothing was.
    #[must_use]
    pub fn nothing_seen(
        &self,
        probes: usize,
        calls: u64,
        no_gpu: impl FnOnce() -> Option<String>,
    ) -> Option<String> {
        let no_library = || {
            // Nothing says who it was.
            let opened = self.opened.as_ref().map_or_else(Vec::new, Opened::which);
            let opened: Vec<String> = opened.iter().map(|file| clean(&file.to_string_lossy())).collect();
            let opened = match opened.len() {
                0 => String::new(),
                several => format!(
                    "; {} {} opened meanwhile, by it or by another program: one that opens it by its path and ends soon \
                     after that is not counted",
                    opened.join(" and "),
                    if several == 1 { "was" } else { "were" },
                ),
            };
            format!("the program was not seen to load {}{opened}", api::libraries())
        };
        let no_library_was_seen;
        let why = match (calls, probes, self.library_seen) {
            (1.., ..) => return None,
            // That has been said.
            (0, 0, true) if !self.elsewhere.is_empty() => return None,
            (0, 0, _) if self.nested => {
                return Some(format!(
                    "no {} calls seen: the program started another zetop, which has the figures of what it watches",
                    api::any()
                ));
            }
            (0, 1.., _) => match self.gap {
                Some(Gap::AllPointers { .. }) => {
                    "the probe found no pointer to the API's functions in the program, so that calls could not come \
                     through it: start the program under zetop instead"
                }
                Some(Gap::SomeMemory { .. } | Gap::Loader { .. }) => {
                    "no call came through the probe, which does not reach all of the program: start the program under \
                     zetop instead"
                }
                None => "the probe is in place, but the program made no call meanwhile",
            },
            (0, 0, true) if self.missed => {
                "the program ended before the probe was in it, which came too late for the reason that is given above"
            }
            (0, 0, true) => {
                "the API's library was there, but the program did not initialise it, or it is too old to have a place \
                 for the probe"
            }
            (0, 0, false) => {
                no_library_was_seen = no_library();
                &no_library_was_seen
            }
        };
        // Drivers may take a while to say that they are there: a program that has not asked for them need not wait for that.
        let may_lack = probes == 0 && (self.library_seen || !doctor::has_device_files());
        let why = match Some(no_gpu).filter(|_| may_lack).and_then(|ask| ask()) {
            Some(missing) if self.library_seen => {
                format!("there is no GPU driver here ({missing}); {SIMULATED}")
            }
            Some(missing) => format!("{why}; there is no GPU driver here either ({missing}); {SIMULATED}"),
            None => why.to_owned(),
        };
        Some(format!("no {} calls seen: {why}", api::any()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_the_loader_is_no_matter() {
        let folder = tempfile::tempdir().unwrap();
        let mut unseen = Unseen::new(Some(std::process::id()), folder.path(), folder.path());
        for ms in [200, 1_000, 3_000] {
            assert_eq!(unseen.look(Duration::from_millis(ms), Probed::new), []);
        }
        let nothing = |unseen: &Unseen, probes, calls| unseen.nothing_seen(probes, calls, || None);
        assert!(nothing(&unseen, 0, 0).is_some_and(|why| why.contains("not seen to load")));
        assert_eq!(nothing(&unseen, 1, 5), None);
        assert!(nothing(&unseen, 1, 0).is_some_and(|why| why.contains("made no call")));
        unseen.reached(Reach { waits_for: None, gap: Some(Gap::AllPointers { api: "CUDA" }) });
        assert!(nothing(&unseen, 1, 0).is_some_and(|why| why.contains("no pointer")));
    }

    #[test]
    fn a_machine_without_a_driver_is_said_to_be_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut unseen = Unseen::new(Some(std::process::id()), folder.path(), folder.path());
        unseen.library_seen = true;
        let said = |unseen: &Unseen, no_gpu: Option<&str>| {
            unseen.nothing_seen(0, 0, || no_gpu.map(str::to_owned)).unwrap()
        };
        let none = said(&unseen, Some("no Level Zero driver found"));
        assert!(none.contains("no GPU driver here (no Level Zero driver found)"), "{none}");
        assert!(none.contains("--sim") && none.contains("zetop doctor"), "{none}");
        assert!(!said(&unseen, None).contains("--sim"));
    }

    /// "The program did not initialise it" stood below the reason why it was not seen to.
    #[test]
    fn a_program_that_was_too_short_for_a_late_attach_is_not_said_to_have_done_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut unseen = Unseen::new(Some(std::process::id()), folder.path(), folder.path());
        (unseen.library_seen, unseen.missed) = (true, true);
        let said = unseen.nothing_seen(0, 0, || None).unwrap();
        assert!(said.contains("ended before the probe was in it") && !said.contains("initialise"), "{said}");
    }
}
