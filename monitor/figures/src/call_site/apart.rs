//! Resolves samples in a process of its own.
//!
//! The files of a program are whatever somebody has made of them: tables that claim to be gigabytes long, ranges upon
//! ranges, a file system that doesn't answer, a file that is cut short while it is read. So what looks at them has little memory,
//! little time for each sample, and nothing to lose: when it ends or takes too long, it is started again, and the file that it
//! was looking at is left out.
//!
//! One line of JSON for each question and answer.

use super::entered::Entered;
use super::{CallSite, Resolver, StackSample, sections};
use rustix::process::{Resource, Rlimit, setrlimit};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use zetop_system::limit::within;
use zetop_wire::catalog::{Catalog, Function};

/// The hidden subcommand.
pub const RESOLVE: &str = "zetop-call-sites";

/// Memory that it takes at most beyond what it has at its start, bytes: of its own, mapped pages, and code.
pub const MEMORY: u64 = 64 << 20;
/// Its own, which the kernel limits.
const OWN: u64 = 30 << 20;
/// How long one sample may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it is started again, in all.
const MOST_STARTS: u32 = 64;
/// How often for one sample.
const TRIES: u32 = 4;
/// Processes whose modules are kept.
const MOST_PROCESSES: usize = 16;
/// A longer answer is none.
const LONGEST_ANSWER: u64 = 1 << 20;

#[derive(Debug, Serialize, Deserialize)]
enum Question {
    /// Files that are left out, first of all.
    LeaveOut(BTreeSet<String>),
    /// Look at the modules of a process while it is there. Processes are known by their pid and a number for the API.
    Meet {
        key: (u32, u64),
        catalog: Box<Catalog>,
    },
    Resolve {
        key: (u32, u64),
        sample: StackSample,
    },
    /// The program's frames of a sample, and the addresses of all frames of its stack.
    Trace {
        key: (u32, u64),
        sample: StackSample,
    },
    /// Which call the thread with this stack is in.
    Enter {
        key: (u32, u64),
        sample: StackSample,
    },
}

#[derive(Debug, Serialize, Deserialize)]
enum Answer {
    /// This file is being looked at.
    Looks(String),
    Met,
    Site(CallSite),
    Traced(CallSite, Vec<u64>),
    Entered(Option<Entered>),
}

static PROGRAM_ANSWERS: AtomicBool = AtomicBool::new(false);

/// Says that this process's program calls [`answer`] for the subcommand [`RESOLVE`]. Another program that watches a session would
/// only run again, as often as there are questions: nothing is resolved for that.
pub fn program_answers() {
    PROGRAM_ANSWERS.store(true, Ordering::Relaxed);
}

/// Resolves samples, as [`Resolver`] does.
#[derive(Debug)]
pub struct Apart {
    /// Nobody answers without one.
    executable: Option<PathBuf>,
    running: Option<Running>,
    left_out: BTreeSet<String>,
    starts: u32,
    catalogs: HashMap<(u32, u64), Arc<Catalog>>,
}

#[derive(Debug)]
struct Running {
    process: Child,
    questions: ChildStdin,
    answers: Receiver<Answer>,
    met: HashSet<(u32, u64)>,
    /// The file that it said last it was looking at.
    looks_at: Option<String>,
}

impl Apart {
    /// `executable` is a program that [`program_answers`] could be called by.
    #[must_use]
    pub fn new(executable: PathBuf) -> Self {
        Self::asking(Some(executable))
    }

    /// This process's program, if it has said that it answers.
    #[must_use]
    pub fn this_program() -> Self {
        Self::asking(PROGRAM_ANSWERS.load(Ordering::Relaxed).then(|| "/proc/self/exe".into()))
    }

    fn asking(executable: Option<PathBuf>) -> Self {
        Self { executable, running: None, left_out: BTreeSet::new(), starts: 0, catalogs: HashMap::new() }
    }

