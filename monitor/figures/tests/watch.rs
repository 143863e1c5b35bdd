//! Folders of recordings of a made-up job as one session.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use zetop_testing as _; // signals and time limits

#[path = "recordings/feed.rs"]
mod feed;
#[path = "recordings/job.rs"]
mod job;

use job::{Rank, seconds};
use std::path::Path;
use std::time::{Duration, Instant};
use zetop_figures::advice::findings;
use zetop_figures::session::Session;
use zetop_figures::snapshot::Snapshot;
use zetop_figures::watch::{WatchSession, WatchThread};

fn rank(rank: u32, ranks: u32) -> Rank {
    Rank { rank, ranks, hosts: 4, readings: 20, calls_per_s: 300.0, clock_off: 0, later: 0 }
}

fn whole(folder: &Path) -> WatchSession {
    let mut session = WatchSession::open(folder).unwrap();
    session.to_the_end().unwrap();
    session
}

fn assert_is_sum(all: &Snapshot, single: &[Snapshot]) {
    assert_eq!(all.host.calls, single.iter().map(|one| one.host.calls).sum::<u64>());
    for api in &all.host.apis {
        let of = |one: &Snapshot| {
            one.host.apis.iter().find(|row| row.name == api.name).map(|row| (row.calls, row.errors))
        };
        let sum = single.iter().filter_map(of).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        assert_eq!((api.calls, api.errors), sum, "{}", api.name);
    }
    let kernels = |one: &Snapshot| {
        one.device
            .kernels
            .iter()
            .map(|k| (k.launches, k.total_ns))
            .fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
    };
    let sum = single.iter().map(kernels).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    assert_eq!(kernels(all), sum);
    assert_eq!(all.device.timed, single.iter().map(|one| one.device.timed).sum::<u64>());
}

/// Whatever their clocks say: a host that is 3 s ahead, ranks that start late.
#[test]
fn ranks_of_hosts_whose_clocks_differ_are_added_up_exactly() {
    let dir = tempfile::tempdir().unwrap();
    let of = |n: u32| {
        let clock_off = if n >= 12 { 3_000_000_000 } else { 0 };
        let later = if n == 5 { 700_000_000 } else { u64::from(n) * 1_000_000 };
        Rank { clock_off, later, calls_per_s: 300.0 * f64::from(n + 1), ..rank(n, 16) }
    };
    let single: Vec<Snapshot> = (0..16).map(|n| of(n).record(dir.path())).collect();
    let mut session = whole(dir.path());
    let all = session.snapshot(None);
    assert_is_sum(&all, &single);
    let ranks: Vec<_> = all.processes.iter().map(|process| process.member.rank).collect();
    assert_eq!(ranks, (0..16).map(Some).collect::<Vec<_>>());
    // The longest rank, plus what the clocks differ by.
    let elapsed = all.elapsed_ns as f64 / 1e9;
    assert!((seconds(20)..seconds(20) + 3.8).contains(&elapsed), "{elapsed}");
    // One of them, of processes that have one pid.
    let key = all.processes[9].key;
    let one = session.snapshot(Some(key));
    assert_is_sum(&one, &single[9..10]);
    assert_eq!(one.processes.len(), 16);
}

/// Four ranks on two hosts, one clock of which is 40 ms behind; they do an AllReduce each 20 ms. A rank comes when its work is
/// done: that takes 12 ms, 5 % more or less, and 8 ms more of the slow one's.
fn reduced(slow: Option<u32>) -> Snapshot {
    const MS: u64 = 1_000_000;
    let dir = tempfile::tempdir().unwrap();
    let mut noise = fastrand::Rng::with_seed(5);
    let noise: Vec<[u64; 4]> = (0..100).map(|_| std::array::from_fn(|_| noise.u64(0..1_200_000))).collect();
    for n in 0..4 {
        let parts = |reading: u64| {
            let part = |step: u64| {
                let arrival = |n: u32| {
                    let more = if slow == Some(n) { 8 * MS } else { 0 };
                    20 * MS * step + 12 * MS + noise[step as usize][n as usize] + more
                };
                let last = (0..4).map(arrival).max().unwrap();
                zetop_wire::layout::Collective {
                    communicator: 9,
                    sequence: step,
                    bytes: 1 << 20,
                    launched: arrival(n),
                    start: arrival(n),
                    end: last + MS,
                    operation: 1,
                    rank: n as u16,
                    ranks: 4,
                    ..Default::default()
                }
            };
            (5 * reading..5 * reading + 5).map(part).collect()
        };
        let clock_off = if n < 2 { 0 } else { -40_000_000 };
        Rank { hosts: 2, clock_off, ..rank(n, 4) }.record_with(dir.path(), parts);
    }
    (*whole(dir.path()).snapshot(None)).clone()
}

