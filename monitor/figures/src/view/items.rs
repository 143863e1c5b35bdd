//! The rows that tables show, whatever they stand for: a function, a kernel, a kind of copy, the fills.
//!
//! Tables, sorting and filtering all read an [`Item`] through its [`Field`]s, so they can't disagree.

use crate::snapshot::{About, Api, Endpoint, Fills, Histogram, Kernel, MemorySite, Snapshot, Transfer};
use crate::view::format;
use std::borrow::Cow;
use std::sync::Arc;

/// Names a row over time, wherever it moves in its table.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowId {
    Api(u32),
    Kernel(String, u32),
    /// Barriers and the like.
    Other(String, u32),
    Transfer(Endpoint, Endpoint, u32),
    Fills,
    /// Kind and line.
    Memory(Arc<str>, String),
}

#[derive(Debug, Clone, Copy)]
pub enum Item<'a> {
    Api(&'a Api),
    Kernel(&'a Kernel),
    Other(&'a Kernel),
    Transfer(&'a Transfer),
    Fills(&'a Fills),
    Memory(&'a MemorySite),
}

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
    /// Calls whose time was taken.
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
    /// Of a line that allocates memory: kind, live bytes and blocks, most live bytes, frees, age of the oldest block.
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

impl<'a> Item<'a> {
    pub fn id(&self) -> RowId {
        match self {
            Item::Api(api) => RowId::Api(api.id),
            Item::Kernel(kernel) => RowId::Kernel(kernel.name.clone(), kernel.device),
            Item::Other(other) => RowId::Other(other.name.clone(), other.device),
            Item::Transfer(transfer) => {
                RowId::Transfer(transfer.src.clone(), transfer.dst.clone(), transfer.device)
            }
            Item::Fills(_) => RowId::Fills,
            Item::Memory(site) => RowId::Memory(Arc::clone(&site.kind), site.place.clone()),
        }
    }

    pub fn name(&self) -> Cow<'a, str> {
        match self {
            Item::Api(api) => Cow::Borrowed(&api.name),
            // Kernel names come from the program: anything can be in them.
            Item::Kernel(kernel) | Item::Other(kernel) => Cow::Owned(format::clean(&kernel.name)),
            Item::Transfer(transfer) => Cow::Owned(format!("copy {}→{}", transfer.src, transfer.dst)),
            Item::Fills(_) => Cow::Borrowed("fill"),
            Item::Memory(site) => Cow::Borrowed(&site.place),
        }
    }

    /// The row as findings and samples know it; `None` for rows whose calls are never sampled.
    pub fn about(&self) -> Option<About> {
        match self {
            Item::Api(api) => Some(About::Api(api.id)),
            Item::Kernel(kernel) => Some(About::Kernel { name: kernel.name.clone(), device: kernel.device }),
            Item::Transfer(t) => Some(About::Transfer {
                src: Arc::clone(&t.src.kind),
                dst: Arc::clone(&t.dst.kind),
                device: t.device,
            }),
            Item::Other(_) | Item::Fills(_) | Item::Memory(_) => None,
        }
    }

    pub fn device(&self) -> Option<u32> {
        match self {
            Item::Kernel(kernel) | Item::Other(kernel) => Some(kernel.device),
            Item::Transfer(transfer) => Some(transfer.device),
            Item::Api(_) | Item::Fills(_) | Item::Memory(_) => None,
        }
    }

    /// Paths of the ranges of the program's own in which it was given to the device.
    pub fn ranges(&self) -> &'a [Arc<str>] {
        match self {
            Item::Kernel(kernel) | Item::Other(kernel) => &kernel.ranges,
            Item::Transfer(transfer) => &transfer.ranges,
            Item::Api(_) | Item::Fills(_) | Item::Memory(_) => &[],
        }
    }

    pub fn histogram(&self) -> Option<&'a Histogram> {
        match self {
            Item::Api(api) => Some(&api.histogram),
            Item::Kernel(kernel) | Item::Other(kernel) => Some(&kernel.histogram),
            Item::Transfer(transfer) => Some(&transfer.histogram),
            Item::Fills(_) | Item::Memory(_) => None,
        }
    }

    /// Its figure in a column, in the column's unit; `~` before it where it comes from some of the calls.
    pub fn figure(&self, field: Field, value: f64) -> String {
        let text = field.figure(value);
        if self.is_estimated(field) { format!("~{text}") } else { text }
    }

    /// Not exactly known, because not all calls were timed.
    pub fn is_estimated(&self, field: Field) -> bool {
        if let Item::Memory(site) = self {
            return site.is_estimated() && field != Field::Oldest;
        }
        let Item::Api(api) = self else { return false };
        match field {
            Field::Total | Field::Avg | Field::Min | Field::Max => !api.is_exact(),
            Field::P99 => api.p99_uncertain,
            _ => false,
        }
    }

    /// The figure behind a column; None where it does not exist.
    pub fn value(&self, field: Field) -> Option<f64> {
        match self {
            Item::Api(api) => api_value(api, field),
            Item::Kernel(kernel) | Item::Other(kernel) => kernel_value(kernel, field),
            Item::Transfer(transfer) => transfer_value(transfer, field),
            Item::Memory(site) => memory_value(site, field),
            Item::Fills(fills) => match field {
                Field::Calls => Some(fills.ops as f64),
                Field::Bytes => Some(fills.bytes as f64),
                Field::BytesEach => each(fills.bytes, fills.ops),
                Field::Total => Some(fills.total_ns as f64),
                Field::Avg if fills.timed > 0 => Some(fills.total_ns as f64 / fills.timed as f64),
                Field::Bandwidth if fills.total_ns > 0 => Some(fills.bytes as f64 / fills.total_ns as f64),
                _ => None,
            },
        }
    }
}

/// `now` against what was before, in percent.
fn change(now: Option<f64>, before: Option<f64>) -> Option<f64> {
    let (now, before) = (now?, before.filter(|before| *before > 0.0)?);
    Some((now / before - 1.0) * 100.0)
}

/// What one of `count` has of `all`.
fn each(all: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| all as f64 / count as f64)
}

fn api_value(api: &Api, field: Field) -> Option<f64> {
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

fn kernel_value(kernel: &Kernel, field: Field) -> Option<f64> {
    let ns = |v: Option<u64>| v.map(|v| v as f64);
    match field {
        Field::Calls => Some(kernel.launches as f64),
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

fn transfer_value(transfer: &Transfer, field: Field) -> Option<f64> {
    let ns = |v: Option<u64>| v.map(|v| v as f64);
    match field {
        Field::Calls => Some(transfer.ops as f64),
        Field::Device => Some(f64::from(transfer.device)),
        Field::Bytes => Some(transfer.bytes as f64),
        Field::BytesEach => each(transfer.bytes, transfer.ops),
        Field::Total | Field::Share if transfer.timed == 0 && transfer.ops > 0 => None,
        Field::Total => Some(transfer.total_ns as f64),
        Field::Share => Some(transfer.share_pct),
        Field::Min => ns(transfer.min_ns),
        Field::P50 => ns(transfer.p50_ns),
        Field::P90 => ns(transfer.p90_ns),
        Field::Avg if transfer.timed > 0 => Some(transfer.total_ns as f64 / transfer.timed as f64),
        Field::P99 => ns(transfer.p99_ns),
        Field::Max => ns(transfer.max_ns),
        Field::Bandwidth => transfer.bandwidth_gbps,
        Field::Throughput => transfer.throughput_gbps,
        Field::BandwidthBefore => transfer.before?.bandwidth_gbps,
        Field::BandwidthChange => change(transfer.bandwidth_gbps, transfer.before?.bandwidth_gbps),
        Field::ShareChange if transfer.ops > 0 => Some(transfer.share_pct - transfer.before?.share_pct),
        Field::AvgChange => {
            let avg = (transfer.timed > 0).then(|| transfer.total_ns as f64 / transfer.timed as f64);
            change(avg, transfer.before?.avg_ns)
        }
        _ => None,
    }
}

fn memory_value(site: &MemorySite, field: Field) -> Option<f64> {
    match field {
        Field::Calls => Some(site.allocations as f64),
        Field::Frees => Some(site.frees as f64),
        Field::Live => Some(site.live_bytes as f64),
        Field::Blocks => Some(site.live_count as f64),
        // Of the rest nobody knows how it went.
        Field::Peak => site.is_known.then_some(site.peak_bytes as f64),
        Field::Bytes => site.is_known.then_some(site.allocated_bytes as f64),
        Field::BytesEach if site.is_known => each(site.allocated_bytes, site.allocations),
        Field::Share => site.share_pct,
        Field::Oldest => Some(site.oldest_ns? as f64),
        _ => None,
    }
}

/// The tables that have rows to select.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum List {
    Api,
    /// Kernels, copies and fills together, on the Overview.
    Device,
    Kernels,
    Transfers,
    /// Memory by line.
    Memory,
}

impl List {
    pub const ALL: [List; 5] = [List::Api, List::Device, List::Kernels, List::Transfers, List::Memory];

    /// What `s` goes through; the first is the initial order.
    pub fn sort_fields(self) -> &'static [Field] {
        match self {
            List::Api => &[
                Field::Share,
                Field::Calls,
                Field::Rate,
                Field::Avg,
                Field::P99,
                Field::Max,
                Field::Errors,
                Field::ShareChange,
                Field::AvgChange,
                Field::Name,
            ],
            List::Device => &[
                Field::Share,
                Field::Bandwidth,
                Field::Total,
                Field::Calls,
                Field::Avg,
                Field::P99,
                Field::BandwidthChange,
                Field::ShareChange,
                Field::AvgChange,
                Field::Name,
            ],
            List::Kernels => &[
                Field::Share,
                Field::Calls,
                Field::Avg,
                Field::P99,
                Field::Max,
                Field::Submit,
                Field::HostPer,
                Field::ShareChange,
                Field::AvgChange,
                Field::Name,
            ],
            List::Transfers => &[
                Field::Share,
                Field::Bytes,
                Field::Calls,
                Field::Bandwidth,
                Field::Throughput,
                Field::Avg,
                Field::BandwidthChange,
                Field::ShareChange,
                Field::AvgChange,
                Field::Name,
            ],
            List::Memory => &[
                Field::Live,
                Field::Peak,
                Field::Blocks,
                Field::Calls,
                Field::Frees,
                Field::Bytes,
                Field::Oldest,
                Field::Name,
            ],
        }
    }

    /// All items of the table, in the snapshot's order.
    pub fn items<'a>(self, snapshot: &'a Snapshot, device: Option<u32>) -> Vec<Item<'a>> {
        let work = &snapshot.device;
        let here = |d: u32| device.is_none_or(|wanted| wanted == d);
        let kernels = || work.kernels.iter().filter(move |k| here(k.device)).map(Item::Kernel);
        let transfers = || work.transfers.iter().filter(move |t| here(t.device)).map(Item::Transfer);
        let others = || work.others.iter().filter(move |k| here(k.device)).map(Item::Other);
        let fills = || (work.fills.ops > 0 && device.is_none()).then_some(Item::Fills(&work.fills));
        match self {
            List::Api => snapshot.host.apis.iter().map(Item::Api).collect(),
            List::Device => kernels().chain(transfers()).chain(fills()).chain(others()).collect(),
            List::Kernels => kernels().chain(others()).collect(),
            List::Transfers => transfers().chain(fills()).collect(),
            List::Memory => snapshot.memory_sites.iter().map(Item::Memory).collect(),
        }
    }
}

