//! NVTX, version 3 (`nvtx3/nvtxDetail/nvtxTypes.h`). Each module of a program that includes its headers has an NVTX of its own: a
//! table of pointers, which the first call in that module has the tool fill.
//!
//! What returns numbers to the program returns what it does without a tool, where it can: depths of ranges are not followed.

use crate::text::{with_text, with_wide_text};
use libc::wchar_t;
use std::ffi::{c_char, c_int, c_uint, c_void};
use zetop_probe_core::ranges::{self, From, Name};
use zetop_wire::layout::NVTX;

/// `NVTX_NO_PUSH_POP_TRACKING`
const NO_TRACKING: c_int = -2;

/// `nvtxEventAttributes_t`
#[repr(C)]
pub struct Attributes {
    version: u16,
    size: u16,
    category: u32,
    color_type: i32,
    color: u32,
    payload_type: i32,
    reserved: i32,
    payload: u64,
    message_type: i32,
    message: Message,
}

#[repr(C)]
union Message {
    text: *const c_char,
    wide_text: *const wchar_t,
    registered: *const c_void,
}

/// `nvtxMessageType_t`
const TEXT: i32 = 1;
const WIDE_TEXT: i32 = 2;
const REGISTERED: i32 = 3;

/// A domain or a registered string, as the program has it: the number of its name.
type Handle = *const c_void;

fn handle(name: Name<'_>) -> Handle {
    std::ptr::without_provenance(ranges::number(name) as usize)
}

fn number(handle: Handle) -> u32 {
    u32::try_from(handle.addr()).unwrap_or(0)
}

fn from(domain: Handle) -> From {
    From { interface: NVTX, domain: number(domain) }
}

