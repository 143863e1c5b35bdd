//! The ends of operations that overlap, in the order of their times.

use super::jobs::Job;
use crate::clock::host_now;
use crate::event::Event;
use crate::event::state::Stamps;
use crate::handle::Shared;
use crate::sync::lock;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

pub(super) struct Completion {
    /// Host time (ns) before which it is not completed.
    pub at: u64,
    pub kind: CompletionKind,
}

pub(super) enum CompletionKind {
    Operation {
        /// The modelled end in host time.
        moment: u64,
        signal: Option<Shared<Event>>,
        stamps: Stamps,
        line: Option<String>,
    },
    /// The end of everything that was submitted together.
    Job(Job),
}

/// Holds completions back until their times have come.
#[derive(Default)]
pub(super) struct Completer {
    waiting: Mutex<Waiting>,
    added: Condvar,
    /// Something has been completed.
    completed: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// The earliest first; of two with the same time, the one that came first.
    heap: BinaryHeap<Reverse<Entry>>,
    /// Host time (ns) of the completion that is being carried out.
    in_progress: Option<u64>,
    next_number: u64,
    closed: bool,
}

struct Entry {
    order: (u64, u64),
    completion: Completion,
}
impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.order == other.order
    }
}
impl Eq for Entry {}
impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Entry {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order.cmp(&other.order)
    }
}

/// The last part of a wait is spun: a thread that sleeps wakes up too late.
const SPIN: Duration = Duration::from_micros(8);

impl Completer {
    pub fn add(&self, completion: Completion) {
        let mut waiting = lock(&self.waiting);
        let order = (completion.at, waiting.next_number);
        waiting.next_number += 1;
        waiting.heap.push(Reverse(Entry { order, completion }));
        drop(waiting);
        self.added.notify_one();
    }

    /// Nothing more will be added: the thread ends once the heap is empty.
    pub fn close(&self) {
        lock(&self.waiting).closed = true;
        self.added.notify_one();
    }

    /// Returns when all that ends at `moment` or before has been completed.
    pub fn wait_for_earlier(&self, moment: u64) {
        let mut waiting = lock(&self.waiting);
        let is_due = |at: u64| at <= moment;
        while waiting.in_progress.is_some_and(is_due)
            || waiting.heap.peek().is_some_and(|Reverse(entry)| is_due(entry.order.0))
        {
            waiting = self.completed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The completion that [`Completer::next`] gave last has been carried out.
    pub fn done(&self) {
        lock(&self.waiting).in_progress = None;
        self.completed.notify_one();
    }

    /// The next completion, at its time or a moment before.
    pub fn next(&self) -> Option<Completion> {
        let mut waiting = lock(&self.waiting);
        loop {
            let left = waiting
                .heap
                .peek()
                .map(|Reverse(entry)| Duration::from_nanos(entry.order.0.saturating_sub(host_now())));
            waiting = match left {
                Some(left) if left <= SPIN => {
                    let completion = waiting.heap.pop().map(|Reverse(entry)| entry.completion);
                    waiting.in_progress = completion.as_ref().map(|completion| completion.at);
                    return completion;
                }
                Some(left) => {
                    self.added.wait_timeout(waiting, left - SPIN).unwrap_or_else(PoisonError::into_inner).0
                }
                None if waiting.closed => return None,
                None => self.added.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}
