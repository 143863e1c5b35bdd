//! `--metrics`: the figures for Prometheus, at `http://ADDR:PORT/metrics`, or at a socket in the file system.
//!
//! A separate thread answers. The thread that has the session formats the figures, and only when somebody
//! asks. If it does not do so in time, a scrape gets the figures of the previous one.

pub(super) mod families;
pub(super) mod labels;
mod listen;
pub(super) mod of_devices;
pub(super) mod of_ranges;
mod request;
pub(super) mod rows;
mod server;

pub use listen::Listen;
pub use request::http;

use super::interface::Report;
use anyhow::Context;
use labels::{Labels, of_rank};
use listen::Access;
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use rows::Admitted;
use server::{Server, Shared};
use std::path::Path;
use std::sync::Arc;
use zetop_figures::job::Member;
use zetop_figures::session::Session;
use zetop_figures::snapshot::Snapshot;

/// Answers scrapes as long as it lives.
#[derive(Debug)]
pub struct Metrics {
    shared: Arc<Shared>,
    /// Names that have a series of their own.
    known: Admitted,
    /// What all series have.
    labels: Labels,
    // Its thread ends with it.
    _server: Server,
}

impl Metrics {
    /// `token` names a file with what clients have to bring. If the port is taken, as by another rank's zetop, the next free
    /// one serves, which the text says.
    ///
    /// # Errors
    /// When no port is free that zetop may use, or there is no token in the file.
    pub fn open(at: &Listen, token: Option<&Path>) -> anyhow::Result<(Self, Option<String>)> {
        let open = || {
            let shared = Arc::new(Shared::new()?);
            let bound = at.bind()?;
            let access = Access::new(&bound, token)?;
            let instead = bound.instead_of(at);
            Ok((Server::start(bound, access, Arc::clone(&shared))?, shared, instead))
        };
        let (server, shared, instead) =
            open().map_err(|e: std::io::Error| e).with_context(|| format!("--metrics {at}"))?;
        let note = instead.map(|here| format!("--metrics {at} is in use: the figures are at {here}"));
        let labels = of_rank(&Member::own());
        Ok((Self { shared, known: Admitted::default(), labels, _server: server }, note))
    }

    fn tell(&mut self, snapshot: &Snapshot) -> anyhow::Result<()> {
        self.shared.tell(words(snapshot, &mut self.known, &self.labels)?);
        Ok(())
    }
}

/// All metrics, in the OpenMetrics text format.
fn words(snapshot: &Snapshot, known: &mut Admitted, labels: &Labels) -> anyhow::Result<String> {
    let own = labels.iter().map(|(name, value)| ((*name).into(), value.clone().into()));
    let mut registry = Registry::with_labels(own);
    registry.register_collector(Box::new(families::Figures::from_snapshot(snapshot, known, labels)));
    let mut text = String::new();
    encode(&mut text, &registry).context("--metrics")?;
    Ok(text)
}

impl Report for Metrics {
    fn during(&mut self, session: &mut dyn Session) -> anyhow::Result<()> {
        if self.shared.is_asked() { self.tell(&session.snapshot(None)) } else { Ok(()) }
    }

