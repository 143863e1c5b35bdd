//! Getting into a program, and what is known about a process from outside.
//!
//! - [`launch`]: starts a program with the probe in its environment;
//! - [`attach`]: puts the probe into a running program, by way of [`inject`];
//! - [`attendance`]: keeps the probe in place there, and has it leave;
//! - [`backend`]: what is specific to one API, a file each;
//! - [`late`]: attaches to processes of a started program that lost the probe on the way, which [`unseen`] finds;
//! - [`session_folder`]: the private folder that the probe announces itself in, with the embedded [`libraries`];
//! - `orders`: what the probes are told;
//! - [`capture`]: the program's output, while the dashboard has the terminal;
//! - [`doctor`]: what would keep zetop from working here;
//! - [`trusted`]: folders that nobody else can replace;
//! - [`proc`]: what `/proc` says about a process;
//! - `question`: asks drivers, in a child process;
//! - `elf`: what kind of program a file is.

pub mod attach;
pub mod attendance;
pub mod backend;
pub mod capture;
mod check;
pub mod doctor;
pub(crate) mod elf;
pub mod inject;
pub mod late;
pub mod launch;
pub mod left_behind;
pub mod libraries;
mod orders;
pub(crate) mod owner;
pub mod proc;
mod question;
pub(crate) mod seccomp;
pub mod session_folder;
pub mod trusted;
pub mod unseen;
