//! Driver and devices.

use super::driver::{LoaderAnswer, ask};
use super::loader::ALTERNATIVE_DRIVERS;
use crate::ask_in_child::{describe, list};
use crate::check::Check;
use std::path::Path;

pub(super) const NAME: &str = "devices";
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

fn judge(answer: &LoaderAnswer) -> Check {
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
    use crate::check::Status;

    #[test]
    fn no_device_is_a_warning_that_names_the_simulator() {
        let failed =
            |code| LoaderAnswer { failed: Some(("zeInit".to_owned(), code)), ..LoaderAnswer::default() };
        for answer in [LoaderAnswer::default(), failed(UNINITIALIZED), failed(0x7000_0001)] {
            let check = judge(&answer);
            assert_eq!(check.status, Status::Warning);
            assert!(check.fix.unwrap().contains("--sim"), "{}", check.finding);
        }
        assert!(judge(&failed(0x7000_0001)).finding.contains("0x70000001"));
    }
}
