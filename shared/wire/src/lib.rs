//! What the probe (in the target) and the monitor (zetop) agree on.
//!
//! Each probed process has one file in the session's shared-memory folder. The probe maps it and writes; the
//! monitor reads it with `pread`, so that nothing that the target does to the file (truncate it, fill it with
//! rubbish) can fault in zetop, and a killed target loses nothing that it had recorded. The only thing that the
//! monitor writes there, with `pwrite`, is whether records of single calls are wanted.
//!
//! ```text
//! file:  Process (header, exact counters, device tables, strings, device ring) | ThreadBlock 0 | 1 | ... |
//!        pages of histograms | samples
//! ```
//!
//! - [`catalog`]: what a backend calls its functions, kinds of memory and reasons;
//! - [`layout`]: the structures, as the probe writes them; [`layout_hash`] tells one layout from another;
//! - [`histogram`]: how durations are spread, exactly;
//! - [`ring`]: a ring that its one writer overwrites and that never waits for the reader;
//! - [`samples`]: registers and tops of stacks, where zetop asks which line of the program makes a call;
//! - [`requests`]: how zetop asks for them;
//! - [`reader`]: the monitor's side; every figure is bounds-checked, since the writer is not trusted;
//! - [`session`]: the folder where processes announce themselves;
//! - [`orders`]: what zetop tells its probes: that it lives, and that they are to detach;
//! - [`attach`]: what the probe's function answers that an attach calls.

#[cfg(test)]
use zetop_testing as _; // signals and time limits

pub mod attach;
pub mod catalog;
pub mod histogram;
pub mod layout;
pub mod layout_hash;
pub mod orders;
pub mod reader;
pub mod requests;
pub mod ring;
pub mod samples;
pub mod session;
