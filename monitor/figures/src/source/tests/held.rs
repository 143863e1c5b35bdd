//! A folder or a file that its user holds, and processes that do not answer.

use super::*;
use std::fs::File;
use std::io::Read as _;
use std::os::unix::fs::FileExt as _;
use std::process::{Command, Stdio};
use zetop_testing::{Answers, Fuse, NeverThere};

/// Longer than any reading takes that does not wait for what never comes.
const HELD: Duration = Duration::from_secs(60);
/// No reading takes longer, whatever others do.
const READING: Duration = Duration::from_secs(4);
/// The last one, which takes what has been found by then.
const ENDING: Duration = Duration::from_secs(20);

/// Runs `test` with a file that never answers, in a thread that may come to wait for ever, until that is freed.
fn with_silent(answers: Answers, test: impl FnOnce(std::path::PathBuf) + Send + 'static) {
    let ran = zetop_testing::in_own_mounts(move || {
        let folder = tempfile::tempdir().unwrap();
        let Some(fuse) = Fuse::mount(folder.path(), &[("file", &[0; 1 << 16])], answers) else {
            return zetop_testing::skip!("no FUSE");
        };
        let file = fuse.folder().join("file");
        let (done, is_done) = std::sync::mpsc::channel();
        let work = std::thread::spawn(move || {
            test(file);
            let _ = done.send(());
        });
        let ended = is_done.recv_timeout(Duration::from_secs(120));
        drop(fuse);
        let result = work.join();
        assert!(ended.is_ok() || result.is_err(), "it waits");
        result.unwrap();
    });
    if !ran {
        zetop_testing::skip!("mounts need root");
    }
}

fn within<T>(limit: Duration, what: &str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let result = work();
    assert!(begun.elapsed() < limit, "{what}: {:?}", begun.elapsed());
    result
}

/// `fallocate` and `pwrite` waited for the file's lock, a list of the folder for the folder's, and no signal ended that.
#[test]
fn who_holds_a_process_file_and_the_folder_does_not_hold_readings() {
    with_silent(Answers::Never, |silent| {
        let mut rig = Rig::in_time();
        let probe = FakeProbe::new(rig.folder.path(), u32::MAX - 7, 1);
        let block = probe.block(1);
        probe.call(block, 17, 10, 0);
        rig.read_after(MS, false);
        assert_eq!(rig.source.found(), 1);
        let page = || NeverThere::in_file(&silent).unwrap();
        let _held = [
            page().hold_file(File::options().read(true).write(true).open(probe.path()).unwrap()),
            page().hold_folder(File::open(rig.folder.path()).unwrap()),
        ];
        // Somebody waits to write to the folder, so that nobody else may read it either.
        let more = rig.folder.path().join("more");
        let _writer = std::thread::spawn(move || drop(File::create(more)));
        probe.process().asked.store(1, Relaxed);
        probe.process().pages.fetch_add(20, Relaxed);
        let mut quickest = HELD;
        for _ in 0..20 {
            probe.call(block, 17, 10, 0);
            let begun = Instant::now();
            within(HELD, "a reading", || rig.read_after(MS, false));
            quickest = quickest.min(begun.elapsed());
        }
        assert!(quickest < Duration::from_secs(1), "readings wait as long as they may: {quickest:?}");
        probe.process().life.store(Life::Exited as u32, Relaxed);
        let snapshot = within(HELD, "the end", || rig.end());
        assert_eq!(snapshot.host.calls, 21);
        // Its folder is not removed here: that waits, too.
        std::mem::forget(rig.folder);
    });
}

/// Processes that are in the middle of executing another program for ever: their memory map does not come. It cost 3 s each, in
/// the main thread.
#[test]
fn files_of_silent_processes_do_not_hold_readings() {
    with_silent(Answers::Reads, |silent| {
        let python = "import mmap, os, sys
f = os.open(sys.argv[1], os.O_RDWR)
n = int(sys.argv[2])
m = mmap.mmap(f, mmap.PAGESIZE, offset=n * mmap.PAGESIZE)
m[0] = 1
os.write(1, b'executes')
os.execv('/bin/sleep', ['sleep', '1000'])";
        let start = |number: usize| {
            let mut command = Command::new("python3");
            command.args(["-c", python]).arg(&silent).arg(number.to_string());
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()
        };
        let Ok(mut children) = (0..8).map(start).collect::<Result<Vec<_>, _>>() else {
            return zetop_testing::skip!("no python3");
        };
        let is_silent = |pid: u32| {
            zetop_system::proc::mapped_names(pid, Duration::from_millis(50), |_| true)
                == zetop_system::proc::Named::Silent
        };
        for child in &mut children {
            child.stdout.as_mut().unwrap().read_exact(&mut [0; 8]).unwrap();
        }
        let begun = Instant::now();
        // On a busy machine one that does answer may be slow to, but hardly all of them three times.
        let mut times = 0;
        while times < 3 {
            assert!(begun.elapsed() < Duration::from_secs(60), "they answer");
            times = if children.iter().all(|child| is_silent(child.id())) { times + 1 } else { 0 };
            std::thread::sleep(Duration::from_millis(20));
        }
        let mut rig = Rig::in_time();
        let mut probes = Vec::new();
        for child in &children {
            let probe = FakeProbe::new(rig.folder.path(), child.id(), 1);
            probe.call(probe.block(1), 17, 10, 0);
            probes.push(probe);
        }
        let honest = FakeProbe::new(rig.folder.path(), u32::MAX - 9, 1);
        honest.call(honest.block(1), 17, 10, 0);
        while rig.source.found() == 0 {
            within(READING, "a reading", || rig.read_after(MS, false));
            assert!(begun.elapsed() < Duration::from_secs(90), "one that can be read is");
        }
        assert_eq!(rig.source.found(), 1, "those of silent processes wait");
        // They are read at the end, whoever they are.
        let snapshot = within(ENDING, "the end", || rig.end());
        assert_eq!(snapshot.host.calls, 9);
        for child in &mut children {
            let _ = child.kill();
        }
        // They end when the file system does.
        std::thread::spawn(move || children.into_iter().for_each(|mut child| drop(child.wait())));
    });
}

/// 3,000 files took 22 s in one reading, and no signal was looked at.
#[test]
fn thousands_of_files_do_not_hold_readings() {
    let mut rig = Rig::in_time();
    let first = FakeProbe::new(rig.folder.path(), u32::MAX - 1, 1);
    first.call(first.block(1), 17, 10, 0);
    let all = std::fs::read(first.path()).unwrap();
    let parts: Vec<(u64, &[u8])> = all
        .chunks(4096)
        .enumerate()
        .filter(|(_, part)| part.iter().any(|byte| *byte != 0))
        .map(|(number, part)| (number as u64 * 4096, part))
        .collect();
    let files = 1500;
    rig.source.most = files + 1;
    for number in 1..=files as u32 {
        let name = zetop_wire::session::process_file(u32::MAX - 1 - number, 1);
        let copy = File::create(rig.folder.path().join(name)).unwrap();
        copy.set_len(FILE_SIZE as u64).unwrap();
        parts.iter().for_each(|(at, bytes)| copy.write_all_at(bytes, *at).unwrap());
    }
    // No machine reads all of them in such a time.
    rig.source.scout.limits.look = Duration::from_millis(10);
    let begun = Instant::now();
    rig.read_after(MS, false);
    assert!(rig.source.found() <= files, "one reading has found all of them");
    while rig.source.found() <= files {
        rig.read_after(MS, false);
        assert!(begun.elapsed() < Duration::from_secs(600), "{} found", rig.source.found());
    }
    rig.end();
}
