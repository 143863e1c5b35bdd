//! A folder's session in a thread of its own, for a dashboard: reading and adding up what a thousand ranks have written takes
//! part of a second, for which neither a key nor a frame is to wait.

use crate::session::Session;
use crate::snapshot::Snapshot;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use zetop_system::log_line::LogLine;

/// What the dashboard wants of the thread.
enum Order {
    /// Figures of this process beside those of all.
    Show(u32),
    Reset,
    End,
}

/// What there is to show.
#[derive(Debug, Clone, Default)]
struct Shown {
    all: Arc<Snapshot>,
    /// Figures of the process that the user looks at, and its PID.
    one: Option<(u32, Arc<Snapshot>)>,
    log: Vec<LogLine>,
    notes: Vec<String>,
    finished: bool,
    changed: bool,
}

/// A session that a thread reads. Its figures are those that the thread has added up last, so that nobody waits for them.
#[derive(Debug)]
pub struct WatchThread<S> {
    orders: Sender<Order>,
    thread: JoinHandle<S>,
    latest: Arc<Mutex<Shown>>,
    shown: Shown,
    process: Option<u32>,
}

fn lock(latest: &Mutex<Shown>) -> MutexGuard<'_, Shown> {
    // Nothing panics while it is locked.
    latest.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S: Session + Send + 'static> WatchThread<S> {
    /// Goes on with the session in a thread.
    ///
    /// # Errors
    /// When the system has no thread.
    pub fn start(mut session: S) -> std::io::Result<Self> {
        // The dashboard begins with what is there.
        session.poll();
        let shown = show(&mut session, None);
        let latest = Arc::new(Mutex::new(shown.clone()));
        let (orders, taken) = channel();
        let thread = std::thread::Builder::new().name("watch".to_owned()).spawn({
            let latest = Arc::clone(&latest);
            move || follow(session, &taken, &latest)
        })?;
        Ok(Self { orders, thread, latest, shown, process: None })
    }

    /// The session itself, for what is written at the end.
    ///
    /// # Panics
    /// If its thread has.
    #[must_use]
    pub fn end(self) -> S {
        drop(self.orders);
        self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    fn order(&self, order: Order) {
        // The thread lives as long as there may be orders.
        let _ = self.orders.send(order);
    }
}

fn show(session: &mut dyn Session, process: Option<u32>) -> Shown {
    Shown {
        one: process.map(|process| (process, session.snapshot(Some(process)))),
        all: session.snapshot(None),
        log: session.log().to_vec(),
        notes: session.notes().to_vec(),
        finished: session.finished(),
        changed: true,
    }
}

/// Reads what is written and does what is ordered, until nobody can order any more.
fn follow<S: Session>(mut session: S, orders: &Receiver<Order>, latest: &Mutex<Shown>) -> S {
    let mut process = None;
    loop {
        let mut is_new = false;
        let mut order = orders.recv_timeout(session.poll_interval());
        // All that have come, before figures are added up again.
        loop {
            match order {
                Ok(Order::Show(other)) => process = Some(other),
                Ok(Order::Reset) => session.reset(),
                Ok(Order::End) => session.detach(),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return session,
            }
            is_new = true;
            order = orders.try_recv().map_err(|_| RecvTimeoutError::Timeout);
        }
        is_new |= session.poll();
        if is_new {
            let new = show(&mut session, process);
            *lock(latest) = new;
        }
    }
}

impl<S: Session + Send + 'static> Session for WatchThread<S> {
    fn poll(&mut self) -> bool {
        let mut latest = lock(&self.latest);
        let is_new = std::mem::take(&mut latest.changed);
        if is_new {
            self.shown = latest.clone();
        }
        is_new
    }

    /// The figures of a process come a moment after they are asked for first; until then those of all processes are there.
    fn snapshot(&mut self, process: Option<u32>) -> Arc<Snapshot> {
        let Some(process) = process else { return Arc::clone(&self.shown.all) };
        if self.process.replace(process) != Some(process) {
            self.order(Order::Show(process));
        }
        match &self.shown.one {
            Some((of, one)) if *of == process => Arc::clone(one),
            _ => Arc::clone(&self.shown.all),
        }
    }

    fn log(&self) -> &[LogLine] {
        &self.shown.log
    }

    fn log_dropped(&self) -> u64 {
        0
    }

    fn finished(&self) -> bool {
        self.shown.finished
    }

    fn reset(&mut self) {
        self.order(Order::Reset);
    }

    fn kill(&mut self) {
        self.order(Order::End);
    }

    fn notes(&self) -> &[String] {
        &self.shown.notes
    }

    fn is_attached(&self) -> bool {
        true
    }

    fn detach(&mut self) {
        self.order(Order::End);
    }

    /// New figures come every few seconds.
    fn poll_interval(&self) -> Duration {
        Duration::from_millis(200)
    }
}
