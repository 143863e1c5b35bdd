//! This process's memory as a file. By that, words can be written that are read-only for the program, without a change of their
//! page's protection, which the program or the dynamic linker may be changing at that moment.

use crate::access;
use crate::own_file::OwnFile;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

pub struct SelfMemory(OwnFile);

impl SelfMemory {
    /// To be opened [apart](crate::own_file::apart), and used there.
    ///
    /// # Errors
    /// What the kernel says.
    pub fn open() -> io::Result<Self> {
        OwnFile::open(Path::new("/proc/self/mem"), libc::O_RDWR).map(Self)
    }

    /// Replaces `old` with `new`. Memory that has gone or holds anything else is left alone.
    ///
    /// # Safety
    /// When it was found, the address was that of an aligned word. If it holds `old`, that is a pointer that belongs to the dynamic
    /// linker or to us.
    pub unsafe fn exchange(&self, address: usize, old: usize, new: usize) -> bool {
        // SAFETY: the caller's promise.
        let holds = unsafe { access::word(address) } == Some(old);
        holds
            && self.0.get().is_ok_and(|memory| {
                memory
                    .write_at(&new.to_ne_bytes(), address as u64)
                    .is_ok_and(|written| written == size_of::<usize>())
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: usize = 4096;

    #[test]
    fn read_only_words_are_written_and_stay_read_only() {
        // SAFETY: a new page of the probe's.
        let page = unsafe {
            let rights = libc::PROT_READ | libc::PROT_WRITE;
            libc::mmap(std::ptr::null_mut(), PAGE, rights, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0)
        };
        let (address, memory) = (page as usize + 8, SelfMemory::open().unwrap());
        // SAFETY: words of that page.
        unsafe {
            *(address as *mut usize) = 5;
            libc::mprotect(page, PAGE, libc::PROT_READ);
            assert!(!memory.exchange(address, 4, 6) && memory.exchange(address, 5, 6));
            assert_eq!(access::word(address), Some(6));
            assert!(!access::exchange(address, 6, 7), "it is read-only");
            libc::munmap(page, PAGE);
            assert!(!memory.exchange(address, 6, 7));
        }
    }
}
