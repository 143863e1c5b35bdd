//! Finds the tables that calls go through.
//!
//! The loader keeps its copy of each table in a context object on the heap, to which a pointer in its
//! writable segment leads. With one driver there are two copies with the same contents: the library's, which
//! calls go through, and the loader's copy of the driver's table. A test call proves which is which.

pub mod copies;
pub mod proof;

use super::maps;
use super::static_loaders::StaticLoaders;
use super::tables::Wanted;
use copies::{ANCHOR, Entry, Firsts, collect, copies, search, starts};
use proof::{is_live, is_ours};
use std::collections::BTreeSet;

/// Entries of all tables that the program's calls go through.
pub fn live_entries(wanted: &Wanted) -> Vec<Entry> {
    let mappings = maps::read();
    let anchor = wanted.tables.iter().position(|t| t.getter == ANCHOR);
    let Some(anchor) = anchor else { return Vec::new() };

    let loaders: BTreeSet<&str> =
        mappings.iter().filter(|m| maps::is_loader(&m.path)).map(|m| m.path.as_str()).collect();
    let firsts = Firsts::new(wanted);
    let starts = starts(&mappings, |m| loaders.contains(m.path.as_str()));
    let found = search(&starts, &firsts, wanted);
    let statics = StaticLoaders::find(&mappings, &starts);
    let mut live = Vec::new();
    let mut all = copies(&found, anchor);
    all.retain(|copy| !statics.own(copy));
    // Calls go through the copy that has our wrappers. Don't prove it: the test call would be counted as the
    // program's.
    let known = all.iter().any(|copy| is_ours(wanted, copy));
    for copy in &all {
        if if known { is_ours(wanted, copy) } else { is_live(wanted, copy) } {
            collect(&mappings, wanted, copy, &mut live);
        }
    }
    statics.collect(&mappings, wanted, &firsts, anchor, &mut live);
    live
}
