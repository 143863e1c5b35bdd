//! ITT (`ittnotify.h` and `ittnotify_config.h` of Intel's ittapi). Each module of a program that is linked with its static library
//! has a list of functions by name, each with the pointer through which the program calls it.
//!
//! Domains and strings are structures that the collector makes, one for each name, and that stay for ever. The number of the name
//! is in a field for its use. Those from before its start are the library's own, without one: their name is read each time.

use crate::text::with_text;
use std::ffi::{CStr, c_char, c_int, c_ulong, c_void};
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::{AcqRel, Acquire};
use zetop_probe_core::guard;
use zetop_probe_core::ranges::{self, From, Name};
use zetop_wire::layout::{ITT, RANGE_NAMES, RangeSort};

/// `__itt_domain`
#[repr(C)]
pub struct Domain {
    /// Not 0: it is on.
    flags: c_int,
    name: *const c_char,
    wide_name: *const c_void,
    /// For the collector: the number of the name.
    number: c_int,
    more: *const c_void,
    next: *const c_void,
}

/// `__itt_string_handle`
#[repr(C)]
pub struct StringHandle {
    text: *const c_char,
    wide_text: *const c_void,
    /// For the collector: the number of the name.
    number: c_int,
    more: *const c_void,
    next: *const c_void,
}

/// By number; the last one is for names that there is no room for.
struct Made<T>([AtomicPtr<T>; RANGE_NAMES + 1]);
static DOMAINS: Made<Domain> = Made([const { AtomicPtr::new(std::ptr::null_mut()) }; RANGE_NAMES + 1]);
static STRINGS: Made<StringHandle> = Made([const { AtomicPtr::new(std::ptr::null_mut()) }; RANGE_NAMES + 1]);

impl<T> Made<T> {
    /// The structure of a name. Null for a null name, and if it can't be made, which ITT takes for a domain that is off.
    ///
    /// # Safety
    /// `name` is null or a C string.
    unsafe fn named(&self, name: *const c_char, make: impl FnOnce(*const c_char, c_int) -> T) -> *mut T {
        if name.is_null() {
            return std::ptr::null_mut();
        }
        let found = guard::quietly(|| {
            // SAFETY: the caller's promise.
            let text = unsafe { CStr::from_ptr(name) };
            let number = ranges::number(Name::new(text.to_bytes()));
            let place = &self.0[(number as usize).min(RANGE_NAMES + 1) - 1];
            let known = place.load(Acquire);
            if !known.is_null() {
                return known;
            }
            let text = text.to_owned().into_raw();
            let new = Box::into_raw(Box::new(make(text, number as c_int)));
            // What another thread has made meanwhile is the one; so little is lost that it is left.
            place
                .compare_exchange(std::ptr::null_mut(), new, AcqRel, Acquire)
                .map_or_else(|known| known, |_| new)
        });
        found.unwrap_or(std::ptr::null_mut())
    }
}

unsafe extern "C" fn domain_create(name: *const c_char) -> *mut Domain {
    let null = std::ptr::null();
    let make = |name, number| Domain { flags: 1, name, wide_name: null, number, more: null, next: null };
    // SAFETY: the program's argument.
    unsafe { DOMAINS.named(name, make) }
}

unsafe extern "C" fn string_handle_create(text: *const c_char) -> *mut StringHandle {
    let null = std::ptr::null();
    let make = |text, number| StringHandle { text, wide_text: null, number, more: null, next: null };
    // SAFETY: the program's argument.
    unsafe { STRINGS.named(text, make) }
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
    unsafe {
        match domain.as_ref() {
            Some(domain) if domain.number != 0 => f(Name::Known(domain.number as u32)),
            domain => with_text(domain.map_or(std::ptr::null(), |domain| domain.name), f),
        }
    }
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
    unsafe {
        match name.as_ref() {
            Some(name) if name.number != 0 => f(Name::Known(name.number as u32)),
            name => with_text(name.map_or(std::ptr::null(), |name| name.text), f),
        }
    }
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
    let functions: [(&CStr, *const c_void); 9] = [
        (c"__itt_domain_create", domain_create as *const c_void),
        (c"__itt_string_handle_create", string_handle_create as *const c_void),
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
