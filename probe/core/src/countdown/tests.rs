use super::*;
use zetop_wire::histogram::bucket;
use zetop_wire::reader::Counters;

/// What timing a call costs here, ticks: 64 trivial ones take less than 16 times as much.
const COST: u64 = 40;
const TRIVIAL: u64 = COST * TIMES_THE_COST * ROUND;
const RUNS: u32 = 100;
/// Calls of a run.
const CALLS: usize = 100_000;

/// One function of one thread, without a clock.
struct Thread {
    counters: Box<FunctionCounters>,
    random: AtomicU32,
    calls: u64,
    /// Durations as they go into the histogram.
    histogram: Vec<(u64, u64)>,
}

impl Thread {
    fn new(seed: u32) -> Self {
        // SAFETY: all fields are atomics, for which zero bytes are valid.
        let counters = Box::new(unsafe { std::mem::zeroed() });
        Self { counters, random: AtomicU32::new(seed), calls: 0, histogram: Vec::new() }
    }

    /// Makes a call as [`crate::hot`] does; true if it was timed.
    fn call(&mut self, ticks: u64, wanted: bool) -> bool {
        self.calls += 1;
        let counters = &*self.counters;
        match counters.ahead.load(Relaxed) {
            0 => {
                let timed = counters.add(ticks, 1, None);
                self.histogram.push((ticks, 1));
                if timed.is_multiple_of(ROUND) {
                    begin_to_sample(&self.random, counters, TRIVIAL, timed, || !wanted);
                }
            }
            1 => {
                let stands_for = stands_for(counters);
                counters.add(ticks, stands_for, None);
                self.histogram.push((ticks, stands_for));
                go_on(&self.random, counters, TRIVIAL, ticks, wanted);
            }
            ahead => {
                counters.ahead.store(ahead - 1, Relaxed);
                bump(&counters.untimed, 1);
                return false;
            }
        }
        true
    }

    fn figures(&self) -> Counters {
        let c = &self.counters;
        let [timed, untimed, total, sampled, sampled_total, sampled_squares, max] =
            [&c.timed, &c.untimed, &c.total, &c.sampled, &c.sampled_total, &c.sampled_squares, &c.max]
                .map(|value| value.load(Relaxed));
        let calls = timed + untimed;
        Counters { calls, timed, total, sampled, sampled_total, sampled_squares, max, ..Counters::default() }
    }

    /// A percentile of what was timed, each as often as it stands for calls.
    fn percentile(&self, percent: u64) -> u64 {
        let mut all = self.histogram.clone();
        all.sort_unstable();
        let rank = (all.iter().map(|(_, calls)| calls).sum::<u64>() * percent).div_ceil(100);
        let mut seen = 0;
        let at = all.iter().position(|(_, calls)| {
            seen += calls;
            seen >= rank
        });
        all[at.unwrap()].0
    }
}

/// A number from 0 to 1, of its own for each run and call: splitmix64 (Steele, Lea, Flood).
fn uniform(run: u32, call: usize) -> f64 {
    let mut z = (u64::from(run) << 40 | call as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ z >> 31) >> 11) as f64 / (1u64 << 53) as f64
}

/// How long calls take, by number of the run and the call, in ticks.
type Durations = fn(u32, usize) -> u64;

/// One of `period` calls is long, at the same place.
fn periodic(period: usize, run: u32, call: usize) -> u64 {
    let noise = (20.0 * uniform(run, call)) as u64;
    if (call + run as usize).is_multiple_of(period) { 400 + noise } else { 60 + noise }
}

const DISTRIBUTIONS: [(&str, Durations); 10] = [
    ("constant", |_, _| 100),
    ("spread evenly", |run, call| 50 + (100.0 * uniform(run, call)) as u64),
    ("bimodal", |run, call| if uniform(run, call) < 0.3 { 900 } else { 80 }),
    ("one of a thousand takes long", |run, call| if uniform(run, call) < 0.001 { 50_000 } else { 100 }),
    ("with a period of 2", |run, call| periodic(2, run, call)),
    ("with a period of 14", |run, call| periodic(14, run, call)),
    ("with a period of 16", |run, call| periodic(16, run, call)),
    ("a burst at the end", |_, call| if call >= CALLS - 700 { 9_000 } else { 90 }),
    ("bursts", |run, call| if (call / 5_000 + run as usize).is_multiple_of(4) { 3_000 } else { 70 }),
    ("slow at first", |run, call| match call {
        0 => 30_000_000,
        1..300 => 5_000,
        _ => 60 + (30.0 * uniform(run, call)) as u64,
    }),
];

fn run(run: u32, durations: Durations, calls: usize) -> (Thread, u64) {
    let mut thread = Thread::new(run.wrapping_mul(0x9e37_79b1) | 1);
    let total = (0..calls).map(|call| {
        let ticks = durations(run, call);
        thread.call(ticks, false);
        ticks
    });
    let total = total.sum();
    (thread, total)
}

