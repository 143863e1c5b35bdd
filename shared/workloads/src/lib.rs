//! Level Zero programs with known answers. They know nothing about zetop.
//!
//! ```text
//! ze-workload NAME [key=value]...
//! ```
//!
//! Each prints the same on every run, ends with status 0 only if its own answers are right, and says with
//! `expect` lines ([`ledger`]) what it made the device do, for a test to compare with what a profiler saw.
//!
//! - [`programs`]: the table of workloads, a small file each;
//! - [`demo`]: the program behind `zetop demo`;
//! - [`ze`]: Level Zero objects with owners; [`spirv`]: modules from nothing;
//! - [`arguments`], [`ledger`]: what goes in, what comes out; [`product`]: what the device is compared with.

#[cfg(test)]
use zetop_testing as _; // signals and time limits

#[cfg(feature = "programs")]
pub mod allocations;
#[cfg(feature = "programs")]
mod arch;
#[cfg(feature = "programs")]
pub mod arguments;
pub mod demo;
#[cfg(feature = "programs")]
pub mod ledger;
pub mod product;
#[cfg(feature = "programs")]
pub mod programs;
pub mod spirv;
pub mod ze;
