//! Programs that work against the attach: zetop ends with a line, in time, and touches nobody else's program.

use std::ffi::CString;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use zetop_inject::{InjectError, Injector, Limits, check};

use crate::target::{Target, is_root};

/// Longer than any of zetop's limits.
const LIMIT: Duration = Duration::from_secs(45);

/// One of its threads has a tracer, a child of its own: the whole process does not.
#[test]
fn a_program_that_traces_one_of_its_threads() {
    let mut target = Target::start("traces-itself");
    if target.line() != "traced" {
        return zetop_testing::skip!("a child may not trace its parent here");
    }
    let started = Instant::now();
    match target.inject() {
        // There are other threads.
        Ok(counted) => assert_eq!(counted, 1),
        Err(InjectError::Traced { .. }) => {}
        Err(other) => panic!("{other}"),
    }
    assert!(started.elapsed() < LIMIT);
    assert_eq!(target.finish(), "");
}

/// What zetop has put there goes, or is written over, at some moment of the attach: that ends the program, and the attach.
#[test]
fn a_program_that_takes_away_what_zetop_puts_there() {
    for how in ["unmap-library", "overwrite-library", "unmap-code", "overwrite-code"] {
        let mut ends = 0;
        for round in 0..12_u64 {
            let delay = (round * 317 % 4000).to_string();
            let environment = [("ZETOP_INJECT_HOW", how), ("ZETOP_INJECT_DELAY", &delay)];
            let target = Target::start_with("takes-away", &environment);
            let started = Instant::now();
            let result = target.inject_within(Limits::default());
            let took = started.elapsed();
            assert!(took < LIMIT, "{how}, round {round}: {took:?}: {result:?}");
            ends += usize::from(result.is_err());
        }
        println!("{how}: {ends} of 12 attaches failed");
        // The next one is attached to as ever.
        assert_eq!(Target::start("busy").inject().expect("another program"), 1, "{how}");
    }
}

/// The thread that zetop steers makes system calls for ever: each was a stop that came in time.
#[test]
fn a_program_that_does_not_come_back() {
    let target = Target::start("never-back");
    let started = Instant::now();
    let error = target.inject_within(Limits::default()).expect_err("it does not come back");
    println!("{:?}: {error}", started.elapsed());
    assert!(matches!(error, InjectError::NoSafePoint { .. }), "{error}");
    assert!(started.elapsed() < LIMIT);
    let tracer = || std::fs::read_to_string(format!("/proc/{}/status", target.pid())).unwrap_or_default();
    assert!(tracer().contains("TracerPid:\t0\n"), "it is let go");
}

/// The name of its executable means another file by now.
#[test]
fn a_program_whose_executable_was_replaced() {
    let folder = tempfile::tempdir().expect("tempdir");
    let (program, other) = (folder.path().join("program"), folder.path().join("other"));
    let copy = |to: &Path, mode: u32| {
        zetop_testing::copy_program(std::env::current_exe().expect("exe"), to);
        std::fs::set_permissions(to, std::fs::Permissions::from_mode(mode)).expect("chmod");
    };
    for what in ["set-user-ID", "FIFO", "text", "nothing"] {
        copy(&program, 0o755);
        let target = Target::start_program(&program, "busy", &[]);
        match what {
            "set-user-ID" => copy(&other, 0o4755),
            "text" => std::fs::write(&other, "#!/bin/sh\n").expect("write"),
            "FIFO" => assert!(Command::new("mkfifo").arg(&other).status().is_ok_and(|made| made.success())),
            _ => std::fs::remove_file(&program).expect("remove"),
        }
        if other.exists() {
            std::fs::rename(&other, &program).expect("rename");
        }
        assert_eq!(target.inject().unwrap_or_else(|error| panic!("{what}: {error}")), 1, "{what}");
        drop(target);
        let _ = std::fs::remove_file(&program);
    }
}

