//! Appends: what each puts on the device, in bytes and kinds. Launches of kernels are in [`super::launches`].

use super::macros::{hook, plain};
use super::{cold, kernels, mutable};
use crate::driver;
use crate::subject::{AppendPlace, End, ImagePart, Subject, Waits};
use crate::timing;
use crate::timing::append::AppendPlan;
use crate::timing::lists::NextCommand;
use crate::timing::notes::NOTES;
use crate::timing::preparation::{Done, Errand};
use crate::timing::publish::OpClass;
use crate::timing::state::State;
use level_zero_sys::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use zetop_probe_core::own_work::{OwnWork, Timed};
use zetop_probe_core::windows::WINDOWS;
use zetop_probe_core::{clock, hot, samples};
use zetop_wire::layout::{NotFlushed, OpKind, Untimed};

/// What comes before the program's call.
enum Before {
    Call(AppendPlan),
    /// Something must be made or done first, without the lock; then look again.
    Errand(OpClass, Option<Errand>),
}

/// Tells what an append puts on the device, from the program's arguments. A pointer, as [`Call`] is, so that all functions share the
/// code of an append: a copy of it for each would be 20 KB.
pub(super) type SubjectAt<'a> = &'a dyn Fn(&mut AppendPlace<'_>) -> Subject;

/// Makes the program's call with the event to signal that it is given.
pub(super) type Call<'a> = &'a dyn Fn(ze_event_handle_t) -> ze_result_t;

/// Appends `subject`, which waits for the events of `waits`, to `list` by `call`.
fn append(
    list: ze_command_list_handle_t,
    subject: SubjectAt<'_>,
    signal: ze_event_handle_t,
    waits: Waits,
    call: Call<'_>,
) -> ze_result_t {
    mutable::waits(list, waits);
    cold::waits(list, waits);
    let result = append_after(list, subject, signal, None, call);
    cold::signals(list, signal, result);
    result
}

/// Appends `subject` to `list`, behind a flush if one is wanted; with the events that it waits for.
pub(super) fn append_after(
    list: ze_command_list_handle_t,
    subject: SubjectAt<'_>,
    signal: ze_event_handle_t,
    flush: Option<Waits>,
    call: Call<'_>,
) -> ze_result_t {
    let mut own = OwnWork::begin();
    if timing::counts_only() {
        // The call has already been made, and can't be changed.
        timing::with(|state| {
            state.adopt_list(list as usize);
            let mut class = class(state, list, subject);
            if flush.is_some() {
                state.not_flushed(&mut class, NotFlushed::TracingLayer);
            }
            state.count(list as usize, &class, Untimed::TracingLayer, hot::last_ticks().unwrap_or(0));
        });
        samples::take_claimed();
        return ZE_RESULT_SUCCESS;
    }
    let sample = WINDOWS.choose();
    let is_open = sample.is_some();
    let with_lock = |state: &mut State| {
        state.adopt_list(list as usize);
        let class = class(state, list, subject);
        match state.errand(list as usize, class.kind, signal, is_open) {
            None if flush.is_some() => Before::Errand(class, None),
            Some(errand) => Before::Errand(class, Some(errand)),
            None => Before::Call(state.before_append(list as usize, &class, signal, sample)),
        }
    };
    let without = || {
        if timing::flushes() {
            return None;
        }
        let prepared = NOTES.prepare(list as usize, signal as usize, sample, subject)?;
        Some(Before::Call(AppendPlan::prepared(prepared, signal)))
    };
    let at_once = if is_open { None } else { timing::without_lock(without) };
    let plan = match at_once.or_else(|| timing::with_unless(without, with_lock)) {
        Some(Before::Errand(mut class, errand)) => {
            let mut plan = None;
            if let Some(errand) = errand {
                timing::run_errands(errand, |state| {
                    let next = state.errand(list as usize, class.kind, signal, is_open);
                    // At once: without the lock, other threads could take what has been made.
                    if next.is_none() && flush.is_none() {
                        plan = Some(state.before_append(list as usize, &class, signal, sample));
                    }
                    next
                });
            }
            if let Some(waits) = flush {
                cold::flush(list, &mut class, waits);
            }
            plan.or_else(|| timing::with(|state| state.before_append(list as usize, &class, signal, sample)))
        }
        Some(Before::Call(plan)) => Some(plan),
        None => None,
    };
    let Some(plan) = plan else { return own.outside(|| call(signal)) };
    if plan.ticket.is_timed() {
        own.times(Timed::Append);
    }
    let start = hot::last_ticks().is_none().then(clock::ticks);
    let result = own.outside(|| call(plan.event));
    // The call has just been measured; reading the clock again is what would cost most here.
    let ticks = hot::last_ticks().or_else(|| Some(clock::ticks().wrapping_sub(start?))).unwrap_or(0);
    let worked = result == ZE_RESULT_SUCCESS;
    let (handle, forward, has_ours) = (list as usize, plan.forward, plan.ticket.has_ours());
    // Nobody asks when an operation is complete that is not timed.
    let submission = if worked && !plan.ticket.is_over() { timing::next_submission() } else { 0 };
    if worked {
        timing::at_once(plan.session, |process| plan.ticket.count(process, ticks));
        plan.ticket.class().into_iter().for_each(samples::of_class);
    }
    if plan.ticket.is_over() {
        samples::take_claimed();
        return result;
    }
    // If another thread has the lock now, there is no marker behind this one, but behind one that follows.
    let marker = timing::now_or_after(1, move |state, is_now| {
        state.after_append(handle, &plan, result, submission, is_now)
    });
    samples::take_claimed();
    timing::wake();
    if has_ours && let Some(maker) = NOTES.maker(list as usize) {
        let made = Done::Events(maker.make_batch());
        timing::after(1, move |state| state.errand_done(made));
    }
    // Whatever has happened to our state meanwhile, the program waits for its event.
    if worked && !forward.is_null() {
        // SAFETY: the program's own list and event. The barrier comes after the operation.
        return unsafe { driver::zeCommandListAppendBarrier(list, forward, 0, null_mut()) };
    }
    if let Some(marker) = marker {
        // SAFETY: the program's list, which this thread is appending to, and an event of ours.
        let result = unsafe { driver::zeCommandListAppendBarrier(list, marker.event, 0, null_mut()) };
        timing::after(1, move |state| state.marker_appended(handle, &marker, result));
    }
    result
}

/// What the program appends, from its arguments and what is known of its objects.
fn class(state: &mut State, list: ze_command_list_handle_t, subject: SubjectAt<'_>) -> OpClass {
    state.class_of(list as usize, subject, |state, kernel| kernels::look_up(state, kernel as _))
}

/// Counts an append that can't be timed.
fn count(
    list: ze_command_list_handle_t,
    kind: OpKind,
    bytes: u64,
    signal: ze_event_handle_t,
    reason: Untimed,
    call: impl FnOnce() -> ze_result_t,
) -> ze_result_t {
    let result = if timing::counts_only() {
        // The call has been made already.
        ZE_RESULT_SUCCESS
    } else {
        resignal(list, signal);
        call()
    };
    if result == ZE_RESULT_SUCCESS {
        let mut class = OpClass { bytes, ..OpClass::from_kind(kind) };
        timing::with(|state| {
            state.adopt_list(list as usize);
            if reason == Untimed::Graph {
                state.graph_not_flushed(&mut class);
            }
            let reason = if timing::counts_only() { Untimed::TracingLayer } else { reason };
            state.count(list as usize, &class, reason, hot::last_ticks().unwrap_or(0));
        });
        samples::take_claimed();
    }
    result
}

/// The kind of an address, as seen from the device of a list, and the device that it is on; in `context`, or in the list's.
fn end(place: &mut AppendPlace<'_>, context: usize, address: *const c_void) -> End {
    let context = if context != 0 { context } else { place.context };
    let ask_in = || if context != 0 { context } else { (place.spare)() };
    super::memory::kind_of(address as usize, place.device, place.asks.then_some(ask_in))
}

fn copy(
    dst: *const c_void,
    src_context: ze_context_handle_t,
    src: *const c_void,
    bytes: u64,
) -> impl Fn(&mut AppendPlace<'_>) -> Subject {
    move |place| Subject::Copy { src: end(place, src_context as usize, src), dst: end(place, 0, dst), bytes }
}

fn fill(dst: *const c_void, bytes: usize) -> impl Fn(&mut AppendPlace<'_>) -> Subject {
    move |place| Subject::Fill { dst: end(place, 0, dst).0, bytes: bytes as u64 }
}

/// Width is in bytes already; pitches are not payload.
fn region_bytes(region: *const ze_copy_region_t) -> u64 {
    // SAFETY: null or the program's region.
    unsafe { region.as_ref() }
        .map_or(0, |r| u64::from(r.width) * u64::from(r.height.max(1)) * u64::from(r.depth.max(1)))
}

/// A region of an image; null is the whole image.
fn part(image: ze_image_handle_t, region: *const ze_image_region_t) -> ImagePart {
    // SAFETY: null or the program's region.
    let region = unsafe { region.as_ref() }.copied();
    ImagePart { image: image as usize, region }
}

fn to_image(
    image: ze_image_handle_t,
    src: *const c_void,
    region: *const ze_image_region_t,
) -> impl Fn(&mut AppendPlace<'_>) -> Subject {
    move |place| Subject::ToImage { src: end(place, 0, src), image: part(image, region) }
}

fn from_image(
    dst: *const c_void,
    image: ze_image_handle_t,
    region: *const ze_image_region_t,
) -> impl Fn(&mut AppendPlace<'_>) -> Subject {
    move |place| Subject::FromImage { dst: end(place, 0, dst), image: part(image, region) }
}

fn between_images(
    dst: ze_image_handle_t,
    src: ze_image_handle_t,
    region: *const ze_image_region_t,
) -> impl Fn(&mut AppendPlace<'_>) -> Subject {
    move |_| {
        let ImagePart { image: src, region } = part(src, region);
        Subject::BetweenImages { src, dst: dst as usize, region }
    }
}

fn barrier(_: &mut AppendPlace<'_>) -> Subject {
    Subject::Barrier
}

/// A command that is not timed itself signals (or resets) an event that an operation may have used before.
fn resignal(list: ze_command_list_handle_t, event: ze_event_handle_t) {
    if !event.is_null() {
        timing::with(|state| {
            state.next_command(list as usize, NextCommand::default());
            state.resignal(list as usize, event as usize)
        });
    }
}

/// Functions that append an operation, from its arguments between the list and the event to signal: what each puts on the device.
macro_rules! operations {
    ($append:ident: $($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) => $subject:expr;)*) => {$(
        hook! {
            $(#[$doc])*
            fn $name(list: ze_command_list_handle_t, $($argument: $type,)* signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
                let waits_for = Waits { count: waits, events: wait };
                $append(list, &$subject, signal, waits_for, &|signal| plain!($name(list, $($argument,)* signal, waits, wait)))
            }
        }
    )*};
}
pub(super) use operations;

/// Functions that signal an event and put no work on the device that is followed.
macro_rules! signals {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*);)*) => {$(
        hook! {
            $(#[$doc])*
            fn $name(list: ze_command_list_handle_t, $($argument: $type,)* signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
                let waits_for = Waits { count: waits, events: wait };
                resignal(list, signal);
                mutable::waits(list, waits_for);
                cold::waits(list, waits_for);
                plain!($name(list, $($argument,)* signal, waits, wait))
            }
        }
    )*};
}

