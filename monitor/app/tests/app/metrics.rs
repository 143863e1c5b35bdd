//! `--metrics`: scraped while the program runs, by hand and by Prometheus.

use crate::common::{eventually, run, stderr, zetop};
use std::io::{BufRead, Read, Write};
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
        Self::with(&["--metrics", &port.to_string()])
    }

    fn with(options: &[&str]) -> Self {
        let mut command = zetop();
        command.args(["--no-tui", "--no-history"]).args(options).arg("cat");
        Self(command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// On a port, and answering.
    fn answering() -> (Self, u16) {
        let port = free_port();
        let watched = Self::start(port);
        eventually("an answer", || {
            get(port, "*/*").is_some_and(|answer| answer.starts_with("HTTP/1.1 200 OK"))
        });
        (watched, port)
    }

    /// Processor time of the thread that answers, in ticks.
    fn ticks(&self) -> u64 {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.0.id())).unwrap().flatten();
        let stat =
            |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("stat")).unwrap_or_default();
        let of = tasks.map(stat).find(|stat| stat.contains("(metrics)")).unwrap();
        let fields: Vec<&str> = of.rsplit(')').next().unwrap().split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
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
fn a_port_in_use_is_stepped_over_and_a_wrong_address_is_said_before_the_program_starts() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let mut command = zetop();
    let all = [
        "--no-tui",
        "--no-history",
        "--metrics",
        &port.to_string(),
        "sh",
        "-c",
        "echo started; exec sleep 100",
    ];
    let mut first = command.args(all).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    std::io::BufReader::new(first.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let here = line.trim().rsplit(':').next().and_then(|port| port.parse::<u16>().ok());
    let here = here.unwrap_or_else(|| panic!("{line}"));
    assert!(
        here > port && line.contains(&format!("127.0.0.1:{port} is in use: the figures are at 127.0.0.1:")),
        "{line}"
    );
    eventually("an answer", || status(here, PLAIN) == Some(200));
    rustix::process::kill_process(rustix::process::Pid::from_child(&first), rustix::process::Signal::TERM)
        .unwrap();
    assert!(first.wait().is_ok());
    for wrong in ["here", "1.2.3.4", "99999", "127.0.0.1:"] {
        let output = run(&["--metrics", wrong, "echo", "started"]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(output.stdout.is_empty());
    }
}

const PLAIN: &str = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";

fn status(port: u16, text: &str) -> Option<u32> {
    request(port, text)?.get(9..12)?.parse().ok()
}

#[test]
fn every_request_has_its_status_and_a_web_page_gets_nothing() {
    let (_watched, port) = Watched::answering();
    let long = "x".repeat(2_000_000);
    for (expected, text) in [
        (200, "GET /metrics HTTP/1.1\nHost: localhost\n\n".to_owned()),
        (200, "GET /metrics HTTP/1.0\r\n\r\n".to_owned()),
        (200, PLAIN.repeat(5)),
        (400, "GET /metrics\r\n".to_owned()),
        (400, "\0\u{1}\r\n\r\n".to_owned()),
        (403, "GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n".to_owned()),
        (403, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\r\n".to_owned()),
        (405, "POST /metrics HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello".to_owned()),
        (431, format!("GET /metrics HTTP/1.1\r\nA: {}\r\n\r\n", &long[..9_000])),
        (431, format!("GET /{}", &long[..8_192])),
    ] {
        assert_eq!(status(port, &text), Some(expected), "{}", &text[..text.len().min(80)]);
    }
    // One that sends on and on gets its answer, too, and is no longer read.
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let _ = stream.write_all(format!("GET /metrics HTTP/1.1\r\nA: {long}\r\n\r\n").as_bytes());
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 431");
    // Nothing but its headers.
    let head = request(port, "HEAD /metrics HTTP/1.1\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n"), "{head}");
}

/// One client at a byte a second kept all others from the figures, and so did 10,000 silent ones.
#[test]
fn slow_and_silent_clients_keep_nobody_waiting() {
    let (watched, port) = Watched::answering();
    let connect = || TcpStream::connect(("127.0.0.1", port));
    let mut slow: Vec<TcpStream> = (0..8).map(|_| connect().unwrap()).collect();
    let deaf: Vec<TcpStream> = (0..8).map(|_| connect().unwrap()).collect();
    for client in &mut slow {
        client.write_all(b"GET /metrics HTTP/1.1\r\nX: ").unwrap();
    }
    for mut client in &deaf {
        client.write_all(PLAIN.as_bytes()).unwrap();
    }
    for _ in 0..20 {
        slow.iter_mut().for_each(|client| drop(client.write_all(b"a")));
        assert_eq!(status(port, PLAIN), Some(200));
    }
    let silent: Vec<_> = (0..300).map_while(|_| connect().ok()).collect();
    assert!(silent.len() > 200, "{}", silent.len());
    assert_eq!(status(port, PLAIN), Some(200));
    let files = std::fs::read_dir(format!("/proc/{}/fd", watched.0.id())).unwrap().count();
    assert!(files < 150, "{files}");
    // Those that do not come to an end are told so.
    let mut late = connect().unwrap();
    late.write_all(b"GET /metrics HTTP/1.1\r\n").unwrap();
    let mut answer = String::new();
    late.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

/// Without a descriptor for the next client it took a third of a core.
#[test]
fn no_descriptors_cost_no_processor_time() {
    let (watched, port) = Watched::answering();
    let pid = rustix::process::Pid::from_child(&watched.0);
    let limit = |current| {
        let limit = rustix::process::Rlimit { current: Some(current), maximum: Some(4_096) };
        rustix::process::prlimit(Some(pid), rustix::process::Resource::Nofile, limit)
    };
    if limit(5).is_err() {
        return zetop_testing::skip!("the limits of another process cannot be set here");
    }
    let waiting: Vec<_> = (0..3).map(|_| TcpStream::connect(("127.0.0.1", port)).unwrap()).collect();
    let before = watched.ticks();
    // Processor time that zetop takes in two seconds while three connections send nothing.
    std::thread::sleep(std::time::Duration::from_secs(2));
    let ticks = watched.ticks() - before;
    // A hundred in a second.
    assert!(ticks < 20, "{ticks}");
    limit(4_096).unwrap();
    drop(waiting);
    assert_eq!(status(port, PLAIN), Some(200));
}

#[test]
fn only_who_has_the_token_or_the_file_gets_an_answer() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (token, socket, port) = (path("token"), path("socket"), free_port());
    let output =
        run(&["--no-tui", "--metrics", &port.to_string(), "--metrics-token", &token, "echo", "started"]);
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b"started\n"[..]), "{output:?}");
    assert!(stderr(&output).contains("No such file"), "{output:?}");
    std::fs::write(&token, "secret\n").unwrap();
    let watched = Watched::with(&["--metrics", &port.to_string(), "--metrics-token", &token]);
    let with = |value: &str| {
        status(port, &format!("GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: {value}\r\n\r\n"))
    };
    eventually("an answer", || with("Bearer secret") == Some(200));
    assert_eq!((with("Bearer wrong"), status(port, PLAIN)), (Some(401), Some(401)));
    drop(watched);
    let watched = Watched::with(&["--metrics", &format!("unix:{socket}")]);
    let ask = || {
        let mut stream = std::os::unix::net::UnixStream::connect(&socket).ok()?;
        stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: any.example\r\n\r\n").ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        Some(answer)
    };
    eventually("an answer", || ask().is_some_and(|answer| answer.starts_with("HTTP/1.1 200")));
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&socket).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    drop(watched);
    assert!(!std::path::Path::new(&socket).exists());
}

/// Whatever is sent, in whatever pieces, by several at once: others are answered.
#[test]
fn rubbish_does_no_harm() {
    let (_watched, port) = Watched::answering();
    let send = move |seed: u64| {
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..50 {
            let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else { continue };
            let mut bytes = if random.bool() { PLAIN.as_bytes().to_vec() } else { Vec::new() };
            for _ in 0..random.usize(..40) {
                let at = random.usize(..=bytes.len());
                bytes.insert(at, random.u8(..));
            }
            for piece in bytes.chunks(random.usize(1..64)) {
                let _ = stream.write_all(piece);
            }
            if random.bool() {
                let _ = stream.shutdown(std::net::Shutdown::Write);
                let mut answer = Vec::new();
                let _ = stream.read_to_end(&mut answer);
                assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 "), "seed {seed}");
            }
        }
    };
    let senders: Vec<_> = (0..4).map(|seed| std::thread::spawn(move || send(seed))).collect();
    for _ in 0..20 {
        assert_eq!(status(port, PLAIN), Some(200));
    }
    senders.into_iter().for_each(|sender| sender.join().unwrap());
    assert_eq!(status(port, PLAIN), Some(200));
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
