//! Programs and machines that keep the probe out: each gets a clear line, and the program runs anyway.

use crate::common::{stderr, zetop};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

fn executable(dir: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = dir.join(name);
    std::fs::write(&path, bytes).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// The smallest static program: one loadable segment whose code is exit(7).
#[cfg(target_arch = "x86_64")]
fn static_program() -> Vec<u8> {
    let code = [0xb8, 60, 0, 0, 0, 0xbf, 7, 0, 0, 0, 0x0f, 0x05]; // mov eax, 60; mov edi, 7; syscall
    let base = 0x40_0000u64;
    let mut file = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    file.extend([2u16, 62].iter().flat_map(|v| v.to_le_bytes()));
    file.extend(1u32.to_le_bytes());
    file.extend([base + 120, 64, 0].iter().flat_map(|v| v.to_le_bytes()));
    file.extend(0u32.to_le_bytes());
    file.extend([64u16, 56, 1, 64, 0, 0].iter().flat_map(|v| v.to_le_bytes()));
    file.extend([1u32, 5].iter().flat_map(|v| v.to_le_bytes()));
    let size = 120 + code.len() as u64;
    file.extend([0, base, base, size, size, 0x1000].iter().flat_map(|v: &u64| v.to_le_bytes()));
    file.extend(code);
    file
}

#[cfg(target_arch = "x86_64")]
#[test]
fn a_static_binary_is_named_and_run() {
    let dir = tempfile::tempdir().unwrap();
    let program = executable(dir.path(), "static", &static_program());
    let output = zetop().arg(&program).output().unwrap();
    assert_eq!(output.status.code(), Some(7), "{}", stderr(&output));
    let said = stderr(&output);
    let warnings: Vec<&str> = said.lines().filter(|l| l.contains("static binary")).collect();
    assert_eq!(warnings.len(), 1, "{said}");
}

#[test]
fn a_program_that_changes_its_user_is_named_and_run() {
    if !rustix::process::geteuid().is_root() {
        zetop_testing::skip!("only root can make another user's set-user-id program");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let program = executable(dir.path(), "setuid", &std::fs::read("/bin/true").unwrap());
    std::os::unix::fs::chown(&program, Some(65534), None).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o4755)).unwrap();
    let output = zetop().arg(&program).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("changes its user or group"), "{}", stderr(&output));
}

#[test]
fn a_script_is_no_obstacle() {
    let dir = tempfile::tempdir().unwrap();
    let script = executable(dir.path(), "script", b"#!/bin/sh\nexit 6\n");
    let output = zetop().arg(&script).output().unwrap();
    assert_eq!(output.status.code(), Some(6));
    assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
}

/// Hides the loader in a private mount namespace. Needs permission to make one.
#[test]
fn without_a_loader_its_package_is_named() {
    let Some(loader) = zetop_process::libraries::find("libze_loader.so.1", None) else {
        let output = zetop().args(["sh", "-c", "exit 4"]).output().unwrap();
        return says_which_package(&output);
    };
    let loader = loader.canonicalize().unwrap();
    let script = format!("mount --bind /dev/null {} && exec \"$@\"", loader.display());
    let mut command = std::process::Command::new("unshare");
    command.args(["-rm", "sh", "-c", &script, "sh", env!("CARGO_BIN_EXE_zetop"), "sh", "-c", "exit 4"]);
    let Ok(output) = command.output() else {
        zetop_testing::skip!("no unshare");
        return;
    };
    if stderr(&output).contains("unshare") || stderr(&output).contains("mount:") {
        zetop_testing::skip!("{}", stderr(&output));
        return;
    }
    says_which_package(&output);
}

fn says_which_package(output: &std::process::Output) {
    assert_eq!(output.status.code(), Some(4), "{}", stderr(output));
    assert!(stderr(output).contains("zetop: no libze_loader.so.1 found"), "{}", stderr(output));
    assert!(stderr(output).contains("libze1"), "{}", stderr(output));
}
