//! Calls that have not returned.

use crate::aggregate::scope::Scope;
use crate::snapshot::{About, Waiting};
use std::sync::Arc;

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
                site: None,
            })
        })
        .collect();
    all.sort_by(|a, b| b.since_ns.cmp(&a.since_ns).then_with(|| (a.pid, a.thread).cmp(&(b.pid, b.thread))));
    all
}
