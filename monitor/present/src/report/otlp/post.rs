//! The thread that pushes: what the collector does, however slow or broken, holds nobody up.

use super::endpoint::Endpoint;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const CONNECT: Duration = Duration::from_secs(5);
/// For the request and its answer.
const EXCHANGE: Duration = Duration::from_secs(10);
/// Between two tries after a failure, at first and at most.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// An answer's beginning is read.
const LONGEST_ANSWER: usize = 16 << 10;

/// What has become of the figures so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sent {
    pub(super) delivered: u64,
    /// The collector has refused them, or newer ones came before it took them.
    pub(super) lost: u64,
    /// What was wrong last.
    pub(super) trouble: Option<String>,
}

#[derive(Debug, Default)]
struct State {
    /// The newest figures; older ones are part of them.
    next: Option<Vec<u8>>,
    /// No more will come, and what is there is to be sent without pauses until then.
    ends: Option<Instant>,
    is_over: bool,
    sent: Sent,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    bell: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Pushes the newest figures.
#[derive(Debug)]
pub(super) struct Pusher {
    shared: Arc<Shared>,
}

impl Pusher {
    /// `headers` are further ones.
    pub(super) fn start(to: Endpoint, headers: Vec<(String, String)>) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let of_thread = Arc::clone(&shared);
        let work = move || run(&to, &headers, &of_thread);
        std::thread::Builder::new().name("zetop-otlp".to_owned()).spawn(work)?;
        Ok(Self { shared })
    }

    pub(super) fn push(&self, figures: Vec<u8>) {
        let mut state = self.shared.lock();
        if state.next.replace(figures).is_some() {
            state.sent.lost += 1;
        }
        self.shared.bell.notify_all();
    }

    /// Waits until the last figures are delivered or refused, or `limit` is over.
    pub(super) fn finish(&self, limit: Duration, give_up: &mut dyn FnMut() -> bool) -> Sent {
        let end = Instant::now() + limit;
        let mut state = self.shared.lock();
        state.ends = Some(end);
        self.shared.bell.notify_all();
        while !state.is_over && Instant::now() < end && !give_up() {
            let (again, _) = self
                .shared
                .bell
                .wait_timeout(state, Duration::from_millis(50))
                .unwrap_or_else(PoisonError::into_inner);
            state = again;
        }
        let mut sent = state.sent.clone();
        if !state.is_over {
            sent.lost += 1;
            sent.trouble.get_or_insert_with(|| format!("no answer within {} s", limit.as_secs()));
        }
        sent
    }
}

impl Drop for Pusher {
    fn drop(&mut self) {
        // The thread ends with what it is doing; nobody waits for it.
        let mut state = self.shared.lock();
        state.ends.get_or_insert_with(Instant::now);
        self.shared.bell.notify_all();
    }
}

fn run(to: &Endpoint, headers: &[(String, String)], shared: &Shared) {
    let mut pause = PAUSE;
    loop {
        let figures = {
            let mut state = shared.lock();
            loop {
                if let Some(figures) = state.next.take() {
                    break figures;
                }
                if state.ends.is_some() {
                    state.is_over = true;
                    shared.bell.notify_all();
                    return;
                }
                state = shared.bell.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        };
        let outcome = exchange(to, headers, &figures);
        let mut state = shared.lock();
        let wait = match outcome {
            Ok(()) => {
                state.sent.delivered += 1;
                state.sent.trouble = None;
                pause = PAUSE;
                continue;
            }
            Err(Failure { why, again: None }) => {
                (state.sent.lost, state.sent.trouble) = (state.sent.lost + 1, Some(why));
                continue;
            }
            Err(Failure { why, again: Some(after) }) => {
                state.sent.trouble = Some(why);
                after.unwrap_or(pause).min(LONGEST_PAUSE)
            }
        };
        pause = (pause * 2).min(LONGEST_PAUSE);
        // The end does not wait for a long pause.
        let until = Instant::now() + wait;
        while let Some(left) = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
            if state.ends.is_some_and(|end| Instant::now() + left > end) {
                break;
            }
            (state, _) = shared.bell.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner);
        }
        match (state.next.is_some(), state.ends) {
            // Newer ones have come meanwhile.
            (true, _) => state.sent.lost += 1,
            (false, Some(end)) if Instant::now() >= end || until > end => {
                (state.sent.lost, state.is_over) = (state.sent.lost + 1, true);
                shared.bell.notify_all();
                return;
            }
            (false, _) => state.next = Some(figures),
        }
    }
}

/// Why figures were not taken.
#[derive(Debug, PartialEq, Eq)]
struct Failure {
    why: String,
    /// They may be taken later, perhaps after what the collector has asked for.
    again: Option<Option<Duration>>,
}

fn exchange(to: &Endpoint, headers: &[(String, String)], figures: &[u8]) -> Result<(), Failure> {
    let answer =
        ask(to, headers, figures).map_err(|error| Failure { why: error.to_string(), again: Some(None) })?;
    judge(&answer)
}

