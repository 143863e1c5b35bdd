//! The end of the process.

#[path = "../../../probe/core/src/ending/door.rs"]
pub mod door;
