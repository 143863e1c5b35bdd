//! ITT (`ittnotify.h` and `ittnotify_config.h` of Intel's ittapi). Each module of a program that is linked with its static library
//! has a list of functions by name, each with the pointer through which the program calls it.
//!
//! Domains and strings stay what they are without a collector: structures of that library, which it never frees while the program
//! runs. A range's name is read from them each time.

use crate::with_text;
use std::ffi::{CStr, c_char, c_int, c_ulong, c_void};
use zetop_probe_core::ranges::{self, From, Name};
use zetop_wire::layout::{ITT, RangeSort};

/// The beginning of `__itt_domain`.
#[repr(C)]
pub struct Domain {
    flags: c_int,
    name: *const c_char,
}

/// The beginning of `__itt_string_handle`.
#[repr(C)]
pub struct StringHandle {
    text: *const c_char,
}

/// `__itt_id`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Id {
    parts: [u64; 3],
}

/// What is done with the domain's name.
///
/// # Safety
/// `domain` is null or a domain of ITT's.
unsafe fn with_domain<T>(domain: *const Domain, f: impl FnOnce(Name<'_>) -> T) -> T {
    // SAFETY: the caller's promise.
    unsafe { with_text(domain.as_ref().map_or(std::ptr::null(), |domain| domain.name), f) }
}

/// # Safety
/// As for [`with_domain`].
unsafe fn from(domain: *const Domain) -> From {
    // SAFETY: the caller's promise.
    From { interface: ITT, domain: unsafe { with_domain(domain, ranges::number) } }
}

/// # Safety
/// `name` is null or a string of ITT's.
unsafe fn with_name<T>(name: *const StringHandle, f: impl FnOnce(Name<'_>) -> T) -> T {
    // SAFETY: the caller's promise.
    unsafe { with_text(name.as_ref().map_or(std::ptr::null(), |name| name.text), f) }
}

/// A number for what the program names by a domain and an id.
fn own_number(domain: *const Domain, id: Option<Id>) -> u64 {
    let parts = id.map_or([0; 3], |id| id.parts);
    let words = [domain.addr() as u64, parts[0], parts[1], parts[2]];
    words.iter().fold(0, |sum, word| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
}

unsafe extern "C" fn task_begin(domain: *const Domain, _id: Id, _parent: Id, name: *const StringHandle) {
    // SAFETY: the program's arguments.
    unsafe { with_name(name, |name| ranges::push(from(domain), name)) }
}

unsafe extern "C" fn task_end(domain: *const Domain) {
    // SAFETY: the program's argument.
    ranges::pop(unsafe { from(domain) }.domain);
}

unsafe extern "C" fn overlapped_begin(domain: *const Domain, id: Id, _parent: Id, name: *const StringHandle) {
    let own = own_number(domain, Some(id));
    // SAFETY: the program's arguments.
    unsafe { with_name(name, |name| ranges::begin(RangeSort::Started, from(domain), own, name)) }
}

unsafe extern "C" fn overlapped_end(domain: *const Domain, id: Id) {
    ranges::end(own_number(domain, Some(id)));
}

/// Frames have no names but that of their domain.
unsafe extern "C" fn frame_begin(domain: *const Domain, id: *const Id) {
    // SAFETY: the program's arguments; the id is null or one.
    unsafe {
        let own = own_number(domain, id.as_ref().copied());
        with_domain(domain, |name| ranges::begin(RangeSort::Frame, from(domain), own, name));
    }
}

unsafe extern "C" fn frame_end(domain: *const Domain, id: *const Id) {
    // SAFETY: the program's argument is null or an id.
    ranges::end(own_number(domain, unsafe { id.as_ref() }.copied()));
}

unsafe extern "C" fn marker(domain: *const Domain, _id: Id, name: *const StringHandle, _scope: c_int) {
    // SAFETY: the program's arguments.
    unsafe { with_name(name, |name| ranges::mark(from(domain), name)) }
}

/// `__itt_api_info`
#[repr(C)]
struct Function {
    name: *const c_char,
    pointer: *mut *const c_void,
    initial: *const c_void,
    /// What is there without a collector: null, or what does without one.
    without: *const c_void,
    group: c_int,
}

/// The beginning of `__itt_global`, with `pthread_mutex_t` as Linux has it.
#[repr(C)]
pub struct Global {
    magic: [u8; 8],
    version: [c_ulong; 3],
    state: [c_ulong; 3],
    mutex: libc::pthread_mutex_t,
    library: *const c_void,
    error_handler: *const c_void,
    library_path: *const c_void,
    functions: *const Function,
}

/// `ITT_MAGIC`
const MAGIC: [u8; 8] = [0xed, 0xab, 0xab, 0xec, 0x0d, 0xee, 0xda, 0x30];

/// Sets the pointers of an ITT.
///
/// # Safety
/// `global` is what ITT hands to `__itt_api_init`.
pub unsafe fn initialize(global: *mut Global) {
    let functions: [(&CStr, *const c_void); 7] = [
        (c"__itt_task_begin", task_begin as *const c_void),
        (c"__itt_task_end", task_end as *const c_void),
        (c"__itt_task_begin_overlapped", overlapped_begin as *const c_void),
        (c"__itt_task_end_overlapped", overlapped_end as *const c_void),
        (c"__itt_frame_begin_v3", frame_begin as *const c_void),
        (c"__itt_frame_end_v3", frame_end as *const c_void),
        (c"__itt_marker", marker as *const c_void),
    ];
    // SAFETY: the caller's promise: the list belongs to the same library as what it leads to, and ends with a null name. ITT
    // holds its lock, and other threads call what was there before.
    unsafe {
        let Some(global) = global.as_ref().filter(|global| global.magic == MAGIC) else { return };
        let mut entry = global.functions;
        while !entry.is_null() && !(*entry).name.is_null() {
            let name = CStr::from_ptr((*entry).name);
            let ours = functions.iter().find(|(known, _)| *known == name);
            if !(*entry).pointer.is_null() {
                *(*entry).pointer = ours.map_or((*entry).without, |(_, function)| *function);
            }
            entry = entry.add(1);
        }
    }
}
