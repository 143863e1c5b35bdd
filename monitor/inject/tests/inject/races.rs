//! A program that becomes another one, with more rights, at any moment of an attach.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use zetop_inject::{InjectError, Injector, check};

use crate::killed::{Injection, trace};
use crate::target::{PATIENT, Target, is_root, pause};

/// This test's program as one that runs as root, whoever starts it; or why there is none.
fn set_user_id_program() -> Result<(tempfile::TempDir, PathBuf), &'static str> {
    if !is_root() {
        return Err("a set-user-ID program of root's needs root");
    }
    let folder = tempfile::tempdir().expect("tempdir");
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).expect("chmod");
    let program = folder.path().join("victim");
    zetop_testing::copy_program(std::env::current_exe().expect("exe"), &program);
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o4755)).expect("chmod");
    let flags = rustix::fs::statvfs(folder.path()).expect("statvfs").f_flag;
    if flags.contains(rustix::fs::StatVfsMountFlags::NOSUID) {
        return Err("the temporary folder is mounted nosuid");
    }
    Ok((folder, program))
}

/// What the program says that was executed: whether anything of this test's is in it.
fn said_by_victim(mut target: Target) {
    let said = target.line();
    if said != "euid 0" {
        panic!("it said {said:?}, and then {:?}", target.finish());
    }
    target.send(b"x");
    assert_eq!(target.finish(), "untouched");
}

/// Root's zetop had its calls made in the program that was executed, with that one's rights.
#[test]
fn nothing_is_called_in_a_program_that_is_executed_in_mid_attach() {
    const ROUNDS: u64 = 200;
    let (_folder, program) = match set_user_id_program() {
        Ok(made) => made,
        Err(why) => return zetop_testing::skip!("{why}"),
    };
    let mut outcomes: BTreeMap<&str, u64> = BTreeMap::new();
    for round in 0..ROUNDS {
        let delay = (round * 131 % 9000).to_string();
        let environment =
            [("ZETOP_INJECT_VICTIM", program.to_str().expect("path")), ("ZETOP_INJECT_DELAY", &delay)];
        let target = Target::start_with("race", &environment);
        let error =
            Injector::attach(target.pid(), PATIENT).expect_err("no thread of it is ever at a safe point");
        let outcome = match error {
            InjectError::Gone { .. } => "replaced in mid-attach",
            InjectError::Setuid { .. } => "replaced before",
            // The moment of an exec itself.
            InjectError::Loading(_)
            | InjectError::Ending(_)
            | InjectError::OtherRights { .. }
            | InjectError::NotPermitted { .. } => "being replaced",
            other => panic!("round {round}: {other}"),
        };
        *outcomes.entry(outcome).or_default() += 1;
        said_by_victim(target);
    }
    println!("{ROUNDS} rounds: {outcomes:?}");
    assert!(
        outcomes.get("replaced in mid-attach").is_some_and(|rounds| *rounds > ROUNDS / 10),
        "{outcomes:?}"
    );
}

/// Waits for what would never be if zetop and the exec waited for each other.
fn soon(is_so: impl Fn() -> bool) -> bool {
    let started = Instant::now();
    while !is_so() {
        if started.elapsed() > PATIENT.safe_point / 2 {
            return false;
        }
        pause(1);
    }
    true
}

/// The kernel lets an exec wait until each other thread has been reaped, which for a thread that zetop holds is zetop's to do,
/// and lets zetop, which wants to seize the next thread, wait for the exec.
#[test]
fn an_exec_beside_a_seized_thread_does_not_wait_for_zetop() {
    let program = std::env::current_exe().expect("exe");
    // After some of them, zetop seizes another thread at once, after others it looks for threads anew.
    for moment in 1..=6 {
        let mut target = Target::start_with(
            "executes-beside",
            &[("ZETOP_INJECT_VICTIM", program.to_str().expect("path"))],
        );
        let seized: i32 = target.line().parse().expect("a thread");
        let pid = target.pid();
        let ended = || {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/task/{seized}/stat")).unwrap_or_default();
            stat.rsplit(") ").next().is_some_and(|state| state.starts_with('Z'))
        };
        let executed = || !std::path::Path::new(&format!("/proc/{pid}/task/{seized}")).exists();
        let mut input = target.take_input();
        let mut injection = Injection::into(&target);
        let (injector, mut times) = (injection.injector(), 0);
        while times < moment {
            let (tid, step) = injection.next().expect("no thread of it is ever at a safe point");
            times += u32::from(step.is_a_seize() && step.is_over && step.of == seized);
            if times < moment {
                trace(libc::PTRACE_SYSCALL, tid, 0);
                continue;
            }
            std::io::Write::write_all(&mut input, b"x").expect("write");
            assert!(soon(ended), "the exec ends the other threads");
            std::thread::scope(|scope| {
                let watched = scope.spawn(|| {
                    let in_time = soon(executed);
                    if !in_time {
                        // SAFETY: plain numbers. Otherwise all would wait for ever.
                        unsafe { libc::kill(injector, libc::SIGKILL) };
                    }
                    in_time
                });
                trace(libc::PTRACE_SYSCALL, tid, 0);
                while let Some((tid, _)) = injection.next() {
                    trace(libc::PTRACE_SYSCALL, tid, 0);
                }
                assert!(
                    watched.join().expect("it does not panic"),
                    "moment {moment}: the exec does not finish"
                );
            });
        }
        drop(injection);
        target.give_input(input);
        let said = target.line();
        assert!(said.starts_with("euid "), "{said:?}");
        target.send(b"x");
        assert_eq!(target.finish(), "untouched", "moment {moment}");
    }
}