#[test]
fn totals_are_within_two_standard_errors_of_the_truth() {
    let mut all_within = 0;
    for (name, durations) in DISTRIBUTIONS {
        // A rare one has to come often enough that its scatter is known.
        let calls = if name.contains("thousand") { 6 * CALLS } else { CALLS };
        let (mut within, mut sum, mut errors) = (0, 0.0, 0.0);
        for number in 0..RUNS {
            let (thread, total) = run(number, durations, calls);
            let figures = thread.figures();
            assert_eq!(figures.calls, calls as u64, "{name}: calls are exact");
            assert!(figures.timed < figures.calls, "{name}");
            let off = figures.estimated_total() as f64 - total as f64;
            within += u32::from(off.abs() <= 2.0 * figures.total_error());
            sum += off / total as f64;
            errors += figures.total_error() / total as f64;
        }
        let (bias, error) = (sum / f64::from(RUNS), errors / f64::from(RUNS));
        println!(
            "{name}: {within} of {RUNS} within, off by {:.4} % on average, error {:.4} %",
            100.0 * bias,
            100.0 * error
        );
        // A bell curve has 95.4 % within two standard errors: fewer than 89 of 100 runs come once in a thousand times.
        assert!(within >= 89 * RUNS / 100, "{name}: {within}");
        // The scatter of the mean of all runs.
        assert!(bias.abs() <= 3.0 * error / f64::from(RUNS).sqrt(), "{name}: {bias} {error}");
        assert!(error < 0.15, "{name}: an error that says nothing: {error}");
        all_within += within;
    }
    let all = RUNS * DISTRIBUTIONS.len() as u32;
    println!("{all_within} of {all} within");
    assert!(all_within * 100 >= 95 * all, "{all_within} of {all}");
}

#[test]
fn percentiles_of_what_stays_alike_are_within_a_bucket() {
    for (name, durations) in DISTRIBUTIONS.into_iter().filter(|(name, _)| !name.contains("burst")) {
        let mut all: Vec<u64> = (0..CALLS).map(|call| durations(7, call)).collect();
        all.sort_unstable();
        let (thread, _) = run(7, durations, CALLS);
        for percent in [50, 90] {
            let exact = all[(CALLS * percent as usize).div_ceil(100) - 1];
            let found = thread.percentile(percent);
            assert!(bucket(found).abs_diff(bucket(exact)) <= 1, "{name} p{percent}: {found}, exact {exact}");
        }
    }
}

#[test]
fn each_place_of_a_group_is_as_likely_as_the_others() {
    for seed in [1, 2, 77, u32::MAX] {
        let random = AtomicU32::new(seed);
        let mut counts = [[0u32; GROUP as usize]; GROUP as usize];
        let mut last = place(&random);
        let draws = 1 << 20;
        for _ in 0..draws {
            let now = place(&random);
            counts[last as usize][now as usize] += 1;
            last = now;
        }
        // Pairs of places must be equally likely: chi squared with 255 degrees of freedom is below 330 in 99.9 % of random draws.
        let expected = f64::from(draws) / 256.0;
        let chi: f64 = counts.iter().flatten().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
        assert!(chi < 330.0, "seed {seed}: {chi}");
    }
}

#[test]
fn each_call_is_timed_as_often_as_the_others() {
    const THREADS: u32 = 20_000;
    let mut timed = [0u32; 160];
    for seed in 1..=THREADS {
        let mut thread = Thread::new(seed.wrapping_mul(0x85eb_ca6b) | 1);
        (0..ROUND).for_each(|_| assert!(thread.call(50, false), "the first ones are all timed"));
        timed.iter_mut().for_each(|n| *n += u32::from(thread.call(50, false)));
    }
    let expected = f64::from(THREADS) / GROUP as f64;
    let worst = timed.iter().map(|n| (f64::from(*n) - expected).abs()).fold(0.0, f64::max);
    // Four and a half standard deviations, of 160 numbers.
    assert!(worst < 4.5 * (expected * 15.0 / 16.0).sqrt(), "{worst} of {expected}: {timed:?}");
}

#[test]
fn calls_that_are_wanted_or_no_longer_trivial_are_all_timed() {
    let mut thread = Thread::new(5);
    (0..1_000).for_each(|_| _ = thread.call(50, false));
    assert!(thread.figures().timed < 300);
    // At the end of the group that has begun, or of the next one.
    let untimed = (0..1_000).filter(|_| !thread.call(50, true)).count();
    assert!(untimed < 2 * GROUP as usize, "{untimed}");
    let untimed = (0..1_000).filter(|_| !thread.call(50, false)).count();
    assert!(untimed > 700, "nobody wants them any more: {untimed}");
    let untimed = (0..3_000).filter(|_| !thread.call(COST * TIMES_THE_COST + 1, false)).count();
    // Up to 64 groups, until their mean is known, behind a round that has begun with shorter ones.
    assert!(untimed < 2 * (ROUND * GROUP) as usize, "{untimed}");
    assert_eq!((0..10_000).filter(|_| !thread.call(COST * TIMES_THE_COST + 1, false)).count(), 0);
}

