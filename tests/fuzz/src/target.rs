//! What each target says of itself.

use std::path::{Path, PathBuf};

/// A function that is fed.
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    /// Input that is made here, beside the files in the corpus.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

impl Target {
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
