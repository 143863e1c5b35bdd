//! Samples of calls, to find the lines of the program that make them.
//!
//! ```text
//! zetop: slot = the request, state ARMED, the threads' `wants` -> probe: CLAIMED, copies, TAKEN -> zetop
//! ```
//!
//! A probe only copies its registers and the top of its stack, and where the interpreter of a Python program is; zetop
//! unwinds the copy, and reads what Python's functions are called. A slot is filled once
//! each time it is armed, so zetop alone decides how many samples are taken, and none are taken for a zetop
//! that is gone. The slots are at the end of the process file, where zetop gives them memory: without
//! requests, they take none.

use std::sync::atomic::{AtomicU32, AtomicU64};

/// How many samples can be requested at a time.
pub const SLOTS: usize = 8;
/// How much of a stack is copied at most.
pub const STACK_WORDS: usize = 4096;
/// How many of Python's frames are copied at most.
pub const PYTHON_FRAMES: usize = 32;
/// Classes of operations that a slot can ask for: one for each range of sizes, and one more.
pub const CLASSES_ASKED: usize = 20;

/// States of a slot.
pub const FREE: u32 = 0;
/// zetop wants a sample.
pub const ARMED: u32 = 1;
/// A thread is taking it.
pub const CLAIMED: u32 = 2;
/// The sample is there.
pub const TAKEN: u32 = 3;
/// The thread's stack has unknown bounds, and was not read.
pub const REFUSED: u32 = 4;

/// How many calls a thread makes while the armed slots are not for it. Then it stops looking until zetop asks
/// again, which it does ten times a second while it is alive.
pub const PATIENCE: u32 = 1 << 20;
/// Lowest bit of the patience in [`ThreadHead::wants`](crate::layout::ThreadHead::wants).
pub const PATIENCE_SHIFT: u32 = 8;

/// A request for a sample, and the sample.
#[repr(C, align(64))]
pub struct Slot {
    pub state: AtomicU32,
    /// Number of the function plus one; 0: an operation of one of `classes` is put on a device.
    pub function: AtomicU32,
    /// Not 0: only calls that return an error.
    pub errors_only: AtomicU32,
    /// The thread that it belongs to.
    pub tid: AtomicU32,
    /// zetop's number for the request, and the number that the sample answers.
    pub request: AtomicU64,
    pub answers: AtomicU64,
    /// Registers: instruction pointer, stack pointer, frame pointer.
    pub ip: AtomicU64,
    pub sp: AtomicU64,
    pub bp: AtomicU64,
    /// What the sample cost the thread, in ticks of the process's clock.
    pub ticks: AtomicU64,
    /// Words of the stack that were copied.
    pub words: AtomicU32,
    /// Python's version as its `PY_VERSION_HEX` has it, but for the lowest 16 bits; 0 without Python.
    pub python_version: AtomicU32,
    /// Frames of Python that were copied.
    pub python_frames: AtomicU32,
    /// Address of its `_PyRuntime`.
    pub python_runtime: AtomicU64,
    /// Numbers of classes, each plus one; 0 ends the list.
    pub classes: [AtomicU32; CLASSES_ASKED],
}

/// A function of Python on its way to the call.
#[repr(C)]
pub struct PythonFrame {
    /// Address of its code object.
    pub code: AtomicU64,
    /// Where it is: the address of an instruction; in Python 3.10 the number of one.
    pub at: AtomicU64,
    /// What the code object was then, [`code_identity`]: when zetop reads it, it may be another one at the same address.
    pub identity: AtomicU64,
}

/// How much of a table of lines is in the identity, in words; zeros follow a shorter one.
pub const TABLE_START: usize = 4;

/// Tells code objects apart: by the addresses of the file's name and of the table of lines, the first line, and how the
/// table begins. FNV-1a, by words, since a thread of the program does this.
#[must_use]
pub fn code_identity(file: u64, first_line: u32, table: u64, size: u64, start: [u64; TABLE_START]) -> u64 {
    let words = [file, first_line.into(), table, size].into_iter().chain(start);
    words.fold(0xcbf2_9ce4_8422_2325, |hash: u64, word| {
        let mixed = (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        mixed ^ mixed >> 32
    })
}

/// A thread's frames, innermost first.
#[repr(C)]
pub struct PythonStack(pub [PythonFrame; PYTHON_FRAMES]);

/// All slots, and the stack copied into each.
#[repr(C, align(4096))]
pub struct Samples {
    pub slots: [Slot; SLOTS],
    pub stacks: [Stack; SLOTS],
    pub python: [PythonStack; SLOTS],
}

/// The words of a stack from the stack pointer upwards.
#[repr(C, align(4096))]
pub struct Stack(pub [AtomicU64; STACK_WORDS]);
