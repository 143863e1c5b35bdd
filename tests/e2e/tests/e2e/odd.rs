//! Programs that do what is allowed but rare: they run as they do without zetop, and are counted correctly.

use crate::support::{
    NOBODY, PROGRAMS, attached, both, is_root, needs, needs_loader, same_and_as_expected, scene,
};
use zetop_e2e::attacher::Attacher;
use zetop_e2e::process::start;
use zetop_e2e::scene::LIMIT;
use zetop_e2e::tables::Tables;
use zetop_e2e::target::Target;

#[test]
fn a_program_whose_main_ends_its_thread_ends_with_its_last_one() {
    needs_loader!();
    let (_, watched) = both(&scene("main-ends n=100 ms=300"));
    assert_eq!(watched.figures.calls("zeDriverGetApiVersion"), (100, 0));
}

#[test]
fn such_a_program_ends_while_attached() {
    needs_loader!();
    let mut command = std::process::Command::new(PROGRAMS.workload);
    command.args(["main-ends", "n=100", "main=1000", "ms=2500"]);
    let running = start(command.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()));
    let pid = running.pid() as u32;
    // Where the attach comes too late for that, there is nothing of the probe's to keep it.
    let zetop = Attacher::start(PROGRAMS.zetop, pid, &["--wait"]).attached_or_not();
    let outcome = running.finish(LIMIT).succeeded();
    assert_eq!(outcome.stdout, "100 calls of the last thread\n");
    if let Ok(zetop) = zetop {
        let end = zetop.end(0);
        assert!(end.status.success(), "{end:#?}");
    }
}

/// Its memory can be read by the ids of its other threads only: zetop does not come there, and its next call detaches. That took
/// nothing out, and a note said that the program had initialised Level Zero meanwhile.
#[test]
fn such_a_program_is_left_as_it_was() {
    needs_loader!();
    let mut command = std::process::Command::new(PROGRAMS.workload);
    command
        .args(["main-ends", "n=1", "main=4000", "ms=4500", "rest=600000"])
        .stdout(std::process::Stdio::null());
    let mut program =
        command.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()).spawn().expect("it starts");
    let pid = program.id();
    let other = || {
        let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        let ids = tasks.filter_map(|task| task.file_name().to_str()?.parse::<u32>().ok());
        ids.into_iter().find(|id| *id != pid)
    };
    crate::attach::eventually("its other thread", || other().is_some());
    let other = other().expect("just seen");
    let before = Tables::read(other);
    let zetop = Attacher::start(PROGRAMS.zetop, pid, &[]).attached();
    let state = || std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    crate::attach::eventually("the end of main", || state().contains(") Z "));
    assert_ne!(Tables::read(other).changed_since(&before), 0, "attached");
    let figures = zetop.end(libc::SIGTERM).figures();
    crate::attach::eventually("the tables are as before", || Tables::read(other).changed_since(&before) == 0);
    program.kill().expect("our own child");
    program.wait().expect("our own child");
    assert!(!figures.quality.notes.iter().any(|note| note.contains("initialised")), "{figures:#?}");
}

/// Which only a process with one thread can.
#[test]
fn a_program_makes_a_user_namespace_of_its_own() {
    needs_loader!();
    needs!(["unshare", "--user"]);
    let (plain, _) = same_and_as_expected(&scene("new-user-namespace n=100"));
    assert!(plain.program.stdout.starts_with("a user namespace of its own\n"));
}

/// While zetop is attached there was a thread of the probe's. Then it could make no namespace, and Python warned when it forked.
#[test]
fn an_attached_program_makes_a_user_namespace_of_its_own() {
    needs_loader!();
    needs!(["unshare", "--user"]);
    let mut command = std::process::Command::new(PROGRAMS.workload);
    command.args(["new-user-namespace", "n=100", "line=1"]);
    let program = Target::run(command.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()));
    let zetop = attached(&program, &[]);
    crate::attach::eventually("no thread of ours", || program.threads_of_ours().is_empty());
    let (said, status) = program.end("go on");
    assert!(status.success() && said.starts_with("a user namespace of its own\n"), "{said} {status}");
    let end = zetop.end(0);
    assert!(end.status.success(), "{end:#?}");
    assert_eq!(end.figures().calls("zeDriverGetApiVersion"), (100, 0), "those after the attach");
}

