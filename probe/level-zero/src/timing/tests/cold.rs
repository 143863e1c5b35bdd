use super::fake::Command;
use super::*;
use crate::flush::{Cold, Unused};
use crate::subject::Waits;
use crate::timing::cold::Wanted;
use zetop_probe_core::cold::Choice;
use zetop_wire::layout::{FLUSHED, NOT_FLUSHED, NotFlushed};
use zetop_wire::session::Cold as Options;

const EVENT: usize = 0x77;

impl Bench {
    fn cold(alternate: bool, bytes: Option<u64>) -> Self {
        let mut bench = Self::new();
        bench.wants_cold(alternate, bytes);
        bench
    }

    fn wants_cold(&mut self, alternate: bool, bytes: Option<u64>) {
        let options = Options { kernels: "^chosen$".to_owned(), alternate, bytes };
        self.state.cold = Cold::new(Choice::new(&options));
    }

    /// What a launch finds in the caches, with what precedes it in `list` as the hook does that.
    fn launch(&mut self, list: usize, kernel: &str) -> u8 {
        let name = self.state.publisher.string(kernel);
        let mut class = OpClass { name, ..OpClass::from_kind(OpKind::Kernel) };
        let flush = match self.state.flush_wanted(list, &mut class) {
            None => None,
            Some(Wanted::Flush(flush)) => Some(flush),
            Some(Wanted::Memory(maker)) => self.state.flush_memory_made(maker.make(), list, &mut class),
        };
        if let Some(flush) = flush {
            let mut waits = [EVENT as ze_event_handle_t];
            let result = flush.append(Waits { count: 1, events: waits.as_mut_ptr() });
            self.state.flushed(&mut class, result);
        }
        class.caches
    }

    fn appended(&self, list: usize) -> Vec<Command> {
        self.driver.world().lists.get(&list).cloned().unwrap_or_default()
    }

    fn memory(&self) -> Vec<usize> {
        self.driver.world().device_memory.values().copied().collect()
    }
}

fn not(why: NotFlushed) -> u8 {
    NOT_FLUSHED + why as u8
}

#[test]
fn in_an_ordered_list_the_flush_waits_for_what_the_kernel_waits_for() {
    let mut bench = Bench::cold(false, None);
    bench.list(LIST, true, true);
    assert_eq!(bench.launch(LIST, "chosen"), FLUSHED);
    let (bytes, waits) = (Fake::CACHE, vec![EVENT]);
    assert!(
        matches!(&bench.appended(LIST)[..], [Command::Fill { bytes: b, waits: w, .. }] if (*b, w) == (bytes, &waits))
    );
    assert_eq!(bench.launch(LIST, "other"), 0);
    assert_eq!(bench.appended(LIST).len(), 1, "not chosen");
    assert_eq!(bench.launch(LIST, "chosen"), FLUSHED);
    assert_eq!(bench.memory(), [Fake::CACHE], "one for all");
}

#[test]
fn in_a_list_without_order_it_is_between_barriers() {
    let mut bench = Bench::cold(false, Some(4096));
    bench.list(LIST, false, false);
    assert_eq!(bench.launch(LIST, "chosen"), FLUSHED);
    let barrier = Command::Barrier { signal: 0, waits: Vec::new() };
    let appended = bench.appended(LIST);
    assert!(matches!(&appended[1], Command::Fill { bytes: 4096, waits, .. } if waits.is_empty()));
    assert_eq!((&appended[0], &appended[2], appended.len()), (&barrier, &barrier, 3));
}

