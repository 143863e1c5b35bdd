//! What the specification says that a program can rely on: a test for each statement, written from the
//! specification and not from the driver. The modules beside this one test the simulator's own model and
//! settings.

mod barriers;
mod copies;
mod events;
mod fences;
mod lists;
mod memory;
mod modules;

use crate::harness::Sim;
use level_zero_sys::*;
use std::ptr::null_mut;

/// A kernel that takes so long that what comes before its end can be looked at, on a busy machine, too.
const SLOW: [(&str, &str); 1] = [("ZESIM_KERNEL_NS", "slow=300_000_000,*=1000")];

/// Appends a launch of a slow kernel.
fn append_slow(sim: &Sim, list: ze_command_list_handle_t, signal: ze_event_handle_t) {
    sim.launch(list, sim.kernel("slow"), 1, signal, &[]);
}

/// Appends a fill with one byte.
fn append_fill(sim: &Sim, list: ze_command_list_handle_t, to: *mut u8, size: usize, byte: u8) {
    let pattern = (&raw const byte).cast();
    call!(sim, zeCommandListAppendMemoryFill(list, to.cast(), pattern, 1, size, null_mut(), 0, null_mut()));
}
