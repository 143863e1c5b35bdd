//! How far figures are off the published ones.

use super::interference::{BESIDE, MEASURED, series};
use super::messages::{DOUBLE, GPU_SERIES, HOST_SERIES, SINGLE};
use super::outcome::{Outcome, OutcomeRow};

/// Measurements of the HD 530 and its processor at work at once, by Gera et al.; `monitor/bench/published` says what the columns are.
const INTERFERENCE: &str = include_str!("../published/interference-skl.tsv");
const MB: u64 = 1 << 20;
/// A rate of that share of the peak has reached it: 191 of 192 groups have not.
pub(crate) const PEAK: f64 = 0.995;
/// A rate below that share of the peak is a dip.
const DIP: f64 = 0.95;
/// A time above that multiple is no longer flat.
const FLAT: f64 = 1.07;

/// A published figure and ours.
#[derive(Debug, Clone, PartialEq)]
pub struct Deviation {
    pub bench: &'static str,
    pub what: String,
    pub published: f64,
    /// None where it was not measured.
    pub found: Option<f64>,
    pub unit: &'static str,
    /// How far it may be off, in percent.
    pub allowed_pct: f64,
    /// Its place in a map: the series and the place on the axis.
    pub cell: Option<(String, u64)>,
}

impl Deviation {
    #[must_use]
    pub fn off_pct(&self) -> Option<f64> {
        Some(100.0 * (self.found? / self.published - 1.0))
    }

    #[must_use]
    pub fn is_within(&self) -> bool {
        self.off_pct().is_some_and(|off| off.abs() <= self.allowed_pct + 1e-9)
    }
}

/// What was published of a device.
struct Published {
    /// Part of its name.
    name: &'static str,
    units: u64,
    gflops: f64,
    double_gflops: f64,
    /// Published access times of the device, and of the host that it was measured beside.
    latencies: &'static [Latency],
    host_latencies: &'static [Latency],
    parallel: Option<Parallel>,
    interference: bool,
    transfers: &'static [Rate],
}

struct Latency {
    bytes: u64,
    /// What one access takes.
    ns: f64,
    /// How far off it may be.
    allowed_pct: f64,
}

const fn access(bytes: u64, ns: f64, allowed_pct: f64) -> Latency {
    Latency { bytes, ns, allowed_pct }
}

/// How many groups run one chase each.
#[derive(Debug, PartialEq)]
struct Parallel {
    /// Until it takes longer.
    until_rise: f64,
    /// Until a megabyte each fills the cache.
    until_full: f64,
}

/// A rate of copies, GB/s.
struct Rate {
    series: &'static str,
    /// The highest at sizes up to 4 MiB, or the rate at one size.
    at: Option<u64>,
    gbps: f64,
    allowed_pct: f64,
}

const fn up_to_4m(series: &'static str, gbps: f64) -> Rate {
    Rate { series, at: None, gbps, allowed_pct: 5.0 }
}

/// By Gera et al.; that of the HD 630 by the author of a text about timing with Level Zero.
const DEVICES: [Published; 3] = [
    Published {
        name: "Graphics 630",
        units: 24,
        gflops: 0.0,
        double_gflops: 0.0,
        latencies: &[],
        host_latencies: &[],
        parallel: None,
        interference: false,
        transfers: &[
            up_to_4m("device->device", 33.0),
            up_to_4m("host->device", 29.0),
            up_to_4m("device->host", 29.0),
            up_to_4m("heap->device", 26.0),
            up_to_4m("device->heap", 26.0),
            up_to_4m("shared->shared", 11.0),
            Rate { series: "device->device", at: Some(8 * MB), gbps: 25.0, allowed_pct: 10.0 },
            Rate { series: "device->device", at: Some(1024 * MB), gbps: 13.0, allowed_pct: 10.0 },
        ],
    },
    Published {
        name: "Graphics 530",
        units: 24,
        gflops: 441.6,
        double_gflops: 110.4,
        latencies: &[
            access(256 << 10, 125.0, 3.0),
            access(512 << 10, 125.0, 3.0),
            access(MB, 213.54, 3.0),
            access(2 * MB, 215.01, 3.0),
            access(4 * MB, 246.6, 10.0),
            access(8 * MB, 304.29, 10.0),
            access(128 * MB, 355.0, 3.0),
        ],
        host_latencies: &[access(2 * MB, 10.0, 5.0), access(4 * MB, 10.0, 5.0), access(128 * MB, 73.0, 3.0)],
        parallel: Some(Parallel { until_rise: 100.0, until_full: 8.0 }),
        interference: true,
        transfers: &[],
    },
    Published {
        name: "Graphics 650",
        units: 48,
        gflops: 883.2,
        double_gflops: 220.8,
        latencies: &[
            access(256 << 10, 144.0, 3.0),
            access(MB, 144.0, 3.0),
            access(2 * MB, 260.0, 3.0),
            access(16 * MB, 350.0, 10.0),
            access(128 * MB, 422.0, 3.0),
        ],
        host_latencies: &[access(2 * MB, 10.0, 5.0), access(16 * MB, 48.0, 5.0), access(128 * MB, 83.0, 3.0)],
        parallel: None,
        interference: false,
        transfers: &[],
    },
];

