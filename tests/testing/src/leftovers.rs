//! Processes that outlive the tests that started them: one whose test failed, and what it has forked.

use crate::run::to_stderr;
use std::sync::mpsc::channel;
use std::time::Duration;

/// The process of the test binary, in the environment of all that its tests start.
const BINARY: &str = "ZETOP_TESTING_BINARY";

/// A process that hangs in an exec never shows its environment.
const LIMIT: Duration = Duration::from_secs(10);

/// Makes this process end what its tests leave behind, when it ends itself.
///
/// # Safety
/// No other thread reads or writes the environment.
pub unsafe fn end_with_this_process() {
    // SAFETY: as the caller says.
    unsafe { std::env::set_var(BINARY, std::process::id().to_string()) };
    // SAFETY: registers a plain function, which stays where it is.
    unsafe { libc::atexit(end) };
}

/// Ends all processes that tests of this process have left, and what they have forked meanwhile.
pub extern "C" fn end() {
    // One that can't be killed stays.
    let mut rounds = (0..10).take_while(|_| end_those_there());
    while rounds.next().is_some() {}
}

/// Returns whether there were any.
fn end_those_there() -> bool {
    let mut was_any = false;
    for process in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = process.file_name().to_str().and_then(|pid| pid.parse().ok());
        let Some(pid) = pid.filter(|pid| *pid != std::process::id().cast_signed()) else { continue };
        if is_left(pid) {
            let name = std::fs::read_to_string(process.path().join("comm")).unwrap_or_default();
            to_stderr(&format!("left by a test, and ended: process {pid} ({})\n", name.trim_end()));
            // SAFETY: sends a signal.
            unsafe { libc::kill(pid, libc::SIGKILL) };
            was_any = true;
        }
    }
    was_any
}

fn is_left(pid: i32) -> bool {
    let (looked, look) = channel();
    let mark = format!("{BINARY}={}", std::process::id()).into_bytes();
    let read = move || {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let _ = looked.send(environment.split(|byte| *byte == 0).any(|variable| variable == mark));
    };
    let _ = std::thread::Builder::new().name("leftovers".to_owned()).spawn(read);
    look.recv_timeout(LIMIT).unwrap_or(false)
}
