//! A monitor that dies, stops or falls behind (trap 10): the program must not notice.

use crate::attach::eventually;
use crate::support::{PROGRAMS, needs, needs_loader, needs_root, scene};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use zetop_e2e::account::Account;
use zetop_e2e::figures::Figures;
use zetop_e2e::process::{Running, kill};
use zetop_e2e::scene::Scene;
use zetop_e2e::target::Target;

/// Starts the program under zetop, which takes its time on a busy machine, and waits until it runs.
fn start_watched(scene: &Scene) -> Running {
    let running = scene.start_watched();
    let runs = |child: &u32| std::fs::read_link(format!("/proc/{child}/exe"));
    eventually("the program runs", || {
        children_of(running.pid())
            .iter()
            .any(|child| runs(child).is_ok_and(|exe| exe == Path::new(PROGRAMS.workload)))
    });
    running
}

/// Does something to zetop while the program runs, and compares the program's output with a plain run's.
fn disturbed(scene: &Scene, signals: &[(u64, i32)], ends_by_itself: bool) {
    let plain = scene.plain().program.succeeded();
    let running = start_watched(scene);
    for (after, signal) in signals {
        std::thread::sleep(Duration::from_millis(*after));
        kill(running.pid(), *signal);
    }
    // Reading to the end of the output waits for the program too, which outlives a killed zetop.
    let outcome = running.finish(zetop_e2e::scene::LIMIT);
    assert_eq!(outcome.stdout, plain.stdout);
    assert_eq!(scene.watched_stderr(), plain.stderr);
    assert_eq!(outcome.status.success(), ends_by_itself, "{outcome:#?}");
}

#[test]
fn trap_10_monitor_killed() {
    needs_loader!();
    // 4 s
    disturbed(&scene("calls threads=2 calls=100000 rate=100000"), &[(700, libc::SIGKILL)], false);
}

/// Before zetop has started the program, and in its first moments.
#[test]
fn trap_10_monitor_killed_at_once() {
    needs_loader!();
    for after in [0, 5, 20, 60] {
        let scene = scene("late-init ms=200 n=1000");
        let plain = scene.plain().program.succeeded();
        let running = scene.start_watched();
        std::thread::sleep(Duration::from_millis(after));
        kill(running.pid(), libc::SIGKILL);
        let outcome = running.finish(zetop_e2e::scene::LIMIT);
        // zetop may not have started the program yet; if it has, the program is not held up.
        assert!(outcome.stdout.is_empty() || outcome.stdout == plain.stdout, "{outcome:#?}");
    }
}

#[test]
fn trap_10_monitor_killed_during_device_work() {
    needs_loader!();
    disturbed(&scene("event-reuse n=2000"), &[(700, libc::SIGKILL)], false);
}

/// Records are overwritten while nobody reads, but nothing on the screen depends on them: nothing is missing.
#[test]
fn trap_10_monitor_stopped_for_a_while() {
    needs_loader!();
    let scene = scene("calls threads=2 calls=400000");
    let plain = scene.plain().program.succeeded();
    let running = start_watched(&scene);
    kill(running.pid(), libc::SIGSTOP);
    eventually("the program is over before zetop looks again", || children_of(running.pid()).is_empty());
    kill(running.pid(), libc::SIGCONT);
    let outcome = running.finish(zetop_e2e::scene::LIMIT);
    assert_eq!(outcome.stdout, plain.stdout, "{outcome:#?}");
    let figures = Figures::read(&scene.json_file(), &outcome.stderr);
    Account::read(&plain.stdout).assert_calls(&figures);
    assert_eq!(figures.quality.dropped_records, 0, "{:?}", figures.quality);
    for api in &figures.host.apis {
        let ascending = [api.min_ns, api.p50_ns, api.p90_ns, api.p99_ns, api.max_ns];
        assert!(ascending.is_sorted() && ascending.iter().all(Option::is_some), "{api:?}");
    }
}

