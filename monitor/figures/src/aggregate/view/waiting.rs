//! Calls that have not returned.

use crate::aggregate::process::Process;
use crate::aggregate::scope::Scope;
use crate::snapshot::{About, Waiting};
use std::sync::Arc;
use zetop_wire::layout::OPERATIONS;

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
                role: function.role,
                key: process.key,
                about: About::Call { pid: process.pid, thread: call.thread, ticks: call.ticks },
                on: on(process),
                site: None,
            })
        })
        .collect();
    all.sort_by(|a, b| b.since_ns.cmp(&a.since_ns).then_with(|| (a.pid, a.thread).cmp(&(b.pid, b.thread))));
    all
}

/// A collective operation that is not complete.
fn on(process: &Process) -> Option<&'static str> {
    let open = process.communicators.iter().find(|of| of.launched != of.complete)?;
    OPERATIONS.get(usize::from(open.launched.0)).copied()
}