#[test]
fn what_cannot_be_done_safely_has_a_reason() {
    let mut bench = Bench::cold(false, None);
    assert_eq!(bench.launch(LIST, "chosen"), not(NotFlushed::UnknownList));
    bench.list(LIST, true, false);
    bench.state.command_waits_for_unknown(LIST);
    assert_eq!(bench.launch(LIST, "chosen"), not(NotFlushed::ListWaits));
    let waits = bench.state.waits_of(LIST);
    bench.state.command_waits_for_unknown(LIST);
    bench.state.waits_over(LIST, waits);
    assert_eq!(bench.launch(LIST, "chosen"), not(NotFlushed::ListWaits), "one came meanwhile");
    bench.state.waits_over(LIST, waits + 1);
    assert_eq!(bench.launch(LIST, "chosen"), FLUSHED, "they are over");
    bench.list(OTHER_LIST, true, true);
    bench.state.command_waits_for_unknown(OTHER_LIST);
    assert_eq!(bench.launch(OTHER_LIST, "chosen"), FLUSHED, "nothing overtakes anything");
    bench.state.next_command(OTHER_LIST, NextCommand { id: 7, changes_event: false });
    assert_eq!(bench.launch(OTHER_LIST, "chosen"), not(NotFlushed::Mutable));
    let before = bench.appended(OTHER_LIST).len();
    bench.state.registry.lists.get_mut(&OTHER_LIST).unwrap().captured_from = Some(OTHER_LIST);
    assert_eq!(bench.launch(OTHER_LIST, "chosen"), 0, "it is not launched");
    assert_eq!(bench.appended(OTHER_LIST).len(), before);
    let mut graph = OpClass::from_kind(OpKind::Other);
    bench.state.graph_not_flushed(&mut graph);
    assert_eq!(graph.caches, not(NotFlushed::Graph));
}

/// What the device signals for certain needs no host, so a barrier behind a wait for it ends.
#[test]
fn a_wait_for_the_device_alone_prevents_nothing() {
    const FIRST: usize = 0x70;
    const SECOND: usize = 0x71;
    const HOST: usize = 0x72;
    let mut bench = Bench::cold(false, None);
    bench.list(LIST, true, false);
    bench.list(OTHER_LIST, true, false);
    bench.state.command_signals(LIST, FIRST);
    bench.state.command_waits(LIST, &[FIRST as _]);
    assert_eq!(bench.launch(LIST, "chosen"), FLUSHED);
    bench.state.command_signals(LIST, SECOND);
    bench.state.command_waits(LIST, &[FIRST as _, SECOND as _]);
    assert_eq!(bench.launch(LIST, "chosen"), FLUSHED, "what it waited for is certain, and so is it");
    bench.state.command_waits(OTHER_LIST, &[SECOND as _, HOST as _]);
    assert_eq!(bench.launch(OTHER_LIST, "chosen"), not(NotFlushed::ListWaits));
    bench.state.command_signals(OTHER_LIST, FIRST);
    bench.state.command_waits(LIST, &[FIRST as _]);
    assert_eq!(bench.launch(LIST, "chosen"), not(NotFlushed::ListWaits), "it depends on the host");
    for by_command in [false, true] {
        let mut bench = Bench::cold(false, None);
        bench.list(LIST, true, false);
        bench.state.command_signals(LIST, FIRST);
        bench.state.cold.reset(FIRST, by_command);
        if by_command {
            bench.state.command_signals(LIST, FIRST);
        }
        bench.state.command_waits(LIST, &[FIRST as _]);
        assert_eq!(bench.launch(LIST, "chosen"), not(NotFlushed::ListWaits), "reset {by_command}");
    }
}

/// Nobody knows what is in it.
#[test]
fn a_list_from_before_the_attach_is_left_alone_unless_it_is_in_order() {
    let mut bench = Bench::with_attached(true);
    bench.wants_cold(false, None);
    bench.driver.world().old_lists.insert(LIST, true);
    bench.state.adopt_list(LIST);
    assert_eq!(bench.launch(LIST, "chosen"), not(NotFlushed::OlderList));
    bench.state.order_found(LIST, ZE_RESULT_ERROR_INVALID_ARGUMENT);
    assert_eq!(bench.launch(LIST, "chosen"), not(NotFlushed::ListWaits));
    bench.state.order_found(LIST, ZE_RESULT_SUCCESS);
    assert_eq!(bench.launch(LIST, "chosen"), FLUSHED);
}

