//! The dashboard's frames, and whole sessions of keys.

// The helpers are test code too, although they have no `#[test]`.
#![allow(clippy::unwrap_used)]

use zetop_testing as _; // signals and time limits

#[path = "frames/sample.rs"]
mod sample;

#[path = "frames/harness.rs"]
mod harness;

#[path = "frames/looks.rs"]
mod looks;
#[path = "frames/room.rs"]
mod room;

#[path = "frames/keys.rs"]
mod keys;
#[path = "frames/tables.rs"]
mod tables;
