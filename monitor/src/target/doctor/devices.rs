//! Driver and devices.

use super::child::{Answer, Silent, ask};
use crate::target::backend::level_zero::ALTERNATIVE_DRIVERS;
use crate::target::check::Check;
use std::path::Path;

const NAME: &str = "devices";
const SIM: &str = "`--sim` works without a GPU";
const UNINITIALIZED: u32 = 0x7800_0001;

/// Asks the driver, or the simulated one at `simulator`.
pub(super) fn check(simulator: Option<&Path>) -> Check {
    let asked = ask(|command| {
        if let Some(simulator) = simulator {
            command.env(ALTERNATIVE_DRIVERS, simulator);
        }
    });
    match asked {
        Ok(answer) => judge(&answer),
        Err(silent) => {
            Check::warning(NAME, describe(&silent), format!("update or reinstall the driver; {SIM}"))
        }
    }
}

/// How a silent child ended, for people.
pub(super) fn describe(silent: &Silent) -> String {
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

fn judge(answer: &Answer) -> Check {
    if let Some(reason) = &answer.no_loader {
        return Check::warning(NAME, format!("the loader cannot be opened: {}", reason), "reinstall libze1");
    }
    if !answer.devices.is_empty() {
        let names: Vec<String> = answer.devices.clone();
        return Check::ok(NAME, list(&names));
    }
    match &answer.failed {
        Some((name, code)) if *code != UNINITIALIZED => {
            Check::warning(NAME, format!("{} returned {code:#010x}: no device", name), advice())
        }
        Some(_) => Check::warning(NAME, "no Level Zero driver found", advice()),
        None if answer.drivers == 0 => Check::warning(NAME, "no Level Zero driver found", advice()),
        None => Check::warning(NAME, "the driver finds no device", advice()),
    }
}

/// `a`, `b (2 of them)`.
fn list(names: &[String]) -> String {
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

fn advice() -> String {
    let nodes: Vec<_> = std::fs::read_dir("/dev/dri")
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"renderD"))
        .map(|entry| entry.path())
        .collect();
    let usable = |path: &std::path::PathBuf| {
        use rustix::fs::{Access, access};
        access(path, Access::READ_OK | Access::WRITE_OK).is_ok()
    };
    if nodes.is_empty() {
        format!("there is no /dev/dri/renderD*: no GPU, no kernel driver, or a container without it; {SIM}")
    } else if nodes.iter().any(usable) {
        format!("install the GPU's driver (libze-intel-gpu1, formerly intel-level-zero-gpu); {SIM}")
    } else {
        format!(
            "you may not open {}: join its group (`sudo usermod -aG render $USER`); {SIM}",
            nodes[0].display()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::doctor::Status;

    #[test]
    fn equal_devices_are_counted() {
        let names = ["a", "b", "a"].map(str::to_owned);
        assert_eq!(list(&names), "2 × a, b");
    }

    #[test]
    fn no_device_is_a_warning_that_names_the_simulator() {
        let failed = |code| Answer { failed: Some(("zeInit".to_owned(), code)), ..Answer::default() };
        for answer in [Answer::default(), failed(UNINITIALIZED), failed(0x7000_0001)] {
            let check = judge(&answer);
            assert_eq!(check.status, Status::Warning);
            assert!(check.fix.unwrap().contains("--sim"), "{}", check.finding);
        }
        assert!(judge(&failed(0x7000_0001)).finding.contains("0x70000001"));
    }
}
