//! What appends count, from any thread, without a lock: the program may end, without a word, as soon as its call returns.

use crate::shared::file_of;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::{CLASSES, Class, Process};

pub(super) fn entry(process: &Process, class: u32) -> &Class {
    let class = class as usize;
    let further = class.checked_sub(CLASSES).and_then(|further| file_of(process)?.further_class(further));
    further.unwrap_or_else(|| &process.class_table[class.min(CLASSES - 1)])
}

/// Host time of an append call, in ticks, and what it launches.
pub fn host_time(process: &Process, class: u32, ticks: u64, groups: [u32; 3], group_size: [u32; 3]) {
    let entry = entry(process, class);
    entry.host_ticks.fetch_add(ticks, Relaxed);
    let two = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    entry.shape[0].store(two(groups[0], groups[1]), Relaxed);
    entry.shape[1].store(two(groups[2], group_size[0]), Relaxed);
    entry.shape[2].store(two(group_size[1], group_size[2]), Relaxed);
}

/// A call that submits recorded work of this class has taken so many ticks for it.
pub fn dispatched(process: &Process, class: u32, ticks: u64) {
    entry(process, class).host_ticks.fetch_add(ticks, Relaxed);
}

/// `count` operations were submitted to the device, with `bytes` bytes in all.
pub fn submitted(process: &Process, class: u32, count: u64, bytes: u64) {
    process.totals.submitted.fetch_add(count, Relaxed);
    of_class(process, class, count, bytes);
}

/// `count` operations, with `bytes` bytes in all, are of this class; they were counted as submitted before.
pub fn of_class(process: &Process, class: u32, count: u64, bytes: u64) {
    let entry = entry(process, class);
    entry.ops.fetch_add(count, Relaxed);
    add_bytes(&entry.bytes, bytes);
}

/// Leaves the counter alone where there are no bytes, as for kernels: threads that launch the same kernel share it.
fn add_bytes(to: &AtomicU64, bytes: u64) {
    if bytes > 0 {
        to.fetch_add(bytes, Relaxed);
    }
}

/// `count` operations that were submitted, with `bytes` bytes in all, are not timed, since timing is over its budget.
pub fn sampled(process: &Process, class: u32, count: u64, bytes: u64) {
    process.totals.sampled.fetch_add(count, Relaxed);
    let entry = entry(process, class);
    entry.sampled.fetch_add(count, Relaxed);
    add_bytes(&entry.sampled_bytes, bytes);
}

#[cfg(test)]
mod tests {
    use super::super::empty_process;
    use super::*;

    #[test]
    fn what_threads_count_at_once_adds_up() {
        const EACH: u64 = 20_000;
        let process = empty_process();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..EACH {
                        host_time(process, 7, 2, [1, 2, 3], [4, 5, 6]);
                        submitted(process, 7, 1, 10);
                    }
                });
            }
        });
        let class = &process.class_table[7];
        let found = [&process.totals.submitted, &class.ops, &class.bytes, &class.host_ticks];
        assert_eq!(found.map(|counter| counter.load(Relaxed)), [1, 1, 10, 2].map(|each| 3 * EACH * each));
    }
}
