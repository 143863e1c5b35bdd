//! Launchers and their workers: what `-p` attaches to beside the process that it names.

use crate::attach::eventually;
use crate::support::{NOBODY, PROGRAMS, is_root, needs_loader, try_out};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use zetop_e2e::attacher::Attacher;
use zetop_e2e::figures::Figures;
use zetop_e2e::tables::Tables;

/// A shell that starts workers, which make calls until they are killed; ended with the value, as are its workers.
struct Launcher {
    shell: Child,
    go: tempfile::TempDir,
}

/// `calls N` starts N workers, `wait NAME` waits for [`Launcher::go`].
const FUNCTIONS: &str = r#"
calls() { n=0; while [ $n -lt $1 ]; do "$W" calls threads=1 calls=100000000 rate=200 >/dev/null & n=$((n+1)); done; }
wait_for() { while [ ! -e "$GO/$1" ]; do sleep 0.02; done; }
"#;

impl Launcher {
    /// `name` is its `$0`.
    fn start(script: &str, name: &str) -> Self {
        let go = tempfile::tempdir().expect("temporary folder");
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("{FUNCTIONS}\n{script}"), name])
            .env("W", PROGRAMS.workload)
            .env("GO", go.path());
        command.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
        let shell = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("sh");
        Self { shell, go }
    }

    fn pid(&self) -> u32 {
        self.shell.id()
    }

    fn go(&self, name: &str) {
        std::fs::write(self.go.path().join(name), "").expect("a file");
    }

    /// Its workers, once that number of them make calls.
    fn workers(&self, number: usize) -> Vec<u32> {
        let mut found = Vec::new();
        eventually("all workers run", || {
            found = zetop_system::proc::family(self.pid(), 1000)
                .into_iter()
                .skip(1)
                .filter(|pid| makes_calls(*pid))
                .collect();
            found.len() == number
        });
        found
    }
}

fn is_stopped(pid: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains(") T "))
}

/// Whether a worker makes calls: its second thread does, after the loader's tables are as they stay.
fn makes_calls(pid: u32) -> bool {
    let simulator = zetop_e2e::simulator();
    let name = std::path::Path::new(&simulator).file_name().expect("a file").to_string_lossy().into_owned();
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).map_or(0, Iterator::count);
    zetop_system::proc::maps_contain(pid, &name) == Some(true) && threads > 1
}

impl Drop for Launcher {
    fn drop(&mut self) {
        for pid in zetop_system::proc::family(self.pid(), 1000) {
            zetop_e2e::process::kill(pid.cast_signed(), libc::SIGKILL);
        }
        let _ = self.shell.wait();
    }
}

/// True when there are `number` processes, each with calls.
fn are(number: usize) -> impl Fn(&Figures) -> bool {
    move |figures| {
        figures.processes.len() == number && figures.processes.iter().all(|process| process.calls > 0)
    }
}

fn of_ours(pid: u32) -> bool {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    tasks
        .filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok())
        .any(|name| name.starts_with("zetop"))
}

/// `zetop -p PID` of a launcher said that it does not use Level Zero, while its children do.
#[test]
fn the_workers_of_a_launcher() {
    needs_loader!();
    let launcher = Launcher::start("calls 3; wait", "launcher");
    let workers = launcher.workers(3);
    let before: Vec<Tables> = workers.iter().map(|pid| Tables::read(*pid)).collect();
    for _ in 0..2 {
        let zetop = Attacher::start(PROGRAMS.zetop, launcher.pid(), &[]);
        zetop.until("three workers make calls", are(3));
        let figures = zetop.end(libc::SIGTERM).figures();
        let mut pids: Vec<u32> = figures.processes.iter().filter_map(|process| process.pid).collect();
        pids.sort_unstable();
        assert_eq!(pids, workers);
        assert_eq!(figures.processes.iter().map(|process| process.calls).sum::<u64>(), figures.host.calls);
        assert_eq!(figures.quality.notes, [""; 0]);
        for (pid, before) in workers.iter().zip(&before) {
            assert_eq!(Tables::read(*pid).changed_since(before), 0);
            eventually("no thread of zetop's in the worker", || !of_ours(*pid));
        }
    }
    // Alone, it does not use an API.
    Attacher::start(PROGRAMS.zetop, launcher.pid(), &["--only"]).end(0).refused(1, "does not use Level Zero");
    let alone = Attacher::start(PROGRAMS.zetop, workers[1], &["--only"]).attached();
    let figures = alone.until("its calls", are(1));
    assert_eq!(figures.processes[0].pid, Some(workers[1]));
}

