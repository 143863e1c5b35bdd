use super::*;

fn class() -> &'static Class {
    // SAFETY: all atomics, for which zero bytes are valid; the layout is its own.
    unsafe { &*std::alloc::alloc_zeroed(std::alloc::Layout::new::<Class>()).cast() }
}

fn estimate(class: &Class) -> (u64, u64) {
    (class.estimated.load(Relaxed), class.estimated_ns.load(Relaxed))
}

fn sample(group: u32, others: f32) -> Sample {
    Sample { group, others }
}

#[test]
fn what_was_not_timed_is_taken_to_last_as_long_as_what_stands_for_it() {
    let (class, mut estimates) = (class(), Estimates::default());
    let mut add = |sample, ns| estimates.add(3, class, sample, ns);
    add(Sample::ITSELF, 1_000_000);
    assert_eq!(estimate(class), (0, 0));
    add(sample(1, 2.0), 900);
    add(sample(1, 2.0), 1_100);
    assert_eq!(estimate(class), (4, 4_000));
    add(sample(2, 10.0), 5_000);
    assert_eq!(estimate(class), (14, 4_000 + 50_000));
}

/// A single group does not say how groups differ, whatever was timed in it.
#[test]
fn what_has_only_one_group_may_be_off_by_half() {
    let (class, mut estimates) = (class(), Estimates::default());
    (0..1_000).for_each(|_| estimates.add(3, class, sample(1, 1e3), 20_000));
    estimates.end(|_| class);
    assert_eq!(estimate(class), (1_000_000, 20_000_000_000));
    let error_us = (class.error_us_2.load(Relaxed) as f64).sqrt();
    assert!((error_us / 10_000_000.0 - 1.0).abs() < 0.01, "{error_us}");
}

#[test]
fn what_always_takes_the_same_has_no_error() {
    let (class, mut estimates) = (class(), Estimates::default());
    for group in 1..20 {
        (0..10).for_each(|_| estimates.add(0, class, sample(group, 100.0), 7_000));
    }
    estimates.end(|_| class);
    assert_eq!(estimate(class), (19_000, 133_000_000));
    assert_eq!(class.error_us_2.load(Relaxed), 0);
}

/// A xorshift.
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 11
}

/// How far the estimate of `time(operation)` is off in standard errors, in 200 runs of `groups` groups of `length(group)` operations,
/// of which `timed` are.
fn off(
    groups: u32,
    timed: u64,
    length: impl Fn(u32, &mut u64) -> u64,
    time: impl Fn(u64, &mut u64) -> u64,
) -> Vec<f64> {
    let mut state = 0x1234_5678_9abc_def1;
    let run = |state: &mut u64| {
        let (class, mut estimates) = (class(), Estimates::default());
        let (mut others, mut others_ns) = (0_u64, 0);
        // Programs do not begin at the beginning of a period.
        let mut operation: u64 = random(state) % 100_000;
        // Another queue's operations are complete later.
        let mut late = VecDeque::new();
        for group in 1..=groups {
            let length = length(group, state);
            let first = random(state) % length;
            for place in 0..length {
                let ns = time(operation, state);
                operation += 1;
                if (place + length - first) % length < timed {
                    let sample = sample(group, (length - timed) as f32 / timed as f32);
                    if operation.is_multiple_of(2) {
                        estimates.add(0, class, sample, ns);
                    } else {
                        late.push_back((sample, ns));
                    }
                } else {
                    others += 1;
                    others_ns += ns;
                }
            }
            while late.front().is_some_and(|(sample, _)| sample.group + 3 <= group || group == groups) {
                let (sample, ns) = late.pop_front().unwrap();
                estimates.add(0, class, sample, ns);
            }
        }
        estimates.end(|_| class);
        let (count, ns) = estimate(class);
        let scale = others as f64 / count as f64;
        let error = scale * (class.error_us_2.load(Relaxed) as f64).sqrt() * 1e3;
        (others_ns as f64 - scale * ns as f64) / error
    };
    (0..200).map(|_| run(&mut state)).collect()
}

/// Two standard errors have to be enough in 19 of 20 runs.
#[test]
fn totals_are_within_two_standard_errors_of_the_truth() {
    let long = |_: u32, state: &mut u64| 500 + random(state) % 1_000;
    let bimodal = |_, state: &mut u64| if random(state).is_multiple_of(4) { 100_000 } else { 5_000 };
    let rare = |_, state: &mut u64| if random(state).is_multiple_of(500) { 2_000_000 } else { 5_000 };
    let slower = |at, state: &mut u64| 5_000 + at / 10 + random(state) % 1_000;
    let by_turns = |at: u64, _: &mut u64| if at % 3_000 < 600 { 80_000 } else { 5_000 };
    let period = |at: u64, _: &mut u64| 5_000 + 10_000 * (at % 7);
    // Little is timed of what is short.
    let dense = |group: u32, _: &mut u64| if group % 10 < 5 { 1_000 } else { 120 };
    let with_density =
        |at: u64, state: &mut u64| if at % 5_600 < 5_000 { 5_000 } else { 90_000 + random(state) % 20_000 };
    let by_stretches =
        |at: u64, _: &mut u64| 5_000 * (1 + (at / 150).wrapping_mul(0x9e37_79b9_7f4a_7c15) % 4);
    let mixed = |_, state: &mut u64| 1_000 * (1 + random(state) % 10);
    for (name, off) in [
        ("bimodal", off(100, 100, long, bimodal)),
        ("rare", off(100, 100, long, rare)),
        ("slower", off(100, 100, long, slower)),
        ("by turns", off(100, 100, long, by_turns)),
        ("period", off(100, 20, long, period)),
        ("dense", off(100, 100, dense, with_density)),
        ("nearly all timed", off(100, 100, |_, _| 110, mixed)),
        ("few groups", off(5, 100, long, by_stretches)),
        ("one of a group", off(100, 1, |_, _| 20, mixed)),
    ] {
        let mean = off.iter().sum::<f64>() / off.len() as f64;
        let within = off.iter().filter(|off| off.abs() <= 2.0).count();
        // The error itself is known badly from few (Student's t).
        let enough = if name == "few groups" { 170 } else { 185 };
        assert!(within >= enough, "{name}: {within} of 200, {mean:.2} on average");
        assert!(mean.abs() < 0.3, "{name}: biased by {mean:.2}");
    }
}
