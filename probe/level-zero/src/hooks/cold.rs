//! Flushing caches before a launch (`--cold`).

use crate::subject::Waits;
use crate::timing;
use crate::timing::cold::Wanted;
use crate::timing::publish::OpClass;
use level_zero_sys::*;

/// Appends a flush to `list` if `class`, which comes next and waits for these events, is to find nothing in the caches.
/// Notes in it what it will find there.
pub fn flush(list: ze_command_list_handle_t, class: &mut OpClass, waits: Waits) {
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

/// A command that waits for events is appended. A barrier of the probe's behind it would wait for them, too.
pub fn waits(list: ze_command_list_handle_t, waits: Waits) {
    let Waits { count, events } = waits;
    if count == 0 || !timing::flushes() {
        return;
    }
    if events.is_null() {
        return waits_for_unknown(list);
    }
    // SAFETY: the program's array of `count` events.
    let events = unsafe { std::slice::from_raw_parts(events, count as usize) };
    timing::with(|s| {
        s.adopt_list(list as usize);
        s.command_waits(list as usize, events)
    });
}

/// A command that may wait for anything is appended.
pub fn waits_for_unknown(list: ze_command_list_handle_t) {
    if timing::flushes() {
        timing::with(|s| {
            s.adopt_list(list as usize);
            s.command_waits_for_unknown(list as usize)
        });
    }
}

/// A command that signals an event in the end was appended.
pub fn signals(list: ze_command_list_handle_t, event: ze_event_handle_t, result: ze_result_t) {
    if result == ZE_RESULT_SUCCESS && !event.is_null() && timing::flushes() {
        timing::with(|s| s.command_signals(list as usize, event as usize));
    }
}

/// An event is reset, by a command or by the host, or destroyed.
pub fn reset(event: ze_event_handle_t, by_command: bool) {
    if timing::flushes() {
        timing::with(|s| s.cold.reset(event as usize, by_command));
    }
}