/// # Safety
/// `attributes` is null or as NVTX documents them, and stays as it is meanwhile.
unsafe fn with_message<T>(attributes: *const Attributes, f: impl FnOnce(Name<'_>) -> T) -> T {
    // SAFETY: the caller's promise. Of a shorter structure, only its size is looked at.
    unsafe {
        if attributes.is_null() || usize::from((*attributes).size) < size_of::<Attributes>() {
            return f(Name::new(b""));
        }
        let message = &(*attributes).message;
        match (*attributes).message_type {
            TEXT => with_text(message.text, f),
            WIDE_TEXT => with_wide_text(message.wide_text, f),
            REGISTERED => f(Name::Known(number(message.registered))),
            _ => f(Name::new(b"")),
        }
    }
}

const NO_DOMAIN: Handle = std::ptr::null();

/// What each function does with its name: with the functions that take it in one of three forms.
macro_rules! in_each_form {
    ($($ex:ident $text:ident $wide:ident $domain:ident => $do:ident -> $type:ty;)*) => {$(
        unsafe extern "C" fn $ex(attributes: *const Attributes) -> $type {
            // SAFETY: the program's arguments.
            unsafe { with_message(attributes, |name| $do(NO_DOMAIN, name)) }
        }
        unsafe extern "C" fn $text(text: *const c_char) -> $type {
            // SAFETY: the program's arguments.
            unsafe { with_text(text, |name| $do(NO_DOMAIN, name)) }
        }
        unsafe extern "C" fn $wide(text: *const wchar_t) -> $type {
            // SAFETY: the program's arguments.
            unsafe { with_wide_text(text, |name| $do(NO_DOMAIN, name)) }
        }
        unsafe extern "C" fn $domain(domain: Handle, attributes: *const Attributes) -> $type {
            // SAFETY: the program's arguments.
            unsafe { with_message(attributes, |name| $do(domain, name)) }
        }
    )*};
}
in_each_form! {
    mark_ex mark_text mark_wide domain_mark => mark -> ();
    start_ex start_text start_wide domain_start => start -> u64;
    push_ex push_text push_wide domain_push => push -> c_int;
}

fn mark(domain: Handle, name: Name<'_>) {
    ranges::mark(from(domain), name);
}

fn start(domain: Handle, name: Name<'_>) -> u64 {
    ranges::start(from(domain), name)
}

fn push(domain: Handle, name: Name<'_>) -> c_int {
    ranges::push(from(domain), name);
    NO_TRACKING
}

unsafe extern "C" fn finish(range: u64) {
    ranges::finish(range);
}

unsafe extern "C" fn domain_finish(_domain: Handle, range: u64) {
    ranges::finish(range);
}

unsafe extern "C" fn pop() -> c_int {
    ranges::pop(0);
    NO_TRACKING
}

unsafe extern "C" fn domain_pop(domain: Handle) -> c_int {
    ranges::pop(number(domain));
    NO_TRACKING
}

unsafe extern "C" fn register(_domain: Handle, text: *const c_char) -> Handle {
    // SAFETY: the program's argument.
    unsafe { with_text(text, handle) }
}

unsafe extern "C" fn register_wide(_domain: Handle, text: *const wchar_t) -> Handle {
    // SAFETY: the program's argument.
    unsafe { with_wide_text(text, handle) }
}

unsafe extern "C" fn create(name: *const c_char) -> Handle {
    // SAFETY: the program's argument.
    unsafe { with_text(name, handle) }
}

unsafe extern "C" fn create_wide(name: *const wchar_t) -> Handle {
    // SAFETY: the program's argument.
    unsafe { with_wide_text(name, handle) }
}

/// `NvtxGetExportTableFunc_t`
pub type GetExportTable = unsafe extern "C" fn(c_uint) -> *const c_void;
/// `NVTX_ETID_CALLBACKS`
const CALLBACKS: c_uint = 1;

/// `NvtxFunctionTable`: pointers to NVTX's pointers to functions.
type Table = *const *mut *const c_void;

/// `NvtxExportTableCallbacks`
#[repr(C)]
struct Callbacks {
    size: usize,
    function_table: Option<unsafe extern "C" fn(c_int, *mut Table, *mut c_uint) -> c_int>,
}

/// `NVTX_CB_MODULE_CORE` and `NVTX_CB_MODULE_CORE2`, each with its functions by their numbers (`NvtxCallbackIdCore`).
const CORE: c_int = 1;
const CORE_2: c_int = 5;

/// Fills the table of an NVTX. Returns 1, or 0 if it is none that we know.
///
/// # Safety
/// `get` is what NVTX hands to `InitializeInjectionNvtx2`.
pub unsafe fn initialize(get: Option<GetExportTable>) -> c_int {
    // SAFETY: the caller's promise: NVTX's table lives as long as its module.
    let callbacks =
        unsafe { get.map_or(std::ptr::null(), |get| get(CALLBACKS)).cast::<Callbacks>().as_ref() };
    let known = callbacks.filter(|callbacks| callbacks.size >= size_of::<Callbacks>());
    let Some(function_table) = known.and_then(|callbacks| callbacks.function_table) else { return 0 };
    let core: [(usize, *const c_void); 11] = [
        (1, mark_ex as *const c_void),
        (2, mark_text as *const c_void),
        (3, mark_wide as *const c_void),
        (4, start_ex as *const c_void),
        (5, start_text as *const c_void),
        (6, start_wide as *const c_void),
        (7, finish as *const c_void),
        (8, push_ex as *const c_void),
        (9, push_text as *const c_void),
        (10, push_wide as *const c_void),
        (11, pop as *const c_void),
    ];
    let core_2: [(usize, *const c_void); 9] = [
        (1, domain_mark as *const c_void),
        (2, domain_start as *const c_void),
        (3, domain_finish as *const c_void),
        (4, domain_push as *const c_void),
        (5, domain_pop as *const c_void),
        (10, register as *const c_void),
        (11, register_wide as *const c_void),
        (12, create as *const c_void),
        (13, create_wide as *const c_void),
    ];
    for (module, functions) in [(CORE, &core[..]), (CORE_2, &core_2[..])] {
        let (mut table, mut size): (Table, c_uint) = (std::ptr::null(), 0);
        // SAFETY: NVTX's function, with live variables.
        let found = unsafe { function_table(module, &raw mut table, &raw mut size) };
        if found == 0 || table.is_null() {
            continue;
        }
        for (number, function) in functions.iter().filter(|(number, _)| *number < size as usize) {
            // SAFETY: within the table, whose entries are null or lead to NVTX's pointers. Other threads wait until all are set.
            unsafe {
                let entry = *table.add(*number);
                if !entry.is_null() {
                    *entry = *function;
                }
            }
        }
    }
    1
}
