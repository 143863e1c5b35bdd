//! A session of a program that zetop has started: the interface that dashboard and reports read, and an attach to such a child.

#[test]
fn the_session_interface_reads_what_a_launched_program_leaves() {
    use zetop::live_session::{LiveSession, Settings};
    use zetop_figures::session::Session as _;
    use zetop_process::launch::{Launch, Output};
    let launch = Launch {
        command: vec!["sh".into(), "-c".into(), "echo out; echo err >&2; exit 4".into()],
        simulator: false,
        output: Output::Capture,
    };
    let mut session = LiveSession::launch(&launch, Settings::default()).unwrap();
    while !session.finished() {
        session.poll();
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let lines: Vec<&str> = session.log().iter().map(|l| l.text.as_str()).collect();
    assert!(lines.contains(&"out") && lines.contains(&"err"), "{lines:?}");
    let snapshot = session.snapshot(None);
    assert_eq!(snapshot.target.exit_status, Some(4));
    assert!(
        snapshot.quality.notes.iter().any(|n| n.starts_with("no Level Zero or CUDA calls seen")),
        "{:?}",
        snapshot.quality.notes
    );
}

/// A program that zetop has started is its child and its tracee: a stop must not be taken for the end.
#[test]
fn a_child_of_zetop_is_not_taken_for_ended() {
    use std::time::Duration;
    use zetop_inject::{Injector, Limits, check};
    use zetop_process::launch::{Launch, Output};
    use zetop_process::session_folder::SessionFolder;
    let mut folder = SessionFolder::create(&Default::default(), false).expect("folder");
    let command = vec!["sleep".into(), "1000".into()];
    let launch = Launch { command, simulator: false, output: Output::Inherit };
    folder.unpacked().expect("there is room");
    let mut program = launch.prepare(&folder).and_then(|prepared| prepared.start(&folder)).expect("start");
    let pid = program.pid();
    // It has only just been executed: its C library comes in a moment.
    while check(pid).is_err() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let injecting = std::thread::spawn(move || {
        let long = Duration::from_secs(30);
        let limits = Limits { safe_point: long, call: long, hold: long };
        (0..300).filter(|_| Injector::attach(pid, limits).and_then(Injector::detach).is_ok()).count()
    });
    let mut looks = 0;
    while !injecting.is_finished() {
        assert_eq!(program.status(), None, "after {looks} looks");
        looks += 1;
    }
    assert_eq!(injecting.join().expect("the thread does not panic"), 300);
    println!("{looks} looks");
    // SAFETY: kill takes plain numbers; the child is ours and not yet waited for.
    unsafe { libc::kill(pid as i32, libc::SIGKILL) };
    while program.status().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    use std::os::unix::process::ExitStatusExt;
    assert_eq!(program.status().and_then(|status| status.signal()), Some(libc::SIGKILL));
}
