use super::*;
use crate::budget::Budget;
use proptest::prelude::*;

/// A process whose kernels take 1 us each, and whose queues have a pause of 10 us after the class [`LAST`].
struct Program {
    rounds: Rounds,
    budget: Budget,
    room: usize,
    now: u64,
    /// After each record.
    is_read_at_once: bool,
    rows: BTreeMap<String, (RangeFigures, u64)>,
}

const CLASSES: u32 = 40;
const COPY: u32 = CLASSES;
const LAST: u32 = 7;

impl Program {
    fn new() -> Self {
        let mut rounds = Rounds::default();
        for class in 0..=CLASSES {
            let kind = if class == COPY { OpKind::Copy } else { OpKind::Kernel };
            rounds.class(class as usize, kind, 0, &format!("k{class}").into());
        }
        let (budget, rows) = (Budget::default(), BTreeMap::new());
        Self { rounds, budget, room: 0, now: 1_000, is_read_at_once: true, rows }
    }

    fn runs(&mut self, lane: u32, class: u32) {
        let record = DeviceRecord {
            class,
            lane,
            duration_ns: 1_000,
            start_raw_ns: self.now,
            bytes: if class == COPY { 64 } else { 0 },
            ..DeviceRecord::default()
        };
        self.now += if class == LAST { 11_000 } else { 1_000 };
        let mut share = Share { budget: &mut self.budget, used: &mut self.room };
        self.rounds.record(&record, 0.5, &mut share);
        if self.is_read_at_once {
            self.reads();
        }
    }

    fn run(&mut self, classes: impl IntoIterator<Item = u32>) {
        classes.into_iter().for_each(|class| self.runs(0, class));
    }

    fn reads(&mut self) {
        for News { row, figures, names, durations } in self.rounds.news() {
            assert!(row as usize >= RANGES, "a row of the program's");
            let row = self.rows.entry(names.name.to_string()).or_insert((figures, 0));
            row.0 = figures;
            row.1 += durations.iter().map(|(_, count)| count).sum::<u64>();
            assert_eq!(row.1, figures.ended, "as many durations as rounds");
        }
    }

    fn names(&self) -> Vec<&str> {
        self.rows.keys().map(String::as_str).collect()
    }
}

#[test]
fn the_kernel_before_the_pause_closes_a_round() {
    let mut program = Program::new();
    for _ in 0..200 {
        program.run([3, 4, 5, LAST, COPY]);
    }
    assert_eq!(program.names(), ["k7"]);
    let (row, _) = program.rows["k7"];
    assert!(row.ended >= 170, "{row:?}");
    assert_eq!((row.kernels, row.copies, row.bytes), (4 * row.ended, row.ended, 64 * row.ended));
    assert_eq!((row.kernel_ns, row.copy_ns), (4_000 * row.ended, 1_000 * row.ended));
    // 3 us, a pause of 10 with the copy in it, and the kernel itself; in ticks of half a ns.
    assert_eq!((row.min, row.max, row.total), (Some(30_000), 30_000, 30_000 * row.ended));
}

/// On a busy machine zetop got to read after hundreds of rounds, and counted those that came later.
#[test]
fn what_is_found_does_not_depend_on_when_it_is_read() {
    let [often, once] = [true, false].map(|is_read_at_once| {
        let mut program = Program { is_read_at_once, ..Program::new() };
        (0..200).for_each(|_| program.run([3, 4, 5, LAST]));
        program.reads();
        program.rows["k7"].0
    });
    assert!(often.ended >= 170, "{often:?}");
    assert_eq!(often, once);
}

#[test]
fn a_step_of_many_layers_is_one_round() {
    let mut program = Program::new();
    for _ in 0..60 {
        (0..12).for_each(|_| program.run([1, 2, 3]));
        program.run([LAST]);
    }
    let (row, _) = program.rows["k7"];
    assert_eq!(row.kernels, 37 * row.ended);
    assert!(row.ended >= 40, "{row:?}");
    // Layers alone may have looked like rounds before there were ten steps, but never as many.
    assert!(program.rows.values().all(|(other, _)| other.kernels <= row.kernels), "{:?}", program.rows);
}

#[test]
fn copies_at_times_and_an_evaluation_now_and_then_do_not_hide_it() {
    let mut program = Program::new();
    for step in 0..300 {
        program.run([1, 2, 3, LAST]);
        if step % 10 == 0 {
            program.run([COPY]);
        }
        if step % 100 == 99 {
            program.run([1, 2, 20]);
        }
    }
    assert_eq!(program.names(), ["k7"]);
    let (row, _) = program.rows["k7"];
    assert!(row.ended > 250 && row.kernels == 4 * row.ended, "{row:?}");
}

