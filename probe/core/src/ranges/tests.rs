use super::*;
use std::sync::atomic::AtomicU64;
use zetop_wire::layout::{MOST_RANGE_NAMES, OTHER_NAME, Ranges, ThreadBlock};

/// Names and open ranges are the process's.
static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());

fn zeroed<T>() -> &'static T {
    // SAFETY: for structures of atomics, for which zero bytes are valid; never given back.
    unsafe { &*std::alloc::alloc_zeroed(std::alloc::Layout::new::<T>()).cast() }
}

/// A thread whose ranges are in no file.
fn thread_of(ranges: &'static Ranges, block: u16) -> Here {
    let of: &'static ThreadBlock = zeroed();
    of.head.tid.store(u32::from(block) + 7, Relaxed);
    let here = Here { ranges, stack: &ranges.stacks[usize::from(block)], block: of, number: block };
    here.take_over();
    here
}

fn from(domain: &str) -> From {
    From { interface: 1, domain: if domain.is_empty() { 0 } else { number(text(domain)) } }
}

fn text(text: &str) -> Name<'_> {
    Name::new(text.as_bytes())
}

/// `a/b` for a row, with how often it has begun and ended.
fn rows(ranges: &Ranges) -> Vec<(String, u64, u64)> {
    let path = |row: &Range| {
        let (mut row, mut path) = (row, names::text(row.name.load(Relaxed)));
        while let Some(parent) = ((row.key.load(Relaxed) >> 32) as usize).checked_sub(1) {
            row = &ranges.table[parent];
            path = format!("{}/{path}", names::text(row.name.load(Relaxed)));
        }
        path
    };
    let mut all: Vec<_> = ranges.table[..ranges.rows.load(Relaxed) as usize]
        .iter()
        .map(|row| (path(row), row.begun.load(Relaxed), row.ended.load(Relaxed)))
        .collect();
    all.sort();
    all
}

fn row(path: &str, begun: u64, ended: u64) -> (String, u64, u64) {
    (path.to_owned(), begun, ended)
}

#[test]
fn a_range_is_counted_within_the_one_around_it() {
    let _alone = ALONE.lock();
    let here = thread_of(zeroed(), 3);
    for _ in 0..5 {
        here.push(from(""), text("outer"));
        for name in ["inner", "inner", "other"] {
            here.push(from(""), text(name));
            here.mark(from(""), text("here"));
            here.pop(0, clock::ticks());
        }
        here.pop(0, clock::ticks());
    }
    here.push(from(""), text("inner"));
    let expected = [
        row("inner", 1, 0),
        row("outer", 5, 5),
        row("outer/inner", 10, 10),
        row("outer/inner/here", 10, 10),
        row("outer/other", 5, 5),
        row("outer/other/here", 5, 5),
    ];
    assert_eq!(rows(here.ranges), expected);
    assert_eq!(here.ranges.unmatched.load(Relaxed), 0);
    here.pop(0, 0);
    here.pop(0, 0);
    assert_eq!(here.ranges.unmatched.load(Relaxed), 1, "closed twice");
}

#[test]
fn times_are_those_from_push_to_pop_with_the_waits_in_between() {
    let _alone = ALONE.lock();
    let here = thread_of(zeroed(), 0);
    for (ticks, waited) in [(1_000, 300), (5_000, 0)] {
        here.push(from(""), text("timed"));
        let start = here.stack.open[0].start.load(Relaxed);
        bump(&here.stack.waited, waited);
        here.pop(0, start + ticks);
    }
    let row = &here.ranges.table[0];
    let figures = [&row.total, &row.min_plus_one, &row.max, &row.waited].map(|word| word.load(Relaxed));
    assert_eq!(figures, [6_000, 1_001, 5_000, 300]);
}