operations! {
    append:
    zeCommandListAppendMemoryCopy(dst: *mut c_void, src: *const c_void, size: usize) => copy(dst, null_mut(), src, size as u64);
    zeCommandListAppendMemoryCopyWithParameters(dst: *mut c_void, src: *const c_void, size: usize, next: *const c_void) => copy(dst, null_mut(), src, size as u64);
    zeCommandListAppendMemoryCopyFromContext(dst: *mut c_void, context: ze_context_handle_t, src: *const c_void, size: usize) => copy(dst, context, src, size as u64);
    zeCommandListAppendMemoryCopyRegion(dst: *mut c_void, dst_region: *const ze_copy_region_t, dst_pitch: u32, dst_slice: u32, src: *const c_void, src_region: *const ze_copy_region_t, src_pitch: u32, src_slice: u32) => copy(dst, null_mut(), src, region_bytes(dst_region));
    zeCommandListAppendMemoryFill(dst: *mut c_void, pattern: *const c_void, pattern_size: usize, size: usize) => fill(dst, size);
    zeCommandListAppendMemoryFillWithParameters(dst: *mut c_void, pattern: *const c_void, pattern_size: usize, size: usize, next: *const c_void) => fill(dst, size);
    zeCommandListAppendImageCopy(dst: ze_image_handle_t, src: ze_image_handle_t) => between_images(dst, src, null());
    zeCommandListAppendImageCopyRegion(dst: ze_image_handle_t, src: ze_image_handle_t, dst_region: *const ze_image_region_t, src_region: *const ze_image_region_t) => between_images(dst, src, if src_region.is_null() { dst_region } else { src_region });
    zeCommandListAppendImageCopyToMemory(dst: *mut c_void, src: ze_image_handle_t, region: *const ze_image_region_t) => from_image(dst, src, region);
    zeCommandListAppendImageCopyToMemoryExt(dst: *mut c_void, src: ze_image_handle_t, region: *const ze_image_region_t, row: u32, slice: u32) => from_image(dst, src, region);
    zeCommandListAppendImageCopyFromMemory(dst: ze_image_handle_t, src: *const c_void, region: *const ze_image_region_t) => to_image(dst, src, region);
    zeCommandListAppendImageCopyFromMemoryExt(dst: ze_image_handle_t, src: *const c_void, region: *const ze_image_region_t, row: u32, slice: u32) => to_image(dst, src, region);
    zeCommandListAppendBarrier() => barrier;
    zeCommandListAppendMemoryRangesBarrier(ranges: u32, sizes: *const usize, starts: *mut *const c_void) => barrier;
    zeRTASBuilderCommandListAppendCopyExt(dst: *mut c_void, src: *const c_void, size: usize) => copy(dst, null_mut(), src, size as u64);
}

