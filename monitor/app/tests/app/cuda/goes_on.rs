//! Programs that go on while zetop is stopped, killed, or comes and goes.

use crate::common::{self, zetop};
use crate::cuda::attach::{probes_in_place, until_attached};
use crate::cuda::lets_go::Program;
use crate::cuda::program::built;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

fn start_zetop(program: &Program) -> Child {
    let pid = program.child.id().to_string();
    let mut zetop = zetop();
    zetop.args(["--no-tui", "--no-history", "-p", &pid]).stdout(Stdio::null()).stderr(Stdio::piped());
    zetop.spawn().unwrap()
}

fn send(child: &Child, signal: i32) {
    // SAFETY: a child of this process that was not waited for.
    unsafe { libc::kill(child.id() as i32, signal) };
}

/// The thread in which zetop does what it does in a program.
fn helper_is_there(pid: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).unwrap().flatten();
    threads
        .filter_map(|thread| std::fs::read_to_string(thread.path().join("comm")).ok())
        .any(|name| name == "zetop-in\n")
}

/// Ctrl-Z, a freezer, a laptop's lid: the helper did not wait for a zetop that was stopped for longer than 2 to 4 s, and zetop
/// went on with what was no longer there.
#[test]
fn a_zetop_that_is_stopped_in_the_middle_of_an_attach_harms_nobody() {
    const LID: Duration = Duration::from_secs(5);
    let Some(folder) = built() else { return };
    for later in [0, 3] {
        let mut program = Program::start(folder, &[], &["own"]);
        let pid = program.child.id();
        let mut zetop = start_zetop(&program);
        let start = Instant::now();
        while !helper_is_there(pid)
            && start.elapsed() < Duration::from_secs(30)
            && zetop.try_wait().unwrap().is_none()
        {}
        std::thread::sleep(Duration::from_millis(later));
        send(&zetop, libc::SIGSTOP);
        // The program may be stopped with it, in the middle of a step.
        std::thread::sleep(LID);
        send(&zetop, libc::SIGCONT);
        program.order("launch");
        let end = Instant::now();
        // It has attached by then, or has given up.
        while probes_in_place(pid) == 0 && zetop.try_wait().unwrap().is_none() {
            assert!(end.elapsed() < Duration::from_secs(60), "{later}: neither attached nor gone");
            std::thread::sleep(Duration::from_millis(10));
        }
        send(&zetop, libc::SIGTERM);
        zetop.wait().unwrap();
        common::eventually("the end of the attach", || probes_in_place(pid) == 0 && !helper_is_there(pid));
        program.order("register");
        program.order("on");
        program.order("launch");
        assert_eq!(program.order("off"), "100 records", "{later}");
    }
}

/// zetop is killed, and the next call is a signal handler's, on top of `malloc`: a thread was started there, for the detach,
/// which takes memory.
#[test]
fn a_handler_on_top_of_malloc_that_finds_zetop_gone_goes_on() {
    let Some(folder) = built() else { return };
    let mut program = Program::start(folder, &[], &["handled"]);
    let pid = program.child.id();
    for round in 0..6 {
        let mut zetop = until_attached(pid, 1, || start_zetop(&program));
        send(&zetop, libc::SIGKILL);
        zetop.wait().unwrap();
        // By the program's next launch.
        common::eventually(&format!("the end of attach {round}"), || probes_in_place(pid) == 0);
    }
    assert_eq!(program.order("end"), "ended well");
    assert!(program.child.wait().unwrap().success());
}

/// `ZETOP_CYCLES` says how often.
#[test]
fn attaches_around_plugins_that_come_and_go() {
    let Some(folder) = built() else { return };
    let cycles = std::env::var("ZETOP_CYCLES").ok().and_then(|number| number.parse().ok()).unwrap_or(10_u32);
    let plugin = folder.join("plugin.so");
    let mut program = Program::start(folder, &[], &["plugins", plugin.to_str().unwrap()]);
    let mut operations = 0;
    for _ in 0..cycles {
        let attached = program.attach_with(&["--interval", "0.1"]);
        // The probe is there before zetop has a session that a signal could end.
        attached.until("the first figures", |_| true);
        let figures = attached.detach();
        assert_eq!(figures["state"], "detached");
        operations +=
            figures["device"]["timed"].as_u64().unwrap() + figures["device"]["untimed"].as_u64().unwrap();
    }
    assert!(operations > 0);
    println!("{cycles} attaches, {operations} operations");
    assert_eq!(program.order("end"), "ended well");
    assert!(program.child.wait().unwrap().success());
}