/// All that was published of what was measured; nothing where nothing was.
#[must_use]
pub fn deviations(outcome: &Outcome) -> Vec<Deviation> {
    let Some(published) = DEVICES.iter().find(|of| outcome.device.name.contains(of.name)) else {
        return Vec::new();
    };
    match outcome.bench {
        "flops" if published.gflops > 0.0 => flops(outcome, published),
        "latency" => {
            let of = |series: &str, latencies: &[Latency]| -> Vec<Deviation> {
                latencies.iter().map(|latency| at_size(outcome, series, latency)).collect()
            };
            [of(GPU_SERIES, published.latencies), of(HOST_SERIES, published.host_latencies)].concat()
        }
        "parallel" => published.parallel.as_ref().map_or_else(Vec::new, |of| parallel(outcome, of)),
        "transfers" => published.transfers.iter().map(|rate| copies(outcome, rate)).collect(),
        "interference" if published.interference => interference(outcome),
        _ => Vec::new(),
    }
}

fn flops(outcome: &Outcome, of: &Published) -> Vec<Deviation> {
    let points_of = |series: &'static str| {
        let rows = outcome.rows.iter().filter(move |row| row.series == series);
        rows.filter_map(|row| Some((row.x, row.median(0)?)))
    };
    let points = || points_of(SINGLE);
    let highest = |series| points_of(series).map(|(_, rate)| rate).fold(0.0, f64::max);
    let (peak, double_peak) = (highest(SINGLE), highest(DOUBLE));
    let first = |from: u64, is_it: &dyn Fn(f64) -> bool| {
        points().find(|(x, rate)| *x > from && is_it(*rate)).map(|(x, _)| x as f64)
    };
    let new = |what: String, published: f64, found: Option<f64>, unit, allowed_pct| Deviation {
        bench: "flops",
        what,
        published,
        found,
        unit,
        allowed_pct,
        cell: None,
    };
    let knee = 4 * of.units;
    let mut all = vec![
        new("peak".to_owned(), of.gflops, (peak > 0.0).then_some(peak), "GFLOP/s", 1.0),
        new(
            "peak in double precision".to_owned(),
            of.double_gflops,
            (double_peak > 0.0).then_some(double_peak),
            "GFLOP/s",
            1.0,
        ),
        new(
            "groups that reach it".to_owned(),
            knee as f64,
            first(0, &|rate| rate >= PEAK * peak),
            "groups",
            0.0,
        ),
    ];
    // Where groups go into the units evenly the peak is there, and one more is a dip.
    all.extend((4..=7).map(|rounds| rounds * of.units).map(|full| {
        let found = first(full - 1, &|rate| rate < DIP * peak);
        new(format!("dip after {full} groups"), (full + 1) as f64, found, "groups", 0.0)
    }));
    all
}

fn at_size(outcome: &Outcome, series: &str, latency: &Latency) -> Deviation {
    let &Latency { bytes, ns, allowed_pct } = latency;
    let row = outcome.rows.iter().find(|row| row.series == series && row.x == bytes);
    Deviation {
        bench: "latency",
        what: outcome.place(series, bytes),
        published: ns,
        found: row.and_then(|row| row.median(0)),
        unit: "ns",
        allowed_pct,
        cell: None,
    }
}

fn copies(outcome: &Outcome, of: &Rate) -> Deviation {
    let is_it =
        |row: &&OutcomeRow| row.series == of.series && of.at.map_or(row.x <= 4 * MB, |at| row.x == at);
    let rates = outcome.rows.iter().filter(is_it).filter_map(|row| row.median(0));
    let size = of.at.map_or_else(|| "most up to 4 MiB".to_owned(), outcome.axis.show);
    Deviation {
        bench: "transfers",
        what: format!("{}, {size}", of.series),
        published: of.gbps,
        found: rates.reduce(f64::max),
        unit: "GB/s",
        allowed_pct: of.allowed_pct,
        cell: None,
    }
}

