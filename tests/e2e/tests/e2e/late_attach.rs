//! Programs that lose the probe on their way from zetop, which attaches to them while they run.

use crate::loaders::loaders;
use crate::rounds::{Program, assert_rounds};
use crate::support::{NOBODY, PROGRAMS, needs, needs_loader, needs_root};
use std::process::{Command, Stdio};
use zetop_e2e::figures::Figures;

/// `zetop WRAPPER ze-workload rounds`, exact from the moment that zetop says that it has attached.
fn attached_late(wrapper: &[&str], why: &str) {
    let folder = tempfile::tempdir().expect("temporary folder");
    let json = folder.path().join("zetop.json");
    let mut command = Command::new(PROGRAMS.zetop);
    command
        .args(["--no-tui", "--json"])
        .arg(&json)
        .arg("--")
        .args(wrapper)
        .args([PROGRAMS.workload, "rounds"]);
    command.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()).stderr(Stdio::piped());
    let mut program = Program::start_wrapped(&mut command);
    assert_eq!(program.line(), "ready");
    let said = program.line_with("pid");
    assert!(said.starts_with("zetop: attached late to pid "), "{said}");
    assert!(said.contains("calls before that are not seen") && said.contains(why), "{said}");
    program.work(120);
    let (rest, status) = program.end();
    assert!(status.success() && rest == "240 rounds\n", "{status:?} {rest}");
    let figures = Figures::read(&json, &program.other_words());
    assert_rounds(&figures, 240);
    assert_eq!(figures.target.exit_status, Some(0));
    assert_eq!(figures.target.pids.len(), 1, "{:?}", figures.target);
}

fn drivers() -> String {
    format!("ZE_ENABLE_ALT_DRIVERS={}", zetop_e2e::simulator().display())
}

#[test]
fn an_environment_that_was_cleaned() {
    needs_loader!();
    attached_late(&["env", "-i", &drivers()], "ZETOP_SESSION was taken from its environment");
}

#[test]
fn an_environment_that_lost_the_layer_only() {
    needs_loader!();
    attached_late(
        &["env", "-u", "ZE_ENABLE_VALIDATION_LAYER"],
        "ZE_ENABLE_VALIDATION_LAYER was taken from its environment",
    );
}

/// Behind a shell that stays, as in a script.
#[test]
fn an_environment_that_was_cleaned_in_a_script() {
    needs_loader!();
    attached_late(
        &["sh", "-c", "env -i \"$@\"; exit $?", "sh", &drivers()],
        "ZETOP_SESSION was taken from its environment",
    );
}

#[test]
fn another_user() {
    needs_loader!();
    needs_root!();
    needs!(NOBODY);
    attached_late(&NOBODY, "it runs as another user");
}

/// As in a container, where zetop's folders don't exist.
#[test]
fn another_file_system() {
    needs_loader!();
    needs_root!();
    const HIDE: &str = "for place in /dev/shm \"${TMPDIR:-/tmp}\" \"${XDG_RUNTIME_DIR:-/run}\"; do \
        for folder in \"$place\"/zetop-*; do [ ! -d \"$folder\" ] || mount -t tmpfs none \"$folder\"; done; done; \
        exec \"$@\"";
    let wrapper = ["unshare", "-m", "sh", "-c", HIDE, "sh"];
    needs!(wrapper);
    attached_late(&wrapper, "zetop's folder is not in its file system");
}

#[test]
fn a_library_path_that_leaves_zetops_folder_out() {
    for loader in loaders() {
        let wrapper = loader.wrapper();
        let wrapper: Vec<&str> = wrapper.iter().map(String::as_str).collect();
        attached_late(&wrapper, "ignores LD_LIBRARY_PATH");
    }
}

/// Zetop attaches again and again until the program has ended, and then says what it has not seen: it used to say nothing.
#[test]
fn a_process_that_was_stopped_all_the_time_is_said() {
    a_stopped_process_is_said("kill -KILL $!");
}

/// The last attach finds that the process has ended; the note used to give that as the reason.
#[test]
fn a_process_that_was_stopped_until_it_ended_is_said() {
    // The shell would collect the process; `sleep` does not.
    a_stopped_process_is_said("kill -KILL $!; exec sleep 10");
}

/// `end` is what a program does to its child that has stopped itself.
fn a_stopped_process_is_said(end: &str) {
    needs_loader!();
    let Some((_, python)) = zetop_testing::pythons().pop_last() else {
        return zetop_testing::skip!("no Python");
    };
    let stops = "import ctypes, os, signal
ctypes.CDLL('libze_loader.so.1').zeInit(0)
os.kill(os.getpid(), signal.SIGSTOP)";
    let folder = tempfile::tempdir().expect("temporary folder");
    let json = folder.path().join("zetop.json");
    let mut notes = Vec::new();
    // On a busy machine zetop finds it late. After 15 s it would say so anyway.
    let is_said = [2, 4, 8, 8, 8].into_iter().any(|seconds| {
        let python = python.display();
        let script = format!("env -u ZETOP_SESSION {python} -c \"{stops}\" & sleep {seconds}; {end}");
        let mut command = Command::new(PROGRAMS.zetop);
        command.args(["--no-tui", "--json"]).arg(&json).args(["--", "sh", "-c", &script]);
        command.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()).stderr(Stdio::null());
        assert!(command.status().expect("zetop").success());
        notes.extend(Figures::read(&json, "").quality.notes);
        let said = ["uses Level Zero without the probe", "ZETOP_SESSION was taken", "is stopped"];
        notes.iter().any(|note| said.iter().all(|part| note.contains(part)))
    });
    assert!(is_said, "{notes:#?}");
}
