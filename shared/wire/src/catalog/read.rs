//! Turns the bytes in a process file into a [`Catalog`] that can be relied on. The writer is not trusted: a
//! catalog that is damaged, far too large or inconsistent is refused as a whole, with one line that says why.

use super::{Catalog, MemoryKind};
use crate::layout::CATALOG_BYTES;
use std::collections::HashSet;

/// Longest name or remark, bytes.
pub const LONGEST_TEXT: usize = 256;
/// Why a catalog is not used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CatalogError {
    #[error("it has no catalog")]
    Missing,
    #[error("its catalog of {0} bytes is larger than the {CATALOG_BYTES} there is room for")]
    TooLarge(usize),
    #[error("its catalog is cut off: {0} of {1} bytes")]
    CutOff(usize, usize),
    /// Not JSON, or not of this shape. Only the place is given, because the parser's message may quote the
    /// writer's text.
    #[error("its catalog is damaged at byte {0}")]
    Damaged(usize),
    #[error("its catalog is not to be trusted: {0}")]
    Contradiction(String),
}

impl Catalog {
    /// The bytes for a process file.
    ///
    /// # Errors
    /// When there is no room for it there.
    pub fn to_json(&self) -> Result<Vec<u8>, CatalogError> {
        // a structure of strings and numbers always has a JSON form
        let json = serde_json::to_vec(self).map_err(|_| CatalogError::Missing)?;
        if json.len() > CATALOG_BYTES { Err(CatalogError::TooLarge(json.len())) } else { Ok(json) }
    }

    /// Reads a catalog and checks all of it.
    ///
    /// # Errors
    /// When it is damaged or inconsistent.
    pub fn from_json(json: &[u8]) -> Result<Self, CatalogError> {
        if json.is_empty() {
            return Err(CatalogError::Missing);
        }
        if json.len() > CATALOG_BYTES {
            return Err(CatalogError::TooLarge(json.len()));
        }
        // The object is one line, so the column is the place.
        let catalog: Self =
            serde_json::from_slice(json).map_err(|error| CatalogError::Damaged(error.column()))?;
        catalog.check().map_err(CatalogError::Contradiction)?;
        Ok(catalog)
    }

    fn check(&self) -> Result<(), String> {
        name("backend", &self.backend)?;
        name("api", &self.api)?;
        let mut names = HashSet::new();
        for function in &self.functions {
            name("function", &function.name)?;
            text("family", &function.family)?;
            if !names.insert(&function.name) {
                return Err(format!("two functions are called {}", function.name));
            }
        }
        self.memory_kinds.iter().try_for_each(memory_kind)?;
        let mut counted = HashSet::new();
        for kind in &self.counted_memory {
            let known = self.memory_kinds.get(usize::from(*kind)).is_some_and(|kind| !kind.name.is_empty());
            if !known || !counted.insert(kind) {
                return Err(format!("counted memory of kind {kind}, which is unknown or named twice"));
            }
        }
        let reasons = self.untimed.iter().map(|reason| name("reason", reason));
        let faults = self.device_faults.iter().map(|fault| name("fault", fault));
        let not_flushed = self.not_flushed.iter().map(|reason| name("reason", reason));
        reasons.chain(not_flushed).chain(faults).collect::<Result<(), _>>()?;
        for mode in &self.modes {
            text("mode", &mode.name)?;
            text("note of a mode", &mode.note)?;
        }
        self.runtime.iter().try_for_each(|start| name("file of the runtime", start))?;
        self.runtime_functions.iter().try_for_each(|start| name("function of the runtime", start))?;
        self.collective_kernels.iter().try_for_each(|start| name("kernel of an operation", start))?;
        text("reason for operations without a name", &self.collectives_unnamed)?;
        for expected in &self.expected {
            name("reason for an error", &expected.why)?;
            expected.functions.iter().try_for_each(|function| name("function that may fail", function))?;
        }
        let mut codes = HashSet::new();
        for result in &self.results {
            name("result", &result.name)?;
            if !codes.insert(result.code) {
                return Err(format!("result code {:#x} has two names", result.code));
            }
        }
        Ok(())
    }
}

fn memory_kind(kind: &MemoryKind) -> Result<(), String> {
    text("kind of memory", &kind.name)?;
    text("allocating function", &kind.allocated_by)?;
    text("better choice", &kind.instead)
}

/// Checks that a text may be shown as it is.
fn text(what: &str, text: &str) -> Result<(), String> {
    if text.len() > LONGEST_TEXT {
        return Err(format!("a {what} of {} bytes", text.len()));
    }
    match text.chars().find(|c| !is_plain(*c)) {
        Some(c) => Err(format!("a {what} with the character U+{:04X}", u32::from(c))),
        None => Ok(()),
    }
}

fn name(what: &str, name: &str) -> Result<(), String> {
    if name.trim().is_empty() { Err(format!("a {what} without a name")) } else { text(what, name) }
}

/// No control character, and none that is invisible or changes the direction of writing.
fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests;