signals! {
    zeCommandListAppendWriteGlobalTimestamp(dst: *mut u64);
    zeCommandListAppendQueryKernelTimestamps(count: u32, events: *mut ze_event_handle_t, dst: *mut c_void, offsets: *const usize);
    /// The host does the work; the event is signalled all the same.
    zeCommandListAppendHostFunction(function: ze_host_function_callback_t, data: *mut c_void, next: *const c_void);
    zetCommandListAppendMetricQueryEnd(query: zet_metric_query_handle_t);
    zeCommandListAppendSignalExternalSemaphoreExt(count: u32, semaphores: *mut ze_external_semaphore_ext_handle_t, parameters: *mut ze_external_semaphore_signal_params_ext_t);
}

hook! { fn zeCommandListAppendEventReset(list: ze_command_list_handle_t, event: ze_event_handle_t) {
    resignal(list, event);
    cold::reset(event, true);
    plain!(zeCommandListAppendEventReset(list, event))
}}

hook! {
    /// Puts no work on the device.
    fn zeCommandListAppendWaitOnEvents(list: ze_command_list_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    mutable::waits(list, Waits { count: waits, events: wait });
    cold::waits(list, Waits { count: waits, events: wait });
    plain!(zeCommandListAppendWaitOnEvents(list, waits, wait))
}}

