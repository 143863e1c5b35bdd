//! Where zetop puts what it executes, and what it leaves behind.

#![allow(clippy::unwrap_used)] // a test fails by panicking

mod common;

use common::{stdout, zetop};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;

/// Whether zetop puts its library below `folder`, when a variable says so.
fn is_used(variable: &str, folder: &Path) -> bool {
    let mut command = zetop();
    for name in ["TMPDIR", "HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"] {
        command.env_remove(name);
    }
    let output = command.env(variable, folder).args(["sh", "-c", "echo $LD_LIBRARY_PATH"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let library_path = stdout(&output);
    assert!(library_path.contains("/zetop-"), "{output:?}");
    Path::new(library_path.split(':').next().unwrap()).starts_with(folder)
}

/// Whoever can rename our folder decides what runs as root in the program.
#[test]
fn a_folder_below_somebody_elses_is_not_used() {
    let dir = tempfile::tempdir().unwrap();
    let theirs = dir.path().join("theirs");
    let ours = theirs.join("ours");
    std::fs::create_dir_all(&ours).unwrap();
    for variable in ["TMPDIR", "XDG_RUNTIME_DIR"] {
        assert!(is_used(variable, &ours), "{variable}");
        for mode in [0o777, 0o775] {
            std::fs::set_permissions(&theirs, std::fs::Permissions::from_mode(mode)).unwrap();
            assert!(!is_used(variable, &ours), "{variable}, {mode:o}");
        }
        std::fs::set_permissions(&theirs, std::fs::Permissions::from_mode(0o1777)).unwrap();
        assert!(is_used(variable, &ours), "{variable}, sticky");
        std::fs::set_permissions(&theirs, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    if !rustix::process::geteuid().is_root() {
        return zetop_testing::skip!("other users' folders, since only root can give folders away");
    }
    chown(&theirs, Some(65_534), None).unwrap();
    for variable in ["TMPDIR", "XDG_RUNTIME_DIR"] {
        assert!(!is_used(variable, &ours), "{variable}");
    }
}
