//! What a column shows and a filter compares: its names, its unit, and its value in each kind of row.

use crate::snapshot::{Api, Kernel, MemorySite, Transfer};
use crate::view::format;

/// What a column shows and a filter compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    Name,
    Family,
    Device,
    Direction,
    Calls,
    Rate,
    Errors,
    Bytes,
    /// Calls and operations whose time was taken.
    Timed,
    /// Bytes of one copy or fill, on average.
    BytesEach,
    Total,
    /// Standard error of the total.
    TotalError,
    Share,
    Min,
    Avg,
    P50,
    P90,
    P99,
    Max,
    Submit,
    /// Host time per launch: what dispatch costs.
    HostPer,
    /// Average of the launches behind a flush, and of the others.
    Cold,
    Hot,
    Bandwidth,
    Throughput,
    /// Group count x group size of a kernel, or sizes of a copy.
    Shape,
    /// A remark in words.
    Note,
    /// Before the baseline, and what has changed since: percentage points of the share, else percent.
    BandwidthBefore,
    BandwidthChange,
    ShareChange,
    AvgChange,
    /// Kind of memory that a line allocates. The fields that follow, to the age of its oldest block, are of such a line, too.
    Kind,
    Live,
    Blocks,
    Peak,
    Frees,
    Oldest,
}

impl Field {
    /// Text columns are left-aligned and sort by name.
    pub fn is_text(self) -> bool {
        matches!(
            self,
            Field::Name | Field::Family | Field::Direction | Field::Shape | Field::Note | Field::Kind
        )
    }

    /// The names that a filter and `--sort` accept, first the one that is shown.
    pub const NAMED: &'static [(Field, &'static [&'static str])] = &[
        (Field::Share, &["share", "%"]),
        (Field::Calls, &["calls", "launches", "runs", "ops", "n"]),
        (Field::Rate, &["rate", "calls/s", "/s"]),
        (Field::Timed, &["timed"]),
        (Field::Total, &["total", "time"]),
        (Field::TotalError, &["total-error"]),
        (Field::Min, &["min"]),
        (Field::Avg, &["avg", "mean", "average"]),
        (Field::P50, &["p50", "median"]),
        (Field::P90, &["p90"]),
        (Field::P99, &["p99"]),
        (Field::Max, &["max"]),
        (Field::Errors, &["errors", "err"]),
        (Field::Bytes, &["bytes", "size"]),
        (Field::BytesEach, &["each", "bytes/op"]),
        (Field::Bandwidth, &["GB/s", "gb/s", "bandwidth", "bw", "gbps"]),
        (Field::Throughput, &["throughput"]),
        (Field::Submit, &["queued", "submit"]),
        (Field::HostPer, &["host"]),
        (Field::Cold, &["cold"]),
        (Field::Hot, &["hot"]),
        (Field::Device, &["device"]),
        (Field::BandwidthChange, &["change", "Δgb/s"]),
        (Field::AvgChange, &["avg-change", "Δavg"]),
        (Field::Name, &["name", "function"]),
        (Field::Live, &["live"]),
        (Field::Blocks, &["blocks"]),
        (Field::Peak, &["peak"]),
        (Field::Frees, &["frees"]),
        (Field::Oldest, &["oldest", "age"]),
    ];

    /// A value in the unit of the column.
    pub fn figure(self, value: f64) -> String {
        match self {
            Field::Calls | Field::Timed | Field::Errors | Field::Blocks | Field::Frees => {
                format::count(value as u64)
            }
            Field::Device => format!("{value:.0}"),
            Field::Rate => format::rate(value),
            Field::Share | Field::TotalError => format::percent(value),
            Field::Bytes | Field::BytesEach | Field::Live | Field::Peak => format::bytes(value as u64),
            Field::Oldest => format::span(value as u64),
            Field::Bandwidth | Field::BandwidthBefore | Field::Throughput => format::gbps(value),
            Field::BandwidthChange | Field::AvgChange => format::change(value),
            Field::ShareChange if value.abs() < 0.05 => "±0".to_owned(),
            Field::ShareChange => format::signed(value, 1) + " pt",
            _ => format::time(value),
        }
    }

    pub fn from_name(name: &str) -> Option<Field> {
        let name = name.to_ascii_lowercase();
        Field::NAMED.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(field, _)| *field)
    }

    pub fn name(self) -> &'static str {
        Field::NAMED
            .iter()
            .find(|(field, _)| *field == self)
            .and_then(|(_, names)| names.first())
            .unwrap_or(&"")
    }
}

/// `now` against what was before, in percent.
fn change(now: Option<f64>, before: Option<f64>) -> Option<f64> {
    let (now, before) = (now?, before.filter(|before| *before > 0.0)?);
    Some((now / before - 1.0) * 100.0)
}

/// What one of `count` has of `all`.
pub(super) fn each(all: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| all as f64 / count as f64)
}

