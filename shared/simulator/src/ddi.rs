//! What the loader sees: a getter for every function-pointer table, and an entry for every function.
//!
//! Every entry is filled (the loader calls some of them without checking). `Unsupported` gives each
//! function a body that answers `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE`; an inherent function of [`Api`] with
//! the same name, written in one of the files of `api/`, takes its place, since Rust prefers inherent
//! functions to a trait's.

use crate::calls;
use level_zero_sys::*;
use std::ffi::c_void;

/// The driver's functions, by their names in the specification.
pub struct Api;

/// What a function returns to C.
trait Answer {
    const UNSUPPORTED: Self;
}
impl Answer for u32 {
    const UNSUPPORTED: Self = ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
}
impl<T> Answer for *mut T {
    const UNSUPPORTED: Self = std::ptr::null_mut();
}

/// What a Rust body may return for it.
trait IntoAnswer<R> {
    fn into_answer(self) -> R;
}
impl<R> IntoAnswer<R> for R {
    fn into_answer(self) -> R {
        self
    }
}
impl IntoAnswer<ze_result_t> for crate::Outcome {
    fn into_answer(self) -> ze_result_t {
        self.err().unwrap_or(ZE_RESULT_SUCCESS)
    }
}

/// A function in a table, without its type.
type Erased = unsafe extern "C-unwind" fn();

struct Entry {
    getter: &'static str,
    index: usize,
    since: u32,
    function: Erased,
}

/// Lets the unwinding of a cancelled thread (`pthread_cancel`) pass, because it must not be caught. Ends the
/// process at a panic of this driver, which has been reported by then and must not reach the program.
pub struct NoPanic;
impl Drop for NoPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::process::abort();
        }
    }
}

macro_rules! entries {
    ($([$id:literal $family:ident $name:ident $getter:ident $table:ident $field:ident $index:literal $since:literal ($($argument:ident: $type:ty),*) -> $result:ty])*) => {
        #[allow(non_snake_case, unused_variables, dead_code, clippy::missing_safety_doc, clippy::too_many_arguments)]
        trait Unsupported {
            $(unsafe fn $name($($argument: $type),*) -> $result { Answer::UNSUPPORTED })*
        }
        impl Unsupported for Api {}

        #[allow(non_snake_case, clippy::too_many_arguments)]
        mod entry {
            use super::*;
            $(pub(super) unsafe extern "C-unwind" fn $name($($argument: $type),*) -> $result {
                let unwinds = NoPanic;
                calls::before_call($id);
                // SAFETY: the caller keeps the specification's contract, which is the function's.
                let answer = unsafe { Api::$name($($argument),*) }.into_answer();
                std::mem::forget(unwinds);
                answer
            })*
        }

        static ENTRIES: [Entry; FUNCTION_COUNT] = [$(Entry {
            getter: stringify!($getter),
            index: $index,
            since: $since,
            // SAFETY: only the type is forgotten; the loader calls through the table's field, which has it.
            function: unsafe {
                std::mem::transmute::<unsafe extern "C-unwind" fn($($type),*) -> $result, Erased>(entry::$name)
            },
        }),*];
    };
}
for_each_function!(entries);

macro_rules! getters {
    ($([$getter:ident $family:ident $table:ident])*) => {
        $(
            #[doc = concat!("Fills a `", stringify!($table), "`.")]
            ///
            /// # Safety
            /// `table` must be a table of at least the size that it has in `version`.
            // SAFETY: the name is the one under which the loader looks for this getter.
            #[unsafe(no_mangle)]
            #[allow(non_snake_case)]
            pub unsafe extern "C" fn $getter(version: ze_api_version_t, table: *mut $table) -> ze_result_t {
                // SAFETY: as promised by the caller.
                unsafe { fill(stringify!($getter), version, table.cast()) }
            }
        )*
    };
}
for_each_table!(getters);

/// Writes the fields of a table that exist in `version`.
///
/// # Safety
/// `table` must be the table of `getter`, of at least the size that it has in `version`.
unsafe fn fill(getter: &str, version: u32, table: *mut *const c_void) -> ze_result_t {
    if table.is_null() {
        return ZE_RESULT_ERROR_INVALID_NULL_POINTER;
    }
    if version >> 16 != ZE_API_VERSION_1_0 >> 16 {
        return ZE_RESULT_ERROR_UNSUPPORTED_VERSION;
    }
    calls::at_load();
    for entry in ENTRIES.iter().filter(|e| e.getter == getter && e.since <= version) {
        // SAFETY: a table of `version` has every field that appeared up to it, and older tables are prefixes
        // of newer ones, so the index is inside it.
        unsafe { *table.add(entry.index) = entry.function as *const c_void };
    }
    ZE_RESULT_SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_loaders_shorter_table_is_not_overrun() {
        // zeGetGlobalProcAddrTable has one field before 1.10.
        let mut table = [std::ptr::null::<c_void>(), 0x5a5a as *const c_void];
        // SAFETY: one pointer is the size of this table in version 1.8, and the array has two.
        let result = unsafe { zeGetGlobalProcAddrTable(0x0001_0008, table.as_mut_ptr().cast()) };
        assert_eq!(result, ZE_RESULT_SUCCESS);
        assert!(!table[0].is_null());
        assert_eq!(table[1], 0x5a5a as *const c_void);
    }

    #[test]
    fn every_field_of_every_version_is_filled() {
        for table in TABLES {
            for minor in 0..=17 {
                let version = 0x0001_0000 | minor;
                let mut fields = vec![std::ptr::null(); table.size / size_of::<usize>()];
                // SAFETY: the buffer has the full size of the table.
                unsafe { fill(table.getter, version, fields.as_mut_ptr()) };
                let known = FUNCTIONS.iter().filter(|f| f.table == table.getter && f.since <= version);
                for function in known {
                    assert!(!fields[function.index].is_null(), "{} in {version:#x}", function.name);
                    fields[function.index] = std::ptr::null();
                }
                assert!(fields.iter().all(|f| f.is_null()), "{} overrun in {version:#x}", table.getter);
            }
        }
    }

    #[test]
    fn another_major_version_is_refused() {
        let mut table = [std::ptr::null::<c_void>(); 2];
        // SAFETY: the array has the full size of the table.
        let result = unsafe { zeGetGlobalProcAddrTable(0x0002_0000, table.as_mut_ptr().cast()) };
        assert_eq!(result, ZE_RESULT_ERROR_UNSUPPORTED_VERSION);
        assert!(table[0].is_null());
    }
}