/// Python warns if the process has several threads, from 3.12 on.
#[test]
fn python_forks_without_a_warning() {
    needs_loader!();
    let Some((_, python)) = zetop_testing::pythons().pop_last().filter(|(version, _)| *version >= (3, 12))
    else {
        return zetop_testing::skip!("no Python of 3.12 or later");
    };
    // It forks with one thread, and with two to show that Python looks. An error made of the warning would be lost.
    const PROGRAM: &str = "import ctypes, os, sys, threading, warnings
ze = ctypes.CDLL('libze_loader.so.1')
count, driver = ctypes.c_uint32(1), ctypes.c_void_p()
version = ctypes.c_uint32()
assert ze.zeInit(0) == 0 and ze.zeDriverGet(ctypes.byref(count), ctypes.byref(driver)) == 0
if sys.argv[1:] == ['attach']:
    print('ready', flush=True)
    sys.stdin.readline()
for _ in range(100):
    assert ze.zeDriverGetApiVersion(driver, ctypes.byref(version)) == 0
def fork():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        child = os.fork()
        if child == 0:
            assert ze.zeDriverGetApiVersion(driver, ctypes.byref(version)) == 0
            os._exit(0)
    return os.waitpid(child, 0)[1], [str(each.category.__name__) for each in caught]
print('one thread', *fork())
end = threading.Event()
threading.Thread(target=end.wait).start()
print('two threads', *fork())
end.set()
";
    let folder = tempfile::tempdir().expect("temporary folder");
    let json = folder.path().join("zetop.json");
    let mut zetop = std::process::Command::new(PROGRAMS.zetop);
    zetop.args(["--sim", "--no-tui", "--json"]).arg(&json).arg("--").arg(&python).args(["-c", PROGRAM]);
    let outcome = start(&mut zetop).finish(LIMIT).succeeded();
    assert_eq!(outcome.stdout, "one thread 0 []\ntwo threads 0 ['DeprecationWarning']\n", "{outcome:#?}");
    let figures = zetop_e2e::figures::Figures::read(&json, &outcome.stderr);
    assert_eq!(figures.calls("zeDriverGetApiVersion"), (102, 0));

    let mut command = std::process::Command::new(&python);
    command.args(["-c", PROGRAM, "attach"]).env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
    let program = Target::run(&mut command);
    let zetop = attached(&program, &[]);
    crate::attach::eventually("no thread of ours", || program.threads_of_ours().is_empty());
    let (said, status) = program.end("go on");
    assert!(status.success(), "{said} {status}");
    assert_eq!(said, "one thread 0 []\ntwo threads 0 ['DeprecationWarning']\n");
    assert_eq!(zetop.end(0).figures().calls("zeDriverGetApiVersion"), (102, 0));
}

#[test]
fn a_thread_that_forked_ends_in_the_child_and_nothing_is_counted_twice_or_lost() {
    needs_loader!();
    let _ = same_and_as_expected(&scene("fork-in-thread how=fork n=100000"));
}

#[test]
fn a_child_of_a_bare_clone_counts_for_itself() {
    needs_loader!();
    let (_, watched) = same_and_as_expected(&scene("fork-in-thread how=clone n=50000"));
    assert_eq!(watched.figures.target.pids.len(), 2, "{:?}", watched.figures.target);
}

#[test]
fn a_signal_handler_may_call_while_its_thread_begins_and_ends() {
    needs_loader!();
    // How many signals are merged differs from run to run.
    let watched = scene("signalled n=3000").watched();
    let outcome = &watched.program;
    assert!(outcome.status.success(), "{outcome:#?}");
    zetop_e2e::account::Account::read(&outcome.stderr).assert_calls(&watched.figures);
}

