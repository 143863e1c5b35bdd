//! Calls of a process that have not returned, and which to ask for their place.

use super::ProcessFile;
use crate::call_site::earlier::{Candidates, Observation};
use crate::call_site::outside::CallToPlace;
use crate::sink::InProgress;
use crate::snapshot::About;
use crate::ticks::ns;
use std::sync::Arc;
use zetop_system::clean::clean;
use zetop_system::proc;
use zetop_wire::layout::Mode;
use zetop_wire::reader::{self, Head};

/// From this age on, ns, a call is worth asking where it was made.
const PLACED_NS: u64 = 500_000_000;

impl ProcessFile {
    /// The calls of `heads` that have still not returned, so that they are not in the counters that were read meanwhile.
    pub(super) fn in_progress(&mut self, heads: &[Head], ns_per_tick: f64, now: u64) -> Vec<InProgress> {
        let noted = heads.iter().filter_map(|head| {
            let call = head.in_call?;
            let is_it = |known: &&(u32, u64, u64)| (known.0, known.1) == (head.tid, call.start);
            Some(self.noted.iter().find(is_it).copied().unwrap_or((head.tid, call.start, head.calls)))
        });
        self.noted = noted.collect();
        let calls = heads.iter().enumerate().filter_map(|(block, head)| {
            let call = head.in_call?;
            let ticks = call.after(self.header.start_ticks);
            let since = self.header.start_raw_ns.saturating_add(ns(ticks, ns_per_tick)).min(now);
            let is_old = now - since >= InProgress::REPORTED_NS;
            // A thread that has made other calls since has left this one without a return (`longjmp`, an exception).
            let is_left = !self.noted.contains(&(head.tid, call.start, head.calls));
            if !is_old || is_left || reader::head(&self.file, block).in_call != Some(call) {
                return None;
            }
            let thread_name = self.name_of(head.tid);
            Some(InProgress {
                function: call.function,
                thread: head.tid,
                thread_name,
                since,
                ticks: call.start,
            })
        });
        calls.collect()
    }

    /// Threads that may be in a call that began before the probe came, to be looked at.
    pub(in crate::source) fn suspects(&mut self) -> Option<Candidates> {
        let is_attached = self.header.mode != Mode::Layer as u32;
        if !is_attached || !self.pid_is_ours || !self.earlier.is_due() || !self.is_alive() {
            return None;
        }
        let Self { earlier, file, pid, .. } = self;
        earlier.suspects(*pid, || reader::python(file))
    }

    /// What was seen of them.
    pub(in crate::source) fn seen(&mut self, seen: &[(u32, Observation)]) {
        self.earlier.seen(seen, &self.catalog);
    }

    /// Calls that have lasted long enough to ask where they were made, each once.
    pub(in crate::source) fn calls_to_place(&mut self) -> Vec<CallToPlace> {
        if !self.pid_is_ours || self.in_progress.is_empty() {
            self.placed.clear();
            return Vec::new();
        }
        let now = zetop_system::clock::raw_ns();
        let calls: Vec<(u32, u64)> = self
            .in_progress
            .iter()
            .filter(|call| now.saturating_sub(call.since) >= PLACED_NS && call.ticks != InProgress::BEFORE)
            .map(|call| (call.thread, call.ticks))
            .collect();
        self.placed.retain(|call| calls.contains(call));
        let new: Vec<_> = calls.into_iter().filter(|call| !self.placed.contains(call)).collect();
        if new.is_empty() {
            return Vec::new();
        }
        let Ok(file) = self.file.try_clone().map(Arc::new) else { return Vec::new() };
        self.placed.extend(&new);
        let is_it = |head: &Head, (thread, ticks): (u32, u64)| {
            head.tid == thread && head.in_call.is_some_and(|call| call.start == ticks)
        };
        let heads: Vec<Head> = (0..self.header.blocks).map(|block| reader::head(&self.file, block)).collect();
        let found = new.into_iter().filter_map(|call| {
            let block = heads.iter().position(|head| is_it(head, call))?;
            let (thread, ticks) = call;
            let about = About::Call { pid: self.pid, thread, ticks };
            Some(CallToPlace::new(about, self.pid, Arc::clone(&file), block, heads[block]))
        });
        found.collect()
    }

    /// The name of a thread in a call.
    pub(super) fn name_of(&self, tid: u32) -> Arc<str> {
        let known = self.in_progress.iter().find(|known| known.thread == tid);
        known.map_or_else(|| self.thread_name(tid), |known| Arc::clone(&known.thread_name))
    }

    /// Empty if it is unknown.
    fn thread_name(&self, tid: u32) -> Arc<str> {
        let name = self.pid_is_ours.then(|| proc::thread_name(self.pid, tid)).flatten();
        clean(&name.unwrap_or_default()).into()
    }
}
