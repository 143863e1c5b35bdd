//! What a benchmark writes: each output by itself, so that one that can't be written takes none of the others with it.

use super::request::Request;
use anyhow::{Context, Result};
use std::path::Path;
use zetop_system::console::{print, say};
use zetop_system::output::Destination;

/// Checks that every output can be written, before the measuring, which takes long.
///
/// # Errors
/// The first output that can't.
pub(crate) fn check(request: &Request<'_>, more: &[(&str, Option<&Path>)]) -> Result<(), String> {
    let json = request.json.map(Destination::from_argument);
    let file = |path: &Path| Destination::File(path.to_owned());
    let all = [("--json", json), ("--csv", request.csv.map(file))];
    let more = more.iter().map(|(name, path)| (*name, path.map(file)));
    let mut known: Vec<(&str, Destination)> = Vec::new();
    for (name, destination) in all.into_iter().chain(more).filter_map(|(name, to)| Some((name, to?))) {
        if name != "--json" && destination == Destination::File("-".into()) {
            return Err(format!("{name} takes a file, not -"));
        }
        if let Some((other, _)) = known.iter().find(|(_, known)| *known == destination) {
            return Err(format!("{name} and {other} are the same file: {}", destination.name()));
        }
        destination
            .check()
            .map_err(|error| format!("{name}: cannot write {}: {error}", destination.name()))?;
        known.push((name, destination));
    }
    Ok(())
}

/// Outputs that are being written.
pub(crate) struct Outputs {
    all_written: bool,
}

impl Outputs {
    /// Prints the figures first, unless stdout is for JSON.
    pub(crate) fn begin(request: &Request<'_>, text: impl FnOnce() -> String) -> Self {
        let mut outputs = Self { all_written: true };
        if request.json != Some("-".as_ref()) {
            outputs.note(print(text().as_bytes()).context("cannot write to stdout"));
        }
        outputs
    }

    pub(crate) fn file(&mut self, path: Option<&Path>, bytes: impl FnOnce() -> Result<Vec<u8>>) {
        if let Some(path) = path {
            self.write(&Destination::File(path.to_owned()), bytes);
        }
    }

    pub(crate) fn json(&mut self, request: &Request<'_>, bytes: impl FnOnce() -> Result<Vec<u8>>) {
        if let Some(json) = request.json {
            self.write(&Destination::from_argument(json), bytes);
        }
    }

    fn write(&mut self, to: &Destination, bytes: impl FnOnce() -> Result<Vec<u8>>) {
        let written = bytes().and_then(|bytes| Ok(to.write(bytes, || false)?));
        self.note(written.with_context(|| format!("cannot write {}", to.name())));
    }

    fn note(&mut self, result: Result<()>) {
        if let Err(error) = result {
            say(&format!("{error:#}"));
            self.all_written = false;
        }
    }

    /// False if an output could not be written, which has been reported.
    pub(crate) fn all_written(self) -> bool {
        self.all_written
    }
}
