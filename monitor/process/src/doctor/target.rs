//! Checks of one running program.

use super::machine;
use crate::backend::{self, Running};
use crate::check::Check;
use crate::way_in::place;
use std::path::{Path, PathBuf};
use std::time::Duration;
use zetop_inject as inject;
use zetop_inject::{Identity, InjectError};
use zetop_system::clean::clean;
use zetop_system::elf;
use zetop_system::limit::for_process;
use zetop_system::owner::Owner;
use zetop_system::proc;
use zetop_system::trusted;

/// How long the program's memory and file system may take.
const PATIENCE: Duration = Duration::from_secs(10);

const NAMESPACES: [&str; 6] = ["mnt", "pid", "user", "net", "ipc", "uts"];

pub(super) fn checks(pid: u32) -> Vec<Check> {
    if proc::status(pid).is_err() {
        return vec![Check::problem(
            "process",
            format!("no process {pid}"),
            "it has ended, or the PID is mistyped",
        )];
    }
    let command = proc::command(pid).unwrap_or_else(|| "which does not say what it runs".to_owned());
    let mut shown: String = clean(&command).chars().take(200).collect();
    if shown.len() < command.len() {
        shown.push('…');
    }
    let mut checks = vec![Check::ok("process", format!("{pid}, {shown}"))];
    checks.extend(user(pid));
    checks.push(asked(pid, "namespaces", namespaces));
    checks.push(asked(pid, "architecture", architecture));
    match inject::check(pid) {
        Ok(facts) => {
            let threads =
                if facts.threads == 1 { "1 thread".to_owned() } else { format!("{} threads", facts.threads) };
            let libc = facts.libc_version.as_deref().map_or_else(String::new, |v| format!(", glibc {v}"));
            checks.push(Check::ok("attach", format!("permitted; {threads}{libc}")));
            checks.push(asked(pid, "its loader", libraries));
            let program = facts.identity.clone();
            checks.push(asked(pid, "library", move |pid| library(pid, &program)));
        }
        Err(error) => checks.push(refusal(&error)),
    }
    checks.push(asked(pid, "other tools", layers));
    checks
}

/// A check that reads the program's memory or files, which need not answer.
fn asked(pid: u32, name: &'static str, check: impl FnOnce(u32) -> Check + Send + 'static) -> Check {
    for_process(pid, PATIENCE, move || check(pid)).unwrap_or_else(|| {
        let finding =
            format!("its memory or its file system has not answered within {} s", PATIENCE.as_secs());
        Check::problem(name, finding, "start the program under zetop instead")
    })
}

/// Refusals end with what to do about them.
pub(super) fn refusal(error: &InjectError) -> Check {
    let text = error.to_string();
    match text.rsplit_once(": ") {
        Some((finding, fix)) => Check::problem("attach", finding, fix),
        None => Check::problem("attach", text, "start the program under zetop instead"),
    }
}

fn user(pid: u32) -> Option<Check> {
    const NAME: &str = "user";
    let status = proc::status(pid).ok()?;
    let me = rustix::process::geteuid().as_raw();
    let theirs = status.euid;
    Some(if theirs == me {
        Check::ok(NAME, format!("the same as yours, uid {me}"))
    } else if machine::is_capable() {
        Check::ok(NAME, format!("uid {theirs}, yours is {me} with CAP_SYS_PTRACE"))
    } else {
        let finding = format!("it belongs to uid {theirs}, you are uid {me} without CAP_SYS_PTRACE");
        Check::problem(NAME, finding, "run zetop as that user or with sudo")
    })
}

fn namespaces(pid: u32) -> Check {
    const NAME: &str = "namespaces";
    let of = |who: &str, kind: &str| std::fs::read_link(format!("/proc/{who}/ns/{kind}"));
    let who = pid.to_string();
    if of(&who, "mnt").is_err() {
        let fix = "run zetop as its user or with sudo";
        return Check::warning(NAME, "its namespaces cannot be read", fix);
    }
    let differs =
        |kind: &&str| of(&who, kind).is_ok_and(|theirs| of("self", kind).is_ok_and(|ours| ours != theirs));
    let other: Vec<&str> = NAMESPACES.into_iter().filter(differs).collect();
    let root = std::fs::read_link(format!("/proc/{pid}/root")).ok().filter(|root| root != Path::new("/"));
    let mut text = if other.is_empty() {
        "the same as yours".to_owned()
    } else {
        format!("in other ones ({}), reached through /proc/{pid}/root", other.join(", "))
    };
    if let Some(root) = root {
        text.push_str(&format!("; its root folder is {}", root.display()));
    }
    Check::ok(NAME, text)
}

fn architecture(pid: u32) -> Check {
    const NAME: &str = "architecture";
    match elf::machine(Path::new(&format!("/proc/{pid}/exe"))) {
        Ok(theirs) if theirs.is_ours() => Check::ok(NAME, theirs.to_string()),
        Ok(theirs) => {
            let finding = format!("it is a {theirs} program, this zetop is {}", std::env::consts::ARCH);
            Check::problem(NAME, finding, format!("use a zetop built for {theirs}"))
        }
        Err(error) => Check::warning(
            NAME,
            format!("its file cannot be read: {error}"),
            "run zetop as its user or with sudo",
        ),
    }
}

