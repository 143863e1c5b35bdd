//! What the probe (in the target) and the monitor (zetop) agree on.
//!
//! Each probed process has one file in the session's shared-memory folder. The probe maps it and writes; the
//! monitor reads it with `pread`, so that nothing that the target does to the file (truncate it, fill it with
//! rubbish) can fault in zetop, and a killed target loses nothing that it had recorded. The monitor writes
//! there ([`mod@write`]) only whether records of single calls are wanted, and its requests for samples.
//!
//! ```text
//! file:  Process (header, exact counters, device tables, strings, device ring) | ThreadBlock 0 | 1 | ... |
//!        pages of histograms | samples | further names | allocations
//! ```
//!
//! - [`allocations`]: where memory was allocated;
//! - [`api`]: what the APIs are called;
//! - [`catalog`]: a backend's names for its functions, kinds of memory and reasons;
//! - [`layout`]: the structures, as the probe writes them; [`layout_hash`] tells layouts apart;
//! - [`histogram`]: how durations are spread, exactly;
//! - [`ring`]: a ring that its one writer overwrites and that never waits for the reader;
//! - [`samples`]: registers and tops of stacks, from which zetop finds the line of the program that makes a
//!   call;
//! - [`requests`]: how zetop asks for them;
//! - [`reader`]: the monitor's side; every figure is bounds-checked, since the writer is not trusted;
//! - [`session`]: the folder where processes announce themselves;
//! - [`mod@write`]: how zetop writes into a process file;
//! - [`orders`]: what zetop tells its probes: that it is alive, and when to detach;
//! - [`attach`]: the answers of the probe's function that an attach calls.

#[cfg(all(test, not(miri)))]
use zetop_testing as _; // signals and time limits

pub mod allocations;
pub mod api;
pub mod attach;
pub mod catalog;
pub mod filters;
pub mod histogram;
pub mod layout;
pub mod layout_hash;
pub mod orders;
pub mod provision;
pub mod reader;
pub mod requests;
pub mod ring;
pub mod samples;
pub mod session;
mod sync;
pub mod write;