    /// The process that looks at files now.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.running.as_ref().map(|running| running.process.id())
    }

    /// Files that nothing more is read of.
    #[must_use]
    pub fn left_out(&self) -> &BTreeSet<String> {
        &self.left_out
    }

    /// Looks at a process's modules now, because it may be gone when its samples are resolved.
    pub fn meet(&mut self, pid: u32, catalog: &Arc<Catalog>) {
        self.try_often(|apart| apart.know(pid, catalog).map(drop));
    }

    /// Other code is at addresses of the process: looks at its modules as they are now.
    pub fn meet_again(&mut self, pid: u32) {
        if let Some(running) = &mut self.running {
            running.met.retain(|(of, _)| *of != pid);
        }
        let of_it = self.catalogs.iter().filter(|((of, _), _)| *of == pid);
        let catalogs: Vec<Arc<Catalog>> = of_it.map(|(_, catalog)| Arc::clone(catalog)).collect();
        catalogs.iter().for_each(|catalog| self.meet(pid, catalog));
    }

    /// The program's frames of a sample; none if they can't be found out.
    pub fn resolve(&mut self, pid: u32, catalog: &Arc<Catalog>, sample: &StackSample) -> CallSite {
        let resolved = self.try_often(|apart| {
            let key = apart.know(pid, catalog)?;
            match apart.ask(&Question::Resolve { key, sample: sample.clone() })? {
                Answer::Site(site) => Some(site),
                _ => None,
            }
        });
        resolved.unwrap_or_default()
    }

    /// The program's frames of a sample, and the addresses of all frames of its stack.
    pub fn trace(&mut self, pid: u32, catalog: &Arc<Catalog>, sample: &StackSample) -> (CallSite, Vec<u64>) {
        let traced = self.try_often(|apart| {
            let key = apart.know(pid, catalog)?;
            match apart.ask(&Question::Trace { key, sample: sample.clone() })? {
                Answer::Traced(site, addresses) => Some((site, addresses)),
                _ => None,
            }
        });
        traced.unwrap_or_default()
    }

    /// The API's call that the thread with this stack is in: see [`Resolver::entered`].
    pub fn entered(&mut self, pid: u32, catalog: &Arc<Catalog>, sample: &StackSample) -> Option<Entered> {
        let entered = self.try_often(|apart| {
            let key = apart.know(pid, catalog)?;
            match apart.ask(&Question::Enter { key, sample: sample.clone() })? {
                Answer::Entered(entered) => Some(entered),
                _ => None,
            }
        });
        entered.flatten()
    }

    fn try_often<T>(&mut self, mut work: impl FnMut(&mut Self) -> Option<T>) -> Option<T> {
        (0..TRIES).find_map(|_| work(self))
    }

    /// Makes a process known.
    fn know(&mut self, pid: u32, catalog: &Arc<Catalog>) -> Option<(u32, u64)> {
        let key = (pid, Arc::as_ptr(catalog).addr() as u64);
        self.start()?;
        if self.running.as_ref()?.met.contains(&key) {
            return Some(key);
        }
        if self.catalogs.len() >= MOST_PROCESSES {
            self.catalogs.clear();
        }
        // Kept, so that no other catalog gets its address.
        self.catalogs.insert(key, Arc::clone(catalog));
        let names = |function: &Function| Function { name: function.name.clone(), ..Function::default() };
        let catalog = Catalog {
            functions: catalog.functions.iter().map(names).collect(),
            runtime: catalog.runtime.clone(),
            runtime_functions: catalog.runtime_functions.clone(),
            ..Catalog::default()
        };
        self.ask(&Question::Meet { key, catalog: Box::new(catalog) })?;
        self.running.as_mut()?.met.insert(key);
        Some(key)
    }

    fn start(&mut self) -> Option<()> {
        if self.running.is_some() {
            return Some(());
        }
        if self.starts >= MOST_STARTS {
            return None;
        }
        let mut command = Command::new(self.executable.as_ref()?);
        self.starts += 1;
        // Ctrl-C is zetop's.
        command
            .arg(RESOLVE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0);
        let mut process = command.spawn().ok()?;
        let (questions, output) = (process.stdin.take()?, process.stdout.take()?);
        let (sender, answers) = channel();
        let read = move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            loop {
                line.clear();
                let read = output.by_ref().take(LONGEST_ANSWER).read_until(b'\n', &mut line);
                let Some(answer) = read.ok().and_then(|_| serde_json::from_slice(&line).ok()) else { return };
                if sender.send(answer).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("call-site-read".to_owned()).spawn(read).ok()?;
        let met = HashSet::new();
        self.running = Some(Running { process, questions, answers, met, looks_at: None });
        let left_out = self.left_out.clone();
        self.ask(&Question::LeaveOut(left_out)).map(drop)
    }

    /// Asks, and ends the process if it does not answer in time.
    fn ask(&mut self, question: &Question) -> Option<Answer> {
        let running = self.running.as_mut()?;
        running.looks_at = None;
        let mut line = serde_json::to_vec(question).ok()?;
        line.push(b'\n');
        let end = Instant::now() + PATIENCE;
        let mut answer = None;
        if running.questions.write_all(&line).is_ok() {
            while answer.is_none() {
                match running.answers.recv_timeout(end.saturating_duration_since(Instant::now())) {
                    Ok(Answer::Looks(file)) => running.looks_at = Some(file),
                    Ok(other) => answer = Some(other),
                    Err(_) => break,
                }
            }
        }
        if answer.is_none() {
            self.stop();
        }
        answer
    }

    fn stop(&mut self) {
        let Some(Running { mut process, looks_at, .. }) = self.running.take() else { return };
        self.left_out.extend(looks_at);
        let _ = process.kill();
        // In the middle of a read that nobody answers, it is not over at once.
        within(Duration::from_secs(1), move || process.wait().is_ok());
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        self.stop();
    }
}