#[test]
fn recorded_lists_of_an_attached_program_would_go_on_flushing() {
    let mut bench = Bench::with_attached(true);
    bench.wants_cold(false, None);
    bench.list(LIST, false, true);
    assert_eq!(bench.launch(LIST, "chosen"), not(NotFlushed::ListOutlivesUs));
    bench.list(OTHER_LIST, true, true);
    assert_eq!(bench.launch(OTHER_LIST, "chosen"), FLUSHED);
}

#[test]
fn a_driver_that_refuses_costs_the_flush_and_nothing_else() {
    for (refuse, why) in [
        (|bench: &Bench| bench.driver.world().hides_caches = true, NotFlushed::NoCacheSize),
        (|bench: &Bench| bench.driver.world().refuses_memory = true, NotFlushed::NoMemory),
        (|bench: &Bench| bench.driver.world().refuses_fills = true, NotFlushed::Refused),
    ] as [(fn(&Bench), NotFlushed); 3]
    {
        let mut bench = Bench::cold(false, None);
        bench.list(LIST, true, true);
        refuse(&bench);
        assert_eq!([(); 2].map(|()| bench.launch(LIST, "chosen")), [not(why); 2]);
        assert_eq!(bench.appended(LIST), []);
    }
    let mut bench = Bench::cold(false, Some(Fake::MEMORY / 2 + 1));
    bench.list(LIST, true, true);
    assert_eq!(bench.launch(LIST, "chosen"), not(NotFlushed::NoMemory), "more than half of it");
    assert!(bench.memory().is_empty());
}

#[test]
fn launches_alternate_and_memory_goes_with_its_context() {
    let mut bench = Bench::cold(true, None);
    bench.list(LIST, true, true);
    assert_eq!([(); 4].map(|()| bench.launch(LIST, "chosen")), [FLUSHED, 0, 0, FLUSHED]);
    let driver = bench.state.driver;
    assert!(bench.state.cold.drop_context(driver, CONTEXT + 1).is_empty());
    assert_eq!(bench.memory(), [Fake::CACHE]);
    bench.state.cold.drop_context(driver, CONTEXT).into_iter().for_each(Unused::free);
    assert!(bench.memory().is_empty());
    // A program may destroy it with a flush in flight.
    assert_eq!(bench.driver.world().freed_at_once, 0);
}

#[test]
fn leaving_frees_what_no_list_of_the_program_fills() {
    for (immediate, left) in [(true, Vec::new()), (false, vec![Fake::CACHE])] {
        let mut bench = Bench::cold(false, None);
        bench.list(LIST, immediate, true);
        assert_eq!(bench.launch(LIST, "chosen"), FLUSHED);
        bench.state.departure.stage = Stage::Leaving;
        assert_eq!(bench.launch(LIST, "chosen"), 0, "no more");
        bench.state.leave().into_iter().for_each(Unused::free);
        assert_eq!(bench.memory(), left);
    }
}

/// Two threads may both find that there is none.
#[test]
fn memory_that_came_second_is_given_back() {
    let mut bench = Bench::cold(false, None);
    bench.list(LIST, true, true);
    let name = bench.state.publisher.string("chosen");
    let mut class = OpClass { name, ..OpClass::from_kind(OpKind::Kernel) };
    let mut made = Vec::new();
    for _ in 0..2 {
        let Some(Wanted::Memory(maker)) = bench.state.flush_wanted(LIST, &mut class) else {
            panic!("no memory")
        };
        made.push(maker.make());
    }
    for made in made {
        assert!(bench.state.flush_memory_made(made, LIST, &mut class).is_some());
    }
    assert_eq!(bench.memory(), [Fake::CACHE]);
}
