//! What every probe needs, whatever API it watches.
//!
//! ```text
//! app -> wrapper -> [hot: clock, call, clock, count] -> driver
//!                     |
//!                   thread -> block in the process file, which zetop reads
//! ```
//!
//! - [`access`]: memory that may go away, read and written without faults;
//! - [`self_memory`]: read-only memory of the program, where the dynamic linker or we have pointers;
//! - [`hot`]: what each wrapped call does;
//! - `countdown`: which calls are timed;
//! - [`histogram`]: durations that any thread may add;
//! - [`thread`]: the calling thread's own block of shared memory;
//! - [`clock`]: TSC or CLOCK_MONOTONIC_RAW;
//! - [`runtime`]: the process file, set-up, fork, exit;
//! - [`ending`]: nothing calls into drivers that are being taken down at the program's exit;
//! - [`backend`]: what the probe of an API hands in, so that this crate needs to know no API;
//! - [`cold`]: before which launches caches are flushed;
//! - [`own_thread`]: threads of the probe's;
//! - [`locks`]: locks of the probe's, as threads of the program take them;
//! - [`publish`]: writes device operations into the process file;
//! - [`samples`]: copies registers and the top of the stack when zetop asks which line makes a call;
//! - `stack`: where a thread's stack ends;
//! - `python`: where a Python program makes a call;
//! - [`heap`]: the probe's own memory;
//! - [`memory`]: what an address belongs to;
//! - `symbols`: what the program and its libraries export;
//! - `arch`: what depends on the processor;
//! - `errno`: stays the program's;
//! - [`sandbox`]: programs that filter their system calls;
//! - `session`: which session folders are accepted;
//! - [`ranges`]: ranges that the program marks itself;
//! - `orders`: zetop's orders, and whether it is alive;
//! - [`attendance`]: who looks at them in an attached program;
//! - `path_slot`: the session's path, replaced at each attach;
//! - `blocks`: which blocks are free;
//! - `shared`: the process file's mapping;
//! - `self_cost`: what a wrapped call costs;
//! - [`windows`]: which operations on a device are timed;
//! - [`guard`]: keeps failures of the probe away from the target.
//!
//! The rules: nothing here blocks the target, changes what it sees or brings it down. If our code fails, the
//! call goes to the driver unmeasured.

#[cfg(all(test, not(miri)))]
use zetop_testing as _; // signals and time limits

pub mod access;
pub mod allocations;
mod arch;
pub mod attendance;
pub mod backend;
mod blocks;
pub mod clock;
pub mod cold;
mod countdown;
pub mod ending;
mod errno;
pub mod guard;
pub mod heap;
pub mod histogram;
pub mod hot;
mod in_call;
pub mod locks;
pub mod memory;
mod orders;
pub mod own_file;
pub mod own_thread;
pub mod own_work;
mod path_slot;
pub mod publish;
mod python;
pub mod ranges;
pub mod runtime;
pub mod samples;
pub mod sandbox;
mod self_cost;
pub mod self_memory;
mod session;
mod shared;
mod stack;
mod symbols;
mod sync;
pub mod thread;
pub mod windows;
