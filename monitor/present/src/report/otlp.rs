//! `--otlp`: the figures, pushed to a collector by OpenTelemetry's protocol (OTLP over HTTP, protobuf).

mod convert;
mod endpoint;
mod exponential;
mod messages;
mod post;

pub use endpoint::Endpoint;

use super::interface::Report;
use super::metrics::families::Figures;
use super::metrics::labels::Labels;
use super::metrics::rows::Admitted;
use convert::Span;
use messages::KeyValue;
use post::Pusher;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};
use zetop_figures::job::Member;
use zetop_figures::session::Session;
use zetop_figures::snapshot::Snapshot;
use zetop_system::console::say;

/// Between two pushes.
const OFTEN: Duration = Duration::from_secs(10);
/// How long the last figures may take.
const LAST: Duration = Duration::from_secs(5);
/// Figures that start this much later are those after a reset.
const RESET_NS: u64 = 1_000_000_000;

/// Pushes as long as the session runs.
#[derive(Debug)]
pub struct Otlp {
    to: Endpoint,
    pusher: Pusher,
    known: Admitted,
    own: Member,
    /// What the environment says of the resource, as for all of OpenTelemetry's exporters.
    given: Vec<(String, String)>,
    pushed: Option<Instant>,
    /// In ns since 1970.
    start: u64,
}

/// `key=value,key2=value2`, as OpenTelemetry's variables have it.
fn pairs(text: &str) -> Vec<(String, String)> {
    let is_plain = |text: &str| !text.is_empty() && !text.contains(['\r', '\n']);
    text.split(',')
        .filter_map(|pair| pair.split_once('='))
        .map(|(key, value)| (key.trim().to_owned(), unescaped(value.trim())))
        .filter(|(key, value)| is_plain(key) && is_plain(value))
        .collect()
}

/// `%20` is a space.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = (*first == b'%').then(|| after.get(..2)).flatten();
        let code = code.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn unix_ns() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}

impl Otlp {
    /// # Errors
    /// When there is no thread that pushes.
    pub fn open(to: Endpoint) -> anyhow::Result<Self> {
        let headers =
            variable("OTEL_EXPORTER_OTLP_METRICS_HEADERS").or_else(|| variable("OTEL_EXPORTER_OTLP_HEADERS"));
        let headers = headers.map(|text| pairs(&text)).unwrap_or_default();
        let mut given = variable("OTEL_RESOURCE_ATTRIBUTES").map(|text| pairs(&text)).unwrap_or_default();
        if let Some(name) = variable("OTEL_SERVICE_NAME") {
            given.retain(|(key, _)| key != "service.name");
            given.push(("service.name".to_owned(), name));
        }
        let pusher = Pusher::start(to.clone(), headers)?;
        Ok(Self { to, pusher, known: Admitted::default(), own: Member::own(), given, pushed: None, start: 0 })
    }

    fn push(&mut self, snapshot: &Snapshot) {
        let now = unix_ns();
        let start = now.saturating_sub(snapshot.elapsed_ns);
        // All points of a series have one start, or they would be taken for those of a program that began anew.
        if start.saturating_sub(self.start) > RESET_NS {
            self.start = start;
        }
        let figures = Figures::from_snapshot(snapshot, &mut self.known, &Labels::new());
        let resource = resource(snapshot, &self.own, &self.given);
        self.pusher.push(convert::request(&figures, Span { start: self.start, now }, &resource));
        self.pushed = Some(Instant::now());
    }
}

/// Who the figures are of, by OpenTelemetry's conventions.
fn resource(snapshot: &Snapshot, own: &Member, given: &[(String, String)]) -> Vec<KeyValue> {
    let command = &snapshot.target.command;
    let program = command.first().map(Path::new).and_then(Path::file_name);
    let program = program.map_or_else(|| "zetop".into(), |name| name.to_string_lossy().into_owned());
    let mut all =
        vec![KeyValue::text("service.name", program), KeyValue::text("host.name", own.host.as_str())];
    let pids = &snapshot.target.pids;
    let who = match (own.rank, &pids[..]) {
        (Some(rank), _) => format!("{}-{rank}", own.host),
        (None, [pid]) => format!("{}-{pid}", own.host),
        (None, _) => format!("{}-{}", own.host, std::process::id()),
    };
    all.push(KeyValue::text("service.instance.id", who));
    if let [pid] = &pids[..] {
        all.push(KeyValue::number("process.pid", *pid));
    }
    if !command.is_empty() {
        all.push(KeyValue::text("process.command_line", command.join(" ")));
    }
    all.extend(own.rank.map(|rank| KeyValue::number("zetop.rank", rank)));
    all.extend(own.job.as_deref().map(|job| KeyValue::text("zetop.job", job)));
    all.push(KeyValue::text("telemetry.sdk.name", "zetop"));
    all.retain(|known| given.iter().all(|(key, _)| *key != known.key));
    all.extend(given.iter().map(|(key, value)| KeyValue::text(key, value.as_str())));
    all
}

