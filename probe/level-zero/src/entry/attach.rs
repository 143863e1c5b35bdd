//! Attach: puts the wrappers into the tables of a loader that is already running, and takes them out again.
//!
//! `zetop -p` loads this library into the program and calls `zetop_attach` in a thread of its own there.

mod attendant;
mod driver_functions;
mod kept_pointers;
mod maps;
mod patch;
mod proc_addr_tables;
mod rewrap_watch;
mod search;
mod static_loaders;
mod tables;
mod tracing;

use crate::flush::Unused;
use crate::timing;
use crate::timing::state::State;
use level_zero_sys::id;
use patch::{WrapOutcome, is_partial, is_wrapped, set_in_force, unwrap, wrap};
use rewrap_watch::RewrapWatch;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::sync::Mutex;
use std::sync::TryLockError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use zetop_probe_core::ending::{exit_is_under_way, is_ending, unless_ending};
use zetop_probe_core::runtime::{self, Runtime};
use zetop_probe_core::{guard, sandbox};
use zetop_wire::attach::AttachResult;
use zetop_wire::layout::Mode;

pub use patch::{is_in_force, use_tables};

/// Held through every attach and detach.
static TURN: Mutex<()> = Mutex::new(());
/// In a forked child, a thread of its parent's may have it for ever.
const LONGEST_TURN: Duration = Duration::from_secs(3);

/// Joins the session and wraps the tables.
pub fn attach(session: &Path) -> AttachResult {
    let Ok(_turn) = TURN.lock() else { return AttachResult::Failed };
    let known = runtime::get();
    if let Some(runtime) = known.filter(|runtime| runtime.joined() != 0) {
        if runtime.is_held() {
            return AttachResult::Busy;
        }
        // Its zetop has just died, or had launched the program: nobody but us will leave that session.
        leave(runtime);
    }
    if !maps::has_loader() {
        return AttachResult::NoLoader;
    }
    if is_out_of_reach() {
        return AttachResult::OtherNamespace;
    }
    let runtime = match known {
        Some(runtime) => runtime.join(session, Mode::Attach).map(|_| runtime),
        None => runtime::start(session),
    };
    let Some(runtime) = runtime else { return AttachResult::BadSession };
    // Our exit handler is in place by now: an `exit` that comes later waits for us.
    if exit_is_under_way() {
        timing::end();
        runtime.leave();
        return AttachResult::Ending;
    }
    timing::see_by(patch::destroy_calls_are_wrapped);
    set_in_force(true);
    let watch = unless_ending(|| RewrapWatch::begin(runtime));
    let found = watch.as_ref().map_or(WrapOutcome::Nothing, RewrapWatch::found);
    // The end may have begun meanwhile.
    let refused = |why| if is_ending() { AttachResult::Ending } else { why };
    match found {
        WrapOutcome::Nothing => {
            leave(runtime);
            refused(AttachResult::NoTables)
        }
        // Without its thread, nobody would ever put the tables back.
        _ if !watch.is_some_and(|watch| attendant::begin(runtime, watch, detach)) => {
            leave(runtime);
            refused(AttachResult::Failed)
        }
        WrapOutcome::NotInitialised => AttachResult::WaitingForInit,
        _ => {
            timing::expect();
            if is_partial() { AttachResult::NotAllLoaders } else { AttachResult::Attached }
        }
    }
}

/// The loader is there, and stays, but the dynamic linker does not find it for us. For a moment, that is also so while the
/// program closes it.
fn is_out_of_reach() -> bool {
    const LOOKS: usize = 20;
    (0..LOOKS).all(|look| {
        std::thread::sleep(Duration::from_millis(u64::from(look > 0)));
        maps::has_loader() && tables::hold_loader().is_none()
    })
}

/// A forked child has joined the session: its tables are copies of the parent's. This is its thread, in its first call.
pub fn by_parent() {
    if let Some(runtime) = runtime::get() {
        attendant::begin(runtime, RewrapWatch::in_child(), detach);
        patch::tell_in_child(runtime);
    }
}

/// zetop has seen from outside that our wrappers may have gone, or wants us to detach. It calls this in a thread of its own,
/// where the process file says that it is, if the library exports it there.
#[unsafe(no_mangle)]
pub extern "C" fn zetop_attend() {
    guard::quietly(|| {
        if let Some(runtime) = runtime::get() {
            attendant::attend(runtime, detach);
        }
    });
}

/// zetop orders a detach, or is gone. A thread of the probe's has another one see to that, and tries again later where it can't.
/// One of the program's may be in a signal handler, on top of `malloc`, and can start none: if ours is not there, it leaves in place.
pub fn attend_soon(on_ours: bool) {
    let Some(runtime) = runtime::get().filter(|_| is_in_force()) else { return };
    let joined = runtime.joined();
    let is_seen_to = match on_ours {
        true => !sandbox::is_filtered(),
        false => timing::has_thread(),
    };
    if on_ours && is_seen_to {
        attendant::start(runtime, detach);
    }
    if !is_seen_to {
        leave_in_place(runtime, joined);
    }
}

/// A second initialisation refills the tables: wrap again. Called when `function`, an initialisation,
/// returns. Programs may call it often, so the tables are searched only if there can be something new.
pub fn initialised(function: usize) {
    if is_in_force()
        && let Some(runtime) = runtime::get()
        && (is_wrapped() == Some(false) || is_news(runtime.joined(), function))
    {
        wrap(runtime);
    }
}

