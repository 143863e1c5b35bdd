//! Who owns the session folder can mount any file of the machine over a name in it.

use super::*;
use zetop_wire::reader;

/// The file of `probe` as a file of the machine that nothing may be written to.
fn copy_of(probe: &FakeProbe, folder: &Path) -> PathBuf {
    let copy = folder.join("host");
    let file = std::fs::File::create(&copy).unwrap();
    file.set_len(FILE_SIZE as u64).unwrap();
    let mut bytes = std::fs::read(probe.path()).unwrap();
    bytes.truncate(bytes.iter().rposition(|byte| *byte != 0).unwrap() + 1);
    std::os::unix::fs::FileExt::write_all_at(&file, &bytes, 0).unwrap();
    copy
}

fn wants_records(file: &Path) -> bool {
    reader::header(&std::fs::File::open(file).unwrap()).unwrap().wants_records
}

#[test]
fn nothing_is_written_to_what_is_mounted_over_a_process_file() {
    let ran = zetop_testing::in_own_mounts(|| {
        let mut rig = Rig::new();
        let probe = FakeProbe::new(rig.folder.path(), 4711, 1);
        let elsewhere = tempfile::tempdir().unwrap();
        let host = copy_of(&probe, elsewhere.path());
        rig.source.read(&mut rig.aggregate, 0.5, true, false);
        assert_eq!((rig.source.found(), wants_records(&host)), (1, true));
        let before = std::fs::metadata(&host).unwrap();
        let real = std::fs::File::open(probe.path()).unwrap();
        let _mount = zetop_testing::bind(&host, probe.path());
        for _ in 0..=SELDOM {
            rig.source.read(&mut rig.aggregate, 0.5, false, false);
        }
        let after = std::fs::metadata(&host).unwrap();
        assert!(wants_records(&host) && !reader::header(&real).unwrap().wants_records);
        assert_eq!((before.mtime(), before.mtime_nsec()), (after.mtime(), after.mtime_nsec()));
    });
    if !ran {
        zetop_testing::skip!("mounts need root");
    }
}

#[test]
fn what_is_mounted_over_a_name_is_no_process_file() {
    let ran = zetop_testing::in_own_mounts(|| {
        let mut rig = Rig::new();
        let elsewhere = tempfile::tempdir().unwrap();
        let host = FakeProbe::new(elsewhere.path(), 4711, 1);
        let name = rig.folder.path().join("p-4711-1.blk");
        std::fs::write(&name, "").unwrap();
        let _mount2 = zetop_testing::bind(host.path(), &name);
        rig.source.read(&mut rig.aggregate, 0.5, false, false);
        assert_eq!((rig.source.found(), wants_records(host.path())), (0, true));
    });
    if !ran {
        zetop_testing::skip!("mounts need root");
    }
}

/// Root's zetop with a session folder that is a user's.
#[test]
fn a_file_that_is_not_the_folders_owners_or_has_two_names_is_no_process_file() {
    let mut rig = Rig::new();
    let path = |pid: u32| rig.folder.path().join(format!("p-{pid}-1.blk"));
    let two = FakeProbe::new(rig.folder.path(), 4711, 1);
    std::fs::hard_link(two.path(), rig.folder.path().join("second")).unwrap();
    if rustix::process::geteuid().is_root() {
        let _other = FakeProbe::new(rig.folder.path(), 4712, 1);
        std::os::unix::fs::chown(path(4712), Some(65_534), None).unwrap();
    } else {
        zetop_testing::skip!("a file of another user, which root alone can give away");
    }
    rig.source.read(&mut rig.aggregate, 0.5, false, false);
    assert_eq!((rig.source.found(), wants_records(two.path())), (0, true));
}
