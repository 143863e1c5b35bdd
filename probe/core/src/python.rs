//! Where a Python program is when it makes a call.
//!
//! Python functions that call each other share one frame of the C stack, so the stack does not tell them apart. CPython
//! keeps frames of its own, in a list that belongs to the thread: while it is in a call, nobody else changes it. A sample
//! has the addresses from that list; zetop reads names and lines from outside. The structures are CPython's, of
//! `pycore_frame.h` and `pystate.h`; from 3.13 on CPython tells where their fields are (`_Py_DebugOffsets`).

use crate::stack;
use std::ffi::{CStr, c_ulong, c_void};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::samples::{PythonStack, Slot};

/// The interpreter of this process.
struct Python {
    /// `PY_VERSION_HEX` without the lowest 16 bits.
    version: u32,
    runtime: usize,
    /// `PyGILState_GetThisThreadState`: reads thread-local storage; null in threads that are not Python's.
    this_thread: unsafe extern "C" fn() -> *const c_void,
    /// The first interpreter. Others' threads may have states that the function above does not know.
    interpreter: usize,
    fields: Fields,
}

/// Offsets in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fields {
    /// In a thread's state: its interpreter, and its innermost frame.
    interpreter: usize,
    frame: usize,
    /// The frame's address is in a structure of which the state has the address (3.11 and 3.12), here.
    inner: Option<usize>,
    /// In a frame: its code object, the frame that called it, where it is.
    code: usize,
    previous: usize,
    at: usize,
    /// The position is a number of 32 bits.
    is_number: bool,
}

static PYTHON: OnceLock<Python> = OnceLock::new();
static LOOKED: AtomicBool = AtomicBool::new(false);

/// No structure of Python is larger.
const LARGEST: usize = 1 << 14;

/// Finds the interpreter. Called at the start of a session; looks once, since in a forked child the dynamic linker's
/// lock may be held by a thread that is not there.
pub fn look_for() {
    if !LOOKED.swap(true, Relaxed)
        && let Some(python) = find()
    {
        let _ = PYTHON.set(python);
    }
}

