//! The calling thread's block.
//!
//! One pointer per thread, read on every call, and the number of the runtime that gave it. Rust's `thread_local!`
//! in a shared library goes through `__tls_get_addr`; the initial-exec model, which costs one load, is not
//! available on stable Rust, so the variables are declared in assembly. They take 16 bytes of the static TLS reserve;
//! with them the library's other thread-local variables (Rust's own) go there, too: 120 to 136 bytes in all.
//!
//! The number is also in a page that the kernel zeroes in a forked child. So a child never writes into its parent's
//! blocks, however it was made: `fork`, `_Fork`, a bare `clone`.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use zetop_wire::layout::{Process, ThreadBlock};

/// A thread's number before it has a block.
const NO_BLOCK: u64 = u64::MAX;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod slot {
    use super::ThreadBlock;
    use std::arch::{asm, global_asm};

    // The block, and the generation that it belongs to: NO_BLOCK at first.
    global_asm!(
        ".pushsection .tdata,\"awT\",@progbits",
        ".balign 16",
        ".globl zetop_thread_block",
        ".hidden zetop_thread_block",
        ".type zetop_thread_block, @object",
        ".size zetop_thread_block, 16",
        "zetop_thread_block:",
        ".quad 0",
        ".quad -1",
        ".popsection",
    );

    #[inline(always)]
    pub fn get() -> (*const ThreadBlock, u64) {
        let block;
        let generation;
        // SAFETY: reads this thread's copy of the variables above, by the x86-64 initial-exec sequence.
        unsafe {
            asm!(
                "mov {0}, qword ptr [rip + zetop_thread_block@GOTTPOFF]",
                "mov {1}, qword ptr fs:[{0} + 8]",
                "mov {0}, qword ptr fs:[{0}]",
                out(reg) block,
                out(reg) generation,
                options(nostack, readonly, preserves_flags),
            );
        }
        (block, generation)
    }

    pub fn set(block: *const ThreadBlock, generation: u64) {
        // SAFETY: writes this thread's copy of the variables above; nobody else has their address. The block
        // is written first: a signal handler in between still sees the old number.
        unsafe {
            asm!(
                "mov {0}, qword ptr [rip + zetop_thread_block@GOTTPOFF]",
                "mov qword ptr fs:[{0}], {1}",
                "mov qword ptr fs:[{0} + 8], {2}",
                out(reg) _,
                in(reg) block,
                in(reg) generation,
                options(nostack, preserves_flags),
            );
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
mod slot {
    use super::{NO_BLOCK, ThreadBlock};
    use std::cell::Cell;

    thread_local! {
        static BLOCK: Cell<(*const ThreadBlock, u64)> = const { Cell::new((std::ptr::null(), NO_BLOCK)) };
    }
    pub fn get() -> (*const ThreadBlock, u64) {
        BLOCK.with(Cell::get)
    }
    pub fn set(block: *const ThreadBlock, generation: u64) {
        BLOCK.with(|b| b.set((block, generation)));
    }
}

/// Fills a page of its own.
#[repr(C, align(4096))]
struct Wiped {
    /// The number of the runtime in use; 0 before the first one and in a forked child.
    generation: AtomicU64,
    rest: [u64; 511],
}
static WIPED: Wiped = Wiped { generation: AtomicU64::new(0), rest: [0; 511] };
/// The last number that was given out. A child continues from its parent's.
static LAST: AtomicU64 = AtomicU64::new(0);

/// Number of the runtime that is in use; 0 before the first one and in a forked child.
#[inline(always)]
#[must_use]
pub fn generation() -> u64 {
    WIPED.generation.load(Ordering::Relaxed)
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
    unsafe { libc::madvise(page.cast_mut().cast(), size_of::<Wiped>(), libc::MADV_WIPEONFORK) };
    let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    WIPED.generation.store(number, Ordering::Release);
}

/// Does in a child what newer kernels do by themselves.
pub fn forget_generation() {
    WIPED.generation.store(0, Ordering::Release);
}

/// Gives this thread a block of the runtime in use; null takes it away.
pub fn set(block: *const ThreadBlock) {
    if block.is_null() {
        // Only the number is changed: otherwise a signal handler in between could find a valid number without
        // a block.
        let (block, _) = slot::get();
        slot::set(block, NO_BLOCK);
    } else {
        slot::set(block, generation());
    }
}

/// This thread's variables as they were read at some time.
#[derive(Clone, Copy)]
pub struct Found {
    block: *const ThreadBlock,
    generation: u64,
}

/// Reads them. They are not looked at yet: that is [`Found::block`]'s.
#[inline(always)]
#[must_use]
pub fn find() -> Found {
    let (block, generation) = slot::get();
    Found { block, generation }
}

impl Found {
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

/// The block of this thread, as [`Found::block`] has it.
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
    if by_descriptor { id_in_descriptor() } else { id_by_call() }
}

fn id_by_call() -> u32 {
    // SAFETY: no arguments.
    unsafe { libc::gettid() as u32 }
}

static DESCRIPTOR_HAS_ID: AtomicU64 = AtomicU64::new(0);

/// Checks whether the thread descriptor holds the id where glibc keeps it. Called at the start of a session.
pub fn look_for_id() {
    DESCRIPTOR_HAS_ID.store(u64::from(id_in_descriptor() == id_by_call()), Ordering::Relaxed);
}

/// `tid` of glibc's `struct pthread` on x86-64, at the same place since 2.4; with another C library, any
/// value.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn id_in_descriptor() -> u32 {
    let id: u32;
    // SAFETY: reads four bytes of this thread's descriptor, which fs points to. glibc's has 2,304 bytes; of another
    // C library's, which may be smaller, they are in the stack mapping that it lies in.
    unsafe {
        std::arch::asm!("mov {0:e}, dword ptr fs:[0x2d0]", out(reg) id, options(nostack, readonly, preserves_flags));
    }
    id
}

/// Bounds of this thread's stack, below its descriptor, as glibc's descriptor has them. Not for the first
/// thread, nor for a stack that the thread has switched to.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[must_use]
pub fn stack() -> Option<(usize, usize)> {
    use std::arch::asm;

    /// `stackblock` and `stackblock_size` of glibc's `struct pthread` are somewhere in this range in all
    /// versions; they are recognised by the values that they must have.
    const FROM: usize = 0x600;
    const WORDS: usize = 48;
    /// The descriptor is at the top of the block, with nothing but alignment above it.
    const ABOVE: usize = 0x2000;
    if DESCRIPTOR_HAS_ID.load(Ordering::Relaxed) == 0 {
        return None;
    }
    let descriptor: usize;
    // SAFETY: reads the first word of this thread's descriptor, its own address.
    unsafe {
        asm!("mov {0}, qword ptr fs:[0]", out(reg) descriptor, options(nostack, readonly, preserves_flags));
    }
    let word = |at: usize| {
        // SAFETY: within glibc's descriptor, which has 2,304 bytes; its thread id has shown that it is
        // glibc's.
        unsafe { std::ptr::read_volatile((descriptor + FROM + at * 8) as *const usize) }
    };
    (0..WORDS - 1).find_map(|at| {
        let (block, size) = (word(at), word(at + 1));
        let top = block.checked_add(size)?;
        let fits = block % 16 == 0
            && (1 << 12..1 << 40).contains(&size)
            && (block..top).contains(&descriptor)
            && top - descriptor <= ABOVE;
        fits.then_some((block, descriptor))
    })
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
#[must_use]
pub fn stack() -> Option<(usize, usize)> {
    None
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn id_in_descriptor() -> u32 {
    0
}

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
        // SAFETY: a child of ours and a live variable.
        unsafe { libc::waitpid(pid, &raw mut status, 0) };
        assert_eq!(status, 0);
        assert!(self::block().is_some());
        set(std::ptr::null());
        assert!(self::block().is_none());
    }
}
