//! Programs that do not use Level Zero yet, or can't be attached to.

use crate::attach::eventually;
use crate::support::{PROGRAMS, attached, attaching, needs_loader, target};
use std::path::Path;
use std::process::{Command, Stdio};
use zetop_e2e::account::Account;
use zetop_e2e::attacher::Attacher;
use zetop_e2e::figures::Figures;
use zetop_e2e::process::kill;
use zetop_e2e::target::Target;

fn busy_threads_are_seen(figures: &Figures) -> bool {
    figures.calls("zeEventQueryStatus").0 > 0
}

/// What the program did. It measures its kernel once while it initialises, which is seen if the probe is there in time.
fn account(said: &str, figures: &Figures) -> Account {
    let mut account = Account::read(said);
    if let Some(launches) = account.kernels.get_mut(&("work".to_owned(), 0)) {
        let seen = figures.device.kernels.iter().find(|kernel| kernel.name == "work");
        *launches += u64::from(seen.is_some_and(|kernel| kernel.launches == *launches + 1));
    }
    account
}

#[test]
fn wait_until_it_loads_level_zero() {
    needs_loader!();
    let mut target = target("threads=2 busy=1 init=0");
    attaching(&target, &["--only"]).end(0).refused(1, "add --wait");
    let zetop = attaching(&target, &[]);
    target.tell("init");
    let zetop = zetop.attached();
    zetop.until("calls are seen", busy_threads_are_seen);
    let mut said = target.tell("calls 1000") + &target.tell("threads 2 100");
    said += &target.tell("immediate 10");
    let figures = zetop.end(libc::SIGTERM).figures();
    Account::read(&said).assert_calls(&figures);
    account(&said, &figures).assert_device(&figures);
    assert!(target.quit().1.success());
}

#[test]
fn a_wait_ends_when_its_time_is_over() {
    needs_loader!();
    let target = target("threads=0 busy=0 init=0");
    let zetop = attaching(&target, &["--wait", "--duration", "0.3"]);
    zetop.end(0).refused(1, "has not used Level Zero or CUDA within 0.3 s");
    assert!(target.quit().1.success());
}

/// Ctrl-C ends the wait.
#[test]
fn a_wait_can_be_given_up() {
    needs_loader!();
    let target = target("threads=0 busy=0 init=0");
    let zetop = attaching(&target, &["--wait"]);
    // It keeps the program's folder open while it waits.
    let folder = format!("/proc/{}", target.pid());
    let has_opened_it = || {
        let open = std::fs::read_dir(format!("/proc/{}/fd", zetop.pid())).into_iter().flatten().flatten();
        open.into_iter().any(|fd| std::fs::read_link(fd.path()).is_ok_and(|to| to == Path::new(&folder)))
    };
    eventually("zetop waits", has_opened_it);
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
    // Its busy threads were faster than the probe's next look, and nothing said so.
    let noted = figures.quality.notes.iter().any(|note| note.contains("while zetop was attached"));
    assert!(noted, "{:?}", figures.quality.notes);
    Account::read(&said).assert_calls(&figures);
    account(&said, &figures).assert_device(&figures);
    eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    assert!(target.quit().1.success());
}

/// Between exec and the moment at which its C library is mapped. It was said to be statically linked.
#[test]
fn a_program_whose_c_library_is_not_loaded_yet_is_waited_for() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let gate = folder.path().join("gate");
    let name = std::ffi::CString::new(gate.to_str().expect("UTF-8")).expect("no NUL");
    // SAFETY: a C string.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
    // The dynamic linker opens this before anything else, and waits until somebody writes.
    let mut command = zetop_e2e::target::command(PROGRAMS.workload, "threads=1 busy=1");
    command.env("LD_PRELOAD", &gate).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut program = command.spawn().expect("it starts");
    let zetop = Attacher::start(PROGRAMS.zetop, program.id(), &["--wait"]);
    // It has looked, and waits for the next time; or has ended.
    let sleeps = format!("{} ", libc::SYS_clock_nanosleep);
    eventually("zetop has looked", || {
        let folder = format!("/proc/{}", zetop.pid());
        // Some kernels do not tell.
        let sleeps = |call: String| call.starts_with(&sleeps);
        std::fs::read_to_string(format!("{folder}/syscall")).map_or(true, sleeps)
            || !Path::new(&format!("{folder}/exe")).exists()
    });
    drop(std::fs::File::options().write(true).open(&gate).expect("it is read"));
    zetop.attached().until("calls are seen", busy_threads_are_seen);
    program.kill().expect("our own child");
    program.wait().expect("our own child");
}

