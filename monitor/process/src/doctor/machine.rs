//! Checks of the machine and this user, whatever the program.

use crate::ask_in_child::describe;
use crate::backend::level_zero::driver::ask;
use crate::backend::level_zero::{ALTERNATIVE_DRIVERS, ENABLE_LAYER};
use crate::backend::{self, Backend, LevelZero};
use crate::check::{Check, Status};
use crate::session_folder::{SessionFolder, in_front};
use std::path::{Path, PathBuf};
use zetop_system::proc;
use zetop_wire::session::{LAYER_FILE, Options, SESSION_VAR, VALIDATION_VAR};

const LIBRARY_PATH: &str = "LD_LIBRARY_PATH";
const CAP_SYS_PTRACE: u64 = 1 << 19;

pub(super) fn find_loader() -> Option<PathBuf> {
    LevelZero.find(std::env::var_os(LIBRARY_PATH).as_deref())
}

/// The APIs that are installed, and what is missing.
pub(super) fn installed() -> Vec<Check> {
    let library_path = std::env::var_os(LIBRARY_PATH);
    let library_path = library_path.as_deref();
    let all = backend::ALL.iter();
    let found = all.map(|backend| {
        (backend.api(), backend.find(library_path).is_some(), backend.installed(library_path))
    });
    without_the_missing(found.collect())
}

