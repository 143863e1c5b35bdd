//! Where a Python program is when it makes a call.
//!
//! Python functions that call each other share one frame of the C stack, so the stack does not tell them apart. CPython
//! keeps frames of its own, in a list that belongs to the thread: while it is in a call, nobody else changes it. A sample
//! has the addresses from that list; zetop reads names and lines from outside. The structures are CPython's, of
//! `pycore_frame.h` and `pystate.h`; from 3.13 on CPython tells where their fields are (`_Py_DebugOffsets`).

use crate::stack;
use crate::symbols::find as symbol;
use std::ffi::{CStr, c_char, c_int, c_ulong, c_void};
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::PythonFacts;
use zetop_wire::samples::{PythonStack, Slot, TABLE_START, code_identity};

/// The interpreter of this process.
struct Python {
    /// `PY_VERSION_HEX` without the lowest 16 bits.
    version: u32,
    runtime: usize,
    /// `PyGILState_GetThisThreadState`: reads thread-local storage; null in threads that are not Python's.
    this_thread: unsafe extern "C" fn() -> *const c_void,
    /// `_Py_IsFinalizing`: reads a variable. The interpreter then frees the states of threads that still run.
    is_finalizing: unsafe extern "C" fn() -> c_int,
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
    /// In a code object: its file's name, its table of lines, its first line.
    file: usize,
    table: usize,
    first_line: usize,
}

static PYTHON: OnceLock<Python> = OnceLock::new();

/// No structure of Python is larger.
const LARGEST: usize = 1 << 14;

/// Finds the interpreter.
pub fn look_for() {
    if let Some(python) = find() {
        let _ = PYTHON.set(python);
    }
}

fn find() -> Option<Python> {
    let this_thread = symbol(c"PyGILState_GetThisThreadState")?;
    let python = library(this_thread)?;
    // What another library or the program has by these names is not this interpreter's.
    let symbol =
        |name: &CStr| symbol(name).filter(|at| library(*at).is_some_and(|of| of.base == python.base));
    // A function that came with 3.10.
    let (main, runtime, _) = (
        symbol(c"PyInterpreterState_Main")?,
        symbol(c"_PyRuntime")? as usize,
        symbol(c"PyModule_AddObjectRef")?,
    );
    let is_finalizing = symbol(c"_Py_IsFinalizing").or_else(|| symbol(c"Py_IsFinalizing"))?;
    // SAFETY: CPython declares `const unsigned long Py_Version`, since 3.11.
    let version = symbol(c"Py_Version").map_or(0x030a_0000, |version| unsafe { *version.cast::<c_ulong>() });
    stays(&python)?;
    let version = u32::try_from(version >> 16).ok()?;
    let fields = match version {
        0x030a => OF_3_10,
        0x030b => OF_3_11,
        0x030c => OF_3_12,
        // SAFETY: CPython's `_PyRuntime` begins with the offsets, which are larger than what is read here.
        0x030d..=0x030f => Fields::told(version, unsafe { &*(runtime as *const [u64; 64]) })?,
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
    // SAFETY: a function without arguments, as above.
    let is_finalizing =
        unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> c_int>(is_finalizing) };
    Some(Python { version, runtime, this_thread, is_finalizing, interpreter: interpreter as usize, fields })
}

/// The library, or the program, that something is in.
struct Library {
    base: *mut c_void,
    name: *const c_char,
}

fn library(address: *const c_void) -> Option<Library> {
    // SAFETY: `Dl_info` is plain data, and `dladdr` takes any address.
    unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        let found = libc::dladdr(address, &raw mut info) != 0 && !info.dli_fname.is_null();
        found.then_some(Library { base: info.dli_fbase, name: info.dli_fname })
    }
}

/// Keeps a library, whose functions will be called later.
fn stays(of: &Library) -> Option<()> {
    // SAFETY: no arguments but a number: where the program's own headers are.
    let program = library(unsafe { libc::getauxval(libc::AT_PHDR) } as *const c_void)?;
    if of.base == program.base {
        return Some(());
    }
    // SAFETY: the dynamic linker's own name for a library that is loaded: it looks for no file. The handle is never closed.
    let handle = unsafe { libc::dlopen(of.name, libc::RTLD_NOLOAD | libc::RTLD_LAZY) };
    (!handle.is_null()).then_some(())
}

const OF_3_10: Fields = Fields {
    interpreter: 16,
    frame: 24,
    inner: None,
    code: 32,
    previous: 24,
    at: 96,
    is_number: true,
    file: 104,
    table: 120,
    first_line: 40,
};
const OF_3_11: Fields = Fields {
    frame: 56,
    inner: Some(8),
    previous: 48,
    at: 56,
    is_number: false,
    file: 112,
    table: 136,
    first_line: 72,
    ..OF_3_10
};
const OF_3_12: Fields = Fields { inner: Some(0), code: 0, previous: 8, first_line: 68, ..OF_3_11 };