fn symbol(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: a C string.
    let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

fn find() -> Option<Python> {
    let Some(this_thread) = symbol(c"PyGILState_GetThisThreadState") else {
        // The program must not find our error.
        // SAFETY: no arguments.
        unsafe { libc::dlerror() };
        return None;
    };
    stays(this_thread)?;
    let main = symbol(c"PyInterpreterState_Main")?;
    let runtime = symbol(c"_PyRuntime")? as usize;
    // SAFETY: CPython declares `const unsigned long Py_Version`, since 3.11.
    let version = symbol(c"Py_Version").map(|version| unsafe { *version.cast::<c_ulong>() });
    // A function that came with 3.10.
    let version = version.or_else(|| symbol(c"PyModule_AddObjectRef").map(|_| 0x030a_0000))?;
    // SAFETY: no arguments.
    unsafe { libc::dlerror() };
    let version = u32::try_from(version >> 16).ok()?;
    let fields = match version {
        0x030a => OF_3_10,
        0x030b => OF_3_11,
        0x030c => OF_3_12,
        // SAFETY: CPython's `_PyRuntime` begins with the offsets, which are larger than what is read here.
        0x030d..=0x030f => Fields::told(version, unsafe { &*(runtime as *const [u64; 48]) })?,
        _ => return None,
    };
    // SAFETY: CPython declares both as functions without arguments that return a pointer. They read variables of the
    // interpreter, whether it is there or not, and call nothing.
    let (this_thread, interpreter) = unsafe {
        let main = std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> *const c_void>(main);
        (std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> *const c_void>(this_thread), main())
    };
    if interpreter.is_null() {
        return None;
    }
    Some(Python { version, runtime, this_thread, interpreter: interpreter as usize, fields })
}

/// Keeps the library that a function is in, as it will be called later.
fn stays(function: *mut c_void) -> Option<()> {
    let library = |address: *const c_void| {
        // SAFETY: `Dl_info` is plain data, and `dladdr` takes any address.
        unsafe {
            let mut info: libc::Dl_info = std::mem::zeroed();
            (libc::dladdr(address, &raw mut info) != 0 && !info.dli_fname.is_null()).then_some(info)
        }
    };
    let of = library(function)?;
    // SAFETY: no arguments but a number: where the program's own headers are.
    let program = library(unsafe { libc::getauxval(libc::AT_PHDR) } as *const c_void)?;
    if of.dli_fbase == program.dli_fbase {
        return Some(());
    }
    // SAFETY: the dynamic linker's own name for a library that is loaded: it looks for no file. The handle is never closed.
    let handle = unsafe { libc::dlopen(of.dli_fname, libc::RTLD_NOLOAD | libc::RTLD_LAZY) };
    (!handle.is_null()).then_some(())
}

const OF_3_10: Fields =
    Fields { interpreter: 16, frame: 24, inner: None, code: 32, previous: 24, at: 96, is_number: true };
const OF_3_11: Fields =
    Fields { interpreter: 16, frame: 56, inner: Some(8), code: 32, previous: 48, at: 56, is_number: false };
const OF_3_12: Fields = Fields { inner: Some(0), code: 0, previous: 8, ..OF_3_11 };

impl Fields {
    /// From `_Py_DebugOffsets`, whose words are the same within a minor version; `None` if it is not that, or of the
    /// build without the global lock, whose frames differ.
    fn told(version: u32, words: &[u64; 48]) -> Option<Self> {
        let [cookie, whole, free_threaded, ..] = *words;
        if cookie.to_ne_bytes() != *b"xdebugpy" || whole >> 16 != u64::from(version) || free_threaded != 0 {
            return None;
        }
        // Where the parts about threads and frames begin: 3.14 has three more words about interpreters, 3.15 eight about
        // threads.
        let (thread, frame) = match version {
            0x030d => (19, 28),
            0x030e => (22, 31),
            _ => (22, 39),
        };
        let field = |at: usize| {
            let offset = usize::try_from(*words.get(at)?).ok()?;
            (offset.is_multiple_of(8) && offset < LARGEST).then_some(offset)
        };
        Some(Self {
            interpreter: field(thread + 3)?,
            frame: field(thread + 4)?,
            inner: None,
            previous: field(frame + 1)?,
            code: field(frame + 2)?,
            at: field(frame + 3)?,
            is_number: false,
        })
    }
}

/// A word of one of Python's structures.
///
/// # Safety
/// The structure is alive, and has the field.
unsafe fn word(structure: usize, field: usize) -> Option<usize> {
    let is_address = structure.is_multiple_of(8) && (LARGEST..1 << 47).contains(&structure);
    // SAFETY: the caller's promise.
    is_address.then(|| unsafe { std::ptr::read_volatile((structure + field) as *const usize) })
}

/// Where this thread is in Python, if it is. `sp` is its stack pointer.
pub fn copy(slot: &Slot, to: &PythonStack, sp: usize) {
    let python = PYTHON.get();
    slot.python_version.store(python.map_or(0, |python| python.version), Relaxed);
    let Some(python) = python else { return };
    slot.python_runtime.store(python.runtime as u64, Relaxed);
    slot.python_frames.store(frames(python, to, sp).unwrap_or(0), Relaxed);
}

fn frames(python: &Python, to: &PythonStack, sp: usize) -> Option<u32> {
    let fields = &python.fields;
    let mut count = 0;
    // SAFETY: the function is CPython's, and stays loaded. The state is this thread's own, so it is alive; its list of
    // frames is changed by this thread alone, which is here, and each frame lives as long as what it has called.
    unsafe {
        let thread = (python.this_thread)() as usize;
        if word(thread, fields.interpreter)? != python.interpreter {
            return None;
        }
        let mut frame = word(thread, fields.frame)?;
        if let Some(inner) = fields.inner {
            // That structure is in the state itself, or on this stack.
            let is_in_state = (thread..thread + LARGEST).contains(&frame);
            if !is_in_state && !(sp..stack::end(sp)?).contains(&frame) {
                return None;
            }
            frame = word(frame, inner)?;
        }
        for place in &to.0 {
            let (Some(code), Some(previous)) = (word(frame, fields.code), word(frame, fields.previous))
            else {
                break;
            };
            let at = word(frame, fields.at).unwrap_or(0);
            place.code.store(code as u64, Relaxed);
            place.at.store(if fields.is_number { u64::from(at as u32) } else { at as u64 }, Relaxed);
            count += 1;
            frame = previous;
        }
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(change: impl FnOnce(&mut [u64; 48])) -> Option<Fields> {
        let mut words = [8; 48];
        words[..3].copy_from_slice(&[u64::from_ne_bytes(*b"xdebugpy"), 0x030d_01f0, 0]);
        (words[22], words[23], words[29], words[30], words[31]) = (16, 72, 8, 0, 56);
        change(&mut words);
        Fields::told(0x030d, &words)
    }

    #[test]
    fn offsets_are_believed_if_they_can_be_ones() {
        let whole = Fields { frame: 72, inner: None, ..OF_3_12 };
        assert_eq!(told(|_| {}), Some(whole));
        assert_eq!(told(|words| words[0] = 0), None, "no such table");
        assert_eq!(told(|words| words[1] = 0x030e_00f0), None, "of another version");
        assert_eq!(told(|words| words[2] = 1), None, "without the global lock");
        assert_eq!(told(|words| words[23] = 1 << 40), None, "far away");
        assert_eq!(told(|words| words[31] = 57), None, "not aligned");
    }

    #[test]
    fn what_is_no_address_is_not_read() {
        let there = 7u64;
        let address = &raw const there as usize;
        // SAFETY: the one that is read is a live variable.
        let words = [0, 1, address + 1, 1 << 47, address].map(|at| unsafe { word(at, 0) });
        assert_eq!(words, [None, None, None, None, Some(7)]);
    }
}
