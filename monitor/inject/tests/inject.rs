//! Injection into running programs: they must go on as if nothing had happened.

// The tests read x86-64's registers. On aarch64 none of this has been tried: qemu-user has no ptrace.
#![cfg(target_arch = "x86_64")]

use zetop_testing as _; // signals and time limits

#[path = "inject/elsewhere.rs"]
mod elsewhere;
#[path = "inject/hostile.rs"]
mod hostile;
#[path = "inject/killed.rs"]
mod killed;
#[path = "inject/races.rs"]
mod races;
#[path = "inject/refusals.rs"]
mod refusals;
#[path = "inject/roles.rs"]
mod roles;
#[path = "inject/stopped.rs"]
mod stopped;
#[path = "inject/target.rs"]
mod target;

use std::path::Path;
use std::time::{Duration, Instant};

use target::{PATIENT, Target, library, pause};
use zetop_inject::{Arg, InjectError, Injector, Limits, Threads, check};

#[test]
fn calls_with_arguments_threads_and_symbols() {
    let target = Target::start("read");
    let mut injector = Injector::attach(target.pid(), PATIENT).expect("attach");
    let loaded = injector.dlopen(library()).expect("dlopen");
    let sum = injector.symbol(&loaded, "sum").expect("symbol");
    let arguments = [Arg::Word(1), Arg::Word(2), Arg::Word(3)];
    assert_eq!(injector.call(sum, &arguments).expect("call"), 3_002_001);
    let thread = injector.symbol(&loaded, "thread").expect("symbol");
    assert_eq!(injector.call(thread, &[]).expect("call"), 41);
    let none = injector.symbol(&loaded, "nothing").expect_err("no such symbol");
    assert!(matches!(none, InjectError::NoExport { .. }), "{none}");
    let missing = injector.dlopen(Path::new("/nowhere/lib.so")).expect_err("no such file");
    assert!(missing.to_string().contains("cannot open shared object file"), "{missing}");
    // What the program's dynamic linker says goes to terminals and logs.
    let odd = injector.dlopen(Path::new("/nowhere/\u{1b}[31mred\u{7}.so")).expect_err("no such file");
    let InjectError::Load { reason, .. } = odd else { panic!("{odd}") };
    assert!(reason.starts_with("/nowhere/red") && !reason.contains(char::is_control), "{reason:?}");
    injector.detach().expect("detach");
    assert_eq!(target.finish(), "Ok(1)");
}

/// A SIGSTOP that came in the middle of an injection was sent again after it, when the SIGCONT had long come.
#[test]
fn a_process_that_is_stopped_and_continued_meanwhile_goes_on() {
    const ROUNDS: u64 = 500;
    let target = Target::start("read");
    let mut injected = 0;
    for round in 0..ROUNDS {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                // At any moment of it, for long enough to be seen.
                std::thread::sleep(Duration::from_micros(round * 37 % 4000));
                target.signal(libc::SIGSTOP);
                std::thread::sleep(Duration::from_micros(round * 13 % 150));
                target.signal(libc::SIGCONT);
            });
            match target.inject() {
                Ok(_) => injected += 1,
                Err(InjectError::Stopped { .. } | InjectError::NoSafePoint { .. }) => {}
                Err(other) => panic!("round {round}: {other}"),
            }
        });
        assert!(!target.state().starts_with('T'), "round {round}");
    }
    println!("{injected} of {ROUNDS} injections");
    assert_eq!(target.finish(), "Ok(1)");
}

