//! Which columns the tables of the reports have.

use zetop_figures::ranks::Rank;
use zetop_figures::view::format::{bytes, group, time};
use zetop_figures::view::items::{Field, List};

/// A figure with its title.
pub(super) type Column = (Field, &'static str);

/// The columns of the summary's table of a list.
pub(super) fn summary(list: List) -> &'static [Column] {
    match list {
        List::Transfers => &[
            (Field::Name, "Transfer"),
            (Field::Calls, "Copies"),
            (Field::Bytes, "Bytes"),
            (Field::Total, "Total"),
            (Field::Min, "Min"),
            (Field::Max, "Max"),
            (Field::P99, "p99"),
            (Field::Bandwidth, "GB/s"),
            (Field::Throughput, "GB/s of wall"),
            (Field::Share, "%"),
        ],
        List::Kernels | List::Device => &[
            (Field::Name, "Kernel"),
            (Field::Calls, "Calls"),
            (Field::Total, "Total"),
            (Field::Min, "Min"),
            (Field::Max, "Max"),
            (Field::Avg, "Avg"),
            (Field::P50, "p50"),
            (Field::P99, "p99"),
            (Field::Submit, "Queued"),
            (Field::HostPer, "Host/run"),
            (Field::Share, "%"),
        ],
        List::Api => &[
            (Field::Name, "Function"),
            (Field::Calls, "Calls"),
            (Field::Total, "Total"),
            (Field::Min, "Min"),
            (Field::Max, "Max"),
            (Field::Avg, "Avg"),
            (Field::P50, "p50"),
            (Field::P99, "p99"),
            (Field::Share, "%"),
        ],
        List::Memory => &[
            (Field::Name, "Allocated at"),
            (Field::Kind, "Kind"),
            (Field::Live, "Live"),
            (Field::Blocks, "Blocks"),
            (Field::Peak, "Peak"),
            (Field::Calls, "Allocs"),
            (Field::Frees, "Frees"),
            (Field::Oldest, "Oldest"),
        ],
    }
}

/// A figure of a rank: its title, its value, and that as text.
pub(super) type RankColumn = (&'static str, fn(&Rank) -> Option<u64>, fn(f64) -> String);

/// What ranks are compared by.
pub(super) const RANKS: [RankColumn; 6] = [
    ("Calls", |rank| Some(rank.calls), |calls| group(calls as u64)),
    ("In API", |rank| Some(rank.host_ns), time),
    ("Waits", |rank| Some(rank.waits_ns), time),
    ("Outside", |rank| rank.outside_ns, time),
    ("Device", |rank| Some(rank.device_ns), time),
    ("Copied", |rank| Some(rank.bytes), |size| bytes(size as u64)),
];

/// The columns of the CSV: first those of the Level Zero Timing Checker, in its order, then zetop's own.
pub(super) const CSV: &[Column] = &[
    (Field::Name, "Function"),
    (Field::Calls, "Calls"),
    (Field::Total, "TotalNs"),
    (Field::Min, "MinNs"),
    (Field::Max, "MaxNs"),
    (Field::Avg, "AvgNs"),
    (Field::Share, "%"),
    (Field::P50, "P50Ns"),
    (Field::P90, "P90Ns"),
    (Field::P99, "P99Ns"),
    (Field::Errors, "Errors"),
    (Field::Family, "Family"),
    (Field::Timed, "Timed"),
    (Field::TotalError, "TotalErrorPct"),
];
