//! What device timing costs the program in the long run: memory and wake-ups.

use crate::rounds::{Program, command};
use crate::support::{KERNELS, PROGRAMS, needs_loader};
use std::collections::HashMap;
use std::process::Command;
use std::time::{Duration, Instant};
use zetop_e2e::account::Account;
use zetop_e2e::figures::Figures;
use zetop_e2e::process::start;
use zetop_e2e::scene::LIMIT;
use zetop_wire::reader;
use zetop_wire::session::parse_process_file;

/// One of the probe's threads in a process, by name.
fn thread(pid: i32, name: &str) -> Option<i32> {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).ok()?;
    let ids = tasks.flatten().filter_map(|task| task.file_name().to_str()?.parse().ok());
    ids.into_iter().find(|tid| {
        std::fs::read_to_string(format!("/proc/{pid}/task/{tid}/comm")).is_ok_and(|comm| comm.trim() == name)
    })
}

/// How often a thread has gone to sleep and was woken.
fn wake_ups(pid: i32, tid: i32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/task/{tid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("voluntary_ctxt_switches:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The process's own memory in KiB: what it shares with zetop is the process file, whose size is fixed.
fn own_memory(pid: i32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("RssAnon:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The workload that zetop has started, which has other children for a moment.
fn workload_of(zetop: i32) -> Option<i32> {
    let children = std::fs::read_to_string(format!("/proc/{zetop}/task/{zetop}/children")).ok()?;
    let mut children = children.split_whitespace().filter_map(|child| child.parse().ok());
    children.find(|child: &i32| {
        std::fs::read_link(format!("/proc/{child}/exe"))
            .is_ok_and(|exe| exe.ends_with("ze-workload-under-test"))
    })
}

/// How many operations a process has had in flight at a time, as its process file says.
#[derive(Default)]
struct Backlog {
    file: Option<std::fs::File>,
    most: u64,
}

impl Backlog {
    fn most(&mut self, pid: i32) -> u64 {
        self.file = self.file.take().or_else(|| process_file(pid));
        if let Some(Ok(header)) = self.file.as_ref().map(reader::header) {
            let settled = header.timed + header.untimed.iter().sum::<u64>();
            self.most = self.most.max(header.submitted.saturating_sub(settled));
        }
        self.most
    }
}

fn process_file(pid: i32) -> Option<std::fs::File> {
    let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).ok()?;
    let mapped = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
    let path = mapped.map(std::path::Path::new).find(|path| parse_process_file(path).is_some())?;
    std::fs::File::open(path).ok()
}

#[test]
fn a_million_operations_without_growth() {
    needs_loader!();
    const ALL: u64 = 1_000_000;
    let folder = tempfile::tempdir().expect("temporary folder");
    let json = folder.path().join("figures");
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--sim", "--no-tui", "--exact", "--json"]).arg(&json).args(["--", PROGRAMS.workload, "many"]);
    zetop.args([&format!("n={ALL}"), "what=kernels", "batch=200"]).env("ZESIM_KERNEL_NS", KERNELS);
    let running = start(&mut zetop);
    let mut samples = Vec::new();
    let mut harvesters: HashMap<i32, Vec<(Instant, u64)>> = HashMap::new();
    let mut backlog = Backlog::default();
    let begin = Instant::now();
    while !std::path::Path::new(&json).exists() && begin.elapsed() < LIMIT {
        // A fast machine is done within a second.
        std::thread::sleep(Duration::from_millis(2));
        let Some(pid) = workload_of(running.pid()) else { continue };
        if let Some(memory) = own_memory(pid) {
            samples.push((memory, backlog.most(pid)));
        }
        let Some(tid) = thread(pid, "zetop-harvest") else { continue };
        if let Some(woken) = wake_ups(pid, tid) {
            harvesters.entry(tid).or_default().push((Instant::now(), woken));
        }
    }
    let outcome = running.finish(LIMIT).succeeded();
    let figures = Figures::read(&json, &outcome.stderr);
    Account::read(&outcome.stdout).assert_device(&figures);
    // On a busy machine more may be in flight than there are events for.
    let timed = figures.kernel("empty").timed;
    let untimed = figures.device.untimed_reasons.get("no event available").copied().unwrap_or(0);
    assert_eq!(
        (timed + untimed, figures.device.untimed),
        (ALL, untimed),
        "{:?}",
        figures.device.untimed_reasons
    );
    let quarter = samples.len() / 4;
    assert!(quarter > 10, "{} samples", samples.len());
    let most = |samples: &[(u64, u64)]| {
        samples.iter().copied().fold((0, 0), |most, sample| (most.0.max(sample.0), most.1.max(sample.1)))
    };
    let (early, late) = (most(&samples[quarter..2 * quarter]), most(&samples[3 * quarter..]));
    let text = format!(
        "{ALL} launches: {} KiB in the second quarter of the run (at most {} operations in flight so far), {} KiB \
         in the last ({})",
        early.0, early.1, late.0, late.1
    );
    println!("{text}");
    // 500,000 launches lie between: 1 MiB would be two bytes for each. On a busy machine the harvester may come late,
    // and more is in flight at a time than ever before: that takes memory once, less than 1 KiB for each.
    assert!(late.0 < early.0 + 1024 + (late.1 - early.1), "{text}");
    // Where nothing is in flight for a while the thread ends, and another one begins later.
    let seen = harvesters.values().max_by_key(|looks| looks.len()).expect("a harvester");
    let ((t0, w0), (t1, w1)) = (seen[0], seen[seen.len() - 1]);
    let rate = (w1 - w0) as f64 / (t1 - t0).as_secs_f64();
    println!("harvester: {rate:.0} wake-ups a second");
    // It sleeps 8 ms at a time. On a busy machine, it waits for the lock as often.
    assert!(rate <= 400.0, "{rate} a second");
}

#[test]
fn no_thread_of_ours_is_there_while_nothing_is_pending() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let json = folder.path().join("figures").display().to_string();
    let mut program =
        Program::start_wrapped(&mut command(&[PROGRAMS.zetop, "--no-tui", "--json", &json, "--"]));
    assert_eq!(program.line(), "ready");
    let pid = program.pid();
    let ours = || zetop_wire::session::THREADS.iter().filter(|name| thread(pid, name).is_some()).count();
    for _ in 0..2 {
        program.work(20);
        // The harvester lingers for some ticks.
        crate::attach::eventually("no thread of ours", || ours() == 0);
    }
    program.finish();
    let figures = Figures::read(std::path::Path::new(&json), "");
    assert_eq!(figures.kernel("work").timed, 80);
}