#[test]
fn a_few_calls_more_than_a_round_are_known_to_a_group() {
    for calls in ROUND..ROUND + 40 {
        let mut thread = Thread::new(calls as u32 | 1);
        // The first one takes long, as it does.
        (0..calls).for_each(|call| _ = thread.call(if call == 0 { 20_000 } else { 50 }, false));
        let figures = thread.figures();
        let off = figures.estimated_total().abs_diff(20_000 + 50 * (calls - 1));
        assert!(off as f64 <= 2.0 * figures.total_error(), "{calls}: {off} {figures:?}");
        assert!(figures.stood_for().abs_diff(calls) <= GROUP, "{figures:?}");
    }
    let exact = Counters::exact(64, 6_400);
    assert_eq!((exact.estimated_total(), exact.total_error(), exact.stood_for()), (6_400, 0.0, 64));
}

/// Merged figures of two threads have the sums and the error of both.
#[test]
fn figures_of_threads_add_up() {
    let (a, b) = (run(1, |_, _| 100, 5_000).0.figures(), run(2, |_, _| 300, 9_000).0.figures());
    let mut both = a;
    both.merge(&b);
    assert_eq!((both.calls, both.timed), (14_000, a.timed + b.timed));
    let off = (both.estimated_total() as f64 - 3_200_000.0).abs();
    assert!(off <= 2.0 * both.total_error(), "{off} {}", both.total_error());
    assert!(both.total_error() >= a.total_error().hypot(b.total_error()) * 0.7);
}

#[test]
fn a_signal_handler_in_the_middle_of_a_countdown_leaves_it_a_countdown() {
    let mut thread = Thread::new(9);
    (0..70).for_each(|_| _ = thread.call(50, false));
    while thread.counters.ahead.load(Relaxed) != 2 {
        thread.call(50, false);
    }
    // The call has read 2; the handler makes the call that is timed, and more; then the call goes on.
    (0..3).for_each(|_| _ = thread.call(50, false));
    thread.counters.ahead.store(2 - 1, Relaxed);
    bump(&thread.counters.untimed, 1);
    let longest = (0..1_000).map(|_| {
        thread.call(50, false);
        thread.counters.ahead.load(Relaxed)
    });
    assert!(longest.max() <= Some(2 * GROUP as u32));
}

/// The only test that sets what holds for the whole process.
#[test]
fn a_dear_clock_makes_longer_calls_trivial_an_unknown_one_none_and_a_budget_is_kept() {
    let may = |function: usize| function == 3;
    begin(0, 300, may);
    assert_eq!((trivial(3), trivial(4), trivial(FUNCTIONS)), (0, 0, 0));
    begin(1_000 << 8, 300, may);
    assert_eq!((trivial(3), trivial(4), trivial(FUNCTIONS)), (1_000 * TIMES_THE_COST * ROUND, 0, 0));
    begin(u64::MAX, 300, may);
    assert!(trivial(3) > 0);
    begin(0, 300, may);

    // Timing costs 40 ticks; it may take 3 % of a thread's time, and 16,384 calls at once.
    begin(COST << 8, 300, may);
    // SAFETY: all fields are atomics, for which zero bytes are valid.
    let head: ThreadHead = unsafe { std::mem::zeroed() };
    let make = |calls: u64| bump(&head.calls, calls);
    make(64);
    assert!(affords(&head, 1_000_000));
    make(16_000);
    assert!(affords(&head, 1_000_100), "many at once");
    make(1_000);
    assert!(!affords(&head, 1_000_200), "too many");
    // 40 of each 2,000 ticks are 2 %, 40 of each 1,000 are 4 %.
    let mut now = 1_000_200;
    let mut run = |ticks: u64, rounds: u64| {
        let round = |_| {
            now += ticks * ROUND;
            make(ROUND);
            affords(&head, now)
        };
        (0..rounds).map(round).filter(|afforded| *afforded).count()
    };
    assert!(run(2_000, 10_000) >= 9_990, "a program that stays within its budget");
    let afforded = run(1_000, 10_000);
    assert!((200..9_000).contains(&afforded), "{afforded}: once what was saved is used up");
    begin(COST << 8, 0, may);
    assert!(!affords(&head, u64::MAX), "none at all");
    begin(0, 300, may);
}