/// The libraries through which it reaches the APIs that zetop knows.
fn libraries(pid: u32) -> Check {
    const NAME: &str = "its loader";
    let files = proc::mapped_files(pid);
    let mut found: Vec<String> = Vec::new();
    for backend in backend::used(&files) {
        for file in files.iter().filter(|file| backend.is_library(file)) {
            let version = backend.version(file).unwrap_or_else(|| "unknown".to_owned());
            let text = format!("{}, version {version}", file.display());
            if !found.contains(&text) {
                found.push(text);
            }
        }
    }
    if found.is_empty() {
        let fix = format!("`zetop -p {pid} --wait` waits until it does");
        return Check::problem(NAME, format!("it does not use {}", backend::none_of_them()), fix);
    }
    Check::ok(NAME, found.join("; "))
}

/// Puts the probe where the program can load it, and removes it again.
fn library(pid: u32, program: &Identity) -> Check {
    const NAME: &str = "library";
    // Any probe will do for a program that uses no API yet.
    let probe = backend::used(&proc::mapped_files(pid)).next().unwrap_or(backend::ALL[0]).probe();
    match place(program, &probe) {
        Ok(placed) => {
            let path = placed.path();
            let folder = path.parent().and_then(Path::parent).unwrap_or(&path).display().to_string();
            let _ = placed.remove();
            Check::ok(NAME, format!("the probe can be put into its {folder}, readable by it"))
        }
        Err(error) => {
            let text = error.to_string();
            let (finding, fix) =
                text.rsplit_once("; ").unwrap_or((&text, "make its /tmp writable and executable"));
            Check::problem(NAME, finding, fix)
        }
    }
}

/// Other tools, or another zetop, between the program and its driver.
fn layers(pid: u32) -> Check {
    const NAME: &str = "other tools";
    let mapped = proc::mapped_files(pid);
    if let Some(owner) = mapped.iter().find_map(|path| living_zetop(pid, path)) {
        let finding = format!("another zetop (process {owner}) is watching it");
        return Check::problem(NAME, finding, format!("end that one first: `kill {owner}`"));
    }
    let is_probe = |path: &PathBuf| backend::ALL.iter().any(|backend| backend.is_probe(path));
    let program = Running { pid, files: &mapped, has_probe: mapped.iter().any(is_probe) };
    if let Some((finding, fix)) = backend::ALL.iter().find_map(|backend| backend.other_tool(&program)) {
        return Check::warning(NAME, finding, fix);
    }
    let mut text = "none in the layer slot".to_owned();
    if program.has_probe {
        text.push_str("; an earlier zetop's probe is there and idle, it will be used again");
    } else if let Some(idle) = backend::ALL.iter().find_map(|backend| backend.idle_tool(&program)) {
        text.push_str(&format!("; {idle}"));
    }
    Check::ok(NAME, text)
}

/// The zetop that a mapped file's folder belongs to, if it is alive, according to the owner file. A program
/// that forges the file harms only itself.
fn living_zetop(pid: u32, mapped: &Path) -> Option<u32> {
    let folder = mapped.parent().filter(|_| backend::is_in_folder_of_ours(mapped))?;
    let inside = || {
        let uid = proc::status(pid).ok()?.fuid;
        Owner::read(&inject::folder_below(pid, uid, folder.to_str()?).ok()?.fd)
    };
    // In a chroot, the path is as we see it.
    let owner = inside().or_else(|| Owner::read(&trusted::open(folder).ok()?.fd))?;
    let lives = proc::is_alive(owner.pid) && proc::start_time(owner.pid) == Some(owner.start);
    (owner.pid != std::process::id() && lives).then_some(owner.pid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Status;
    use zetop_wire::session::OWNER_FILE;

    #[test]
    fn refusals_are_split_into_finding_and_fix() {
        let reason = "kernel.yama.ptrace_scope is 1 (children only): run zetop with sudo".to_owned();
        let check = refusal(&InjectError::NotPermitted { pid: 7, reason });
        assert_eq!(check.status, Status::Problem);
        assert!(check.finding.ends_with("(children only)"), "{}", check.finding);
        assert_eq!(check.fix.as_deref(), Some("run zetop with sudo"));
    }

    #[test]
    fn a_pid_that_cannot_be_is_one_problem() {
        let checks = checks(u32::MAX);
        assert_eq!(checks.len(), 1);
        assert_eq!(checks[0].status, Status::Problem);
    }

    #[test]
    fn a_living_zetop_is_known_by_its_owner_file() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("zetop-x");
        std::fs::create_dir(&folder).unwrap();
        let parent = rustix::process::getppid().unwrap().as_raw_nonzero().get() as u32;
        let write =
            |start: u64| std::fs::write(folder.join(OWNER_FILE), format!("{parent} {start}\n/x\n")).unwrap();
        let look = || living_zetop(std::process::id(), &folder.join("1-2"));
        assert_eq!(look(), None);
        write(proc::start_time(parent).unwrap());
        assert_eq!(look(), Some(parent));
        write(1);
        assert_eq!(look(), None);
        write(proc::start_time(parent).unwrap());
        assert_eq!(look(), Some(parent));
        // a way to it that leads through a link is somebody's choice, and so is another file in its place
        let link = place.path().join("link");
        std::os::unix::fs::symlink(place.path(), &link).unwrap();
        if rustix::process::geteuid().is_root() {
            std::os::unix::fs::lchown(&link, Some(65_534), None).unwrap();
            assert_eq!(living_zetop(std::process::id(), &link.join("zetop-x/1-2")), None);
        } else {
            zetop_testing::skip!("links of other users, which root alone can make");
        }
        let real = place.path().join("real");
        std::fs::rename(folder.join(OWNER_FILE), &real).unwrap();
        std::os::unix::fs::symlink(&real, folder.join(OWNER_FILE)).unwrap();
        assert_eq!(look(), None);
    }
}
