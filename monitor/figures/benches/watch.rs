//! What following a folder of recordings takes: 32 ranks while they are written, and 1,024.
//!
//! ```text
//! cargo bench -p zetop-figures --bench watch                        # both
//! cargo bench -p zetop-figures --bench watch -- make FOLDER 1024 60 # recordings of 1,024 ranks, each of 60 s
//! cargo bench -p zetop-figures --bench watch -- read FOLDER         # what a report of them takes
//! cargo bench -p zetop-figures --bench watch -- grow FOLDER 1024 60 # recordings that grow as a job's would, for a zetop that watches
//! ```

#![allow(clippy::unwrap_used)] // a bench fails by panicking

#[path = "../tests/recordings/feed.rs"]
mod feed;
#[path = "../tests/recordings/job.rs"]
mod job;

use job::{Rank, seconds};
use rustix::time::{ClockId, clock_gettime};
use std::io::Write;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use zetop_figures::session::Session;
use zetop_figures::watch::WatchSession;

/// Between two blocks of a recording.
const BLOCK: f64 = 5.0;
/// Between two looks, as the dashboard has it.
const PART: Duration = Duration::from_millis(100);

/// Processor time that all threads of this process have taken.
fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap())
}

fn memory_mb(field: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(field)).unwrap();
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
}

fn rank(rank: u32, ranks: u32, length: f64) -> Rank {
    let readings = (length / seconds(1)).round() as u64;
    Rank { rank, ranks, hosts: ranks.div_ceil(16), readings, calls_per_s: 1000.0, clock_off: 0, later: 0 }
}

/// Recordings of a job, each of `length` seconds.
fn make(folder: &Path, ranks: u32, length: f64) {
    for n in 0..ranks {
        let _ = rank(n, ranks, length).record(folder);
    }
}

/// A recording that is written as time passes.
struct Growing {
    from: PathBuf,
    to: PathBuf,
    length: u64,
    written: u64,
}

/// Recordings that are written into a folder as their zetops would: each at a moment of its own, a block at a time.
struct Job {
    all: Vec<Growing>,
    length: f64,
    _made: tempfile::TempDir,
}

impl Job {
    fn begin(folder: &Path, ranks: u32, length: f64) -> Self {
        let made = tempfile::tempdir().unwrap();
        make(made.path(), ranks, length);
        let of = |n: u32| {
            let [from, to] = [made.path(), folder].map(|folder| rank(n, ranks, length).path(folder));
            Growing { length: from.metadata().unwrap().len(), from, to, written: 0 }
        };
        Self { all: (0..ranks).map(of).collect(), length, _made: made }
    }

    /// Writes what is there after `at` seconds.
    fn grow(&mut self, at: f64) {
        let count = self.all.len() as f64;
        for (n, one) in self.all.iter_mut().enumerate() {
            let late = BLOCK * n as f64 / count;
            let blocks = ((at - late) / BLOCK).floor().max(0.0) * BLOCK;
            let part = if at >= self.length { 1.0 } else { (blocks / self.length).min(1.0) };
            // Blocks are about as long as each other, and the beginning is there at once.
            let to = ((one.length as f64 * part) as u64).max(2048).min(one.length);
            if to > one.written {
                let mut more = vec![0; (to - one.written) as usize];
                std::fs::File::open(&one.from).unwrap().read_exact_at(&mut more, one.written).unwrap();
                let file = std::fs::OpenOptions::new().append(true).create(true).open(&one.to);
                file.unwrap().write_all(&more).unwrap();
                one.written = to;
            }
        }
    }
}

