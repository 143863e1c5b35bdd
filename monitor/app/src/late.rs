//! Processes of a started program that lost the probe on the way: attached to while they run, into the same
//! session.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use zetop_figures::sink::Sink;
use zetop_figures::source::{Reading, Source};
use zetop_inject::STACK;
use zetop_process::attach::{self, AttachError, Joined, Reach};
use zetop_process::backend;
use zetop_process::doctor;
use zetop_process::session_folder::SessionFolder;
use zetop_process::unseen::{Missed, Probed, Unseen};
use zetop_wire::session::Options;

/// How long the end of a session waits for attaches in progress: their program is ending, too.
const LAST_WAIT: Duration = Duration::from_millis(500);

/// An attach in progress, in a thread of its own, because it can take seconds.
#[derive(Debug)]
struct Pending {
    missed: Missed,
    result: Receiver<Result<Joined, AttachError>>,
}

/// A process that cannot use the session's folder (another user, another file system) has one of its own.
#[derive(Debug)]
struct Apart {
    // Dropped before the folder that it reads.
    source: Source,
    folder: SessionFolder,
}

/// Finds such processes and attaches to them.
#[derive(Debug)]
pub struct Late {
    unseen: Unseen,
    session: PathBuf,
    options: Options,
    pending: Vec<Pending>,
    apart: Vec<Apart>,
}

impl Late {
    /// `root` is the started program; without one there is nothing to find.
    #[must_use]
    pub fn new(root: Option<u32>, folder: &SessionFolder, options: Options) -> Self {
        Self {
            unseen: Unseen::new(root, folder.libraries(), folder.inside()),
            session: folder.inside().to_owned(),
            options,
            pending: Vec::new(),
            apart: Vec::new(),
        }
    }

    /// Looks from time to time, starts attaches, and reports their results. `probed` tells which probes have announced
    /// themselves in the session's folder.
    pub fn look(&mut self, now: Duration, probed: impl FnOnce() -> Probed) -> Vec<String> {
        for missed in self.unseen.look(now, probed) {
            self.start(missed);
        }
        self.collect(Duration::ZERO)
    }

    fn start(&mut self, missed: Missed) {
        let (sender, result) = channel();
        let (pid, session, options) = (missed.pid, self.session.clone(), self.options.clone());
        let work = move || {
            // nobody listens any more when the session is over
            let _ = sender.send(attach::join(pid, &session, &options));
        };
        // If there is no thread, the sender is dropped, which is reported as a failure.
        let _ = std::thread::Builder::new().name("attach".to_owned()).stack_size(STACK).spawn(work);
        self.pending.push(Pending { missed, result });
    }

    /// The results of finished attaches, as text; waits for the others at most until `limit`.
    fn collect(&mut self, limit: Duration) -> Vec<String> {
        let end = Instant::now() + limit;
        let mut notes = Vec::new();
        for pending in std::mem::take(&mut self.pending) {
            let left = end.saturating_duration_since(Instant::now());
            match pending.result.recv_timeout(left) {
                Ok(result) => notes.push(self.outcome(&pending.missed, result)),
                Err(RecvTimeoutError::Timeout) => self.pending.push(pending),
                Err(RecvTimeoutError::Disconnected) => {
                    notes.push(missing(&pending.missed, "there was no thread to attach with"));
                }
            }
        }
        notes
    }

    /// When the next look at the program's processes is due.
    #[must_use]
    pub fn next_look(&self) -> Option<Duration> {
        let attaching = (!self.pending.is_empty()).then_some(Duration::ZERO);
        attaching.or_else(|| self.unseen.next_look())
    }

    /// Notes what a probe that was put into a process does not reach there.
    pub fn reached(&mut self, reach: Reach) {
        self.unseen.reached(reach);
    }

    fn outcome(&mut self, missed: &Missed, result: Result<Joined, AttachError>) -> String {
        let Missed { pid, command, why, .. } = missed;
        match result {
            Ok(joined) => {
                if let Some(folder) = joined.folder {
                    let source = Source::new(folder.path(), backend::loader_version);
                    self.apart.push(Apart { source, folder });
                }
                self.reached(joined.reach);
                let before = if joined.reach.is_waiting {
                    "before its first call"
                } else {
                    "calls before that are not seen"
                };
                let gap = joined.reach.gap.map(|gap| format!("; {}", gap.note(*pid))).unwrap_or_default();
                format!("attached late to pid {pid} ({command}), {before}: {why}{gap}")
            }
            Err(error) => missing(missed, &error.to_string()),
        }
    }

    /// Reads the figures of processes with folders of their own, into `reading`.
    pub fn read(
        &mut self,
        to: &mut dyn Sink,
        ns_per_tick: f64,
        live: bool,
        last: bool,
        reading: &mut Reading,
    ) {
        for apart in &mut self.apart {
            apart.folder.beat();
            let more = apart.source.read(to, ns_per_tick, live, last);
            reading.changed |= more.changed;
            reading.said.extend(more.said);
            reading.refused.extend(more.refused);
            reading.calls.extend(more.calls);
            reading.lost += more.lost;
        }
    }

    /// The sources of processes with folders of their own.
    pub fn sources(&mut self) -> impl Iterator<Item = &mut Source> {
        self.apart.iter_mut().map(|apart| &mut apart.source)
    }

    /// Folders of processes with folders of their own.
    pub fn folders(&mut self) -> impl Iterator<Item = &mut SessionFolder> {
        self.apart.iter_mut().map(|apart| &mut apart.folder)
    }

    /// The program has ended: finishes attaches that are still in progress.
    pub fn finish(&mut self) -> Vec<String> {
        let mut notes = self.collect(LAST_WAIT);
        notes.extend(self.unseen.watched_elsewhere());
        let left = self.pending.drain(..);
        notes
            .extend(left.map(|pending| missing(&pending.missed, "it ended before zetop had attached to it")));
        notes
    }

    /// Why nothing was seen, if nothing was; `found` is the number of processes in the session's folder.
    #[must_use]
    pub fn nothing_seen(&self, found: usize, calls: u64, simulated: bool) -> Option<String> {
        let apart: usize = self.apart.iter().map(|apart| apart.source.found()).sum();
        let no_gpu = || if simulated { None } else { doctor::no_gpu() };
        self.unseen.nothing_seen(found + apart, calls, no_gpu)
    }
}

fn missing(Missed { pid, api, command, why }: &Missed, obstacle: &str) -> String {
    format!("pid {pid} ({command}) uses {api} without the probe: {why}; {obstacle}")
}
