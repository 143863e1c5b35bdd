//! Asks drivers in a child process: a driver that crashes or hangs takes only that with it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The hidden subcommand that asks the driver of an API, which its argument names; a driver that crashes takes only that process
/// with it.
pub const ASK: &str = "zetop-doctor-devices";

/// A driver that takes longer counts as hanging.
const PATIENCE: Duration = Duration::from_secs(20);
/// Marks the answer, because a driver may write to stdout, too.
const MARK: &str = "zetop-doctor-answer ";

/// How the child ended without an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Silent {
    NotStarted(String),
    Crashed(i32),
    Ended(i32),
    Hung,
}

/// Starts the child, which is this program with a hidden subcommand, and waits for its answer. `api` is the identifier of the backend
/// that answers there.
pub(crate) fn ask<T: DeserializeOwned>(api: &str, set: impl FnOnce(&mut Command)) -> Result<T, Silent> {
    let not_started = |error: std::io::Error| Silent::NotStarted(error.to_string());
    let mut command = Command::new(std::env::current_exe().map_err(not_started)?);
    command.args([ASK, api]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    set(&mut command);
    let mut child = command.spawn().map_err(not_started)?;
    let (sender, text) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        let read = move || {
            let mut bytes = Vec::new();
            let _ = stdout.take(1 << 20).read_to_end(&mut bytes);
            let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
        };
        if let Err(error) = std::thread::Builder::new().spawn(read) {
            let _ = child.kill();
            let _ = child.wait();
            return Err(not_started(error));
        }
    }
    let start = Instant::now();
    let status = loop {
        match child.try_wait().map_err(not_started)? {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(Silent::Hung);
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let text = text.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
    let answer = text.lines().rev().find_map(|line| serde_json::from_str(line.split_once(MARK)?.1).ok());
    answer.ok_or_else(|| match status.signal() {
        Some(signal) => Silent::Crashed(signal),
        None => Silent::Ended(status.code().unwrap_or(-1)),
    })
}

/// The child's side: writes the answer to stdout and ends, without destructors of the driver, some of which crash.
///
/// # Errors
/// When stdout is closed.
pub(crate) fn answer(answer: &impl Serialize) -> anyhow::Result<()> {
    let line = format!("\n{MARK}{}\n", serde_json::to_string(answer)?);
    let mut out = std::io::stdout();
    out.write_all(line.as_bytes())?;
    out.flush()?;
    // SAFETY: _exit ends this process; everything that matters has been written.
    unsafe { libc::_exit(0) }
}

/// How a child without an answer ended, as text.
pub(crate) fn describe(silent: &Silent) -> String {
    match silent {
        Silent::NotStarted(reason) => format!("zetop could not start itself to ask the driver: {reason}"),
        Silent::Crashed(signal) => {
            let name = rustix::process::Signal::from_named_raw(*signal).map(|s| format!("{s:?}"));
            format!(
                "the driver crashes while it starts ({})",
                name.unwrap_or_else(|| format!("signal {signal}"))
            )
        }
        Silent::Ended(code) => format!("the driver ends the process while it starts (exit code {code})"),
        Silent::Hung => "the driver hangs while it starts (20 s)".to_owned(),
    }
}

/// `a`, `2 × b`.
pub(crate) fn list(names: &[String]) -> String {
    let mut parts: Vec<(&String, usize)> = Vec::new();
    for name in names {
        match parts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => parts.push((name, 1)),
        }
    }
    let text = |(name, count): &(&String, usize)| match count {
        1 => (*name).clone(),
        count => format!("{count} × {name}"),
    };
    parts.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_devices_are_counted() {
        let names = ["a", "b", "a"].map(str::to_owned);
        assert_eq!(list(&names), "2 × a, b");
    }
}
