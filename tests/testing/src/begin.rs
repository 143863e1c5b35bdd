//! Before the tests.

use crate::run::{RUN, to_stderr};
use std::time::Duration;

/// No test takes this long, even on a busy machine. A thread that does is hanging.
const LIMIT: Duration = Duration::from_secs(15 * 60);
const LOOK: Duration = Duration::from_secs(5);

/// How many tests of a binary run at a time.
const THREADS: &str = "RUST_TEST_THREADS";

#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = begin;

extern "C" fn begin() {
    if cfg!(miri) {
        // It knows no signals, and takes its time.
        return;
    }
    for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGCHLD, libc::SIGTSTP] {
        // SAFETY: plain numbers; nobody has set a handler before `main`.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // SAFETY: zero is a valid value of this plain structure, and the calls write and read it.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
    }
    if std::env::var_os(RUN).is_some() {
        // A program that a test has started from its own file, and watches itself.
        return;
    }
    // SAFETY: before `main` there is one thread.
    unsafe { std::env::set_var(RUN, libc::getppid().to_string()) };
    if std::env::var_os(THREADS).is_none() {
        // Most tests wait for processes of theirs, and leave the processors to others meanwhile.
        let threads = 4 * std::thread::available_parallelism().map_or(1, usize::from);
        // SAFETY: as above.
        unsafe { std::env::set_var(THREADS, threads.to_string()) };
    }
    // SAFETY: as above.
    unsafe { crate::leftovers::end_with_this_process() };
    // Without a thread there is no limit, which does no harm.
    let _ = std::thread::Builder::new().name("time limit".to_owned()).spawn(watch);
}

/// Ends the tests when one of them hangs.
fn watch() {
    loop {
        std::thread::sleep(LOOK);
        let late = late_threads();
        if !late.is_empty() {
            let name = std::env::args().next().unwrap_or_default();
            to_stderr(&format!("{name}: not done within {LIMIT:?}: {}\n", late.join(", ")));
            crate::leftovers::end();
            std::process::abort();
        }
    }
}

/// Names of the threads that began too long ago, tests among them. The first thread waits for all tests.
fn late_threads() -> Vec<String> {
    let uptime = std::fs::read_to_string("/proc/uptime").unwrap_or_default();
    let Some(now) = uptime.split(' ').next().and_then(|seconds| seconds.parse::<f64>().ok()) else {
        return Vec::new();
    };
    // SAFETY: asks for a number.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) } as f64;
    let me = std::process::id().to_string();
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    tasks
        .filter(|task| task.file_name().to_str() != Some(&*me))
        .filter_map(|task| {
            let stat = std::fs::read_to_string(task.path().join("stat")).ok()?;
            let (before, after) = stat.rsplit_once(')')?;
            let name = before.split_once('(')?.1;
            let start: f64 = after.split_whitespace().nth(19)?.parse().ok()?;
            let late = now - start / ticks > LIMIT.as_secs_f64();
            (late && name != "time limit").then(|| name.to_owned())
        })
        .collect()
}
