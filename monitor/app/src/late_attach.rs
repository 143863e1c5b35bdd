//! Processes that are attached to while the session runs: those of a started program that lost the probe on the way, and those
//! of a tree that use an API beside the first one, or later.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use zetop_figures::sink::Sink;
use zetop_figures::source::{Reading, Source};
use zetop_inject::{Facts, STACK};
use zetop_process::attach::{self, AttachError, Joined, Reach};
use zetop_process::backend;
use zetop_process::doctor;
use zetop_process::missed_programs::{Missed, Probed, Unseen};
use zetop_process::opened::Opened;
use zetop_process::session_folder::SessionFolder;
use zetop_process::tree::{ApiProcess, Hidden, Tree};
use zetop_system::proc;
use zetop_wire::session::Options;

/// How long the end of a session waits for attaches in progress: their program is ending, too.
const LAST_WAIT: Duration = Duration::from_millis(500);

/// Attaches at a time: each holds a program up for some milliseconds, and needs a processor itself.
const AT_ONCE: usize = 8;
/// Sessions of their own at a time: each takes some descriptors and a thread.
const MOST_APART: usize = 64;
/// How long such a session goes on without a process: one may be forked by the last one, and come a moment later.
const EMPTY: Duration = Duration::from_secs(5);
/// Processes of a tree that could not be attached to, and are named.
const MOST_NAMED: usize = 8;

/// Pauses before an attach is tried again that failed for a reason that may pass.
const AGAIN: [Duration; 4] =
    [Duration::from_secs(1), Duration::from_secs(2), Duration::from_secs(4), Duration::from_secs(8)];

/// Why processes are not watched that are found last.
const SESSION_ENDED: &str = "the session ended before zetop had attached to it";

/// What has happened.
#[derive(Debug)]
pub enum News {
    /// The figures lack something.
    Note(String),
    /// For the log.
    Said(String),
}

/// A process to attach to.
#[derive(Debug)]
struct Wanted {
    found: ApiProcess,
    /// What a process of a started program lacks; `None` for one of a tree that is attached to.
    missed: Option<Lacking>,
    /// How often an attach to it has failed, and why the last one has.
    tried: usize,
    obstacle: Option<String>,
}

impl Wanted {
    fn new(found: ApiProcess, missed: Option<Lacking>) -> Self {
        Self { found, missed, tried: 0, obstacle: None }
    }

    fn pid(&self) -> u32 {
        self.found.process.pid()
    }

    fn may_be_tried_again(&self) -> bool {
        self.tried < AGAIN.len() && self.found.process.is_alive()
    }
}

/// A process that is attached to once more.
#[derive(Debug)]
struct Postponed {
    until: Instant,
    wanted: Wanted,
}

/// What has become of an attach.
#[derive(Debug)]
enum Outcome {
    Joined(Box<Joined>),
    /// The process is in the session already.
    IsHere,
    /// The process has executed another program since it was found.
    Replaced,
    Failed(AttachError),
}

/// The API that a process uses without the probe, and why that is not there.
#[derive(Debug)]
struct Lacking {
    api: &'static str,
    why: String,
}

/// An attach in progress, in a thread of its own, because it can take seconds.
#[derive(Debug)]
struct Pending {
    wanted: Wanted,
    since: Instant,
    result: Receiver<Outcome>,
}

/// A process that cannot use the session's folder (another user, another file system) has one of its own.
#[derive(Debug)]
struct Apart {
    // Dropped before the folder that it reads.
    source: Source,
    folder: SessionFolder,
    /// Since when all its processes have ended, and were read to their end.
    over: Option<Instant>,
}

impl Apart {
    fn new(folder: SessionFolder) -> Self {
        Self { source: Source::new(folder.path(), backend::loader_version), folder, over: None }
    }

    /// Whether it is no longer needed.
    fn is_over(&mut self) -> bool {
        let is_empty = self.source.is_empty();
        let over = is_empty.then(|| *self.over.get_or_insert_with(Instant::now));
        self.over = over;
        over.is_some_and(|since| since.elapsed() >= EMPTY)
    }
}

/// Finds such processes and attaches to them.
#[derive(Debug)]
pub struct LateAttach {
    unseen: Unseen,
    /// What was attached to.
    tree: Option<Tree>,
    /// A folder for processes as we are, and the names of those in use.
    session: Option<PathBuf>,
    folders: Vec<String>,
    options: Options,
    queue: VecDeque<Wanted>,
    postponed: Vec<Postponed>,
    /// Processes of the tree that could not be attached to.
    failed: usize,
    /// Some had ended before that, and it was said.
    has_ended: bool,
    said_ended: bool,
    pending: Vec<Pending>,
    /// Nothing more is attached to.
    is_over: bool,
    apart: Vec<Apart>,
    /// Processes that were found in those that are over.
    found: usize,
}

