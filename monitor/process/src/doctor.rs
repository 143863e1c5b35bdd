//! `zetop doctor`: what would keep zetop from working here, each finding with its fix.
//!
//! ```text
//! backend/...   what is installed of each API, driver and devices     \
//! machine.rs    folders, a launch from there, clock, ptrace            > Report -> print.rs (text, JSON)
//! target.rs     one program: user, namespaces, attach, layers        /
//! cache.rs      the simulated driver, unpacked for good
//! ```

mod cache;
mod machine;
mod print;
mod report;
mod target;

use crate::backend::{self, Backend};
pub use crate::check::{Check, Status};
pub use print::{json, text};
pub use report::Report;
use zetop_wire::api;

/// Examines this machine and, with `pid`, that process. With `simulated`, devices are those of the simulator.
#[must_use]
pub fn examine(pid: Option<u32>, simulated: bool) -> Report {
    let unpacked = cache::simulator();
    let simulator = unpacked.as_ref().ok().cloned();
    let library_path = std::env::var_os("LD_LIBRARY_PATH");
    let mut launch = machine::installed(library_path.as_deref());
    let (folders, tried) = machine::folders_and_launch(library_path.as_deref());
    launch.extend(tried);
    if pid.is_some() {
        launch = launch.into_iter().map(Check::at_most_warning).collect();
    }
    let mut checks = launch;
    checks.push(folders);
    let on = simulator.as_deref().filter(|_| simulated);
    checks.extend(backend::ALL.iter().filter_map(|backend| backend.devices(library_path.as_deref(), on)));
    let has_device = checks.iter().any(says_device);
    checks.push(cache::check(&unpacked));
    checks.push(machine::clock());
    checks.push(machine::ptrace());
    if let Some(pid) = pid {
        checks.extend(target::checks(pid));
    }
    Report { checks, simulator, pid, has_device }
}

/// A check that says which devices programs find.
fn is_of_devices(check: &Check) -> bool {
    backend::ALL.iter().any(|backend| backend.device_check() == check.name)
}

/// A check that has found a GPU.
fn says_device(check: &Check) -> bool {
    is_of_devices(check) && check.status == Status::Ok
}

/// There is a file through which drivers reach a GPU: Intel's, NVIDIA's, or that of WSL.
#[must_use]
pub fn has_device_files() -> bool {
    let is_one = |name: &str| ["renderD", "nvidia", "dxg"].iter().any(|start| name.starts_with(start));
    let names = |folder: &str| {
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name())
    };
    names("/dev").chain(names("/dev/dri")).any(|name| name.to_str().is_some_and(is_one))
}

/// What is missing on this machine, if programs find no GPU here: `no Level Zero driver found`. Starts a process that asks the
/// drivers.
#[must_use]
pub fn no_gpu() -> Option<String> {
    let library_path = std::env::var_os("LD_LIBRARY_PATH");
    let library_path = library_path.as_deref();
    let of_api = |backend: &&dyn Backend| {
        let mut checks = backend.installed(library_path);
        checks.extend(backend.devices(library_path, None));
        checks
    };
    let checks: Vec<Check> = backend::ALL.iter().rev().flat_map(of_api).filter(is_of_devices).collect();
    if checks.iter().any(says_device) {
        return None;
    }
    let findings: Vec<String> = checks.into_iter().map(|check| check.finding).collect();
    let missing = || format!("neither {} is installed", api::ALL.map(|api| api.library_is).join(" nor "));
    Some(if findings.is_empty() { missing() } else { findings.join("; ") })
}