/// The thread that zetop steers executes the program itself: it has changed its C library's code.
#[test]
fn nothing_is_called_in_a_program_that_our_own_call_executes() {
    let (_folder, program) = match set_user_id_program() {
        Ok(made) => made,
        Err(why) => return zetop_testing::skip!("{why}"),
    };
    for _ in 0..20 {
        let target = Target::start_with("trap", &[("ZETOP_INJECT_VICTIM", program.to_str().expect("path"))]);
        let error = Injector::attach(target.pid(), PATIENT).expect_err("it executes another program");
        assert!(matches!(error, InjectError::Gone { .. }), "{error}");
        said_by_victim(target);
    }
}

/// What the caller has chosen is not what has its PID by now.
#[test]
fn only_the_program_that_was_chosen_is_attached_to() {
    if !is_root() {
        return zetop_testing::skip!("another user's process needs root");
    }
    let mut target = Target::start("drop-rights");
    let chosen = check(target.pid()).expect("facts").identity;
    Injector::attach_to(&chosen, PATIENT).and_then(Injector::detach).expect("as it was chosen");
    target.send(b"x");
    assert_eq!(target.line(), "dropped");
    let error = Injector::attach_to(&chosen, PATIENT).expect_err("another user's by now");
    assert!(matches!(error, InjectError::OtherRights { .. }), "{error}");
    target.inject().expect("chosen again");
    assert_eq!(target.finish(), "");
}

/// The exec waits until each other thread of the program has been reaped, which for a traced one is the tracer's to do, and zetop
/// knew nothing of it. It is made by the steered thread, in a way in which `pthread_create` makes none.
#[test]
fn an_exec_beside_a_thread_that_is_traced_unknown_to_zetop_does_not_wait_for_it() {
    let program = std::env::current_exe().expect("exe");
    let environment = [("ZETOP_INJECT_VICTIM", program.to_str().expect("path"))];
    let mut target = Target::start_with("clones-traced", &environment);
    let pid = target.pid();
    let started = Instant::now();
    let (sender, receiver) = std::sync::mpsc::channel();
    // Its end would not come.
    std::thread::spawn(move || sender.send(Injector::attach(pid, PATIENT).map(drop)));
    let result = receiver.recv_timeout(2 * PATIENT.safe_point);
    println!("{result:?} after {:?}", started.elapsed());
    assert!(matches!(result, Ok(Err(InjectError::Gone { .. }))), "{result:?}");
    // Otherwise it goes on only when zetop's time is over.
    assert!(started.elapsed() < PATIENT.safe_point / 2, "the exec waited: {:?}", started.elapsed());
    let said = target.line();
    assert!(said.starts_with("euid "), "{said:?}");
    target.send(b"x");
    assert_eq!(target.finish(), "untouched");
}

/// A test that writes a program and executes it could not, now and then: "Text file busy".
#[test]
fn a_copy_of_a_program_can_be_executed_whatever_other_threads_start() {
    let folder = tempfile::tempdir().expect("tempdir");
    let over = AtomicBool::new(false);
    let failed = std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    Command::new("true").status().expect("start");
                }
            });
        }
        let failed = (0..100).find_map(|number| {
            let copy = folder.path().join(number.to_string());
            zetop_testing::copy_program("/bin/true", &copy);
            Command::new(&copy).status().err()
        });
        over.store(true, Ordering::Relaxed);
        failed
    });
    assert!(failed.is_none(), "{failed:?}");
}
