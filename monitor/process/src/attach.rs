//! `zetop -p PID`: puts the probe into a running program, and takes it out again.
//!
//! ```text
//! check -> folder that the target sees -> library (or the one that an earlier zetop left) -> zetop_attach
//! ```

mod choose;
mod error;
mod probe;
mod reach;

pub(crate) use choose::take_turn;
pub use error::AttachError;
pub use reach::{Gap, Reach};

use crate::backend::{self, Backend};
use crate::session_folder::SessionFolder;
use crate::tree::{ApiProcess, Tree};
use choose::{PATIENCE, choose, look_at};
use probe::call_probe;
use reach::explain;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use zetop_inject::{Facts, InjectError, check_unless};
use zetop_system::handle::Handle;
use zetop_system::limit::for_process_unless;
use zetop_system::output::stderr;
use zetop_system::proc;
use zetop_wire::session::Options;

/// How long `--wait` sleeps between two looks.
const WAIT: Duration = Duration::from_millis(200);

/// An attach of which each step keeps to its own limits is over by then.
pub(crate) const LONGEST: Duration = Duration::from_secs(40);

/// A program that the probe is in.
#[derive(Debug)]
pub struct Attached {
    pub folder: SessionFolder,
    pub facts: Facts,
    pub reach: Reach,
    /// From the first look to the probe's answer.
    pub took: Duration,
}

/// What to do about a program that does not use any of the APIs yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    No,
    /// For as long as it takes.
    Ever,
    For(Duration),
}

/// The first process of a tree that the probe is in.
#[derive(Debug)]
pub struct First {
    pub attached: Attached,
    /// Further ones that use an API, those among them that could not be attached to at this moment.
    pub others: Vec<ApiProcess>,
    /// Why it is in some of them not.
    pub failed: Vec<AttachError>,
}

/// Attaches to the first process of a tree that uses an API, and waits for there to be one. `found` is called when there is
/// nothing more to wait for, before a process is touched.
///
/// # Errors
/// Every refusal and failure, as one line.
pub fn attach(
    tree: &mut Tree,
    options: &Options,
    wait: Wait,
    found: impl FnOnce(),
) -> Result<First, AttachError> {
    let start = Instant::now();
    let using = loop {
        let using = tree.find();
        if !using.is_empty() {
            break using;
        }
        let refused = to_be_waited_for(tree)?;
        match wait {
            Wait::No => return Err(refused),
            Wait::For(limit) if start.elapsed() >= limit => {
                let pid = tree.roots().first().map_or(0, Handle::pid);
                return Err(AttachError::WaitedInVain { pid, limit });
            }
            Wait::For(limit) => std::thread::sleep(limit.saturating_sub(start.elapsed()).min(WAIT)),
            Wait::Ever => std::thread::sleep(WAIT),
        }
    };
    found();
    let signalled = stderr::signalled();
    let given_up = || signalled.load(Ordering::Relaxed);
    let mut failed = Vec::new();
    let gone = tree.roots().iter().filter(|root| !root.is_alive());
    gone.for_each(|root| failed.extend(look_at(root.pid(), &given_up).err().map(AttachError::from)));
    let (mut using, mut passed_over) = (using.into_iter(), Vec::new());
    while let Some(found) = using.next() {
        match attach_to(&found, options, &given_up) {
            Ok(attached) => {
                let again = passed_over.into_iter().map(|(found, _)| found);
                return Ok(First { attached, others: again.chain(using).collect(), failed });
            }
            Err(_) if given_up() => return Err(AttachError::Interrupted(found.process.pid())),
            Err(error) if error.is_passing() || found.is_replaced() => passed_over.push((found, error)),
            Err(error) => failed.push(error),
        }
    }
    let passing = passed_over.pop().map(|(_, error)| error);
    Err(failed.pop().or(passing).unwrap_or(AttachError::NoLoader(0)))
}