impl Report for Otlp {
    fn during(&mut self, session: &mut dyn Session) -> anyhow::Result<()> {
        if self.pushed.is_none_or(|at| at.elapsed() >= OFTEN) {
            self.push(&session.snapshot(None));
        }
        Ok(())
    }

    fn finish(&mut self, snapshot: &Snapshot, give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        self.push(snapshot);
        let sent = self.pusher.finish(LAST, give_up);
        if sent.lost > 0 {
            let why = sent.trouble.unwrap_or_else(|| "newer ones came first".to_owned());
            let of = sent.lost + sent.delivered;
            say(&format!("--otlp {}: {} of {of} deliveries were not taken: {why}", self.to, sent.lost));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use messages::{Data, ExportMetricsServiceRequest, Value};
    use prost::Message as _;
    use std::sync::Arc;
    use zetop_figures::snapshot::{Api, Histogram, Host, Process, Range, Step, Target};

    #[test]
    fn variables_of_opentelemetry() {
        let of = |text: &str| pairs(text);
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        assert_eq!(of("a=b, c = d%20e"), [pair("a", "b"), pair("c", "d e")]);
        assert_eq!(of("x,=y,a=,evil=a%0d%0ab"), [], "nothing that would be another header");
        assert_eq!(unescaped("100%"), "100%");
    }

    #[test]
    fn figures_arrive_as_they_are() {
        let histogram = Histogram { buckets: vec![(64, 71, 3)], count: 3 };
        let api = Api {
            name: "doIt".into(),
            calls: 3,
            errors: 1,
            total_ns: 210,
            grown_ns: 210,
            timed: 3,
            histogram,
            ..Api::default()
        };
        let member = Member { host: "n1".to_owned(), rank: Some(2), ..Member::default() };
        let process = Process { pid: 7, member: Arc::new(member.clone()), calls: 3, ..Process::default() };
        let steps = Histogram { buckets: vec![(1 << 20, 1 << 21, 2)], count: 2 };
        let step =
            Step { pid: 7, name: "step".into(), total_ns: 3_000_000, histogram: steps, ..Step::default() };
        let range = Range { path: "step/forward".into(), count: 2, total_ns: 1_000_000, ..Range::default() };
        let snapshot = Snapshot {
            ranges: vec![range],
            steps: vec![step],
            target: Target { command: vec!["/bin/app".to_owned()], pids: vec![7], ..Target::default() },
            host: Host { calls: 3, apis: vec![api], ..Host::default() },
            processes: vec![process],
            ..Snapshot::default()
        };
        let figures = Figures::from_snapshot(&snapshot, &mut Admitted::default(), &Labels::new());
        let resource = resource(&snapshot, &member, &[("service.name".to_owned(), "mine".to_owned())]);
        let bytes = convert::request(&figures, Span { start: 5, now: 9 }, &resource);
        let read = ExportMetricsServiceRequest::decode(&bytes[..]).unwrap();
        let all = &read.resource_metrics[0];
        let attributes = &all.resource.as_ref().unwrap().attributes;
        for wanted in [
            KeyValue::text("service.name", "mine"),
            KeyValue::text("host.name", "n1"),
            KeyValue::number("process.pid", 7),
            KeyValue::text("service.instance.id", "n1-2"),
        ] {
            assert!(attributes.contains(&wanted), "{attributes:?}");
        }
        assert_eq!(attributes.iter().filter(|known| known.key == "service.name").count(), 1);
        let data = |name: &str| {
            let metric = all.scope_metrics[0].metrics.iter().find(|metric| metric.name == name);
            metric.and_then(|metric| metric.data.clone()).unwrap()
        };
        let Data::Sum(calls) = data("zetop.calls") else { panic!("not a sum") };
        assert_eq!(calls.data_points[0].value, Some(Value::AsInt(3)));
        assert_eq!((calls.data_points[0].start_time_unix_nano, calls.data_points[0].time_unix_nano), (5, 9));
        let Data::ExponentialHistogram(durations) = data("zetop.call.duration") else {
            panic!("no histogram")
        };
        assert_eq!((durations.data_points[0].count, durations.data_points[0].sum), (3, Some(2.1e-7)));
        let Data::ExponentialHistogram(steps) = data("zetop.step.duration") else { panic!("no histogram") };
        assert_eq!((steps.data_points[0].count, steps.data_points[0].sum), (2, Some(0.003)));
        assert!(steps.data_points[0].attributes.contains(&KeyValue::text("step", "step")));
        let sum = |name: &str| match data(name) {
            Data::Sum(sum) => sum.data_points[0].clone(),
            _ => panic!("not a sum"),
        };
        assert_eq!(sum("zetop.range.time").value, Some(Value::AsDouble(0.001)));
        assert_eq!(sum("zetop.ranges").value, Some(Value::AsInt(2)));
        assert_eq!(sum("zetop.ranges").attributes, [KeyValue::text("range", "step/forward")]);
        let Data::Sum(of_ranks) = data("zetop.process.calls") else { panic!("not a sum") };
        assert!(of_ranks.data_points[0].attributes.contains(&KeyValue::text("rank", "2")));
    }
}