/// The dynamic linker closed a file of a program that had closed all descriptors and opened its own meanwhile.
#[test]
fn what_a_helper_opens_apart_has_no_number_in_the_program() {
    let unshared = std::thread::spawn(|| {
        let none = u32::MAX;
        // SAFETY: plain numbers, of descriptors that can't be; in a thread of its own.
        unsafe { libc::syscall(libc::SYS_close_range, none, none, libc::CLOSE_RANGE_UNSHARE) == 0 }
    });
    if !unshared.join().expect("it does not panic") {
        return zetop_testing::skip!("no close_range in this kernel");
    }
    let target = Target::start("read");
    let numbers =
        || std::fs::read_dir(format!("/proc/{}/fd", target.pid())).expect("it is there").flatten().count();
    let before = numbers();
    for (apart, more) in [(true, 0), (false, 1)] {
        let mut injector = Injector::attach(target.pid(), PATIENT).expect("attach");
        if apart {
            injector.keep_files_apart().expect("a table of its own");
        }
        let loaded = injector.dlopen(library()).expect("dlopen");
        let open = injector.symbol(&loaded, "open_null").expect("symbol");
        injector.call(open, &[]).expect("call");
        assert_eq!(numbers(), before + more, "apart: {apart}");
        injector.detach().expect("detach");
        assert_eq!(numbers(), before + more, "apart: {apart}");
    }
    assert_eq!(target.finish(), "Ok(1)");
}

#[test]
fn busy_threads_compute_right_and_every_call_counts() {
    let target = Target::start("busy");
    target.inject_often("three busy threads", 200);
    assert_eq!(target.finish(), "right");
}

#[test]
fn a_busy_program_with_one_thread_computes_right() {
    let target = Target::start("busy-alone");
    target.inject_often("one busy thread", 50);
    assert_eq!(target.finish(), "right");
}

#[test]
fn a_program_that_is_always_in_memcpy_is_reached() {
    let target = Target::start("copy");
    target.inject_often("memcpy", 20);
    assert_eq!(target.finish(), "right");
}

#[test]
fn a_blocked_thread_waits_on_with_the_same_result() {
    for (role, expected) in [
        ("sleep", "Ok(0) in time"),
        ("sleeps", "0 wrong"),
        ("futex", "Err(110) in time"),
        ("select", "Ok(0) in time"),
        ("poll", "Ok(0) in time"),
        ("poll-input", "Ok(1)"),
        ("read", "Ok(1)"),
        ("epoll", "Ok(1)"),
    ] {
        let mut target = Target::start(role);
        if role.contains("input") || matches!(role, "read" | "epoll") {
            target.inject_often(role, 20);
            target.send(b"x");
        } else {
            target.inject_until_it_says_something(role);
        }
        assert_eq!(target.line(), expected, "{role}");
        assert_eq!(target.finish(), "", "{role}");
    }
}

#[test]
fn a_real_signal_still_interrupts() {
    for role in ["epoll-signal", "pause"] {
        let mut target = Target::start(role);
        target.inject_often(role, 20);
        target.signal(libc::SIGUSR1);
        assert_eq!(target.line(), "Err(4)", "{role}");
        assert_eq!(target.finish(), "1", "{role}");
    }
}

#[test]
fn no_signal_is_lost_in_a_storm_of_them() {
    let target = Target::start("storm");
    let queued = std::thread::scope(|scope| {
        let sender = scope.spawn(|| {
            for _ in 0..500 {
                target.signal(libc::SIGRTMIN());
                std::thread::sleep(Duration::from_micros(500));
            }
        });
        target.inject_often("signal storm", 30);
        sender.join().is_ok()
    });
    assert!(queued);
    assert_eq!(target.finish(), "500 queued, timer true");
}

#[test]
fn vector_registers_are_kept() {
    let target = Target::start("float");
    target.inject_often("AVX loop", 50);
    assert_eq!(target.finish(), "right");
}

#[test]
fn errno_is_kept_and_no_handler_of_the_program_runs() {
    let target = Target::start("errno");
    target.inject_often("errno loop", 50);
    assert_eq!(target.finish(), "0 handlers ran");
}

#[test]
fn threads_that_load_libraries_all_the_time() {
    let target = Target::start("dlopen");
    target.inject_often("dlopen loop", 50);
    assert_eq!(target.finish(), "right");
}

#[test]
fn nothing_stays_but_the_library() {
    let target = Target::start("read");
    let (threads, files, _) = target.census();
    target.inject().expect("first");
    let (_, _, mappings) = target.census();
    for _ in 0..50 {
        target.inject().expect("again");
    }
    assert_eq!(target.census(), (threads, files, mappings));
    assert_eq!(target.finish(), "Ok(1)");
}