/// Workers join that start later, that an attached process executes, and whose launcher has ended.
#[test]
fn workers_that_come_later_join() {
    needs_loader!();
    let script = r#"wait_for first; calls 1; wait_for second; calls 1
        (wait_for third; exec "$W" calls threads=1 calls=100000000 rate=200) & wait_for end"#;
    let launcher = Launcher::start(script, "launcher");
    // Waits, quietly, for there to be one.
    let zetop = Attacher::start(PROGRAMS.zetop, launcher.pid(), &[]);
    launcher.go("first");
    zetop.until("the first", are(1));
    launcher.go("second");
    zetop.until("the second", are(2));
    launcher.go("third");
    let figures = zetop.until("the third", are(3));
    launcher.go("end");
    eventually("the launcher has ended", || zetop_system::proc::has_ended(launcher.pid()));
    let calls = figures.host.calls;
    zetop.until("calls after that", |figures| figures.host.calls > calls + 100);
    let pids: Vec<u32> = figures.processes.iter().filter_map(|process| process.pid).collect();
    for pid in &pids {
        zetop_e2e::process::kill(pid.cast_signed(), libc::SIGKILL);
    }
    // The session ends with the last of them.
    let figures = zetop.end(0).figures();
    assert!(figures.state == "exited" && figures.processes.iter().all(|process| process.state == "exited"));
}

/// One that is stopped when zetop finds it was not attached to any more, whether it comes first or not.
#[test]
fn a_worker_that_is_stopped_for_a_moment_joins() {
    needs_loader!();
    for which in 0..2 {
        let launcher = Launcher::start("calls 2; wait", "launcher");
        let stopped = launcher.workers(2)[which];
        zetop_e2e::process::kill(stopped.cast_signed(), libc::SIGSTOP);
        eventually("it is stopped", || is_stopped(stopped));
        let zetop = Attacher::start(PROGRAMS.zetop, launcher.pid(), &[]);
        zetop.until("the other one", are(1));
        let begun = Instant::now();
        zetop.until("a second more", |_| begun.elapsed() > Duration::from_secs(1));
        zetop_e2e::process::kill(stopped.cast_signed(), libc::SIGCONT);
        zetop.until("both", are(2));
        assert_eq!(zetop.end(libc::SIGTERM).figures().quality.notes, [""; 0]);
    }
}

/// Stopped workers go on, and execute another program, about when zetop attaches to them again: it finds them twice. The second
/// attach was said to meet another zetop.
#[test]
fn workers_that_were_stopped_and_execute_another_program_join_once() {
    needs_loader!();
    const WORKERS: usize = 6;
    let Some((_, python)) = zetop_testing::pythons().pop_last() else {
        return zetop_testing::skip!("no Python");
    };
    let stops = "import ctypes, os, signal, sys
ctypes.CDLL('libze_loader.so.1').zeInit(0)
os.kill(os.getpid(), signal.SIGSTOP)
os.execv(sys.argv[1], ['calls', 'calls', 'threads=1', 'calls=100000000', 'rate=200'])";
    let workers = format!("{} -c \"{stops}\" \"$W\" &\n", python.display()).repeat(WORKERS);
    let launcher = Launcher::start(&format!("calls 1\n{workers} wait"), "launcher");
    let mut stopped = Vec::new();
    eventually("a worker that makes calls, and those that are stopped", || {
        let all = zetop_system::proc::family(launcher.pid(), 1000);
        stopped = all.iter().copied().filter(|pid| is_stopped(*pid)).collect();
        stopped.len() == WORKERS && all.into_iter().skip(1).any(makes_calls)
    });
    let zetop = Attacher::start(PROGRAMS.zetop, launcher.pid(), &[]);
    zetop.until("the one that makes calls", are(1));
    let begun = Instant::now();
    for (pid, tenths) in stopped.into_iter().zip([3, 6, 8, 9, 10, 11]) {
        zetop.until("some moments more", |_| begun.elapsed() > Duration::from_millis(100 * tenths));
        zetop_e2e::process::kill(pid.cast_signed(), libc::SIGCONT);
    }
    zetop.until("all of them", are(1 + WORKERS));
    let begun = Instant::now();
    zetop.until("what was tried again", |_| begun.elapsed() > Duration::from_secs(3));
    assert_eq!(zetop.end(libc::SIGTERM).figures().quality.notes, [""; 0]);
}

