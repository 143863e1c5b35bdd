//! Threads that are cancelled in the driver.

use crate::harness::{FOREVER, Sim, run};
use level_zero_sys::*;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

/// libc's own declaration does not say that unwinding may pass.
type Start = extern "C-unwind" fn(*mut c_void) -> *mut c_void;
unsafe extern "C-unwind" {
    fn pthread_create(
        thread: *mut libc::pthread_t,
        attributes: *const libc::pthread_attr_t,
        start: Start,
        argument: *mut c_void,
    ) -> i32;
}

/// What the thread waits with, and the handle that it waits for.
struct Wait {
    function: unsafe extern "C-unwind" fn(*mut c_void, u64) -> ze_result_t,
    handle: *mut c_void,
}

static BEGUN: AtomicBool = AtomicBool::new(false);
static UNWOUND: AtomicBool = AtomicBool::new(false);

extern "C-unwind" fn wait(argument: *mut c_void) -> *mut c_void {
    struct Unwound;
    impl Drop for Unwound {
        fn drop(&mut self) {
            UNWOUND.store(true, Ordering::SeqCst);
        }
    }
    // SAFETY: the test passes a `Wait` and joins the thread.
    let wait = unsafe { &*argument.cast::<Wait>() };
    let _unwound = Unwound;
    BEGUN.store(true, Ordering::SeqCst);
    // SAFETY: a live handle.
    unsafe { (wait.function)(wait.handle, FOREVER) };
    argument
}

fn check(name: &str, handle: *mut c_void) {
    UNWOUND.store(false, Ordering::SeqCst);
    BEGUN.store(false, Ordering::SeqCst);
    // SAFETY: the loader's function of this name has this type.
    let function = unsafe {
        let name = std::ffi::CString::new(name).expect("no zero inside");
        let address = libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr());
        let address =
            if address.is_null() { crate::harness::function(name.to_str().expect("ASCII")) } else { address };
        std::mem::transmute::<*const c_void, unsafe extern "C-unwind" fn(*mut c_void, u64) -> ze_result_t>(
            address,
        )
    };
    let mut argument = Wait { function, handle };
    let (mut thread, mut result) = (0, std::ptr::null_mut());
    // SAFETY: the thread is joined before what it uses goes.
    unsafe {
        assert_eq!(pthread_create(&raw mut thread, std::ptr::null(), wait, (&raw mut argument).cast()), 0);
        while !BEGUN.load(Ordering::SeqCst) {
            std::thread::yield_now();
        }
        assert_eq!(libc::pthread_cancel(thread), 0);
        assert_eq!(libc::pthread_join(thread, &raw mut result), 0);
    }
    // PTHREAD_CANCELED.
    assert_eq!(result.addr(), usize::MAX);
    assert!(UNWOUND.load(Ordering::SeqCst), "{name}: what the thread held was not dropped");
}

#[test]
fn waits_can_be_cancelled_and_others_go_on() {
    run(&[("ZESIM_DRIVER", "intel-tgl")], |sim: &Sim| {
        let mut go = sim.events(0, 1)[0];
        let (list, queue) = (sim.regular(0, 0), sim.queue(0));
        call!(sim, zeCommandListAppendWaitOnEvents(list, 1, &mut go));
        call!(sim, zeCommandListClose(list));
        sim.execute(queue, list);
        check("zeEventHostSynchronize", go.cast());
        check("zeCommandQueueSynchronize", queue.cast());
        call!(sim, zeEventHostSignal(go));
        sim.finish(queue);
        sim.wait(go);
    });
}
