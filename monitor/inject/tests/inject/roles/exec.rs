//! Programs that execute others, and what they execute.

use super::executable::{be, leave_own_file};
use super::signals::on;
use super::tell::{read_byte, say};
use super::waits::unsafe_nanosleep;
use std::ffi::c_int;
use std::ptr::null;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Becomes the set-user-ID program, which acts as `victim`.
pub(super) fn execute_victim() -> ! {
    // The names are put together before anything is out of order.
    let program = std::env::var("ZETOP_INJECT_VICTIM").expect("a program");
    let program = std::ffi::CString::new(program).expect("no NUL");
    let arguments = [program.as_ptr(), null()];
    let environment = [c"ZETOP_INJECT_ROLE=victim".as_ptr(), null()];
    // SAFETY: texts that live, in lists that end with null.
    unsafe {
        libc::execve(program.as_ptr(), arguments.as_ptr(), environment.as_ptr());
        libc::_exit(7)
    }
}

pub(super) fn become_nobody() {
    // SAFETY: plain numbers.
    unsafe {
        assert_eq!(libc::setresgid(65534, 65534, 65534), 0);
        assert_eq!(libc::setresuid(65534, 65534, 65534), 0);
    }
}

/// Never at a safe point, until it executes the other program.
extern "C" fn execute_in_a_moment(_: c_int) {
    let delay = std::env::var("ZETOP_INJECT_DELAY").unwrap_or_default().parse().unwrap_or(0);
    say("ready");
    let started = Instant::now();
    while started.elapsed() < Duration::from_micros(delay) {
        std::hint::spin_loop();
    }
    execute_victim();
}

pub(super) fn race() {
    become_nobody();
    on(libc::SIGUSR1, execute_in_a_moment, 0);
    // SAFETY: raise has no preconditions.
    unsafe { libc::raise(libc::SIGUSR1) };
}

static IN_HANDLER: AtomicU64 = AtomicU64::new(0);

extern "C" fn stay(_: c_int) {
    IN_HANDLER.fetch_add(1, Ordering::SeqCst);
    loop {
        // SAFETY: pause has no preconditions.
        unsafe { libc::pause() };
    }
}

extern "C" fn execute_when_told(_: c_int) {
    IN_HANDLER.fetch_add(1, Ordering::SeqCst);
    let _ = read_byte();
    execute_victim();
}

/// Three threads that are never at a safe point. The last one executes the other program when told to, and the program says
/// which one it is that stays beside the first.
pub(super) fn executes_beside() {
    on(libc::SIGUSR1, stay, 0);
    on(libc::SIGUSR2, execute_when_told, 0);
    let (send, tid) = std::sync::mpsc::channel();
    for (signal, known) in [(libc::SIGUSR1, 1), (libc::SIGUSR2, 2)] {
        let send = send.clone();
        std::thread::spawn(move || {
            // SAFETY: no preconditions.
            unsafe {
                let _ = send.send(libc::gettid());
                libc::raise(signal)
            };
        });
        while IN_HANDLER.load(Ordering::SeqCst) < known {
            std::thread::yield_now();
        }
    }
    say("ready");
    say(&tid.recv().expect("a thread").to_string());
    // SAFETY: raise has no preconditions.
    unsafe { libc::raise(libc::SIGUSR1) };
}

/// Says with which rights it runs, and at the end whether anybody has done anything to it.
pub(super) fn victim() {
    // SAFETY: geteuid has no preconditions.
    say(&format!("euid {}", unsafe { libc::geteuid() }));
    let _ = read_byte();
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let code =
        maps.lines().find(|line| line.contains(" r-xp ") && !line.contains('/') && !line.contains('['));
    let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).ok();
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let helper = tasks.filter_map(name).find(|name| name.starts_with("zetop"));
    match (code, helper) {
        (None, None) => say("untouched"),
        other => say(&format!("{other:?}")),
    }
}

/// Another user when told to.
pub(super) fn drop_rights() {
    say("ready");
    let _ = read_byte();
    become_nobody();
    say("dropped");
    let _ = read_byte();
}

/// `/proc/self/exe` is another file, some time after a byte has come.
pub(super) fn another_executable() {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let file = std::fs::File::open(variable("ZETOP_INJECT_FILE"));
    let delay = Duration::from_micros(variable("ZETOP_INJECT_DELAY").parse().unwrap_or(0));
    let number = file.as_ref().map_or(-1, std::os::fd::AsRawFd::as_raw_fd);
    leave_own_file();
    say("ready");
    let _ = read_byte();
    if delay.is_zero() {
        say(if be(number) { "replaced" } else { "not permitted" });
    }
    std::thread::spawn(move || {
        std::thread::sleep(delay);
        if !delay.is_zero() {
            be(number);
        }
        loop {
            let _ = unsafe_nanosleep(1);
        }
    });
    let _ = read_byte();
}
