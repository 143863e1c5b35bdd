use super::*;

/// Ticks in a millisecond.
const MS: u64 = 1_000_000;

/// A program that gives operations to a device one after the other, and its clock.
struct Program {
    windows: Windows,
    head: ThreadHead,
    now: u64,
    /// Its operations are appends.
    appends: bool,
    timed: u64,
    sampled: u64,
    /// What timing has cost, ticks.
    cost: u64,
}

impl Program {
    fn new(budget: Option<u32>) -> Self {
        let windows = Windows::new();
        windows.begin(budget, 0, 1, 0);
        windows.rate.per_ms.store(MS, Relaxed);
        // SAFETY: all atomics, for which zero bytes are valid.
        let head = unsafe { std::mem::zeroed() };
        Self { windows, head, now: 1, appends: true, timed: 0, sampled: 0, cost: 0 }
    }

    fn is_open(&self) -> bool {
        let phase = self.windows.phase.load(Relaxed);
        phase == ALWAYS || self.windows.is_open_at(phase, self.now)
    }

    /// Operations for so long, each of which takes the thread `plain` ticks and `cost` more if it is timed.
    fn runs(&mut self, ms: u64, plain: u64, cost: u64) {
        let end = self.now + ms * MS;
        let mut ahead = 16;
        while self.now < end {
            self.now += plain;
            if !self.is_open() {
                self.sampled += 1;
                continue;
            }
            self.now += cost;
            self.timed += 1;
            self.cost += cost;
            ahead -= 1;
            if ahead == 0 {
                ahead = 16;
                self.windows.charge(&self.head, cost, 16, self.appends, self.now);
            }
        }
    }
}

#[test]
fn a_program_within_its_budget_is_never_sampled() {
    let mut program = Program::new(Some(300));
    program.runs(20_000, 100_000, 2_500);
    assert_eq!((program.sampled, program.windows.number()), (0, 0));
}

#[test]
fn a_short_burst_is_timed_whatever_it_costs() {
    let mut program = Program::new(Some(300));
    program.runs(12, 1_000, 1_500);
    assert_eq!(program.sampled, 0, "7.2 ms");
    program.now += 1_000 * MS;
    program.runs(12, 1_000, 1_500);
    assert_eq!(program.sampled, 0, "what has not been used is there again");
}

/// On a busy machine, or with a probe that was not optimised.
#[test]
fn a_threads_first_appends_are_timed_however_long_they_take() {
    let mut program = Program::new(Some(300));
    program.runs(16_000 * 51 / 1_000, 1_000, 50_000);
    assert_eq!(program.sampled, 0, "{} timed", program.timed);
    program.runs(2_000, 1_000, 50_000);
    assert!(program.sampled > 0);
}

#[test]
fn a_busy_program_pays_its_budget_and_not_much_less() {
    for (budget, plain, cost) in
        [(300, 2_000, 500), (300, 5_000, 17_000), (100, 1_000, 1_000), (1_000, 20_000, 5_000)]
    {
        let mut program = Program::new(Some(budget));
        program.appends = false;
        program.runs(30_000, plain, cost);
        let share = (program.cost as f64 - (AT_ONCE_US * MS / 1_000) as f64) / program.now as f64;
        let wanted = f64::from(budget) / 10_000.0;
        assert!((0.7 * wanted..1.2 * wanted).contains(&share), "{budget}: {share}");
        let windows = program.windows.number();
        assert!(windows > 100 && program.timed > 10_000 && program.sampled > program.timed, "{windows}");
    }
}

#[test]
fn all_is_timed_again_once_the_program_has_less_to_do() {
    let mut program = Program::new(Some(300));
    program.runs(2_000, 2_000, 1_000);
    let before = program.sampled;
    assert!(before > 0);
    // What it owes is paid soon.
    program.runs(2_000, 200_000, 1_000);
    let after = program.sampled;
    program.runs(2_000, 200_000, 1_000);
    assert_eq!(program.sampled, after);
    assert_eq!(program.windows.phase.load(Relaxed), ALWAYS);
}

#[test]
fn without_a_budget_all_is_timed() {
    let mut program = Program::new(None);
    program.runs(1_000, 1_000, 10_000);
    assert_eq!((program.sampled, program.windows.number()), (0, 0));
    assert!(program.windows.are_off());
}

#[test]
fn something_is_timed_with_no_budget_at_all() {
    let mut program = Program::new(Some(0));
    program.runs(20_000, 1_000, 1_000);
    assert!(program.windows.number() >= 10, "{}", program.windows.number());
}

