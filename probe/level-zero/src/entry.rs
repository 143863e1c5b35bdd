//! How the wrappers get between the program and its driver.
//!
//! - [`exports`]: what the loader and zetop call;
//! - [`layer`]: the wrappers in the tables that the loader hands to its layer at launch;
//! - [`attach`]: the same wrappers in the tables of a loader that is already running, or its tracing layer;
//! - [`marked`]: what NVTX and ITT call;
//! - [`backend`]: the functions that the core calls back.

mod attach;
mod backend;
mod exports;
mod layer;
mod marked;
