//! A recording behind the [`Session`] interface: the dashboard and the reports show it like a running
//! program.

use crate::advice::findings;
use crate::recording::{OpenError, Player};
use crate::session::{Control, Session};
use crate::snapshot::{Playback, RunState, Snapshot};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_system::clean::clean;
use zetop_system::log_line::LogLine;

/// Speeds to choose from.
const SPEEDS: [f64; 8] = [0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 20.0, 100.0];
const AS_IT_WAS: usize = 3;

/// A recording that is shown.
#[derive(Debug)]
pub struct ReplaySession {
    player: Player,
    playing: bool,
    speed: usize,
    /// The position when playing began or the speed changed, and the time of that.
    from: (u64, Instant),
    log: Vec<LogLine>,
    notes: Vec<String>,
    changed: bool,
}

impl ReplaySession {
    /// Opens a recording; it plays from its beginning.
    ///
    /// # Errors
    /// When it has nothing that this zetop can read.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let mut player = Player::open(path)?;
        player.jump(0);
        let about = &player.recording().about;
        let mut notes = Vec::new();
        if !about.architecture.is_empty() && about.architecture != std::env::consts::ARCH {
            notes.push(format!("recorded on {}", about.architecture));
        }
        notes.extend(player.recording().missing.clone());
        let log = notes.iter().map(|note| LogLine::own(clean(note), Duration::ZERO)).collect();
        let from = (0, Instant::now());
        Ok(Self { player, playing: true, speed: AS_IT_WAS, from, log, notes, changed: true })
    }

    /// Goes on to the next moment; false at the end.
    pub fn step(&mut self) -> bool {
        self.player.step()
    }

    /// How long it is, ns.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.player.position().1
    }

    /// Goes to the end.
    pub fn to_the_end(&mut self) {
        self.player.jump(u64::MAX);
    }

    /// Goes to the last moment that is not after `position` ns since the start.
    pub fn jump(&mut self, position: u64) {
        self.player.jump(position);
        self.changed = true;
        self.from = (self.player.position().0, Instant::now());
    }

    fn pause(&mut self, paused: bool) {
        self.playing = !paused;
        self.from = (self.player.position().0, Instant::now());
        self.changed = true;
    }

    fn set_speed(&mut self, speed: usize) {
        // The time until now passed at the old speed.
        self.poll();
        self.speed = speed.min(SPEEDS.len() - 1);
        self.from = (self.player.position().0, Instant::now());
        self.changed = true;
    }
}

impl Session for ReplaySession {
    fn poll(&mut self) -> bool {
        if self.playing {
            let (from, since) = self.from;
            let passed = since.elapsed().as_nanos() as f64 * SPEEDS[self.speed];
            let (before, end) = self.player.position();
            let to = from.saturating_add(passed as u64);
            self.player.jump(to.max(before));
            self.changed |= self.player.position().0 != before;
            if to >= end {
                self.playing = false;
                self.changed = true;
            }
        }
        std::mem::take(&mut self.changed)
    }

    fn snapshot(&mut self, pid: Option<u32>) -> Arc<Snapshot> {
        let mut snapshot = self.player.aggregate().snapshot(pid);
        let (session, about) = (self.player.session(), &self.player.recording().about);
        snapshot.findings = findings(&snapshot);
        // Some know their lines themselves.
        for finding in snapshot.findings.iter_mut().filter(|finding| finding.sites.is_empty()) {
            let sites = session.sites.iter().find(|(row, _)| *row == finding.about);
            finding.sites = sites.map_or_else(Vec::new, |(_, sites)| sites.clone());
        }
        snapshot.sites.clone_from(&session.sites);
        snapshot.place_calls();
        let (samples, total_ns, max_ns) = session.samples;
        snapshot.quality.samples = samples;
        snapshot.quality.sample_avg_ns = (samples > 0).then(|| total_ns / samples as f64);
        snapshot.quality.sample_max_ns = (samples > 0).then_some(max_ns);
        snapshot.target.command.clone_from(&about.command);
        snapshot.target.exit_status = session.exit_status;
        snapshot.target.signal = session.signal;
        snapshot.target.attached = about.attached;
        if session.detached {
            snapshot.state = RunState::Detached;
        }
        snapshot.quality.notes.splice(0..0, session.notes.iter().map(|note| clean(note)));
        let (position, length) = self.player.position();
        if position >= length {
            snapshot.quality.notes.extend(self.player.recording().missing.clone());
        }
        snapshot.playback = Some(Playback {
            position_ns: position,
            length_ns: length,
            playing: self.playing,
            speed: SPEEDS[self.speed],
            cut_off: self.player.recording().missing.is_some(),
        });
        Arc::new(snapshot)
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }

    fn log_dropped(&self) -> u64 {
        0
    }

    /// A recording can always be played once more.
    fn finished(&self) -> bool {
        false
    }

    fn reset(&mut self) {
        self.player.reset();
    }

    fn kill(&mut self) {}

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn control(&mut self, control: Control) {
        let (position, length) = self.player.position();
        match control {
            Control::PlayPause if !self.playing && position >= length => {
                self.jump(0);
                self.pause(false);
            }
            Control::PlayPause => self.pause(self.playing),
            Control::Faster => self.set_speed(self.speed + 1),
            Control::Slower => self.set_speed(self.speed.saturating_sub(1)),
            Control::StepForward => {
                self.pause(true);
                self.player.step();
            }
            Control::StepBack => {
                self.pause(true);
                self.player.step_back();
            }
            Control::By(seconds) => {
                let by = i64::from(seconds) * 1_000_000_000;
                self.jump(position.saturating_add_signed(by).min(length));
            }
            Control::To(thousandth) => {
                let to = u128::from(length) * u128::from(thousandth.min(1000)) / 1000;
                self.jump(to as u64);
            }
        }
    }

    fn poll_interval(&self) -> Duration {
        if self.playing { Duration::from_millis(20) } else { Duration::from_millis(250) }
    }
}