impl LateAttach {
    /// For a started program; `opened` watches since before its start.
    #[must_use]
    pub fn of_program(root: u32, folder: &SessionFolder, options: Options, opened: Option<Opened>) -> Self {
        let late = Self::new(Some(root), None, folder, options);
        Self { unseen: late.unseen.with(opened), ..late }
    }

    /// For a tree whose `first` process was attached to with the folder.
    #[must_use]
    pub fn of_tree(tree: Tree, folder: &SessionFolder, first: &Facts, options: Options) -> Self {
        let late = Self::new(None, Some(tree), folder, options);
        let session = late.session.clone().filter(|_| attach::is_as_we_are(first));
        Self { session, ..late }
    }

    fn new(root: Option<u32>, tree: Option<Tree>, folder: &SessionFolder, options: Options) -> Self {
        Self {
            unseen: Unseen::new(root, folder.libraries(), folder.inside()),
            tree,
            session: Some(folder.inside().to_owned()),
            folders: vec![name_of(folder)],
            options,
            queue: VecDeque::new(),
            postponed: Vec::new(),
            failed: 0,
            has_ended: false,
            said_ended: false,
            pending: Vec::new(),
            is_over: false,
            apart: Vec::new(),
            found: 0,
        }
    }

    /// Further processes of the tree.
    pub fn attach_to(&mut self, found: Vec<ApiProcess>) {
        self.queue.extend(found.into_iter().map(|found| Wanted::new(found, None)));
    }

    /// Looks from time to time, starts attaches, and reports their results. `probed` tells which probes have announced
    /// themselves in the session's folder.
    pub fn look(&mut self, now: Duration, probed: impl FnOnce() -> Probed) -> Vec<News> {
        let wanted = |Missed { process, api, command, stack, why }| {
            // What zetop starts may become whom it likes.
            Wanted::new(ApiProcess { process, user: None, command, stack }, Some(Lacking { api, why }))
        };
        let missed = self.unseen.look(now, probed).into_iter().map(wanted);
        let found = self.tree.as_mut().map_or_else(Vec::new, |tree| tree.look(now, &self.folders));
        let found: Vec<_> = missed.chain(found.into_iter().map(|found| Wanted::new(found, None))).collect();
        let hidden = self.tree.as_mut().map_or_else(Vec::new, Tree::hidden);
        let mut news: Vec<News> = hidden.into_iter().filter_map(|hidden| self.hidden(&hidden)).collect();
        if self.is_over {
            let missing = |wanted: &Wanted| self.missing(wanted, SESSION_ENDED);
            news.extend(found.iter().filter_map(missing));
        } else {
            self.queue.extend(found);
        }
        let due = self.postponed.extract_if(.., |postponed| postponed.until <= Instant::now());
        self.queue.extend(due.map(|postponed| postponed.wanted));
        while self.pending.len() < AT_ONCE
            && let Some(next) = self.queue.iter().position(|wanted| !self.is_attaching_to(wanted.pid()))
            && let Some(wanted) = self.queue.remove(next)
        {
            self.start(wanted);
        }
        news.extend(self.collect(Duration::ZERO));
        self.has_ended |= self.tree.as_ref().is_some_and(|tree| tree.too_short() > 0);
        news.extend(self.have_ended());
        news
    }

    /// What is said of a process of another user.
    fn hidden(&mut self, Hidden { pid, user, command }: &Hidden) -> Option<News> {
        self.not_watched(format!(
            "pid {pid} ({command}) is not watched: it runs as uid {user}, so only root's zetop can see whether it uses an API"
        ))
    }

    /// Whether all processes of the tree have ended; `None` of a started program.
    #[must_use]
    pub fn is_over(&self) -> Option<bool> {
        self.tree.as_ref().map(Tree::is_over)
    }

    /// Nothing more is attached to; waits for what is in progress, but no longer than `limit`.
    pub fn stop(&mut self, limit: Duration) -> Vec<News> {
        let mut news = self.collect(limit);
        news.extend(self.end(SESSION_ENDED));
        news
    }

    /// What is said of processes that are not attached to any more; `obstacle` is why those are not that had no attach so far.
    fn end(&mut self, obstacle: &str) -> Vec<News> {
        self.is_over = true;
        let postponed = std::mem::take(&mut self.postponed).into_iter().map(|postponed| postponed.wanted);
        let pending = std::mem::take(&mut self.pending).into_iter().map(|pending| pending.wanted);
        let left: Vec<_> =
            std::mem::take(&mut self.queue).into_iter().chain(postponed).chain(pending).collect();
        let missing = |wanted: &Wanted| self.missing(wanted, wanted.obstacle.as_deref().unwrap_or(obstacle));
        left.iter().filter_map(missing).collect()
    }

