//! Answers `GET /metrics`: several clients at once, in one thread, with limits on their number, on what they send and on
//! the time that they take. A client that is slow or silent is the first to go when another one comes.

use super::listen::{Access, Bound};
use super::request::{Asked, LONGEST, Refusal, asked};
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::{Shutdown, SocketFlags};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the session may take to format its figures.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a client has for its request, and for taking the answer.
const LIMIT: Duration = Duration::from_secs(5);
/// How long what a client still sends after its answer is read, so that it gets that at all.
const LINGER: Duration = Duration::from_secs(1);
/// Clients at once.
const CLIENTS: usize = 64;
/// The pause after the system had no descriptor for a client.
const PAUSE: Duration = Duration::from_millis(250);
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What the two threads share.
#[derive(Debug)]
pub(super) struct Shared {
    asked: AtomicBool,
    ends: AtomicBool,
    words: Mutex<Words>,
    /// Wakes the thread that answers.
    bell: OwnedFd,
}

#[derive(Debug, Default)]
struct Words {
    text: Arc<str>,
    /// How often they were given.
    times: u64,
}

impl Shared {
    pub(super) fn new() -> io::Result<Self> {
        let bell = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Self {
            asked: AtomicBool::new(false),
            ends: AtomicBool::new(false),
            words: Mutex::default(),
            bell,
        })
    }

    /// A client is waiting for the figures.
    pub(super) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Acquire)
    }

    pub(super) fn tell(&self, text: String) {
        self.asked.store(false, Ordering::Release);
        let mut words = self.lock();
        words.text = text.into();
        words.times += 1;
        drop(words);
        self.ring();
    }

    fn ring(&self) {
        // A bell that rings already is as good.
        let _ = rustix::io::write(&self.bell, &1u64.to_ne_bytes());
    }

    fn lock(&self) -> MutexGuard<'_, Words> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The thread that answers, as long as it lives.
#[derive(Debug)]
pub(super) struct Server {
    shared: Arc<Shared>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Server {
    pub(super) fn start(bound: Bound, access: Access, shared: Arc<Shared>) -> io::Result<Self> {
        let theirs = Arc::clone(&shared);
        let answer =
            move || Answering { bound, access, shared: theirs, clients: Vec::new(), again: None }.run();
        let thread = std::thread::Builder::new().name("metrics".to_owned()).spawn(answer)?;
        Ok(Self { shared, thread: Some(thread) })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.ends.store(true, Ordering::Release);
        self.shared.ring();
        // It waits for nothing but the bell.
        let _ = self.thread.take().map(std::thread::JoinHandle::join);
    }
}

#[derive(Debug)]
struct Client {
    socket: OwnedFd,
    doing: Doing,
    until: Instant,
}

#[derive(Debug)]
enum Doing {
    Sending(Vec<u8>),
    /// It gets the figures once they have been told more often than this.
    Waiting {
        times: u64,
        head_only: bool,
        open_metrics: bool,
    },
    /// The answer, and how much of it has been taken.
    Taking(Vec<u8>, usize),
    /// It has the answer.
    Leaving,
}

struct Answering {
    bound: Bound,
    access: Access,
    shared: Arc<Shared>,
    /// The first one came first.
    clients: Vec<Client>,
    /// No clients are accepted before.
    again: Option<Instant>,
}

impl Answering {
    fn run(mut self) {
        while !self.shared.ends.load(Ordering::Acquire) {
            let now = Instant::now();
            self.again = self.again.filter(|again| *again > now);
            let ends = self.clients.iter().map(|client| client.until).chain(self.again);
            let wait = ends.min().map(|end| end.saturating_duration_since(now));
            let timeout = wait.map(|wait| Timespec {
                tv_sec: i64::try_from(wait.as_secs()).unwrap_or(i64::MAX),
                tv_nsec: i64::from(wait.subsec_nanos()),
            });
            let ready = {
                let wanted = if self.again.is_none() { PollFlags::IN } else { PollFlags::empty() };
                let mut fds = vec![PollFd::new(&self.shared.bell, PollFlags::IN)];
                fds.push(PollFd::new(&self.bound.socket, wanted));
                fds.extend(self.clients.iter().map(|client| PollFd::new(&client.socket, client.wants())));
                match poll(&mut fds, timeout.as_ref()) {
                    Ok(_) | Err(Errno::INTR) => {}
                    // Out of memory: nothing is ready, and soon there may be some.
                    Err(_) => std::thread::sleep(PAUSE),
                }
                fds.iter().map(PollFd::revents).collect::<Vec<_>>()
            };
            let _ = rustix::io::read(&self.shared.bell, &mut [0; 8]);
            let (shared, access, now) = (&self.shared, &self.access, Instant::now());
            let mut ready_clients = ready[2..].iter();
            self.clients.retain_mut(|client| {
                let ready = ready_clients.next().is_some_and(|events| !events.is_empty());
                client.go_on(ready, now, access, shared)
            });
            if ready[1].intersects(PollFlags::IN) {
                self.accept();
            }
        }
    }