/// The worker has the code of a file mapped that is named like the loader, and nothing can be seen of it.
#[test]
fn a_worker_that_can_not_be_watched_is_said() {
    needs_loader!();
    let Some((_, python)) = zetop_testing::pythons().pop_last() else {
        return zetop_testing::skip!("no Python");
    };
    let maps = "import mmap, os, time
path = os.environ['GO'] + '/libze_loader.so.1'
open(path, 'wb').write(bytes(4096))
file = open(path, 'rb')
memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ | mmap.PROT_EXEC)
time.sleep(1000)";
    let launcher =
        Launcher::start(&format!("calls 1; {} -c \"{maps}\" & wait", python.display()), "launcher");
    launcher.workers(1);
    let zetop = Attacher::start(PROGRAMS.zetop, launcher.pid(), &[]);
    let is_said = |note: &String| note.contains("is not watched");
    let figures = zetop.until("it is said", |figures| figures.quality.notes.iter().any(is_said));
    assert!(figures.processes.len() <= 1, "{:?}", figures.processes);
    assert_eq!(zetop.end(libc::SIGTERM).figures().quality.notes.len(), 1);
}

/// Workers that live for some milliseconds. What they do is not counted, and that is said; without them, nothing is.
#[test]
fn workers_that_end_too_soon_are_said() {
    needs_loader!();
    const NOTE: &str = "have ended before zetop had attached to them";
    let script = r#"calls 1; wait_for go; while :; do "$W" calls threads=1 calls=10 rate=1000; done"#;
    let launcher = Launcher::start(script, "launcher");
    let zetop = Attacher::start(PROGRAMS.zetop, launcher.pid(), &[]);
    let figures = zetop.until("the one that stays", are(1));
    let is_said = |figures: &Figures| figures.quality.notes.iter().any(|note| note.contains(NOTE));
    assert!(!is_said(&figures), "{:?}", figures.quality.notes);
    launcher.go("go");
    zetop.until("the note", is_said);
}

#[test]
fn several_numbers_and_a_name() {
    needs_loader!();
    let name = format!("zetop-tree-{}", std::process::id());
    let (one, two) = (Launcher::start("calls 1; wait", &name), Launcher::start("calls 1; wait", "launcher"));
    let (first, second) = (one.workers(1)[0], two.workers(1)[0]);
    let both = format!("{},{}", one.pid(), two.pid());
    let figures = Attacher::start_for(PROGRAMS.zetop, &both, &[]).until("both", are(2));
    assert!(
        [first, second].iter().all(|pid| figures.processes.iter().any(|process| process.pid == Some(*pid)))
    );
    // One of them has gone.
    let zetop = Attacher::start_for(PROGRAMS.zetop, &format!("4194304,{}", two.pid()), &[]);
    zetop.until("the other", are(1));
    let figures = zetop.end(libc::SIGTERM).figures();
    assert!(figures.quality.notes.iter().any(|note| note.contains("no process 4194304")), "{figures:#?}");
    // Each number by itself, too.
    let output = Command::new(PROGRAMS.zetop)
        .args([
            "--duration",
            "0.3",
            "--no-tui",
            "--interval",
            "9",
            "-p",
            &first.to_string(),
            &second.to_string(),
        ])
        .output()
        .expect("zetop");
    let figures: Figures =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    assert_eq!(figures.processes.len(), 2);
    let zetop = Attacher::start_for(PROGRAMS.zetop, &name, &[]);
    let figures = zetop.until("the one of that name", are(1));
    assert_eq!(figures.processes[0].pid, Some(first));
}

