//! How many rows are sampled, how often, and what may wait or is kept.

/// With this many samples the shares are known to a few percent: from then on, sampling a tenth as often is
/// enough.
pub(super) const ENOUGH: u64 = 200;
pub(super) const SELDOM: u64 = 10;
/// Samples of a row that no finding names: enough to know its line.
pub(super) const EARLY: usize = 10;
/// What was not called for this long is no early row: each call of the program looks at a request that waits.
pub(super) const EARLY_QUIET_NS: u64 = 1_000_000_000;
/// Early rows of a sort.
pub(super) const EARLY_ROWS: usize = 2;
/// Rows sampled at a time: one for each slot that a process has.
pub(super) const MOST_ROWS: usize = 8;
pub(super) const MOST_EARLY: usize = EARLY * MOST_ROWS;
/// Samples that may wait to be resolved; further ones are dropped.
pub(super) const QUEUE: usize = MOST_EARLY + 64;
/// Rows and places of each that are kept in memory.
pub(super) const MOST_KEPT: usize = 1024;
/// Numbers of calls in progress begin here; those of rows are below.
pub(super) const CALLS: u64 = 1 << 32;
/// Processes whose code is looked at.
pub(super) const MOST_PROCESSES: usize = 4096;
/// What all places together may take, bytes.
pub(super) const MOST_BYTES: usize = 16 << 20;
