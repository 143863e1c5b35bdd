//! The memory at one end of a transfer.

use serde::{Serialize, Serializer};
use std::fmt;
use std::sync::Arc;
use zetop_wire::catalog::Place;

/// A kind of memory of an API; the JSON has only its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Endpoint {
    /// For example `host`, `device`, `shared`, `heap`, `image`, `imported`.
    pub kind: Arc<str>,
    pub place: Place,
    /// What to allocate with instead if this kind is the slow choice; empty if there is nothing better.
    pub instead: Arc<str>,
    /// Number of the device that it is on, if the other end is on another one.
    pub device: Option<u32>,
}

impl Endpoint {
    #[must_use]
    pub fn new(kind: &str, place: Place) -> Self {
        Self { kind: kind.into(), place, instead: "".into(), device: None }
    }
}

impl Default for Endpoint {
    fn default() -> Self {
        Self::new("", Place::None)
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.device {
            Some(device) => f.pad(&format!("{} {device}", self.kind)),
            None => f.pad(&self.kind),
        }
    }
}

impl Serialize for Endpoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.kind)
    }
}
