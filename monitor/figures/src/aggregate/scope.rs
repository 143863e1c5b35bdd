//! What a snapshot is made from.

use super::collectives::Collectives;
use super::names::Names;
use super::process::Process;
use super::sensors::Sensed;
use super::series::Window;
use crate::budget::Budget;
use crate::sink::ProcessId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The processes that a snapshot is about, and the times that it needs.
pub(super) struct Scope<'a> {
    /// All that have a row, oldest first.
    pub(super) all: BTreeMap<ProcessId, &'a Process>,
    /// The processes in view.
    pub(super) processes: Vec<&'a Process>,
    pub(super) names: &'a Names,
    pub(super) collectives: &'a Collectives,
    pub(super) sensed: &'a Sensed,
    pub(super) budget: &'a Budget,
    /// The sources' notes.
    pub(super) notes: &'a BTreeSet<String>,
    pub(super) raw_names: &'a Arc<BTreeMap<Arc<str>, Arc<str>>>,
    pub(super) start: u64,
    /// The start, in ns since 1970.
    pub(super) unix_ns: Option<u64>,
    pub(super) now: u64,
    pub(super) elapsed_ns: u64,
    pub(super) window: Window,
    /// The session is over.
    pub(super) ended: bool,
}
