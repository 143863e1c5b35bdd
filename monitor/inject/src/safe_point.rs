//! Is a thread, just stopped, at a point where it may be sent to call `pthread_create`?
//!
//! That call allocates and takes locks of libc. So the thread must not be inside of the allocator, the
//! dynamic loader or anything else in libc that may hold a lock, nor in a signal handler that may have
//! interrupted such code, nor in a restartable sequence. In doubt the answer is no: the thread goes on
//! at once and the question is asked again, of it and of others, a little later.

use super::arch::{self, CALL_BYTES, Registers};
use super::syscall;
use super::target::Target;
use super::trace::Tracee;

/// How far up the stack to look for a signal frame: no handler that matters needs more.
const STACK_SCAN: usize = 256 << 10;
/// glibc keeps the lock of a heap at its start, and heaps are aligned to this.
const HEAP_ALIGNMENT: u64 = 64 << 20;
const HEAP_HEAD: u64 = 0x1000;
/// How far up the stack to look for a return address into the program's own malloc.
const NEAR: usize = 2 << 10;

/// Why a thread must not be taken now.
pub(super) type Unsafe = &'static str;

/// Judges `thread`, which has stopped with `registers`.
pub(super) fn judge(target: &Target, thread: &Tracee, registers: &Registers) -> Result<(), Unsafe> {
    let at = registers.ip();
    if let Some(reason) = registers.refusal(thread.tid) {
        return Err(reason);
    }
    if !registers.is_of_the_c_library(&target.memory, thread.tid) {
        return Err("a thread was not made by the C library");
    }
    if target.dynamic_loader.as_ref().is_some_and(|image| image.in_text(at)) {
        return Err("a thread is in the dynamic loader");
    }
    if target.other_allocators.iter().any(|image| image.in_text(at)) {
        return Err("a thread is in the memory allocator");
    }
    if target.c_library.iter().any(|image| image.in_text(at)) {
        judge_in_libc(target, registers)?;
    } else if target.own_allocator.iter().any(|range| range.contains(&at)) {
        return Err("a thread is in the memory allocator");
    }
    if in_restartable_sequence(target, thread) {
        return Err("a thread is in a restartable sequence");
    }
    judge_stack(target, registers)
}

/// In libc, a thread may be taken while it waits in the kernel, or in a leaf function such as memcpy.
fn judge_in_libc(target: &Target, registers: &Registers) -> Result<(), Unsafe> {
    if let Some(number) = registers.system_call() {
        if !syscall::may_interrupt(number) {
            return Err("a thread is in a system call of the C library");
        }
        if number == libc::SYS_futex && is_lock_of_libc(target, registers.first_argument()) {
            return Err("a thread waits for a lock of the C library");
        }
        return Ok(());
    }
    let at = registers.ip();
    if target.allocator.contains(&at) {
        return Err("a thread is in the memory allocator");
    }
    // a function that holds a lock has a frame, so what would be its return address without one is none
    if is_return_address(target, registers.leaf_returns_to(&target.memory)) {
        Ok(())
    } else {
        Err("a thread is in the C library")
    }
}

fn is_lock_of_libc(target: &Target, address: u64) -> bool {
    let libraries = target.c_library.iter().chain(&target.dynamic_loader);
    let heap = address >= HEAP_ALIGNMENT && address % HEAP_ALIGNMENT < HEAP_HEAD;
    heap || libraries.into_iter().any(|image| image.in_data(address))
}

/// Whether `address` follows a call instruction of the program or of a library other than libc.
fn is_return_address(target: &Target, address: u64) -> bool {
    let executable = target.extent_of(address).is_some_and(|extent| extent.executable);
    let inner = target.c_library.iter().chain(&target.dynamic_loader).chain(&target.other_allocators);
    if !executable || inner.into_iter().any(|image| image.in_text(address)) {
        return false;
    }
    let mut code = [0; CALL_BYTES];
    let is_read = target.memory.read(address.wrapping_sub(CALL_BYTES as u64), &mut code).is_ok();
    is_read && arch::ends_in_call(code)
}

fn in_restartable_sequence(target: &Target, thread: &Tracee) -> bool {
    // the second field of struct rseq: the sequence that is running
    thread.rseq().is_some_and(|area| target.memory.u64(area + 8).is_ok_and(|sequence| sequence != 0))
}

/// Looks for a signal frame (the thread is in a handler) and for the program's own malloc.
fn judge_stack(target: &Target, registers: &Registers) -> Result<(), Unsafe> {
    let mut bytes = vec![0; STACK_SCAN];
    let got = match target.memory.read_some(registers.sp(), &mut bytes) {
        Ok(got) => got,
        Err(_) => return Err("a thread's stack is unreadable"),
    };
    let words: Vec<u64> = bytes[..got]
        .chunks_exact(8)
        .map(|word| u64::from_ne_bytes(word.try_into().unwrap_or_default()))
        .collect();
    if arch::frame::is_in_handler(&words, registers, &target.restorers) {
        return Err("a thread is in a signal handler");
    }
    // An allocator may wait for a lock, but not for input: in that case, what looks like its return address
    // is left over from an earlier call.
    if registers.system_call().is_some_and(syscall::only_waits) {
        return Ok(());
    }
    let programs_own = &target.own_allocator;
    let near = words.iter().take(NEAR / 8).map(|word| arch::code_address(*word));
    let mut near = near.chain(registers.return_address());
    if near.any(|word| programs_own.iter().any(|range| range.contains(&word))) {
        return Err("a thread is in the memory allocator");
    }
    Ok(())
}
