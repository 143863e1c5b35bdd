//! Attach through the loader's own tracing layer, for loaders whose tables are not found.

use crate::loaders::loaders;
use crate::rounds::{Attached, CALLED, Program, THREADS, command, threads_of_ours, zetop};
use crate::support::needs_loader;
use std::time::Instant;
use zetop_e2e::figures::Figures;
use zetop_e2e::scene::LIMIT;

const NOTE: &str = "tracing-layer fallback";

fn attach(pid: i32) -> Attached {
    Attached::start(zetop(pid).arg("--tracing-layer")).unwrap_or_else(|(said, _)| panic!("{said}"))
}

/// Exactly `rounds` of each call that the tracing layer shows, all of the device's work counted and none timed.
fn assert_seen(figures: &Figures, rounds: u64) {
    for function in CALLED {
        let visible = !function.starts_with("zes") && !function.starts_with("zet");
        assert_eq!(figures.calls(function).0, if visible { rounds } else { 0 }, "calls of {function}");
    }
    let kernel = figures.kernel("work");
    assert_eq!((kernel.launches, kernel.timed), (rounds, 0));
    let transfers: Vec<_> =
        figures.device.transfers.iter().map(|t| (&*t.src, &*t.dst, t.ops, t.bytes, t.timed)).collect();
    assert_eq!(transfers, [("heap", "device", rounds, rounds * 4096, 0)]);
    assert_eq!(figures.device.untimed_reasons["seen by tracing layer only"], 2 * rounds);
}

#[test]
fn in_and_out_by_the_tracing_layer() {
    for loader in loaders() {
        let mut program = loader.program();
        let pid = program.pid();
        program.work(7);
        for n in [150, 40] {
            let zetop = attach(pid);
            program.work(n);
            let figures = zetop.detach();
            println!("loader {}: {} calls seen by the tracing layer", loader.version, figures.host.calls);
            assert_seen(&figures, 2 * n);
            assert!(
                figures.quality.notes.iter().any(|note| note.starts_with(NOTE)),
                "{:?}",
                figures.quality.notes
            );
            crate::attach::eventually("no thread of ours", || threads_of_ours(pid).is_empty());
            program.work(3);
        }
        // Through the tables again: the tracing layer has left nothing behind.
        let zetop = Attached::to(pid);
        program.work(5);
        crate::rounds::assert_rounds(&zetop.detach(), 10);
        program.finish();
    }
}

/// A function that each thread of the program calls once in a round.
const WATCHED: &str = "zeEventQueryStatus";
/// Rounds before the initialisation.
const BEFORE: u64 = 10;
/// Rounds that are made after the probe's next look, which comes ten times a second.
const LATER: u64 = 300;

/// Returns the rounds of each thread since the initialisation.
fn initialise_and_go_on(program: &mut Program, zetop: &mut Attached) -> u64 {
    program.initialise_again();
    let end = Instant::now() + LIMIT;
    // A call that is seen again is behind the look.
    let mut rounds = 0;
    while zetop.calls(WATCHED) <= THREADS * BEFORE {
        assert!(Instant::now() < end, "nothing is seen after {rounds} rounds");
        program.work(1);
        rounds += 1;
    }
    program.work(LATER);
    rounds + LATER
}

/// All calls before the initialisation and from the probe's next look on are counted; a note says what is
/// missing in between.
fn assert_nothing_missing_unsaid(figures: &Figures, after: u64, loader: &str) {
    let before = THREADS * BEFORE;
    let (seen, all) = (figures.calls(WATCHED).0, before + THREADS * after);
    let said = figures.quality.notes.iter().any(|note| note.contains("while zetop was attached"));
    println!("loader {loader}: {seen} of {all} calls seen; missing ones noted: {said}");
    assert!(seen >= before + THREADS * LATER && seen <= all, "{seen} of {all}");
    assert!(said || seen == all, "calls are missing without a word: {:?}", figures.quality.notes);
}

/// A later initialisation silently switches the tracing layer off: zetop switches it on again, and says so.
#[test]
fn trap_09_initialised_again_under_the_tracing_layer() {
    for loader in loaders() {
        let mut program = loader.program();
        let mut zetop = attach(program.pid());
        program.work(BEFORE);
        let after = initialise_and_go_on(&mut program, &mut zetop);
        assert_nothing_missing_unsaid(&zetop.detach(), after, &loader.version);
        program.finish();
    }
}

/// The first `zesInit` on a loader that exports it refills the tables, without passing through our code.
#[test]
fn trap_09_initialised_again_under_wrapped_tables() {
    needs_loader!();
    let installed = [(Program::start(&mut command(&[])), "installed".to_owned())];
    let others = loaders().into_iter().map(|loader| (loader.program(), loader.version.clone()));
    for (mut program, loader) in installed.into_iter().chain(others) {
        let mut zetop = Attached::to(program.pid());
        program.work(BEFORE);
        let after = initialise_and_go_on(&mut program, &mut zetop);
        let figures = zetop.detach();
        assert_nothing_missing_unsaid(&figures, after, &loader);
        // Everything is as it was afterwards.
        let zetop = Attached::to(program.pid());
        program.work(20);
        crate::rounds::assert_rounds(&zetop.detach(), 40);
        program.finish();
    }
}

/// When every initialisation has been made once, another one changes nothing: nothing is missing, and nothing is said.
#[test]
fn initialised_again_and_again_while_attached() {
    needs_loader!();
    let mut program = Program::start(&mut command(&[]));
    program.initialise_again();
    let zetop = Attached::to(program.pid());
    program.work(10);
    for _ in 0..100 {
        program.initialise_again();
    }
    program.work(10);
    let figures = zetop.detach();
    crate::rounds::assert_rounds(&figures, 40);
    assert_eq!(figures.calls("zeInit").0, 100);
    let noted = figures.quality.notes.iter().any(|note| note.contains("while zetop was attached"));
    assert!(!noted, "{:?}", figures.quality.notes);
    program.finish();
}

/// Debian 12's loader is too old to have one.
#[test]
fn a_loader_without_a_tracing_layer() {
    needs_loader!();
    let mut program = Program::start(&mut command(&[]));
    match Attached::start(zetop(program.pid()).arg("--tracing-layer")) {
        Ok(zetop) => {
            drop(zetop.detach());
            zetop_testing::skip!("the installed loader has a tracing layer");
        }
        Err((said, code)) => {
            assert_eq!((said.lines().count(), code), (1, 1), "{said}");
            assert!(said.contains("libze_loader.so.1") && said.contains("tracing layer"), "{said}");
        }
    }
    program.work(3);
    program.finish();
}
