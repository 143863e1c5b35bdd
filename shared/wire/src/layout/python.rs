//! What the probe knows of the Python interpreter in its process.

use std::sync::atomic::{AtomicU32, AtomicU64};

/// Written before [`Process::magic`](super::Process::magic), and not changed afterwards.
#[repr(C)]
pub struct PythonFacts {
    /// `PY_VERSION_HEX` without the lowest 16 bits; 0 without Python.
    pub version: AtomicU32,
    /// 1: the place in a frame is a number of 32 bits.
    pub at_is_number: AtomicU32,
    /// Addresses of `_PyRuntime` and of the first interpreter's state.
    pub runtime: AtomicU64,
    pub interpreter: AtomicU64,
    /// Offsets in a thread's state: its interpreter, and its innermost frame.
    pub of_interpreter: AtomicU32,
    pub of_frame: AtomicU32,
    /// Where in the structure that the state points to the frame's address is, plus one; 0: it is in the state itself.
    pub of_inner: AtomicU32,
    /// In a frame: its code object, the frame that called it, where it is.
    pub of_code: AtomicU32,
    pub of_previous: AtomicU32,
    pub of_at: AtomicU32,
    /// In a code object: its file's name, its table of lines, its first line.
    pub of_file: AtomicU32,
    pub of_table: AtomicU32,
    pub of_first_line: AtomicU32,
}
