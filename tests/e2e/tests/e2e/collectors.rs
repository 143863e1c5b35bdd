//! What collects figures of many programs: `--otlp` pushed to a real receiver, and to ones that are in trouble; `--metrics` scraped
//! by a real Prometheus, which is asked for what the dashboard for Grafana shows.

use crate::support::{PROGRAMS, needs_loader};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use zetop_e2e::figures::Figures;
use zetop_e2e::process::{Outcome, start};
use zetop_e2e::scene::LIMIT;

/// Runs a program under zetop, which pushes to `url`.
fn pushed(dir: &Path, url: &str, workload: &str) -> (Outcome, Figures) {
    let mut command = Command::new(PROGRAMS.zetop);
    command.args(["--sim", "--no-tui", "--no-history", "--otlp", url, "--json", "out.json", "--"]);
    command.arg(PROGRAMS.workload).args(workload.split_whitespace()).current_dir(dir);
    command.env("SLURM_PROCID", "3").env("SLURM_NTASKS", "8").env("SLURM_STEP_ID", "0");
    command.env("ZESIM_KERNEL_NS", crate::support::KERNELS);
    let outcome = start(&mut command).finish(LIMIT);
    let figures = Figures::read(&dir.join("out.rank3.json"), &outcome.stderr);
    (outcome, figures)
}

/// As without zetop: a collector is no part of the program.
fn assert_runs_as_ever(outcome: Outcome, workload: &str) -> String {
    let mut plain = Command::new(PROGRAMS.workload);
    plain.args(workload.split_whitespace()).env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
    let plain = start(plain.env("ZESIM_KERNEL_NS", crate::support::KERNELS)).finish(LIMIT).succeeded();
    let outcome = outcome.succeeded();
    assert_eq!(outcome.stdout, plain.stdout);
    outcome.stderr
}

/// A collector that gives each request the next of its answers, and after those the last one again; says what it has got.
fn collector(answers: &'static [&'static str]) -> (String, Receiver<usize>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("it is bound").port();
    let (said, got) = channel();
    std::thread::spawn(move || {
        for (number, client) in listener.incoming().flatten().enumerate() {
            let mut client = BufReader::new(client);
            let (mut length, mut line) = (0, String::new());
            while client.read_line(&mut line).is_ok_and(|read| read > 2) {
                length = line
                    .strip_prefix("Content-Length: ")
                    .map_or(length, |n| n.trim().parse().expect("a length"));
                line.clear();
            }
            let mut body = vec![0; length];
            if client.read_exact(&mut body).is_ok() && said.send(body.len()).is_err() {
                return;
            }
            let answer = answers[number.min(answers.len() - 1)];
            let _ = client.get_mut().write_all(answer.as_bytes());
        }
    });
    (format!("http://127.0.0.1:{port}"), got)
}

const WORKLOAD: &str = "calls calls=100 threads=1";
const OK: &str = "HTTP/1.1 200 OK\r\n\r\n";

/// One that is busy gets the figures again, and takes them then.
#[test]
fn a_collector_that_asks_for_a_pause() {
    needs_loader!();
    for busy in [
        "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 0\r\n\r\n",
        "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\n\r\n",
    ] {
        let dir = tempfile::tempdir().expect("temporary folder");
        let answers: &'static [&'static str] = Box::leak(Box::new([busy, busy, OK]));
        let (url, got) = collector(answers);
        let (outcome, _) = pushed(dir.path(), &url, WORKLOAD);
        let said = assert_runs_as_ever(outcome, WORKLOAD);
        assert!(got.try_iter().filter(|bytes| *bytes > 100).count() >= 3, "{said}");
        assert!(!said.contains("deliveries were not taken: it answers"), "{said}");
    }
}

/// What was not taken is counted and said, in one line, and the program runs as ever.
#[test]
fn collectors_that_take_nothing() {
    needs_loader!();
    let (refusing, _got) = collector(&["HTTP/1.1 500 Internal Server Error\r\n\r\n"]);
    let (strange, _got) = collector(&["SSH-2.0-OpenSSH_9.2\r\n"]);
    // Nobody listens there any more.
    let down = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
    // Its kernel accepts, and nobody reads or answers.
    let deaf = TcpListener::bind("127.0.0.1:0").expect("a port");
    let of_deaf = deaf.local_addr().expect("it is bound");
    for (url, why) in [
        (refusing, "it answers 500 Internal Server Error"),
        (strange, "it does not answer as a collector does"),
        (format!("http://{down}"), "Connection refused"),
        (format!("http://{of_deaf}"), "no answer within"),
        ("http://zetop.invalid".to_owned(), ""),
    ] {
        let dir = tempfile::tempdir().expect("temporary folder");
        let before = Instant::now();
        let (outcome, figures) = pushed(dir.path(), &url, WORKLOAD);
        let took = before.elapsed();
        let said = assert_runs_as_ever(outcome, WORKLOAD);
        println!("{url}: {:.1} s\n{said}", took.as_secs_f64());
        let lines: Vec<&str> = said.lines().filter(|line| line.contains("--otlp http://")).collect();
        let [line] = lines[..] else { panic!("{url}: {said}") };
        assert!(line.contains("deliveries were not taken") && line.contains(why), "{url}: {line}");
        assert!(figures.host.calls > 100, "the other outputs are whole");
    }
}

