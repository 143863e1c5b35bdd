//! Programs that do not use Level Zero yet, or can't be attached to.

use crate::attach::eventually;
use crate::support::{PROGRAMS, attached, attaching, needs_loader, target};
use std::process::{Command, Stdio};
use zetop_e2e::account::Account;
use zetop_e2e::attacher::Attacher;
use zetop_e2e::figures::Figures;
use zetop_e2e::process::kill;

fn busy_threads_are_seen(figures: &Figures) -> bool {
    figures.calls("zeEventQueryStatus").0 > 0
}

#[test]
fn wait_until_it_loads_level_zero() {
    needs_loader!();
    let mut target = target("threads=2 busy=1 init=0");
    attaching(&target, &[]).end(0).refused(1, "add --wait");
    let zetop = attaching(&target, &["--wait"]);
    target.tell("init");
    let zetop = zetop.attached();
    zetop.until("calls are seen", busy_threads_are_seen);
    let mut said = target.tell("calls 1000") + &target.tell("threads 2 100");
    said += &target.tell("immediate 10");
    let figures = zetop.end(libc::SIGTERM).figures();
    Account::read(&said).assert_calls(&figures);
    Account::read(&said).assert_device(&figures);
    assert!(target.quit().1.success());
}

/// Ctrl-C ends the wait.
#[test]
fn a_wait_can_be_given_up() {
    needs_loader!();
    let target = target("threads=0 busy=0 init=0");
    let zetop = attaching(&target, &["--wait"]);
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(!zetop.end(libc::SIGINT).status.success());
    assert!(target.quit().1.success());
}

#[test]
fn before_the_first_initialisation() {
    needs_loader!();
    let mut target = target("threads=2 busy=1 init=0");
    target.tell("load");
    let zetop = attached(&target, &[]);
    target.tell("init");
    zetop.until("calls are seen", busy_threads_are_seen);
    let mut said = target.tell("calls 1000") + &target.tell("threads 2 100");
    said += &target.tell("immediate 10");
    let end = zetop.end(libc::SIGTERM);
    assert!(end.stderr.contains("has not initialised Level Zero yet: waiting for it"), "{}", end.stderr);
    let figures = end.figures();
    Account::read(&said).assert_calls(&figures);
    Account::read(&said).assert_device(&figures);
    eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    assert!(target.quit().1.success());
}

/// Nobody is left waiting in the program for an initialisation that nobody watches.
#[test]
fn given_up_before_the_first_initialisation() {
    needs_loader!();
    let mut target = target("threads=1 busy=0 init=0");
    target.tell("load");
    let zetop = attached(&target, &[]);
    assert!(zetop.end(libc::SIGTERM).status.success());
    eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    target.tell("init");
    target.tell("calls 10");
    let zetop = attached(&target, &[]);
    let said = target.tell("calls 10");
    Account::read(&said).assert_calls(&zetop.end(libc::SIGTERM).figures());
    assert!(target.quit().1.success());
}

#[test]
fn what_cannot_be_attached_to() {
    let refused = |pid: u32, words: &str| Attacher::start(PROGRAMS.zetop, pid, &[]).end(0).refused(1, words);
    refused(4_194_304, "no process 4194304");
    let mut child = Command::new("true").stdin(Stdio::null()).spawn().expect("true");
    let stat = format!("/proc/{}/stat", child.id());
    eventually("a zombie", || std::fs::read_to_string(&stat).is_ok_and(|stat| stat.contains(") Z ")));
    refused(child.id(), "is a zombie");
    child.wait().expect("our own child");
    let mut child = Command::new("sleep").arg("60").spawn().expect("sleep");
    let maps = format!("/proc/{}/maps", child.id());
    eventually("its start", || std::fs::read_to_string(&maps).is_ok_and(|maps| maps.contains("libc.so")));
    refused(child.id(), "does not use Level Zero");
    kill(child.id() as i32, libc::SIGSTOP);
    eventually("stopped", || {
        std::fs::read_to_string(format!("/proc/{}/stat", child.id())).is_ok_and(|stat| stat.contains(") T "))
    });
    refused(child.id(), "is stopped");
    child.kill().expect("our own child");
    child.wait().expect("our own child");
}

/// A child without exec has the wrappers in its copies of the tables: a process of its own to zetop.
#[test]
fn a_child_of_an_attached_program() {
    needs_loader!();
    let mut target = target("threads=1 busy=0");
    let zetop = attached(&target, &[]);
    let said = target.tell("calls 100");
    target.tell("fork 300");
    let figures = zetop.end(libc::SIGTERM).figures();
    let own = Account::read(&said).calls["zeDriverGetApiVersion"].0;
    let children = figures.target.pids.len() as u64 - 1;
    assert_eq!(figures.calls("zeDriverGetApiVersion"), (own + 300 * children, 0), "{:?}", figures.target);
    assert_eq!(children, 1);
    // After the detach nothing of ours is in the next child.
    target.tell("fork 300");
    assert!(target.quit().1.success());
}