/// If one API is installed, it is not a problem that another is not.
fn without_the_missing(found: Vec<(&'static str, bool, Vec<Check>)>) -> Vec<Check> {
    let there: Vec<&str> = found.iter().filter(|(_, there, _)| *there).map(|(api, ..)| *api).collect();
    let others = there.join(" and ");
    let mut checks = Vec::new();
    for (_, is_there, of_api) in found {
        checks.extend(of_api.into_iter().map(|check| {
            if is_there || others.is_empty() || check.status == Status::Ok {
                return check;
            }
            Check::ok(check.name, format!("{}: {others} programs need none", check.finding))
        }));
    }
    checks
}

/// Makes a session's folders as for a program, and lets a child process load the probe from there. The layer
/// slot is checked only if there is a loader.
pub(super) fn layer_slot_and_folders(loader: Option<&Path>) -> (Option<Check>, Check) {
    let options = Options { device: false, ..Options::default() };
    let made = SessionFolder::create(&options, true);
    let folder = match made.and_then(|mut folder| folder.unpacked().map(|()| folder)) {
        Ok(folder) => folder,
        Err(error) => {
            let fix = "make /dev/shm or /tmp writable, and set TMPDIR to a folder that allows execution";
            return (None, Check::problem("folders", error.to_string(), fix));
        }
    };
    let place = |path: &Path| path.parent().unwrap_or(path).display().to_string();
    let finding =
        format!("session in {}, libraries in {}", place(folder.inside()), place(folder.libraries()));
    (loader.map(|_| layer_slot(&folder)), Check::ok("folders", finding))
}

fn layer_slot(folder: &SessionFolder) -> Check {
    const NAME: &str = "layer slot";
    let asked = ask(|command| {
        // on the simulated GPU: the driver is another matter
        command
            .env(LIBRARY_PATH, in_front(folder.libraries(), std::env::var_os(LIBRARY_PATH)))
            .env(ENABLE_LAYER, "1")
            .env(ALTERNATIVE_DRIVERS, folder.simulator())
            .env_remove(SESSION_VAR)
            .env_remove(VALIDATION_VAR);
    });
    let update = "update the Level Zero loader (package libze1, level-zero elsewhere)";
    let answer = match asked {
        Ok(answer) => answer,
        Err(silent) => return Check::problem(NAME, format!("with the probe, {}", describe(&silent)), update),
    };
    if let Some(reason) = &answer.no_loader {
        return Check::problem(NAME, format!("the loader cannot be opened: {}", reason), update);
    }
    let ours = folder.libraries().join(LAYER_FILE);
    let same = |path: &PathBuf| {
        *path == ours
            || std::fs::canonicalize(path).is_ok_and(|p| std::fs::canonicalize(&ours).is_ok_and(|o| o == p))
    };
    match (&answer.layer, &answer.failed) {
        (Some(layer), None) if same(layer) => with_the_users_own(NAME),
        (Some(layer), None) => {
            let fix = "remove its folder from LD_LIBRARY_PATH or the loader's own search path (rpath)";
            Check::problem(NAME, format!("the loader takes {} instead of the probe", layer.display()), fix)
        }
        (None, None) => Check::problem(NAME, "the loader does not load the probe as its layer", update),
        (_, Some((name, code))) => {
            Check::problem(NAME, format!("with the probe, {} returns {code:#010x}", name), update)
        }
    }
}

/// The slot works; what if the user wants another layer in it?
fn with_the_users_own(name: &'static str) -> Check {
    if std::env::var_os(ENABLE_LAYER).is_none_or(|value| value != "1") {
        return Check::ok(name, "the loader loads the probe, tried on the simulated GPU");
    }
    match LevelZero.validation_layer(std::env::var_os(LIBRARY_PATH).as_deref()) {
        Some(layer) => Check::ok(
            name,
            format!("usable; {ENABLE_LAYER}=1 is set: the probe loads {} underneath", layer.display()),
        ),
        None => Check::warning(
            name,
            format!("usable, but {ENABLE_LAYER}=1 is set and there is no {LAYER_FILE} to go with it"),
            format!("unset {ENABLE_LAYER}, or install the layer (package libze1)"),
        ),
    }
}

pub(super) fn clock() -> Check {
    if let Some(counter) = zetop_system::clock::steady_counter() {
        return Check::ok("clock", counter);
    }
    let finding = "CLOCK_MONOTONIC_RAW, no invariant TSC: each call costs more to time";
    Check::warning("clock", finding, "in a virtual machine, pass it through (QEMU: -cpu host,+invtsc)")
}

/// Whether this process has CAP_SYS_PTRACE.
pub(super) fn is_capable() -> bool {
    let status = proc::status(std::process::id());
    status.is_ok_and(|status| status.capeff & CAP_SYS_PTRACE != 0)
}

pub(super) fn ptrace() -> Check {
    let scope = std::fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").ok();
    judge_ptrace(scope.as_deref().map(str::trim), is_capable())
}

fn judge_ptrace(scope: Option<&str>, capable: bool) -> Check {
    const NAME: &str = "ptrace";
    const VARIABLE: &str = "kernel.yama.ptrace_scope";
    let capability = if capable { "with CAP_SYS_PTRACE" } else { "without CAP_SYS_PTRACE" };
    match scope {
        None | Some("0") if !capable => {
            let unset = if scope.is_none() { "not set" } else { "0" };
            Check::ok(NAME, format!("{VARIABLE} is {unset}, {capability}: -p works for your own programs"))
        }
        None => Check::ok(NAME, format!("no {VARIABLE} here, {capability}: -p works")),
        Some("3") => Check::warning(
            NAME,
            format!("{VARIABLE} is 3: nobody may attach until the next boot"),
            "start programs under zetop, or boot with another value",
        ),
        Some(scope) if capable => Check::ok(NAME, format!("{VARIABLE} is {scope}, {capability}: -p works")),
        Some(scope) => Check::warning(
            NAME,
            format!("{VARIABLE} is {scope}, {capability}: -p is not permitted"),
            if scope == "1" {
                "run zetop with sudo, or `sudo sysctl kernel.yama.ptrace_scope=0`"
            } else {
                "run zetop with sudo"
            },
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Status;

    #[test]
    fn what_is_missing_is_a_problem_only_where_there_is_nothing_else() {
        let missing = || vec![Check::problem("loader", "no loader", "install it")];
        let there = || vec![Check::ok("CUDA", "found")];
        let status = |found| without_the_missing(found).iter().map(|c| c.status).collect::<Vec<_>>();
        assert_eq!(
            status(vec![("Level Zero", false, missing()), ("CUDA", false, vec![])]),
            [Status::Problem]
        );
        let cuda_only = || vec![("Level Zero", false, missing()), ("CUDA", true, there())];
        assert_eq!(status(cuda_only()), [Status::Ok, Status::Ok]);
        assert_eq!(without_the_missing(cuda_only())[0].finding, "no loader: CUDA programs need none");
        let spoilt = vec![("Level Zero", false, missing()), ("CUDA", true, missing())];
        assert_eq!(status(spoilt), [Status::Ok, Status::Problem], "its own problems are");
    }

    #[test]
    fn ptrace_scopes() {
        let status = |scope, capable| judge_ptrace(scope, capable).status;
        for scope in [None, Some("0"), Some("1"), Some("2")] {
            assert_eq!(status(scope, true), Status::Ok);
        }
        assert_eq!(status(None, false), Status::Ok);
        assert_eq!(status(Some("0"), false), Status::Ok);
        assert_eq!(status(Some("3"), true), Status::Warning);
        let check = judge_ptrace(Some("1"), false);
        assert_eq!(check.status, Status::Warning);
        assert!(check.fix.unwrap().contains("sysctl kernel.yama.ptrace_scope=0"));
    }
}
