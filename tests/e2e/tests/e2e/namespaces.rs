//! Attach to programs that see another file system, other pids, or belong to another user. Most of it needs root.

use crate::rounds::{Attached, Program, assert_rounds, command, threads_of_ours, zetop};
use crate::support::{NOBODY, PROGRAMS, needs, needs_loader, needs_root};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The entries of folders that an attach may leave something in, as the process sees these.
fn entries(pid: i32, folders: &[&str]) -> Vec<PathBuf> {
    let root = PathBuf::from(format!("/proc/{pid}/root"));
    let list = |folder: &&str| std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = folders.iter().flat_map(list).map(|entry| entry.path()).collect();
    all.sort();
    all
}

/// How many files of probes the process has mapped.
fn probes(pid: i32) -> usize {
    let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
    let files = maps.lines().filter_map(|line| line.split_once('/')).map(|(_, path)| path);
    files.filter(|path| path.contains("libzetop_probe")).collect::<std::collections::BTreeSet<_>>().len()
}

/// Attaches twice; nothing may be left in the folders, which are the program's alone.
fn attach_twice(mut program: Program, folders: &[&str]) {
    let pid = program.pid();
    let before = entries(pid, folders);
    for n in [60, 25] {
        let zetop = Attached::to(pid);
        assert!(folders.is_empty() || entries(pid, folders) != before, "the session is not in there");
        program.work(n);
        assert_rounds(&zetop.detach(), 2 * n);
        // The helper of the detach ends by itself, which a busy machine may take a moment for.
        crate::attach::eventually("no thread of ours", || threads_of_ours(pid).is_empty());
        assert_eq!(entries(pid, folders), before);
        assert_eq!(probes(pid), 1, "each attach has brought a probe of its own");
    }
    program.work(2);
    program.finish();
}

#[test]
fn another_mount_namespace_with_a_tmp_of_its_own() {
    needs_loader!();
    needs_root!();
    // /mnt keeps what the private /tmp hides.
    const SCRIPT: &str = "mount -t tmpfs none /mnt && cp \"$1\" /mnt/sim.so && cp \"$2\" /mnt/app && shift 2 && \
        mount -t tmpfs none /tmp && mount -t tmpfs none /dev/shm && cd / && \
        ZE_ENABLE_ALT_DRIVERS=/mnt/sim.so exec /mnt/app \"$@\"";
    let simulator = zetop_e2e::simulator().to_string_lossy();
    let wrapper = ["unshare", "-m", "sh", "-c", SCRIPT, "sh", &simulator];
    needs!(wrapper);
    attach_twice(Program::start(&mut command(&wrapper)), &["tmp", "dev/shm"]);
}

/// A tree with nothing but the program, its libraries and an empty /tmp. There is no /proc in it.
fn small_tree() -> Option<tempfile::TempDir> {
    let tree = tempfile::tempdir().expect("temporary folder");
    let loader = zetop_process::libraries::find(level_zero_sys::LOADER_FILE, None)?;
    let simulator = zetop_e2e::simulator();
    let listed = Command::new("ldd").arg(PROGRAMS.workload).arg(simulator).arg(&loader).output().ok()?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let libraries = listed.split_whitespace().filter(|word| word.starts_with('/') && !word.ends_with(':'));
    let inside = |path: &Path| tree.path().join(path.strip_prefix("/").unwrap_or(path));
    for file in libraries.map(Path::new).chain([loader.as_path()]) {
        std::fs::create_dir_all(inside(file).parent()?).ok()?;
        std::fs::copy(file, inside(file)).ok()?;
    }
    std::fs::create_dir(tree.path().join("tmp")).ok()?;
    zetop_testing::copy_program(PROGRAMS.workload, tree.path().join("app"));
    std::fs::copy(simulator, tree.path().join("sim.so")).ok()?;
    Some(tree)
}

#[test]
fn a_chroot_without_proc() {
    needs_loader!();
    needs_root!();
    let Some(tree) = small_tree() else { return zetop_testing::skip!("no ldd to find libraries with") };
    let mut command = Command::new("chroot");
    command.arg(tree.path()).args(["/app", "rounds"]).env("ZE_ENABLE_ALT_DRIVERS", "/sim.so");
    attach_twice(Program::start(&mut command), &["tmp", ""]);
}

/// The way into the tree ends with the program: what is in it must be read and removed all the same.
#[test]
fn a_program_in_a_chroot_that_ends_while_watched() {
    needs_loader!();
    needs_root!();
    let Some(tree) = small_tree() else { return zetop_testing::skip!("no ldd to find libraries with") };
    let mut command = Command::new("chroot");
    command.arg(tree.path()).args(["/app", "rounds"]).env("ZE_ENABLE_ALT_DRIVERS", "/sim.so");
    let mut program = Program::start(&mut command);
    let zetop = Attached::to(program.pid());
    program.work(50);
    program.finish();
    assert_rounds(&zetop.ended(), 100);
    let left: Vec<_> = std::fs::read_dir(tree.path().join("tmp")).expect("the tree").flatten().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn another_pid_namespace() {
    needs_loader!();
    needs_root!();
    for wrapper in [&["unshare", "-p", "-f"][..], &["unshare", "-p", "-f", "--mount-proc"]] {
        needs!(wrapper);
        attach_twice(Program::start(&mut command(wrapper)), &[]);
    }
}

#[test]
fn another_user_as_root() {
    needs_loader!();
    needs_root!();
    needs!(NOBODY);
    attach_twice(Program::start(&mut command(&NOBODY)), &[]);
}

#[test]
fn another_user_without_the_right_is_refused_in_one_line() {
    needs_loader!();
    needs_root!();
    needs!(NOBODY);
    let mut program = Program::start(&mut command(&[]));
    let pid = program.pid();
    let attach = zetop(pid);
    let mut as_nobody = Command::new(NOBODY[0]);
    as_nobody.args(&NOBODY[1..]).arg(attach.get_program()).args(attach.get_args());
    let Err((said, code)) = Attached::start(&mut as_nobody) else { panic!("attached") };
    assert_eq!(code, 1, "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let words = [
        format!("not permitted to attach to process {pid}"),
        "belongs to uid 0, you are uid 65534".to_owned(),
    ];
    assert!(words.iter().all(|words| said.contains(words)) && said.contains("sudo"), "{said}");
    program.work(5);
    program.finish();
}