    /// A process that executes another program may be found twice. Two attaches to it at once would be in each other's way.
    fn is_attaching_to(&self, pid: u32) -> bool {
        self.pending.iter().any(|pending| pending.wanted.pid() == pid)
    }

    fn start(&mut self, wanted: Wanted) {
        let (sender, result) = channel();
        let (found, session, options) = (wanted.found.clone(), self.session.clone(), self.options.clone());
        let (folders, is_of_tree) = (self.folders.clone(), wanted.missed.is_none());
        let work = move || {
            let pid = found.process.pid();
            let is_here = || folders.iter().any(|name| proc::maps_contain(pid, name) == Some(true));
            let outcome = match attach::join(&found, session.as_deref(), &options) {
                Ok(joined) => Outcome::Joined(Box::new(joined)),
                // The process was found twice, or the probe has answered an earlier attach after all.
                Err(AttachError::Busy(_)) if is_here() => Outcome::IsHere,
                // One API's probe has answered an earlier attach, and another API's can't be put in.
                Err(error) if is_of_tree && !error.is_passing() && is_here() => Outcome::IsHere,
                Err(_) if found.is_replaced() => Outcome::Replaced,
                Err(error) => Outcome::Failed(error),
            };
            // nobody listens any more when the session is over
            let _ = sender.send(outcome);
        };
        // If there is no thread, the sender is dropped, which is reported as a failure.
        let _ = std::thread::Builder::new().name("attach".to_owned()).stack_size(STACK).spawn(work);
        self.pending.push(Pending { wanted, since: Instant::now(), result });
    }

    /// The results of finished attaches; waits for the others at most until `limit`.
    fn collect(&mut self, limit: Duration) -> Vec<News> {
        let end = Instant::now() + limit;
        let mut notes = Vec::new();
        for pending in std::mem::take(&mut self.pending) {
            let left = end.saturating_duration_since(Instant::now());
            match pending.result.recv_timeout(left) {
                Ok(outcome) => notes.extend(self.outcome(pending, outcome)),
                Err(RecvTimeoutError::Timeout) => self.pending.push(pending),
                Err(RecvTimeoutError::Disconnected) => {
                    notes.extend(self.missing(&pending.wanted, "there was no thread to attach with"));
                }
            }
        }
        notes
    }

    fn postpone(&mut self, wanted: Wanted, obstacle: String) {
        let until = Instant::now() + AGAIN[wanted.tried];
        let wanted = Wanted { tried: wanted.tried + 1, obstacle: Some(obstacle), ..wanted };
        self.postponed.push(Postponed { until, wanted });
    }

    /// When the next look at the program's processes is due.
    #[must_use]
    pub fn next_look(&self) -> Option<Duration> {
        let attaching = (!self.pending.is_empty() || !self.queue.is_empty()).then_some(Duration::ZERO);
        let tree = || self.tree.as_ref().map(Tree::next_look);
        attaching.or_else(|| self.unseen.next_look()).or_else(tree)
    }

    /// Notes what a probe that was put into a process does not reach there.
    pub fn reached(&mut self, reach: Reach) {
        self.unseen.reached(reach);
    }

    fn outcome(&mut self, pending: Pending, outcome: Outcome) -> Vec<News> {
        let (is_of_tree, is_first) = (pending.wanted.missed.is_none(), pending.wanted.tried == 0);
        let (obstacle, is_passing) = match outcome {
            Outcome::Joined(joined) => return self.joined(&pending, *joined),
            Outcome::IsHere => {
                self.is_in_session(&pending.wanted);
                return Vec::new();
            }
            // The tree looks at that program in its turn.
            Outcome::Replaced if is_of_tree => return Vec::new(),
            Outcome::Replaced => {
                ("it was replaced by another program before zetop had attached to it".to_owned(), true)
            }
            // Programs close a library, and open it again.
            Outcome::Failed(error @ AttachError::NoLoader(_)) => (error.to_string(), is_first),
            Outcome::Failed(error) => {
                // If the process has ended, what kept zetop from it before says more.
                let earlier = pending.wanted.obstacle.clone().filter(|_| error.is_about_an_end());
                (earlier.unwrap_or_else(|| error.to_string()), error.is_passing())
            }
        };
        if is_passing && pending.wanted.may_be_tried_again() {
            self.postpone(pending.wanted, obstacle);
            return Vec::new();
        }
        self.missing(&pending.wanted, &obstacle).into_iter().collect()
    }

    /// Forgets what else was found of a process that is in the session now: the program that it was before, or the same one. One
    /// that lacks another API's probe still does.
    fn is_in_session(&mut self, now: &Wanted) {
        let is_same = |wanted: &Wanted| wanted.missed.is_none() && wanted.found.stack == now.found.stack;
        let is_past =
            |wanted: &Wanted| wanted.pid() == now.pid() && (is_same(wanted) || wanted.found.is_replaced());
        self.queue.retain(|wanted| !is_past(wanted));
        self.postponed.retain(|postponed| !is_past(&postponed.wanted));
    }

