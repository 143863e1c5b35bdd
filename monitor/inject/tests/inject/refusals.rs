//! What is refused, and with which message.

use std::fs::Permissions;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use zetop_inject::{Facts, InjectError, Injector, Limits, check};

use crate::target::{Target, is_root, pause};

/// Ends with the test, however that ends.
struct Ending(Child);

impl Drop for Ending {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn refusal(pid: u32) -> String {
    let text = check(pid).map(|facts: Facts| facts.exe).expect_err("must be refused").to_string();
    println!("{text}");
    assert!(!text.contains('\n'));
    text
}

/// The refusal of a program that has just been executed, once its memory is as it will be.
fn refusal_once_executed(pid: u32, words: &str) {
    let started = Instant::now();
    while !check(pid).is_err_and(|error| error.to_string().contains(words)) {
        assert!(
            started.elapsed() < Duration::from_secs(100),
            "{words}: {:?}",
            check(pid).map(|facts| facts.exe)
        );
        pause(1);
    }
    assert!(refusal(pid).contains(words));
}

/// Waits until a process is in a state, by the letter that the kernel has for it.
fn wait_for_state(pid: u32, state: char) {
    let status = || std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it is there");
    let started = Instant::now();
    while !status().contains(&format!("State:\t{state}")) {
        assert!(started.elapsed() < Duration::from_secs(100), "{state}: {}", status());
        pause(1);
    }
}

#[test]
fn facts_of_an_ordinary_program() {
    let target = Target::start("busy");
    let facts = check(target.pid()).expect("facts");
    assert_eq!(facts.exe, std::env::current_exe().expect("exe"));
    assert_eq!(facts.threads, 4);
    assert!(facts.libc.to_string_lossy().contains("libc"));
    assert!(facts.libc_version.expect("version").starts_with("2."));
    assert!(facts.files.contains(&facts.exe) && facts.files.contains(&facts.libc));
    assert!(facts.chroot.is_none() && facts.other_namespaces.is_empty());
}

#[test]
fn itself() {
    assert!(refusal(std::process::id()).contains("is zetop itself"));
    // SAFETY: gettid has no preconditions.
    assert!(refusal(unsafe { libc::gettid() } as u32).contains("is zetop itself"));
}

#[test]
fn no_such_process() {
    for pid in [0, 4_194_304, u32::MAX] {
        assert!(refusal(pid).contains(&format!("no process {pid}")));
    }
}

#[test]
fn a_thread_of_another() {
    let target = Target::start("busy");
    let tasks = std::fs::read_dir(format!("/proc/{}/task", target.pid())).expect("tasks");
    let other = tasks
        .flatten()
        .filter_map(|task| task.file_name().to_str()?.parse().ok())
        .find(|tid| *tid != target.pid())
        .expect("a second thread");
    assert!(refusal(other).contains(&format!("is a thread of process {}", target.pid())));
}

#[test]
fn a_zombie() {
    let mut child = Command::new("true").spawn().expect("true");
    wait_for_state(child.id(), 'Z');
    assert!(refusal(child.id()).contains("zombie"));
    let _ = child.wait();
}

/// A child that traces another one, which could not be waited for before this one has ended.
struct Tracer(libc::pid_t);

impl Drop for Tracer {
    fn drop(&mut self) {
        // SAFETY: a child of this process.
        unsafe {
            libc::kill(self.0, libc::SIGKILL);
            libc::waitpid(self.0, std::ptr::null_mut(), 0);
        }
    }
}

/// A process may call itself anything.
#[test]
fn a_process_that_something_with_an_odd_name_traces() {
    let target = Target::start("read");
    let pid = target.pid() as libc::pid_t;
    // SAFETY: the child makes system calls alone, until it is killed.
    let tracer = unsafe { libc::fork() };
    if tracer == 0 {
        let name = b"\x1b[31mred\xff\x07\0";
        let none = std::ptr::null_mut::<libc::c_void>();
        // SAFETY: a string and numbers.
        unsafe {
            libc::prctl(libc::PR_SET_NAME, name.as_ptr());
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            libc::ptrace(libc::PTRACE_SEIZE, pid, none, none);
            loop {
                libc::pause();
            }
        }
    }
    let tracer = Tracer(tracer);
    let status = || std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it is there");
    while !status().contains(&format!("TracerPid:\t{}\n", tracer.0)) {
        pause(5);
    }
    let text = refusal(target.pid());
    assert!(text.contains("red\u{fffd}·") && text.contains(&tracer.0.to_string()), "{text:?}");
    assert!(!text.contains(char::is_control), "{text:?}");
    drop(tracer);
    assert_eq!(target.finish(), "Ok(1)");
}

/// `pthread_exit` in main: the process lives as long as another thread does.
#[test]
fn a_first_thread_that_has_ended() {
    let target = Target::start("leader-ends");
    let status = || std::fs::read_to_string(format!("/proc/{}/status", target.pid())).expect("status");
    wait_for_state(target.pid(), 'Z');
    assert!(zetop_system::proc::is_alive(target.pid()));
    assert!(refusal(target.pid()).contains("the first thread"));
    target.signal(libc::SIGKILL);
    while status().contains("Threads:\t2") {
        pause(5);
    }
    assert!(!zetop_system::proc::is_alive(target.pid()));
}

/// A filter that would kill it for the attach's first system call.
#[test]
fn a_program_that_filters_its_system_calls() {
    for role in ["filtered", "filtered-thread"] {
        let target = Target::start(role);
        assert!(refusal(target.pid()).contains("filters its system calls"));
        assert!(target.inject().is_err());
        assert_eq!(target.finish(), "Ok(1)", "it lives");
    }
}

#[test]
fn a_program_under_thread_sanitizer() {
    let folder = tempfile::tempdir().expect("tempdir");
    let (source, program) = (folder.path().join("tsan.c"), folder.path().join("tsan"));
    std::fs::write(&source, "#include <unistd.h>\nint main(void){write(1,\"r\",1);sleep(60);}\n")
        .expect("write");
    let mut cc = Command::new("cc");
    cc.args(["-fsanitize=thread", "-o"]).args([&program, &source]).stderr(Stdio::null());
    if !cc.status().is_ok_and(|status| status.success()) {
        return zetop_testing::skip!("no C compiler with ThreadSanitizer here");
    }
    let mut child = Ending(Command::new(&program).stdout(Stdio::piped()).spawn().expect("start"));
    let mut ready = [0; 1];
    if child.0.stdout.take().expect("piped").read_exact(&mut ready).is_err() {
        return zetop_testing::skip!("ThreadSanitizer does not start on this kernel");
    }
    assert!(refusal(child.0.id()).contains("ThreadSanitizer"));
}

#[test]
fn a_kernel_thread() {
    let comm = std::fs::read_to_string("/proc/2/comm").unwrap_or_default();
    if comm.trim() != "kthreadd" {
        return zetop_testing::skip!("kernel threads are not visible here");
    }
    assert!(refusal(2).contains("kernel thread"));
}

#[test]
fn a_stopped_process() {
    let target = Target::start("read");
    target.signal(libc::SIGSTOP);
    wait_for_state(target.pid(), 'T');
    assert!(refusal(target.pid()).contains(&format!("kill -CONT {}", target.pid())));
    assert!(target.inject().is_err());
    assert!(target.state().starts_with('T'));
    target.signal(libc::SIGCONT);
    assert_eq!(target.inject().expect("now"), 1);
    assert_eq!(target.finish(), "Ok(1)");
}

#[test]
fn a_traced_process_names_its_tracer() {
    let target = Target::start("read");
    let tracer = Target::start_with("tracer", &[("ZETOP_INJECT_PID", &target.pid().to_string())]);
    assert!(refusal(target.pid()).contains(&format!("traced by process {} (", tracer.pid())));
    drop(tracer);
    assert_eq!(target.inject().expect("after the tracer has gone"), 1);
}

#[test]
fn a_static_program() {
    let folder = tempfile::tempdir().expect("tempdir");
    let source = folder.path().join("static.c");
    let program = folder.path().join("static");
    std::fs::write(&source, "#include <unistd.h>\nint main(void){sleep(60);}\n").expect("write");
    let cc =
        Command::new("cc").arg("-static").arg("-o").args([&program, &source]).stderr(Stdio::null()).status();
    if !cc.is_ok_and(|status| status.success()) {
        return zetop_testing::skip!("no C compiler for static programs here");
    }
    let child = Ending(Command::new(&program).spawn().expect("start"));
    refusal_once_executed(child.0.id(), "statically linked");
}

#[test]
fn a_32_bit_program() {
    let folder = tempfile::tempdir().expect("tempdir");
    let source = folder.path().join("small.c");
    let program = folder.path().join("small");
    std::fs::write(&source, "void _start(void){for(;;)__asm__(\"int $0x80\"::\"a\"(29));}\n").expect("write");
    let mut cc = Command::new("cc");
    cc.args(["-m32", "-nostdlib", "-static", "-o"]).args([&program, &source]).stderr(Stdio::null());
    if !cc.status().is_ok_and(|status| status.success()) {
        return zetop_testing::skip!("no C compiler for 32-bit programs here");
    }
    let Ok(child) = Command::new(&program).spawn() else {
        return zetop_testing::skip!("the kernel runs no 32-bit programs");
    };
    let child = Ending(child);
    refusal_once_executed(child.0.id(), "32-bit x86 (i386)");
}

/// A sleeping copy of `sleep` in a folder that everyone can enter.
fn sleeping_copy(folder: &Path, privilege: impl FnOnce(&Path) -> bool, user: u32) -> Option<Ending> {
    std::fs::set_permissions(folder, Permissions::from_mode(0o755)).expect("mode");
    let copy = folder.join("copy");
    zetop_testing::copy_program("/bin/sleep", &copy);
    privilege(&copy).then(|| {
        let mut command = Command::new(&copy);
        command.arg("60").uid(user).gid(user).current_dir("/");
        Ending(command.spawn().expect("start"))
    })
}

#[test]
fn a_set_user_id_program() {
    if !is_root() {
        return zetop_testing::skip!("only root can make another user's set-user-id program");
    }
    let folder = tempfile::tempdir().expect("tempdir");
    let set = |copy: &Path| {
        std::os::unix::fs::chown(copy, Some(65_534), None).expect("chown");
        std::fs::set_permissions(copy, Permissions::from_mode(0o4755)).expect("mode");
        true
    };
    let child = sleeping_copy(folder.path(), set, 0).expect("started");
    refusal_once_executed(child.0.id(), "does not attach to privileged programs");
}

#[test]
fn a_program_with_capabilities() {
    if !is_root() {
        return zetop_testing::skip!("only root can give a program capabilities");
    }
    let folder = tempfile::tempdir().expect("tempdir");
    let give = |copy: &Path| {
        let set = Command::new("setcap").arg("cap_net_raw+ep").arg(copy).output();
        set.is_ok_and(|output| output.status.success())
    };
    let Some(child) = sleeping_copy(folder.path(), give, 65_534) else {
        return zetop_testing::skip!("setcap is missing or not permitted");
    };
    refusal_once_executed(child.0.id(), "the kernel started it in secure mode");
}

#[test]
fn a_process_of_another_user() {
    if !is_root() {
        // process 1 is root's
        return assert!(refusal(1).contains("not permitted"));
    }
    zetop_testing::skip!("root may attach to anything");
}

/// Reading its memory took for ever.
#[test]
fn a_mapping_that_never_comes() {
    let folder = tempfile::tempdir_in("/dev/shm").expect("tempdir");
    let path = folder.path().to_str().expect("path");
    let mut target = Target::start_with("never-comes", &[("ZETOP_INJECT_FOLDER", path)]);
    if target.line() != "waits" {
        return zetop_testing::skip!("no userfaultfd for shared memory here");
    }
    let started = Instant::now();
    let _ = check(target.pid());
    let error = Injector::attach(target.pid(), Limits::default()).expect_err("that is no C library");
    println!("{error}");
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}

/// Its memory map was cut off at 4 MiB, and it "did not use Level Zero".
#[test]
fn a_program_with_many_mappings_is_attached_to() {
    let limit = std::fs::read_to_string("/proc/sys/vm/max_map_count").unwrap_or_default();
    if limit.trim().parse::<u32>().is_ok_and(|limit| limit < 60_000) {
        return zetop_testing::skip!("no process may have 50,000 mappings here");
    }
    let target = Target::start("many-mappings");
    assert!(zetop_system::proc::maps_contain(target.pid(), "[stack]") == Some(true), "the last one");
    let exe = std::env::current_exe().expect("exe");
    assert!(zetop_system::proc::mapped_files(target.pid()).contains(&exe));
    // On a loaded machine, one look at so long a map may take longer than zetop waits for it.
    let started = Instant::now();
    let counted = loop {
        match target.inject() {
            Err(InjectError::Silent { .. }) if started.elapsed() < Duration::from_secs(120) => {}
            other => break other.expect("inject"),
        }
    };
    assert_eq!(counted, 1);
    assert_eq!(target.finish(), "Ok(1)");
}
