//! Threads of an attached process that may have been in a call when the probe came, until they are known to be in none.

use crate::call_site::earlier::{Candidates, Observation};
use crate::sink::InProgress;
use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_system::proc;
use zetop_wire::catalog::Catalog;
use zetop_wire::reader::{Head, Header, PythonLayout};

/// Threads of a process that are looked at.
const MOST_THREADS: usize = 1024;
/// How often: a call that has returned may still be shown for as long.
const PERIOD: Duration = Duration::from_millis(500);
/// An answer that has not come by then never does.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often a thread is looked at that always moves.
const MOST_MOVES: u32 = 20;

#[derive(Debug)]
struct Thread {
    tid: u32,
    moves: u32,
    /// The call that it is in: function, and how often the thread had run.
    call: Option<(u16, u64)>,
}

#[derive(Debug, Default)]
pub(super) struct Earlier {
    /// `None` before the first look.
    threads: Option<Vec<Thread>>,
    asked: Option<Instant>,
    is_under_way: bool,
}

impl Earlier {
    /// The calls that go on. A thread that has a block has made a call since: it is in no earlier one.
    pub(super) fn calls(
        &mut self,
        heads: &[Head],
        header: &Header,
        name: impl Fn(u32) -> Arc<str>,
    ) -> Vec<InProgress> {
        let Some(threads) = &mut self.threads else { return Vec::new() };
        threads.retain(|thread| heads.iter().all(|head| head.tid != thread.tid));
        let calls = threads.iter().filter_map(|thread| {
            let (function, _) = thread.call?;
            let since = header.start_raw_ns;
            Some(InProgress {
                function,
                thread: thread.tid,
                thread_name: name(thread.tid),
                since,
                ticks: InProgress::BEFORE,
            })
        });
        calls.collect()
    }

    /// It is time for a look, if there are threads to be looked at.
    pub(super) fn is_due(&self) -> bool {
        let wait = if self.is_under_way { PATIENCE } else { PERIOD };
        let is_over = self.threads.as_ref().is_some_and(Vec::is_empty);
        !is_over && self.asked.is_none_or(|asked| asked.elapsed() >= wait)
    }

    /// Threads to be looked at now.
    pub(super) fn suspects(
        &mut self,
        pid: u32,
        python: impl FnOnce() -> Option<PythonLayout>,
    ) -> Option<Candidates> {
        let all = self.threads.get_or_insert_with(|| {
            let thread = |tid| Thread { tid, moves: 0, call: None };
            proc::threads(pid).into_iter().take(MOST_THREADS).map(thread).collect()
        });
        let threads: Vec<_> = all.iter().map(|thread| (thread.tid, thread.call.map(|call| call.1))).collect();
        if threads.is_empty() {
            return None;
        }
        (self.asked, self.is_under_way) = (Some(Instant::now()), true);
        Some(Candidates::new(pid, threads, python()))
    }

    /// What was seen of them.
    pub(super) fn seen(&mut self, seen: &[(u32, Observation)], catalog: &Catalog) {
        self.is_under_way = false;
        let Some(threads) = &mut self.threads else { return };
        for (tid, seen) in seen {
            let Some(at) = threads.iter().position(|thread| thread.tid == *tid) else { continue };
            let thread = &mut threads[at];
            match seen {
                Observation::Still => {}
                Observation::Call { function, runs, .. } => {
                    let number = catalog.functions.iter().position(|known| known.name == *function);
                    thread.call = number.and_then(|number| Some((u16::try_from(number).ok()?, *runs)));
                }
                Observation::Moves if thread.moves < MOST_MOVES => {
                    thread.moves += 1;
                    thread.call = None;
                }
                Observation::Moves | Observation::Elsewhere => drop(threads.swap_remove(at)),
            }
        }
    }
}
