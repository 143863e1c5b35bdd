//! What all test binaries share. One that uses this crate (`use zetop_testing as _`) has
//!
//! - `begin`: signals as a shell at a terminal has them, whatever `nohup`, `&` or a service manager left, a
//!   time limit for each test, and an end of what tests leave behind;
//! - [`skip!`]: a test that cannot run here says so, and `cargo test --workspace` says it again at its end (`tests/workspace`);
//! - [`status_under_filter`]: code that a seccomp filter kills for some system calls;
//! - [`in_own_mounts`]: code with mounts that nobody else sees; [`InExec`]: a process that hangs in the kernel;
//! - [`Fuse`]: files whose reads and writes are answered late, or never, and what is held by means of them;
//! - [`copy_program`]: a program to execute under another name;
//! - [`pythons`]: interpreters of Python to test with.

mod begin;
mod filtered;
mod fuse;
mod leftovers;
mod mounts;
mod opcode;
mod programs;
mod pythons;
mod run;
mod skipped;
mod slow_files;

pub use filtered::status_under_filter;
pub use fuse::InExec;
pub use mounts::{Mounted, bind, in_own_mounts, silent};
pub use programs::copy_program;
pub use pythons::pythons;
pub use skipped::{Skipped, said};
pub use slow_files::{Answers, Fuse, NeverThere};

/// Says that this test, or a part of it, is skipped, and why. The text is shown even when the test passes.
///
/// Returns from the test with `return skip!(...)`.
#[macro_export]
macro_rules! skip {
    ($($why:tt)*) => {
        $crate::said(&format!($($why)*))
    };
}
