//! Blocks of threads: taken at a thread's first call, and given back when it ends.

use super::{KEY, KEYS_WITHOUT_MALLOC, Runtime};
use crate::thread::{self};
use crate::{attendance, errno, sandbox};
use std::sync::atomic::Ordering;
use zetop_wire::layout::ThreadBlock;

impl Runtime {
    /// Gives this thread a block; `None` when all are taken. Lock-free: a signal handler of the program may
    /// interrupt this and make a call of its own.
    pub(super) fn take_block(&self) -> Option<&'static ThreadBlock> {
        let id = thread::id();
        let key = KEY.load(Ordering::Relaxed);
        if key >= KEYS_WITHOUT_MALLOC && !self.blocks.has_free() && !sandbox::is_filtered() {
            self.blocks.give_back_of(has_ended).for_each(|number| self.is_free(number));
        }
        let number = self.blocks.take(id, |number| self.file.make_block(number))?;
        if let Some(block) = thread::block() {
            // A signal handler has already taken a block for this thread.
            self.blocks.give_back(number);
            return Some(block);
        }
        let block = self.file.block(number);
        thread::set(block);
        let process = self.process();
        block.head.tid.store(id, Ordering::Relaxed);
        block.head.wants.store(process.wants_records.load(Ordering::Relaxed), Ordering::Relaxed);
        let is_attached = process.attend.load(Ordering::Relaxed) != 0;
        block.head.look_at.store(attendance::first_look(is_attached), Ordering::Relaxed);
        process.blocks.fetch_max(self.blocks.end() as u32, Ordering::Release);
        process.threads.store(self.blocks.in_use(), Ordering::Relaxed);
        if key < KEYS_WITHOUT_MALLOC {
            // SAFETY: the key was made in `register_once`. The value says which block of which runtime; it is
            // never null, because `release` is not called for null.
            unsafe {
                let value = thread::generation() << 16 | (number as u64 + 1);
                libc::pthread_setspecific(key, value as *const libc::c_void);
            }
        }
        Some(block)
    }

    pub(super) fn give_back(&self, number: usize) {
        self.file.block(number).head.ended();
        self.blocks.give_back(number);
        self.process().threads.store(self.blocks.in_use(), Ordering::Relaxed);
    }

    /// A block was given back for a thread that has ended.
    fn is_free(&self, number: usize) {
        self.file.block(number).head.ended();
        self.process().threads.store(self.blocks.in_use(), Ordering::Relaxed);
    }
}

/// Whether there is no such thread in this process any more.
fn has_ended(thread: u32) -> bool {
    errno::kept(|| {
        // SAFETY: numbers; without a signal, it only says whether the thread is there.
        let result = unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), thread as libc::pid_t, 0) };
        result == -1 && std::io::Error::last_os_error().raw_os_error() == Some(libc::ESRCH)
    })
}
