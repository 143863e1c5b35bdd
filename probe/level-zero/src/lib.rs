//! What zetop puts into a Level Zero program: a layer between the loader and the driver.
//!
//! ```text
//! app -> libze_loader -> [entry: wrapper of a function, or its hook] -> driver
//! entry -> hooks -> timing -> zetop_probe_core -> zetop_wire
//! ```
//!
//! - `entry`: how the wrappers get between program and driver: as a layer at launch, by an attach later;
//! - `hooks`: wrappers that do more than count, for the functions that `timing` depends on;
//! - `timing`: device operations, when they ran, and what memory they touched. Below it: `subject` (what an append puts on the
//!   device), `own_events` (the probe's events: pools, makers, a reserve), `devices` (facts, clocks, stamps), `flush` (what `--cold`
//!   fills), `sync`;
//! - `wrappers`: one plain wrapper per function: it counts the call;
//! - `driver`: the functions as the loader handed them to us; timing gets them behind `driver_trait`;
//! - `driver_calls`: calls of them that take several steps;
//! - `driver_quirks`: what the driver's private objects show that its API does not tell;
//! - `catalog`: the names behind our numbers, for the monitor, which knows no API by heart.
//!
//! Code that is independent of the API is in `zetop_probe_core`. The arrows above are also those of the imports;
//! callbacks are handed in at the start.

#[cfg(test)]
use zetop_testing as _; // signals and time limits

mod arch;
mod catalog;
mod devices;
mod driver;
mod driver_calls;
mod driver_quirks;
mod driver_trait;
mod entry;
mod flush;
mod hooks;
mod own_events;
mod result;
mod subject;
mod sync;
mod timing;
mod wrappers;

// In tests the driver is in this library, too, and its objects are malloc's.
#[cfg(not(test))]
#[global_allocator]
static MEMORY: zetop_probe_core::heap::ProbeMemory = zetop_probe_core::heap::ProbeMemory;