    fn finish(&mut self, snapshot: &Snapshot, _give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        self.tell(snapshot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_figures::snapshot::{
        Api, DeviceWork, Histogram, Host, Kernel, Process, Range, RangeWork, Step, Transfer,
    };

    fn sample() -> Snapshot {
        let histogram =
            Histogram { buckets: vec![(60, 63, 2), (64, 71, 3), (1 << 35, 1 << 36, 1)], count: 6 };
        let api = Api {
            name: "zeInit".into(),
            family: "ze".into(),
            calls: 6,
            errors: 1,
            timed: 6,
            total_ns: 2_100_000_000,
            grown_ns: 2_000_000_000,
            total_error_pct: 10.0,
            histogram,
            ..Api::default()
        };
        let kernel =
            |n: usize| Kernel { name: format!("k\"{n}\\"), launches: 1, total_ns: 5, ..Kernel::default() };
        Snapshot {
            host: Host { calls: 6, apis: vec![api], ..Host::default() },
            device: DeviceWork { kernels: (0..300).map(kernel).collect(), ..DeviceWork::default() },
            ..Snapshot::default()
        }
    }

    #[test]
    fn histograms_are_cumulative_and_names_are_bounded() {
        let mut known = Admitted::default();
        let text = words(&sample(), &mut known, &Vec::new()).unwrap();
        for line in [
            "zetop_calls_total{function=\"zeInit\",family=\"ze\"} 6",
            "zetop_call_errors_total{function=\"zeInit\",family=\"ze\"} 1",
            "zetop_call_duration_seconds_sum{function=\"zeInit\",family=\"ze\"} 2.0",
            "zetop_calls_timed_total{function=\"zeInit\",family=\"ze\"} 6",
            "zetop_call_duration_error_seconds{function=\"zeInit\",family=\"ze\"} 0.21",
            "zetop_call_duration_seconds_count{function=\"zeInit\",family=\"ze\"} 6",
            "zetop_call_duration_seconds_bucket{le=\"6.4e-8\",function=\"zeInit\",family=\"ze\"} 2",
            "zetop_call_duration_seconds_bucket{le=\"2.56e-7\",function=\"zeInit\",family=\"ze\"} 5",
            "zetop_call_duration_seconds_bucket{le=\"+Inf\",function=\"zeInit\",family=\"ze\"} 6",
            "zetop_kernel_launches_total{kernel=\"k\\\"0\\\\\",device=\"0\"} 1",
            "zetop_kernel_launches_total{kernel=\"(others)\",device=\"0\"} 172",
            "# EOF",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
        }
        // A name that has a series keeps it, even if others come first.
        let mut later = sample();
        later.device.kernels.reverse();
        let text = words(&later, &mut known, &Vec::new()).unwrap();
        assert!(
            text.contains("kernel=\"k\\\"0\\\\\"") && !text.contains("kernel=\"k\\\"299\\\\\""),
            "{text}"
        );
    }

    #[test]
    fn times_of_sampled_operations_come_with_their_error() {
        let kernel = Kernel {
            name: "k".to_owned(),
            launches: 800,
            timed: 100,
            sampled: 700,
            total_ns: 4_000_000_000,
            grown_ns: 3_900_000_000,
            total_error_pct: 2.5,
            ..Kernel::default()
        };
        let copies = Transfer {
            ops: 8,
            timed: 1,
            total_ns: 1_000_000_000,
            total_error_pct: 10.0,
            ..Transfer::default()
        };
        let device = DeviceWork {
            kernels: vec![kernel],
            transfers: vec![copies],
            coverage_pct: Some(100.0),
            timed_pct: Some(12.5),
            ..DeviceWork::default()
        };
        let snapshot = Snapshot { device, ..Snapshot::default() };
        let text = words(&snapshot, &mut Admitted::default(), &Vec::new()).unwrap();
        for line in [
            "zetop_kernel_launches_total{kernel=\"k\",device=\"0\"} 800",
            "zetop_kernel_launches_timed_total{kernel=\"k\",device=\"0\"} 100",
            "zetop_kernel_seconds_total{kernel=\"k\",device=\"0\"} 3.9",
            "zetop_kernel_error_seconds{kernel=\"k\",device=\"0\"} 0.1",
            "zetop_coverage_ratio 1.0",
            "zetop_timed_ratio 0.125",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
        }
        for (name, value) in [("zetop_transfers_timed_total", "1"), ("zetop_transfer_error_seconds", "0.1")] {
            let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
            assert!(line.ends_with(&format!("}} {value}")), "{name} in\n{text}");
        }
    }

    #[test]
    fn ranges_and_steps_have_series() {
        let of = |path: String, domain: Option<&str>| Range {
            name: "step".into(),
            path,
            domain: domain.map(Into::into),
            interface: "NVTX",
            count: 2,
            total_ns: 3_000_000_000,
            waits_ns: 1_000_000_000,
            work: RangeWork {
                kernel_ns: 500_000_000,
                copy_ns: 250_000_000,
                bytes: 64,
                ..RangeWork::default()
            },
            ..Range::default()
        };
        let ranges = [of("step".into(), None), of("step/a".into(), Some("lib"))].into_iter();
        let ranges = ranges.chain((0..200).map(|n| of(format!("step/{n:03}"), None))).collect();
        let member = Member { host: "n1".into(), rank: Some(1), ..Member::default() };
        let process = Process { pid: 7, key: 3, member: Arc::new(member), ..Process::default() };
        let step = Step {
            pid: 7,
            key: 3,
            name: "step".into(),
            count: 2,
            total_ns: 3_000_000_000,
            histogram: Histogram { buckets: vec![(1 << 30, 1 << 31, 2)], count: 2 },
            ..Step::default()
        };
        let snapshot = Snapshot { ranges, steps: vec![step], processes: vec![process], ..sample() };
        let text = words(&snapshot, &mut Admitted::default(), &Vec::new()).unwrap();
        let of_step = "host=\"n1\",rank=\"1\",pid=\"7\",step=\"step\"";
        let with_domain = "range=\"step/a\",domain=\"lib\",interface=\"NVTX\"";
        for line in [
            "zetop_ranges_total{range=\"step\",domain=\"\",interface=\"NVTX\"} 2".to_owned(),
            format!("zetop_range_seconds_total{{{with_domain}}} 3.0"),
            format!("zetop_range_wait_seconds_total{{{with_domain}}} 1.0"),
            format!("zetop_range_kernel_seconds_total{{{with_domain}}} 0.5"),
            format!("zetop_range_copy_seconds_total{{{with_domain}}} 0.25"),
            format!("zetop_range_copied_bytes_total{{{with_domain}}} 64"),
            // 202 paths, of which 128 have series.
            "zetop_ranges_total{range=\"(others)\",domain=\"\",interface=\"\"} 148".to_owned(),
            format!("zetop_step_duration_seconds_count{{{of_step}}} 2"),
            format!("zetop_step_duration_seconds_sum{{{of_step}}} 3.0"),
            format!("zetop_step_duration_seconds_bucket{{le=\"1.073741824\",{of_step}}} 0"),
            format!("zetop_step_duration_seconds_bucket{{le=\"4.294967296\",{of_step}}} 2"),
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn ranks_are_told_apart_by_labels() {
        let of = |pid, rank| {
            let member = Member { host: "n1".into(), rank, job: Some("7".into()), ..Member::default() };
            Process {
                pid,
                member: Arc::new(member),
                calls: 5,
                host_ns: 2_000_000_000,
                running: true,
                busy_pct: Some(25.0),
                ..Process::default()
            }
        };
        let snapshot =
            Snapshot { processes: vec![of(10, Some(0)), of(11, Some(1)), of(0, None)], ..sample() };
        let text = words(&snapshot, &mut Admitted::default(), &Vec::new()).unwrap();
        for line in [
            "zetop_process_calls_total{host=\"n1\",rank=\"0\",job=\"7\",pid=\"10\"} 5",
            "zetop_process_host_seconds_total{host=\"n1\",rank=\"1\",job=\"7\",pid=\"11\"} 2.0",
            "zetop_process_busy_ratio{host=\"n1\",rank=\"1\",job=\"7\",pid=\"11\"} 0.25",
            "zetop_process_calls_total{pid=\"(others)\"} 5",
            "zetop_calls_total{function=\"zeInit\",family=\"ze\"} 6",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
        }
        // Under a zetop of each rank's, all series have its labels, and none has them twice.
        let labels = of_rank(&snapshot.processes[1].member);
        let text = words(&snapshot, &mut Admitted::default(), &labels).unwrap();
        for line in [
            "zetop_calls_total{host=\"n1\",rank=\"1\",job=\"7\",function=\"zeInit\",family=\"ze\"} 6",
            "zetop_process_calls_total{host=\"n1\",rank=\"1\",job=\"7\",pid=\"11\"} 5",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
        }
    }
}
