//! Looks after the programs that a probe was attached to, from outside, so that the probe needs no thread there for it.
//!
//! The probe names words of the program's memory (`zetop_wire::layout::Watched`). When one has changed, its wrappers may be
//! gone from the loader's tables: then its function `zetop_attend` is called there, as `zetop_attach` was. The same to have
//! it detach.

use super::attach::{AttachError, take_turn};
use super::backend;
use super::inject::{Injector, Limits, Memory};
use super::proc;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

/// Between two looks at the words: calls can be missing for that long.
const LOOK: Duration = Duration::from_millis(100);
/// After so many calls in a row that did not help, something else writes there, and the next ones come rarely.
const TRIES: u32 = 8;
const RARELY: Duration = Duration::from_secs(5);
/// Words that are this close to each other are read together, in bytes.
const CLOSE: u64 = 512;
/// Detaches at the same time.
const AT_ONCE: usize = 8;

/// What a probe asks for, as zetop has last read it.
#[derive(Debug, Clone)]
pub struct Attended {
    /// As it is here, whatever it is in the program's namespace.
    pub pid: u32,
    /// Of `zetop_attend`.
    pub entry: u64,
    /// Address and value.
    pub words: Arc<[(u64, u64)]>,
}

impl Attended {
    /// All words have the values that the probe has given.
    fn is_as_it_was(&self) -> bool {
        let memory = Memory::new(self.pid);
        let mut bytes = Vec::new();
        let is_close = |a: &(u64, u64), b: &(u64, u64)| b.0.checked_sub(a.0).is_some_and(|gap| gap <= CLOSE);
        self.words.chunk_by(is_close).all(|row| {
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

    /// Calls the probe. Its function must lie in a probe: the number comes from the program.
    fn call(&self) -> Result<(), AttachError> {
        let _turn = take_turn(self.pid)?;
        let mapped = proc::mapped_at(self.pid, self.entry);
        if !mapped.is_some_and(|file| backend::ALL.iter().any(|backend| backend.is_probe(&file))) {
            return Err(AttachError::Failed(self.pid));
        }
        let mut injector = Injector::attach(self.pid, Limits::default())?;
        let called = injector.call(self.entry, &[]);
        injector.detach()?;
        called?;
        Ok(())
    }
}

/// What was done about a process so far.
#[derive(Debug)]
struct Known {
    looked: Instant,
    tries: u32,
    tried: Option<Instant>,
    /// A call under way, in a thread of its own, because it may take seconds.
    under_way: Option<Receiver<()>>,
}

/// Looks after processes, known by their pid and the probe's entry.
#[derive(Debug, Default)]
pub struct Attendance(HashMap<(u32, u64), Known>);

impl Attendance {
    /// Looks from time to time, and starts calls where there is something to do.
    pub fn look(&mut self, all: impl IntoIterator<Item = Attended>) {
        for attended in all {
            let now = Instant::now();
            let fresh = Known { looked: now, tries: 0, tried: None, under_way: None };
            let known = self.0.entry((attended.pid, attended.entry)).or_insert(fresh);
            if let Some(under_way) = &known.under_way {
                match under_way.try_recv() {
                    Err(TryRecvError::Empty) => continue,
                    _ => known.under_way = None,
                }
            }
            if now.duration_since(known.looked) < LOOK {
                continue;
            }
            known.looked = now;
            if attended.is_as_it_was() {
                known.tries = 0;
                continue;
            }
            let pause = if known.tries < TRIES { Duration::ZERO } else { RARELY };
            if known.tried.is_none_or(|tried| now.duration_since(tried) >= pause) {
                known.tries += 1;
                known.tried = Some(now);
                known.under_way = Some(start(attended));
            }
        }
    }

    /// Has these processes detach, as they were ordered to. What can't be reached does so by itself, with its next call.
    pub fn detach(all: Vec<Attended>, limit: Duration) {
        let end = Instant::now() + limit;
        for some in all.chunks(AT_ONCE) {
            let calls: Vec<_> = some.iter().cloned().map(start).collect();
            for call in calls {
                let _ = call.recv_timeout(end.saturating_duration_since(Instant::now()));
            }
        }
    }
}

fn start(attended: Attended) -> Receiver<()> {
    let (done, receiver) = channel();
    let work = move || {
        // What has become of it shows in the words, and in the process file.
        let _ = attended.call();
        drop(done);
    };
    // Without a thread, the sender is dropped at once.
    let _ = std::thread::Builder::new().name("attend".to_owned()).spawn(work);
    receiver
}
