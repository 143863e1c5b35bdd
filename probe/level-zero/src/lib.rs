//! What zetop puts into a Level Zero program: a layer between the loader and the driver.
//!
//! ```text
//! app -> libze_loader -> [entry: wrapper of a function, or its hook] -> driver
//! entry -> hooks -> timing -> zetop_probe_core -> zetop_wire
//! ```
//!
//! - [`entry`]: how the wrappers get between program and driver: as a layer at launch, by an attach later;
//! - `hooks`: wrappers that do more than count, for the functions that [`timing`] lives on;
//! - [`timing`]: device operations, when they ran, and what memory they touched;
//! - `wrappers`: one plain wrapper per function: it counts the call;
//! - `driver`: the functions as the loader handed them to us; timing gets them handed in, behind a trait.
//! - `catalog`: what the numbers in our figures are called, for the monitor, which knows no API by heart.
//!
//! What needs to know no API is in `zetop_probe_core`. The arrows above are those of the imports: what has to
//! call back is handed in at the start.

#[cfg(test)]
use zetop_testing as _; // signals and time limits

mod catalog;
mod driver;
mod entry;
mod hooks;
mod result;
mod timing;
mod wrappers;
