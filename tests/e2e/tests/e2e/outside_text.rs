//! Text that other programs choose: names of programs, threads, files and libraries. It reaches no terminal and no file
//! with its escape sequences, and does not have to be UTF-8.

use crate::attach::eventually;
use crate::support::{PROGRAMS, attaching, needs_loader, target};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc::channel;
use zetop_e2e::account::Account;
use zetop_e2e::attacher::{Attacher, End};
use zetop_e2e::process::start;
use zetop_e2e::scene::LIMIT;
use zetop_e2e::target::Target;

/// No control character, and none that changes the direction of what follows.
fn assert_harmless(text: &str) {
    let harmful = |c: char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c);
    for line in text.lines() {
        assert!(!line.contains(harmful), "{line:?}");
    }
}

/// A thread of this test's, with a name, that traces the target; returns how zetop's attach ends meanwhile.
fn attach_while_traced_by(target: &Target, name: &[u8]) -> End {
    let pid = target.pid().cast_signed();
    let (ready, traces) = channel();
    let (go_on, wait) = channel::<()>();
    let name = [name, b"\0"].concat();
    let tracer = std::thread::spawn(move || {
        // SAFETY: a C string; plain numbers. The tracing ends with this thread.
        let seized = unsafe {
            libc::prctl(libc::PR_SET_NAME, name.as_ptr());
            libc::ptrace(libc::PTRACE_SEIZE, pid, 0, 0)
        };
        ready.send(seized).expect("the test waits");
        let _ = wait.recv();
    });
    assert_eq!(traces.recv(), Ok(0), "a child of ours can be traced");
    let end = attaching(target, &[]).end(0);
    drop(go_on);
    tracer.join().expect("it does not panic");
    end
}

/// A name that could not be read, or was empty, was taken for that of a tracer that had ended, and zetop waited for ever.
#[test]
fn a_tracer_whose_name_is_no_text_is_named() {
    needs_loader!();
    let target = target("threads=0 busy=0");
    for (name, shown) in [(&b"\xff\xfebad"[..], "\u{fffd}\u{fffd}bad"), (b"", "")] {
        let end = attach_while_traced_by(&target, name);
        end.refused(1, &format!("is already traced by process {} ({shown})", std::process::id()));
    }
}

/// The workload under another name.
fn renamed(folder: &tempfile::TempDir, name: &[u8]) -> PathBuf {
    let path = folder.path().join(OsStr::from_bytes(name));
    zetop_testing::copy_program(PROGRAMS.workload, &path);
    path
}

/// A JSON writer keeps what is a control character from U+0080 on.
#[test]
fn the_name_of_a_program_is_harmless_in_every_output() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = renamed(&folder, "wor\u{1b}[31mk\u{9b}2Jload\u{202e}".as_bytes());
    let csv = folder.path().join("out.csv");
    let mut command = Command::new(PROGRAMS.zetop);
    command.args(["--sim", "--no-tui", "--live", "--json", "-", "--csv"]).arg(&csv);
    command.args(["--", "sh", "-c", "exec \"$0\" late-calls n=10 ms=0"]).arg(&path).arg("\u{9b}2J");
    let outcome = start(&mut command).finish(LIMIT).succeeded();
    assert_harmless(&outcome.stdout);
    assert_harmless(&outcome.stderr);
    assert!(outcome.stdout.contains("workload\""), "{}", outcome.stdout);
    assert_harmless(&std::fs::read_to_string(&csv).expect("written"));

    let mut command = Command::new(&path);
    command.args(["attachable", "threads=1", "busy=0"]).env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
    let mut program = Target::run(&mut command);
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--no-tui", "--live", "--json", "-", "--duration", "1", "-p", &program.pid().to_string()]);
    let zetop = start(&mut zetop);
    program.tell("calls 1");
    let outcome = zetop.finish(LIMIT).succeeded();
    assert_harmless(&outcome.stdout);
    assert_harmless(&outcome.stderr);
    assert!(outcome.stdout.contains("workload\""), "{}", outcome.stdout);
}

/// Its file is in a folder whose name is not UTF-8, and so is its own name, which the kernel cuts after 15 bytes, in the middle
/// of a character. The attach could not read its status or its memory map, nor could the probe.
#[test]
fn a_program_whose_names_are_no_text_is_attached_to() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let inside = folder.path().join(OsStr::from_bytes(b"caf\xe9"));
    std::fs::create_dir(&inside).expect("a file system that takes any name");
    let path = inside.join("fourteen-bytes\u{e9}");
    zetop_testing::copy_program(PROGRAMS.workload, &path);
    let mut command = Command::new(&path);
    command.args(["attachable", "threads=2", "busy=1"]).env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
    command.env("ZES_ENABLE_SYSMAN", "1").env("ZESIM_KERNEL_NS", "work=20000");
    let mut program = Target::run(&mut command);
    for _ in 0..2 {
        let zetop = Attacher::start(PROGRAMS.zetop, program.pid(), &[]).attached();
        let said = program.tell("calls 100") + &program.tell("immediate 5");
        let figures = zetop.end(libc::SIGTERM).figures();
        let account = Account::read(&said);
        account.assert_calls(&figures);
        account.assert_device(&figures);
        eventually("no thread of ours", || program.threads_of_ours().is_empty());
    }
    assert!(program.quit().1.success());
}

#[test]
fn a_program_whose_names_are_no_text_is_started() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = renamed(&folder, b"caf\xe9-\xff");
    let json = folder.path().join("out.json");
    let mut command = Command::new(PROGRAMS.zetop);
    command.args(["--sim", "--no-tui", "--json"]).arg(&json).arg(&path).args(["late-calls", "n=50", "ms=0"]);
    let outcome = start(command.arg0("zetop")).finish(LIMIT).succeeded();
    assert!(outcome.stdout.ends_with("50 late calls\n"), "{outcome:#?}");
    let figures = zetop_e2e::figures::Figures::read(&json, &outcome.stderr);
    assert_eq!(figures.calls("zeDriverGetApiVersion"), (100, 0));
}
