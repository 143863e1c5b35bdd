//! Answers `GET /metrics`: one request after the other, each with a time limit, so that no client holds it up
//! for long.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// How long the session may take to format its figures.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a client has for each part of its request.
const LIMIT: Duration = Duration::from_secs(2);
/// Longest request that is read.
const LONGEST: usize = 8 << 10;
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What the two threads share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    asked: AtomicBool,
    words: Mutex<Words>,
    told: Condvar,
}

#[derive(Debug, Default)]
struct Words {
    text: Arc<str>,
    /// How often they were given.
    times: u64,
}

impl Shared {
    /// A client is waiting for the figures.
    pub(super) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Acquire)
    }

    pub(super) fn tell(&self, text: String) {
        self.asked.store(false, Ordering::Release);
        let mut words = self.lock();
        words.text = text.into();
        words.times += 1;
        self.told.notify_all();
    }

    /// New figures; the previous ones if none come in time.
    fn ask(&self) -> Arc<str> {
        let words = self.lock();
        let before = words.times;
        self.asked.store(true, Ordering::Release);
        let waited = self.told.wait_timeout_while(words, PATIENCE, |words| words.times == before);
        waited.map_or_else(|_| Arc::default(), |(words, _)| Arc::clone(&words.text))
    }

    fn lock(&self) -> MutexGuard<'_, Words> {
        self.words.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// The thread that answers.
#[derive(Debug)]
pub(super) struct Server {
    at: SocketAddr,
    ends: Arc<AtomicBool>,
}

impl Server {
    pub(super) fn start(at: SocketAddr, shared: Arc<Shared>) -> io::Result<Self> {
        let listener = TcpListener::bind(at)?;
        let at = listener.local_addr()?;
        let ends = Arc::new(AtomicBool::new(false));
        let end = Arc::clone(&ends);
        let answer = move || {
            for client in listener.incoming() {
                if end.load(Ordering::Acquire) {
                    return;
                }
                // It does not matter if a client goes away.
                let _ = client.and_then(|client| serve(client, &shared));
            }
        };
        std::thread::Builder::new().name("metrics".to_owned()).spawn(answer)?;
        Ok(Self { at, ends })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Release);
        // The thread waits for a client; connecting wakes it.
        let _ = TcpStream::connect_timeout(&self.at, LIMIT);
    }
}

fn serve(mut client: TcpStream, shared: &Shared) -> io::Result<()> {
    client.set_read_timeout(Some(LIMIT))?;
    client.set_write_timeout(Some(LIMIT))?;
    let mut request = Vec::new();
    let mut part = [0; 1024];
    while !request.windows(4).any(|end| end == b"\r\n\r\n") && request.len() < LONGEST {
        match client.read(&mut part)? {
            0 => break,
            n => request.extend_from_slice(&part[..n]),
        }
    }
    let request = String::from_utf8_lossy(&request);
    let mut first = request.lines().next().unwrap_or("").split(' ');
    let (method, path) = (first.next().unwrap_or(""), first.next().unwrap_or(""));
    let (status, kind, body) = match (method, path.split('?').next().unwrap_or("")) {
        ("GET" | "HEAD", "/metrics") => {
            let lower = request.to_ascii_lowercase();
            let open = lower.lines().any(|l| l.starts_with("accept:") && l.contains("openmetrics-text"));
            let words = shared.ask();
            let body = if open { words.to_string() } else { older(&words) };
            ("200 OK", if open { OPEN_METRICS } else { TEXT }, body)
        }
        ("GET" | "HEAD", _) => ("404 Not Found", TEXT, "zetop: the figures are at /metrics\n".to_owned()),
        _ => ("405 Method Not Allowed", TEXT, "zetop: only GET\n".to_owned()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    client.write_all(head.as_bytes())?;
    if method == "GET" {
        client.write_all(body.as_bytes())?;
    }
    client.flush()
}

/// The same in Prometheus' older format, where a counter has the name of its samples.
fn older(text: &str) -> String {
    let counters: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.strip_suffix(" counter")).collect();
    let mut out = String::with_capacity(text.len());
    for line in text.lines().filter(|line| *line != "# EOF") {
        let named = ["# HELP ", "# TYPE "].into_iter().find_map(|word| {
            let (name, rest) = line.strip_prefix(word)?.split_once(' ')?;
            counters.contains(&name).then(|| format!("{word}{name}_total {rest}"))
        });
        out += &named.unwrap_or_else(|| line.to_owned());
        out.push('\n');
    }
    out
}
