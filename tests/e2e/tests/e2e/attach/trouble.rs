//! A zetop that dies, two of them, and programs that end or begin meanwhile.

use crate::attach::eventually;
use crate::support::{PROGRAMS, attached, attaching, needs_loader, target};
use std::process::{Command, Stdio};
use std::time::Duration;
use zetop_e2e::account::Account;
use zetop_e2e::attacher::Attacher;
use zetop_e2e::figures::Figures;
use zetop_e2e::tables::Tables;
use zetop_e2e::target::Target;

#[test]
fn zetop_killed_while_attached() {
    needs_loader!();
    let mut target = target("threads=2 busy=1 compute=1");
    let before = Tables::read(target.pid());
    for _ in 0..3 {
        let first = attached(&target, &[]);
        target.tell("calls 1000");
        let _ = first.end(libc::SIGKILL);
        // Whether what the first one left is still there or not.
        let second = attached(&target, &[]);
        let said = target.tell("calls 500") + &target.tell("threads 2 300");
        Account::read(&said).assert_calls(&second.end(libc::SIGTERM).figures());
        assert_eq!(Tables::read(target.pid()).changed_since(&before), 0);
        eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    }
    let (said, status) = target.quit();
    assert!(status.success() && said == "busy true, every answer right true\n", "{said} {status}");
}

#[test]
fn zetop_killed_and_nobody_comes_after_it() {
    needs_loader!();
    let mut target = target("threads=1 busy=1 compute=1");
    let before = Tables::read(target.pid());
    let _ = attached(&target, &[]).end(libc::SIGKILL);
    eventually("the tables are as before", || Tables::read(target.pid()).changed_since(&before) == 0);
    eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    target.tell("calls 10");
    assert!(target.quit().1.success());
}

/// Nobody is there to put it back: it does that itself, when it makes a call.
#[test]
fn zetop_killed_while_the_program_makes_no_calls() {
    needs_loader!();
    let mut target = target("threads=1 busy=0 compute=0");
    let before = Tables::read(target.pid());
    for pause in [Duration::ZERO, Duration::from_secs(3)] {
        let zetop = attached(&target, &[]);
        eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
        let _ = zetop.end(libc::SIGKILL);
        // After a while, what zetop knew of the program may no longer be so.
        std::thread::sleep(pause);
        assert!(target.threads_of_ours().is_empty());
        target.tell("calls 10");
        eventually("the tables are as before", || Tables::read(target.pid()).changed_since(&before) == 0);
        eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    }
    let zetop = attached(&target, &[]);
    let said = target.tell("calls 500");
    Account::read(&said).assert_calls(&zetop.end(libc::SIGTERM).figures());
    assert_eq!(Tables::read(target.pid()).changed_since(&before), 0);
    assert!(target.quit().1.success());
}

fn is_left_to_itself(figures: &Figures) -> bool {
    figures.quality.notes.iter().any(|note| note.contains("did not answer the detach in time"))
}

/// Traces all threads of a process, which go on, until it is dropped: then its own thread ends.
fn debugger(pid: u32) -> impl Drop {
    struct Debugger(Option<(std::sync::mpsc::Sender<()>, std::thread::JoinHandle<()>)>);
    impl Drop for Debugger {
        fn drop(&mut self) {
            if let Some((over, thread)) = self.0.take() {
                drop(over);
                thread.join().expect("it traced");
            }
        }
    }
    let (ready, is_ready) = std::sync::mpsc::channel();
    let (over, wait) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).expect("it runs").flatten();
        for task in tasks.filter_map(|task| task.file_name().to_str()?.parse::<libc::pid_t>().ok()) {
            // SAFETY: a thread of a child of this process, which goes on.
            assert_eq!(unsafe { libc::ptrace(libc::PTRACE_SEIZE, task, 0, 0) }, 0);
        }
        ready.send(()).expect("somebody waits");
        let _: Result<(), _> = wait.recv();
    });
    is_ready.recv().expect("it traces");
    Debugger(Some((over, thread)))
}

