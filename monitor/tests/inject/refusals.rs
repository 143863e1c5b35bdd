//! What is refused, and with which words.

use std::process::{Child, Command, Stdio};

use zetop::inject::{Facts, check};

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

#[test]
fn facts_of_an_ordinary_program() {
    let target = Target::start("busy");
    let facts = check(target.pid()).expect("facts");
    assert_eq!(facts.exe, std::env::current_exe().expect("exe"));
    assert_eq!(facts.threads, 4);
    assert!(facts.libc.to_string_lossy().contains("libc"));
    assert!(facts.libc_version.expect("version").starts_with("2."));
    assert!(facts.loaders.is_empty() && facts.chroot.is_none() && facts.other_namespaces.is_empty());
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
    pause(200);
    assert!(refusal(child.id()).contains("zombie"));
    let _ = child.wait();
}

#[test]
fn a_kernel_thread() {
    let comm = std::fs::read_to_string("/proc/2/comm").unwrap_or_default();
    if comm.trim() != "kthreadd" {
        return println!("skipped: kernel threads are not visible here");
    }
    assert!(refusal(2).contains("kernel thread"));
}

#[test]
fn a_stopped_process() {
    let target = Target::start("read");
    target.signal(libc::SIGSTOP);
    pause(100);
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
        return println!("skipped: no C compiler for static programs here");
    }
    let child = Ending(Command::new(&program).spawn().expect("start"));
    pause(100);
    assert!(refusal(child.0.id()).contains("statically linked"));
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
        return println!("skipped: no C compiler for 32-bit programs here");
    }
    let Ok(child) = Command::new(&program).spawn() else {
        return println!("skipped: the kernel runs no 32-bit programs");
    };
    let child = Ending(child);
    pause(100);
    assert!(refusal(child.0.id()).contains("32-bit x86 (i386)"));
}

#[test]
fn a_process_of_another_user() {
    if !is_root() {
        // process 1 is root's
        return assert!(refusal(1).contains("not permitted"));
    }
    println!("skipped: root may attach to anything");
}
