//! What every probe needs, whatever API it watches.
//!
//! ```text
//! app -> wrapper -> [hot: clock, call, clock, count, record] -> driver
//!                     |
//!                   thread -> block in the process file, which zetop reads
//! ```
//!
//! - [`hot`]: what each wrapped call does;
//! - [`thread`]: the calling thread's own block of shared memory;
//! - [`clock`]: TSC or CLOCK_MONOTONIC_RAW;
//! - [`runtime`]: the process file, set-up, fork, exit;
//! - [`backend`]: what the probe of an API hands in, so that this crate needs to know none;
//! - [`publish`]: device operations into the process file;
//! - [`memory`]: what an address belongs to;
//! - `session`: which session folders are taken;
//! - `orders`: zetop's orders, and whether it lives;
//! - `blocks`: which blocks are free;
//! - `shared`: the process file's mapping;
//! - `self_cost`: what a wrapped call costs;
//! - [`guard`]: keeping our troubles out of the target.
//!
//! The rules of the place: nothing here blocks the target, changes what it sees or brings it down. When
//! something of ours fails, the call goes to the driver unmeasured.

pub mod backend;
mod blocks;
pub mod clock;
pub mod guard;
pub mod hot;
pub mod memory;
mod orders;
pub mod publish;
pub mod runtime;
mod self_cost;
mod session;
mod shared;
pub mod thread;
