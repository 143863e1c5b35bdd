//! A path that is replaced now and then, and read by any thread at any time. It is stored in place: a box for each path
//! could never be freed, because a reader may still be looking, and a program that is attached to a thousand times would
//! keep a thousand.

use crate::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// Paths that the kernel takes are shorter (PATH_MAX is 4,096 bytes with the end).
const WORDS: usize = 4096 / 8;

/// How often a read that meets a writer is retried. A child forked in the middle of a write has no writer any
/// more, so it must give up.
const ATTEMPTS: usize = 1000;

/// A sequence lock: the number of writes is odd while one is under way.
pub struct PathSlot {
    sequence: AtomicUsize,
    length: AtomicUsize,
    words: [AtomicU64; WORDS],
}

impl PathSlot {
    #[must_use]
    pub const fn new() -> Self {
        Self {
            sequence: AtomicUsize::new(0),
            length: AtomicUsize::new(0),
            words: [const { AtomicU64::new(0) }; WORDS],
        }
    }

    /// Replaces the path. One thread at a time. False if `path` is too long.
    pub fn set(&self, path: &Path) -> bool {
        let bytes = path.as_os_str().as_bytes();
        if bytes.len() > WORDS * 8 {
            return false;
        }
        let sequence = self.sequence.load(Ordering::Relaxed) | 1;
        self.sequence.store(sequence, Ordering::Relaxed);
        fence(Ordering::Release);
        self.length.store(bytes.len(), Ordering::Relaxed);
        for (word, chunk) in self.words.iter().zip(bytes.chunks(8)) {
            let mut padded = [0; 8];
            padded[..chunk.len()].copy_from_slice(chunk);
            word.store(u64::from_ne_bytes(padded), Ordering::Relaxed);
        }
        self.sequence.store(sequence + 1, Ordering::Release);
        true
    }

    /// `None` before the first path is set, and where a write does not end (in a forked child).
    #[must_use]
    pub fn get(&self) -> Option<PathBuf> {
        (0..ATTEMPTS).find_map(|_| {
            let before = self.sequence.load(Ordering::Acquire);
            if before == 0 {
                return Some(None);
            }
            let length = self.length.load(Ordering::Relaxed).min(WORDS * 8);
            let words = &self.words[..length.div_ceil(8)];
            let bytes: Vec<u8> =
                words.iter().flat_map(|word| word.load(Ordering::Relaxed).to_ne_bytes()).collect();
            fence(Ordering::Acquire);
            if before % 2 == 1 || self.sequence.load(Ordering::Relaxed) != before {
                std::thread::yield_now();
                return None;
            }
            Some(Some(PathBuf::from(OsStr::from_bytes(&bytes[..length]))))
        })?
    }
}

impl Default for PathSlot {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn gives_the_last_path() {
        let slot = PathSlot::new();
        assert_eq!(slot.get(), None);
        for path in ["/dev/shm/zetop-0-abcdef", "/", "/tmp/a-longer-one-than-the-one-before/and/below"] {
            assert!(slot.set(Path::new(path)));
            assert_eq!(slot.get().as_deref(), Some(Path::new(path)));
        }
        assert!(!slot.set(Path::new(&"x".repeat(4097))));
        let longest = "y".repeat(4096);
        assert!(slot.set(Path::new(&longest)));
        assert_eq!(slot.get(), Some(PathBuf::from(longest)));
    }

    #[test]
    fn a_reader_never_sees_half_of_one() {
        let slot = PathSlot::new();
        let ends = AtomicBool::new(false);
        let all = ["a".repeat(100), "b".repeat(77), "c".repeat(300)];
        assert!(slot.set(Path::new(&all[0])));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for number in 0..30_000 {
                    assert!(slot.set(Path::new(&all[number % all.len()])));
                }
                ends.store(true, Ordering::Relaxed);
            });
            while !ends.load(Ordering::Relaxed) {
                if let Some(path) = slot.get() {
                    assert!(all.iter().any(|one| path == Path::new(one)), "{path:?}");
                }
            }
        });
    }
}