/// Longer after the probe's exit handler than zetop looks at what has ended.
#[test]
fn calls_in_the_programs_own_exit_handlers_count_however_late() {
    needs_loader!();
    let (plain, _) = same_and_as_expected(&scene("late-calls n=1000 ms=6000"));
    assert!(plain.program.stdout.ends_with("1000 late calls\n"), "{plain:#?}", plain = plain.program);
}

#[test]
fn a_limit_on_the_size_of_files_does_not_end_the_program() {
    needs_loader!();
    // Too small for anything, and large enough for the beginning of a process file.
    let (_, watched) = both(&scene("file-limit kib=64 n=1000"));
    assert_eq!(watched.figures.host.calls, 0);
    let notes = &watched.figures.quality.notes;
    assert!(notes.iter().any(|note| note.contains("ulimit -v or -f")), "{notes:?}");
    assert!(!notes.iter().any(|note| note.contains("not seen to load")), "{notes:?}");
    let (_, watched) = both(&scene("file-limit kib=20480 n=1000"));
    assert_eq!(watched.figures.calls("zeDriverGetApiVersion"), (1000, 0));
}

/// Where ipc-channel's server would be: its panic went to the program's stderr and made the attach permanent.
#[test]
fn an_attach_leaves_a_program_without_a_folder_for_temporary_files() {
    needs_loader!();
    let mut command = zetop_e2e::target::command(PROGRAMS.workload, "threads=1 busy=0");
    let mut program = Target::run(command.env("TMPDIR", "/nowhere"));
    let zetop = attached(&program, &[]);
    program.tell("calls 10");
    let end = zetop.end(libc::SIGINT);
    assert!(end.status.success(), "{end:#?}");
    crate::attach::eventually("no thread of ours", || program.threads_of_ours().is_empty());
}

/// Whatever the probe has open, at any time: a descriptor number that the program has reused is the
/// program's.
#[test]
fn files_of_a_program_that_closes_everything_stay_its_own() {
    needs_loader!();
    let mut program = crate::support::target("threads=1 busy=0");
    for _ in 0..3 {
        let zetop = attached(&program, &[]);
        program.tell("close-all 16");
        program.tell("calls 10");
        let end = zetop.end(libc::SIGINT);
        assert!(end.status.success(), "{end:#?}");
        crate::attach::eventually("no thread of ours", || program.threads_of_ours().is_empty());
        program.tell("files");
    }
    assert!(program.quit().1.success());
}

/// A cancelled thread unwinds through our wrapper, before the call is counted.
#[test]
fn threads_that_are_cancelled_in_a_call_while_attached() {
    needs_loader!();
    let mut program = crate::support::target("threads=1 busy=0");
    let zetop = attached(&program, &[]);
    program.tell("cancel 20");
    let said = program.tell("calls 100");
    let end = zetop.end(libc::SIGTERM);
    assert!(end.status.success(), "{end:#?}");
    zetop_e2e::account::Account::read(&said).assert_calls(&end.figures());
    program.tell("cancel 5");
    assert!(program.quit().1.success());
}

/// zetop could not open the file that the probe had made, and all calls were lost. Root may open anything.
#[test]
fn a_program_whose_umask_takes_everything_is_counted() {
    needs_loader!();
    let wrapper: &[&str] = if is_root() { &NOBODY } else { &["env"] };
    needs!(wrapper);
    let mut command = std::process::Command::new(wrapper[0]);
    command.args(&wrapper[1..]).args([PROGRAMS.zetop, "--sim", "--no-tui", "--no-history", "--json", "-"]);
    command.args(["--", "sh", "-c", "umask 0777; exec \"$0\" late-calls n=50 ms=0", PROGRAMS.workload]);
    let outcome = start(&mut command).finish(LIMIT).succeeded();
    let line = outcome.stdout.lines().find(|line| line.starts_with('{')).expect("figures");
    let figures: zetop_e2e::figures::Figures = serde_json::from_str(line).expect("figures");
    assert_eq!(figures.calls("zeDriverGetApiVersion"), (100, 0), "{}", outcome.stderr);
}