fn ask(to: &Endpoint, headers: &[(String, String)], figures: &[u8]) -> io::Result<Vec<u8>> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "no such host");
    let places = (to.host.as_str(), to.port).to_socket_addrs()?;
    let mut connected = None;
    for place in places.take(4) {
        match TcpStream::connect_timeout(&place, CONNECT) {
            Ok(stream) => {
                connected = Some(stream);
                break;
            }
            Err(error) => last = error,
        }
    }
    let mut stream = connected.ok_or(last)?;
    let end = Instant::now() + EXCHANGE;
    stream.set_write_timeout(Some(EXCHANGE))?;
    let mut head = format!(
        "POST {} HTTP/1.1\r\nHost: {}\r\nUser-Agent: zetop/{}\r\nContent-Type: application/x-protobuf\r\n\
         Content-Length: {}\r\nConnection: close\r\n",
        to.path,
        to.authority(),
        env!("CARGO_PKG_VERSION"),
        figures.len()
    );
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += "\r\n";
    stream.write_all(head.as_bytes())?;
    stream.write_all(figures)?;
    let mut answer = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::Error::new(
                io::ErrorKind::TimedOut,
                format!("no answer within {} s", EXCHANGE.as_secs()),
            ));
        }
        stream.set_read_timeout(Some(left))?;
        let got = match stream.read(&mut piece) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
            other => other?,
        };
        answer.extend_from_slice(&piece[..got]);
        let is_enough = answer.windows(4).any(|end| end == b"\r\n\r\n");
        if got == 0 || is_enough || answer.len() > LONGEST_ANSWER {
            return Ok(answer);
        }
    }
}

/// By OTLP's rules: 429, 502, 503 and 504 may be tried again, and so may what is no answer.
fn judge(answer: &[u8]) -> Result<(), Failure> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut response = httparse::Response::new(&mut headers);
    let parsed = response.parse(answer);
    let (Ok(_), Some(code)) = (parsed, response.code) else {
        return Err(Failure { why: "it does not answer as a collector does".to_owned(), again: Some(None) });
    };
    let why = format!("it answers {code} {}", response.reason.unwrap_or_default()).trim_end().to_owned();
    let after = response.headers.iter().find(|header| header.name.eq_ignore_ascii_case("retry-after"));
    let after = after.and_then(|header| std::str::from_utf8(header.value).ok()?.trim().parse().ok());
    match code {
        200..300 => Ok(()),
        429 | 502..=504 => Err(Failure { why, again: Some(after.map(Duration::from_secs)) }),
        _ => Err(Failure { why, again: None }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn answers_of_collectors() {
        let of = |head: &str| judge(format!("{head}\r\n\r\n").as_bytes());
        assert_eq!(of("HTTP/1.1 200 OK"), Ok(()));
        assert_eq!(of("HTTP/1.1 204 No Content"), Ok(()));
        let again = |head: &str| of(head).unwrap_err().again;
        assert_eq!(again("HTTP/1.1 503 Busy\r\nRetry-After: 7"), Some(Some(Duration::from_secs(7))));
        assert_eq!(again("HTTP/1.1 429 Too Many Requests"), Some(None));
        assert_eq!(again("HTTP/1.1 400 Bad Request"), None);
        assert_eq!(again("HTTP/1.1 500 Internal Server Error"), None);
        assert_eq!(again("SSH-2.0-OpenSSH"), Some(None));
    }

    /// A collector that gives each request the next of `answers`, and says how many bytes the request's body had.
    fn collector(answers: Vec<&'static str>) -> (Endpoint, std::sync::mpsc::Receiver<usize>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (said, bodies) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            for answer in answers {
                let (mut client, _) = listener.accept().unwrap();
                let mut bytes = Vec::new();
                let mut piece = [0; 1024];
                let body = loop {
                    let got = client.read(&mut piece).unwrap();
                    bytes.extend_from_slice(&piece[..got]);
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
                    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")).unwrap();
                    if body.len() == length.parse::<usize>().unwrap() {
                        break body.len();
                    }
                };
                client.write_all(answer.as_bytes()).unwrap();
                let _ = said.send(body);
            }
        });
        (Endpoint { host: "127.0.0.1".to_owned(), port, path: "/".to_owned() }, bodies)
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn what_a_collector_is_too_busy_for_comes_again() {
        let busy = "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\n\r\n";
        let (to, bodies) = collector(vec![busy, "HTTP/1.1 200 OK\r\n\r\n"]);
        let pusher = Pusher::start(to, Vec::new()).unwrap();
        pusher.push(b"12345".to_vec());
        assert_eq!([bodies.recv_timeout(LONG), bodies.recv_timeout(LONG)], [Ok(5), Ok(5)]);
        let sent = pusher.finish(LONG, &mut || false);
        assert_eq!(sent, Sent { delivered: 1, lost: 0, trouble: None });
    }

    #[test]
    fn what_a_collector_refuses_is_counted() {
        let (to, bodies) = collector(vec!["HTTP/1.1 500 No\r\n\r\n"]);
        let pusher = Pusher::start(to, Vec::new()).unwrap();
        pusher.push(b"1".to_vec());
        bodies.recv_timeout(LONG).unwrap();
        let sent = pusher.finish(LONG, &mut || false);
        assert_eq!((sent.delivered, sent.lost), (0, 1));
        assert!(sent.trouble.unwrap().contains("500"));
    }

    /// Nobody listens there: the end does not wait for longer than its limit.
    #[test]
    fn a_collector_that_is_down_holds_nobody_up() {
        let to = {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let port = listener.local_addr().unwrap().port();
            Endpoint { host: "127.0.0.1".to_owned(), port, path: "/".to_owned() }
        };
        let pusher = Pusher::start(to, Vec::new()).unwrap();
        pusher.push(b"1".to_vec());
        pusher.push(b"2".to_vec());
        let start = Instant::now();
        let sent = pusher.finish(Duration::from_millis(300), &mut || false);
        assert!(start.elapsed() < LONG / 2, "{:?}", start.elapsed());
        assert!(sent.delivered == 0 && sent.lost >= 1 && sent.trouble.is_some(), "{sent:?}");
    }
}
