//! Running without a dashboard: the program keeps its streams, zetop reads figures until it ends.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use zetop_figures::session::{PATIENCE, Session};
use zetop_present::report::Reports;
use zetop_system::output::stderr;
use zetop_system::signals::Signals;

/// Runs until the program has ended, or has been ended after `duration`.
pub fn run(session: &mut dyn Session, reports: &mut Reports, duration: Option<Duration>, signals: &Signals) {
    let mut end = EndOfProgram::watch(session);
    let started = Instant::now();
    let mut asked_to_end: Option<Instant> = None;
    // Notes of a watched folder are taken back when they no longer hold.
    let mut told: BTreeSet<String> = BTreeSet::new();
    loop {
        session.poll();
        for note in session.notes() {
            if !told.contains(note) {
                // A note that is left out, because stderr is read too slowly, is in the summary as well.
                stderr::send(format!("zetop: {note}\n"));
                told.insert(note.clone());
            }
        }
        reports.during(session);
        if session.finished() {
            return;
        }
        if signals.take_interrupt() && session.is_attached() {
            session.detach();
        }
        while let Some(signal) = signals.take_to_pass_on() {
            // A program that zetop did not start is not zetop's to end.
            if session.is_attached() { session.detach() } else { session.signal(signal) }
        }
        let over = duration.is_some_and(|d| started.elapsed() >= d);
        match asked_to_end {
            None if over => {
                session.kill();
                asked_to_end = Some(Instant::now());
            }
            Some(since) if since.elapsed() >= PATIENCE => {
                session.kill();
                asked_to_end = Some(Instant::now());
            }
            _ => {}
        }
        end.wait(session.poll_interval());
    }
}

/// Ends a program that has outlived its dashboard, as [`run`] does after its duration.
pub fn end_program(session: &mut dyn Session) {
    let mut end = EndOfProgram::watch(session);
    let mut asked: Option<Instant> = None;
    while !session.finished() {
        if asked.is_none_or(|since| since.elapsed() >= PATIENCE) {
            session.kill();
            asked = Some(Instant::now());
        }
        end.wait(session.poll_interval());
        session.poll();
    }
}

/// Wakes up when the program ends, so that a short program does not have to wait for the next reading.
struct EndOfProgram(Option<OwnedFd>);

impl EndOfProgram {
    fn watch(session: &dyn Session) -> Self {
        let pid = session.pid().and_then(|pid| Pid::from_raw(i32::try_from(pid).ok()?));
        Self(pid.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok()))
    }

    fn wait(&mut self, at_most: Duration) {
        let Some(fd) = &self.0 else { return std::thread::sleep(at_most) };
        let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(at_most.subsec_nanos()) };
        // A signal ends the wait early, which is fine.
        if poll(&mut [PollFd::new(fd, PollFlags::IN)], Some(&timeout)) == Ok(1) {
            // Others of its tree may go on.
            self.0 = None;
        }
    }
}