/// zetop can't touch a program that a debugger has.
#[test]
fn a_program_that_a_debugger_has_by_then_detaches_with_its_next_call() {
    needs_loader!();
    let mut target = target("threads=1 busy=0 compute=0");
    let before = Tables::read(target.pid());
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("recording.zetop");
    let zetop = attached(&target, &["--record", recording.to_str().unwrap()]);
    let said = target.tell("calls 10");
    eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    let debugger = debugger(target.pid());
    let figures = zetop.end(libc::SIGTERM).figures();
    assert!(is_left_to_itself(&figures), "{:?}", figures.quality.notes);
    Account::read(&said).assert_calls(&figures);
    let states = |figures: &Figures| (figures.state.clone(), figures.processes[0].state.clone());
    assert_eq!(states(&figures), ("detached".to_owned(), "running".to_owned()));
    for path in [recording.as_path(), folder.path()] {
        let report =
            Command::new(PROGRAMS.zetop).arg("report").arg(path).args(["--json", "-"]).output().unwrap();
        let figures = serde_json::from_slice(&report.stdout).unwrap_or_else(|_| panic!("{report:?}"));
        assert_eq!(states(&figures), ("detached".to_owned(), "running".to_owned()));
    }
    assert_ne!(Tables::read(target.pid()).changed_since(&before), 0, "a debugger did not keep zetop away");
    target.tell("calls 10");
    eventually("the tables are as before", || Tables::read(target.pid()).changed_since(&before) == 0);
    eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    drop(debugger);
    assert!(target.quit().1.success());
}

/// Neither zetop nor the probe may then do anything for which a filter may kill.
#[test]
fn a_program_that_locks_itself_in_after_the_attach_goes_on() {
    needs_loader!();
    for busy in [1, 0] {
        let mut target = target(&format!("threads=1 busy={busy} compute=0"));
        let before = Tables::read(target.pid());
        let zetop = attached(&target, &[]);
        eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
        let said = target.tell("calls 10");
        target.tell("lock-in");
        let said = said + &target.tell("calls 10");
        let figures = zetop.end(libc::SIGTERM).figures();
        assert_eq!(is_left_to_itself(&figures), busy == 0, "{:?}", figures.quality.notes);
        let notes = &figures.quality.notes;
        assert!(notes.iter().any(|note| note.contains("filters its system calls")), "{notes:?}");
        Account::read(&said).assert_calls(&figures);
        target.tell("calls 10");
        eventually("the tables are as before", || Tables::read(target.pid()).changed_since(&before) == 0);
        let (said, status) = target.quit();
        assert!(status.success(), "{said} {status}");
    }
}

/// At any moment of the attach: the program goes on, and the next zetop can attach.
#[test]
fn zetop_killed_during_the_attach() {
    needs_loader!();
    let mut target = target("threads=1 busy=1 compute=1");
    let before = Tables::read(target.pid());
    for step in 0..20 {
        let first = attaching(&target, &[]);
        std::thread::sleep(Duration::from_millis(step * 4));
        let _ = first.end(libc::SIGKILL);
        let said = target.tell("calls 10");
        assert!(said.contains("zeDriverGetApiVersion calls=10"), "{said}");
    }
    let second = attached(&target, &[]);
    let said = target.tell("calls 500");
    Account::read(&said).assert_calls(&second.end(libc::SIGTERM).figures());
    // A helper that lost its zetop leaves after some seconds.
    eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    assert_eq!(Tables::read(target.pid()).changed_since(&before), 0);
    assert!(target.quit().1.success());
}

/// A program that was started under zetop, with its streams.
pub(super) fn launched(arguments: &str) -> Target {
    let mut command = Command::new(PROGRAMS.zetop);
    command.args(["--sim", "--no-tui", "--", PROGRAMS.workload, "attachable"]);
    command.args(arguments.split_whitespace()).env("ZES_ENABLE_SYSMAN", "1");
    // Its own report does not matter here.
    Target::run(command.env("ZESIM_KERNEL_NS", "work=20000").stderr(Stdio::null()))
}

#[test]
fn a_launched_program_whose_dashboard_died() {
    needs_loader!();
    let mut target = launched("threads=2 busy=1");
    let pid = target.child_pid();
    target.tell("calls 1000");
    target.tell("immediate 5");
    // zetop, that is; its program goes on.
    target.kill();
    for _ in 0..2 {
        let zetop = Attacher::start(PROGRAMS.zetop, pid, &[]).attached();
        let mut said = target.tell("calls 500") + &target.tell("threads 2 300");
        said += &target.tell("immediate 20");
        said += &target.tell("fresh 20");
        let figures = zetop.end(libc::SIGTERM).figures();
        let account = Account::read(&said);
        account.assert_calls(&figures);
        account.assert_device(&figures);
        figures.assert_all_timed();
        assert_eq!(figures.target.pids, [pid]);
    }
    target.order("quit");
    eventually("its end", || !std::path::Path::new(&format!("/proc/{pid}/exe")).exists());
}

