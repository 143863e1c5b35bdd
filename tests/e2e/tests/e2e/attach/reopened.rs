//! A loader that the program closes and loads again while zetop is attached.

use crate::support::{PROGRAMS, attached, needs_loader};
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use zetop_e2e::attacher::Attacher;
use zetop_e2e::figures::Figures;
use zetop_e2e::target::Target;

/// In the same table as the first one, so that both are seen from the same moment on.
const OTHER: &str = "zeDriverGetExtensionProperties";

fn program(preload: Option<&Path>) -> Target {
    let mut command = Command::new(PROGRAMS.workload);
    command.arg("reopens").env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
    command.envs(preload.map(|library| ("LD_PRELOAD", library)));
    let mut target = Target::run(&mut command);
    target.tell("open");
    target
}

fn counted(figures: &Figures) -> u64 {
    figures.calls("zeDriverGetApiVersion").0
}

/// On a busy machine an initialisation may take so long that it is counted twice.
fn notes_interruptions(figures: &Figures, least: usize) -> bool {
    let number = |note: &String| {
        let rest = note.strip_prefix("initialised ")?;
        let (number, rest) = rest.split_once(' ')?;
        rest.contains("while zetop was attached").then(|| number.parse::<usize>().ok())?
    };
    figures.quality.notes.iter().filter_map(number).any(|number| number >= least)
}

/// Calls until they are seen again, and then others, which must all be seen.
struct Seen {
    target: Target,
    zetop: Attacher,
    /// Calls of the one function that were made, and counted; of the other, which are made only while all is seen.
    made: u64,
    counted: u64,
    others: u64,
}

impl Seen {
    fn begin(preload: Option<&Path>) -> Self {
        let target = program(preload);
        let zetop = attached(&target, &[]);
        let mut seen = Self { target, zetop, made: 0, counted: 0, others: 0 };
        seen.again();
        seen
    }

    fn again(&mut self) {
        let end = Instant::now() + zetop_e2e::scene::LIMIT;
        loop {
            self.target.tell("calls 10");
            self.made += 10;
            if counted(&self.zetop.until("figures", |_| true)) > self.counted {
                break;
            }
            assert!(Instant::now() < end, "calls of the loader that was loaded again are not seen");
        }
        self.target.tell("others 100");
        self.others += 100;
        let all = |figures: &Figures| figures.calls(OTHER).0 == self.others;
        self.zetop.until("all other calls", all);
        // This one was read after those calls.
        self.counted = counted(&self.zetop.until("figures", |_| true));
    }

    fn end(self) -> Figures {
        let end = self.zetop.end(libc::SIGTERM).figures();
        assert_eq!((counted(&end), end.calls(OTHER).0), (self.counted, self.others));
        assert!(self.counted <= self.made);
        assert!(self.target.quit().1.success());
        end
    }
}

#[test]
fn a_loader_that_was_looked_for_while_it_was_closed_is_seen_again() {
    needs_loader!();
    let mut seen = Seen::begin(None);
    for round in 1..=3 {
        seen.target.tell("close");
        seen.zetop.until("a look at the closed loader", |figures| notes_interruptions(figures, round));
        seen.target.tell("open");
        seen.again();
    }
    let end = seen.end();
    assert!(notes_interruptions(&end, 3), "{:?}", end.quality.notes);
}

/// Between the probe's last look and its end, a program had its loader closed, loaded again and called.
#[test]
fn a_program_that_ends_at_once_with_its_loader_loaded_again_has_a_note() {
    needs_loader!();
    let mut seen = Seen::begin(None);
    for order in ["close", "open", "calls 1000"] {
        seen.target.tell(order);
    }
    assert!(seen.target.quit().1.success());
    let end = seen.zetop.end(0).figures();
    assert!(notes_interruptions(&end, 1), "{:?}", end.quality.notes);
}

/// The memory that the closed loader has left holds what it held, our wrappers too. (`judge` has the tests of what was
/// overlooked; which of the places stay depends on the loader.)
#[test]
fn a_loader_is_seen_again_though_the_memory_of_the_closed_one_is_as_it_was() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let (source, library) = (folder.path().join("keep.c"), folder.path().join("libkeep.so"));
    std::fs::write(&source, "void free(void *memory) { (void)memory; }\n").expect("write");
    let mut cc = Command::new("cc");
    match cc.args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status() {
        Ok(made) if made.success() => {}
        other => return zetop_testing::skip!("no C compiler: {other:?}"),
    }
    let mut seen = Seen::begin(Some(&library));
    for _ in 0..3 {
        seen.target.tell("close");
        seen.target.tell("open");
        seen.again();
    }
    let end = seen.end();
    assert!(
        end.quality.notes.iter().any(|note| note.contains("while zetop was attached")),
        "{:?}",
        end.quality.notes
    );
}
