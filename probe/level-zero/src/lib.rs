//! What zetop puts into the target process: a Level Zero layer.
//!
//! ```text
//! app -> libze_loader -> [wrapper: clock, call, clock, count, record] -> driver
//! ```
//!
//! - [`entry::layer`]: the 76 getters that the loader calls, and the 478 wrappers they put into its tables;
//! - [`hot`]: what each wrapped call does;
//! - `hooks`: wrappers that do more, for the functions that [`timing`] lives on;
//! - [`thread`]: the calling thread's own block of shared memory;
//! - [`entry::attach`]: the same wrappers in the tables of a loader that is already running;
//! - [`runtime`]: the process file, set-up, fork, exit;
//! - `session`: which session folders are taken;
//! - [`control`]: the ipc-channel to the monitor;
//! - [`clock`]: TSC or CLOCK_MONOTONIC_RAW.
//!
//! The rules of the place: nothing here blocks the target, changes what it sees or brings it down. When
//! something of ours fails, the call goes to the driver unmeasured.

mod catalog;
mod clock;
mod control;
mod entry;
mod guard;
mod hooks;
mod hot;
mod runtime;
mod self_cost;
mod session;
mod shared;
mod thread;
mod timing;
