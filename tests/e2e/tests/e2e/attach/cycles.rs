//! Attaches and detaches repeatedly while the program computes.

use crate::support::{PROGRAMS, attached, needs_loader, target};
use procfs::process::MMapPath;
use std::fs::File;
use std::mem::offset_of;
use std::os::unix::fs::FileExt as _;
use std::time::{Duration, Instant};
use zetop::live_session::{LiveSession, Settings};
use zetop_e2e::attacher::NO_SAFE_POINT;
use zetop_e2e::target::{Target, command};
use zetop_figures::session::Session as _;
use zetop_process::attach::Wait;
use zetop_process::tree::Tree;
use zetop_system::handle::Handle;
use zetop_wire::layout::Process;
use zetop_wire::session::{Options, parse_process_file};

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

/// The process file of a program that zetop is attached to. Open, it can be read after it is gone.
fn process_file(target: &Target) -> File {
    let maps = procfs::process::Process::new(target.pid().cast_signed()).and_then(|process| process.maps());
    let file = maps.expect("it runs").into_iter().find_map(|map| match map.pathname {
        MMapPath::Path(path) if parse_process_file(&path).is_some() => Some(path),
        _ => None,
    });
    File::open(file.expect("a process file")).expect("it is there")
}

/// What the probe has said about its own memory at the end of a session: bytes given out, and mapped.
fn own_memory(file: &File) -> [u64; 2] {
    [offset_of!(Process, memory_given_out), offset_of!(Process, memory_mapped)].map(|offset| {
        let mut bytes = [0; 8];
        file.read_exact_at(&mut bytes, offset as u64).expect("its first part");
        u64::from_ne_bytes(bytes)
    })
}

/// What a cycle took, and what it left.
struct Cycle {
    attach: Duration,
    detach: Duration,
    own_memory: [u64; 2],
}

/// What zetop says of a program that had no processor for seconds.
const NO_ANSWER: &str =
    "the program did not answer the detach in time: it detaches by itself, with its next call";

/// One attach and detach; another one where the program did not answer in time, as it may on a busy machine.
fn cycle(target: &Target, linger: bool) -> Cycle {
    (0..5).find_map(|_| try_cycle(target, linger)).expect("an attach and a detach that are answered")
}

fn try_cycle(target: &Target, linger: bool) -> Option<Cycle> {
    let start = Instant::now();
    let tree = Tree::new(&[Handle::open(target.pid())], true);
    let mut session = match LiveSession::attach(tree, Wait::No, &settings(), || {}) {
        Err(error) if error.to_string().contains(NO_SAFE_POINT) => return None,
        attached_or_not => attached_or_not.expect("an attach"),
    };
    let attach = start.elapsed();
    let file = process_file(target);
    if linger {
        // long enough for operations to be timed and given to the harvester
        std::thread::sleep(Duration::from_millis(15));
        session.poll();
    }
    let start = Instant::now();
    session.detach();
    if session.notes().iter().any(|note| note == NO_ANSWER) {
        println!("{NO_ANSWER}");
        return None;
    }
    // In so short a time there may be none.
    let mut notes =
        session.notes().iter().filter(|note| !note.starts_with("no Level Zero or CUDA calls seen"));
    assert_eq!(notes.next(), None);
    Some(Cycle { attach, detach: start.elapsed(), own_memory: own_memory(&file) })
}

/// Compares the least of the first 20 looks with the least of the last 20: a hundred bytes left behind by a cycle would be
/// 60,000 between them. Growth for good in at most `steps` steps is no leak, which grows at each look.
fn not_grown(what: &str, held: &[u64], steps: usize, allowed: u64) {
    let least = |looks: &[u64]| *looks.iter().min().expect("looks");
    let (early, late) = (least(&held[..20]), least(&held[held.len() - 20..]));
    println!("{what}: {early} bytes early, {late} late, {} at most", held.iter().max().expect("looks"));
    let floors: Vec<u64> = (0..held.len()).map(|look| least(&held[look..])).collect();
    let mut rises: Vec<u64> = floors.windows(2).map(|pair| pair[1] - pair[0]).collect();
    rises.sort_unstable_by(|one, other| other.cmp(one));
    let in_steps: u64 = rises.iter().take(steps).sum();
    assert!(late.saturating_sub(early + in_steps) <= allowed, "memory left behind: {what} {held:?}");
}

#[test]
fn a_thousand_cycles_leave_nothing_behind() {
    needs_loader!();
    let asked: Option<u32> = std::env::var("ZETOP_CYCLES").ok().and_then(|number| number.parse().ok());
    let cycles = asked.unwrap_or(1000);
    // The cycles take longest of all tests, so what this thread starts goes before others where it has the right to that.
    // SAFETY: a call without pointers. It is about the calling thread, which is this test's own.
    unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, -10) };
    // Our threads are short-lived, and malloc makes arenas for them until there are enough, each a mapping of its own.
    let mut command = command(PROGRAMS.workload, "threads=0 busy=0 compute=1");
    // What a thread has freed and malloc keeps for it (up to 7 blocks of each of 64 sizes) counts as given out, and so would
    // grow for thousands of cycles.
    command.env("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0").env("MALLOC_ARENA_MAX", "1");
    let mut target = Target::run(&mut command);
    let mut times = Vec::new();
    let mut early = None;
    // After each 10 cycles, the first 200 left out.
    let [mut heap, mut ours, mut mapped, mut regions] = [const { Vec::new() }; 4];
    let start = Instant::now();
    for number in 1..=cycles {
        // Each tenth time, the program rests: otherwise, events that it has just used are in the probe's memory, more of them on
        // a busy machine.
        let rests = number % 10 == 0;
        if rests {
            target.tell("pause");
        }
        let one = cycle(&target, number % 10 == 1);
        times.push((one.attach, one.detach));
        if number >= cycles / 5 && rests {
            let now = holdings(&target);
            assert_eq!(*early.get_or_insert(holdings(&target)), now, "cycle {number}");
            let (allocated, all) = target.holds();
            let [given_out, own] = one.own_memory;
            heap.push(allocated);
            ours.push(given_out);
            regions.push(own);
            mapped.push(all - own);
        }
        if rests {
            target.tell("resume");
        }
        // No test has 15 minutes, which a thousand cycles may take on a busy machine.
        if asked.is_none() && heap.len() >= 40 && start.elapsed() > Duration::from_secs(600) {
            break;
        }
    }
    let cycles = times.len();
    println!("{cycles} cycles in {:.1} s", start.elapsed().as_secs_f64());
    for (what, mut all) in [
        ("attach", times.iter().map(|t| t.0).collect::<Vec<_>>()),
        ("detach", times.iter().map(|t| t.1).collect()),
    ] {
        all.sort();
        let at = |part: usize| all[(all.len() - 1) * part / 100];
        println!("{what}: median {:?}, p90 {:?}, longest {:?}", at(50), at(90), at(100));
    }
    // On a busy machine the simulated GPU falls behind, and makes its queues larger, for good.
    not_grown("heap", &heap, 3, 32 << 10);
    not_grown("mapped without ours", &mapped, 3, 32 << 10);
    // What the probe has said about its own memory: what is given out is the same to the byte.
    assert!(ours.iter().all(|bytes| *bytes > 0), "{ours:?}");
    not_grown("ours", &ours, 0, 1 << 10);
    // A leak would be in the figure before. This one may grow by a few regions of 2 MiB: they go back unless a block of theirs is
    // among the few that the probe keeps, and on a busy machine, with more in flight at once, there are more that it may be in.
    not_grown("our regions", &regions, 0, 4 * (2 << 20));
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
