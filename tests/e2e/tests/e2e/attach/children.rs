//! Children of programs that zetop is attached to.

use crate::attach::eventually;
use crate::attach::trouble::launched;
use crate::support::{attached, needs_loader, target};
use zetop_e2e::account::Account;
use zetop_e2e::tables::Tables;
use zetop_e2e::target::Target;

/// A child without exec has the wrappers in its copies of the tables, and is a separate process to zetop.
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
    // After the detach nothing of the probe's is in the next child.
    target.tell("fork 300");
    assert!(target.quit().1.success());
}

/// It has copies of our wrappers, and none of our threads to take them out.
#[test]
fn a_child_that_lives_through_the_detach() {
    needs_loader!();
    let mut target = target("threads=1 busy=1");
    let before = Tables::read(target.pid());
    for _ in 0..3 {
        let zetop = attached(&target, &[]);
        target.tell("hold 300");
        let figures = zetop.end(libc::SIGTERM).figures();
        assert_eq!(figures.calls("zeDriverGetApiVersion"), (300, 0), "{:?}", figures.target);
        assert_eq!(figures.target.pids.len(), 2);
        assert_eq!(Tables::read(target.pid()).changed_since(&before), 0);
        // The next attach is to the parent alone.
        let zetop = attached(&target, &["--only"]);
        target.tell("release");
        let said = target.tell("calls 20");
        let figures = zetop.end(libc::SIGTERM).figures();
        Account::read(&said).assert_calls(&figures);
        assert_eq!(figures.target.pids, [target.pid()]);
    }
    eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    assert!(target.quit().1.success());
}

/// The child is killed while the parent's zetop is still there.
#[test]
fn a_child_whose_zetop_is_killed() {
    needs_loader!();
    let mut target = target("threads=1 busy=1");
    let zetop = attached(&target, &[]);
    target.tell("hold 300");
    let _ = zetop.end(libc::SIGKILL);
    eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    target.tell("release");
    target.tell("calls 20");
    assert!(target.quit().1.success());
}

/// While zetop is stopped, so that it sees none of them alive.
fn fork_unseen(target: &mut Target, stop: impl Fn(i32), children: u64) {
    stop(libc::SIGSTOP);
    (0..children).for_each(|_| drop(target.tell("fork 3")));
    stop(libc::SIGCONT);
}

/// The detach waited for them, and then said that the program had not answered.
#[test]
fn children_that_end_before_zetop_looks_do_not_hold_a_detach_up() {
    needs_loader!();
    let mut target = target("threads=1 busy=0");
    let zetop = attached(&target, &[]);
    fork_unseen(&mut target, |signal| zetop.signal(signal), 10);
    let figures = zetop.end(libc::SIGTERM).figures();
    assert_eq!(figures.calls("zeDriverGetApiVersion"), (30, 0));
    assert_eq!(figures.target.pids.len(), 11);
    assert_eq!(figures.quality.notes, [""; 0]);
    assert!(target.quit().1.success());
}

/// Each left 4.5 MB in /dev/shm and a descriptor of zetop's until the end.
#[test]
fn files_of_children_that_end_before_zetop_looks_are_removed() {
    needs_loader!();
    let mut target = launched("threads=1 busy=0");
    let (zetop, program) = (target.pid(), target.child_pid());
    target.tell("calls 1");
    let maps = std::fs::read_to_string(format!("/proc/{program}/maps")).expect("it runs");
    let mapped =
        maps.lines().find_map(|line| Some(&line[line.find('/').filter(|_| line.ends_with(".blk"))?..]));
    let folder =
        std::path::Path::new(mapped.expect("its process file")).parent().expect("a folder").to_owned();
    fork_unseen(&mut target, |signal| zetop_e2e::process::kill(zetop.cast_signed(), signal), 10);
    // The spare one is there until a process takes it, which on a busy machine comes too soon for that.
    let left = || {
        let names = std::fs::read_dir(&folder).expect("the session's folder").flatten();
        names.filter(|entry| entry.file_name().to_string_lossy().starts_with("p-")).count()
    };
    eventually("the program's file alone", || left() == 1);
    assert!(target.quit().1.success());
}
