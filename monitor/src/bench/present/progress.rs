//! How far a benchmark is, on stderr: one line that changes on a terminal, a line per series elsewhere.

use crate::bench::messages::{At, Device};
use crate::bench::outcome::Axis;
use crate::clean::clean;
use crate::present::format;
use std::io::Write;
use std::time::Instant;

pub struct Progress {
    terminal: bool,
    began: Instant,
    steps: u64,
    done: u64,
    series: String,
}

impl Progress {
    pub fn of_stderr() -> Self {
        let terminal = rustix::termios::isatty(std::io::stderr());
        Self { terminal, began: Instant::now(), steps: 0, done: 0, series: String::new() }
    }

    pub fn begin(&mut self, device: &Device) {
        self.steps = device.steps;
        self.began = Instant::now();
        say(&format!("zetop: {}: {}\n", clean(&device.name), device.needs.join("; ")));
    }

    pub fn step(&mut self, at: &At, axis: Axis) {
        self.done += 1;
        let elapsed = self.began.elapsed();
        if self.terminal {
            let (done, steps, time) = (self.done, self.steps, format::clock(elapsed.as_nanos() as u64));
            say(&format!("\r\x1b[K{} {} ({done} of {steps}, {time})", clean(&at.series), (axis.show)(at.x)));
        } else if self.series != at.series {
            say(&format!("zetop: {} ({} of {} steps done)\n", clean(&at.series), self.done - 1, self.steps));
        }
        self.series.clone_from(&at.series);
    }

    /// Leaves no half line behind.
    pub fn clear(&self) {
        if self.terminal && self.done > 0 {
            say("\r\x1b[K");
        }
    }
}

fn say(text: &str) {
    let mut stderr = std::io::stderr();
    // there is nobody left to tell when stderr is closed
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}
