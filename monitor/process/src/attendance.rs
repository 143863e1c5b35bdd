//! Looks after the programs that a probe was attached to, from outside, so that the probe needs no thread there for it.
//!
//! The probe names words of the program's memory (`zetop_wire::layout::Watched`). When one has changed, its wrappers may be
//! gone from the loader's tables: then its function `zetop_attend` is called there, as `zetop_attach` was. It is called to
//! detach the probe, too.
//!
//! A copy of the loader that the program opens later has tables of its own, which are left alone while they are being filled:
//! wrappers of two loaders could come to call each other. It is only said that there is one.

use super::attach::{AttachError, LONGEST, take_turn};
use super::backend::{self, Backend};
use super::way_in::enter;
use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use zetop_inject::{InjectError, Memory, STACK, check};
use zetop_system::limit::{for_process, is_silent};
use zetop_system::proc;
use zetop_wire::reader::{self, Attended};

/// Between two looks at the words: calls can be missing for that long.
const LOOK: Duration = Duration::from_millis(100);
/// Calls in a row that did not help after which something else is taken to write there: the next calls come rarely.
const TRIES: u32 = 8;
const RARELY: Duration = Duration::from_secs(5);
/// Between two looks at what the program has mapped; they take one part in [`SHARE`] of the time at most.
const LOOK_AT_FILES: Duration = Duration::from_millis(500);
const SHARE: u32 = 50;
/// Words that are this close to each other are read together, in bytes.
const CLOSE: u64 = 512;
/// Detaches at the same time.
const AT_ONCE: usize = 8;
/// Processes that are looked after at most, each in a thread, and how many entries of one process: a program may name any.
const MAX_ATTENDED: usize = 1024;
const MOST_EACH: usize = 4;

/// Whether all words, address and value, have the values that the probe has given.
fn has(attended: &Attended, words: &[(u64, u64)]) -> bool {
    // Not ours to read any more.
    let Ok(memory) = Memory::open(attended.pid) else { return true };
    let mut bytes = Vec::new();
    let is_close = |a: &(u64, u64), b: &(u64, u64)| b.0.checked_sub(a.0).is_some_and(|gap| gap <= CLOSE);
    words.chunk_by(is_close).all(|row| {
        let (Some(first), Some(last)) = (row.first(), row.last()) else { return true };
        bytes.resize((last.0 - first.0) as usize + 8, 0);
        match memory.read_some(first.0, &mut bytes) {
            // Not ours to read any more.
            Err(error) if error.raw_os_error() != Some(libc::EFAULT) => true,
            Err(_) => false,
            Ok(read) => row.iter().all(|(address, value)| {
                let at = (address - first.0) as usize;
                read >= at + 8 && bytes[at..at + 8] == value.to_ne_bytes()
            }),
        }
    })
}

/// What is called in a probe.
const ENTRY: &str = "zetop_attend";

fn key(attended: &Attended) -> (u32, u64) {
    (attended.pid, attended.entry)
}

/// Calls the probe, in a thread that ends and so lets go of whatever it may still hold.
fn call(attended: &Attended) -> Result<(), AttachError> {
    let program = attended.clone();
    let silent = InjectError::Silent { pid: attended.pid, limit: LONGEST };
    for_process(attended.pid, LONGEST, move || call_now(&program)).unwrap_or(Err(silent.into()))
}

/// The function must lie in a probe: the number comes from the program.
fn call_now(attended: &Attended) -> Result<(), AttachError> {
    let pid = attended.pid;
    let _turn = take_turn(pid, &|| false)?;
    // First, so that all the rest is about this program.
    let facts = check(pid)?;
    let code = proc::code_at(pid, attended.entry);
    let is_probe = code.is_some_and(|file| backend::ALL.iter().any(|backend| backend.is_probe(&file)));
    // The PID comes from the program, too: it must be that of the user who has written the file.
    let is_its_users = is_of(&attended.file, facts.uid);
    let is_over = proc::maps_contain(pid, &attended.name) != Some(true);
    if !is_probe || !is_its_users || is_over || !facts.is_exported(attended.entry, ENTRY) {
        return Err(AttachError::Failed(pid));
    }
    let mut injector = enter(&facts.identity)?;
    let called = injector.call(attended.entry, &[]);
    injector.detach()?;
    called?;
    Ok(())
}

