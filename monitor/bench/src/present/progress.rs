//! How far a benchmark is, on stderr: one line that changes on a terminal, a line per series elsewhere.

use super::arrows::arrows;
use super::paragraph::paragraph;
use crate::messages::{At, Device};
use crate::outcome::Axis;
use std::ffi::OsStr;
use std::io::Write;
use std::time::Instant;
use unicode_width::UnicodeWidthStr;
use zetop_figures::view::format;
use zetop_system::clean::clean;
use zetop_system::width::{columns, cut};

pub struct Progress {
    /// Whether stderr can take back what it shows.
    changes: bool,
    began: Instant,
    steps: u64,
    done: u64,
    series: String,
}

impl Progress {
    pub fn of_stderr() -> Self {
        let terminal = rustix::termios::isatty(std::io::stderr());
        let changes = terminal && changes(std::env::var_os("TERM").as_deref());
        Self { changes, began: Instant::now(), steps: 0, done: 0, series: String::new() }
    }

    pub fn begin(&mut self, device: &Device) {
        self.steps = device.steps;
        self.began = Instant::now();
        let needs = format!("zetop: {}: {}", clean(&device.name), device.needs.join("; "));
        say(&paragraph(&needs, 0, columns(std::io::stderr())));
    }

    pub fn step(&mut self, at: &At, axis: Axis) {
        self.done += 1;
        let elapsed = self.began.elapsed();
        if self.changes {
            let time = format::clock(elapsed.as_nanos() as u64);
            let place = format!("{} {}", arrows(&clean(&at.series)), (axis.show)(at.x));
            let far = format!("({} of {}, {time})", self.done, self.steps);
            // Asked for each time: the window may have another size by now.
            say(&format!("\r\x1b[K{}", line(&place, &far, columns(std::io::stderr()))));
        } else if self.series != at.series {
            let series = arrows(&clean(&at.series));
            say(&format!("zetop: {series} ({} of {} steps done)\n", self.done - 1, self.steps));
        }
        self.series.clone_from(&at.series);
    }

    /// Leaves no half line behind.
    pub fn clear(&self) {
        if self.changes && self.done > 0 {
            say("\r\x1b[K");
        }
    }
}

/// Whether such a terminal knows escape sequences.
fn changes(term: Option<&OsStr>) -> bool {
    term.is_none_or(|term| term != "dumb")
}

/// One row, and no more: what would wrap could not be taken back. The place is cut first. The last column stays empty,
/// because some terminals go on to the next row when it is written.
fn line(place: &str, far: &str, columns: Option<usize>) -> String {
    let room = columns.map_or(usize::MAX, |columns| columns.saturating_sub(1));
    let place = cut(place, room.saturating_sub(far.width() + 1), "...");
    cut(format!("{place} {far}").trim_start(), room, "")
}

fn say(text: &str) {
    let mut stderr = std::io::stderr();
    // there is nobody left to tell when stderr is closed
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_not_wider_than_the_terminal() {
        let (place, far) = ("GPU beside a streaming CPU, 2 MiB none", "(34 of 360, 0:12)");
        let of = |columns| line(place, far, columns);
        assert_eq!(of(None), format!("{place} {far}"));
        assert_eq!(of(Some(57)), format!("{place} {far}"));
        assert_eq!(of(Some(50)), "GPU beside a streaming CPU, ... (34 of 360, 0:12)");
        assert_eq!(of(Some(18)), far);
        for columns in 1..60 {
            assert!(of(Some(columns)).width() < columns, "{columns}");
        }
    }

    #[test]
    fn a_dumb_terminal_gets_no_escape_sequences() {
        assert!(!changes(Some(OsStr::new("dumb"))));
        assert!(changes(Some(OsStr::new("xterm"))) && changes(None));
    }
}