hook! { fn zeCommandListAppendSignalEvent(list: ze_command_list_handle_t, event: ze_event_handle_t) {
    resignal(list, event);
    plain!(zeCommandListAppendSignalEvent(list, event))
}}

hook! {
    /// Moves memory on the device, and takes no event.
    fn zeCommandListAppendMemoryPrefetch(list: ze_command_list_handle_t, memory: *const c_void, size: usize) {
    count(list, OpKind::Other, size as u64, null_mut(), Untimed::CallTakesNoEvent, || plain!(zeCommandListAppendMemoryPrefetch(list, memory, size)))
}}

hook! {
    /// Kernels and copies of a graph, which its lists were captured for.
    fn zeCommandListAppendGraphExt(list: ze_command_list_handle_t, graph: ze_executable_graph_handle_t, next: *const c_void, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    mutable::waits(list, Waits { count: waits, events: wait });
    cold::waits(list, Waits { count: waits, events: wait });
    count(list, OpKind::Other, 0, signal, Untimed::Graph, || plain!(zeCommandListAppendGraphExt(list, graph, next, signal, waits, wait)))
}}

hook! { fn zeCommandListAppendWaitExternalSemaphoreExt(list: ze_command_list_handle_t, count: u32, semaphores: *mut ze_external_semaphore_ext_handle_t, parameters: *mut ze_external_semaphore_wait_params_ext_t, signal: ze_event_handle_t, waits: u32, wait: *mut ze_event_handle_t) {
    resignal(list, signal);
    cold::waits_for_unknown(list);
    plain!(zeCommandListAppendWaitExternalSemaphoreExt(list, count, semaphores, parameters, signal, waits, wait))
}}