#[test]
fn a_pop_ends_the_innermost_range_of_its_domain() {
    let _alone = ALONE.lock();
    let here = thread_of(zeroed(), 0);
    let (a, b) = (from("domain a"), from("domain b"));
    here.push(a, text("a1"));
    here.push(b, text("b1"));
    here.push(a, text("a2"));
    here.push(b, text("b2"));
    here.pop(a.domain, 0);
    assert_eq!(here.stack.depth.load(Relaxed), 3);
    here.push(a, text("a3"));
    for domain in [b, a, a, b] {
        here.pop(domain.domain, 0);
    }
    assert_eq!(here.stack.depth.load(Relaxed), 0);
    let ended: Vec<_> =
        rows(here.ranges).into_iter().filter(|row| (row.1, row.2) == (1, 1)).map(|row| row.0).collect();
    assert_eq!(
        ended,
        ["a1", "a1/b1", "a1/b1/a2", "a1/b1/a2/b2", "a1/b1/b2/a3".replace("b2/", "a2/b2/").as_str()]
    );
    here.pop(a.domain, 0);
    assert_eq!(here.ranges.unmatched.load(Relaxed), 1);
}

#[test]
fn ranges_that_are_too_deep_are_counted_and_their_ends_match() {
    let _alone = ALONE.lock();
    let here = thread_of(zeroed(), 0);
    let deep = RANGE_DEPTH + 10;
    (0..deep).for_each(|_| here.push(from(""), text("recursive")));
    assert_eq!(here.ranges.unplaced.load(Relaxed), 10);
    (0..deep).for_each(|_| here.pop(0, 0));
    assert_eq!((here.stack.depth.load(Relaxed), here.ranges.unmatched.load(Relaxed)), (0, 0));
    let rows = rows(here.ranges);
    assert_eq!((rows.len(), rows.iter().all(|row| (row.1, row.2) == (1, 1))), (RANGE_DEPTH, true));
}

#[test]
fn what_a_thread_has_left_open_is_not_within_the_next_ones_ranges() {
    let _alone = ALONE.lock();
    let ranges: &'static Ranges = zeroed();
    let first = thread_of(ranges, 5);
    first.push(from(""), text("left"));
    first.block.head.tid.store(99, Relaxed);
    first.take_over();
    first.push(from(""), text("next"));
    first.pop(0, 0);
    first.pop(0, 0);
    assert_eq!(rows(ranges), [row("left", 1, 0), row("next", 1, 1)]);
    assert_eq!(ranges.unmatched.load(Relaxed), 1);
}

#[test]
fn threads_have_rows_of_their_own() {
    let _alone = ALONE.lock();
    let ranges: &'static Ranges = zeroed();
    std::thread::scope(|scope| {
        for block in 0..8 {
            scope.spawn(move || {
                let here = thread_of(ranges, block);
                for round in 0..20_000_u32 {
                    here.push(from(""), text(["a", "b", "c"][round as usize % 3]));
                    here.push(from(""), text("within"));
                    here.pop(0, 1);
                    here.pop(0, 1);
                }
            });
        }
    });
    let sum = |name: &str| {
        let of_name = rows(ranges).into_iter().filter(|row| row.0 == name).collect::<Vec<_>>();
        (of_name.len(), of_name.iter().map(|row| row.2).sum::<u64>())
    };
    assert_eq!([sum("a"), sum("b"), sum("c")], [(8, 8 * 6_667), (8, 8 * 6_667), (8, 8 * 6_666)]);
    assert_eq!(sum("b/within"), (8, 8 * 6_667));
}

#[test]
fn of_names_that_differ_in_digits_a_few_are_apart() {
    let _alone = ALONE.lock();
    let here = thread_of(zeroed(), 0);
    for step in 0..100_000 {
        here.push(from(""), text(&format!("step {step} of run 7")));
        here.pop(0, 0);
    }
    let rows = rows(here.ranges);
    assert_eq!(rows.len(), 17);
    assert_eq!(rows[0], row("step # of run #", 99_984, 99_984));
    assert!(rows.contains(&row("step 15 of run 7", 1, 1)));
    // A name that is known stays what it is.
    here.push(from(""), text("step 3 of run 7"));
    assert!(self::rows(here.ranges).contains(&row("step 3 of run 7", 2, 1)));
}

