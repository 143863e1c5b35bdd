//! Finds the tables that calls go through.
//!
//! The loader keeps its copy of each table in a context object on the heap, to which a pointer in its
//! writable segment leads. With one driver there are two copies with the same contents: the library's, which
//! calls go through, and the loader's copy of the driver's table. A test call proves which is which.

pub mod copies;
pub mod proof;

use super::maps::{self, Mapping};
use super::static_loaders::StaticLoaders;
use super::tables::Wanted;
use copies::{ANCHOR, Entry, Firsts, Hit, collect, copies, leads, search, starts};
use proof::{is_live, is_ours};
use std::collections::BTreeSet;

/// What was found.
#[derive(Default)]
pub struct Tables {
    /// Entries of all tables that the program's calls go through.
    pub live: Vec<Entry>,
    /// Entries with our wrappers in memory that a loader has left behind when it was closed.
    pub dead: Vec<Entry>,
    /// Where in the loader's data the pointers are that lead to the live ones, and their values.
    pub leads: Vec<(usize, usize)>,
    /// The loader's own tables are among the live ones.
    pub of_loaders: bool,
}

impl Tables {
    /// Adds the tables of another loader.
    pub fn add(&mut self, other: Self) {
        self.live.extend(other.live);
        self.dead.extend(other.dead);
        self.leads.extend(other.leads);
    }
}

/// The tables of one loader, which may not be the only one.
pub fn find(wanted: &Wanted, is_only: bool) -> Tables {
    let mut tables = Tables::default();
    let mappings = maps::read();
    let anchor = wanted.tables.iter().position(|t| t.getter == ANCHOR);
    let Some(anchor) = anchor else { return tables };

    let loaders: BTreeSet<&str> =
        mappings.iter().filter(|m| maps::is_loader(&m.path)).map(|m| m.path.as_str()).collect();
    let firsts = Firsts::new(wanted);
    let starts = starts(&mappings, |m| loaders.contains(m.path.as_str()));
    let found = search(&starts, &firsts, wanted);
    let statics = StaticLoaders::find(&mappings, &starts);
    let mut all = copies(&found, anchor);
    all.retain(|copy| !statics.own(copy));
    // Calls go through the copy that has our wrappers, unless that is what a loader has left behind that was closed.
    let (ours, others): (Vec<_>, Vec<_>) = all.iter().partition(|copy| is_ours(wanted, copy));
    let is_loaders = |m: &Mapping| loaders.contains(m.path.as_str());
    let lead = |copy: &[&Hit]| {
        let first = copy.iter().map(|hit| hit.address).min()?;
        leads(&mappings, is_loaders, first)
    };
    let certain = is_only && maps::modules_ever_unloaded() == 0;
    let mut known = false;
    for copy in ours {
        let live = certain || is_live(wanted, copy);
        known |= live;
        tables.leads.extend(live.then(|| lead(copy)).flatten());
        collect(&mappings, wanted, copy, if live { &mut tables.live } else { &mut tables.dead });
    }
    for copy in others {
        if !(known && is_only) && is_live(wanted, copy) {
            known = true;
            tables.leads.extend(lead(copy));
            collect(&mappings, wanted, copy, &mut tables.live);
        }
    }
    tables.of_loaders = known;
    statics.collect(&mappings, wanted, &firsts, anchor, &mut tables.live);
    tables
}