/// `/proc/PID/exe` is another program's file: before the attach, or in the middle of it.
#[test]
fn a_program_that_names_another_executable() {
    for file in ["/bin/true", "/lib64/ld-linux-x86-64.so.2"] {
        for delay in (0..12_u64).map(|round| round * 317) {
            let text = delay.to_string();
            let environment = [("ZETOP_INJECT_FILE", file), ("ZETOP_INJECT_DELAY", &text)];
            let mut target = Target::start_with("another-executable", &environment);
            target.send(b"x");
            if delay == 0 && target.line() == "not permitted" {
                zetop_testing::skip!("{file}: another executable is not permitted here");
                break;
            }
            let started = Instant::now();
            let result = target.inject();
            println!("{file} after {delay} us: {result:?}, {:?}", started.elapsed());
            assert!(started.elapsed() < LIMIT, "{file}, {delay}: {:?}", started.elapsed());
            assert!(result.is_ok_and(|counted| counted == 1) || delay > 0 || file != "/bin/true", "{file}");
            // It goes on, whatever became of the attach.
            assert_eq!(target.finish(), "");
        }
    }
    // The next one is attached to as ever.
    assert_eq!(Target::start("busy").inject().expect("another program"), 1);
}

/// `struct clone_args` of the kernel, up to `set_tid_size`.
#[repr(C)]
#[derive(Default)]
struct CloneArgs {
    flags: u64,
    pidfd: u64,
    child_tid: u64,
    parent_tid: u64,
    exit_signal: u64,
    stack: u64,
    stack_size: u64,
    tls: u64,
    set_tid: u64,
    set_tid_size: u64,
}

/// Executes this test's program in a role, in a new process with that PID. Nothing where that is not permitted.
fn start_as(pid: i32, role: &str) -> Option<i32> {
    let path = CString::new(std::env::current_exe().ok()?.to_str()?).ok()?;
    let environment = CString::new(format!("ZETOP_INJECT_ROLE={role}")).ok()?;
    let (arguments, variables) =
        ([path.as_ptr(), std::ptr::null()], [environment.as_ptr(), std::ptr::null()]);
    let set_tid = [pid];
    let arguments_of_clone = CloneArgs {
        exit_signal: libc::SIGCHLD as u64,
        set_tid: set_tid.as_ptr() as u64,
        set_tid_size: 1,
        ..CloneArgs::default()
    };
    // SAFETY: as fork, with live arguments; the child makes two system calls, with what was made before.
    unsafe {
        let made =
            libc::syscall(libc::SYS_clone3, &raw const arguments_of_clone, size_of::<CloneArgs>()) as i32;
        if made == 0 {
            libc::execve(path.as_ptr(), arguments.as_ptr(), variables.as_ptr());
            libc::_exit(127);
        }
        (made == pid).then_some(made)
    }
}

/// The program that was chosen has ended, and another one has its PID.
#[test]
fn a_program_whose_pid_was_reused() {
    if !is_root() {
        return zetop_testing::skip!("a process with a PID of one's choice needs root");
    }
    let target = Target::start("busy");
    let pid = target.pid() as i32;
    let chosen = check(target.pid()).expect("facts").identity;
    drop(target);
    let Some(other) = start_as(pid, "busy-quietly") else {
        return zetop_testing::skip!("the kernel gives out no PID of one's choice");
    };
    let started = Instant::now();
    while check(other as u32).is_err() {
        assert!(started.elapsed() < LIMIT, "{:?}", check(other as u32).err());
        std::thread::sleep(Duration::from_millis(5));
    }
    let error =
        Injector::attach_to(&chosen, Limits::default()).map(drop).expect_err("another program by now");
    assert!(matches!(error, InjectError::Gone { .. }), "{error}");
    let tasks = std::fs::read_dir(format!("/proc/{other}/task")).expect("tasks").flatten();
    let names = tasks.map(|task| std::fs::read_to_string(task.path().join("comm")).unwrap_or_default());
    let names: Vec<String> = names.collect();
    assert!(names.iter().all(|name| !name.starts_with("injector")), "{names:?}");
    // SAFETY: a child of this test's, by its number.
    unsafe {
        libc::kill(other, libc::SIGKILL);
        libc::waitpid(other, std::ptr::null_mut(), 0);
    }
}