/// Why nothing can be attached to yet.
///
/// # Errors
/// Why nothing ever can be.
fn to_be_waited_for(tree: &Tree) -> Result<AttachError, AttachError> {
    let mut first = None;
    for root in tree.roots() {
        let pid = root.pid();
        // A signal ends this wait as it ends any program.
        match look_at(pid, &|| false) {
            Ok(_) => return Ok(AttachError::NoLoader(pid)),
            Err(error @ InjectError::Loading(_)) => return Ok(error.into()),
            // A launcher that can't be attached to itself, such as one without a C library.
            Err(error) if tree.has_children() && !is_no_program(&error) => {
                return Ok(AttachError::NoLoader(pid));
            }
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.map_or(AttachError::NoLoader(0), AttachError::from))
}

/// There is no program of that number, whatever has it as its parent.
fn is_no_program(error: &InjectError) -> bool {
    matches!(
        error,
        InjectError::Itself(_)
            | InjectError::NoSuchProcess(_)
            | InjectError::IsThread { .. }
            | InjectError::Zombie(_)
            | InjectError::KernelThread(_)
    )
}

fn attach_to(
    found: &ApiProcess,
    options: &Options,
    given_up: &dyn Fn() -> bool,
) -> Result<Attached, AttachError> {
    let start = Instant::now();
    let (turn, facts) = choose(found, given_up)?;
    let (folder, reach) = begin(&facts, options, given_up)?;
    drop(turn);
    let took = start.elapsed();
    // Not before: the user waits for the attach.
    SessionFolder::clean_up();
    Ok(Attached { folder, facts, reach, took })
}

/// Until the probe has answered, or a signal to end has come: somebody who holds up an attach for long may want that.
fn begin(
    facts: &Facts,
    options: &Options,
    given_up: &dyn Fn() -> bool,
) -> Result<(SessionFolder, Reach), AttachError> {
    let folder = match SessionFolder::for_process(facts, options, given_up) {
        Err(error) if given_up() => return Err(error.into()),
        // A program that is ending has none of the places where a folder could be.
        Err(error) => {
            let program = facts.clone();
            let why =
                for_process_unless(facts.pid, PATIENCE, given_up, move || used(&program).err()).flatten();
            return Err(why.map_or(error.into(), AttachError::from));
        }
        Ok(folder) => folder,
    };
    let reach = inject(facts, folder.inside(), given_up)?;
    Ok((folder, reach))
}

/// A process that has joined a session.
#[derive(Debug)]
pub struct Joined {
    /// Where its figures are, when it cannot use the session's folder.
    pub folder: Option<SessionFolder>,
    pub reach: Reach,
}

/// Whether a process can use a folder that zetop has made for itself.
#[must_use]
pub fn is_as_we_are(facts: &Facts) -> bool {
    facts.uid == rustix::process::geteuid().as_raw() && !facts.is_elsewhere()
}

/// Attaches to a process of a session: one that was started in it and lost the probe on the way, or another one of a tree. Its
/// folder is `session`, if it is one for processes as we are.
///
/// # Errors
/// Every refusal and failure, as one line.
pub fn join(found: &ApiProcess, session: Option<&Path>, options: &Options) -> Result<Joined, AttachError> {
    let never = || false;
    let (_turn, facts) = choose(found, &never)?;
    if let Some(folder) = session.filter(|_| is_as_we_are(&facts)) {
        return Ok(Joined { folder: None, reach: inject(&facts, folder, &never)? });
    }
    let (folder, reach) = begin(&facts, options, &never)?;
    Ok(Joined { folder: Some(folder), reach })
}

/// Makes the probes in the process join the session whose folder is `inside`, as the process sees it.
fn inject(facts: &Facts, inside: &Path, given_up: &dyn Fn() -> bool) -> Result<Reach, AttachError> {
    let (program, folder) = (facts.clone(), inside.to_owned());
    let silent = InjectError::Silent { pid: facts.pid, limit: LONGEST };
    let work = move |has_answered: &AtomicBool| inject_now(&program, &folder, has_answered);
    unless_given_up(facts.pid, given_up, work).unwrap_or(Err(silent.into()))
}

/// The result of `work`, unless it takes longer than [`LONGEST`], or is given up before the probe has answered, which `work` says.
/// Behind that answer the session has begun: a signal ends the session then, not the attach, which has only to leave the program.
fn unless_given_up<T: Send + 'static>(
    pid: u32,
    given_up: &dyn Fn() -> bool,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> Option<T> {
    let has_answered = Arc::new(AtomicBool::new(false));
    let says = Arc::clone(&has_answered);
    for_process_unless(
        pid,
        LONGEST,
        || given_up() && !has_answered.load(Ordering::Acquire),
        move || work(&says),
    )
}

fn inject_now(facts: &Facts, inside: &Path, has_answered: &AtomicBool) -> Result<Reach, AttachError> {
    let mut answers = used(facts)?.into_iter().map(|backend| {
        let answer = call_probe(&facts.identity, inside, backend, has_answered)?;
        explain(answer, backend, facts, inside)
    });
    let mut all = answers.next().unwrap_or(Err(AttachError::NoLoader(facts.pid)));
    for answer in answers {
        // Seeing one API is worth the attach, even if the other fails.
        all = match (all, answer) {
            (Ok(a), Ok(b)) => Ok(Reach { waits_for: a.waits_for.and(b.waits_for), gap: a.gap.or(b.gap) }),
            (Ok(one), Err(_)) | (Err(_), Ok(one)) => Ok(one),
            // The probe of an API that it has already says nothing of the other one.
            (Err(AttachError::Busy(_)), Err(other)) | (Err(other), Err(_)) => Err(other),
        };
    }
    all
}

/// The APIs that a process uses.
fn used(facts: &Facts) -> Result<Vec<&'static dyn Backend>, InjectError> {
    let files = proc::mapped_files(facts.pid);
    if files.is_empty() {
        // A process that is ending has lost its memory while its driver still lets go of the devices; another one may not answer.
        check_unless(facts.pid, || false)?;
    }
    Ok(backend::used(&files).collect())
}

#[cfg(test)]
mod tests;