/// The session, the functions that have returned in it, and the number of modules that were ever loaded:
/// while that is unchanged, another return of the functions brings nothing new.
static SEEN: [AtomicU64; 3] = [const { AtomicU64::new(0) }; 3];

/// True when there can be tables that were not there when an initialisation last returned: this one has
/// returned for the first time, or there is a static loader that may have been initialised with it.
fn is_news(joined: u64, function: usize) -> bool {
    let loaded = maps::modules_ever_loaded();
    let bit = 1 << (function % 64);
    let [session, returned, modules] = &SEEN;
    let same = session.swap(joined, Ordering::Relaxed) == joined;
    if !same {
        returned.store(0, Ordering::Relaxed);
    }
    let again = returned.fetch_or(bit, Ordering::Relaxed) & bit != 0;
    let more = modules.swap(loaded, Ordering::Relaxed) != loaded;
    !again || more || static_loaders::is_waiting()
}

/// The process is about to end, and its loader with it.
pub fn process_ends() {
    if set_in_force(false)
        && let Some(runtime) = runtime::get()
    {
        rewrap_watch::process_ends(runtime);
    }
}

/// Puts the tables back as they were, settles what is in flight, and leaves session `joined`, if we are still
/// in that one.
///
/// The holder of the lock may be waiting for the thread that calls this: then it does the work instead.
fn detach(joined: u64) {
    let end = Instant::now() + LONGEST_TURN;
    let _turn = loop {
        match TURN.try_lock() {
            Ok(turn) => break turn,
            Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
            Err(TryLockError::WouldBlock) if !is_in_force() || Instant::now() > end => return,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    if let Some(runtime) = runtime::get()
        && runtime.joined() == joined
    {
        leave(runtime);
    }
}

/// If the process ends meanwhile, its exit handlers settle what is in flight, and there is nobody left to leave.
fn leave(runtime: &Runtime) {
    if put_back(runtime).is_some() {
        runtime.leave();
    }
}

/// Leaves session `joined` on a thread of the program's: without another thread, without waiting, without taking memory. What
/// would take any of that is left undone: events of the probe's stay until their context ends, and wrappers that the program has
/// kept.
fn leave_in_place(runtime: &Runtime, joined: u64) {
    // Another thread may be at it, and another zetop may have come meanwhile.
    let Ok(_turn) = TURN.try_lock() else { return };
    // Nothing of the program's may be read once the tables are as they were: a later call tries again.
    if joined != 0 && runtime.joined() == joined && is_in_force() && timing::end_in_place() {
        set_in_force(false);
        if rewrap_watch::is_as_it_was() {
            patch::unwrap_in_place();
        }
        runtime.leave_in_place();
    }
}

/// `None` once the process is about to end: from then on nothing of the loader's or the driver's may be touched.
///
/// Nothing of the program's is read once its destruction can't be seen. So its events are read while all its calls come to us,
/// and ours, which go with its contexts, while contexts are seen being destroyed.
fn put_back(runtime: &Runtime) -> Option<()> {
    /// Operations in flight signal events: we wait for these, but not for ever.
    const LIMIT: Duration = Duration::from_secs(1);
    /// The limit for recorded lists that signal events, and for operations whose completion only the program's calls
    /// reveal: both may never go away, so it is shorter.
    const LAST_CALLS: Duration = Duration::from_millis(30);
    // What the watch would find the next time it looks.
    if is_in_force() {
        unless_ending(|| rewrap_watch::finish(runtime))?;
    }
    set_in_force(false);
    attendant::stop();
    // The loader keeps its driver mapped. If the loader has gone, the driver must not be called any more.
    // While the process ends, closing it would take it down from here.
    let loader = ManuallyDrop::new(tables::hold_loader());
    unless_ending(tracing::stop)?;
    if loader.is_some() {
        let look = |more: fn(&State) -> bool| {
            let seen = timing::with_sight(|state| {
                state.begin_to_leave();
                state.sweep();
                more(state)
            });
            seen == Some(true)
        };
        // Short-lived lists give our events back only while we still see them being destroyed.
        wait_while(LAST_CALLS, || look(|state| state.has_lists_with_events() || state.needs_to_see()));
        wait_while(LIMIT, || look(State::has_events_to_read));
        timing::in_parts(State::let_go);
        unless_ending(|| unwrap(&[id::zeContextDestroy]))?;
        wait_while(LIMIT, || look(State::awaits_something));
        timing::in_parts(|state| unless_ending(|| state.leave_some()).unwrap_or(false));
        timing::with_on_ours(|state| state.leave().into_iter().for_each(Unused::free));
    }
    timing::end();
    unless_ending(|| unwrap(&[]))?;
    // A thread that had read a wrapper from a table may have saved it only now.
    unless_ending(|| static_loaders::give_back(&[]))?;
    static_loaders::forget();
    unless_ending(|| drop(ManuallyDrop::into_inner(loader)))
}

/// Waits while `condition` is true, but no longer than `limit`.
fn wait_while(limit: Duration, condition: impl Fn() -> bool) {
    let end = Instant::now() + limit;
    while condition() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each search takes milliseconds; a program may initialise again and again.
    #[test]
    fn tables_are_searched_once_for_each_initialisation_of_a_session() {
        assert!(is_news(1, 7), "the first one");
        assert!((0..1000).all(|_| !is_news(1, 7)), "again");
        assert!(is_news(1, 8), "another one");
        assert!(!is_news(1, 8) && !is_news(1, 7));
        assert!(is_news(2, 7), "in another session");
        assert!(!is_news(2, 7));
    }
}
