//! Targets that see another file system, or run as another user.

use std::path::Path;

use zetop_inject::{Arg, Injector, OwnerFile, PlacedLibrary, check, place_library};

use crate::target::{PATIENT, Target, is_root, library};

fn place(target: &Target, bytes: &[u8], name: &str) -> PlacedLibrary {
    let owner = OwnerFile { name: "owner", text: "1 2\n".to_owned() };
    place_library(&check(target.pid()).expect("check").identity, bytes, name, &owner).expect("place")
}

/// Places the library where `target` sees it, injects it, and cleans up.
fn place_and_inject(target: &Target) -> PlacedLibrary {
    let bytes = std::fs::read(library()).expect("read");
    let placed = place(target, &bytes, "libfixture.so");
    let counted = Injector::attach(target.pid(), PATIENT).and_then(|mut injector| {
        let loaded = injector.dlopen(&placed.path())?;
        let count = injector.symbol(&loaded, "count")?;
        let counted = injector.call(count, &[Arg::Text(c"the text")])?;
        injector.detach()?;
        Ok(counted)
    });
    assert_eq!(counted.expect("inject"), 1);
    let seen = Path::new("/proc").join(target.pid().to_string()).join("root");
    let file = seen.join(placed.path().strip_prefix("/").expect("absolute"));
    assert!(file.exists());
    placed.remove().expect("remove");
    assert!(!file.exists() && !file.parent().expect("folder").exists());
    placed
}

#[test]
fn in_our_own_file_system() {
    let target = Target::start("read");
    place_and_inject(&target);
    assert_eq!(target.finish(), "Ok(1)");
}

#[test]
fn in_a_chroot() {
    if !is_root() {
        return zetop_testing::skip!("chroot needs root");
    }
    let folder = tempfile::tempdir().expect("tempdir");
    let path = folder.path().to_str().expect("path");
    let target = Target::start_with("chroot", &[("ZETOP_INJECT_FOLDER", path)]);
    assert_eq!(check(target.pid()).expect("facts").chroot.as_deref(), Some(folder.path()));
    let placed = place_and_inject(&target);
    assert!(!placed.path().starts_with(folder.path()));
    assert_eq!(target.finish(), "Ok(1)");
}

#[test]
fn in_another_mount_namespace() {
    if !is_root() {
        return zetop_testing::skip!("a mount namespace needs root");
    }
    let target = Target::start("mount");
    assert!(check(target.pid()).expect("facts").other_namespaces.contains(&"mnt".to_owned()));
    place_and_inject(&target);
    assert_eq!(target.finish(), "Ok(1)");
}

#[test]
fn of_another_user() {
    use std::os::unix::fs::MetadataExt;
    if !is_root() {
        return zetop_testing::skip!("another user's process needs root");
    }
    let target = Target::start("other-user");
    assert_eq!(check(target.pid()).expect("facts").uid, 65534);
    let placed = place(&target, b"x", "lib.so");
    let folder = placed.path().parent().expect("folder").to_owned();
    let facts = std::fs::metadata(&folder).expect("metadata");
    assert_eq!((facts.uid(), facts.gid(), facts.mode() & 0o777), (65534, 65534, 0o700));
    placed.remove().expect("remove");
    place_and_inject(&target);
    assert_eq!(target.finish(), "Ok(1)");
}

#[test]
fn a_symbolic_link_is_not_followed() {
    if !is_root() {
        return zetop_testing::skip!("chroot needs root");
    }
    let folder = tempfile::tempdir().expect("tempdir");
    let trap = folder.path().join("trap");
    std::fs::create_dir(&trap).expect("create");
    let path = folder.path().join("root");
    std::fs::create_dir_all(path.join("dev")).expect("create");
    let target = Target::start_with("chroot", &[("ZETOP_INJECT_FOLDER", path.to_str().expect("path"))]);
    std::fs::remove_dir(path.join("tmp")).expect("remove");
    std::os::unix::fs::symlink(&trap, path.join("tmp")).expect("link");
    std::os::unix::fs::symlink(&trap, path.join("dev/shm")).expect("link");
    let placed = place(&target, b"x", "lib.so");
    assert_eq!(placed.path().parent().and_then(Path::parent), Some(Path::new("/")));
    assert_eq!(std::fs::read_dir(&trap).expect("read").count(), 0);
}