/// Last in this process: afterwards there is no room for names. Other tests run before or after it, with names that are known.
#[test]
fn a_million_names_are_counted_under_one() {
    let _alone = ALONE.lock();
    // The names of the other tests come first.
    for name in
        ["outer", "inner", "other", "here", "timed", "a1", "b1", "a2", "b2", "a3", "domain a", "domain b"]
    {
        let _ = number(text(name));
    }
    for name in ["recursive", "left", "next", "a", "b", "c", "within", "shared", "frame"] {
        let _ = number(text(name));
    }
    (0..20).for_each(|step| _ = number(text(&format!("step {step} of run 7"))));
    let here = thread_of(zeroed(), 0);
    const MANY: u32 = 1_000_000;
    let word = |mut count: u32| {
        let mut word = String::from("<b>");
        while count > 0 {
            word.push(char::from(b'a' + (count % 26) as u8));
            count /= 26;
        }
        word
    };
    for count in 0..MANY {
        here.push(from(""), text(&word(count)));
        here.pop(0, 0);
    }
    let rows = here.ranges.rows.load(Relaxed) as usize;
    assert!((500..=MOST_RANGE_NAMES + 1).contains(&rows), "{rows} rows");
    let table = &here.ranges.table[..rows];
    let others = table.iter().find(|row| row.name.load(Relaxed) == OTHER_NAME).expect("a row for the others");
    let (ended, nameless) = (others.ended.load(Relaxed), here.ranges.nameless.load(Relaxed));
    assert_eq!((ended, nameless), (u64::from(MANY) - (rows as u64 - 1), ended));
    assert_eq!(
        table.iter().map(|row| row.ended.load(Relaxed)).sum::<u64>(),
        u64::from(MANY),
        "none is missing"
    );
}

#[test]
fn without_a_row_left_ranges_are_counted_and_their_ends_match() {
    let _alone = ALONE.lock();
    let here = thread_of(zeroed(), 0);
    here.ranges.rows.store(RANGES as u32 - 1, Relaxed);
    for name in ["a", "b", "c", "a", "b"] {
        here.push(from(""), text(name));
    }
    (0..5).for_each(|_| here.pop(0, 0));
    let counts = [&here.ranges.unplaced, &here.ranges.unmatched].map(|count| count.load(Relaxed));
    assert_eq!((counts, here.ranges.table[RANGES - 1].ended.load(Relaxed)), ([4, 0], 1));
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, Clone)]
    enum Step {
        Push(bool, u8),
        Pop(bool),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let push = (any::<bool>(), 0..4_u8).prop_map(|(domain, name)| Step::Push(domain, name));
        prop::collection::vec(prop_oneof![3 => push, 2 => any::<bool>().prop_map(Step::Pop)], 0..300)
    }

    proptest! {
        /// Against a stack without bounds.
        #[test]
        fn any_order_of_pushes_and_pops_is_counted_exactly(steps in steps()) {
            let _alone = ALONE.lock();
            let here = thread_of(zeroed(), 0);
            let domains = [from(""), from("domain a")];
            let (mut model, mut unmatched, mut ended, mut begun) = (Vec::<usize>::new(), 0, 0, 0);
            for step in &steps {
                match step {
                    Step::Push(domain, name) if model.len() < RANGE_DEPTH => {
                        let domain = usize::from(*domain);
                        here.push(domains[domain], text(["a", "b", "c", "outer"][usize::from(*name)]));
                        model.push(domain);
                        begun += 1;
                    }
                    Step::Push(..) => {}
                    Step::Pop(domain) => {
                        let domain = usize::from(*domain);
                        here.pop(domains[domain].domain, u64::MAX);
                        match model.iter().rposition(|known| *known == domain) {
                            Some(at) => { model.remove(at); ended += 1; }
                            None => unmatched += 1,
                        }
                    }
                }
            }
            let sum = |of: fn(&Range) -> &AtomicU64| here.ranges.table.iter().map(|row| of(row).load(Relaxed)).sum::<u64>();
            prop_assert_eq!((sum(|row| &row.begun), sum(|row| &row.ended)), (begun, ended));
            prop_assert_eq!(here.ranges.unmatched.load(Relaxed), unmatched);
            prop_assert_eq!(here.stack.depth.load(Relaxed) as usize, model.len());
        }

        #[test]
        fn any_name_has_one_number(name in prop::collection::vec(any::<u8>(), 0..600)) {
            let _alone = ALONE.lock();
            let first = number(Name::new(&name));
            prop_assert!(first != 0);
            prop_assert_eq!(number(Name::new(&name)), first);
        }
    }
}