/// Follows ranks that have run for `before` seconds when that begins, for `more` seconds.
fn follow(ranks: u32, before: f64, more: f64) {
    let shown = tempfile::tempdir().unwrap();
    let mut job = Job::begin(shown.path(), ranks, before + more);
    job.grow(before);
    let (start, earlier) = (Instant::now(), processor_time());
    let mut session = WatchSession::open(shown.path()).unwrap();
    while session.snapshot(None).processes.is_empty() {
        session.poll();
        std::thread::sleep(Duration::from_millis(10));
    }
    let first = start.elapsed();
    // Until what was there is read.
    let mut elapsed = 0.0;
    while elapsed < before - 2.0 * BLOCK {
        if session.poll() {
            elapsed = session.snapshot(None).elapsed_ns as f64 / 1e9;
        }
        std::thread::sleep(PART);
    }
    let (behind, taken) = (start.elapsed(), memory_mb("VmRSS:"));
    let caught_up = processor_time() - earlier;
    let (begun, mut spent) = (Instant::now(), Duration::ZERO);
    let (mut figures, mut slowest, mut asked) = (0, Duration::ZERO, Instant::now());
    while begun.elapsed().as_secs_f64() < more {
        job.grow(before + begun.elapsed().as_secs_f64());
        let earlier = processor_time();
        if session.poll() || asked.elapsed() > Duration::from_secs(1) {
            asked = Instant::now();
            let polled = processor_time();
            let _ = session.snapshot(None);
            (figures, slowest) = (figures + 1, slowest.max(processor_time() - polled));
        }
        spent += processor_time() - earlier;
        std::thread::sleep(PART);
    }
    let share = 100.0 * spent.as_secs_f64() / begun.elapsed().as_secs_f64();
    println!(
        "{ranks} ranks, {before:.0} s old: first figures after {:.0} ms, all after {:.1} s ({:.2} s of a core); then {share:.1} % of a core, {figures} times figures in {more:.0} s, each in {:.1} ms of a core at most; {taken:.0} MB, {:.0} MB at most",
        first.as_secs_f64() * 1e3,
        behind.as_secs_f64(),
        caught_up.as_secs_f64(),
        slowest.as_secs_f64() * 1e3,
        memory_mb("VmHWM:"),
    );
    job.grow(f64::MAX);
    session.to_the_end().unwrap();
    assert_eq!(session.snapshot(None).processes.len(), ranks as usize);
}

/// How often figures are added up to know what that takes.
const FIGURES: u32 = 50;

/// What a report of a folder takes.
fn read(folder: &Path) {
    let earlier = processor_time();
    let mut session = WatchSession::open(folder).unwrap();
    session.to_the_end().unwrap();
    let read = processor_time();
    let mut all = session.snapshot(None);
    for _ in 1..FIGURES {
        // Figures of nobody in between, or it would be the same ones.
        let _ = session.snapshot(Some(0));
        all = session.snapshot(None);
    }
    println!(
        "{} processes, {:.0} s: read in {:.2} s of a core, their figures in {:.1} ms; {:.0} MB at most",
        all.processes.len(),
        all.elapsed_ns as f64 / 1e9,
        (read - earlier).as_secs_f64(),
        (processor_time() - read).as_secs_f64() * 1e3 / f64::from(FIGURES),
        memory_mb("VmHWM:"),
    );
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] => {
            follow(32, 150.0, 20.0);
            follow(1024, 30.0, 20.0);
        }
        ["follow", ranks, before, more] => {
            follow(ranks.parse().unwrap(), before.parse().unwrap(), more.parse().unwrap());
        }
        ["read", folder] => read(Path::new(folder)),
        ["make", folder, ranks, length] => {
            std::fs::create_dir_all(folder).unwrap();
            make(Path::new(folder), ranks.parse().unwrap(), length.parse().unwrap());
        }
        ["grow", folder, ranks, length] => {
            std::fs::create_dir_all(folder).unwrap();
            let length: f64 = length.parse().unwrap();
            let mut job = Job::begin(Path::new(folder), ranks.parse().unwrap(), length);
            let begun = Instant::now();
            println!("{folder}: grows for {length:.0} s");
            while begun.elapsed().as_secs_f64() < length + BLOCK {
                job.grow(begun.elapsed().as_secs_f64());
                std::thread::sleep(PART);
            }
            job.grow(f64::MAX);
        }
        _ => panic!(
            "nothing, or follow RANKS SECONDS SECONDS, or read FOLDER, or make or grow with FOLDER RANKS SECONDS"
        ),
    }
}
