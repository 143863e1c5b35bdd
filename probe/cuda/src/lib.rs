//! What zetop puts into a CUDA program: a stand-in for the driver's library, libcuda.so.1.
//!
//! ```text
//! app, libcudart -> [exports: wrapper of a function, or its hook] -> the real libcuda.so.1
//! entry -> exports -> hooks -> timing -> driver, zetop_probe_core -> zetop_wire
//! ```
//!
//! - `entry`: how it gets in: as the library that the program loads, or by an attach;
//! - `exports`: the driver's functions under their own names;
//! - `hooks`: wrappers that do more than count;
//! - `timing`: device operations, from CUPTI's activity records if there is a CUPTI;
//! - `wrappers`: one plain wrapper per symbol: it counts the call;
//! - `modules`: pointers in the process's modules;
//! - `driver`: the real driver's functions;
//! - `catalog`: the names of all of it.
//!
//! Code that is independent of the API is in `zetop_probe_core`.

mod arch;
mod catalog;
mod driver;
mod entry;
mod exports;
mod hooks;
mod modules;
mod result;
mod sync;
mod timing;
mod wrappers;

#[global_allocator]
static MEMORY: zetop_probe_core::heap::ProbeMemory = zetop_probe_core::heap::ProbeMemory;
