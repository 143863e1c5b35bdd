//! What the probe (in the target) and the monitor (zetop) agree on.
//!
//! Each probed process has one file in the session's shared-memory folder. The probe maps it and writes;
//! the monitor only ever reads it, with `pread`, so that nothing that the target does to the file (truncate
//! it, fill it with rubbish) can fault in zetop, and a killed target loses nothing that it had recorded.
//!
//! ```text
//! file:  Process (header, exact counters, device tables, strings, device ring) | ThreadBlock 0 | 1 | ...
//! ```
//!
//! - [`catalog`]: what a backend calls its functions, kinds of memory and reasons;
//! - [`layout`]: the structures, as the probe writes them; [`layout_hash`] tells one layout from another;
//! - [`ring`]: a ring that its one writer overwrites and that never waits for the reader;
//! - [`reader`]: the monitor's side; every figure is bounds-checked, since the writer is not trusted;
//! - [`session`]: the folder where processes announce themselves;
//! - [`orders`]: what zetop tells its probes: that it lives, and that they are to detach;
//! - [`attach`]: what the probe's function answers that an attach calls.

pub mod attach;
pub mod catalog;
pub mod layout;
pub mod layout_hash;
pub mod orders;
pub mod reader;
pub mod ring;
pub mod session;
