//! The JSON object of schema `zetop/1`, one line each.

use crate::snapshot::Snapshot;
use anyhow::Context;

/// The object, with a line end.
///
/// # Errors
/// Never in practice: a snapshot is plain data.
pub fn line(snapshot: &Snapshot) -> anyhow::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(snapshot).context("JSON")?;
    line.push(b'\n');
    Ok(line)
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
