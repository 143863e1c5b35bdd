//! Flushing caches before a launch (`--cold`).

use crate::timing;
use crate::timing::cold::Wanted;
use crate::timing::publish::OpClass;
use level_zero_sys::*;

/// Appends a flush to `list` if `class`, which comes next and waits for these events, is to find nothing in the caches.
/// Notes in it what it will find there.
pub fn flush(list: ze_command_list_handle_t, class: &mut OpClass, waits: (u32, *mut ze_event_handle_t)) {
    let mut wanted = timing::with(|s| s.flush_wanted(list as usize, class)).flatten();
    if let Some(Wanted::Memory(maker)) = wanted {
        let mut made = Some(maker.make());
        wanted = timing::with(|s| s.flush_memory_made(made.take()?, list as usize, class))
            .flatten()
            .map(Wanted::Flush);
        if let Some(made) = made {
            made.undo();
        }
    }
    if let Some(Wanted::Flush(flush)) = wanted {
        let result = flush.append(waits);
        timing::with(|s| s.flushed(class, result));
    }
}

/// A command that waits for events is about to be appended. A barrier of ours behind it would wait for them, too.
pub fn waits(list: ze_command_list_handle_t, waits: u32) {
    if waits > 0 && timing::flushes() {
        timing::with(|s| {
            s.adopt_list(list as usize);
            s.command_waits(list as usize)
        });
    }
}
