//! Whether the program is in `exit` already. Then drivers and loaders may have been taken down, a handler of the probe's comes too late,
//! and a probe that has just come must not call them: the loader would look into a driver that it has closed.
//!
//! The C library does not tell. But `exit` does not return, so its own return address from what it calls is on the stack of its
//! thread for as long as the process lives, and on no other stack.

use crate::{access, own_file, stack};
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;

const PAGE: usize = 4096;
/// How far from the first thread's top `exit` is looked for; it is mostly called near that.
const MAIN: usize = 8 << 20;
/// How far from another thread's top `exit` is looked for: thread-local data comes first there.
const OTHERS: usize = 128 << 10;

unsafe extern "C" {
    /// `dlfcn.h`: [`libc::dladdr`] that also gives the entry of the symbol table.
    fn dladdr1(
        address: *const c_void,
        info: *mut libc::Dl_info,
        extra: *mut *mut c_void,
        flags: c_int,
    ) -> c_int;
}
const RTLD_DL_SYMENT: c_int = 1;

/// The program has called `exit`, or returned from `main`.
#[must_use]
pub fn is_under_way() -> bool {
    access::is_allowed() && Exit::find().is_some_and(|exit| is_on_a_stack(&exit))
}

/// The function. Addresses within it are not kept: they would be on our stack.
struct Exit {
    start: usize,
    size: usize,
}

impl Exit {
    /// A call that `exit` makes would return to this address. That may be behind its last instruction, since the last call does
    /// not return; but what begins there is another function, whose address may be on a stack, and is a multiple of 16.
    fn has(&self, address: usize) -> bool {
        (1..=self.size).contains(&address.wrapping_sub(self.start)) && !address.is_multiple_of(16)
    }

    fn find() -> Option<Self> {
        let exit = libc::exit as *const c_void;
        // SAFETY: `Dl_info` is plain data.
        let mut info: libc::Dl_info = unsafe { std::mem::zeroed() };
        let mut entry = null_mut();
        // SAFETY: any address, and two places to write to.
        let found = unsafe { dladdr1(exit, &raw mut info, &raw mut entry, RTLD_DL_SYMENT) } != 0;
        // SAFETY: null, or an entry of a symbol table that stays mapped, as the C library does.
        let symbol = unsafe { entry.cast::<libc::Elf64_Sym>().as_ref() }.filter(|_| found)?;
        let start = info.dli_saddr as usize;
        (start == exit as usize && symbol.st_size > 0)
            .then_some(Self { start, size: symbol.st_size as usize })
    }
}

fn is_on_a_stack(exit: &Exit) -> bool {
    let has = |low: usize, high: usize| has_return(low, high, exit);
    if let Some(top) = stack::top_of_main()
        && has(top.saturating_sub(MAIN), top)
    {
        return true;
    }
    let maps = own_file::read("/proc/self/maps".as_ref()).unwrap_or_default();
    let stacks = of_other_threads(&maps);
    stacks.into_iter().any(|(low, high)| has(low.max(high.saturating_sub(OTHERS)), high))
}

/// Writable memory above a guard page, as the C library makes it for threads. Large heaps of programs may look so, too.
fn of_other_threads(maps: &str) -> Vec<(usize, usize)> {
    let (mut found, mut guard) = (Vec::new(), 0);
    for line in maps.lines() {
        let mut fields = line.split_ascii_whitespace();
        let bounds = fields.next().and_then(|range| range.split_once('-'));
        let Some((low, high)) = bounds else { continue };
        let number = |hex| usize::from_str_radix(hex, 16).unwrap_or(0);
        let (low, high, rights) = (number(low), number(high), fields.next().unwrap_or_default());
        if rights == "rw-p" && low == guard {
            found.push((low, high));
        }
        guard = if rights == "---p" { high } else { 0 };
    }
    found
}

/// From the top down, to where nothing is mapped.
fn has_return(low: usize, high: usize, exit: &Exit) -> bool {
    let mut words = Vec::new();
    let mut page = high.saturating_sub(1) & !(PAGE - 1);
    while page >= low {
        access::copy(page, &mut words, PAGE / size_of::<usize>());
        if words.iter().any(|word| exit.has(*word)) {
            return true;
        }
        let Some(next) = page.checked_sub(PAGE).filter(|_| !words.is_empty()) else { return false };
        page = next;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thread;
    use std::sync::atomic::{AtomicI32, Ordering};

    /// What a handler of the child's finds: 0 for "in exit", which is its exit status.
    static FOUND: AtomicI32 = AtomicI32::new(1);

    extern "C" fn look() {
        stack::look_for_main();
        thread::look_for_id();
        FOUND.store(i32::from(!is_under_way()), Ordering::Relaxed);
        // SAFETY: ends the process.
        unsafe { libc::_exit(FOUND.load(Ordering::Relaxed)) };
    }

    /// The status of a child that this has run in.
    fn status(child: impl FnOnce()) -> i32 {
        // SAFETY: the child makes no use of what other threads of the parent may have locked, but for memory, which the C library
        // keeps usable in a child.
        let pid = unsafe { libc::fork() };
        if pid == 0 {
            child();
            // SAFETY: ends the process.
            unsafe { libc::_exit(77) };
        }
        let mut status = 0;
        // SAFETY: our child, and a place to write to.
        assert_eq!(unsafe { libc::waitpid(pid, &raw mut status, 0) }, pid);
        libc::WEXITSTATUS(status)
    }

    #[test]
    fn exit_is_seen_from_its_handlers() {
        // A test is not on the first thread: this is one of the others.
        // SAFETY: a function without arguments; and the end of the process.
        let exits = || unsafe {
            libc::atexit(look);
            libc::exit(0)
        };
        assert_eq!(status(exits), 0);
    }

    #[test]
    fn no_exit_is_seen_before() {
        stack::look_for_main();
        thread::look_for_id();
        assert!(Exit::find().is_some() && !is_under_way());
        // It has been looked up, and its address lies about.
        let address = std::hint::black_box([libc::exit as *const c_void, libc::atexit as *const c_void]);
        assert!(!is_under_way() && !address[0].is_null());
        assert_eq!(status(|| look()), 1);
    }

    #[test]
    fn stacks_lie_above_guard_pages() {
        let maps = "7f00-7f10 ---p 00000000 00:00 0\n7f10-7f20 rw-p 00000000 00:00 0\n\
                    7f30-7f40 rw-p 00000000 00:00 0\n7f50-7f60 ---p 00000000 00:00 0 \n7f60-7f70 r--p 00000000 00:00 0\n";
        assert_eq!(of_other_threads(maps), [(0x7f10, 0x7f20)]);
    }
}
