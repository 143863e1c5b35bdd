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

pub mod allocations;
mod arch;
pub mod arguments;
pub mod demo;
pub mod ledger;
pub mod product;
pub mod programs;
pub mod spirv;
pub mod ze;

use arguments::Arguments;
use std::process::ExitCode;

/// The `main` of `ze-workload`.
#[must_use]
pub fn main() -> ExitCode {
    // The name that it was started by may be no text.
    let given: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let Some((name, rest)) = given.split_first() else {
        print!("{}", programs::help());
        return ExitCode::SUCCESS;
    };
    let Some(program) = programs::PROGRAMS.iter().find(|program| program.name == name) else {
        eprintln!("ze-workload: {name}: unknown; without arguments all are listed");
        return ExitCode::from(2);
    };
    match Arguments::parse(program.keys, rest).and_then(|arguments| (program.run)(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ze-workload {name}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// FNV-1a, to print what a buffer holds.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
