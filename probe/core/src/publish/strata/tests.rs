use super::*;

fn class() -> &'static Class {
    // SAFETY: all atomics, for which zero bytes are valid; the layout is its own.
    unsafe { &*std::alloc::alloc_zeroed(std::alloc::Layout::new::<Class>()).cast() }
}

fn estimate(class: &Class) -> (u64, u64) {
    (class.estimated.load(Relaxed), class.estimated_ns.load(Relaxed))
}

#[test]
fn what_was_not_timed_is_taken_to_last_as_long_as_what_was() {
    let (class, mut strata) = (class(), Strata::default());
    strata.end(1, |_| class);
    let add = |strata: &mut Strata, of: [u64; 2]| {
        (0..32).for_each(|_| of.iter().for_each(|ns| strata.add(3, class, *ns)));
    };
    add(&mut strata, [900, 1_100]);
    class.sampled.store(10, Relaxed);
    strata.end(2, |_| class);
    assert_eq!(estimate(class), (0, 0), "the next window counts for them, too");
    add(&mut strata, [2_000, 2_000]);
    class.sampled.store(15, Relaxed);
    strata.end(3, |_| class);
    assert_eq!(estimate(class), (10, 15_000));
    // Nothing was timed: it waits.
    class.sampled.store(16, Relaxed);
    strata.end(4, |_| class);
    assert_eq!(estimate(class), (10, 15_000));
    add(&mut strata, [5_000, 5_000]);
    class.sampled.store(20, Relaxed);
    strata.end_all(|_| class);
    assert_eq!(estimate(class), (20, 15_000 + 10 * 3_500));
}

/// A single window does not say how windows differ, whatever was timed in it.
#[test]
fn what_has_only_one_window_may_be_off_by_half() {
    let (class, mut strata) = (class(), Strata::default());
    strata.end(1, |_| class);
    (0..1_000).for_each(|_| strata.add(3, class, 20_000));
    class.sampled.store(100, Relaxed);
    strata.end(2, |_| class);
    strata.end_all(|_| class);
    assert_eq!(estimate(class), (100, 2_000_000));
    assert_eq!(class.error_us_2.load(Relaxed), 1_000_000);
}

/// The mean of all that was timed would be 100 us: half of it was timed where nearly all was.
#[test]
fn a_dense_part_of_which_little_is_timed_has_its_weight() {
    let (class, mut strata) = (class(), Strata::default());
    for window in 1..=100 {
        strata.end(window, |_| class);
        for _ in 0..10 {
            strata.add(0, class, 1_000);
        }
        class.sampled.fetch_add(990, Relaxed);
    }
    strata.end(101, |_| class);
    for _ in 0..1_000 {
        strata.add(0, class, 199_000);
    }
    strata.end_all(|_| class);
    let (estimated, ns) = estimate(class);
    assert_eq!(estimated, 99_000);
    assert!(ns < 2 * 99_000_000 + 990 * 199_000, "{ns}");
}

/// A xorshift.
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 11
}

/// How far the estimate of `time(operation)` is off in standard errors, in 200 runs of 100 windows of `in_window` operations in
/// about ten times as many.
fn off(in_window: u64, time: impl Fn(u64, &mut u64) -> u64) -> Vec<f64> {
    off_in(100, |at, _, random| at >= in_window / 2 + random % in_window, in_window, time)
}

/// As [`off`], in runs of `windows` windows. A window is over once `is_over` says so, which gets its operations, the ns that they
/// have taken, and a random number that is drawn for each window.
fn off_in(
    windows: u64,
    is_over: impl Fn(u64, u64, u64) -> bool,
    in_window: u64,
    time: impl Fn(u64, &mut u64) -> u64,
) -> Vec<f64> {
    let mut state = 0x1234_5678_9abc_def1;
    let run = |state: &mut u64| {
        let (class, mut strata) = (class(), Strata::default());
        let (mut truth, mut timed, mut operation) = (0, 0, 0);
        for window in 0..windows {
            strata.end(window, |_| class);
            let (of_window, in_pause) = (random(state), 9 * in_window / 2 + random(state) % (9 * in_window));
            let (mut took, mut in_window) = (0, 0);
            while !is_over(in_window, took, of_window) {
                let ns = time(operation, state);
                operation += 1;
                in_window += 1;
                took += ns;
                strata.add(0, class, ns);
            }
            timed += took;
            truth += took;
            for _ in 0..in_pause {
                truth += time(operation, state);
                operation += 1;
                class.sampled.fetch_add(1, Relaxed);
            }
        }
        strata.end_all(|_| class);
        let (_, estimated) = estimate(class);
        let error = (class.error_us_2.load(Relaxed) as f64).sqrt() * 1e3;
        (truth as f64 - (timed + estimated) as f64) / error
    };
    (0..200).map(|_| run(&mut state)).collect()
}

fn within(off: &[f64], errors: f64) -> usize {
    off.iter().filter(|off| off.abs() <= errors).count()
}

/// Two standard errors have to be enough in 19 of 20 runs.
#[test]
fn totals_are_within_two_standard_errors_of_the_truth() {
    let bimodal = |_, state: &mut u64| if random(state).is_multiple_of(4) { 100_000 } else { 5_000 };
    let rare = |_, state: &mut u64| if random(state).is_multiple_of(500) { 2_000_000 } else { 5_000 };
    let slower = |at, state: &mut u64| 5_000 + at / 10 + random(state) % 1_000;
    let by_turns = |at: u64, _: &mut u64| if at % 3_000 < 600 { 80_000 } else { 5_000 };
    let period = |at: u64, _: &mut u64| 5_000 + 10_000 * (at % 7);
    for (name, off) in [
        ("bimodal", off(100, bimodal)),
        ("rare", off(100, rare)),
        ("slower", off(100, slower)),
        ("by turns", off(100, by_turns)),
        ("period", off(20, period)),
    ] {
        let mean = off.iter().sum::<f64>() / off.len() as f64;
        assert!(within(&off, 2.0) >= 185, "{name}: {} of 200, {mean:.2} on average", within(&off, 2.0));
        // Where each operation is slower than the one before, the mean of the group before is too short.
        assert!(mean.abs() < if name == "slower" { 1.5 } else { 0.4 }, "{name}: biased by {mean:.2}");
    }
}

#[test]
fn what_always_takes_the_same_has_no_error() {
    let (class, mut strata) = (class(), Strata::default());
    for window in 1..20 {
        strata.end(window, |_| class);
        (0..10).for_each(|_| strata.add(0, class, 7_000));
        class.sampled.fetch_add(1_000, Relaxed);
    }
    strata.end_all(|_| class);
    assert_eq!(estimate(class), (19_000, 133_000_000));
    assert_eq!(class.error_us_2.load(Relaxed), 0);
}

/// Eight operations have room in one, and fewer of those that take long.
#[test]
fn windows_that_end_after_a_time_are_not_biased() {
    let bimodal = |_, state: &mut u64| if random(state).is_multiple_of(2) { 20_000 } else { 60_000 };
    for windows in [4, 10, 100] {
        let ends = |_, took, random| took >= 160_000 + random % 320_000;
        let off = off_in(windows, ends, 8, bimodal);
        let mean = off.iter().sum::<f64>() / off.len() as f64;
        assert!(within(&off, 2.0) >= 185, "{windows}: {} of 200, {mean:.2} on average", within(&off, 2.0));
        assert!(mean.abs() < 0.3, "{windows}: biased by {mean:.2}");
    }
}
