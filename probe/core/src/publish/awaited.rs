//! Which operations a thread's waits are for: those that it has submitted since its last one. A wait is divided among them
//! by the time that such operations take the device; by number as long as that is not known.

use super::counts::entry;
use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::Process;

/// Classes that are remembered for a wait. Further ones get no part of it.
const MAX_CLASSES: usize = 8;

struct Submitted {
    /// Address of the process file that the numbers of classes are of.
    of: Cell<usize>,
    /// Class, and how many.
    classes: [Cell<(u32, u32)>; MAX_CLASSES],
}

thread_local! {
    static SUBMITTED: Submitted =
        const { Submitted { of: Cell::new(0), classes: [const { Cell::new((0, 0)) }; MAX_CLASSES] } };
}

/// This thread has submitted `count` operations of a class.
pub fn submitted(process: &Process, class: u32, count: u64) {
    let _ = SUBMITTED.try_with(|submitted| {
        let of = std::ptr::from_ref(process) as usize;
        if submitted.of.replace(of) != of {
            submitted.classes.iter().for_each(|class| class.set((0, 0)));
        }
        let is_free = |known: &&Cell<(u32, u32)>| known.get().1 == 0 || known.get().0 == class;
        if let Some(known) = submitted.classes.iter().find(is_free) {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            known.set((class, known.get().1.saturating_add(count)));
        }
    });
}

/// This thread has waited for `ticks` until what it had submitted was complete.
pub fn waited(process: &Process, ticks: u64) {
    let _ = SUBMITTED.try_with(|submitted| {
        if submitted.of.get() != std::ptr::from_ref(process) as usize {
            return;
        }
        let known = || submitted.classes.iter().map(Cell::get).take_while(|(_, count)| *count > 0);
        let is_new = known().any(|(class, _)| mean_ns(process, class).is_none());
        let size = |(class, count): (u32, u32)| {
            f64::from(count) * if is_new { 1.0 } else { mean_ns(process, class).unwrap_or(0.0) }
        };
        let all: f64 = known().map(size).sum();
        for of in known() {
            let part = if all > 0.0 { size(of) / all } else { 0.0 };
            entry(process, of.0).awaited.fetch_add((ticks as f64 * part) as u64, Relaxed);
        }
        submitted.classes.iter().for_each(|class| class.set((0, 0)));
    });
}

/// How long an operation of this class takes, as far as that is known.
fn mean_ns(process: &Process, class: u32) -> Option<f64> {
    let class = entry(process, class);
    let timed = class.timed.load(Relaxed);
    (timed > 0).then(|| class.total_ns.load(Relaxed) as f64 / timed as f64)
}

#[cfg(test)]
mod tests {
    use super::super::empty_process;
    use super::*;

    #[test]
    fn a_wait_is_for_what_its_thread_has_submitted_since_the_one_before() {
        let process = empty_process();
        let ticks = || [1, 2, 3].map(|class| process.class_table[class].awaited.load(Relaxed));
        waited(process, 7);
        assert_eq!(ticks(), [0; 3], "nothing was submitted");
        submitted(process, 1, 3);
        submitted(process, 2, 2);
        submitted(process, 1, 3);
        waited(process, 80);
        assert_eq!(ticks(), [60, 20, 0]);
        submitted(process, 3, 1);
        std::thread::scope(|scope| scope.spawn(|| waited(process, 7)).join()).expect("no panic");
        assert_eq!(ticks()[2], 0, "another thread's wait");
        waited(process, 100);
        waited(process, 7);
        assert_eq!(ticks(), [60, 20, 100]);
    }

    #[test]
    fn what_takes_longer_is_waited_for_longer() {
        let process = empty_process();
        for (class, timed, total_ns) in [(1, 10, 10_000), (2, 2, 1_998_000)] {
            process.class_table[class].timed.store(timed, Relaxed);
            process.class_table[class].total_ns.store(total_ns, Relaxed);
        }
        submitted(process, 1, 1);
        submitted(process, 2, 1);
        waited(process, 5_000_000);
        assert_eq!([1, 2].map(|class| process.class_table[class].awaited.load(Relaxed)), [5_000, 4_995_000]);
    }

    #[test]
    fn classes_of_another_file_are_forgotten() {
        let (before, now) = (empty_process(), empty_process());
        submitted(before, 1, 1);
        waited(now, 7);
        submitted(now, 2, 1);
        waited(now, 100);
        assert_eq!([1, 2].map(|class| now.class_table[class].awaited.load(Relaxed)), [0, 100]);
    }
}
