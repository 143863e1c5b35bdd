//! What zetop's crates need of the operating system, with nothing of zetop's own in it.
//!
//! - [`proc`]: what `/proc` says about a process; [`handle`]: a process, whoever gets its PID later; [`elf`]: what kind of program a file is; [`c_library`]: what it needs; [`seccomp`]: its filters;
//! - [`trusted`]: folders that nobody else can replace; [`below`]: what lies in folders of others; [`rights`]: files as
//!   another user; [`owner`]: who owns a process and its files;
//! - [`aside`] and [`mapped`]: changes to folders and files that somebody else can hold;
//! - [`output`]: files, pipes and streams that the user names; [`console`]: one line on stderr, and exit codes;
//! - [`mod@clean`]: text from outside, made harmless; [`width`]: text that fits a terminal;
//! - [`signals`]: signals to zetop; [`clock`]: the clock of the process files; [`log_line`]: lines of output.

#[cfg(test)]
use zetop_testing as _; // signals and time limits

mod arch;
pub mod aside;
pub mod below;
pub mod c_library;
pub mod clean;
pub mod clock;
pub mod console;
pub mod cpu_samples;
pub mod descriptors;
pub mod elf;
pub mod gone;
pub mod handle;
pub mod limit;
pub mod log_line;
pub mod mapped;
pub mod output;
pub mod owner;
pub mod proc;
pub mod rights;
pub mod seccomp;
pub mod signals;
pub mod trusted;
pub mod width;
