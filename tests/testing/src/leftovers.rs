//! Processes that outlive the tests that started them: one whose test failed, and what it has forked.

use crate::run::to_stderr;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// The process of the test binary, in the environment of all that its tests start.
const BINARY: &str = "ZETOP_TESTING_BINARY";

/// For each process that is looked at: one that hangs in an exec never shows its environment.
const LIMIT: Duration = Duration::from_secs(30);

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

/// Ends all processes that tests of this process have left.
pub extern "C" fn end() {
    let (looked, looks) = channel();
    let _ = std::thread::Builder::new().name("leftovers".to_owned()).spawn(move || find(&looked));
    while let Ok(found) = looks.recv_timeout(LIMIT) {
        let Some((pid, name)) = found else { continue };
        to_stderr(&format!("left by a test, and ended: process {pid} ({name})\n"));
        // SAFETY: sends a signal.
        unsafe { libc::kill(pid, libc::SIGKILL) };
    }
}

/// Says of each process whether it is one.
fn find(looked: &Sender<Option<(i32, String)>>) {
    let mark = format!("{BINARY}={}", std::process::id()).into_bytes();
    for process in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = process.file_name().to_str().and_then(|pid| pid.parse().ok());
        let Some(pid) = pid.filter(|pid| *pid != std::process::id().cast_signed()) else { continue };
        let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
        let is_left = environment.split(|byte| *byte == 0).any(|variable| variable == mark);
        let _ = looked.send(is_left.then(|| {
            let name = std::fs::read_to_string(process.path().join("comm")).unwrap_or_default();
            (pid, name.trim_end().to_owned())
        }));
    }
}
