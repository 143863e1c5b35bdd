//! Recordings: what the aggregate was fed with, in a file, and back.
//!
//! ```text
//! source -> Tee -> aggregate                              file -> Recording -> Player -> aggregate -> snapshot
//!             \-> Recorder -> Frame -> Coding -> Queue -> file
//! ```
//!
//! - [`mod@format`]: the file, with its header, blocks, checksums and index;
//! - [`frame`]: what a recording holds about a moment;
//! - [`coding`]: how a frame is written and read, with [`columns`] and [`fields`];
//! - [`recorder`]: writes as the program runs; [`player`]: reads, plays and jumps.
//!
//! A recording's size depends on time and on how many functions, kernels and kinds of transfer are in use,
//! not on calls per second. Counters are exact in every frame, histograms whenever they are written and at
//! the end; in between, every frame has the percentiles that are shown.

pub mod coding;
pub mod columns;
pub mod fields;
pub mod format;
pub mod frame;
pub mod player;
pub mod reader;
pub mod recorder;

pub use player::Player;
pub use reader::{OpenError, Recording};
pub use recorder::Recorder;
pub use recorder::tee::Tee;