/// It was waited for without end.
#[test]
fn a_loader_in_a_namespace_of_its_own() {
    needs_loader!();
    let mut command = zetop_e2e::target::command(PROGRAMS.workload, "threads=0 busy=0 init=0");
    let mut target = Target::run(command.env("ZE_WORKLOAD_LOADER", "own-namespace"));
    target.tell("load");
    for options in [&[][..], &["--wait"]] {
        attaching(&target, options).end(0).refused(1, "was loaded with dlmopen");
    }
    eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    assert!(target.quit().1.success());
}

/// Nothing is left in the program that waits for its initialisation.
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
    let refused =
        |pid: u32, words: &str| Attacher::start(PROGRAMS.zetop, pid, &["--only"]).end(0).refused(1, words);
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

/// A 32-bit x86 executable that waits for signals for ever.
fn i386_executable() -> Vec<u8> {
    const BASE: u32 = 0x0804_8000;
    const HEADERS: u32 = 52 + 32;
    // pause: mov eax, 29; int 0x80; jmp pause
    const CODE: [u8; 9] = [0xb8, 29, 0, 0, 0, 0xcd, 0x80, 0xeb, 0xf7];
    const LENGTH: u32 = HEADERS + CODE.len() as u32;
    // 32 bits, little-endian, version 1
    let mut file = b"\x7fELF\x01\x01\x01".to_vec();
    file.resize(16, 0);
    let short = |file: &mut Vec<u8>, values: &[u16]| file.extend(values.iter().flat_map(|v| v.to_le_bytes()));
    let long = |file: &mut Vec<u8>, values: &[u32]| file.extend(values.iter().flat_map(|v| v.to_le_bytes()));
    // an executable for the i386, version, entry, where the program headers are, no sections, no flags
    short(&mut file, &[2, 3]);
    long(&mut file, &[1, BASE + HEADERS, 52, 0, 0]);
    // sizes of this header and of a program header, number of program headers; no sections
    short(&mut file, &[52, 32, 1, 0, 0, 0]);
    // to be loaded: the whole file, readable and executable
    long(&mut file, &[1, 0, BASE, BASE, LENGTH, LENGTH, 5, 0x1000]);
    file.extend(CODE);
    file
}

#[test]
fn a_program_of_another_architecture() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("other");
    std::fs::write(&path, i386_executable()).expect("write");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("chmod");
    let mut child = match Command::new(&path).stdin(Stdio::null()).spawn() {
        Ok(child) => child,
        Err(error) => return zetop_testing::skip!("no 32-bit programs here: {error}"),
    };
    let pid = child.id().to_string();
    Attacher::start(PROGRAMS.zetop, child.id(), &[]).end(0).refused(1, "32-bit x86 (i386)");
    Attacher::start(PROGRAMS.zetop, child.id(), &["--wait"]).end(0).refused(1, "32-bit x86 (i386)");
    let doctor = Command::new(PROGRAMS.zetop).args(["doctor", "-p", &pid]).output().expect("doctor");
    let said = String::from_utf8_lossy(&doctor.stdout);
    assert!(!doctor.status.success() && said.contains("i386"), "{said}");
    assert!(child.try_wait().expect("our own child").is_none(), "it has ended");
    child.kill().expect("our own child");
    child.wait().expect("our own child");
}

#[test]
fn itself() {
    let mut command = Command::new("sh");
    let zetop = command.args(["-c", "exec \"$0\" --no-tui -p $$", PROGRAMS.zetop]).output().expect("sh");
    let said = String::from_utf8_lossy(&zetop.stderr);
    assert_eq!((zetop.status.code(), said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.contains("is zetop itself"), "{said}");
}