impl Fields {
    /// From `_Py_DebugOffsets`, whose words are the same within a minor version; `None` if it is not that, or of the
    /// build without the global lock, whose frames differ.
    fn told(version: u32, words: &[u64; 64]) -> Option<Self> {
        let [cookie, whole, free_threaded, ..] = *words;
        if cookie.to_ne_bytes() != *b"xdebugpy" || whole >> 16 != u64::from(version) || free_threaded != 0 {
            return None;
        }
        // Where the parts about threads, frames and code begin: 3.14 has three more words about interpreters, 3.15 eight about
        // threads.
        let (thread, frame, code) = match version {
            0x030d => (19, 28, 34),
            0x030e => (22, 31, 39),
            _ => (22, 39, 47),
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
            file: field(code + 1)?,
            table: field(code + 4)?,
            first_line: usize::try_from(*words.get(code + 5)?)
                .ok()
                .filter(|at| *at < LARGEST && at.is_multiple_of(4))?,
        })
    }
}

/// Says in the process file what is known of the interpreter.
pub fn tell(facts: &PythonFacts) {
    let Some(Python { version, runtime, interpreter, fields, .. }) = PYTHON.get() else { return };
    let offsets = [
        (&facts.of_interpreter, fields.interpreter),
        (&facts.of_frame, fields.frame),
        (&facts.of_inner, fields.inner.map_or(0, |inner| inner + 1)),
        (&facts.of_code, fields.code),
        (&facts.of_previous, fields.previous),
        (&facts.of_at, fields.at),
        (&facts.of_file, fields.file),
        (&facts.of_table, fields.table),
        (&facts.of_first_line, fields.first_line),
    ];
    offsets.iter().for_each(|(field, offset)| field.store(*offset as u32, Relaxed));
    facts.at_is_number.store(u32::from(fields.is_number), Relaxed);
    facts.runtime.store(*runtime as u64, Relaxed);
    facts.interpreter.store(*interpreter as u64, Relaxed);
    facts.version.store(*version, Relaxed);
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
    let (mut count, mut type_of_code) = (0, 0);
    // SAFETY: the functions are CPython's, and stay loaded. The state is this thread's own, so it is alive; its list of
    // frames is changed by this thread alone, which is here, and each frame lives as long as what it has called. A
    // program that makes a state here and runs it in another thread breaks that rule of CPython's: it is seen for 3.11 and
    // 3.12, below; for others zetop rejects the frames afterwards.
    unsafe {
        if (python.is_finalizing)() != 0 {
            return None;
        }
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
            place.identity.store(identity(fields, code & !7, &mut type_of_code).unwrap_or(0), Relaxed);
            place.at.store(if fields.is_number { u64::from(at as u32) } else { at as u64 }, Relaxed);
            count += 1;
            frame = previous;
        }
    }
    Some(count)
}

/// What a code object is: see [`code_identity`]. `None` for what is none. `known` is the type of code objects, once it is
/// known.
///
/// # Safety
/// An object of Python, alive.
unsafe fn identity(fields: &Fields, code: usize, known: &mut usize) -> Option<u64> {
    // SAFETY: the caller's promise, by which its type is alive, too (`ob_type`, and in that `tp_name`, a C string). A code
    // object has these fields, and a table of lines, which holds as many bytes as it says, behind 32 others.
    unsafe {
        let of = word(code, 8)?;
        if of != *known {
            let name = word(of, 24)? as *const c_char;
            if name.is_null() || CStr::from_ptr(name) != c"code" {
                return None;
            }
            *known = of;
        }
        let table = word(code, fields.table)?;
        let (file, size) = (word(code, fields.file)?, word(table, 16)?);
        let first_line = std::ptr::read_volatile((code + fields.first_line) as *const u32);
        let mut start = [0; TABLE_START];
        let bytes = size.min(size_of_val(&start));
        std::ptr::copy_nonoverlapping((table + 32) as *const u8, start.as_mut_ptr().cast(), bytes);
        Some(code_identity(file as u64, first_line, table as u64, size as u64, start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(change: impl FnOnce(&mut [u64; 64])) -> Option<Fields> {
        let mut words = [8; 64];
        words[..3].copy_from_slice(&[u64::from_ne_bytes(*b"xdebugpy"), 0x030d_01f0, 0]);
        (words[22], words[23], words[29], words[30], words[31]) = (16, 72, 8, 0, 56);
        (words[35], words[38], words[39]) = (112, 136, 68);
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
