//! zetop's orders, as the probe sees them, and whether zetop is alive.

use crate::clock;
use crate::own_file::{OwnFile, apart};
use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;
use zetop_wire::orders::{Detach, ORDERS_BYTES, ORDERS_FILE, Orders, age};
use zetop_wire::session::OPTIONS_FILE;

/// How long zetop counts as alive after its last beat; beats come four times a second at least.
const BEAT_LIMIT_NS: u64 = 600_000_000;

/// The orders page of our session. Its address never changes; outside a session, or if there is no such file,
/// it is zeros.
pub struct OrdersPage {
    page: *const Orders,
    last_beat: AtomicU32,
    /// When that was seen, CLOCK_MONOTONIC_RAW, ns.
    last_change: AtomicU64,
}

// SAFETY: `page` points to memory that stays mapped as long as the process lives; it holds atomics.
unsafe impl Send for OrdersPage {}
// SAFETY: as above.
unsafe impl Sync for OrdersPage {}

impl OrdersPage {
    pub fn reserve() -> Option<Self> {
        let page = map(null_mut(), None)?;
        Some(Self { page, last_beat: AtomicU32::new(0), last_change: AtomicU64::new(0) })
    }

    fn orders(&self) -> &Orders {
        // SAFETY: a page of the probe's, or of a file that is as long; any bytes are valid numbers.
        unsafe { &*self.page }
    }

    /// Maps a session's orders. Without them, only the lock tells whether zetop is alive.
    pub fn bind(&self, session: &Path) {
        apart(|| {
            let file = OwnFile::open(&session.join(ORDERS_FILE), libc::O_RDONLY).ok();
            // Pages past the end of a shorter file cannot be read.
            let is_whole = |file: &File| {
                file.metadata().is_ok_and(|meta| meta.is_file() && meta.len() >= ORDERS_BYTES as u64)
            };
            let whole = file.as_ref().and_then(|file| file.get().ok().filter(|file| is_whole(file)));
            map(self.page.cast_mut(), whole);
        });
        self.last_beat.store(0, Ordering::Relaxed);
        self.last_change.store(0, Ordering::Relaxed);
    }

    /// Replaces the session's page with zeros.
    pub fn unbind(&self) {
        map(self.page.cast_mut(), None);
    }

    /// zetop orders a detach.
    pub fn detach(&self) -> bool {
        self.orders().detach.load(Ordering::Acquire) != 0
    }

    /// The program's own calls have to see to a detach: zetop says so, or is gone.
    pub fn is_left_to_the_program(&self) -> bool {
        self.orders().detach.load(Ordering::Acquire) == Detach::ByItself as u32 || self.is_gone()
    }

    /// zetop has ended, in whatever way: the kernel has said so. Makes no system call.
    pub fn is_gone(&self) -> bool {
        self.orders().holder.load(Ordering::Relaxed) & libc::FUTEX_OWNER_DIED != 0
    }

    /// [`Self::is_gone`] can tell.
    pub fn has_holder(&self) -> bool {
        self.orders().holder.load(Ordering::Relaxed) != 0
    }

    /// How old the last beat is, if zetop has the same clock as this process.
    pub fn since_beat(&self) -> Duration {
        age(self.orders().beat.load(Ordering::Relaxed), clock::raw_ns())
    }

    /// Whether the zetop of `session` is alive. A stopped one still holds its lock.
    pub fn zetop_lives(&self, session: &Path) -> bool {
        self.beats() || is_locked(session).unwrap_or(false)
    }

    fn beats(&self) -> bool {
        let now = clock::raw_ns();
        let beat = self.orders().beat.load(Ordering::Relaxed);
        if self.last_beat.swap(beat, Ordering::Relaxed) != beat {
            self.last_change.store(now, Ordering::Relaxed);
        }
        let last = self.last_change.load(Ordering::Relaxed);
        last != 0 && now.saturating_sub(last) < BEAT_LIMIT_NS
    }