/// The process belongs to the user who has written the file, or has ended.
fn is_its_users(attended: &Attended) -> bool {
    let status = proc::status(attended.pid);
    status.is_ok_and(|status| is_of(&attended.file, status.fuid))
}

fn is_of(file: &File, uid: u32) -> bool {
    file.metadata().is_ok_and(|file| file.uid() == uid)
}

/// Looks after processes, each in a thread of its own: memory of a hostile program's may keep whoever reads it waiting
/// (`userfaultfd`), and calls take their time. A thread ends when nobody can send to it any more. Processes are known by their
/// pid and the probe's entry.
#[derive(Debug)]
pub struct Attendance {
    kept: HashMap<(u32, u64), Sender<()>>,
    /// What there is to say to the user, by the threads.
    says: Sender<String>,
    said: Receiver<String>,
}

impl Default for Attendance {
    fn default() -> Self {
        let (says, said) = channel();
        Self { kept: HashMap::new(), says, said }
    }
}

impl Attendance {
    /// Looks after `all` processes of the session, and forgets those that are not among them. Returns notes for the user.
    pub fn look_after(&mut self, all: Vec<Attended>) -> Vec<String> {
        self.kept.retain(|key, _| all.iter().any(|attended| self::key(attended) == *key));
        for attended in all {
            let (key, pid) = (key(&attended), attended.pid);
            let of_process = || self.kept.keys().filter(|key| key.0 == pid).count();
            if self.kept.contains_key(&key) || self.kept.len() >= MAX_ATTENDED || of_process() >= MOST_EACH {
                continue;
            }
            if let Some(keeps) = start(attended, self.says.clone()) {
                self.kept.insert(key, keeps);
            }
        }
        self.said.try_iter().collect()
    }

    /// Has these processes detach, as they were ordered to, and waits for that until `end`.
    pub fn detach(all: Vec<Attended>, end: Instant) {
        for some in all.chunks(AT_ONCE) {
            // Whoever is interrupted in the middle of it may notice.
            if Instant::now() >= end {
                return;
            }
            let calls: Vec<Receiver<()>> = some.iter().cloned().map(begin_call).collect();
            for call in calls {
                let _ = call.recv_timeout(end.saturating_duration_since(Instant::now()));
            }
        }
    }
}

/// Starts the thread that looks after a process.
fn start(attended: Attended, says: Sender<String>) -> Option<Sender<()>> {
    let (keeps, over) = channel();
    let work = move || {
        let mut watch = Watch::default();
        while let Err(RecvTimeoutError::Timeout) = over.recv_timeout(LOOK) {
            if watch.look(&attended)
                && let Some(loader) = watch.loaders.new_one(attended.pid)
            {
                let _ = says.send(unseen(attended.pid, &loader));
            }
        }
    };
    std::thread::Builder::new().name("attend".to_owned()).stack_size(STACK).spawn(work).ok()?;
    Some(keeps)
}

fn begin_call(attended: Attended) -> Receiver<()> {
    let (done, receiver) = channel();
    let work = move || {
        // What has become of it shows in the process file.
        let _ = call(&attended);
        drop(done);
    };
    // Without a thread, the sender is dropped at once.
    let _ = std::thread::Builder::new().name("attend".to_owned()).stack_size(STACK).spawn(work);
    receiver
}

/// What is known of a process.
#[derive(Debug, Default)]
struct Watch {
    /// The words, and the version of them.
    words: (u32, Vec<(u64, u64)>),
    /// Calls in a row that did not help, and the last one.
    in_a_row: u32,
    last: Option<Instant>,
    loaders: Loaders,
}

