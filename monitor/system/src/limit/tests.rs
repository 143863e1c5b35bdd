use super::*;

#[test]
fn devices_are_refused_and_pipes_are_read_to_their_end() {
    let most = 100_000;
    assert!(read(Path::new("/dev/zero"), most).is_err());
    assert_eq!(read(Path::new("/dev/null"), most).unwrap(), b"");
    assert!(read(Path::new("/"), most).is_err());
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, FileType::Fifo, Mode::RWXU, 0).unwrap();
    for (bytes, fits) in [(70_000, true), (100_001, false)] {
        let to = fifo.clone();
        let writer = std::thread::spawn(move || std::fs::write(to, vec![7; bytes]));
        let got = read(&fifo, most);
        assert_eq!(
            got.as_ref().is_ok_and(|got| *got == vec![7; bytes]),
            fits,
            "{:?}",
            got.map(|got| got.len())
        );
        let _ = writer.join();
    }
    let file = folder.path().join("file");
    for (bytes, fits) in [(100_000, true), (100_001, false)] {
        std::fs::write(&file, vec![7; bytes]).unwrap();
        assert_eq!(read(&file, most).is_ok(), fits);
    }
    let sparse = File::create(&file).unwrap();
    sparse.set_len(1 << 40).unwrap();
    assert!(read(&file, most).is_err(), "1 TiB of nothing");
}

/// Nobody ever opens the other end.
#[test]
fn a_fifo_without_a_writer_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, FileType::Fifo, Mode::RWXU, 0).unwrap();
    assert_eq!(read(&fifo, 10).unwrap_err().kind(), io::ErrorKind::TimedOut);
}

/// Nobody reads what the kernel asks.
#[test]
fn a_file_system_that_does_not_answer_is_given_up() {
    let ran = zetop_testing::in_own_mounts(|| {
        let folder = tempfile::tempdir().unwrap();
        let Some(_mounted) = zetop_testing::silent(folder.path()) else {
            return zetop_testing::skip!("no FUSE");
        };
        let file = folder.path().join("file");
        let is_given_up = |look: fn(&Path) -> io::Result<()>| {
            let begun = Instant::now();
            let error = look(&file).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::TimedOut, "{error}");
            assert!(begun.elapsed() < 3 * PATIENCE);
        };
        std::thread::scope(|both| {
            both.spawn(|| is_given_up(|path| read(path, 10).map(drop)));
            both.spawn(|| is_given_up(|path| regular(path).map(drop)));
        });
    });
    if !ran {
        zetop_testing::skip!("mounts need root");
    }
}

/// What zetop was to look at "did not answer within 3 s" once somebody had stopped zetop itself for a minute.
#[test]
fn time_in_which_zetop_is_stopped_is_not_part_of_a_limit() {
    let limit = Duration::from_secs(3);
    assert_eq!(after(limit, GLANCE), limit - GLANCE);
    assert_eq!(after(limit, Duration::from_mins(1)), limit - 2 * GLANCE);
    assert_eq!(after(GLANCE, 2 * GLANCE), Duration::ZERO);
}

#[test]
fn what_never_ends_is_left_behind() {
    let (_keep, never) = channel::<()>();
    let started = std::time::Instant::now();
    assert_eq!(within(Duration::from_millis(20), move || never.recv().is_ok()), None);
    assert!(started.elapsed() < Duration::from_secs(5));
    assert_eq!(within(Duration::from_secs(60), || 7), Some(7));
}

#[test]
fn a_process_that_is_silent_is_not_asked_again_until_it_answers() {
    // Process numbers that no other test looks at.
    let (pid, other) = (u32::MAX - 1, u32::MAX - 2);
    let (keep, silent) = channel::<()>();
    let (soon, long) = (Duration::from_millis(20), Duration::from_secs(60));
    assert_eq!(for_process(pid, soon, move || silent.recv().is_ok()), None);
    assert_eq!(look(pid, long, || 7), None, "silent still");
    assert_eq!(for_process(pid, long, || 7), Some(7), "asked all the same");
    assert_eq!(look(other, long, || 7), Some(7), "another one");
    assert_eq!(within(long, || 7), Some(7), "a named file");
    drop(keep);
    let answered = Instant::now();
    while look(pid, long, || 7).is_none() {
        assert!(answered.elapsed() < long, "it has answered");
        std::thread::yield_now();
    }
}

#[test]
fn what_is_given_up_ends_at_once() {
    let (_keep, silent) = channel::<()>();
    let started = Instant::now();
    let given_up = || started.elapsed() > Duration::from_millis(30);
    let long = Duration::from_secs(60);
    assert_eq!(for_process_unless(u32::MAX - 3, long, given_up, move || silent.recv().is_ok()), None);
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_look_in_a_look_needs_no_thread() {
    let long = Duration::from_secs(60);
    let same = move || look(u32::MAX - 4, long, || std::thread::current().id());
    let inner = within(long, move || same() == Some(std::thread::current().id()));
    assert_eq!(inner, Some(true));
    assert_ne!(same(), Some(std::thread::current().id()));
}

/// What one process may keep busy is not all there is.
#[test]
fn threads_are_counted_by_process() {
    let pid = u32::MAX - 5;
    let held: Vec<Counted> = (0..).map_while(|_| Counted::new(Some(pid))).take(MOST_LOOKS).collect();
    assert_eq!(held.len(), MOST_LOOKS_EACH);
    assert!(Counted::new(Some(pid - 1)).is_some() && Counted::new(None).is_some());
    drop(held);
    assert!(Counted::new(Some(pid)).is_some());
}
