//! What a column shows and a filter compares, with its names and its unit.

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
