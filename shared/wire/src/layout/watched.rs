//! What an attached probe asks zetop to keep an eye on from outside.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};

/// Words that there is room for. A loader has some 480 functions, most of them in one table, some in two or three.
pub const WATCHED: usize = 2048;

/// Words of the process's memory, each with the value that it has while all is as the probe has left it: its wrappers in the
/// loader's tables, and the pointers that lead to these. When one has changed, zetop calls [`Process::attend`] there.
///
/// [`Process::attend`]: super::Process::attend
#[repr(C)]
pub struct Watched {
    /// Odd while the words are being written; another number afterwards.
    pub version: AtomicU32,
    pub len: AtomicU32,
    /// Address and value.
    pub words: [[AtomicU64; 2]; WATCHED],
}

impl Watched {
    /// Replaces the words; those beyond [`WATCHED`] are left out. For one thread at a time.
    pub fn set(&self, words: impl IntoIterator<Item = (u64, u64)>) {
        let version = self.version.load(Ordering::Relaxed) | 1;
        self.version.store(version, Ordering::Relaxed);
        fence(Ordering::Release);
        let mut len = 0;
        for ([address, value], word) in self.words.iter().zip(words) {
            address.store(word.0, Ordering::Relaxed);
            value.store(word.1, Ordering::Relaxed);
            len += 1;
        }
        self.len.store(len, Ordering::Relaxed);
        self.version.store(version.wrapping_add(1), Ordering::Release);
    }
}
