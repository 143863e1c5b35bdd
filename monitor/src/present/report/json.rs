//! The JSON object of schema `zetop/1`, one line each.

use super::destination::{Destination, quiet_when_closed};
use super::interface::Report;
use crate::session::Session;
use crate::snapshot::Snapshot;
use anyhow::Context;
use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

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
pub struct Json {
    to: Destination,
}

impl Json {
    #[must_use]
    pub fn new(to: Destination) -> Self {
        Self { to }
    }
}

impl Report for Json {
    fn finish(&mut self, snapshot: &Snapshot) -> anyhow::Result<()> {
        self.to.write(&line(snapshot)?)
    }
}

/// `--interval`: JSON lines, each written out as it comes; the last is the final one.
#[derive(Debug)]
pub struct Stream {
    to: Option<File>,
    name: String,
    interval: Duration,
    next: Instant,
}

impl Stream {
    /// # Errors
    /// When the file cannot be made.
    pub fn open(to: &Destination, interval: Duration) -> anyhow::Result<Self> {
        let (to, name) = match to {
            Destination::Stdout => (None, "stdout".to_owned()),
            Destination::File(path) => {
                let name = path.display().to_string();
                (Some(File::create(path).with_context(|| name.clone())?), name)
            }
        };
        Ok(Self { to, name, interval, next: Instant::now() + interval })
    }

    /// A closed pipe is no error.
    fn write(&mut self, snapshot: &Snapshot) -> anyhow::Result<()> {
        let line = line(snapshot)?;
        let written = match &mut self.to {
            Some(file) => file.write_all(&line),
            None => {
                let mut stdout = std::io::stdout().lock();
                stdout.write_all(&line).and_then(|()| stdout.flush())
            }
        };
        quiet_when_closed(written).with_context(|| self.name.clone())
    }
}

impl Report for Stream {
    fn during(&mut self, session: &mut dyn Session) -> anyhow::Result<()> {
        if Instant::now() >= self.next && !session.finished() {
            self.write(&session.snapshot(None))?;
            // a machine that was asleep gets one line, not all that it missed
            self.next = (self.next + self.interval).max(Instant::now());
        }
        Ok(())
    }

    fn finish(&mut self, snapshot: &Snapshot) -> anyhow::Result<()> {
        self.write(snapshot)
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
            "devices",
            "host",
            "device",
            "memory",
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
