//! `zetop -p PID`: puts the probe into a running program, and takes it out again.
//!
//! ```text
//! check -> folder that the target sees -> library (or the one that an earlier zetop left) -> zetop_attach
//! ```

use crate::backend::{self, Backend, Probe};
use crate::session_folder::{FolderError, SessionFolder};
use crate::tree::{Found, Tree};
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::ffi::CString;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use zetop_inject::{
    Arg, Facts, Identity, InjectError, Injector, Library, Limits, PlacedLibrary, TRACER, check_unless,
    place_library,
};
use zetop_system::handle::Handle;
use zetop_system::limit::for_process_unless;
use zetop_system::output::stderr;
use zetop_system::proc;
use zetop_wire::api;
use zetop_wire::attach::AttachResult;
use zetop_wire::session::Options;

/// How long `--wait` sleeps between two looks.
const WAIT: Duration = Duration::from_millis(200);

/// How long a program may take that the dynamic linker is loading, and between two looks at it.
const LOADING: Duration = Duration::from_secs(5);
const LOADING_PAUSE: Duration = Duration::from_millis(5);

/// An attach of which each step keeps to its own limits is over by then.
pub(crate) const LONGEST: Duration = Duration::from_secs(40);

/// Longer than another zetop's attach can take.
const TURN: Duration = Duration::from_secs(15);
/// How long a process may take to have its memory opened, or to say what it has mapped.
const PATIENCE: Duration = Duration::from_secs(3);

#[derive(Debug, thiserror::Error)]
pub enum AttachError {
    #[error(transparent)]
    Inject(#[from] InjectError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(
        "process {0} does not use {apis}: add --wait, or leave out --only, to wait until it does", apis = backend::none_of_them()
    )]
    NoLoader(u32),
    #[error("process {pid} has not used {} within {} s", api::any(), limit.as_secs_f64())]
    WaitedInVain { pid: u32, limit: Duration },
    #[error("another zetop is watching process {0}: end that one first")]
    Busy(u32),
    #[error(
        "process {pid} runs as uid {uid}, and the program that has started it as uid {named}: name it, too, to attach to it (-p {pid})"
    )]
    OtherUser { pid: u32, uid: u32, named: u32 },
    #[error("the probe in process {pid} could not use the session folder {folder}: is it readable there?", folder = folder.display())]
    BadSession { pid: u32, folder: PathBuf },
    #[error(
        "the function tables of {loader} in process {pid} were not found, and it has no tracing layer that works \
         (loaders have one from 1.15.8 on): start the program under zetop instead, and please report this \
         loader's version"
    )]
    NoTables { pid: u32, loader: String },
    #[error(
        "{loader} of process {0} was loaded with dlmopen, into a namespace of its own, where the probe does not get: \
         start the program under zetop instead", loader = api::LEVEL_ZERO.library_is
    )]
    OtherNamespace(u32),
    #[error("process {0} is ending: nothing more is to be seen of it")]
    Ending(u32),
    #[error("the probe failed in process {0}; the program was left as it was")]
    Failed(u32),
    #[error("interrupted while attaching to process {0}: what was begun there undoes itself within seconds")]
    Interrupted(u32),
}

/// How much of a program the probe reaches that was put into it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reach {
    /// The program has not initialised Level Zero yet: nothing was missed.
    pub is_waiting: bool,
    pub gap: Option<Gap>,
}

