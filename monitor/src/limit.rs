//! Work that somebody else can hold up: memory whose pages come from the program itself (`userfaultfd`), files of a file
//! system that does not answer (FUSE, NFS), a FIFO.
//!
//! The kernel lets nobody break off such a read, so it is made in a thread that is left behind when it takes too long.
//! It ends when the answer comes, or with zetop.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// Threads at the same time, those that were left behind included. A target that holds up all it can get has no more.
const MOST: usize = 64;
/// Reading a large program's symbols takes more than the 2 MiB that threads get.
const STACK: usize = 8 << 20;

static THREADS: AtomicUsize = AtomicUsize::new(0);

struct Counted;

impl Counted {
    fn new() -> Option<Self> {
        let counted = Self;
        (THREADS.fetch_add(1, Ordering::Relaxed) < MOST).then_some(counted)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        THREADS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The result of `work`, or `None` if there is none within `limit`.
pub fn within<T: Send + 'static>(limit: Duration, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let counted = Counted::new()?;
    let (done, result) = channel();
    let run = move || {
        let _counted = counted;
        // nobody listens any more when it took too long
        let _ = done.send(work());
    };
    std::thread::Builder::new().name("zetop-look".to_owned()).stack_size(STACK).spawn(run).ok()?;
    result.recv_timeout(limit).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_left_behind() {
        let (_keep, never) = channel::<()>();
        let started = std::time::Instant::now();
        assert_eq!(within(Duration::from_millis(20), move || never.recv().is_ok()), None);
        assert!(started.elapsed() < Duration::from_secs(5));
        assert_eq!(within(Duration::from_secs(60), || 7), Some(7));
    }
}
