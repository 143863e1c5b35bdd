//! What was skipped, kept until the last test has run.

use crate::run::{RUN, to_stderr};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

/// A test that did not run, or not all of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    pub why: String,
    pub test: String,
}

/// Says it at once, and keeps it for the last line. Not with `println!`, which is shown only when a test
/// fails.
pub fn said(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("?");
    let why = why.replace(['\n', '\t'], " ");
    to_stderr(&format!("skipped: {test}: {why}\n"));
    let cargo = cargo();
    if let Some(file) = file()
        && let Ok(mut file) = OpenOptions::new().create(true).append(true).open(file)
    {
        // it was said, at least
        let _ = file.write_all(format!("{cargo}\t{why}\t{test}\n").as_bytes());
    }
}

fn cargo() -> String {
    std::env::var(RUN).unwrap_or_default()
}

/// In cargo's target folder, beside `debug`.
fn file() -> Option<PathBuf> {
    let exe = std::env::current_exe().ok()?;
    Some(exe.parent()?.parent()?.parent()?.join("skipped-tests"))
}

impl Skipped {
    /// The tests that were skipped in this run of `cargo test`, by which we were started, too. Clears the list.
    #[must_use]
    pub fn take() -> Vec<Self> {
        let Some(file) = file() else { return Vec::new() };
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        // another user's, perhaps
        let _ = std::fs::remove_file(file);
        let cargo = cargo();
        let mut all: Vec<Self> = text.lines().filter_map(|line| Self::read(line, &cargo)).collect();
        all.sort();
        all.dedup();
        all
    }

    fn read(line: &str, cargo: &str) -> Option<Self> {
        let mut parts = line.split('\t');
        let (of, why, test) = (parts.next()?, parts.next()?, parts.next()?);
        (of == cargo).then(|| Self { why: why.to_owned(), test: test.to_owned() })
    }
}