/// What the probe does not reach, of the pointers to an API's functions that a program keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gap {
    /// None was found.
    AllPointers { api: &'static str },
    /// There was no time to search all memory.
    SomeMemory { api: &'static str },
    /// There are several loaders, and calls through one of them are not seen.
    Loader { api: &'static str },
}

impl Gap {
    /// For the user, about process `pid`.
    #[must_use]
    pub fn note(self, pid: u32) -> String {
        match self {
            Self::AllPointers { api } => format!(
                "pid {pid} keeps no pointer to {api}'s functions that was found in its memory: only functions that it looks \
                 up from now on are seen"
            ),
            Self::Loader { api } => format!(
                "pid {pid} has several copies of {api}'s loader, and the calls through one of them are not seen: start the \
                 program under zetop instead"
            ),
            Self::SomeMemory { api } => format!(
                "pid {pid} has so much memory that not all of it could be searched for pointers to {api}'s functions: some \
                 calls may not be seen"
            ),
        }
    }
}

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
    /// Further ones that use an API.
    pub others: Vec<Found>,
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
    let mut using = using.into_iter();
    while let Some(found) = using.next() {
        match attach_to(&found, options, &given_up) {
            Ok(attached) => return Ok(First { attached, others: using.collect(), failed }),
            Err(_) if given_up() => return Err(AttachError::Interrupted(found.process.pid())),
            Err(error) => failed.push(error),
        }
    }
    Err(failed.pop().unwrap_or(AttachError::NoLoader(0)))
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

fn attach_to(found: &Found, options: &Options, given_up: &dyn Fn() -> bool) -> Result<Attached, AttachError> {
    let start = Instant::now();
    let (turn, facts) = choose(found, given_up)?;
    let (folder, reach) = begin(&facts, options, given_up)?;
    drop(turn);
    let took = start.elapsed();
    // Not before: the user waits for the attach.
    SessionFolder::clean_up();
    Ok(Attached { folder, facts, reach, took })
}

/// What can be said of a process that was found, some time ago perhaps, and our turn to attach to it.
fn choose(found: &Found, given_up: &dyn Fn() -> bool) -> Result<(Option<File>, Facts), AttachError> {
    let (process, pid) = (&found.process, found.process.pid());
    let is_users = |uid: u32| match found.user {
        Some(named) if named != uid => Err(AttachError::OtherUser { pid, uid, named }),
        _ => Ok(()),
    };
    // Nothing of another user's process is opened.
    process.user().map_or(Ok(()), is_users)?;
    // Before the check, which would find another one tracing.
    let turn = take_turn(pid, given_up)?;
    let facts = look_at(pid, given_up)?;
    is_users(facts.uid)?;
    // As long as it is there, nobody else has its PID: all that was read by it is about this process.
    if !process.is_alive() {
        return Err(InjectError::Gone { pid }.into());
    }
    Ok((turn, facts))
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
pub fn join(found: &Found, session: Option<&Path>, options: &Options) -> Result<Joined, AttachError> {
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
    let work = move || inject_now(&program, &folder);
    for_process_unless(facts.pid, LONGEST, given_up, work).unwrap_or(Err(silent.into()))
}

fn inject_now(facts: &Facts, inside: &Path) -> Result<Reach, AttachError> {
    let mut answers = used(facts)?.into_iter().map(|backend| {
        let answer = call_probe(&facts.identity, inside, backend)?;
        explain(answer, backend.api(), facts, inside)
    });
    let mut all = answers.next().unwrap_or(Err(AttachError::NoLoader(facts.pid)));
    for answer in answers {
        // Seeing one API is worth the attach, even if the other fails.
        all = match (all, answer) {
            (Ok(a), Ok(b)) => Ok(Reach { is_waiting: a.is_waiting && b.is_waiting, gap: a.gap.or(b.gap) }),
            (Ok(one), Err(_)) | (Err(_), Ok(one)) => Ok(one),
            (Err(first), Err(_)) => Err(first),
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

fn explain(
    answer: AttachResult,
    api: &'static str,
    facts: &Facts,
    inside: &Path,
) -> Result<Reach, AttachError> {
    let pid = facts.pid;
    let with_gap = |gap| Ok(Reach { is_waiting: false, gap: Some(gap) });
    match answer {
        AttachResult::Attached => Ok(Reach::default()),
        AttachResult::WaitingForInit => Ok(Reach { is_waiting: true, gap: None }),
        AttachResult::NoPointers => with_gap(Gap::AllPointers { api }),
        AttachResult::NotAllSearched => with_gap(Gap::SomeMemory { api }),
        AttachResult::NotAllLoaders => with_gap(Gap::Loader { api }),
        AttachResult::Busy => Err(AttachError::Busy(pid)),
        AttachResult::BadSession => Err(AttachError::BadSession { pid, folder: inside.to_owned() }),
        AttachResult::NoLoader => Err(AttachError::NoLoader(pid)),
        AttachResult::OtherNamespace => Err(AttachError::OtherNamespace(pid)),
        AttachResult::NoTables => {
            let loader = facts.loaders.first().map_or_else(String::new, |l| l.path.display().to_string());
            Err(AttachError::NoTables { pid, loader })
        }
        AttachResult::Ending => Err(AttachError::Ending(pid)),
        AttachResult::Failed => Err(AttachError::Failed(pid)),
    }
}

/// Checks a process. If another zetop has stopped one of its threads, or if it has only just been executed and its C
/// library is not there yet, that is over in a moment.
fn look_at(pid: u32, given_up: &dyn Fn() -> bool) -> Result<Facts, InjectError> {
    let start = Instant::now();
    loop {
        match check_unless(pid, given_up) {
            other if given_up() => return other,
            Err(InjectError::Traced { name, .. }) if name == TRACER && start.elapsed() < TURN => {
                std::thread::sleep(Duration::from_millis(2));
            }
            Err(InjectError::Loading(_)) if start.elapsed() < LOADING => std::thread::sleep(LOADING_PAUSE),
            other => return other,
        }
    }
}

/// Two zetops that attach at the same moment would each load a probe, and one would wrap the other's
/// wrappers. This is a lock on one of the process's files in /proc, which needs the permission to attach to
/// it, and ends with us. Whoever has that permission, such as the process itself, can keep the lock, too.
pub(crate) fn take_turn(pid: u32, given_up: &dyn Fn() -> bool) -> Result<Option<File>, AttachError> {
    let silent = InjectError::Silent { pid, limit: PATIENCE };
    // It waits for a process that executes another program.
    let opened = for_process_unless(pid, PATIENCE, given_up, move || File::open(format!("/proc/{pid}/mem")));
    // The attach will say why it cannot be opened.
    let Ok(file) = opened.ok_or(silent)? else { return Ok(None) };
    let start = Instant::now();
    while let Err(Errno::WOULDBLOCK) = flock(&file, FlockOperation::NonBlockingLockExclusive) {
        if given_up() || start.elapsed() > TURN {
            return Err(AttachError::Busy(pid));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(Some(file))
}

/// Loads the probe, unless it is there already, and calls it.
fn call_probe(program: &Identity, inside: &Path, backend: &dyn Backend) -> Result<AttachResult, AttachError> {
    let known = probes_in(program.pid(), backend);
    let placed = if known.is_empty() { Some(load_apart(program, backend)?) } else { None };
    let mut injector = Injector::attach_to(program, Limits::default())?;
    let answer = match &placed {
        Some(placed) => load_placed(&mut injector, backend, placed),
        None => load(&mut injector, backend, &known),
    };
    let answer = answer.and_then(|entry| Ok(injector.call(entry, &[Arg::Text(&c_path(inside))])?));
    let left = injector.detach();
    let answer = answer?;
    left?;
    Ok(AttachResult::from_code(answer as i32))
}

/// Puts the probe into the target.
///
/// The dynamic linker opens the file, at a low number, and closes that number: in a program that closes all descriptors
/// and opens its own meanwhile, it would be the program's. So a helper without the program's descriptors does that. It can't
/// do the rest: drivers need theirs.
fn load_apart(program: &Identity, backend: &dyn Backend) -> Result<PlacedLibrary, InjectError> {
    let Probe { bytes, attached, .. } = backend.probe();
    let placed = place_library(program, bytes, attached)?;
    let loaded = Injector::attach_to(program, Limits::default()).and_then(|mut injector| {
        injector.keep_files_apart()?;
        injector.dlopen(&placed.path())?;
        injector.detach()
    });
    // Mapped by now, or never.
    let _ = placed.remove();
    loaded.map(|()| placed)
}

/// The address of `zetop_attach` in the target, where one of these probes is loaded, or this one is.
fn load(injector: &mut Injector, backend: &dyn Backend, known: &[PathBuf]) -> Result<u64, AttachError> {
    // A probe is never unloaded. Loading the same path again gives the same library, even if the file is
    // gone, so that a thousand attaches do not make a thousand copies.
    for path in known {
        if let Ok(library) = injector.dlopen(path)
            && let Ok(entry) = entry(injector, &library)
        {
            return Ok(entry);
        }
    }
    let Probe { bytes, attached, .. } = backend.probe();
    let placed = place_library(injector.identity(), bytes, attached)?;
    let entry = load_placed(injector, backend, &placed);
    // Mapped by now, or never.
    let _ = placed.remove();
    entry
}

fn load_placed(
    injector: &mut Injector,
    backend: &dyn Backend,
    placed: &PlacedLibrary,
) -> Result<u64, AttachError> {
    let library = injector.dlopen(&placed.path())?;
    let entry = entry(injector, &library)?;
    placed.check_loaded(entry, ENTRY, backend.probe().bytes)?;
    Ok(entry)
}

/// What zetop calls in a probe.
const ENTRY: &str = "zetop_attach";

fn entry(injector: &mut Injector, library: &Library) -> Result<u64, InjectError> {
    injector.symbol(library, ENTRY)
}

/// Probes that are mapped already: attached to before, or launched under a zetop. Their paths are those that the process has
/// loaded them by; of one in a chroot, `/proc` shows paths from our root folder.
fn probes_in(pid: u32, backend: &dyn Backend) -> Vec<PathBuf> {
    let root = std::fs::read_link(format!("/proc/{pid}/root")).unwrap_or_default();
    let inside = |path: PathBuf| match path.strip_prefix(&root) {
        Ok(rest) => Path::new("/").join(rest),
        Err(_) => path,
    };
    let files = proc::mapped_files(pid).into_iter().filter(|path| backend.is_probe(path));
    let mut found: Vec<PathBuf> = files.map(inside).collect();
    found.dedup();
    found
}

fn c_path(path: &Path) -> CString {
    let bytes: Vec<u8> = path.as_os_str().as_bytes().iter().copied().filter(|b| *b != 0).collect();
    CString::new(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Child, Command};

    /// One that could be attached to.
    fn sleeper() -> Child {
        let child = Command::new("sleep").arg("1000").spawn().unwrap();
        let begun = Instant::now();
        while let Err(error) = check_unless(child.id(), || false) {
            assert!(begun.elapsed() < Duration::from_secs(60), "{error}");
            std::thread::yield_now();
        }
        child
    }

    fn end(mut child: Child) {
        child.kill().unwrap();
        child.wait().unwrap();
    }

    fn chosen(process: Handle, user: Option<u32>) -> Result<u32, AttachError> {
        let found = Found { process, user, command: String::new() };
        choose(&found, &|| false).map(|(_, facts)| facts.pid)
    }

    /// It had been found, and waited in the queue.
    #[test]
    fn another_process_with_the_same_pid_is_not_attached_to() {
        for _ in 0..100 {
            let found = sleeper();
            let (pid, process) = (found.id(), Handle::open(found.id()));
            assert_eq!(chosen(process.clone(), None).unwrap(), pid);
            end(found);
            if std::fs::write("/proc/sys/kernel/ns_last_pid", (pid - 1).to_string()).is_err() {
                return zetop_testing::skip!("numbers are chosen by root alone");
            }
            let next = sleeper();
            let refused = chosen(process, None);
            let same = next.id() == pid;
            end(next);
            let is_gone = matches!(
                refused,
                Err(AttachError::Inject(InjectError::Gone { .. } | InjectError::NoSuchProcess(_)))
            );
            assert!(is_gone, "{refused:?}");
            if same {
                return;
            }
        }
        zetop_testing::skip!("other processes have taken the number each time");
    }

    /// `sudo` in a user's shell: root's zetop was to watch the user's programs.
    #[test]
    fn what_another_user_runs_below_is_not_attached_to() {
        if !rustix::process::geteuid().is_root() {
            return zetop_testing::skip!("processes of two users need root");
        }
        let script = "sleep 1000 & exec setpriv --reuid=65534 --regid=65534 --clear-groups sleep 1000";
        let shell = Command::new("sh").args(["-c", script]).spawn().unwrap();
        let root = Handle::open(shell.id());
        let begun = Instant::now();
        let child = loop {
            let sleeps = |one: &Handle| proc::command(one.pid()).is_some_and(|all| all.starts_with("sleep"));
            if let [child] = &root.children(|_| true)[..]
                && sleeps(child)
                && sleeps(&root)
            {
                break child.clone();
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "the programs start");
            std::thread::sleep(Duration::from_millis(1));
        };
        assert_eq!((root.user(), child.user()), (Some(65_534), Some(0)));
        let expected = |tree: &Tree| tree.users_below().get(&child.pid()).copied();
        let mut tree = Tree::new(std::slice::from_ref(&root), false);
        let _ = tree.find();
        let below = expected(&tree);
        let mut named = Tree::new(&[root.clone(), child.clone()], false);
        let _ = named.find();
        let of_root = Handle::open(std::process::id());
        let mut roots = Tree::new(&[of_root], false);
        let _ = roots.find();
        let users = [below, expected(&named), expected(&roots)];
        let refused = chosen(child.clone(), Some(65_534));
        let permitted = [chosen(root.clone(), Some(65_534)), chosen(child.clone(), None)];
        let _ = Command::new("kill").args(["-KILL", &child.pid().to_string()]).status();
        end(shell);
        assert_eq!(users, [Some(Some(65_534)), Some(None), Some(None)]);
        let is_refused = matches!(refused, Err(AttachError::OtherUser { uid: 0, named: 65_534, .. }));
        assert!(is_refused, "{refused:?}");
        assert!(permitted.iter().all(Result::is_ok), "{permitted:?}");
    }
}
