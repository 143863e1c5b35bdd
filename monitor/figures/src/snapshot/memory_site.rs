//! Memory by the line that allocated it.

use super::finding::{Caller, Site};
use crate::sum::sum;
use serde::Serialize;
use std::sync::Arc;
use zetop_wire::catalog::Place;

/// A line of the program that allocates memory of one kind. What has no known line is one more row for each kind, `(unknown)`,
/// so that the live bytes of all rows of a kind are those of the snapshot's `memory`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct MemorySite {
    /// `upload.cpp:142 in upload_batch`, `app+0x1a2b`, or `(unknown)`.
    pub place: String,
    pub file: Option<Arc<str>>,
    pub line: Option<u32>,
    /// Demangled.
    pub function: Option<Arc<str>>,
    /// The file that the code is in.
    pub module: Option<Arc<str>>,
    /// What called it, innermost first, on the way that holds most.
    pub callers: Vec<String>,
    /// The program's own helpers between this line and the API, innermost first.
    pub through: Vec<String>,
    /// Kind of memory.
    pub kind: Arc<str>,
    pub live_bytes: u64,
    pub live_count: u64,
    /// If several ways lead to the line, or several processes have it: no more than this at one moment.
    pub peak_bytes: u64,
    pub allocations: u64,
    pub frees: u64,
    pub allocated_bytes: u64,
    /// Allocations whose place was looked at; if these are fewer, all figures are estimated from them, and the standard error of
    /// the live bytes is `error_pct`, else 0.
    pub noted: u64,
    pub error_pct: f64,
    /// Ages of what is live: of the oldest, and on average; null where nothing is, and for `(unknown)`.
    pub oldest_ns: Option<u64>,
    pub mean_age_ns: Option<u64>,
    /// Share of all live bytes, of all kinds; null where nothing is live.
    pub share_pct: Option<f64>,
    #[serde(skip)]
    pub on: Place,
    /// The line that allocates the memory is known.
    #[serde(skip)]
    pub is_known: bool,
    /// All ways that lead to the line, with their shares of what is live, or, if nothing is, of what was allocated.
    #[serde(skip)]
    pub tree: Vec<Caller>,
    /// Live bytes at the end of each second, newest last, for ten minutes at most.
    #[serde(skip)]
    pub levels: Vec<u64>,
}

impl MemorySite {
    pub const UNKNOWN: &str = "(unknown)";

    /// Its figures are estimated.
    #[must_use]
    pub fn is_estimated(&self) -> bool {
        self.noted < self.allocations
    }

    /// The line, as findings have it.
    #[must_use]
    pub fn site(&self) -> Site {
        Site {
            place: self.place.clone(),
            file: self.file.clone(),
            line: self.line,
            function: self.function.clone(),
            module: self.module.clone(),
            callers: self.callers.clone(),
            through: self.through.clone(),
            tree: self.tree.clone(),
            samples: 0,
            share_pct: 100.0,
        }
    }

    /// The line that holds most of a kind of memory, with its share: `leak.c:3 in cache (98 %)`. The sites are in the order of
    /// their live bytes.
    #[must_use]
    pub fn holds_most(sites: &[Self], kind: &str) -> Option<String> {
        let of_kind = || sites.iter().filter(|site| *site.kind == *kind);
        let most = of_kind().find(|site| site.is_known && site.live_bytes > 0)?;
        let share = 100.0 * most.live_bytes as f64 / sum(of_kind().map(|site| site.live_bytes)) as f64;
        let share = if share < 99.5 { format!(" ({share:.0} %)") } else { String::new() };
        Some(format!("{}{share}", most.place))
    }
}
