//! Threads that are cancelled (`pthread_cancel`) while they wait in a call.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Event, EventPool, Gpu, PoolKind};
use anyhow::{Result, ensure};
use std::ffi::c_void;
use std::ptr::null_mut;
use std::time::Duration;

pub const CANCELLED: Program = Program {
    name: "cancelled",
    about: "cancels n threads, each while it waits for an event that nobody signals",
    keys: &[("n", "20")],
    run: cancelled,
};

/// libc's own declaration does not allow unwinding.
type Start = extern "C-unwind" fn(*mut c_void) -> *mut c_void;
unsafe extern "C-unwind" {
    fn pthread_create(
        thread: *mut libc::pthread_t,
        attributes: *const libc::pthread_attr_t,
        start: Start,
        argument: *mut c_void,
    ) -> i32;
}

extern "C-unwind" fn wait(event: *mut c_void) -> *mut c_void {
    // SAFETY: `cancel_a_wait` passes an event and joins the thread.
    let event = unsafe { &*event.cast::<Event>() };
    let _ = event.synchronize(u64::MAX);
    null_mut()
}

/// Cancels a thread that waits for `event`, which is not signalled.
pub fn cancel_a_wait(event: &Event) -> Result<()> {
    let (mut thread, mut result) = (0, null_mut());
    let argument = std::ptr::from_ref(event).cast_mut().cast();
    // SAFETY: the thread is joined before the event goes away.
    unsafe {
        ensure!(pthread_create(&raw mut thread, std::ptr::null(), wait, argument) == 0, "no thread");
        // Mostly long enough for it to be inside the call; cancelling it earlier is allowed, too.
        std::thread::sleep(Duration::from_millis(5));
        ensure!(libc::pthread_cancel(thread) == 0, "not cancelled");
        ensure!(libc::pthread_join(thread, &raw mut result) == 0, "not joined");
    }
    // PTHREAD_CANCELED.
    ensure!(result.addr() == usize::MAX, "the thread returned {result:?}");
    ensure!(!event.query()?, "an event that nobody signals was ready");
    Ok(())
}

fn cancelled(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let gpu = Gpu::open()?;
    let pool = EventPool::new(&gpu.context, PoolKind::Plain, 1)?;
    let event = pool.event(0)?;
    (0..n).try_for_each(|_| cancel_a_wait(&event))?;
    gpu.driver.api_version()?;
    println!("{n} threads were cancelled");
    let mut ledger = Ledger::new();
    ledger.calls("zeEventQueryStatus", n, 0);
    ledger.calls("zeDriverGetApiVersion", 1, 0);
    ledger.print();
    Ok(())
}