#[test]
fn a_straggler_among_hosts_whose_clocks_differ_is_named_with_its_host() {
    let straggler = |all: &Snapshot| {
        findings(all).into_iter().find(|finding| finding.id == "straggler").map(|found| found.text)
    };
    let all = reduced(Some(3));
    let row = &all.collectives[0];
    assert_eq!((row.count, row.partial, row.last[0].rank, row.last[0].count), (100, 0, Some(3), 100));
    assert_eq!(straggler(&all).as_deref(), Some("Make rank 3 on node1 as fast as the others"));
    // Any of them may be last.
    let all = reduced(None);
    assert_eq!((all.collectives[0].count, all.collectives[0].last.len()), (100, 4));
    assert_eq!(straggler(&all), None);
}

/// A rank's part of a file may be there, and the next a moment later.
#[test]
fn what_is_written_bit_by_bit_is_followed() {
    let dir = tempfile::tempdir().unwrap();
    let made = tempfile::tempdir().unwrap();
    let single: Vec<Snapshot> =
        (0..4).map(|n| Rank { readings: 130, ..rank(n, 4) }.record(made.path())).collect();
    let whole_files: Vec<(std::path::PathBuf, Vec<u8>)> = (0..4)
        .map(|n| {
            let rank = rank(n, 4);
            (rank.path(dir.path()), std::fs::read(rank.path(made.path())).unwrap())
        })
        .collect();
    let mut session = WatchSession::open(dir.path()).unwrap();
    assert!(!session.finished() && session.snapshot(None).processes.is_empty());
    let mut calls = 0;
    for part in 1..=20 {
        for (path, bytes) in &whole_files {
            std::fs::write(path, &bytes[..bytes.len() * part / 20]).unwrap();
        }
        // The session looks at its files once a second: most polls find nothing new.
        let start = Instant::now();
        while start.elapsed().as_millis() < 300 {
            session.poll();
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let now = session.snapshot(None).host.calls;
        assert!(now >= calls, "figures never shrink");
        calls = now;
    }
    let start = Instant::now();
    while !session.finished() && start.elapsed().as_secs() < 60 {
        session.poll();
    }
    assert!(session.finished());
    assert_is_sum(&session.snapshot(None), &single);
    assert_eq!(session.notes(), [""; 0]);
}

/// How long many ranks take, also to be shown.
#[test]
fn a_thousand_recordings() {
    let dir = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let first = rank(0, 1024).record(dir.path());
    for n in 1..1024 {
        let _ = Rank { readings: 5, hosts: 64, ..rank(n, 1024) }.record(dir.path());
    }
    println!("made in {:.1} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let mut session = whole(dir.path());
    println!("1,024 recordings are read in {:.2} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let all = session.snapshot(None);
    println!("figures of all in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    assert_eq!(all.processes.len(), 1024);
    let sum: u64 = all.processes.iter().map(|process| process.calls).sum();
    assert!(sum == all.host.calls && all.processes[0].calls == first.host.calls, "{sum}");
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default());
}

/// As a dashboard asks: it never waits for figures to be added up, and has them in the end.
#[test]
fn a_session_in_a_thread_of_its_own_has_the_same_figures() {
    let dir = tempfile::tempdir().unwrap();
    (0..4).for_each(|n| drop(rank(n, 4).record(dir.path())));
    let wanted = whole(dir.path()).snapshot(None);
    let mut session = WatchThread::start(WatchSession::open(dir.path()).unwrap()).unwrap();
    type Thread = WatchThread<WatchSession>;
    let until = |session: &mut Thread, what: &str, is_so: &dyn Fn(&mut Thread) -> bool| {
        let start = Instant::now();
        while !is_so(session) {
            assert!(start.elapsed() < Duration::from_secs(60), "{what}");
            session.poll();
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    until(&mut session, "all is read", &|session| session.finished());
    assert_eq!(session.snapshot(None).host.calls, wanted.host.calls);
    let (one, calls) = (wanted.processes[2].key, wanted.processes[2].calls);
    until(&mut session, "figures of one", &|session| session.snapshot(Some(one)).host.calls == calls);
    assert_eq!(session.snapshot(None).host.calls, wanted.host.calls);
    session.reset();
    until(&mut session, "a reset", &|session| session.snapshot(None).host.calls == 0);
    assert_eq!(session.end().snapshot(None).host.calls, 0);

    // A folder in which ranks still write, left before they end.
    let dir = tempfile::tempdir().unwrap();
    let mut session = WatchThread::start(WatchSession::open(dir.path()).unwrap()).unwrap();
    assert!(!session.finished());
    session.kill();
    until(&mut session, "it is left", &|session| session.finished());
}
