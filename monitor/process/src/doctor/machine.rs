//! Checks of the machine and this user, whatever the program.

use crate::backend::{self, Trial};
use crate::check::{Check, Status};
use crate::session_folder::{SessionFolder, in_front};
use std::ffi::OsStr;
use std::path::Path;
use zetop_system::proc;
use zetop_wire::session::Options;

const CAP_SYS_PTRACE: u64 = 1 << 19;

/// The APIs that are installed, and what is missing.
pub(super) fn installed(library_path: Option<&OsStr>) -> Vec<Check> {
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

/// Makes a session's folders as for a program, and tries for each API that is installed whether the probe gets in from there.
pub(super) fn folders_and_launch(library_path: Option<&OsStr>) -> (Check, Vec<Check>) {
    let options = Options { device: false, ..Options::default() };
    let made = SessionFolder::create(&options, true);
    let folder = match made.and_then(|mut folder| folder.unpacked().map(|()| folder)) {
        Ok(folder) => folder,
        Err(error) => {
            let fix = "make /dev/shm or /tmp writable, and set TMPDIR to a folder that allows execution";
            return (Check::problem("folders", error.to_string(), fix), Vec::new());
        }
    };
    let place = |path: &Path| path.parent().unwrap_or(path).display().to_string();
    let finding =
        format!("session in {}, libraries in {}", place(folder.inside()), place(folder.libraries()));
    let trial = Trial {
        libraries: folder.libraries(),
        simulator: &folder.simulator(),
        library_path,
        in_front: &in_front(folder.libraries(), library_path.map(OsStr::to_owned)),
    };
    let installed = backend::ALL.iter().filter(|backend| backend.find(trial.library_path).is_some());
    let tried = installed.filter_map(|backend| backend.try_launch(&trial)).collect();
    (Check::ok("folders", finding), tried)
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