    /// Whether the zetop of `session` is alive, for callers that cannot wait for the beat to expire: a zetop that has just been
    /// killed has already lost its lock.
    pub fn zetop_holds(&self, session: &Path) -> bool {
        is_locked(session).unwrap_or_else(|| self.beats())
    }
}

/// zetop holds a lock on its session's options until it ends. `None` if the file can no longer be seen
/// because the program has changed its root folder.
fn is_locked(session: &Path) -> Option<bool> {
    apart(|| is_locked_here(session))
}

fn is_locked_here(session: &Path) -> Option<bool> {
    let file = OwnFile::open(&session.join(OPTIONS_FILE), libc::O_RDONLY).ok()?;
    // SAFETY: an open file; the lock, if it is given, goes with it.
    if unsafe { libc::flock(file.get().ok()?.as_raw_fd(), libc::LOCK_SH | libc::LOCK_NB) } == 0 {
        return Some(false);
    }
    Some(std::io::Error::last_os_error().kind() == std::io::ErrorKind::WouldBlock)
}

/// Maps a page: the file's, or zeros; anywhere, or in place of an earlier one of the probe's.
fn map(place: *mut Orders, file: Option<&File>) -> Option<*const Orders> {
    let fixed = if place.is_null() { 0 } else { libc::MAP_FIXED };
    let (kind, fd) = match file {
        Some(file) => (libc::MAP_SHARED, file.as_raw_fd()),
        None => (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1),
    };
    // SAFETY: a fresh mapping, or one over a page that was mapped here before.
    let page = unsafe { libc::mmap(place.cast(), ORDERS_BYTES, libc::PROT_READ, kind | fixed, fd, 0) };
    (page != libc::MAP_FAILED).then_some(page.cast_const().cast())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::FileExt;
    use zetop_wire::orders::{BEAT_AT, DETACH_AT, HOLDER_AT};

    #[test]
    fn orders_are_seen_and_a_short_file_is_none() {
        let session = tempfile::tempdir().unwrap();
        let orders = OrdersPage::reserve().unwrap();
        let path = session.path().join(ORDERS_FILE);
        std::fs::write(&path, [1; 100]).unwrap();
        orders.bind(session.path());
        assert!(!orders.detach() && !orders.zetop_lives(session.path()), "too short");
        let file = File::create(&path).unwrap();
        file.set_len(ORDERS_BYTES as u64).unwrap();
        orders.bind(session.path());
        assert!(!orders.detach() && !orders.zetop_lives(session.path()));
        file.write_all_at(&7u32.to_ne_bytes(), BEAT_AT).unwrap();
        assert!(orders.zetop_lives(session.path()) && !orders.detach());
        file.write_all_at(&1u32.to_ne_bytes(), DETACH_AT).unwrap();
        assert!(orders.detach() && !orders.is_gone() && !orders.is_left_to_the_program());
        file.write_all_at(&2u32.to_ne_bytes(), DETACH_AT).unwrap();
        assert!(orders.detach() && orders.is_left_to_the_program());
        file.write_all_at(&1u32.to_ne_bytes(), DETACH_AT).unwrap();
        file.write_all_at(&(libc::FUTEX_OWNER_DIED).to_ne_bytes(), HOLDER_AT).unwrap();
        assert!(orders.is_gone() && orders.is_left_to_the_program());
        orders.unbind();
        assert!(!orders.detach());
    }

    #[test]
    fn a_zetop_that_does_not_beat_has_its_lock() {
        let session = tempfile::tempdir().unwrap();
        let orders = OrdersPage::reserve().unwrap();
        orders.bind(session.path());
        let options = File::create(session.path().join(OPTIONS_FILE)).unwrap();
        assert!(!orders.zetop_lives(session.path()));
        // SAFETY: an open file.
        assert_eq!(unsafe { libc::flock(options.as_raw_fd(), libc::LOCK_EX) }, 0);
        assert!(orders.zetop_lives(session.path()) && orders.zetop_holds(session.path()));
        drop(options);
        assert!(!orders.zetop_lives(session.path()));
    }
}