pub(super) fn api_value(api: &Api, field: Field) -> Option<f64> {
    let ns = |v: Option<u64>| v.map(|v| v as f64);
    match field {
        Field::Calls => Some(api.calls as f64),
        Field::Rate => Some(api.calls_per_s),
        Field::Errors => Some(api.errors as f64),
        Field::Timed => Some(api.timed as f64),
        Field::Total => Some(api.total_ns as f64),
        Field::TotalError => Some(api.total_error_pct),
        Field::Share => Some(api.share_pct),
        Field::Min => ns(api.min_ns),
        Field::Avg => api.avg_ns,
        Field::P50 => ns(api.p50_ns),
        Field::P90 => ns(api.p90_ns),
        Field::P99 => ns(api.p99_ns),
        Field::Max => ns(api.max_ns),
        Field::ShareChange if api.calls > 0 => Some(api.share_pct - api.before?.share_pct),
        Field::AvgChange => change(api.avg_ns, api.before?.avg_ns),
        _ => None,
    }
}

pub(super) fn kernel_value(kernel: &Kernel, field: Field) -> Option<f64> {
    let ns = |v: Option<u64>| v.map(|v| v as f64);
    match field {
        Field::Calls => Some(kernel.launches as f64),
        Field::Timed => Some(kernel.timed as f64),
        Field::TotalError => Some(kernel.total_error_pct),
        Field::Device => Some(f64::from(kernel.device)),
        // Unknown, not nothing, where none was timed.
        Field::Total | Field::Share if kernel.timed == 0 && kernel.launches > 0 => None,
        Field::Total => Some(kernel.total_ns as f64),
        Field::Share => Some(kernel.share_pct),
        Field::Min => ns(kernel.min_ns),
        Field::Avg => kernel.avg_ns,
        Field::P50 => ns(kernel.p50_ns),
        Field::P90 => ns(kernel.p90_ns),
        Field::P99 => ns(kernel.p99_ns),
        Field::Max => ns(kernel.max_ns),
        Field::Submit => kernel.submit_avg_ns,
        Field::Cold => kernel.cold.as_ref()?.avg_ns,
        Field::Hot => kernel.hot.as_ref()?.avg_ns,
        Field::ShareChange if kernel.launches > 0 => Some(kernel.share_pct - kernel.before?.share_pct),
        Field::AvgChange => change(kernel.avg_ns, kernel.before?.avg_ns),
        Field::HostPer => kernel.host_avg_ns,
        _ => None,
    }
}

pub(super) fn transfer_value(transfer: &Transfer, field: Field) -> Option<f64> {
    let ns = |v: Option<u64>| v.map(|v| v as f64);
    match field {
        Field::Calls => Some(transfer.ops as f64),
        Field::Timed => Some(transfer.timed as f64),
        Field::TotalError => Some(transfer.total_error_pct),
        Field::Device => Some(f64::from(transfer.device)),
        Field::Bytes => Some(transfer.bytes as f64),
        Field::BytesEach => each(transfer.bytes, transfer.ops),
        Field::Total | Field::Share if transfer.timed == 0 && transfer.ops > 0 => None,
        Field::Total => Some(transfer.total_ns as f64),
        Field::Share => Some(transfer.share_pct),
        Field::Min => ns(transfer.min_ns),
        Field::P50 => ns(transfer.p50_ns),
        Field::P90 => ns(transfer.p90_ns),
        Field::Avg => transfer.avg_ns,
        Field::P99 => ns(transfer.p99_ns),
        Field::Max => ns(transfer.max_ns),
        Field::Bandwidth => transfer.bandwidth_gbps,
        Field::Throughput => transfer.throughput_gbps,
        Field::BandwidthBefore => transfer.before?.bandwidth_gbps,
        Field::BandwidthChange => change(transfer.bandwidth_gbps, transfer.before?.bandwidth_gbps),
        Field::ShareChange if transfer.ops > 0 => Some(transfer.share_pct - transfer.before?.share_pct),
        Field::AvgChange => change(transfer.avg_ns, transfer.before?.avg_ns),
        _ => None,
    }
}

pub(super) fn memory_value(site: &MemorySite, field: Field) -> Option<f64> {
    match field {
        Field::Calls => Some(site.allocations as f64),
        Field::Frees => Some(site.frees as f64),
        Field::Live => Some(site.live_bytes as f64),
        Field::Blocks => Some(site.live_count as f64),
        // No peak and no sum of bytes is kept for allocations whose line is unknown.
        Field::Peak => site.is_known.then_some(site.peak_bytes as f64),
        Field::Bytes => site.is_known.then_some(site.allocated_bytes as f64),
        Field::BytesEach if site.is_known => each(site.allocated_bytes, site.allocations),
        Field::Share => site.share_pct,
        Field::Oldest => Some(site.oldest_ns? as f64),
        _ => None,
    }
}