/// The row of this identity, if the snapshot (still) has it.
pub fn find<'a>(snapshot: &'a Snapshot, id: &RowId) -> Option<Item<'a>> {
    let work = &snapshot.device;
    match id {
        RowId::Api(id) => snapshot.host.apis.iter().find(|api| api.id == *id).map(Item::Api),
        RowId::Kernel(name, device) => {
            work.kernels.iter().find(|k| k.device == *device && k.name == *name).map(Item::Kernel)
        }
        RowId::Other(name, device) => {
            work.others.iter().find(|k| k.device == *device && k.name == *name).map(Item::Other)
        }
        RowId::Transfer(src, dst, device) => work
            .transfers
            .iter()
            .find(|t| t.device == *device && t.src == *src && t.dst == *dst)
            .map(Item::Transfer),
        RowId::Fills => (work.fills.ops > 0).then_some(Item::Fills(&work.fills)),
        RowId::Memory(kind, place) => {
            let is_it = |site: &&MemorySite| site.kind == *kind && site.place == *place;
            snapshot.memory_sites.iter().find(is_it).map(Item::Memory)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kernel of lists from before an attach was shown with 0 ns and 0 %.
    #[test]
    fn what_was_not_timed_is_unknown() {
        let kernel = |launches, timed| Kernel { launches, timed, total_ns: 10 * timed, ..Kernel::default() };
        let copy = |ops, timed| Transfer { ops, timed, total_ns: 10 * timed, ..Transfer::default() };
        for (all, timed, expected) in [(7, 0, None), (7, 2, Some(20.0)), (0, 0, Some(0.0))] {
            let (kernel, copy) = (kernel(all, timed), copy(all, timed));
            for item in [Item::Kernel(&kernel), Item::Transfer(&copy)] {
                assert_eq!(item.value(Field::Total), expected, "{timed} of {all}");
                assert_eq!(item.value(Field::Share).is_some(), expected.is_some(), "{timed} of {all}");
            }
        }
    }
}