/// A stopped zetop must not hold up the program, neither on the host nor on the device.
#[test]
fn trap_10_monitor_stopped_for_good() {
    needs_loader!();
    let scene = scene("many n=3000");
    let plain_start = Instant::now();
    let plain = scene.plain().program.succeeded();
    let plain_time = plain_start.elapsed();
    let running = start_watched(&scene);
    kill(running.pid(), libc::SIGSTOP);
    let limit = Duration::from_secs(20) + 20 * plain_time;
    let stopped = Instant::now();
    // The program's stderr file exists from its start; that it ended shows in its expectations on stdout,
    // which zetop's end lets us read. So: wait as long as the program may take, then let zetop go on.
    let children = || children_of(running.pid());
    while !children().is_empty() && stopped.elapsed() < limit {
        std::thread::sleep(Duration::from_millis(20));
    }
    let left = children();
    kill(running.pid(), libc::SIGCONT);
    let outcome = running.finish(zetop_e2e::scene::LIMIT);
    assert!(left.is_empty(), "still running after {limit:?} with zetop stopped: {left:?}");
    assert_eq!(outcome.stdout, plain.stdout, "{outcome:#?}");
}

/// Living children; zombies are done.
fn children_of(pid: i32) -> Vec<u32> {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    let lives = |child: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        stat.rsplit(')')
            .next()
            .is_some_and(|rest| !rest.trim_start().starts_with(['Z', 'X']) && !rest.is_empty())
    };
    children.split_whitespace().filter_map(|child| child.parse().ok()).filter(lives).collect()
}

/// Writes a file until there is no room for any more of it.
fn fill(path: &Path) {
    let mut file = std::fs::File::create(path).expect("a file in /dev/shm");
    for size in [1 << 20, 4096] {
        while file.write_all(&vec![1; size]).is_ok() {}
    }
}

/// Blocks of threads that the only process of a session has, found below `folder`.
fn blocks(folder: &Path) -> usize {
    let files = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let mut all = files(folder).into_iter().flat_map(|session| files(&session));
    let file =
        all.find(|file| zetop_wire::session::parse_process_file(file).is_some()).expect("a process file");
    let file = std::fs::File::open(file).expect("it can be read");
    zetop_wire::reader::header(&file).expect("it is whole").blocks
}

/// Threads that begin while zetop's file system is full share one place; those after that have their own again.
#[test]
fn memory_that_runs_out_for_a_while() {
    needs_loader!();
    needs_root!();
    const SCRIPT: &str = "mount -t tmpfs -o size=512m none /dev/shm && exec \"$@\"";
    let wrapper = ["unshare", "-m", "sh", "-c", SCRIPT, "sh"];
    needs!(wrapper);
    let folder = tempfile::tempdir().expect("temporary folder");
    let json = folder.path().join("out.json");
    let mut command = Command::new(wrapper[0]);
    command.args(&wrapper[1..]).args([PROGRAMS.zetop, "--sim", "--no-tui", "--json"]).arg(&json);
    command.args(["--", PROGRAMS.workload, "attachable", "threads=0", "busy=0"]).stderr(Stdio::null());
    let mut target = Target::run(command.env_remove("TMPDIR").env_remove("XDG_RUNTIME_DIR"));
    let shm = Path::new("/proc").join(target.pid().to_string()).join("root/dev/shm");
    let filler = shm.join("filler");
    fill(&filler);
    // More threads at a time than there are blocks ready.
    const MANY: &str = "threads 60 5000";
    let mut said = target.tell(MANY) + &target.tell(MANY);
    let full = blocks(&shm);
    assert!(full < 60, "{full} blocks with no memory for them");
    std::fs::remove_file(&filler).expect("the file is there");
    eventually("more blocks than before", || {
        said += &target.tell(MANY);
        blocks(&shm) > full + 16
    });
    let (_, status) = target.quit();
    assert!(status.success());
    Account::read(&said).assert_calls(&Figures::read(&json, ""));
}

/// A full pipe: the lines wait for somebody, zetop does not.
#[test]
fn lines_of_calls_that_nobody_reads_hold_nothing_up() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let json = folder.path().join("out.json");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut command = Command::new(PROGRAMS.zetop);
    command.args(["--sim", "--no-tui", "--live", "--json"]).arg(&json).args(["--", PROGRAMS.workload]);
    command.args(["calls", "threads=2", "calls=100000", "rate=100000"]);
    let mut zetop = command.stdout(Stdio::piped()).stderr(writer).spawn().expect("zetop starts");
    drop(command);
    let whole = |text: String| serde_json::from_str::<Figures>(&text).is_ok();
    eventually("the figures", || std::fs::read_to_string(&json).is_ok_and(whole));
    kill(zetop.id() as i32, libc::SIGTERM);
    eventually("its end", || zetop.try_wait().expect("our own child").is_some());
    let said = std::io::read_to_string(zetop.stdout.take().expect("piped")).expect("the program's words");
    Account::read(&said).assert_calls(&Figures::read(&json, ""));
    drop(reader);
}