    fn joined(&mut self, pending: &Pending, joined: Joined) -> Vec<News> {
        let Wanted { found: ApiProcess { process, command, .. }, missed, .. } = &pending.wanted;
        let pid = process.pid();
        self.is_in_session(&pending.wanted);
        if let Some(folder) = joined.folder {
            if self.apart.len() >= MOST_APART {
                let many = format!("zetop watches {MOST_APART} processes apart already");
                // It detaches when its folder has gone.
                remove(folder);
                return self.missing(&pending.wanted, &many).into_iter().collect();
            }
            self.folders.push(name_of(&folder));
            self.apart.push(Apart::new(folder));
        }
        self.reached(joined.reach);
        let gap = joined.reach.gap.map(|gap| gap.note(pid));
        let Some(Lacking { why, .. }) = missed else {
            let took = pending.since.elapsed().as_secs_f64() * 1e3;
            let said = News::Said(format!("attached to pid {pid} ({command}) in {took:.0} ms"));
            return std::iter::once(said).chain(gap.map(News::Note)).collect();
        };
        let before = if joined.reach.waits_for.is_some() {
            "before its first call"
        } else {
            "calls before that are not seen"
        };
        let gap = gap.map(|gap| format!("; {gap}")).unwrap_or_default();
        vec![News::Note(format!("attached late to pid {pid} ({command}), {before}: {why}{gap}"))]
    }

    /// What is said of a process that is not watched. Of a tree, one that has ended meanwhile is none that is missed.
    fn missing(&mut self, wanted: &Wanted, obstacle: &str) -> Option<News> {
        let Wanted { found: ApiProcess { process, command, .. }, missed, .. } = wanted;
        let pid = process.pid();
        if let Some(Lacking { api, why }) = missed {
            return Some(News::Note(format!(
                "pid {pid} ({command}) uses {api} without the probe: {why}; {obstacle}"
            )));
        }
        if !process.is_alive() {
            self.has_ended = true;
            return Some(News::Said(format!(
                "pid {pid} ({command}) has ended before zetop had attached to it"
            )));
        }
        self.not_watched(format!("pid {pid} ({command}) is not watched: {obstacle}"))
    }

    /// What is said once of processes that were gone too soon.
    fn have_ended(&mut self) -> Option<News> {
        let is_new = self.has_ended && !std::mem::replace(&mut self.said_ended, true);
        let note = "processes that use an API have ended before zetop had attached to them: what they did is not counted";
        is_new.then(|| News::Note(note.to_owned()))
    }

    /// The first ones of a tree are named.
    fn not_watched(&mut self, note: String) -> Option<News> {
        self.failed += 1;
        match self.failed {
            0..=MOST_NAMED => Some(News::Note(note)),
            _ if self.failed == MOST_NAMED + 1 => {
                Some(News::Note("further processes are not watched, either".to_owned()))
            }
            _ => None,
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
            let more = apart.source.read(to, ns_per_tick, live, last);
            reading.changed |= more.changed;
            reading.said.extend(more.said);
            reading.refused.extend(more.refused);
            reading.calls.extend(more.calls);
            reading.allocated.extend(more.allocated);
            reading.ranges.extend(more.ranges);
            reading.lost += more.lost;
            reading.fullest = reading.fullest.max(more.fullest);
        }
        if !last {
            for over in self.apart.extract_if(.., |apart| apart.is_over()) {
                self.found += over.source.found();
                self.folders.retain(|name| *name != name_of(&over.folder));
                remove(over.folder);
            }
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
    pub fn finish(&mut self) -> Vec<News> {
        let mut notes = self.collect(LAST_WAIT);
        notes.extend(self.unseen.watched_elsewhere().map(News::Note));
        notes.extend(self.end("the program ended before zetop had attached to it"));
        notes
    }

    /// Why nothing was seen, if nothing was; `found` is the number of processes in the session's folder.
    #[must_use]
    pub fn nothing_seen(&self, found: usize, calls: u64, simulated: bool) -> Option<String> {
        let apart = self.found + self.apart.iter().map(|apart| apart.source.found()).sum::<usize>();
        let no_gpu = || if simulated { None } else { doctor::no_gpu() };
        self.unseen.nothing_seen(found + apart, calls, no_gpu)
    }
}

/// Nothing waits for the removal.
fn remove(folder: SessionFolder) {
    let _ = std::thread::Builder::new().name("zetop-remove".to_owned()).spawn(move || drop(folder));
}

/// No other folder has it.
fn name_of(folder: &SessionFolder) -> String {
    folder.inside().file_name().unwrap_or_default().to_string_lossy().into_owned()
}
