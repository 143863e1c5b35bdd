use super::*;

/// Ticks in a millisecond.
const MS: u64 = 1_000_000;

/// A program that gives operations to a device one after the other, and its clock.
struct Program {
    windows: Windows,
    head: ThreadHead,
    now: u64,
    /// How many commands are executed at once; `None` if they are appended.
    commands: Option<u64>,
    timed: u64,
    sampled: u64,
    /// What timing has cost, ticks.
    cost: u64,
    /// Operations up to the next one that is measured.
    ahead: u64,
}

fn choose(windows: &Windows, head: &ThreadHead, now: u64) -> Option<Sample> {
    if head.windows.group.load(Relaxed) == 0 && !windows.owes_for_devices(&head.windows) {
        return Some(Sample::ITSELF);
    }
    windows.choose_at(&head.windows, now)
}

impl Program {
    fn new(budget: Option<u32>) -> Self {
        let windows = Windows::new();
        windows.begin(budget, 0, 1, 0);
        windows.rate.per_ms.store(MS, Relaxed);
        // SAFETY: all atomics, for which zero bytes are valid.
        let head = unsafe { std::mem::zeroed() };
        Self { windows, head, now: 1, commands: None, timed: 0, sampled: 0, cost: 0, ahead: 0 }
    }

    fn choose(&self) -> Option<Sample> {
        choose(&self.windows, &self.head, self.now)
    }

    fn groups(&self) -> u64 {
        self.windows.number.load(Relaxed)
    }

    /// Gives an operation to the device. If it is timed, that costs so much, and one of 16 is measured, at random.
    fn submits(&mut self, cost: u64) -> Option<Sample> {
        let sample = self.choose();
        let is_measured = self.ahead == 0;
        self.ahead = if is_measured { 2 * self.windows.below(16) } else { self.ahead - 1 };
        if sample.is_none() {
            self.sampled += 1;
            return None;
        }
        self.now += cost;
        self.timed += 1;
        self.cost += cost;
        if is_measured {
            self.windows.charge(&self.head, cost, 16, self.commands, self.now);
        }
        sample
    }

    /// Operations for so long, each of which takes the thread `plain` ticks and `cost` more if it is timed.
    fn runs(&mut self, ms: u64, plain: u64, cost: u64) {
        let end = self.now + ms * MS;
        while self.now < end {
            self.now += plain;
            self.submits(cost);
        }
    }
}

#[test]
fn a_program_within_its_budget_is_never_sampled() {
    let mut program = Program::new(Some(300));
    program.runs(20_000, 100_000, 2_500);
    assert_eq!((program.sampled, program.groups()), (0, 0));
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
    program.runs(15_000 * 51 / 1_000, 1_000, 50_000);
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
        program.commands = Some(1);
        program.runs(30_000, plain, cost);
        let share = (program.cost as f64 - (AT_ONCE_US * MS / 1_000) as f64) / program.now as f64;
        let wanted = f64::from(budget) / 10_000.0;
        assert!((0.7 * wanted..1.2 * wanted).contains(&share), "{budget}: {share}");
        let windows = program.groups();
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
    assert_eq!(program.head.windows.group.load(Relaxed), 0);
}

#[test]
fn without_a_budget_all_is_timed() {
    let mut program = Program::new(None);
    program.runs(1_000, 1_000, 10_000);
    assert_eq!((program.sampled, program.groups()), (0, 0));
    assert!(program.windows.are_off());
}

#[test]
fn something_is_timed_with_no_budget_at_all() {
    let mut program = Program::new(Some(0));
    program.runs(20_000, 1_000, 1_000);
    assert!(program.groups() >= 10, "{}", program.groups());
}

#[test]
fn each_submission_of_a_group_is_as_likely_to_be_timed() {
    for group in [Group { length: 10, first: 7, timed: 4 }, Group { length: 3, first: 0, timed: 3 }] {
        assert_eq!(Group::unpack(group.pack()), group);
    }
    let times = |first| (0..10).map(|at| Group { length: 10, first, timed: 4 }.times(at)).collect::<Vec<_>>();
    let places = |first: usize| (0..10).map(|at| (at + 10 - first) % 10 < 4).collect::<Vec<_>>();
    (0..10).for_each(|first| assert_eq!(times(first as u64), places(first)));
    assert_eq!(Group { length: 10, first: 7, timed: 4 }.sample(3), Sample { group: 3, others: 1.5 });
    let windows = Windows::new();
    let mut counts = [0_u32; 10];
    (0..10_000).for_each(|_| counts[windows.below(10) as usize] += 1);
    assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
}

