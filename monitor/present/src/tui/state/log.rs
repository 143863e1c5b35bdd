//! The program's output as the Log screen holds it.

use std::collections::VecDeque;
use zetop_figures::view::format;
use zetop_system::log_line::LogLine;

/// Lines kept for scrolling; the session replays the full log on exit.
const KEEP: usize = 10_000;

#[derive(Debug, Clone, Default)]
pub struct LogView {
    /// Sanitised on the way in.
    pub lines: VecDeque<LogLine>,
    /// Lines that are no longer here, at the front.
    pub dropped: u64,
    /// Rows scrolled up from the end; 0 follows it.
    pub up: usize,
    /// All lines that ever came.
    pub seen: u64,
    /// Only lines that contain this are shown, ignoring case; if empty, all are.
    pub search: String,
}

impl LogView {
    pub fn push(&mut self, lines: Vec<LogLine>) {
        for line in lines {
            self.seen += 1;
            self.lines.push_back(LogLine { text: format::clean(&line.text), ..line });
            // Someone who has scrolled up reads on the same lines while more come in below.
            if self.up > 0 && self.lines.back().is_some_and(|line| self.passes(line)) {
                self.up += 1;
            }
        }
        while self.lines.len() > KEEP {
            self.lines.pop_front();
            self.dropped += 1;
        }
    }

    fn passes(&self, line: &LogLine) -> bool {
        self.search.is_empty() || line.text.to_lowercase().contains(&self.search.to_lowercase())
    }

    /// The lines that are shown, oldest first.
    pub fn shown(&self) -> Vec<&LogLine> {
        self.lines.iter().filter(|line| self.passes(line)).collect()
    }

    pub fn scroll(&mut self, rows_up: isize, height: usize) {
        self.up = self.up.saturating_add_signed(rows_up).min(self.shown().len().saturating_sub(height));
    }
}
