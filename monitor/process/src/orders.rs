//! What zetop tells the probes of a session: that it is alive, and when to detach.

mod holder;

use holder::Holder;
use rustix::fd::OwnedFd;
use rustix::io::pwrite;
use std::time::{Duration, Instant};
use zetop_system::clock::raw_ns;
use zetop_wire::orders::{BEAT_AT, DETACH_AT, Detach, beat};

/// Between two beats.
const BEAT: Duration = Duration::from_millis(100);

/// The session's orders file, opened. Its user can truncate or remove it; nothing here depends on it.
#[derive(Debug)]
pub(crate) struct OrdersFile {
    file: OwnedFd,
    last: Option<Instant>,
    _holder: Option<Holder>,
}

impl OrdersFile {
    /// `file` was made by us, and is all zeros.
    pub(crate) fn new(file: OwnedFd) -> Self {
        let _holder = Holder::start(&file);
        Self { file, last: None, _holder }
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
        let _ = pwrite(&self.file, &value.to_ne_bytes(), at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_wire::orders::{ORDERS_BYTES, age};

    #[test]
    fn orders_stand_where_probes_look() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(ORDERS_BYTES as u64).unwrap();
        let read = |at| {
            let mut word = [0; 4];
            std::os::unix::fs::FileExt::read_exact_at(&file, &mut word, at).unwrap();
            u32::from_ne_bytes(word)
        };
        let mut orders = OrdersFile::new(file.try_clone().unwrap().into());
        assert_eq!((read(BEAT_AT), read(DETACH_AT)), (0, 0));
        orders.beat();
        assert!(age(read(BEAT_AT), raw_ns()) < Duration::from_mins(1), "now, more or less");
        assert_eq!(read(DETACH_AT), 0);
        orders.detach(Detach::ByItself);
        assert_eq!(read(DETACH_AT), Detach::ByItself as u32);
    }
}