static LEFT_OUT: OnceLock<BTreeSet<String>> = OnceLock::new();

fn tell(answer: &Answer) {
    let Ok(mut line) = serde_json::to_vec(answer) else { return };
    line.push(b'\n');
    let mut out = std::io::stdout().lock();
    if out.write_all(&line).and_then(|()| out.flush()).is_err() {
        // zetop has ended.
        std::process::exit(0);
    }
}

/// Whether anything is read of a file.
fn look(file: &Path) -> bool {
    let file = file.to_string_lossy();
    let left_out = LEFT_OUT.get().is_some_and(|left_out| left_out.contains(&*file));
    if !left_out {
        tell(&Answer::Looks(file.into_owned()));
    }
    !left_out
}

/// The process's side: answers until nobody asks any more.
pub fn answer() {
    // Who asks waits no longer than it likes. A thread for each look at a memory map would take the memory that there is.
    zetop_system::limit::is_waited_for();
    // Its end is nothing to look into.
    for (what, most) in [(Resource::Data, OWN), (Resource::Core, 0)] {
        let _ = setrlimit(what, Rlimit { current: Some(most), maximum: Some(most) });
    }
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    sections::keep_few_pages();
    let mut resolvers: HashMap<(u32, u64), Resolver> = HashMap::new();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(question) = serde_json::from_str(&line) else { return };
        match question {
            Question::LeaveOut(files) => {
                let _ = LEFT_OUT.set(files);
                tell(&Answer::Met);
            }
            Question::Meet { key, catalog } => {
                if resolvers.len() >= MOST_PROCESSES {
                    resolvers.clear();
                }
                let resolver = Resolver::new(key.0, &catalog).asking(look);
                // One that was there has tables of code that is not.
                resolvers.entry(key).insert_entry(resolver).get_mut().meet();
                tell(&Answer::Met);
            }
            Question::Resolve { key, sample } => {
                let site = resolvers.get_mut(&key).map(|resolver| resolver.resolve(&sample));
                tell(&Answer::Site(site.unwrap_or_default()));
            }
            Question::Trace { key, sample } => {
                let traced = resolvers.get_mut(&key).map(|resolver| resolver.traced(&sample));
                let (site, addresses) = traced.unwrap_or_default();
                tell(&Answer::Traced(site, addresses));
            }
            Question::Enter { key, sample } => {
                tell(&Answer::Entered(
                    resolvers.get_mut(&key).and_then(|resolver| resolver.entered(&sample)),
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The thousand sessions of one test started it 20,000 times over.
    #[test]
    fn a_program_that_does_not_answer_is_not_started() {
        let mut apart = Apart::this_program();
        let catalog = Arc::new(Catalog::default());
        apart.meet(std::process::id(), &catalog);
        let sample = StackSample::default();
        assert_eq!(apart.resolve(std::process::id(), &catalog, &sample), CallSite::default());
        assert_eq!(apart.starts, 0);
    }
}
