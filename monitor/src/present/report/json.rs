//! The JSON object of schema `zetop/1`, one line each.

use super::{Destination, quiet_when_closed};
use crate::snapshot::Snapshot;
use anyhow::Context;
use std::fs::File;
use std::io::Write;

/// The object, with a line end.
///
/// # Errors
/// Never in practice: a snapshot is plain data.
pub fn line(snapshot: &Snapshot) -> anyhow::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(snapshot).context("JSON")?;
    line.push(b'\n');
    Ok(line)
}

/// JSON lines, each written out as it comes; the last is the final one.
#[derive(Debug)]
pub struct Stream {
    to: Option<File>,
    name: String,
}

impl Stream {
    /// # Errors
    /// When the file cannot be made.
    pub fn open(to: &Destination) -> anyhow::Result<Self> {
        Ok(match to {
            Destination::Stdout => Self { to: None, name: "stdout".to_owned() },
            Destination::File(path) => {
                let name = path.display().to_string();
                Self { to: Some(File::create(path).with_context(|| name.clone())?), name }
            }
        })
    }

    /// # Errors
    /// When it cannot be written; a closed pipe is no error.
    pub fn write(&mut self, snapshot: &Snapshot) -> anyhow::Result<()> {
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