/// What is timed, with what it stands for, is all that there is, wherever it is in the program's steps.
#[test]
fn windows_are_not_biased_towards_any_part_of_a_program() {
    // Steps of so many operations that are 30 us apart, and a wait of so many us behind each step.
    for (step, wait_us) in [(2, 400), (200, 20_000), (1_000, 100_000), (5_000, 600_000)] {
        let mut program = Program::new(Some(300));
        let mut seen = [0.0; 4];
        let steps = 60_000_000 / (30 * step + wait_us);
        for _ in 0..steps {
            for at in 0..step {
                program.now += 30_000;
                if let Some(sample) = program.submits(10_000) {
                    seen[(4 * at / step) as usize] += f64::from(1.0 + sample.others);
                }
            }
            program.now += wait_us * 1_000;
        }
        // A step of two operations has two parts.
        let parts = step.min(4);
        let each = (steps * step / parts) as f64;
        let shares =
            seen.into_iter().map(|seen| seen / each).filter(|share| *share > 0.0).collect::<Vec<_>>();
        assert!(program.sampled > 0 && shares.len() == parts as usize, "{step}: {shares:?}");
        assert!(shares.iter().all(|share| (share - 1.0).abs() < 0.1), "{step}: {shares:?}");
    }
}

/// It has less to do all of a sudden: a group that is as long as it was before would take hours.
#[test]
fn a_group_is_over_when_it_has_taken_twice_its_time() {
    let mut program = Program::new(Some(100));
    program.runs(5_000, 2_000, 2_000);
    assert!(program.sampled > 0);
    program.runs(20_000, 100 * MS, 2_000);
    let before = program.sampled;
    program.runs(1_000_000, 100 * MS, 2_000);
    assert_eq!(program.sampled, before);
}

