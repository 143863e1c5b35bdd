//! Attaches and detaches repeatedly while the program computes.

use crate::support::{PROGRAMS, attached, needs_loader, target};
use std::time::{Duration, Instant};
use zetop::live_session::{LiveSession, Settings};
use zetop::session::Session as _;
use zetop::target::attach::Wait;
use zetop_e2e::target::{Target, command};
use zetop_wire::session::Options;

/// What must not grow, once all is quiet.
#[derive(Debug, PartialEq, Eq)]
struct Holdings {
    threads: usize,
    files: usize,
}

fn holdings(target: &Target) -> Holdings {
    crate::attach::eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    Holdings { threads: target.threads().len(), files: target.open_files() }
}

fn settings() -> Settings {
    Settings { probe: Options::default(), ..Settings::default() }
}

/// One attach and detach. Returns how long each took.
fn cycle(target: &Target, linger: bool) -> (Duration, Duration) {
    let start = Instant::now();
    let mut session = LiveSession::attach(target.pid(), Wait::No, &settings()).expect("an attach");
    let attached = start.elapsed();
    if linger {
        // long enough for operations to be timed and given to the harvester
        std::thread::sleep(Duration::from_millis(15));
        session.poll();
    }
    let start = Instant::now();
    session.detach();
    // In so short a time there may be none.
    let mut notes =
        session.notes().iter().filter(|note| !note.starts_with("no Level Zero or CUDA calls seen"));
    assert_eq!(notes.next(), None);
    (attached, start.elapsed())
}

/// What it has resident once the process file is gone from its memory, which is a moment after the probe's answer.
fn at_rest(target: &Target) -> u64 {
    let look = |_| {
        std::thread::sleep(Duration::from_millis(10));
        target.resident()
    };
    (0..30).map(look).min().unwrap_or_default()
}

#[test]
fn a_thousand_cycles_leave_nothing_behind() {
    needs_loader!();
    const CYCLES: u32 = 1000;
    // Our threads are short-lived, and glibc gives each the arena of malloc that is least in use: with many of
    // them it takes a thousand cycles until all have grown to what they need, which is not for ever, but hides
    // a leak. With one, a hundred bytes per cycle are seen.
    let mut command = command(PROGRAMS.workload, "threads=0 busy=0 compute=1");
    let target = Target::run(command.env("MALLOC_ARENA_MAX", "1"));
    let mut times = Vec::new();
    let mut early = None;
    // After each 50 cycles, the first 200 left out. malloc gives pages back and takes them again: it goes up and down by
    // some 100 KB, so one look says little.
    let mut resident = Vec::new();
    let start = Instant::now();
    for number in 1..=CYCLES {
        times.push(cycle(&target, number % 10 == 1));
        if number == CYCLES / 5 {
            early = Some(holdings(&target));
        }
        if number >= CYCLES / 5 && number % 50 == 0 {
            resident.push(at_rest(&target) / 1024);
        }
    }
    let early = early.expect("that cycle has been");
    println!("{CYCLES} cycles in {:.1} s; KB resident: {resident:?}", start.elapsed().as_secs_f64());
    for (what, mut all) in [
        ("attach", times.iter().map(|t| t.0).collect::<Vec<_>>()),
        ("detach", times.iter().map(|t| t.1).collect()),
    ] {
        all.sort();
        println!("{what}: median {:?}, p90 {:?}, longest {:?}", all[500], all[900], all[999]);
    }
    assert_eq!(holdings(&target), early);
    let (first, last) = (&resident[..6], &resident[resident.len() - 6..]);
    let (most, least) = (first.iter().max().expect("six"), last.iter().min().expect("six"));
    assert!(least.saturating_sub(*most) < 64, "memory left behind: {resident:?}");
    let (said, status) = target.quit();
    assert!(status.success() && said == "busy false, every answer right true\n", "{said} {status}");
}

#[test]
fn the_real_binary_again_and_again() {
    needs_loader!();
    let mut target = target("threads=1 busy=1 compute=1");
    let mut early = None;
    for number in 1..=20_u64 {
        let zetop = attached(&target, &[]);
        target.tell(&format!("calls {number}"));
        let figures = zetop.end(libc::SIGTERM).figures();
        assert_eq!(figures.calls("zeDriverGetApiVersion"), (number, 0), "cycle {number}");
        let now = holdings(&target);
        assert_eq!(*early.get_or_insert(holdings(&target)), now, "cycle {number}");
    }
    let (said, status) = target.quit();
    assert!(status.success() && said == "busy true, every answer right true\n", "{said} {status}");
}
