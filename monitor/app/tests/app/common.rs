//! Running zetop from tests.
#![allow(dead_code)] // `limits.rs` uses a part

use zetop_testing as _; // signals and time limits

use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

/// Longer than any of zetop's limits.
pub const LIMIT: Duration = Duration::from_secs(100);

/// zetop, without settings from the developer's environment.
pub fn zetop() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zetop"));
    for name in ["ZE_ENABLE_VALIDATION_LAYER", "ZE_ENABLE_ALT_DRIVERS", "LD_LIBRARY_PATH", "ZETOP_SESSION"] {
        command.env_remove(name);
    }
    command
}

/// Runs zetop with arguments, to its end.
pub fn run(arguments: &[&str]) -> Output {
    zetop().args(arguments).output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Whether zetop gave up an attach for a reason that a busy machine, or a program that somebody holds up, may be behind.
pub fn was_too_busy(said: &str) -> bool {
    let words = [
        "offered no safe point within",
        "was stopped or held up for so long",
        "the start of the helper thread",
        "the end of the helper thread",
        "did not answer within",
    ];
    words.iter().any(|words| said.contains(words))
}

/// Waits until a condition holds.
pub fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(100), "{what} did not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Names of zetop's folders in the places where it makes them, but for the libraries that stay for later launches.
pub fn folders(places: &[&std::path::Path]) -> Vec<std::path::PathBuf> {
    let entries = places.iter().flat_map(|place| std::fs::read_dir(place).unwrap().flatten());
    entries
        .map(|e| e.path())
        .filter(|p| {
            let name = p.file_name().unwrap().to_string_lossy();
            name.starts_with("zetop-") && !name.starts_with("zetop-libraries-")
        })
        .collect()
}

/// Presses Ctrl-C, as far as that process is concerned.
pub fn interrupt(child: &Child) {
    // SAFETY: no memory is involved; the process is a child that has not been waited for.
    assert_eq!(unsafe { libc::kill(child.id() as i32, libc::SIGINT) }, 0);
}

/// A child that has not been waited for has ended.
pub fn is_over(child: &mut Child) -> bool {
    child.try_wait().unwrap().is_some()
}
