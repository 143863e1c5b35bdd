//! The last lines of the output, cut at line ends, for the Log screen.

use std::collections::VecDeque;
use std::time::Duration;
use zetop_system::log_line::{LogLine, Stream};

/// How many lines may wait for the monitor, which takes them up to 50 times a second.
const WAITING: usize = 5_000;
/// Bytes of one line; the rest of a longer one is the next line.
const LONGEST: usize = 4_096;

/// Lines since the monitor last took them.
#[derive(Debug, Default)]
pub(super) struct Tail {
    lines: VecDeque<LogLine>,
    dropped: u64,
    /// Each stream's unfinished line so far.
    unfinished: [Vec<u8>; 2],
}

impl Tail {
    pub(super) fn push(&mut self, stream: Stream, bytes: &[u8], at: Duration) {
        for piece in bytes.split_inclusive(|b| *b == b'\n') {
            let line = &mut self.unfinished[index(stream)];
            line.extend_from_slice(piece);
            if line.ends_with(b"\n") {
                self.finish(stream, at);
            } else {
                while self.unfinished[index(stream)].len() > LONGEST {
                    let rest = self.unfinished[index(stream)].split_off(LONGEST);
                    self.finish(stream, at);
                    self.unfinished[index(stream)] = rest;
                }
            }
        }
    }

    /// The streams have ended: the rest without a line end is a line, too.
    pub(super) fn end(&mut self, at: Duration) {
        for stream in [Stream::Stdout, Stream::Stderr] {
            if !self.unfinished[index(stream)].is_empty() {
                self.finish(stream, at);
            }
        }
    }

    /// Standard output's unfinished line.
    pub(super) fn unfinished(&self) -> String {
        String::from_utf8_lossy(&self.unfinished[index(Stream::Stdout)]).into_owned()
    }

    fn finish(&mut self, stream: Stream, at: Duration) {
        let bytes = std::mem::take(&mut self.unfinished[index(stream)]);
        let line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        // a long line that came in one piece loses its end
        let text = String::from_utf8_lossy(&line[..line.len().min(LONGEST)]).into_owned();
        if self.lines.len() == WAITING {
            self.lines.pop_front();
            self.dropped += 1;
        }
        self.lines.push_back(LogLine { stream, text, at });
    }

    pub(super) fn take(&mut self, lines: &mut Vec<LogLine>, dropped: &mut u64) -> bool {
        *dropped += std::mem::take(&mut self.dropped);
        let some = !self.lines.is_empty();
        lines.extend(self.lines.drain(..));
        some
    }
}

fn index(stream: Stream) -> usize {
    usize::from(stream == Stream::Stderr)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(tail: &mut Tail) -> (Vec<String>, u64) {
        let (mut lines, mut dropped) = (Vec::new(), 0);
        tail.take(&mut lines, &mut dropped);
        (lines.into_iter().map(|l| l.text).collect(), dropped)
    }

    #[test]
    fn lines_are_put_together_from_pieces_of_their_stream() {
        let mut tail = Tail::default();
        tail.push(Stream::Stdout, b"one\r\ntw", Duration::ZERO);
        tail.push(Stream::Stderr, b"error\n", Duration::ZERO);
        tail.push(Stream::Stdout, b"o\n\xff\nend", Duration::ZERO);
        assert_eq!(texts(&mut tail).0, ["one", "error", "two", "\u{fffd}"]);
        tail.end(Duration::ZERO);
        assert_eq!(texts(&mut tail).0, ["end"]);
    }

    #[test]
    fn memory_is_bounded() {
        let mut tail = Tail::default();
        tail.push(Stream::Stdout, &vec![b'x'; 10 * LONGEST], Duration::ZERO);
        for _ in 0..WAITING + 20 {
            tail.push(Stream::Stdout, b"\n", Duration::ZERO);
        }
        let (lines, dropped) = texts(&mut tail);
        assert_eq!(lines.len(), WAITING);
        assert!(dropped >= 20);
        assert!(lines.iter().all(|l| l.len() <= LONGEST));
    }
}