/// A server of a test's own, which writes into a file; ended with the value.
struct Server {
    child: Child,
    said: PathBuf,
}

impl Server {
    fn start(command: &mut Command, said: &Path) -> Self {
        let to = std::fs::File::create(said).expect("a file");
        let also = to.try_clone().expect("a descriptor");
        let child = command.stdin(Stdio::null()).stdout(to).stderr(also).spawn().expect("it is installed");
        Self { child, said: said.to_owned() }
    }

    fn said(&self) -> String {
        std::fs::read_to_string(&self.said).unwrap_or_default()
    }

    fn listens_at(&self, port: u16) {
        let before = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(before.elapsed() < LIMIT, "{}", self.said());
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port()
}

/// The collector Rotel, which prints what it gets.
fn rotel(dir: &Path, port: u16) -> Option<Server> {
    let program = std::env::var_os("ZETOP_ROTEL").map(PathBuf::from)?;
    let mut command = Command::new(program);
    let at = |port: u16| SocketAddr::from(([127, 0, 0, 1], port)).to_string();
    command.args(["start", "--otlp-http-endpoint", &at(port), "--otlp-grpc-endpoint", &at(free_port())]);
    command.args(["--exporter", "blackhole", "--debug-log", "metrics", "--debug-log-verbosity", "detailed"]);
    let server = Server::start(&mut command, &dir.join("rotel"));
    server.listens_at(port);
    Some(server)
}

const NO_ROTEL: &str = "no collector (pip install rotel; ZETOP_ROTEL names its rotel-agent)";

/// A point as the collector prints it: attributes and values by their names.
type Point = BTreeMap<String, String>;

/// What it has got last: the resource's attributes, and each metric's points.
fn got_last(said: &str) -> (Point, BTreeMap<String, Vec<Point>>) {
    let (_, last) =
        said.rsplit_once("ResourceMetrics #").unwrap_or_else(|| panic!("nothing has come: {said}"));
    let (mut resource, mut metrics): (Point, BTreeMap<String, Vec<Point>>) = Default::default();
    let mut name = String::new();
    for line in last.lines() {
        let line = line.trim_start();
        // `-> function: Str(zeInit)`
        if let Some((key, value)) = line.strip_prefix("-> ").and_then(|pair| pair.split_once(": ")) {
            if key == "Name" {
                value.clone_into(&mut name);
                metrics.entry(name.clone()).or_default();
                continue;
            }
            let value =
                value.split_once('(').map_or(value, |(_, inside)| inside.trim_end_matches(')')).to_owned();
            let points = metrics.get_mut(&name);
            match points {
                None => drop(resource.insert(key.to_owned(), value)),
                Some(points) => drop(points.last_mut().map(|point| point.insert(key.to_owned(), value))),
            }
        } else if line.contains("DataPoints #") {
            metrics.get_mut(&name).expect("a metric").push(Point::new());
        } else if let Some((key, value)) = line.split_once(": ")
            && let Some(point) = metrics.get_mut(&name).and_then(|points| points.last_mut())
        {
            point.insert(key.to_owned(), value.to_owned());
        }
    }
    (resource, metrics)
}

/// What it has, once the calls are all there: it answers before it prints.
fn got_all(server: &Server, calls: u64) -> (Point, BTreeMap<String, Vec<Point>>) {
    let before = Instant::now();
    loop {
        let said = server.said();
        // The last metric of a push is there, too.
        if said.contains("ResourceMetrics #")
            && said.rsplit("zetop.dropped_records").next().is_some_and(|end| end.contains("Value: "))
        {
            let (resource, metrics) = got_last(&said);
            let values = metrics
                .get("zetop.calls")
                .into_iter()
                .flatten()
                .filter_map(|point| point.get("Value")?.parse::<u64>().ok());
            if values.sum::<u64>() == calls {
                return (resource, metrics);
            }
        }
        assert!(before.elapsed() < LIMIT, "{calls} calls: {said}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn number(point: &Point, name: &str) -> u64 {
    point.get(name).and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name}: {point:?}"))
}

/// What arrives there is what the JSON has: counters, a histogram of each function, and who it was.
#[test]
fn a_real_collector_has_the_figures_of_the_json() {
    needs_loader!();
    let (dir, port) = (tempfile::tempdir().expect("temporary folder"), free_port());
    let Some(server) = rotel(dir.path(), port) else { return zetop_testing::skip!("{NO_ROTEL}") };
    let (outcome, figures) = pushed(dir.path(), &format!("http://127.0.0.1:{port}"), "saxpy n=20");
    let outcome = outcome.succeeded();
    assert!(!outcome.stderr.contains("not taken"), "{}", outcome.stderr);
    let (resource, metrics) = got_all(&server, figures.host.calls);
    let process = &figures.processes[0];
    let of = |name: &str| resource.get(name).map(String::as_str);
    assert_eq!((of("host.name"), of("zetop.rank")), (Some(&*process.host), Some("3")), "{resource:?}");
    assert_eq!(of("process.pid").map(str::to_owned), process.pid.map(|pid| pid.to_string()), "{resource:?}");
    assert!(of("service.name").is_some_and(|name| PROGRAMS.workload.ends_with(name)), "{resource:?}");
    let functions = |name: &str, value: &str| -> BTreeMap<String, u64> {
        let points = metrics.get(name).unwrap_or_else(|| panic!("{name}: {:?}", metrics.keys()));
        points.iter().map(|point| (point["function"].clone(), number(point, value))).collect()
    };
    let expected = |value: fn(&zetop_e2e::figures::Api) -> u64| -> BTreeMap<String, u64> {
        figures.host.apis.iter().map(|api| (api.name.clone(), value(api))).collect()
    };
    assert_eq!(functions("zetop.calls", "Value"), expected(|api| api.calls));
    assert_eq!(functions("zetop.call.errors", "Value"), expected(|api| api.errors));
    assert_eq!(functions("zetop.call.duration", "Count"), expected(|api| api.timed));
    let sum = |name: &str| metrics[name].iter().map(|point| number(point, "Value")).sum::<u64>();
    assert_eq!(sum("zetop.kernel.launches"), figures.device.kernels.iter().map(|k| k.launches).sum::<u64>());
    assert_eq!(sum("zetop.transfer.size"), figures.device.transfers.iter().map(|t| t.bytes).sum::<u64>());
    assert!(sum("zetop.kernel.launches") > 0 && sum("zetop.transfer.size") > 0);
    let [of_process] = &metrics["zetop.process.calls"][..] else { panic!("{metrics:?}") };
    assert_eq!((number(of_process, "Value"), of_process["rank"].as_str()), (figures.host.calls, "3"));
}

/// One that was down has the figures of the whole run, not only of what came after.
#[test]
fn a_collector_that_comes_late_misses_nothing() {
    needs_loader!();
    let (dir, port) = (tempfile::tempdir().expect("temporary folder"), free_port());
    let mut command = Command::new(PROGRAMS.zetop);
    command.args(["--sim", "--no-tui", "--no-history", "--otlp", &format!("http://127.0.0.1:{port}")]);
    command.args(["--json", "out.json", "--", "sh", "-c"]);
    command.arg("\"$0\" calls calls=100 threads=1; : > called; while [ ! -e go ]; do sleep 0.1; done");
    let running = start(command.arg(PROGRAMS.workload).current_dir(dir.path()));
    let before = Instant::now();
    while !dir.path().join("called").exists() {
        assert!(before.elapsed() < LIMIT, "no calls");
        std::thread::sleep(Duration::from_millis(50));
    }
    let server = rotel(dir.path(), port);
    std::fs::write(dir.path().join("go"), "").expect("a file");
    let outcome = running.finish(LIMIT).succeeded();
    let Some(server) = server else { return zetop_testing::skip!("{NO_ROTEL}") };
    let figures = Figures::read(&dir.path().join("out.json"), &outcome.stderr);
    let _ = got_all(&server, figures.host.calls);
}

/// Prometheus, which scrapes one port each second.
struct Prometheus {
    server: Server,
    port: u16,
}

impl Prometheus {
    fn start(dir: &Path, scraped: u16) -> Option<Self> {
        let folder = std::env::var_os("ZETOP_PROMETHEUS").map_or("/usr/bin".into(), PathBuf::from);
        let program = Some(folder.join("prometheus")).filter(|program| program.exists())?;
        let settings = format!(
            "global:\n  scrape_interval: 1s\nscrape_configs:\n  - job_name: zetop\n    static_configs:\n      - targets: ['127.0.0.1:{scraped}']\n"
        );
        std::fs::write(dir.join("prometheus.yml"), settings).expect("its settings");
        let port = free_port();
        let mut command = Command::new(program);
        command.args(["--config.file=prometheus.yml", "--storage.tsdb.path=data"]).current_dir(dir);
        let command = command.arg(format!("--web.listen-address=127.0.0.1:{port}"));
        let server = Server::start(command, &dir.join("prometheus"));
        server.listens_at(port);
        Some(Self { server, port })
    }

    /// Series that a query finds, with their labels; `None` while it is not ready.
    fn query(&self, query: &str) -> Option<Vec<serde_json::Value>> {
        let escaped: String = query.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.write_all(format!("GET /api/v1/query?query={escaped} HTTP/1.0\r\n\r\n").as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        if head.contains(" 503 ") {
            return None;
        }
        let body: serde_json::Value =
            serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"));
        assert_eq!(body["status"], "success", "{query}: {body}\n{}", self.server.said());
        body["data"]["result"].as_array().cloned()
    }
}

/// What the dashboard asks a Prometheus for.
fn expressions_of_the_dashboard() -> Vec<String> {
    let text = include_str!("../../../../monitor/present/grafana/zetop.json");
    let all: serde_json::Value = serde_json::from_str(text).expect("the dashboard is JSON");
    let panels = all["panels"].as_array().expect("panels").iter();
    let targets = panels.flat_map(|panel| panel["targets"].as_array().expect("targets"));
    let mut expressions: Vec<String> =
        targets.map(|target| target["expr"].as_str().expect("an expression").to_owned()).collect();
    // Its variables: `label_values(METRIC, LABEL)`.
    for variable in all["templating"]["list"].as_array().expect("variables") {
        if let Some(query) = variable["query"]["query"].as_str() {
            let (metric, label) = query
                .strip_prefix("label_values(")
                .and_then(|rest| rest.strip_suffix(')')?.rsplit_once(", "))
                .unwrap_or_else(|| panic!("{query}"));
            expressions.push(format!("count by ({label}) ({metric})"));
        }
    }
    expressions
}

/// Everything that the dashboard for Grafana asks for is there, and so are ranks to choose from.
#[test]
fn prometheus_has_what_the_dashboard_shows() {
    needs_loader!();
    let (dir, port) = (tempfile::tempdir().expect("temporary folder"), free_port());
    let Some(prometheus) = Prometheus::start(dir.path(), port) else {
        return zetop_testing::skip!("no Prometheus (Debian: prometheus; ZETOP_PROMETHEUS names its folder)");
    };
    let mut command = Command::new(PROGRAMS.zetop);
    command.args(["--sim", "--no-tui", "--no-history", "--metrics", &port.to_string(), "--", "sh", "-c"]);
    // Until it is told to end.
    command
        .arg("while [ ! -e end ]; do \"$0\" saxpy n=20; done")
        .arg(PROGRAMS.workload)
        .current_dir(dir.path());
    command.env("SLURM_PROCID", "3").env("SLURM_NTASKS", "8").env("SLURM_STEP_ID", "0");
    let running = start(command.env("ZESIM_KERNEL_NS", crate::support::KERNELS));
    let mut missing: BTreeSet<String> = expressions_of_the_dashboard().into_iter().collect();
    assert!(missing.len() > 10, "{missing:?}");
    // The program may have no finding; that there is a metric for findings is seen below.
    let may_lack = |expression: &String| expression.contains("zetop_findings");
    let before = Instant::now();
    while missing.iter().any(|expression| !may_lack(expression)) {
        assert!(before.elapsed() < LIMIT, "nothing for {missing:#?}");
        missing.retain(|expression| {
            let asked =
                expression.replace("$__rate_interval", "1m").replace("$instance", ".*").replace("$rank", "3");
            prometheus.query(&asked).is_none_or(|found| found.is_empty())
        });
        std::thread::sleep(Duration::from_millis(200));
    }
    let rank = prometheus.query("zetop_process_calls_total{rank=\"3\"}").expect("an answer");
    assert!(!rank.is_empty() && rank.iter().all(|series| series["metric"]["pid"].is_string()), "{rank:?}");
    // A name that is none would be found by nothing above, if its series may be missing.
    let mut scraped = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    scraped.write_all(b"GET /metrics HTTP/1.0\r\n\r\n").expect("a request");
    let mut text = String::new();
    let _ = scraped.read_to_string(&mut text).expect("an answer");
    for expression in expressions_of_the_dashboard() {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        for name in expression.split(|c| !is_part(c)).filter(|word| word.starts_with("zetop_")) {
            let family =
                ["_bucket", "_sum", "_count", "_total"].iter().find_map(|end| name.strip_suffix(end));
            let is_there = |name: &str| text.contains(&format!("# TYPE {name} "));
            assert!(is_there(name) || family.is_some_and(is_there), "{name} of {expression}\n{text}");
        }
    }
    std::fs::write(dir.path().join("end"), "").expect("a file");
    let _ = running.finish(LIMIT).succeeded();
}
