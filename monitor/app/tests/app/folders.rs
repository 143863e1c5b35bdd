//! Where zetop puts what it executes, and what it leaves behind.

use crate::common::{self, stderr, stdout, zetop};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;

/// Whether zetop puts its library below `folder`, if a variable says so.
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

/// Anyone who can rename our folder decides what runs as root in the program.
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

/// zetop in a mount namespace of its own, with these file systems in memory. Where its session was, and what it said;
/// `None` where that is not possible.
fn with_mounts(mounts: &[(&str, &str)]) -> Option<(String, String)> {
    let mount = |(at, size): &(&str, &str)| format!("mount -t tmpfs -o size={size} none {at} && ");
    // Opened first: what is mounted may hide zetop itself, where the checkout is below /tmp.
    let script = format!(
        "exec 9<\"$0\" && {}exec /proc/self/fd/9 \"$@\"",
        mounts.iter().map(mount).collect::<String>()
    );
    let mut command = std::process::Command::new("unshare");
    command.args(["-m", "sh", "-c", &script, env!("CARGO_BIN_EXE_zetop"), "sh", "-c", "echo $ZETOP_SESSION"]);
    for name in ["TMPDIR", "XDG_RUNTIME_DIR", "LD_LIBRARY_PATH"] {
        command.env_remove(name);
    }
    let output = command.output().ok()?;
    output.status.success().then(|| (stdout(&output), stderr(&output)))
}

#[test]
fn a_full_dev_shm_is_passed_over_and_little_room_is_named() {
    if with_mounts(&[]).is_none() {
        return zetop_testing::skip!("no mount namespace of our own here (needs root)");
    }
    let (session, said) = with_mounts(&[("/dev/shm", "64k")]).unwrap();
    assert!(session.starts_with("/tmp/zetop-"), "{session} {said}");
    assert!(!said.contains("are free"), "{said}");
    // a process file fits nowhere, but the library does
    let (session, said) = with_mounts(&[("/dev/shm", "64k"), ("/tmp", "24m")]).unwrap();
    assert!(session.starts_with("/tmp/zetop-"), "{session} {said}");
    assert!(said.contains("KiB are free in /tmp"), "{said}");
}

/// Unpacking takes a quarter of a start. A library that is not the one that zetop has left is not executed in anybody's program.
#[test]
fn a_library_that_was_unpacked_once_is_linked_by_the_next_launch() {
    let place = tempfile::tempdir().unwrap();
    // Prints the inode and the checksum of each library that the program gets.
    let libraries = || {
        let script =
            "cd ${LD_LIBRARY_PATH%%:*} && for file in *.so*; do stat -c %i $file; sha256sum $file; done";
        let mut command = zetop();
        command.env_remove("XDG_RUNTIME_DIR").env_remove("LD_LIBRARY_PATH").env("TMPDIR", place.path());
        let output = command.args(["--no-history", "--no-tui", "sh", "-c", script]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        stdout(&output)
    };
    let cache = place.path().join(format!("zetop-libraries-{}", rustix::process::geteuid().as_raw()));
    let left = || -> Vec<_> {
        let entries = std::fs::read_dir(&cache).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    // What the next launch links: a disk may take longer than a program runs.
    let settled = || {
        let (mut before, mut now) = (String::new(), libraries());
        common::eventually("a copy for the next launch", || {
            before = std::mem::replace(&mut now, libraries());
            before == now
        });
        now
    };
    let first = settled();
    assert!(!left().is_empty() && first.contains("libze_validation_layer.so.1"), "{first}");
    let inodes: Vec<String> =
        left().iter().map(|library| std::fs::metadata(library).unwrap().ino().to_string()).collect();
    assert!(
        first.lines().step_by(2).all(|inode| inodes.iter().any(|left| left == inode)),
        "{first}{inodes:?}"
    );
    // Nothing but the cache stays.
    common::eventually("the end of the folders", || std::fs::read_dir(place.path()).unwrap().count() == 1);
    // A file system gives the inode of a removed file to a new one, unless the removed file is still open.
    let held: Vec<_> = left().iter().map(|library| std::fs::File::open(library).unwrap()).collect();
    // Another build's files, under these names.
    for library in left() {
        let size = std::fs::metadata(&library).unwrap().len();
        std::fs::remove_file(&library).unwrap();
        std::fs::write(&library, vec![0; size as usize]).unwrap();
        std::fs::set_permissions(&library, std::fs::Permissions::from_mode(0o500)).unwrap();
    }
    let bytes = |said: &str| said.lines().skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    for mended in [libraries(), settled()] {
        assert_eq!(bytes(&mended), bytes(&first));
        assert_ne!(mended, first);
    }
    drop(held);
    // Where none can be made, the launch goes on without.
    std::fs::remove_dir_all(&cache).unwrap();
    std::fs::write(&cache, "").unwrap();
    for _ in 0..2 {
        assert_eq!(bytes(&libraries()), bytes(&first));
    }
    assert_eq!(std::fs::read(&cache).unwrap(), b"");
}
