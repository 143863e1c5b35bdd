//! The JSON object of schema `zetop/1`, one line each.

use super::interface::{AtTheEnd, Report};
use anyhow::{Context, anyhow};
use std::time::{Duration, Instant};
use zetop_figures::session::Session;
use zetop_figures::snapshot::Snapshot;
use zetop_system::output::{Destination, Queue, Sent};

/// The object, with a line end.
///
/// # Errors
/// Never in practice: a snapshot is plain data.
pub fn line(snapshot: &Snapshot) -> anyhow::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(snapshot).context("JSON")?;
    line.push(b'\n');
    Ok(line)
}

/// `--json`: one object at the end.
#[derive(Debug)]
pub struct Json(AtTheEnd);

impl Json {
    /// # Errors
    /// When it could not be written at the end.
    pub fn open(to: Destination) -> anyhow::Result<Self> {
        AtTheEnd::open(to).map(Self)
    }
}

impl Report for Json {
    fn finish(&mut self, snapshot: &Snapshot, give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        self.0.write(line(snapshot)?, give_up)
    }
}

/// `--interval`: JSON lines, each written immediately; the last is the final one.
#[derive(Debug)]
pub struct Stream {
    /// None once it is finished.
    queue: Option<Queue>,
    name: String,
    pace: Pace,
}

/// When lines are written.
#[derive(Debug)]
struct Pace {
    interval: Duration,
    next: Instant,
    /// The moment of the last line, in nanoseconds since zetop began to watch.
    written: Option<u64>,
    /// How often the next line has been put off.
    put_off: u32,
}

/// How often a line is put off, each time for this part of an interval.
const MOST_PUT_OFF: u32 = 4;

impl Pace {
    fn new(interval: Duration, begin: Instant) -> Self {
        Self { interval, next: begin + interval, written: None, put_off: 0 }
    }

    /// Whether a line with the figures of the moment `elapsed_ns` is due `now`. If that moment has its line already, the next
    /// line waits for a reading, but for no longer than an interval.
    fn is_due(&mut self, now: Instant, elapsed_ns: u64) -> bool {
        if now < self.next {
            return false;
        }
        if self.written == Some(elapsed_ns) && self.put_off < MOST_PUT_OFF {
            self.put_off += 1;
            self.next = now + self.interval / MOST_PUT_OFF;
            return false;
        }
        // After the machine was asleep, one line is written, not all those that were missed.
        self.next = (self.next + self.interval).max(now);
        (self.written, self.put_off) = (Some(elapsed_ns), 0);
        true
    }
}

impl Stream {
    /// # Errors
    /// When the file cannot be made.
    pub fn open(to: &Destination, interval: Duration) -> anyhow::Result<Self> {
        let queue = Some(Queue::open(to).with_context(|| to.name())?);
        Ok(Self { queue, name: to.name(), pace: Pace::new(interval, Instant::now()) })
    }
}

impl Report for Stream {
    fn during(&mut self, session: &mut dyn Session) -> anyhow::Result<()> {
        let now = Instant::now();
        let Some(queue) = self.queue.as_mut().filter(|_| now >= self.pace.next && !session.finished()) else {
            return Ok(());
        };
        let snapshot = session.snapshot(None);
        if !self.pace.is_due(now, snapshot.elapsed_ns) {
            return Ok(());
        }
        let name = &self.name;
        match queue.send(line(&snapshot)?) {
            Sent::Yes => Ok(()),
            Sent::LeftOut(_) => Err(anyhow!("{name} is read too slowly: lines of --interval are left out")),
            Sent::Failed => match queue.failure() {
                Some(why) => Err(anyhow!("{name}: {why}; no more lines are written, the program runs on")),
                // its reader has gone
                None => Ok(()),
            },
        }
    }

    fn finish(&mut self, snapshot: &Snapshot, give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        let line = line(snapshot)?;
        match self.queue.take() {
            Some(queue) => queue.finish(line, give_up).with_context(|| self.name.clone()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When a line was late, the next one used to come at once, with the figures of the same moment.
    #[test]
    fn a_moment_has_one_line_unless_nothing_is_read_for_long() {
        let begin = Instant::now();
        let mut pace = Pace::new(Duration::from_millis(100), begin);
        let mut is_due = |ms: u64, elapsed_ns| pace.is_due(begin + Duration::from_millis(ms), elapsed_ns);
        let due =
            [(99, 90), (100, 90), (199, 190), (350, 190), (351, 190), (376, 360), (450, 440), (476, 440)];
        let due = due.map(|(now, elapsed)| is_due(now, elapsed));
        assert_eq!(due, [false, true, false, true, false, true, false, true]);
        // No reading follows: the next line comes an interval late.
        assert_eq!([576, 601, 626, 651, 676].map(|now| is_due(now, 440)), [false, false, false, false, true]);
    }

    #[test]
    fn the_object_has_the_keys_of_the_schema() {
        let object: serde_json::Value = serde_json::from_slice(&line(&Snapshot::default()).unwrap()).unwrap();
        let keys: Vec<&String> = object.as_object().unwrap().keys().collect();
        let expected = [
            "schema",
            "state",
            "elapsed_ns",
            "clock",
            "target",
            "processes",
            "waiting",
            "collectives",
            "ranges",
            "steps",
            "devices",
            "host",
            "device",
            "memory",
            "memory_sites",
            "quality",
            "findings",
        ];
        assert!(
            keys.len() == expected.len() && expected.iter().all(|k| keys.iter().any(|o| o == k)),
            "{keys:?}"
        );
        assert_eq!(object["state"], "running");
        assert_eq!(object["clock"], serde_json::Value::Null);
    }
}