#[test]
fn windows_and_pauses_are_of_random_lengths() {
    let windows = Windows::new();
    windows.begin(Some(300), 0, 5, 0);
    let lengths: Vec<u64> = (0..1_000).map(|_| windows.about(1_000)).collect();
    assert!(lengths.iter().all(|length| (500..1_500).contains(length)));
    let mean = lengths.iter().sum::<u64>() / 1_000;
    assert!((970..1_030).contains(&mean), "{mean}");
}

/// The device loses what it could have done at the same time, from the first kernel on: of each round of kernels that could run
/// side by side, those wait for each other that are timed.
#[test]
fn kernels_that_are_held_back_are_timed_for_a_small_part_of_the_time() {
    for (kernels, kernel_ms, seconds) in
        [(20, 1, 60), (20, 10, 200), (20, 100, 1_000), (4, 30, 200), (2_000, 1, 200), (10_000, 100, 20_000)]
    {
        let mut program = Program::new(Some(300));
        let (mut rounds, mut timed) = (0_u64, 0);
        while program.now < seconds * 1_000 * MS {
            rounds += 1;
            let mut held = 0;
            for _ in 0..kernels {
                if !program.is_open() || !program.windows.may_hold_back() {
                    break;
                }
                program.windows.hold_back_at(program.now, MS);
                held += 1;
            }
            for _ in 0..held {
                program.now += kernel_ms * MS;
                program.windows.held_back_at(kernel_ms * MS, true, program.now, MS);
            }
            timed += held;
            program.now += kernel_ms * MS;
        }
        // What the rounds take without, and what they take.
        let slower = program.now as f64 / (rounds * kernel_ms * MS) as f64;
        assert!(slower < 1.08, "{kernels} of {kernel_ms} ms: {slower:.3} times, {timed} in {rounds} rounds");
        assert!(timed > 20, "{kernels} of {kernel_ms} ms: {timed} timed in {rounds} rounds");
    }
}

/// Each waits for the one before, so most points of time are in a long one.
#[test]
fn kernels_that_take_turns_are_timed_alike() {
    let mut program = Program::new(Some(300));
    program.windows.open(ALWAYS, program.now);
    let (mut sum, mut timed) = (0, 0_u64);
    for at in 0..2_000_000_u64 {
        let takes = if at.is_multiple_of(2) { 20_000 } else { 60_000 };
        if program.is_open() {
            timed += 1;
            sum += takes;
            program.windows.hold_back_at(program.now, MS);
            program.windows.held_back_at(takes, true, program.now + takes, MS);
        }
        program.now += takes;
    }
    let mean = sum / timed;
    assert!(timed > 10_000 && mean.abs_diff(40_000) < 1_000, "{mean} ns on average, {timed} timed");
}

/// What is given up has held back others for no longer than since the last one was settled.
#[test]
fn what_a_device_lost_is_no_more_than_the_time_that_has_passed() {
    let windows = Windows::new();
    windows.begin(Some(300), 0, clock::ticks(), clock::raw_ns());
    windows.rate.per_ms.store(MS, Relaxed);
    (0..1_000).for_each(|_| windows.hold_back());
    (0..1_000).for_each(|_| windows.held_back(1_000_000_000_000, false));
    let passed = clock::ticks() - windows.rate.begun[0].load(Relaxed);
    assert!(windows.devices.lost.load(Relaxed) <= passed);
    assert_eq!(windows.devices.uncharged.load(Relaxed), 0);
}

/// The system takes the processor away, once in a while, just when a thread is looking.
#[test]
fn a_thread_that_is_held_up_is_not_charged_for_all_of_it() {
    let mut program = Program::new(Some(300));
    for at in 0..500 {
        program.now += 16 * 100_000;
        let ticks = if at % 50 == 7 { 250_000 } else { 2_000 };
        program.windows.charge(&program.head, ticks, 16, false, program.now);
        assert!(program.is_open());
    }
    assert_eq!(program.windows.number(), 0);
    // From here on, each takes that long.
    for _ in 0..50 {
        program.now += 16 * 100_000;
        program.windows.charge(&program.head, 250_000, 16, false, program.now);
    }
    assert!(program.windows.number() > 0);
}

#[test]
fn threads_that_look_at_once_begin_one_window() {
    let windows = Windows::new();
    windows.begin(Some(300), 0, 1, 0);
    windows.rate.per_ms.store(MS, Relaxed);
    for round in 1..200u64 {
        windows.more.store(0, Relaxed);
        windows.phase.store(2 * round, Release);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let phase = windows.phase.load(Relaxed);
                    assert!(windows.is_open_at(phase, 1_000));
                });
            }
        });
        assert_eq!(windows.number(), round);
    }
}
