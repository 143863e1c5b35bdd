//! Getting into a program, and what is known about a process from outside.
//!
//! - [`launch`]: starts a program with the probe in its environment;
//! - [`attach`]: puts the probe into a running program, by way of `zetop-inject`;
//! - [`attendance`]: keeps the probe in place there, and has it leave;
//! - [`backend`]: what is specific to one API, a file each;
//! - [`missed_programs`]: finds processes of a started program that lost the probe on the way;
//! - [`session_folder`]: the private folder that the probe announces itself in, with the embedded [`libraries`];
//! - [`orders`]: what the probes are told;
//! - [`capture`]: the program's output, while the dashboard has the terminal;
//! - [`doctor`]: what would keep zetop from working here;
//! - [`ask_in_child`]: asks drivers, in a child process.

#[cfg(test)]
use zetop_testing as _; // signals and time limits

mod arch;
pub mod ask_in_child;
pub mod attach;
pub mod attendance;
pub mod backend;
pub mod capture;
pub mod check;
pub mod doctor;
pub mod embedded;
pub mod inherited;
pub mod launch;
pub mod left_behind;
pub mod libraries;
pub mod missed_programs;
pub mod opened;
pub mod orders;
pub mod session_folder;
pub mod tree;
mod way_in;
