//! `Session` for a live session: what the dashboard and the headless run ask of it and tell it.

use super::{DETACH_TIMEOUT, LAST_ATTACHES, LiveSession, MIN_LOOK_INTERVAL, STARTUP};
use rustix::process::Signal;
use std::os::unix::process::ExitStatusExt;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use zetop_figures::advice::findings;
use zetop_figures::history::{Figures, sentence};
use zetop_figures::session::{LiveCalls, Session};
use zetop_figures::snapshot::{About, RunState, Snapshot};
use zetop_process::launch::Program;
use zetop_process::session_folder::SessionFolder;
use zetop_system::clean::clean;
use zetop_system::log_line::LogLine;

impl Session for LiveSession {
    fn read_now(&mut self) {
        self.read_at = None;
        self.poll();
    }

    fn poll(&mut self) -> bool {
        if self.finished {
            return false;
        }
        std::iter::once(&mut self.folder).chain(self.late.folders()).for_each(SessionFolder::beat);
        // Asked before reading: what a program that has ended wrote is then there to be read.
        self.status = self.program.as_mut().and_then(Program::status);
        if self.status.is_some() || self.late.is_over() == Some(true) {
            self.finish();
            return true;
        }
        let output = self.read_output();
        let looks = self.until_look().is_some_and(|left| left.is_zero());
        let reads = self.read_at.is_none_or(|at| at.elapsed() >= self.reading_interval());
        // A short program is read as often as it is looked at.
        let is_new = self.started.elapsed() < STARTUP;
        if !(reads || looks && is_new) {
            return output | self.read_stacks() | (looks && self.find_and_look());
        }
        let start = Instant::now();
        let changed = self.read_figures(false);
        self.read_at = Some(start);
        self.reading_took = start.elapsed();
        self.quiet = if changed { 0 } else { self.quiet.saturating_add(1) };
        output | changed
    }

    fn snapshot(&mut self, pid: Option<u32>) -> Arc<Snapshot> {
        let mut snapshot = self.aggregate.snapshot(pid);
        snapshot.findings = findings(&snapshot);
        if pid.is_none() && !self.finished {
            let findings = std::mem::take(&mut snapshot.findings);
            self.advise(&snapshot, &findings);
            snapshot.findings = findings;
        } else if let (None, Some(tracer)) = (pid, &mut self.tracer) {
            tracer.findings(&snapshot.findings);
        }
        // Some know their lines themselves.
        for finding in snapshot.findings.iter_mut().filter(|finding| finding.sites.is_empty()) {
            finding.sites = self.sampler.sites(&finding.about);
        }
        snapshot.sites = self.sampler.all();
        snapshot.place_calls();
        let (samples, total_ns, max_ns) = self.sampler.cost();
        snapshot.quality.samples = samples;
        snapshot.quality.sample_avg_ns = (samples > 0).then(|| total_ns / samples as f64);
        snapshot.quality.sample_max_ns = (samples > 0).then_some(max_ns);
        snapshot.target.command.clone_from(&self.command);
        snapshot.target.exit_status = self.status.and_then(|s| s.code());
        snapshot.target.signal = self.status.and_then(|s| s.signal());
        snapshot.target.attached = self.target.is_some();
        if self.detached {
            snapshot.state = RunState::Detached;
        }
        if let (Some((_, Some(last))), None) = (&self.history, pid) {
            let ago = SystemTime::now().duration_since(last.ended).unwrap_or_default();
            snapshot.last_run = sentence(&last.snapshot, ago, &Figures::from_snapshot(&snapshot));
        }
        snapshot.since_mark.clone_from(&self.since_mark);
        snapshot.quality.notes.splice(0..0, self.notes.iter().cloned());
        snapshot.quality.notes.extend(self.no_cold_kernel(&snapshot));
        self.record_snapshot();
        Arc::new(snapshot)
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }

    fn log_dropped(&self) -> u64 {
        self.log_dropped
    }

    fn finished(&self) -> bool {
        self.finished
    }

    fn select_row(&mut self, row: Option<About>) {
        self.sampler.select(row);
    }

    fn reset(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            let result = recorder.reset(&mut self.aggregate);
            self.warn_on_error(result);
        }
        if let Some(tracer) = &mut self.tracer {
            tracer.reset();
        }
        self.sampler.reset();
        self.aggregate.reset();
    }

    fn next_act(&mut self) {
        self.signal(Signal::USR1);
    }

    fn kill(&mut self) {
        if self.target.is_some() {
            return self.detach();
        }
        self.kills += 1;
        let signal = if self.kills == 1 { Signal::TERM } else { Signal::KILL };
        self.signal(signal);
        // a stopped program does not see SIGTERM
        self.signal(Signal::CONT);
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn warn(&mut self, text: String) {
        if !self.notes.contains(&text) {
            self.note(text);
        }
    }

    fn is_attached(&self) -> bool {
        self.target.is_some()
    }

    fn detach(&mut self) {
        if self.target.is_none() || self.finished {
            return;
        }
        // No call is to be sampled any more: no finding and no selected row wants its origin.
        self.sampler.name(std::iter::empty());
        self.sampler.select(None);
        self.advised_at = Some(Instant::now());
        self.read_figures(false);
        let news = self.late.stop(LAST_ATTACHES);
        self.tell(news);
        let done = self.detach_all(DETACH_TIMEOUT);
        self.read_figures(true);
        self.aggregate.leave();
        self.settle_sites();
        self.finished = true;
        self.detached = true;
        self.note_if_nothing_was_seen();
        if !done && self.late.is_over() == Some(false) {
            self.note(
                "the program did not answer the detach in time: it detaches by itself, with its next call"
                    .to_owned(),
            );
        }
    }

    fn pid(&self) -> Option<u32> {
        self.program.as_ref().map(Program::pid).or(self.target)
    }

    fn signal(&mut self, signal: Signal) {
        if let Some(program) = &mut self.program {
            program.signal(signal);
        }
    }

    fn write_input(&mut self, bytes: &[u8]) -> bool {
        let capture = self.program.as_ref().and_then(|program| program.capture.as_ref());
        let input = capture.and_then(|capture| capture.input.as_ref());
        !self.finished && input.is_some_and(|input| input.write(bytes))
    }

    fn awaits_input(&mut self) -> bool {
        let Some(program) = self.program.as_mut().filter(|_| !self.finished) else { return false };
        let pid = program.pid();
        let input = program.capture.as_mut().and_then(|capture| capture.input.as_mut());
        input.is_some_and(|input| input.is_awaited(pid))
    }

    fn unfinished_line(&self) -> String {
        let capture = self.program.as_ref().and_then(|program| program.capture.as_ref());
        capture.map_or_else(String::new, |capture| clean(&capture.unfinished()))
    }

    fn take_calls(&mut self) -> LiveCalls {
        LiveCalls {
            calls: std::mem::take(&mut self.calls),
            lost: std::mem::take(&mut self.lost),
            start_raw_ns: self.aggregate.start(),
        }
    }

    fn poll_interval(&self) -> Duration {
        let interval = self.stacks_interval();
        // A program that has lost the probe is found soon: its calls until then are not seen.
        self.until_look().map_or(interval, |left| interval.min(left.max(MIN_LOOK_INTERVAL)))
    }
}
