//! How the wrappers get between the program and its driver.
//!
//! - [`layer`]: the 76 getters that the loader calls at launch, and the 478 wrappers they put into its tables;
//! - [`attach`]: the same wrappers in the tables of a loader that is already running, or its tracing layer.

pub mod attach;
pub mod layer;
