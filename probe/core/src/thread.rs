//! The calling thread's block.
//!
//! One pointer per thread, read on every call, and the number of the runtime that gave it. Rust's `thread_local!`
//! in a shared library goes through `__tls_get_addr`; the initial-exec model, which costs one load, is not
//! available on stable Rust, so the variables are declared in assembly, in `crate::arch`. They take 16 bytes of the static TLS reserve;
//! with them the library's other thread-local variables (Rust's own) go there, too: 120 to 136 bytes in all.
//!
//! The number is also in a page that the kernel zeroes in a forked child. So a child never writes into its parent's
//! blocks, however it was made: `fork`, `_Fork`, a bare `clone`.

use crate::arch::{self, OwnPage};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use zetop_wire::layout::{Process, ThreadBlock};

/// A thread's number before it has a block.
const NO_BLOCK: u64 = u64::MAX;

/// The number of the runtime in use; 0 before the first one and in a forked child. It has a page of its own.
static WIPED: OwnPage<AtomicU64> = OwnPage(AtomicU64::new(0));
/// The last number that was given out. A child continues from its parent's.
static LAST: AtomicU64 = AtomicU64::new(0);

/// Number of the runtime that is in use; 0 before the first one and in a forked child.
#[inline(always)]
#[must_use]
pub fn generation() -> u64 {
    WIPED.0.load(Ordering::Relaxed)
}

/// This is a forked child that has not been set up: what is in memory is its parent's, and locks may be held by threads that
/// are not here.
#[must_use]
pub fn is_in_child() -> bool {
    generation() == 0 && LAST.load(Ordering::Relaxed) != 0
}

/// A new runtime is in use from now on: blocks of earlier ones, which may be a parent's, are no longer valid.
pub fn begin_generation() {
    let page = &raw const WIPED;
    // SAFETY: a page of this library's zeroed data that holds nothing else. Kernels before 4.14 refuse; then
    // `forget_generation` has to be called in children.
    unsafe { libc::madvise(page.cast_mut().cast(), size_of_val(&WIPED), libc::MADV_WIPEONFORK) };
    let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    WIPED.0.store(number, Ordering::Release);
}

/// Does in a child what newer kernels do by themselves.
pub fn forget_generation() {
    WIPED.0.store(0, Ordering::Release);
}

/// Gives this thread a block of the runtime in use; null takes it away.
pub fn set(block: *const ThreadBlock) {
    if block.is_null() {
        // Only the number is changed: otherwise a signal handler in between could find a valid number without
        // a block.
        let (block, _) = arch::thread_variables();
        arch::set_thread_variables(block, NO_BLOCK);
    } else {
        arch::set_thread_variables(block, generation());
    }
}

/// This thread's variables as they were read at some time.
#[derive(Clone, Copy)]
pub struct ThreadVariables {
    block: *const ThreadBlock,
    generation: u64,
}

/// Reads them. They are not looked at yet: that is [`ThreadVariables::block`]'s.
#[inline(always)]
#[must_use]
pub fn find() -> ThreadVariables {
    let (block, generation) = arch::thread_variables();
    ThreadVariables { block, generation }
}

impl ThreadVariables {
    /// The block of this thread; `None` before its first call, in a forked child, when blocks have run out, and when
    /// another runtime has come since the variables were read.
    #[inline(always)]
    #[must_use]
    pub fn block(self) -> Option<&'static ThreadBlock> {
        if self.generation != generation() {
            return None;
        }
        // SAFETY: the number is current, so the pointer is the one that `set` was given with it: a block in the
        // process file's mapping, which is never unmapped.
        Some(unsafe { &*self.block })
    }
}

/// The block of this thread, as [`ThreadVariables::block`] has it.
#[inline(always)]
#[must_use]
pub fn block() -> Option<&'static ThreadBlock> {
    find().block()
}