/// Root's zetop sees a worker of another user, by a folder of its own.
#[test]
fn a_worker_of_another_user() {
    needs_loader!();
    if !is_root() {
        return zetop_testing::skip!("needs root");
    }
    if let Err(why) = try_out(&NOBODY) {
        return zetop_testing::skip!("{}: {why}", NOBODY.join(" "));
    }
    let script = format!(
        "calls 1; W=\"$W\"; {} \"$W\" calls threads=1 calls=100000000 rate=200 & wait",
        NOBODY.join(" ")
    );
    let launcher = Launcher::start(&script, "launcher");
    let workers = launcher.workers(2);
    let before: Vec<Tables> = workers.iter().map(|pid| Tables::read(*pid)).collect();
    let zetop = Attacher::start(PROGRAMS.zetop, launcher.pid(), &[]);
    zetop.until("both", are(2));
    let figures = zetop.end(libc::SIGTERM).figures();
    assert_eq!(figures.processes.len(), 2);
    for (pid, before) in workers.iter().zip(&before) {
        assert_eq!(Tables::read(*pid).changed_since(before), 0);
    }
}

/// What zetop may not see is said, and the rest of the tree is watched.
#[test]
fn a_worker_of_another_user_that_zetop_may_not_see() {
    needs_loader!();
    if !is_root() {
        return zetop_testing::skip!("needs root");
    }
    if let Err(why) = try_out(&NOBODY) {
        return zetop_testing::skip!("{}: {why}", NOBODY.join(" "));
    }
    let nobody = NOBODY.join(" ");
    let script = format!("calls 1; {nobody} \"$W\" calls threads=1 calls=100000000 rate=200 & wait");
    let launcher = Launcher::start(&script, "launcher");
    let workers = launcher.workers(2);
    let is_roots = |pid: &u32| zetop_system::handle::Handle::open(*pid).user() == Some(0);
    let hidden = workers.iter().copied().find(is_roots).expect("one of root's");
    let dir = tempfile::tempdir().expect("temporary folder");
    let as_nobody = dir.path().join("zetop");
    std::fs::write(
        &as_nobody,
        format!("#!/bin/sh\nexec env HOME=/tmp TMPDIR=/tmp {nobody} {} \"$@\"\n", PROGRAMS.zetop),
    )
    .expect("a script");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&as_nobody, mode).expect("ours");
    let zetop = Attacher::start(as_nobody.to_str().expect("a plain name"), launcher.pid(), &[]);
    let said = |figures: &Figures| {
        let start = format!("pid {hidden} (");
        let is_it =
            |note: &&String| note.starts_with(&start) && note.contains("is not watched: it runs as uid 0");
        figures.quality.notes.iter().filter(is_it).count()
    };
    zetop.until("the other worker, and a note", |figures| are(1)(figures) && said(figures) == 1);
    let figures = zetop.end(libc::SIGTERM).figures();
    assert!(figures.processes[0].pid != Some(hidden), "{figures:#?}");
    assert_eq!(said(&figures), 1, "{:?}", figures.quality.notes);
}

/// How long that takes is printed.
#[test]
fn forty_workers() {
    needs_loader!();
    let launcher = Launcher::start("calls 40; wait", "launcher");
    let workers = launcher.workers(40);
    let start = Instant::now();
    let zetop = Attacher::start(PROGRAMS.zetop, launcher.pid(), &[]);
    zetop.until("all are there", |figures| figures.processes.len() == 40);
    println!("40 workers are attached to after {:.2} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let figures = zetop.end(libc::SIGTERM).figures();
    println!("and left after {:.2} s", start.elapsed().as_secs_f64());
    assert_eq!(figures.processes.len(), 40);
    // On a busy machine, not all may answer a detach in time: zetop says so, and those leave with their next call.
    let is_said = figures.quality.notes.iter().any(|note| note.contains("did not answer the detach in time"));
    let is_right = |state: &str| state == "detached" || (is_said && state == "running");
    assert!(figures.processes.iter().all(|process| is_right(&process.state)), "{figures:#?}");
    eventually("no thread of zetop's in the workers", || !workers.iter().any(|pid| of_ours(*pid)));
    assert!(workers.iter().all(|pid| zetop_system::proc::is_alive(*pid)));
}

/// The kernel's threads have a parent, which is no launcher.
#[test]
fn what_is_no_program_is_not_waited_for() {
    if zetop_system::proc::command(2).as_deref() == Some("[kthreadd]") {
        Attacher::start(PROGRAMS.zetop, 2, &[]).end(0).refused(1, "is a kernel thread");
    }
    Attacher::start(PROGRAMS.zetop, 4_194_304, &[]).end(0).refused(1, "no process 4194304");
}
