//! Loads a library into a running program, and calls functions of it there, for `zetop -p PID`.
//!
//! ```text
//! check(pid) -> Facts            every refusal, without touching the target        facts.rs
//! place_library(program, bytes)  the file, where the target can see it              place.rs
//! Injector::attach(pid)          a helper thread of zetop's in the target              pick.rs, hijack.rs, helper.rs
//!   .keep_files_apart()                                                             injector.rs
//!   .dlopen(path) .symbol(..) .call(address, args)
//!   .detach()                    the helper leaves and unmaps itself
//! ```
//!
//! A function of a library of your own, called in a program that is running:
//!
//! ```no_run
//! use zetop_inject::{Arg, InjectError, Injector, Limits, check};
//!
//! fn set_level(pid: u32, level: u64) -> Result<u64, InjectError> {
//!     let facts = check(pid)?;
//!     let mut injector = Injector::attach_to(&facts.identity, Limits::default())?;
//!     let library = injector.dlopen("/opt/app/libtuning.so".as_ref())?;
//!     let function = injector.symbol(&library, "tuning_set_level")?;
//!     let before = injector.call(function, &[Arg::Word(level)])?;
//!     injector.dlclose(library)?;
//!     injector.detach()?;
//!     Ok(before)
//! }
//! ```
//!
//! # The way in, and why this one
//!
//! *Not* `dlopen` in a hijacked thread of the program: that keeps a thread away from its work for
//! milliseconds, and runs the dynamic loader and constructors on top of whatever locks the thread holds.
//! *Not* a bare `clone` either: such a thread has no thread block of glibc, and anything that allocates
//! needs one; a hand-made one would depend on glibc's private layouts and leak its malloc cache.
//!
//! So one thread of the program is made to call `pthread_create`, on a stack of zetop's, and is then put back
//! (all of that within about 0.2 ms); everything else runs in the thread that this has created, an ordinary
//! glibc thread with all signals blocked, beside the running program and not under ptrace. It takes locks the
//! ordinary way, so if a thread of the program is inside malloc or dlopen, it merely waits.
//!
//! `pthread_create` itself allocates and takes locks. Hence a thread is taken only at a safe point
//! ([`safe_point`](self)): not in the allocator, the dynamic loader, or elsewhere in libc unless it waits in
//! the kernel for something that is not a lock of libc; not in a signal handler, nor in a restartable
//! sequence; else it goes on after some 30 us and another one, or a later moment, is tried until the limit.
//! This matters most in programs with one thread, where glibc's malloc takes no lock at all.
//!
//! # No other program
//!
//! A process may execute another program at any moment, of more rights than it has. What zetop has found out, and where it
//! writes, is about one [`Identity`]: its memory is reached through a file that dies with the program, each thread that
//! stops is looked at again before anything is done with it, and the kernel stops a seized thread at an exec. What it
//! calls is where the file of the C library says, not where the program's memory does.
//!
//! # What the program must not notice
//!
//! - Only one thread is ever stopped, by PTRACE_SEIZE and PTRACE_INTERRUPT: no signal, no effect on job
//!   control. The ptrace calls are made by a thread of zetop's that exists for them only; when it ends, for
//!   whatever reason, the kernel lets go of anything that it still holds.
//! - All registers with the vector state, the signal mask and errno are put back; the red zone is left alone.
//!   Signals stay pending meanwhile. Where the kernel restarts interrupted system calls, it does so
//!   afterwards as always; where it would say EINTR (epoll_wait and others), it is made to restart; these
//!   threads are taken last, since a finite time limit starts over.
//! - zetop killed in the middle: the thread's whole state lies in its memory as a signal frame, to which the
//!   function that it was sent to returns, so it restores itself (`arch/*/frame.rs`). The exception is a thread on
//!   a stack that glibc has not made (a coroutine's, Go's): it is unprotected during one mmap, some 20 us, and
//!   taken only when there is no other for half of the limit. And a thread that we were just looking at, in a system
//!   call that says EINTR after any stop, gets to see that, as it would after SIGSTOP and SIGCONT.
//!   A zetop that ends by itself waits for that ([`settle`]).
//!   The helper leaves by itself when it has not heard from zetop for some seconds. A zetop that was stopped for longer
//!   finds that out before it writes anything ([`helper`](self)).
//! - A call that takes too long is not aborted, because a dlopen that is broken off halfway would keep its
//!   lock for ever: the helper finishes it (a late dlopen is followed by dlclose) and leaves then.
//! - On aarch64 some of this is different, and none of it has been tried on a real machine: `arch/aarch64.rs` says what.
//! - What stays: the library, and what glibc keeps of any ended thread for the next one (a cached stack, a
//!   malloc arena). No page, thread, file descriptor or signal handler of zetop's.

mod arch;
mod argument;
mod error;
mod facts;
mod helper;
mod hijack;
mod identity;
mod image;
mod injector;
mod library;
mod limits;
mod memory;
mod on_disk;
mod pick;
mod place;
mod ptrace;
mod safe_point;
mod syscall;
mod target;
mod threads;
mod trace;
mod vdso;

use std::path::Path;

pub use argument::Arg;
pub use error::InjectError;
pub use facts::{Facts, check, check_unless};
pub use hijack::settle;
pub use identity::Identity;
pub use injector::Injector;
pub use library::Library;
pub use limits::Limits;
pub use memory::Memory;
pub use place::{OwnerFile, PlacedLibrary, folder_below, folder_of, place_library};
pub use threads::{STACK, TRACER, Threads};

/// A call of a function by its name; at most three arguments.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    pub symbol: &'a str,
    pub arguments: &'a [Arg<'a>],
}

/// Loads `library` (its path as the target sees it) into process `pid`, makes `calls` there one after the
/// other and returns their results; a result shorter than 64 bits has undefined upper bits.
pub fn inject(pid: u32, library: &Path, calls: &[Call<'_>]) -> Result<Vec<u64>, InjectError> {
    let mut injector = Injector::attach(pid, Limits::default())?;
    let library = injector.dlopen(library)?;
    let mut results = Vec::with_capacity(calls.len());
    for call in calls {
        let function = injector.symbol(&library, call.symbol)?;
        results.push(injector.call(function, call.arguments)?);
    }
    injector.detach()?;
    Ok(results)
}
