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
    let mut session = LiveSession::attach(target.pid(), Wait::No, &settings(), || {}).expect("an attach");
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

#[test]
fn a_thousand_cycles_leave_nothing_behind() {
    needs_loader!();
    let cycles =
        std::env::var("ZETOP_CYCLES").ok().and_then(|number| number.parse().ok()).unwrap_or(1000_u32);
    // Our threads are short-lived, and malloc makes arenas for them until there are enough, each a mapping of its own.
    let mut command = command(PROGRAMS.workload, "threads=0 busy=0 compute=1");
    // What a thread has freed and malloc keeps for it (up to 7 blocks of each of 64 sizes) counts as given out, and so would
    // grow for thousands of cycles.
    command.env("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0").env("MALLOC_ARENA_MAX", "1");
    let mut target = Target::run(&mut command);
    let mut times = Vec::new();
    let mut early = None;
    // After each 10 cycles, the first 200 left out. What is done at that moment is in it, so one look says little.
    let (mut heap, mut mapped) = (Vec::new(), Vec::new());
    let start = Instant::now();
    for number in 1..=cycles {
        times.push(cycle(&target, number % 10 == 1));
        if number >= cycles / 5 && number % 10 == 0 {
            let now = holdings(&target);
            assert_eq!(*early.get_or_insert(holdings(&target)), now, "cycle {number}");
            let held = target.holds();
            heap.push(held.0);
            mapped.push(held.1);
        }
    }
    println!("{cycles} cycles in {:.1} s", start.elapsed().as_secs_f64());
    for (what, mut all) in [
        ("attach", times.iter().map(|t| t.0).collect::<Vec<_>>()),
        ("detach", times.iter().map(|t| t.1).collect()),
    ] {
        all.sort();
        let at = |part: usize| all[(all.len() - 1) * part / 100];
        println!("{what}: median {:?}, p90 {:?}, longest {:?}", at(50), at(90), at(100));
    }
    // 20 looks each: a hundred bytes left behind by a cycle would be 60,000 between them
    let least = |looks: &[u64]| *looks.iter().min().expect("looks");
    // The probe's own memory keeps what it has needed at once. On a busy machine some attaches take longer than all before, with
    // more operations in flight: then it takes a few regions of 2 MiB more.
    const REGIONS: u64 = 16 * (2 << 20);
    for (what, held, allowed) in [("heap", heap, 0), ("mapped", mapped, REGIONS)] {
        let (early, late) = (least(&held[..20]), least(&held[held.len() - 20..]));
        println!("{what}: {early} bytes early, {late} late");
        assert!(late.saturating_sub(early) < allowed + (32 << 10), "memory left behind: {what} {held:?}");
    }
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
