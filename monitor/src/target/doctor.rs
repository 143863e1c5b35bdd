//! `zetop doctor`: what would stop zetop here, each finding with its fix.
//!
//! ```text
//! machine.rs   loader, layer slot, folders, clock, ptrace          \
//! devices.rs   driver and devices, asked in a child of ours         > Report -> print.rs (text, JSON)
//! target.rs    one program: user, namespaces, attach, layers       /
//! cache.rs     the simulated driver, unpacked for good
//! ```

mod cache;
mod child;
mod devices;
mod elf;
mod machine;
mod print;
mod target;

pub use child::answer;
pub use print::{Look, json, text};

use serde::Serialize;
use std::path::PathBuf;

/// The hidden subcommand that asks the driver; a driver that crashes takes only that process with it.
pub const ASK: &str = "zetop-doctor-devices";

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Ok,
    /// zetop works, but less well than it could, or not for everything.
    Warning,
    /// zetop would not work.
    Problem,
}

/// One line of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    pub name: &'static str,
    pub status: Status,
    pub finding: String,
    /// What to do about it; none when all is well.
    pub fix: Option<String>,
}

impl Check {
    fn ok(name: &'static str, finding: impl Into<String>) -> Self {
        Self { name, status: Status::Ok, finding: finding.into(), fix: None }
    }

    fn warning(name: &'static str, finding: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { name, status: Status::Warning, finding: finding.into(), fix: Some(fix.into()) }
    }

    fn problem(name: &'static str, finding: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { name, status: Status::Problem, finding: finding.into(), fix: Some(fix.into()) }
    }

    /// What stops only the start of programs is no obstacle to an attach.
    fn at_most_warning(mut self) -> Self {
        if self.status == Status::Problem {
            self.status = Status::Warning;
            self.finding.push_str(" (matters only for programs that zetop starts)");
        }
        self
    }
}

/// Everything that was found.
#[derive(Debug)]
pub struct Report {
    pub checks: Vec<Check>,
    /// Where the simulated driver is, for `ZE_ENABLE_ALT_DRIVERS`; it stays there.
    pub simulator: Option<PathBuf>,
    pub pid: Option<u32>,
}

impl Report {
    /// zetop would work.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.checks.iter().all(|check| check.status != Status::Problem)
    }

    fn count(&self, status: Status) -> usize {
        self.checks.iter().filter(|check| check.status == status).count()
    }
}

/// Examines this machine and, with `pid`, that process. With `simulated`, devices are those of the simulator.
#[must_use]
pub fn examine(pid: Option<u32>, simulated: bool) -> Report {
    let unpacked = cache::simulator();
    let simulator = unpacked.as_ref().ok().cloned();
    let loader = machine::find_loader();
    let mut launch = vec![machine::loader(loader.as_deref())];
    launch.extend(machine::cuda());
    let (slot, folders) = machine::layer_slot_and_folders(loader.as_deref());
    launch.extend(slot);
    if pid.is_some() {
        launch = launch.into_iter().map(Check::at_most_warning).collect();
    }
    let mut checks = launch;
    checks.push(folders);
    if loader.is_some() {
        checks.push(devices::check(simulator.as_deref().filter(|_| simulated)));
    }
    checks.push(cache::check(&unpacked));
    checks.push(machine::clock());
    checks.push(machine::ptrace());
    if let Some(pid) = pid {
        checks.extend(target::checks(pid));
    }
    Report { checks, simulator, pid }
}

/// Text of others (file names, device names, command lines) without anything that would act on a terminal.
#[must_use]
pub fn harmless(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