#[test]
fn a_launched_program_is_watched_already() {
    needs_loader!();
    let mut target = launched("threads=1 busy=0");
    let pid = target.child_pid();
    target.tell("calls 1");
    Attacher::start(PROGRAMS.zetop, pid, &[]).end(0).refused(1, "another zetop is watching process");
    let (_, status) = target.quit();
    assert!(status.success());
}

#[test]
fn two_at_once() {
    needs_loader!();
    let mut target = target("threads=1 busy=1");
    let first = attached(&target, &[]);
    let second = attaching(&target, &[]).end(0);
    second.refused(1, &format!("another zetop is watching process {}", target.pid()));
    let said = target.tell("calls 100");
    Account::read(&said).assert_calls(&first.end(libc::SIGTERM).figures());
    assert!(target.quit().1.success());
}

/// Started at the same moment: one attaches, the other says so.
#[test]
fn two_in_the_same_moment() {
    needs_loader!();
    let mut target = target("threads=1 busy=0");
    for _ in 0..10 {
        let both = [attaching(&target, &[]), attaching(&target, &[])];
        let mut inside = Vec::new();
        let mut outside = Vec::new();
        for zetop in both {
            match zetop.attached_or_not() {
                Ok(zetop) => inside.push(zetop),
                Err(end) => outside.push(end),
            }
        }
        assert_eq!((inside.len(), outside.len()), (1, 1), "{outside:#?}");
        outside[0].refused(1, "another zetop");
        let said = target.tell("calls 100");
        for zetop in inside {
            Account::read(&said).assert_calls(&zetop.end(libc::SIGTERM).figures());
        }
    }
    assert!(target.quit().1.success());
}

/// Whenever a program ends during an attach: one clear line or the figures so far, and no hang.
#[test]
fn programs_that_are_killed_during_the_attach() {
    needs_loader!();
    let mut refused = 0;
    for step in 0..50 {
        let mut target = target("threads=1 busy=1");
        let zetop = attaching(&target, &[]);
        std::thread::sleep(Duration::from_millis(step * 2));
        target.kill();
        let end = zetop.end(0);
        assert!(!end.stderr.contains("panicked"), "{end:#?}");
        if end.status.code() == Some(1) {
            assert_eq!(end.stderr.lines().count(), 1, "{end:#?}");
            assert!(end.stderr.starts_with("zetop: "), "{end:#?}");
            refused += 1;
        } else {
            assert!(end.status.success() && end.figures.is_some(), "{end:#?}");
        }
    }
    println!("{refused} of 50 ended before zetop was in");
    assert!(refused > 0, "the race was never on");
}

#[test]
fn programs_that_exit_during_the_attach() {
    needs_loader!();
    for step in 0..25 {
        let mut target = target("threads=1 busy=1");
        let zetop = attaching(&target, &[]);
        std::thread::sleep(Duration::from_millis(step * 4));
        target.order("quit");
        let end = zetop.end(0);
        assert!(!end.stderr.contains("panicked"), "{end:#?}");
        match end.status.code() {
            Some(0) => assert!(end.figures.is_some(), "{end:#?}"),
            code => {
                assert_eq!(code, Some(1), "{end:#?}");
                assert_eq!(end.stderr.lines().count(), 1, "{end:#?}");
            }
        }
    }
}

/// A loader that is closed at any moment of an attach and of a detach: 1 to 10 % of such programs crashed.
#[test]
fn a_loader_that_comes_and_goes() {
    needs_loader!();
    let mut command = Command::new(PROGRAMS.workload);
    command.arg("reloads").env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
    let target = Target::run(&mut command);
    let (mut inside, mut outside) = (0, Vec::new());
    for step in 0..40 {
        match attaching(&target, &["--wait"]).attached_or_not() {
            Ok(zetop) => {
                std::thread::sleep(Duration::from_millis(step % 7));
                let end = zetop.end(libc::SIGTERM);
                assert!(end.status.success(), "{end:#?}");
                inside += 1;
            }
            // It was closed in the middle of it.
            Err(end) => {
                assert_eq!((end.status.code(), end.stderr.lines().count()), (Some(1), 1), "{end:#?}");
                outside.push(end.stderr);
            }
        }
    }
    println!("{inside} attaches, and {outside:?}");
    assert!(inside > 0);
    eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    let (said, status) = target.quit();
    assert!(status.success() && said == "every call succeeded\n", "{said} {status}");
}
