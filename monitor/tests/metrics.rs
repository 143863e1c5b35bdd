//! `--metrics`: scraped while the program runs, by hand and by Prometheus.

#![allow(clippy::unwrap_used)] // a test fails by panicking

mod common;

use common::{eventually, run, stderr, zetop};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

/// A port that was free a moment ago.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A program that ends with its stdin, watched; ended with the value.
struct Watched(Child);

impl Watched {
    fn start(port: u16) -> Self {
        let port = port.to_string();
        let arguments = ["--no-tui", "--no-history", "--metrics", &port, "cat"];
        let child = zetop().args(arguments).stdin(Stdio::piped()).stderr(Stdio::null()).spawn();
        Self(child.unwrap())
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

fn request(port: u16, request: &str) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

fn get(port: u16, accept: &str) -> Option<String> {
    request(port, &format!("GET /metrics HTTP/1.1\r\nHost: x\r\nAccept: {accept}\r\n\r\n"))
}

#[test]
fn scrapes_are_answered_in_both_formats() {
    let port = free_port();
    let _watched = Watched::start(port);
    eventually("an answer", || get(port, "*/*").is_some_and(|answer| answer.starts_with("HTTP/1.1 200 OK")));
    let open = get(port, "application/openmetrics-text; version=1.0.0").unwrap();
    assert!(
        open.contains("Content-Type: application/openmetrics-text") && open.ends_with("# EOF\n"),
        "{open}"
    );
    let text = get(port, "text/plain").unwrap();
    assert!(text.contains("Content-Type: text/plain") && !text.contains("# EOF"), "{text}");
    assert!(text.contains("# TYPE zetop_calls_total counter"), "{text}");
    let other = request(port, "GET / HTTP/1.1\r\n\r\n").unwrap();
    assert!(other.starts_with("HTTP/1.1 404"), "{other}");
    let other = request(port, "POST /metrics HTTP/1.1\r\n\r\n").unwrap();
    assert!(other.starts_with("HTTP/1.1 405"), "{other}");
    assert_eq!(request(port, "\r\n\r\n").map(|answer| answer.starts_with("HTTP/1.1 405")), Some(true));
}

#[test]
fn a_port_in_use_and_a_wrong_address_are_said_before_the_program_starts() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = run(&["--no-tui", "--metrics", &port, "echo", "started"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stderr(&output).contains("Address already in use") && output.stdout.is_empty(), "{output:?}");
    for wrong in ["here", "1.2.3.4", "99999", "127.0.0.1:"] {
        let output = run(&["--metrics", wrong, "echo", "started"]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(output.stdout.is_empty());
    }
}

/// In one of the usual places, or where `ZETOP_PROMETHEUS` says (a folder).
fn tool(name: &str) -> Option<Command> {
    let folder = std::env::var_os("ZETOP_PROMETHEUS").map_or("/usr/bin".into(), std::path::PathBuf::from);
    let path = folder.join(name);
    path.exists().then(|| Command::new(path))
}

#[test]
fn promtool_has_nothing_to_say() {
    let Some(mut promtool) = tool("promtool") else {
        return zetop_testing::skip!("promtool is not installed (Debian: prometheus)");
    };
    let port = free_port();
    let _watched = Watched::start(port);
    eventually("an answer", || get(port, "*/*").is_some());
    let text = get(port, "text/plain").unwrap();
    let (_, body) = text.split_once("\r\n\r\n").unwrap();
    let mut child = promtool
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(body.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(),
        "{output:?}\n{body}"
    );
}

#[test]
fn prometheus_scrapes_it() {
    let Some(mut prometheus) = tool("prometheus") else {
        return zetop_testing::skip!("prometheus is not installed (Debian: prometheus)");
    };
    let dir = tempfile::tempdir().unwrap();
    let (port, own) = (free_port(), free_port());
    let _watched = Watched::start(port);
    let config = format!(
        "global:\n  scrape_interval: 1s\nscrape_configs:\n  - job_name: zetop\n    static_configs:\n      - targets: ['127.0.0.1:{port}']\n"
    );
    std::fs::write(dir.path().join("prometheus.yml"), config).unwrap();
    let mut server = prometheus
        .current_dir(dir.path())
        .args(["--config.file=prometheus.yml", "--storage.tsdb.path=data"])
        .arg(format!("--web.listen-address=127.0.0.1:{own}"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let query = "GET /api/v1/query?query=zetop_elapsed_seconds HTTP/1.0\r\n\r\n";
    let mut last = String::new();
    eventually("a figure in Prometheus", || {
        last = request(own, query).unwrap_or_default();
        last.contains("\"__name__\":\"zetop_elapsed_seconds\"")
    });
    let _ = server.kill();
    let _ = server.wait();
    assert!(last.contains("\"job\":\"zetop\""), "{last}");
}