#[test]
fn a_thread_in_a_signal_handler_is_left_alone() {
    let mut target = Target::start("in-handler");
    // A thread has to stop before zetop can see where it is.
    let seen = [300, 3_000, 30_000].into_iter().any(|limit| {
        let limits = Limits { safe_point: Duration::from_millis(limit), ..Limits::default() };
        let error = Injector::attach(target.pid(), limits).expect_err("no safe point");
        println!("{error}");
        error.to_string().contains("a thread is in a signal handler")
    });
    assert!(seen);
    // After zetop lets go, the thread runs briefly before it waits again.
    let started = Instant::now();
    while !target.state().starts_with('S') {
        assert!(started.elapsed() < Duration::from_secs(100), "{}", target.state());
        pause(10);
    }
    target.send(b"x");
    assert_eq!(target.finish(), "right");
}

#[test]
fn no_thread_is_taken_that_is_to_be_spared() {
    let short = Limits { safe_point: Duration::from_millis(300), ..Limits::default() };
    for (name, taken) in [
        ("worker", true),
        ("own-like", true),
        ("own-attach", false),
        ("own-harvest", false),
        ("own-help", false),
    ] {
        let mut target = Target::start_with("named", &[("ZETOP_INJECT_NAME", name)]);
        let limits = if taken { PATIENT } else { short };
        let threads = Threads { helper: *b"own-help", spared: &["own-harvest", "own-attach"] };
        let identity = check(target.pid()).expect("facts").identity;
        let result = Injector::attach_as(&identity, limits, threads).and_then(Injector::detach);
        assert_eq!(result.is_ok(), taken, "{name}: {result:?}");
        target.send(b"x");
        assert_eq!(target.finish(), "right", "{name}");
    }
}

#[test]
fn a_call_that_takes_too_long_is_left_to_the_helper() {
    let target = Target::start("read");
    // The helper waits for its results to be fetched no longer than zetop's own does.
    let limits = Limits { call: Duration::from_secs(2), hold: Limits::default().hold, ..PATIENT };
    let mut injector = Injector::attach(target.pid(), limits).expect("attach");
    let loaded = injector.dlopen(library()).expect("dlopen");
    let slow = injector.symbol(&loaded, "slow").expect("symbol");
    let folder = tempfile::tempdir().expect("tempdir");
    let end = folder.path().join("end");
    let name = std::ffi::CString::new(end.as_os_str().as_encoded_bytes()).expect("a name");
    let error = injector.call(slow, &[Arg::Text(&name)]).expect_err("too long");
    assert!(matches!(error, InjectError::CallTooLong { .. }), "{error}");
    drop(injector);
    target.inject().expect("another injection meanwhile");
    assert!(target.census().0 > 1, "the call goes on");
    std::fs::write(&end, "").expect("write");
    let started = Instant::now();
    while target.census().0 > 1 {
        assert!(started.elapsed() < Duration::from_secs(100), "the helper did not leave");
        pause(50);
    }
    assert_eq!(target.finish(), "Ok(1)");
}

/// At random moments; `killed.rs` goes through them step by step.
#[test]
fn zetop_killed_at_any_moment_leaves_the_program_running() {
    for role in ["busy", "busy-alone", "float"] {
        let target = Target::start(role);
        let pid = target.pid().to_string();
        let path = library().to_str().expect("path").to_owned();
        for round in 0..60_u64 {
            let environment = [("ZETOP_INJECT_PID", pid.as_str()), ("ZETOP_INJECT_LIBRARY", path.as_str())];
            let injector = Target::start_with("inject", &environment);
            std::thread::sleep(Duration::from_micros(500 + round * 137 % 9000));
            drop(injector);
            if target.state().starts_with('Z') {
                panic!("{role}, round {round}: the program has ended and said: {}", target.finish());
            }
        }
        target.inject().unwrap_or_else(|error| {
            let state = target.state();
            panic!("{role}, a later one: {error} (state {state})")
        });
        assert_eq!(target.finish(), "right", "{role}");
    }
}