/// The copies of the loader that a process has mapped. What was loaded in another one's place is not one more.
#[derive(Debug, Default)]
struct Loaders {
    /// Copies of the loader at the last look, and the most that there have been at once.
    files: Vec<PathBuf>,
    most: Option<usize>,
    next: Option<Instant>,
}

impl Loaders {
    /// One more that has come since the first look.
    fn new_one(&mut self, pid: u32) -> Option<PathBuf> {
        let now = Instant::now();
        if self.next.is_some_and(|next| now < next) {
            return None;
        }
        let files =
            proc::mapped_files(pid).into_iter().filter(|file| with_own_tables(file).is_some()).collect();
        self.next = Some(now + LOOK_AT_FILES.max(now.elapsed() * SHARE));
        self.replace(files)
    }

    fn replace(&mut self, files: Vec<PathBuf>) -> Option<PathBuf> {
        let is_more = self.most.is_some_and(|most| files.len() > most);
        self.most = self.most.max(Some(files.len()));
        let before = std::mem::replace(&mut self.files, files);
        self.files.iter().find(|file| is_more && !before.contains(file)).cloned()
    }
}

/// The API of whose library this is a copy, if each copy has tables of its own.
fn with_own_tables(file: &Path) -> Option<&'static dyn Backend> {
    backend::ALL.into_iter().find(|backend| backend.has_tables_per_copy() && backend.is_library(file))
}

fn unseen(pid: u32, loader: &Path) -> String {
    let library_is = with_own_tables(loader).map_or("the API's library", |backend| backend.library_is());
    format!(
        "pid {pid} has opened another copy of {library_is} since the attach ({}): calls through it are not seen; attach again, or start \
         the program under zetop",
        loader.display()
    )
}

impl Watch {
    /// False if the process is not to be looked at.
    fn look(&mut self, attended: &Attended) -> bool {
        // Before anything of it is read: the PID comes from the program.
        if !is_its_users(attended) {
            return false;
        }
        if let Some(words) = reader::watched(&*attended.file, self.words.0) {
            self.words = words;
        }
        if has(attended, &self.words.1) {
            self.in_a_row = 0;
        } else if self.is_due() && !is_silent(attended.pid) {
            self.in_a_row += 1;
            // It shows in the words next time.
            let _ = call(attended);
            self.last = Some(Instant::now());
        }
        true
    }

