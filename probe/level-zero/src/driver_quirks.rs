//! What the driver's private objects show that its API does not tell. All that reads these objects is in here, behind
//! [`quirks::DriverQuirks`]. With `--public-api`, [`quirks::PublicApi`] takes its place: then the driver is asked more often,
//! and some operations of programs that were attached to stay untimed.

pub mod event_kinds;
pub mod event_memory;
pub mod list_contents;
mod objects;
pub mod quirks;
pub mod sorts;
