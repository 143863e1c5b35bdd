//! How far a benchmark is, on stderr: one line that changes on a terminal, a line per series elsewhere.

use super::arrows::arrows;
use super::paragraph::paragraph;
use crate::messages::{Device, Point};
use crate::outcome::Axis;
use std::ffi::OsStr;
use std::io::Write;
use std::time::Instant;
use unicode_width::UnicodeWidthStr;
use zetop_figures::view::format;
use zetop_system::clean::clean;
use zetop_system::width::{columns, cut};

pub struct Progress {
    /// stderr is a terminal on which a line can be erased: progress is then one line that is overwritten.
    overwrites: bool,
    began: Instant,
    steps: u64,
    done: u64,
    series: String,
}

impl Progress {
    pub fn of_stderr() -> Self {
        let terminal = rustix::termios::isatty(std::io::stderr());
        let overwrites = terminal && knows_escapes(std::env::var_os("TERM").as_deref());
        Self { overwrites, began: Instant::now(), steps: 0, done: 0, series: String::new() }
    }

    pub fn begin(&mut self, device: &Device) {
        self.steps = device.steps;
        self.began = Instant::now();
        let needs = format!("zetop: {}: {}", clean(&device.name), device.needs.join("; "));
        write_stderr(&paragraph(&needs, 0, columns(std::io::stderr())));
    }

    pub fn step(&mut self, at: &Point, axis: Axis) {
        self.done += 1;
        let elapsed = self.began.elapsed();
        if self.overwrites {
            let time = format::clock(elapsed.as_nanos() as u64);
            let place = format!("{} {}", arrows(&clean(&at.series)), (axis.show)(at.x));
            let counter = format!("({} of {}, {time})", self.done, self.steps);
            // Asked for each time: the window may have another size by now.
            write_stderr(&format!("\r\x1b[K{}", line(&place, &counter, columns(std::io::stderr()))));
        } else if self.series != at.series {
            let series = arrows(&clean(&at.series));
            write_stderr(&format!("zetop: {series} ({} of {} steps done)\n", self.done - 1, self.steps));
        }
        self.series.clone_from(&at.series);
    }

    /// Erases the progress line.
    pub fn clear(&self) {
        if self.overwrites && self.done > 0 {
            write_stderr("\r\x1b[K");
        }
    }
}

/// Whether a terminal with this `TERM` understands escape sequences.
fn knows_escapes(term: Option<&OsStr>) -> bool {
    term.is_none_or(|term| term != "dumb")
}

/// The progress line, at most one row: a line that wraps could not be erased. The name of the series is cut before the
/// counter. The last column stays empty, because some terminals go on to the next row when it is written.
fn line(place: &str, counter: &str, columns: Option<usize>) -> String {
    let room = columns.map_or(usize::MAX, |columns| columns.saturating_sub(1));
    let place = cut(place, room.saturating_sub(counter.width() + 1), "...");
    cut(format!("{place} {counter}").trim_start(), room, "")
}

fn write_stderr(text: &str) {
    let mut stderr = std::io::stderr();
    // there is nobody left to tell when stderr is closed
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_not_wider_than_the_terminal() {
        let (place, counter) = ("GPU beside a streaming CPU, 2 MiB none", "(34 of 360, 0:12)");
        let of = |columns| line(place, counter, columns);
        assert_eq!(of(None), format!("{place} {counter}"));
        assert_eq!(of(Some(57)), format!("{place} {counter}"));
        assert_eq!(of(Some(50)), "GPU beside a streaming CPU, ... (34 of 360, 0:12)");
        assert_eq!(of(Some(18)), counter);
        for columns in 1..60 {
            assert!(of(Some(columns)).width() < columns, "{columns}");
        }
    }

    #[test]
    fn a_dumb_terminal_gets_no_escape_sequences() {
        assert!(!knows_escapes(Some(OsStr::new("dumb"))));
        assert!(knows_escapes(Some(OsStr::new("xterm"))) && knows_escapes(None));
    }
}
