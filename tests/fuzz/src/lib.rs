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
mod process_file;
mod recording;
mod request;
mod symbols;
mod unwind;

use std::path::{Path, PathBuf};

/// A function that is fed.
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    /// Input that is made here, beside the files in the corpus.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

pub static TARGETS: [Target; 9] = [
    catalog::TARGET,
    configuration::TARGET,
    cupti::TARGET,
    elf::TARGET,
    process_file::TARGET,
    recording::TARGET,
    request::TARGET,
    symbols::TARGET,
    unwind::TARGET,
];

impl Target {
    /// The target of a name.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn named(name: &str) -> &'static Self {
        TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("no target {name}"))
    }

    /// `corpus/NAME`: what was found once stays there.
    #[must_use]
    pub fn corpus(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(self.name)
    }

    /// All input to start from, in an order that does not change.
    #[must_use]
    pub fn input(&self) -> Vec<Vec<u8>> {
        let entries = std::fs::read_dir(self.corpus()).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.sort();
        let read = |file: PathBuf| std::fs::read(file).unwrap();
        (self.seeds)().into_iter().chain(files.into_iter().map(read)).collect()
    }
}

/// A file for functions that take a path; it is gone with what is returned.
fn file_with(bytes: &[u8]) -> tempfile::NamedTempFile {
    let file =
        tempfile::NamedTempFile::new_in(if Path::new("/dev/shm").is_dir() { "/dev/shm" } else { "/tmp" });
    let file = file.unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    file
}
