//! What following a folder of recordings takes: 32 ranks while they are written, and 1,024.
//!
//! `cargo bench -p zetop-figures --bench watch`

#![allow(clippy::unwrap_used)] // a bench fails by panicking

#[path = "../tests/recordings/feed.rs"]
mod feed;
#[path = "../tests/recordings/job.rs"]
mod job;

use job::{Rank, seconds};
use rustix::time::{ClockId, clock_gettime};
use std::path::Path;
use std::time::{Duration, Instant};
use zetop_figures::session::Session;
use zetop_figures::watch::WatchSession;

/// Pieces in which files grow, in the time of a block each.
const PIECES: usize = 12;

/// Processor time that all threads of this process have taken.
fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap())
}

fn peak_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
}

/// Writes all of them in pieces into another folder, and follows them there.
fn follow(ranks: u32, readings: u64) {
    let (made, shown) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let of = |rank| Rank {
        rank,
        ranks,
        hosts: ranks.div_ceil(16),
        readings,
        calls_per_s: 1000.0,
        clock_off: 0,
        later: 0,
    };
    for rank in 0..ranks {
        let _ = of(rank).record(made.path());
    }
    let grow = |part: usize| {
        for rank in 0..ranks {
            let bytes = std::fs::read(of(rank).path(made.path())).unwrap();
            std::fs::write(of(rank).path(shown.path()), &bytes[..bytes.len() * part / PIECES]).unwrap();
        }
    };
    grow(1);
    let start = Instant::now();
    let mut session = open(shown.path());
    session.poll();
    let _ = session.snapshot(None);
    let first = start.elapsed();
    let (mut spent, mut slowest) = (Duration::ZERO, Duration::ZERO);
    for part in 2..=PIECES {
        grow(part);
        let before = processor_time();
        // A piece stands for a part of the run, in which figures are shown five times a second.
        let looks = (seconds(readings) / PIECES as f64 * 5.0).ceil() as u32;
        for _ in 0..looks {
            std::thread::sleep(Duration::from_millis(if ranks > 100 { 300 } else { 50 }));
            session.poll();
            let start = Instant::now();
            let _ = session.snapshot(None);
            slowest = slowest.max(start.elapsed());
        }
        spent += processor_time() - before;
    }
    session.to_the_end().unwrap();
    let all = session.snapshot(None);
    assert_eq!(all.processes.len(), ranks as usize);
    let share = 100.0 * spent.as_secs_f64() / (seconds(readings) * (PIECES - 1) as f64 / PIECES as f64);
    println!(
        "{ranks} ranks: first figures after {:.0} ms, then {share:.1} % of a core; figures take {:.1} ms at most; {:.0} MB at most",
        first.as_secs_f64() * 1e3,
        slowest.as_secs_f64() * 1e3,
        peak_mb()
    );
}

fn open(folder: &Path) -> WatchSession {
    WatchSession::open(folder).unwrap()
}

fn main() {
    follow(32, 300);
    follow(1024, 60);
}