fn parallel(outcome: &Outcome, published: &Parallel) -> Vec<Deviation> {
    let mut all = Vec::new();
    for series in outcome.series() {
        let of = |row: &&OutcomeRow| row.series == series;
        let points = || outcome.rows.iter().filter(of).filter_map(|row| Some((row.x, row.median(0)?)));
        // A working set that grows beyond the cache is slower for that: flat is what comes then.
        let full = points().find(|(x, _)| *x == 16).map(|(_, time)| time);
        let risen = full.and_then(|full| points().find(|(x, time)| *x > 16 && *time > FLAT * full));
        all.push(Deviation {
            bench: "parallel",
            what: format!("{series}: groups until it rises"),
            published: published.until_rise,
            found: risen.map(|(x, _)| x as f64),
            unit: "groups",
            allowed_pct: 12.0,
            cell: None,
        });
        if series == "1 MiB" {
            let end = full.and_then(|full| points().find(|(_, time)| *time * FLAT >= full));
            all.push(Deviation {
                bench: "parallel",
                what: "1 MiB: groups until the ramp ends".to_owned(),
                published: published.until_full,
                found: end.map(|(x, _)| x as f64),
                unit: "groups",
                allowed_pct: 0.0,
                cell: None,
            });
        }
    }
    all
}

fn interference(outcome: &Outcome) -> Vec<Deviation> {
    let figure = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [measured, beside, own, other, ns] = fields.as_slice() else { return None };
        let measured = MEASURED[usize::from(*measured == "cpu")];
        let beside = BESIDE[usize::from(*beside == "streaming")];
        let megabytes = |text: &str| Some(text.parse::<u64>().ok()? * MB);
        let (series, x) = (series(measured, beside, megabytes(own)?), megabytes(other)?);
        let row = outcome.rows.iter().find(|row| row.series == series && row.x == x);
        Some(Deviation {
            bench: "interference",
            what: outcome.place(&series, x),
            published: ns.parse().ok()?,
            found: row.and_then(|row| row.median(0)),
            unit: "ns",
            allowed_pct: 15.0,
            cell: Some((series, x)),
        })
    };
    // The first line has the titles.
    INTERFERENCE.lines().skip(1).filter_map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn off_is_relative_to_what_was_published() {
        let deviation = |found: Option<f64>, allowed_pct: f64| Deviation {
            bench: "latency",
            what: String::new(),
            published: 200.0,
            found,
            unit: "ns",
            allowed_pct,
            cell: None,
        };
        assert!((deviation(Some(210.0), 3.0).off_pct().unwrap() - 5.0).abs() < 1e-9);
        assert!(!deviation(Some(210.0), 3.0).is_within() && deviation(Some(194.0), 3.0).is_within());
        assert!(deviation(Some(200.0), 0.0).is_within() && !deviation(None, 99.0).is_within());
    }

    /// A run that was interrupted.
    #[test]
    fn what_was_not_measured_is_not_off() {
        let deviation = |found: Option<f64>, cell: Option<(String, u64)>| Deviation {
            bench: "interference",
            what: "x".to_owned(),
            published: 200.0,
            found,
            unit: "ns",
            allowed_pct: 15.0,
            cell,
        };
        let cell = |x: u64| Some(("GPU, 1 MiB".to_owned(), x));
        let all = [
            deviation(Some(200.0), None),
            deviation(None, None),
            deviation(Some(300.0), cell(1)),
            deviation(Some(210.0), cell(2)),
            deviation(None, cell(3)),
        ];
        let said = crate::present::against::text(&all, false);
        assert!(said.contains("1 of 2 are more than 15% off"), "{said}");
        assert!(said.contains("2 of 3 figures are as published within what is allowed"), "{said}");
        assert!(said.ends_with("; 2 were not measured\n"), "{said}");
    }

    /// The Iris Plus 650 was compared with how the HD 530 behaves.
    #[test]
    fn a_device_is_compared_with_what_was_published_of_it() {
        let of = |name: &str| DEVICES.iter().find(|of| name.contains(of.name)).unwrap();
        let iris = of("Simulated Iris Plus Graphics 650 (48 EUs)");
        assert!(iris.parallel.is_none() && !iris.interference && iris.transfers.is_empty());
        let parallel = &of("Simulated HD Graphics 530 (24 EUs)").parallel;
        assert_eq!(*parallel, Some(Parallel { until_rise: 100.0, until_full: 8.0 }));
        let copies = of("Simulated UHD Graphics 630 (24 EUs)");
        assert!(copies.parallel.is_none() && copies.latencies.is_empty() && copies.transfers.len() == 8);
    }

    #[test]
    fn all_published_cells_are_read() {
        assert_eq!(INTERFERENCE.lines().skip(1).filter(|line| line.split('\t').count() == 5).count(), 360);
    }
}