#[test]
fn what_is_no_round() {
    // One kernel alone.
    let mut program = Program::new();
    program.run(std::iter::repeat_n(LAST, 2_000));
    assert!(program.rows.is_empty(), "{:?}", program.rows);
    // Between launches of LAST, a changing number of launches of one other kernel.
    let mut program = Program::new();
    (0..300).for_each(|step| {
        let layers = 2 + (step * 7919) % 13;
        program.run(std::iter::repeat_n(1, layers).chain([LAST]));
    });
    assert!(program.rows.is_empty(), "{:?}", program.rows);
    // Requests of different lengths, with a kernel at the end.
    let mut program = Program::new();
    (0..300).for_each(|request| {
        (0..2 + (request * 7919) % 13).for_each(|_| program.run([1, 2]));
        program.run([LAST]);
    });
    assert!(program.rows.is_empty(), "{:?}", program.rows);
    // Rounds of a queue that does a small part of the work.
    let mut program = Program::new();
    (0..300).for_each(|step| {
        program.runs(1, 3);
        program.runs(1, LAST);
        (0..9).for_each(|_| program.runs(0, 10 + (step * 31 + program.now as u32 / 1_000 * 17) % 20));
    });
    assert!(program.rows.is_empty(), "{:?}", program.rows);
}

#[test]
fn what_was_lost_is_in_no_round() {
    let mut program = Program::new();
    (0..100).for_each(|_| program.run([1, 2, LAST]));
    let before = program.rows["k7"].0;
    program.now += 1_000_000_000;
    program.rounds.lost();
    program.run([2, LAST, 1, 2, LAST]);
    let after = program.rows["k7"].0;
    assert_eq!((after.ended, after.max), (before.ended + 1, before.max), "{after:?}");
}

#[test]
fn a_program_that_goes_on_to_something_else_has_other_rounds() {
    let mut program = Program::new();
    (0..100).for_each(|_| program.run([1, 2, LAST]));
    let before = program.rows["k7"].0;
    (0..3_000).for_each(|_| program.run([11, 12, 13, 14]));
    assert_eq!(program.rows["k7"].0, before);
    let others: Vec<_> = program.rows.iter().filter(|(name, _)| *name != "k7").collect();
    assert!(others.len() == 1 && others[0].1.0.kernels == 4 * others[0].1.0.ended, "{others:?}");
}

#[test]
fn a_hostile_program_gets_no_more_than_its_room() {
    let mut rounds = Rounds::default();
    for class in 0..5_000 {
        rounds.class(class, OpKind::Kernel, 0, &"k".into());
    }
    let (mut budget, mut room) = (Budget::default(), 0);
    for at in 0..200_000_u32 {
        let record = DeviceRecord {
            class: at % 5_000,
            lane: at % 97,
            duration_ns: u64::MAX,
            start_raw_ns: u64::from(at) << 40,
            bytes: u64::MAX,
            ..DeviceRecord::default()
        };
        rounds.record(&record, 1e-9, &mut Share { budget: &mut budget, used: &mut room });
        rounds.news();
    }
    assert!(room <= MOST_QUEUES * MOST_KERNELS * ROOM, "{room}");
}

proptest! {
    /// Whatever a round consists of, what is found is that, or a part that it repeats itself.
    #[test]
    fn a_round_is_found(round in prop::collection::vec(8..CLASSES, 2..40)) {
        let mut program = Program::new();
        let length = round.len() as u64 + 1;
        for _ in 0..60 {
            program.run(round.iter().copied().chain([LAST]));
        }
        let (row, _) = program.rows["k7"];
        prop_assert_eq!(row.kernels, length * row.ended);
        prop_assert!(row.ended >= 30);
    }

    /// Kernels without any order.
    #[test]
    fn no_round_is_found_where_there_is_none(kernels in prop::collection::vec(0..CLASSES, 3_000)) {
        let mut program = Program::new();
        program.run(kernels);
        prop_assert!(program.rows.is_empty());
    }

    /// Two kernels without any order.
    #[test]
    fn nor_of_two(kernels in prop::collection::vec(0..2_u32, 3_000)) {
        let mut program = Program::new();
        program.run(kernels);
        prop_assert!(program.rows.is_empty());
    }
}
