//! `zetop doctor`: what would keep zetop from working here, each finding with its fix.
//!
//! ```text machine.rs loader, layer slot, folders, clock, ptrace \ devices.rs driver and devices, asked in a
//! child process > Report -> print.rs (text, JSON) target.rs one program: user, namespaces, attach, layers /
//! cache.rs the simulated driver, unpacked for good
//! ```

mod cache;
mod child;
mod devices;
mod machine;
mod print;
mod report;
mod target;

pub use crate::target::check::{Check, Status};
pub use child::{ASK, answer};
pub use print::{Look, json, text};
pub use report::Report;

/// Examines this machine and, with `pid`, that process. With `simulated`, devices are those of the simulator.
#[must_use]
pub fn examine(pid: Option<u32>, simulated: bool) -> Report {
    let unpacked = cache::simulator();
    let simulator = unpacked.as_ref().ok().cloned();
    let loader = machine::find_loader();
    let mut launch = machine::installed();
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
