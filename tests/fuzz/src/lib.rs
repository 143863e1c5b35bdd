//! Functions that read what zetop does not trust, each with input to start from. A function takes any bytes and must
//! neither panic nor take longer or more memory than the input justifies: it asserts what callers rely on.
//!
//! `cargo test -p zetop-fuzz` runs each for some seconds on mutated input, the same one each time; `.ci/fuzz` for a
//! minute. `cargo fuzz` takes them, too: see `tests/fuzz/cargo-fuzz`.

#![allow(clippy::unwrap_used)] // a target fails by panicking

mod catalog;
mod configuration;
mod cupti;
mod elf;
pub mod mutation;
mod nccl;
mod process_file;
mod recording;
mod request;
mod symbols;
mod target;
mod temporary;
mod unwind;

pub use target::Target;

pub static TARGETS: [Target; 10] = [
    catalog::TARGET,
    configuration::TARGET,
    cupti::TARGET,
    elf::TARGET,
    nccl::TARGET,
    process_file::TARGET,
    recording::TARGET,
    request::TARGET,
    symbols::TARGET,
    unwind::TARGET,
];

/// The target of a name.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn named(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("no target {name}"))
}
