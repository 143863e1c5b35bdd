//! What zetop tells the probes of a session: that it is alive, and when to detach.

mod holder;

use holder::Holder;
use rustix::fd::OwnedFd;
use std::time::{Duration, Instant};
use zetop_system::clock::raw_ns;
use zetop_system::mapped::Mapped;
use zetop_wire::orders::{BEAT_AT, DETACH_AT, Detach, ORDERS_BYTES, beat};

/// Between two beats.
const BEAT: Duration = Duration::from_millis(200);

/// The session's orders. Their user can truncate or remove the file, or hold its lock; nothing here depends on it.
#[derive(Debug)]
pub(crate) struct OrdersFile {
    /// The page; none where it can't be mapped, and then probes find out by our lock that we have ended.
    page: Option<Mapped>,
    last: Option<Instant>,
    _holder: Option<Holder>,
}

impl OrdersFile {
    /// `file` was made by us, and is all zeros.
    pub(crate) fn new(file: &OwnedFd) -> Self {
        let page = Mapped::new(file, 0, ORDERS_BYTES).ok();
        Self { page, last: None, _holder: Holder::start(file) }
    }

    /// Tells the probes that we are alive, if that is due.
    pub(crate) fn beat(&mut self) {
        if self.last.is_none_or(|last| last.elapsed() >= BEAT) {
            self.last = Some(Instant::now());
            self.write(BEAT_AT, beat(raw_ns()));
        }
    }

    /// Orders the probes to put attached programs back.
    pub(crate) fn detach(&self, how: Detach) {
        self.write(DETACH_AT, how as u32);
    }

    /// A probe that doesn't get this finds out from our lock, when we end.
    fn write(&self, at: u64, value: u32) {
        let _ = self.page.as_ref().map(|page| page.write_each(&value.to_ne_bytes(), std::iter::once(at)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_testing::{Answers, Fuse, NeverThere};
    use zetop_wire::orders::age;

    #[test]
    fn orders_stand_where_probes_look() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(ORDERS_BYTES as u64).unwrap();
        let read = |at| {
            let mut word = [0; 4];
            std::os::unix::fs::FileExt::read_exact_at(&file, &mut word, at).unwrap();
            u32::from_ne_bytes(word)
        };
        let mut orders = OrdersFile::new(&file.try_clone().unwrap().into());
        assert_eq!((read(BEAT_AT), read(DETACH_AT)), (0, 0));
        orders.beat();
        assert!(age(read(BEAT_AT), raw_ns()) < Duration::from_mins(1), "now, more or less");
        assert_eq!(read(DETACH_AT), 0);
        orders.detach(Detach::ByItself);
        assert_eq!(read(DETACH_AT), Detach::ByItself as u32);
    }

    /// The file's user writes to it what never comes, and so holds its lock: zetop could not be ended any more, by no signal.
    #[test]
    fn who_holds_the_file_does_not_hold_zetop() {
        let ran = zetop_testing::in_own_mounts(|| {
            let folder = tempfile::tempdir().unwrap();
            let Some(fuse) = Fuse::mount(folder.path(), &[("file", &[0; 4096])], Answers::Never) else {
                return zetop_testing::skip!("no FUSE");
            };
            let file = tempfile::tempfile_in("/dev/shm").unwrap();
            file.set_len(ORDERS_BYTES as u64).unwrap();
            let mut orders = OrdersFile::new(&file.try_clone().unwrap().into());
            let page = NeverThere::in_file(&fuse.folder().join("file")).unwrap();
            let held = page.hold_file(file.try_clone().unwrap());
            let (done, is_done) = std::sync::mpsc::channel();
            let beats = std::thread::spawn(move || {
                orders.beat();
                orders.detach(Detach::ByZetop);
                drop(orders);
                let _ = done.send(());
            });
            let ended = is_done.recv_timeout(Duration::from_secs(20));
            // Before anything fails: nothing may be left that waits.
            drop(fuse);
            held.join().unwrap();
            beats.join().unwrap();
            assert!(ended.is_ok(), "it waits for the file's lock");
            let mut words = [0; 8];
            std::os::unix::fs::FileExt::read_exact_at(&file, &mut words, BEAT_AT).unwrap();
            assert!(words[..4] != [0; 4] && words[4..] == (Detach::ByZetop as u32).to_ne_bytes());
        });
        if !ran {
            zetop_testing::skip!("mounts need root");
        }
    }
}
