//! A word in the orders page by which the kernel tells probes that zetop has ended, in whatever way.
//!
//! The word is a robust futex: a thread of zetop's holds it, and has a list with this one entry. When the thread ends, be it because
//! zetop was killed, the kernel puts `FUTEX_OWNER_DIED` there. See `get_robust_list(2)` and the kernel's
//! `Documentation/locking/robust-futexes.rst`. A mutex of the C library would do the same, but its layout is not documented.

use rustix::fd::OwnedFd;
use rustix::thread::gettid;
use std::ptr::null_mut;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use zetop_system::mapped::Mapped;
use zetop_wire::orders::{HOLDER_AT, ORDERS_BYTES};

/// `struct robust_list` of the kernel's interface.
#[repr(C)]
#[derive(Debug)]
struct Entry {
    next: *mut Entry,
}

/// `struct robust_list_head`.
#[repr(C)]
#[derive(Debug)]
struct Head {
    list: Entry,
    /// From an entry to its word, in bytes.
    offset: isize,
    pending: *mut Entry,
}

/// A list with one entry, whose word is in a page of a file.
#[derive(Debug)]
struct List {
    head: Box<Head>,
    _entry: Box<Entry>,
    page: Mapped,
}

// SAFETY: memory that this owns alone, whatever thread it is on.
unsafe impl Send for List {}

impl List {
    fn new(file: &OwnedFd) -> Option<Self> {
        let page = Mapped::new(file, 0, ORDERS_BYTES).ok()?;
        let mut entry = Box::new(Entry { next: null_mut() });
        let word = page.start().addr() + HOLDER_AT as usize;
        let offset = word.wrapping_sub((&raw const *entry).addr()).cast_signed();
        let mut head = Box::new(Head { list: Entry { next: &raw mut *entry }, offset, pending: null_mut() });
        // The kernel follows the list until it is back at its head.
        entry.next = &raw mut head.list;
        Some(Self { head, _entry: entry, page })
    }

    /// Makes it the calling thread's. It has to stay until that has ended.
    fn register(&self) -> bool {
        let head = &raw const *self.head;
        // SAFETY: a list as the kernel wants it. The one that it replaces, the C library's, is empty: this thread takes no
        // robust mutex.
        unsafe { libc::syscall(libc::SYS_set_robust_list, head, size_of::<Head>()) == 0 }
    }
}

/// The thread that holds the word. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Holder {
    over: Option<Sender<()>>,
    /// Gives the list back when it has ended.
    thread: Option<JoinHandle<List>>,
}

impl Holder {
    /// Holds the word in this file. `None` if that is not possible: then probes find out by our lock.
    pub(super) fn start(file: &OwnedFd) -> Option<Self> {
        let list = List::new(file)?;
        let (over, wait) = channel::<()>();
        let (ready, is_ready) = channel::<()>();
        let work = move || {
            if list.register() {
                let me = gettid().as_raw_nonzero().get();
                let _ = list.page.write_each(&me.to_ne_bytes(), std::iter::once(HOLDER_AT));
            }
            drop(ready);
            // Until the other end is dropped.
            let _ = wait.recv();
            list
        };
        let thread = std::thread::Builder::new().name("alive".to_owned()).spawn(work).ok()?;
        // Before any probe can look.
        let _ = is_ready.recv();
        Some(Self { over: Some(over), thread: Some(thread) })
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        drop(self.over.take());
        // Then the kernel does not look at the list any more.
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::FileExt;

    #[test]
    fn the_word_says_when_its_thread_has_ended() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(ORDERS_BYTES as u64).unwrap();
        let word = || {
            let mut word = [0; 4];
            file.read_exact_at(&mut word, HOLDER_AT).unwrap();
            u32::from_ne_bytes(word)
        };
        let holder = Holder::start(&file.try_clone().unwrap().into()).unwrap();
        assert!(word() != 0 && word() & libc::FUTEX_OWNER_DIED == 0, "held: {:#x}", word());
        drop(holder);
        assert_eq!(word(), libc::FUTEX_OWNER_DIED);
    }

    /// The file is the other user's where root watches that one's program.
    #[test]
    fn a_file_that_has_become_shorter_does_no_harm() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(ORDERS_BYTES as u64).unwrap();
        let holder = Holder::start(&file.try_clone().unwrap().into()).unwrap();
        file.set_len(0).unwrap();
        drop(holder);
    }
}
