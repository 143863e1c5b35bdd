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
    interval: Duration,
    next: Instant,
}

impl Stream {
    /// # Errors
    /// When the file cannot be made.
    pub fn open(to: &Destination, interval: Duration) -> anyhow::Result<Self> {
        let queue = Some(Queue::open(to).with_context(|| to.name())?);
        Ok(Self { queue, name: to.name(), interval, next: Instant::now() + interval })
    }
}

impl Report for Stream {
    fn during(&mut self, session: &mut dyn Session) -> anyhow::Result<()> {
        let Some(queue) = self.queue.as_mut().filter(|_| Instant::now() >= self.next && !session.finished())
        else {
            return Ok(());
        };
        // After the machine was asleep, one line is written, not all those that were missed; nor does the next one follow at once,
        // which would mostly have the figures of the same moment.
        self.next = (self.next + self.interval).max(Instant::now() + self.interval / 2);
        let name = &self.name;
        match queue.send(line(&session.snapshot(None))?) {
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