/// The device loses what it could have done at the same time, from the first kernel on: of each round of kernels that could run
/// side by side, those wait for each other that are timed.
#[test]
fn kernels_that_are_held_back_are_timed_for_a_small_part_of_the_time() {
    for (kernels, kernel_ms, seconds) in
        [(20, 1, 60), (20, 10, 200), (20, 100, 1_000), (4, 30, 200), (200, 1, 20), (1_000, 100, 500)]
    {
        let mut program = Program::new(Some(300));
        program.head.windows.holds_back.store(1, Relaxed);
        let (mut rounds, mut timed) = (0_u64, 0);
        while program.now < seconds * 1_000 * MS {
            rounds += 1;
            let mut held = 0;
            for _ in 0..kernels {
                if program.choose().is_none() || !program.windows.may_hold_back() {
                    continue;
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
    for turn in [2, 20, 100] {
        let mut program = Program::new(Some(300));
        program.head.windows.holds_back.store(1, Relaxed);
        let (mut sum, mut all) = (0.0, 0.0);
        for at in 0..200_000_u64 {
            let takes = if at % turn == 0 { 2_000_000 } else { 100_000 };
            if let Some(sample) = program.choose().filter(|_| program.windows.may_hold_back()) {
                sum += f64::from(sample.others) * takes as f64;
                all += f64::from(sample.others);
                program.timed += 1;
                program.windows.hold_back_at(program.now, MS);
                program.windows.held_back_at(takes, true, program.now + takes, MS);
            }
            program.now += takes;
        }
        let (mean, right) = (sum / all, (2_000_000 + 100_000 * (turn - 1)) as f64 / turn as f64);
        assert!(program.timed > 2_000, "{turn}: {} timed", program.timed);
        assert!((mean / right - 1.0).abs() < 0.1, "{turn}: {mean} ns on average, {right} is right");
    }
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
    assert!(windows.devices.owed(clock::ticks(), 0) <= passed);
    assert_eq!(windows.devices.uncharged.load(Relaxed), 0);
}

/// The system takes the processor away, once in a while, just when a thread is looking.
#[test]
fn a_thread_that_is_held_up_is_not_charged_for_all_of_it() {
    let mut program = Program::new(Some(300));
    for at in 0..500 {
        program.now += 16 * 100_000;
        let ticks = if at % 50 == 7 { 250_000 } else { 2_000 };
        program.windows.charge(&program.head, ticks, 16, Some(1), program.now);
        assert_eq!(program.choose(), Some(Sample::ITSELF));
    }
    assert_eq!(program.groups(), 0);
    // From here on, each takes that long.
    for _ in 0..50 {
        program.now += 16 * 100_000;
        program.windows.charge(&program.head, 250_000, 16, Some(1), program.now);
    }
    assert!(program.groups() > 0);
}

/// While one is in its window, which takes longer than as many submissions outside of it, more of the other's are made.
#[test]
fn threads_do_not_make_each_others_windows_longer() {
    let windows = Windows::new();
    windows.begin(Some(300), 0, 1, 0);
    windows.rate.per_ms.store(MS, Relaxed);
    // SAFETY: all atomics, for which zero bytes are valid.
    let heads: [ThreadHead; 2] = unsafe { std::mem::zeroed() };
    // One submits every 2 us, which costs 2 us more if it is timed, the other one every 50 us.
    let (mut next, mut ahead) = ([1_000, 500], [0; 2]);
    let (mut made, mut stood_for) = ([0.0; 2], [0.0; 2]);
    while next[0] < 5_000 * MS {
        let at = usize::from(next[1] < next[0]);
        let (plain, cost) = [(2_000, 2_000), (50_000, 2_000)][at];
        let sample = choose(&windows, &heads[at], next[at]);
        made[at] += 1.0;
        let is_measured = ahead[at] == 0;
        ahead[at] = if is_measured { 2 * windows.below(16) } else { ahead[at] - 1 };
        next[at] += plain;
        if let Some(sample) = sample {
            stood_for[at] += f64::from(1.0 + sample.others);
            // The other one keeps to the clock.
            next[at] += if at == 0 { cost } else { 0 };
            if is_measured {
                windows.charge(&heads[at], cost, 16, None, next[at]);
            }
        }
    }
    for at in [0, 1] {
        let share = stood_for[at] / made[at];
        assert!((share - 1.0).abs() < 0.1, "{at}: those that are timed stand for {share:.3} of all");
    }
}

/// What takes a hundred times as long is charged for what it takes.
#[test]
fn cheap_submissions_do_not_hide_costly_ones() {
    for (commands, cheap, cost) in [
        (None, 9, 300_000),
        (None, 19, 3_000_000),
        (Some(1), 9, 2_000_000),
        (Some(1), 19, 2_000_000),
        (None, 0, 10_000_000),
    ] {
        let mut program = Program::new(Some(300));
        // Its first appends are free.
        program.head.windows.appends.store(AT_ONCE, Relaxed);
        let (mut spent, mut from) = (0, 0);
        for round in 0..12_000 {
            for at in 0..=cheap {
                let is_costly = at == cheap;
                let cost = if is_costly { cost } else { 20_000 };
                program.commands = if is_costly { Some(cost / 1_000) } else { commands };
                program.now += cost;
                let before = program.cost;
                program.submits(cost);
                // At first nobody knows what they cost.
                if round >= 4_000 {
                    spent += program.cost - before;
                }
            }
            if round == 4_000 {
                from = program.now;
            }
        }
        let share = spent as f64 / (program.now - from) as f64;
        assert!(share < 0.045, "{cheap} cheap ones ({commands:?}), then {cost}: {share}");
    }
}

/// It has no part in what devices have lost.
#[test]
fn a_thread_that_holds_back_nothing_times_all_while_devices_owe() {
    let mut program = Program::new(Some(300));
    program.windows.hold_back_at(program.now, MS);
    program.windows.held_back_at(1_000 * MS, true, program.now, MS);
    assert!(program.windows.devices_owe.load(Relaxed));
    program.runs(100, 100_000, 1_000);
    assert_eq!(program.sampled, 0);
    program.head.windows.holds_back.store(1, Relaxed);
    program.runs(100, 100_000, 1_000);
    assert!(program.sampled > 0);
}

/// Lists whose execution fails leave no debt of the device behind.
#[test]
fn kernels_that_do_not_get_to_the_device_owe_nothing() {
    let program = Program::new(Some(300));
    program.windows.hold_back_at(program.now, MS);
    program.windows.held_back_at(10 * MS, true, program.now, MS);
    let before = program.windows.devices.owed(program.now, 300);
    (0..100).for_each(|_| program.windows.hold_back_at(program.now, MS));
    assert!(program.windows.devices.owed(program.now, 300) > before);
    (0..100).for_each(|_| program.windows.cancel_hold_back());
    assert_eq!(program.windows.devices.owed(program.now, 300), before);
}
