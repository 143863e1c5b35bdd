//! Where the calling thread's stack ends, without a system call.
//!
//! Needed before part of a stack is copied. A thread may run on a stack that the program made itself (for a
//! signal handler or a coroutine), whose bounds are unknown. Then there is no answer.

use crate::{symbols, thread};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The first thread's stack is assumed to be no larger than this. Nothing else is mapped that close below its
/// top: the kernel keeps at least 128 MiB free there (`mmap_base`).
const MAIN_MOST: usize = 64 << 20;

/// An address near the top of the first thread's stack; 0 while unknown.
static MAIN_TOP: AtomicUsize = AtomicUsize::new(0);
/// Where that stack's frames end: above are the program's arguments and its environment. 0 while unknown.
static MAIN_FRAMES: AtomicUsize = AtomicUsize::new(0);

/// Finds where the first thread's frames end. Call it within [`symbols::once`].
pub fn look_for_frames_of_main() {
    let Some(end) = symbols::find(c"__libc_stack_end").filter(|at| at.cast::<usize>().is_aligned()) else {
        return;
    };
    // SAFETY: glibc's dynamic linker declares `void *__libc_stack_end`: the stack pointer with which the kernel has started the
    // program. It is written once, before any of the program's code runs.
    MAIN_FRAMES.store(unsafe { end.cast::<usize>().read() }, Ordering::Relaxed);
}

/// Finds the first thread's stack. Called at the start of a session.
pub fn look_for_main() {
    // SAFETY: no arguments but a number. The name of the program's file lies at the top of the first thread's stack,
    // above the environment (fs/exec.c, fs/binfmt_elf.c); 0 where there is none.
    let name = unsafe { libc::getauxval(libc::AT_EXECFN) } as usize;
    MAIN_TOP.store(name & !7, Ordering::Relaxed);
}

/// An address near the top of the first thread's stack, if it is known.
pub(crate) fn top_of_main() -> Option<usize> {
    Some(MAIN_TOP.load(Ordering::Relaxed)).filter(|top| *top != 0)
}

/// The end of the stack that `sp` lies in: everything between is mapped, and stays so while this thread is on
/// it. `None` on a stack with unknown bounds.
pub fn end(sp: usize) -> Option<usize> {
    let top = MAIN_TOP.load(Ordering::Relaxed);
    if (top.saturating_sub(MAIN_MOST)..top).contains(&sp) {
        return Some(end_of_main(sp, MAIN_FRAMES.load(Ordering::Relaxed), top));
    }
    let (low, high) = thread::stack()?;
    (low..high).contains(&sp).then_some(high)
}

/// The end of the frames, if it can be that.
fn end_of_main(sp: usize, frames: usize, top: usize) -> usize {
    if (sp + 1..top).contains(&frames) { frames & !7 } else { top }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mapping that an address is in.
    fn mapping(address: usize) -> (usize, usize) {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let parse = |hex: &str| usize::from_str_radix(hex, 16).unwrap();
        maps.lines()
            .filter_map(|line| line.split_once(' ')?.0.split_once('-'))
            .map(|(from, to)| (parse(from), parse(to)))
            .find(|(from, to)| (*from..*to).contains(&address))
            .unwrap()
    }

    fn here() -> usize {
        let local = std::hint::black_box(0u8);
        &raw const local as usize
    }

    #[test]
    fn a_threads_stack_ends_within_its_mapping() {
        thread::look_for_id();
        look_for_main();
        let check = || {
            let sp = here();
            let end = end(sp).expect("a stack of pthread_create");
            let (from, to) = mapping(sp);
            assert!((from..to).contains(&sp) && sp < end && end <= to, "{from:x} {sp:x} {end:x} {to:x}");
            end - sp
        };
        check();
        std::thread::Builder::new().stack_size(128 << 10).spawn(check).unwrap().join().unwrap();
        // Deep in the stack, and with a stack of odd size.
        fn deep(n: usize, check: &dyn Fn() -> usize) -> usize {
            let room = std::hint::black_box([n as u8; 1000]);
            if n == 0 { check() } else { deep(n - 1, check).max(usize::from(room[3] > 250)) }
        }
        let far = std::thread::Builder::new().stack_size(300_001).spawn(move || deep(100, &check)).unwrap();
        assert!(far.join().unwrap() > 100_000);
    }

    #[test]
    fn the_first_threads_stack_is_known_by_its_top() {
        look_for_main();
        let top = MAIN_TOP.load(Ordering::Relaxed);
        let (from, to) = mapping(top);
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let line = maps.lines().find(|line| line.starts_with(&format!("{from:x}-{to:x} "))).unwrap();
        assert!(line.ends_with("[stack]"), "{line}");
        // Another test may have looked for the end of the frames, which a small environment has close to the top.
        assert!(end(top - 4096).is_some_and(|end| (top - 4095..=top).contains(&end)));
        assert_eq!(end(top - MAIN_MOST - 8), None);
    }

    #[test]
    fn the_first_threads_frames_end_below_its_arguments() {
        look_for_main();
        look_for_frames_of_main();
        let top = top_of_main().unwrap();
        let end = end(top - (16 << 20)).unwrap();
        // The kernel puts the number of arguments there, and a pointer to each of them.
        let word = |at: usize| {
            // SAFETY: of the first thread's stack, which is mapped up to its top.
            unsafe { ((end + 8 * at) as *const usize).read() }
        };
        assert_eq!(word(0), std::env::args_os().count(), "{end:x} {top:x}");
        assert!((end..top).contains(&word(1)), "{:x} {end:x} {top:x}", word(1));
    }

    #[test]
    fn an_end_that_is_none_is_not_believed() {
        let (sp, top) = (0x7ffe_0000, 0x7fff_0000);
        assert_eq!(end_of_main(sp, 0x7ffe_8000, top), 0x7ffe_8000);
        for odd in [0, sp, sp - 8, top, top + 8, usize::MAX] {
            assert_eq!(end_of_main(sp, odd, top), top, "{odd:x}");
        }
    }

    #[test]
    fn memory_that_is_no_stack_has_no_end() {
        thread::look_for_id();
        look_for_main();
        let heap = vec![0u8; 1 << 20];
        std::thread::scope(|scope| {
            scope.spawn(|| assert_eq!(end(heap.as_ptr() as usize + 4096), None));
        });
    }
}
