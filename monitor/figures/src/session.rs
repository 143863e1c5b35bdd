//! What the dashboard, the headless run and the reports need from whatever feeds them: a started program, an
//! attached one, a recording or, in tests, a script.

use crate::snapshot::{About, Snapshot};
use crate::source::LiveCall;
use rustix::process::Signal;
use std::sync::Arc;
use std::time::Duration;
use zetop_system::log_line::LogLine;

/// A program that was asked to end is killed after this long.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// A source of snapshots that can be steered.
pub trait Session {
    /// Reads what has come in since the last call; never blocks. True when something changed.
    fn poll(&mut self) -> bool;

    /// Reads what has come in, however short a time ago the last reading was.
    fn read_now(&mut self) {
        self.poll();
    }

    /// The figures now, of all processes or of one.
    fn snapshot(&mut self, pid: Option<u32>) -> Arc<Snapshot>;

    /// The program's output so far, oldest first; bounded, see [`LogLine`].
    fn log(&self) -> &[LogLine];

    /// Lines that were dropped from the front of [`Session::log`] to bound its memory.
    fn log_dropped(&self) -> u64;

    /// The program has ended, and everything it left has been read.
    fn finished(&self) -> bool;

    /// Resets all figures to zero.
    fn reset(&mut self);

    /// Ends the started program: SIGTERM first, SIGKILL when asked again. An attached one is left as it was.
    fn kill(&mut self);

    /// Warnings and explanations so far; every snapshot has them, too.
    fn notes(&self) -> &[String] {
        &[]
    }

    /// Tells the user about a failure that does not end the session; repeating it changes nothing.
    fn warn(&mut self, _text: String) {}

    /// Attached to rather than started: it is restored, never ended.
    fn is_attached(&self) -> bool {
        false
    }

    /// Puts an attached program back as it was and reads its last figures. Does nothing to a started one.
    fn detach(&mut self) {}

    /// The program with which the session ends.
    fn pid(&self) -> Option<u32> {
        None
    }

    /// Passes a signal on to a started program.
    fn signal(&mut self, _signal: Signal) {}

    /// Types for a started program. False if it does not read what is typed, or has no room for it.
    fn write_input(&mut self, _bytes: &[u8]) -> bool {
        false
    }

    /// A started program is waiting for somebody to type.
    fn awaits_input(&mut self) -> bool {
        false
    }

    /// The line of output that the program has not finished: a question, perhaps.
    fn unfinished_line(&self) -> String {
        String::new()
    }

    /// Takes the calls that were read since the last time; none unless the session was told to keep them.
    fn take_calls(&mut self) -> LiveCalls {
        LiveCalls::default()
    }

    /// Sets the row that the user looks at, to find out where its calls come from.
    fn select_row(&mut self, _row: Option<About>) {}

    /// Tells a program that plays a story (the demonstration) to go on to its next act.
    fn next_act(&mut self) {}

    /// Steers a recording; has no effect on a running program.
    fn control(&mut self, _control: Control) {}

    /// How long the caller may sleep before the next [`Session::poll`].
    fn poll_interval(&self) -> Duration {
        Duration::from_millis(20)
    }
}

/// What can be done with a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    PlayPause,
    Faster,
    Slower,
    StepForward,
    StepBack,
    /// Seconds forward, or back.
    By(i32),
    /// To a position, in thousandths of its length.
    To(u16),
}

/// Single calls, for `--live`.
#[derive(Debug, Default)]
pub struct LiveCalls {
    /// In the order in which they started.
    pub calls: Vec<LiveCall>,
    /// Calls that came too late to be among them.
    pub lost: u64,
    /// Host time (CLOCK_MONOTONIC_RAW, ns) at which the session began.
    pub start_raw_ns: u64,
}
