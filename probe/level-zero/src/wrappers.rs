//! One wrapper per API function. A thread that is cancelled inside the driver, or ends itself there, unwinds through
//! it: hence `C-unwind`.

use crate::driver::ORIGINALS;
use crate::result::Returned;
use level_zero_sys::*;
use std::ffi::c_void;
use std::sync::atomic::Ordering;
use zetop_probe_core::hot;

macro_rules! wrappers {
    ($([$id:literal $family:ident $name:ident $getter:ident $table:ident $field:ident $index:literal $since:literal ($($argument:ident: $type:ty),*) -> $result:ty])*) => {
        #[allow(non_snake_case, clippy::missing_safety_doc, clippy::too_many_arguments)]
        pub mod plain {
            use super::*;
            $(
                pub unsafe extern "C-unwind" fn $name($($argument: $type),*) -> $result {
                    // SAFETY: a wrapper is put into a table only after the original of that name, which has
                    // this signature, was saved; the arguments are the program's own.
                    unsafe {
                        let original = ORIGINALS[$id].load(Ordering::Relaxed);
                        let original: unsafe extern "C-unwind" fn($($type),*) -> $result = std::mem::transmute(original);
                        hot::measure($id, || Returned(original($($argument),*))).0
                    }
                }
            )*
        }

        /// A function's address, in a form that a static may hold.
        #[derive(Clone, Copy)]
        pub struct Wrapper(*const c_void);
        // SAFETY: an address of code.
        unsafe impl Sync for Wrapper {}
        impl Wrapper {
            #[must_use]
            pub const fn new(code: *const c_void) -> Self {
                Self(code)
            }
            #[must_use]
            pub fn cast_mut(self) -> *mut c_void {
                self.0.cast_mut()
            }
        }

        /// The wrappers, by function id.
        pub static WRAPPERS: [Wrapper; FUNCTION_COUNT] = [$(Wrapper(plain::$name as *const c_void)),*];
    };
}
for_each_function!(wrappers);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver;
    use crate::hooks;
    use std::ptr::{null, null_mut};

    unsafe extern "C-unwind" {
        fn pthread_exit(value: *mut c_void) -> !;
    }

    unsafe extern "C-unwind" fn ends_its_thread(_: ze_event_handle_t, _: u64) -> ze_result_t {
        // SAFETY: ends the calling thread, as a cancelled wait does.
        unsafe { pthread_exit(null_mut()) }
    }

    type Wait = unsafe extern "C-unwind" fn(ze_event_handle_t, u64) -> ze_result_t;
    type Start = extern "C" fn(*mut c_void) -> *mut c_void;

    extern "C-unwind" fn call(wait: *mut c_void) -> *mut c_void {
        // SAFETY: `status_of` passes a wrapper of the probe's.
        unsafe { std::mem::transmute::<*mut c_void, Wait>(wait)(null_mut(), u64::MAX) };
        null_mut()
    }

    /// How a child process ends in which a thread calls `wait` and ends inside it.
    fn status_of(wait: Wait) -> i32 {
        // SAFETY: the child has one thread more and ends at once; `call` may unwind, and so may what calls it.
        unsafe {
            let child = libc::fork();
            if child == 0 {
                let start = std::mem::transmute::<*const (), Start>(call as *const ());
                let mut thread = std::mem::zeroed();
                let made = libc::pthread_create(&raw mut thread, null(), start, wait as *mut c_void);
                libc::_exit(made | libc::pthread_join(thread, null_mut()));
            }
            let mut status = 0;
            libc::waitpid(child, &raw mut status, 0);
            status
        }
    }

    #[test]
    fn a_thread_may_end_inside_of_a_call() {
        driver::ORIGINALS[id::zeEventHostSynchronize]
            .store(ends_its_thread as *mut c_void, Ordering::Release);
        assert_eq!(status_of(plain::zeEventHostSynchronize), 0, "a plain wrapper");
        let hook = hooks::DEVICE.iter().find(|(id, _)| *id == id::zeEventHostSynchronize).unwrap().1;
        // SAFETY: the hook of this function.
        let hook = unsafe { std::mem::transmute::<*mut c_void, Wait>(hook.cast_mut()) };
        assert_eq!(status_of(hook), 0, "a hook");
    }
}