    fn accept(&mut self) {
        // Those who come all the time don't keep the others from being answered.
        for _ in 0..CLIENTS {
            match rustix::net::accept_with(&self.bound.socket, SocketFlags::CLOEXEC | SocketFlags::NONBLOCK) {
                Ok(socket) => {
                    if self.clients.len() >= CLIENTS {
                        self.drop_one();
                    }
                    let doing = Doing::Sending(Vec::new());
                    self.clients.push(Client { socket, doing, until: Instant::now() + LIMIT });
                }
                Err(Errno::AGAIN) => return,
                Err(Errno::INTR | Errno::CONNABORTED) => {}
                Err(_) => {
                    // No descriptors, no memory: the client stays in line.
                    self.drop_one();
                    self.again = Some(Instant::now() + PAUSE);
                    return;
                }
            }
        }
    }

    /// The first of those that have their answer, or of those that have not asked yet, or the first one.
    fn drop_one(&mut self) {
        let first = |of: fn(&Doing) -> bool| self.clients.iter().position(|client| of(&client.doing));
        let at = first(|doing| matches!(doing, Doing::Leaving))
            .or_else(|| first(|doing| matches!(doing, Doing::Sending(_))))
            .unwrap_or(0);
        if at < self.clients.len() {
            self.clients.remove(at);
        }
    }
}

impl Client {
    fn wants(&self) -> PollFlags {
        match self.doing {
            Doing::Sending(_) | Doing::Leaving => PollFlags::IN,
            Doing::Waiting { .. } => PollFlags::empty(),
            Doing::Taking(..) => PollFlags::OUT,
        }
    }

    /// Does what can be done now; false when nothing is left to be done.
    fn go_on(&mut self, ready: bool, now: Instant, access: &Access, shared: &Shared) -> bool {
        let late = now >= self.until;
        match &mut self.doing {
            Doing::Sending(request) if ready => match read(&self.socket, request) {
                Ok(0) if request.is_empty() => return false,
                Ok(0) => self.refuse(Refusal::BadRequest),
                Ok(_) => match asked(request, access) {
                    Asked::More => {}
                    Asked::Refused(why) => self.refuse(why),
                    Asked::Figures { head_only, open_metrics } => {
                        let times = shared.lock().times;
                        shared.asked.store(true, Ordering::Release);
                        self.doing = Doing::Waiting { times, head_only, open_metrics };
                        self.until = now + PATIENCE;
                    }
                },
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(_) => return false,
            },
            Doing::Sending(request) if late => {
                if request.is_empty() {
                    return false;
                }
                self.refuse(Refusal::TooSlow);
            }
            // It has gone: nothing else is asked of it meanwhile.
            Doing::Waiting { .. } if ready => return false,
            Doing::Waiting { times, head_only, open_metrics } => {
                let (times, head_only, open_metrics) = (*times, *head_only, *open_metrics);
                let (text, told) = {
                    let words = shared.lock();
                    (Arc::clone(&words.text), words.times)
                };
                match () {
                    () if told == times && !late => {}
                    // None have ever been told.
                    () if told == 0 => self.refuse(Refusal::NotReady),
                    // The previous ones, if there are no new ones in time.
                    () => {
                        let (content_type, body) = figures(&text, open_metrics);
                        self.answer(content_type, &body, head_only);
                    }
                }
            }
            Doing::Taking(answer, taken) if ready => {
                match rustix::net::send(&self.socket, &answer[*taken..], rustix::net::SendFlags::NOSIGNAL) {
                    Ok(n) => *taken += n,
                    Err(Errno::AGAIN | Errno::INTR) => {}
                    Err(_) => return false,
                }
                if *taken == answer.len() {
                    // Closed now, it would lose the answer if it has sent more than was read.
                    let _ = rustix::net::shutdown(&self.socket, Shutdown::Write);
                    self.doing = Doing::Leaving;
                    self.until = now + LINGER;
                }
            }
            Doing::Leaving if ready => {
                let mut rest = [0; 4096];
                return match rustix::io::read(&self.socket, &mut rest[..]) {
                    Ok(0) => false,
                    Ok(_) | Err(Errno::AGAIN | Errno::INTR) => !late,
                    Err(_) => false,
                };
            }
            _ if late => return false,
            _ => {}
        }
        true
    }

    fn refuse(&mut self, why: Refusal) {
        let (status, headers, words) = why.words();
        let body = format!("zetop: {words}\n");
        let head = head(status, TEXT, body.len());
        self.take(format!("{head}{headers}\r\n{body}").into_bytes());
    }

    fn answer(&mut self, content_type: &str, body: &str, head_only: bool) {
        let mut text = head("200 OK", content_type, body.len()) + "\r\n";
        if !head_only {
            text += body;
        }
        self.take(text.into_bytes());
    }

    fn take(&mut self, answer: Vec<u8>) {
        self.doing = Doing::Taking(answer, 0);
        self.until = Instant::now() + LIMIT;
    }
}

fn read(socket: &OwnedFd, request: &mut Vec<u8>) -> rustix::io::Result<usize> {
    let mut part = [0; 1024];
    let room = LONGEST.saturating_sub(request.len()).min(part.len());
    let n = rustix::io::read(socket, &mut part[..room])?;
    request.extend_from_slice(&part[..n]);
    Ok(n)
}

fn head(status: &str, kind: &str, length: usize) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\
         Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
    )
}

fn figures(text: &str, open_metrics: bool) -> (&'static str, String) {
    if open_metrics { (OPEN_METRICS, text.to_owned()) } else { (TEXT, older(text)) }
}

/// OpenMetrics text in Prometheus' older format, where a counter has the name of its samples.
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