    fn is_due(&self) -> bool {
        let pause = if self.in_a_row < TRIES { Duration::ZERO } else { RARELY };
        self.last.is_none_or(|last| last.elapsed() >= pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attended(entry: u64) -> Attended {
        Attended {
            pid: std::process::id(),
            entry,
            file: tempfile::tempfile().unwrap().into(),
            name: "libc.so".into(),
        }
    }

    #[test]
    fn words_that_change_or_go_are_seen() {
        let mut memory = vec![7_u64; 4096];
        let has = |words: &[(u64, u64)]| has(&attended(8), words);
        let at = |place: usize| ((&raw const memory[place]) as u64, 7);
        let words: Vec<_> = [0, 1, 2, 60, 61, 3000].map(at).into();
        assert!(has(&words) && has(&[]));
        for place in [0, 2, 61, 3000] {
            memory[place] = 8;
            assert!(!has(&words), "{place}");
            memory[place] = 7;
        }
        assert!(has(&words));
        let gone: Vec<_> = words.iter().copied().chain([(8, 7)]).collect();
        assert!(!has(&gone), "nothing is mapped there");
    }

    #[test]
    fn a_loader_that_comes_later_is_one_that_was_not_there() {
        let mut loaders = Loaders::default();
        let mut look = |files: &[&str]| loaders.replace(files.iter().map(PathBuf::from).collect());
        assert_eq!(look(&["a"]), None, "there at the attach");
        assert_eq!(look(&["a"]), None);
        assert_eq!(look(&[]), None, "closed");
        assert_eq!(look(&["b"]), None, "in its place");
        assert_eq!(look(&["a", "b"]), Some("a".into()));
        assert_eq!(look(&["a", "b"]), None, "said before");
        assert_eq!(look(&["a", "b", "c"]), Some("c".into()));
    }

    /// The numbers come from the program, and the file may be somebody else's.
    #[test]
    fn only_a_probe_of_its_user_is_called() {
        let mut child =
            std::process::Command::new("cat").stdin(std::process::Stdio::piped()).spawn().unwrap();
        let pid = child.id();
        while check(pid).is_err() {
            std::thread::yield_now();
        }
        let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap();
        let code = maps.lines().find(|line| line.contains(" r-xp ") && line.contains("libc")).unwrap();
        let code = u64::from_str_radix(code.split('-').next().unwrap(), 16).unwrap();
        let of_child = |entry| Attended { pid, ..attended(entry) };
        assert!(matches!(call(&of_child(code)), Err(AttachError::Failed(_))), "no probe");
        assert!(matches!(call(&of_child(8)), Err(AttachError::Failed(_))), "nothing");
        let own = call(&attended(code));
        assert!(matches!(own, Err(AttachError::Inject(InjectError::Itself(_)))), "looked at first: {own:?}");
        let facts = check(pid).unwrap();
        let is_its_users = |file: &File| is_of(file, facts.uid);
        let file = tempfile::tempfile().unwrap();
        assert!(is_its_users(&file));
        if rustix::process::geteuid().is_root() {
            std::os::unix::fs::fchown(&file, Some(65534), None).unwrap();
            assert!(!is_its_users(&file));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Each is a thread of zetop's, and whoever can write a process file names what it likes.
    #[test]
    fn a_process_that_names_many_entries_gets_a_few_threads() {
        let mut attendance = Attendance::default();
        let all = |entries: u64| (1..=entries).map(|entry| attended(entry * 8)).collect::<Vec<_>>();
        attendance.look_after(all(1000));
        assert_eq!(attendance.kept.len(), MOST_EACH);
        attendance.look_after(all(1));
        assert_eq!(attendance.kept.len(), 1, "the others are gone");
        let many = (1..=2000).map(|pid| Attended { pid: u32::MAX - pid, ..attended(8) });
        attendance.look_after(many.collect());
        assert_eq!(attendance.kept.len(), MAX_ATTENDED);
    }

    /// The PID comes from the program: root's zetop read the memory of whatever process it named.
    #[test]
    fn nothing_is_read_of_a_process_of_somebody_elses() {
        if !rustix::process::geteuid().is_root() {
            return zetop_testing::skip!("another user's file needs root");
        }
        let mut watch = Watch { words: (0, vec![(8, 7)]), ..Watch::default() };
        let named = attended(8);
        std::os::unix::fs::fchown(&*named.file, Some(65_534), None).unwrap();
        assert!(!watch.look(&named) && watch.in_a_row == 0, "it was read");
        let mut child = sleeper();
        watch.look(&Attended { pid: child.id(), ..attended(8) });
        assert_eq!(watch.in_a_row, 1);
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// A process of the test's own: other tests look at this one, which counts as silent while it does not answer them.
    fn sleeper() -> std::process::Child {
        std::process::Command::new("sleep").arg("1000").spawn().unwrap()
    }

    #[test]
    fn what_is_always_written_over_is_called_for_rarely() {
        let mut child = sleeper();
        let sleeper = || Attended { pid: child.id(), ..attended(8) };
        let mut watch = Watch { words: (0, vec![(8, 7)]), ..Watch::default() };
        for call in 1..=TRIES {
            watch.look(&sleeper());
            assert_eq!(watch.in_a_row, call);
        }
        watch.look(&sleeper());
        assert_eq!(watch.in_a_row, TRIES, "not so soon");
        watch.words.1.clear();
        watch.look(&sleeper());
        assert_eq!(watch.in_a_row, 0);
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