/// Where to count a call whose thread has no block.
pub enum Room {
    /// In a block that the thread has just been given.
    Own(&'static ThreadBlock),
    /// Blocks have run out.
    Shared(&'static Process),
    /// There is no session.
    Nowhere,
}

static FIND_ROOM: OnceLock<fn() -> Room> = OnceLock::new();

/// Sets the function that finds room for a thread's first call. Only the first one given counts.
pub fn on_first_call(find: fn() -> Room) {
    let _ = FIND_ROOM.set(find);
}

/// Finds room for a call of a thread without a block.
pub fn find_room() -> Room {
    FIND_ROOM.get().map_or(Room::Nowhere, |find| find())
}

/// This thread's id. Needs no system call if glibc's thread descriptor is known to hold it: the program may
/// have forbidden itself the call since it started.
#[must_use]
pub fn id() -> u32 {
    let by_descriptor = DESCRIPTOR_HAS_ID.load(Ordering::Relaxed) != 0;
    if by_descriptor { arch::id_in_descriptor() } else { id_by_call() }
}

fn id_by_call() -> u32 {
    // SAFETY: no arguments.
    unsafe { libc::gettid() as u32 }
}

static DESCRIPTOR_HAS_ID: AtomicU64 = AtomicU64::new(0);

/// Checks whether the thread descriptor holds the id where glibc keeps it. Called at the start of a session.
pub fn look_for_id() {
    arch::find_descriptor();
    DESCRIPTOR_HAS_ID.store(u64::from(arch::id_in_descriptor() == id_by_call()), Ordering::Relaxed);
}

/// Bounds of this thread's stack, below its descriptor, as glibc's descriptor has them. Not for the first
/// thread, nor for a stack that the thread has switched to.
#[must_use]
pub fn stack() -> Option<(usize, usize)> {
    let (from, words) = arch::STACK_BOUNDS;
    if DESCRIPTOR_HAS_ID.load(Ordering::Relaxed) == 0 {
        return None;
    }
    let descriptor = arch::descriptor();
    let word = |at: usize| {
        // SAFETY: within glibc's descriptor, as `STACK_BOUNDS` says; its thread id has shown that it is glibc's.
        unsafe { std::ptr::read_volatile((descriptor + from + at * 8) as *const usize) }
    };
    // They are recognised by the values that they must have.
    (0..words - 1).find_map(|at| {
        let (block, size) = (word(at), word(at + 1));
        let top = block.checked_add(size)?;
        let fits = block % 16 == 0
            && (1 << 12..1 << 40).contains(&size)
            && (block..top).contains(&descriptor)
            && top - descriptor <= arch::ABOVE_DESCRIPTOR;
        fits.then_some((block, descriptor))
    })
}

/// For tests that change the number of the runtime, which is the process's, or rely on it.
#[cfg(test)]
pub static NUMBER: std::sync::Mutex<()> = std::sync::Mutex::new(());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_knows_its_id() {
        look_for_id();
        let ids = |()| (id(), id_by_call());
        let other = std::thread::spawn(move || ids(())).join().unwrap();
        assert_eq!((ids(()).0, other.0), (ids(()).1, other.1));
        assert_ne!(ids(()).0, other.0);
    }

    #[test]
    fn a_forked_child_sees_no_block_of_its_parent() {
        let _number = NUMBER.lock();
        // SAFETY: all zero bytes are a valid block; it is never given back.
        let block: &'static ThreadBlock =
            unsafe { &*std::alloc::alloc_zeroed(std::alloc::Layout::new::<ThreadBlock>()).cast() };
        begin_generation();
        set(block);
        assert!(self::block().is_some_and(|b| std::ptr::eq(b, block)));
        // SAFETY: a bare clone, without handlers; the child only reads and ends at once.
        let pid = unsafe { libc::syscall(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0) } as libc::pid_t;
        if pid == 0 {
            let wrong = u32::from(self::block().is_some()) | u32::from(generation() != 0) << 1;
            // SAFETY: ends the child.
            unsafe { libc::_exit(wrong as i32) };
        }
        let mut status = 0;
        // SAFETY: a child of this process and a live variable.
        unsafe { libc::waitpid(pid, &raw mut status, 0) };
        assert_eq!(status, 0);
        assert!(self::block().is_some());
        set(std::ptr::null());
        assert!(self::block().is_none());
    }
}
