//! Calls that have not returned.

use crate::aggregate::device::OpClass;
use crate::aggregate::process::Process;
use crate::aggregate::scope::Scope;
use crate::sink::InProgress;
use crate::snapshot::{About, Role, Waiting};
use std::sync::Arc;
use zetop_wire::layout::{OPERATIONS, OpKind};

/// The longest first.
pub(super) fn waiting(view: &Scope<'_>) -> Vec<Waiting> {
    let calls =
        view.processes.iter().flat_map(|process| process.in_progress.iter().map(move |call| (process, call)));
    let mut all: Vec<Waiting> = calls
        .filter_map(|(process, call)| {
            let function = view.names.function(process.dictionary.function(call.function)?)?;
            Some(Waiting {
                pid: process.pid,
                rank: process.member.rank,
                thread: call.thread,
                thread_name: Arc::clone(&call.thread_name),
                function: Arc::clone(&function.name),
                since_ns: view.now.saturating_sub(call.since),
                since_before_attach: call.ticks == InProgress::BEFORE,
                role: function.role,
                key: process.key,
                about: About::Call { pid: process.pid, thread: call.thread, ticks: call.ticks },
                on: on(process, function.role),
                site: None,
            })
        })
        .collect();
    all.sort_by(|a, b| b.since_ns.cmp(&a.since_ns).then_with(|| (a.pid, a.thread).cmp(&(b.pid, b.thread))));
    all
}

/// What the process has given to a device and is not complete, as far as that is one kind of operation: the collective
/// operation that was launched last; for a call that waits, the kernels or copies that are all there is.
fn on(process: &Process, role: Role) -> Option<Arc<str>> {
    let open = process.communicators.iter().find(|of| of.launched != of.complete);
    let collective = open.and_then(|open| OPERATIONS.get(usize::from(open.launched.0)).copied());
    match collective {
        Some(name) => Some(name.into()),
        None if role == Role::Wait => only_kind(process),
        None => None,
    }
}

/// The name of the operations that are not complete, if all have the same.
fn only_kind(process: &Process) -> Option<Arc<str>> {
    // Nobody knows when those are complete that were not timed.
    if process.device.is_sampled() {
        return None;
    }
    let classes = process.device.classes.iter().flatten();
    let mut open = classes.map(|of| (&of.class, of.pending())).filter(|(_, pending)| *pending > 0);
    let (first, mut pending) = open.next()?;
    let name = name_of(first)?;
    for (class, more) in open {
        if name_of(class).as_ref() != Some(&name) {
            return None;
        }
        pending = pending.saturating_add(more);
    }
    // Operations whose class is not known yet may be of any kind.
    (pending == process.device.pending()).then_some(name)
}

fn name_of(class: &OpClass) -> Option<Arc<str>> {
    match class.kind {
        OpKind::Kernel => Some(Arc::clone(&class.name)),
        OpKind::Copy => {
            let (_, _, direction) = class.transfer?;
            Some(format!("copy {}", direction.name()).into())
        }
        OpKind::Fill => Some("fill".into()),
        OpKind::Barrier => Some("barrier".into()),
        OpKind::Other => None,
    }
}
