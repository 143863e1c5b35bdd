//! Waits for the program's first initialisation, and checks whether a later one has refilled the tables or switched
//! the tracing layer off, and whether the loader has been closed and loaded again.
//!
//! The loader fills the tables before it makes the call, so our wrapper of the initialisation function is already gone
//! (seen on 1.20.6 with the first `zesInit`). A loader that is loaded again has new tables elsewhere, while the memory
//! of the old ones may still hold our wrappers: so what was unloaded is counted, too.

use super::patch::{Places, WrapOutcome, places, wrap};
use super::{maps, tracing};
use crate::timing;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use zetop_probe_core::runtime::Runtime;

/// Between two looks before the first initialisation.
const WAITING: Duration = Duration::from_millis(20);
/// Between two looks afterwards: calls can be missing for at most this long.
const KEEPING: Duration = Duration::from_millis(100);
/// If wrapping again does not help, something else writes there: look only rarely.
const TRIES: u32 = 8;
const RARELY: Duration = Duration::from_secs(5);
/// An initialisation fills one table after the other: changes within this time belong to the same one.
const FIRST: Duration = Duration::from_millis(300);

/// How many modules had been loaded and unloaded when the tables were last searched, and in which process that was.
static LOADED: AtomicU64 = AtomicU64::new(0);
static UNLOADED: AtomicU64 = AtomicU64::new(0);
static PROCESS: AtomicU32 = AtomicU32::new(0);

pub struct RewrapWatch {
    found: WrapOutcome,
    /// When the tables were filled for the first time, as far as we saw that.
    first: Option<Instant>,
    tries: u32,
    /// It is noted that calls will be missing when the tables are filled.
    noted: bool,
    /// The dynamic linker may be asked.
    asks_linker: bool,
}

/// What a look at tables that we have wrapped leads to.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    Nothing,
    /// Search for the tables again. Calls are missing if there are some without our wrappers.
    Search,
    /// Search, within an initialisation that is known to be going on.
    SearchQuietly,
    /// Calls are missing in any case.
    CountAndSearch,
}

/// Something was unloaded since the last search: it may have been the loader.
fn was_unloaded() -> bool {
    maps::modules_ever_unloaded() != UNLOADED.load(Ordering::Relaxed)
}

fn search(runtime: &Runtime) -> (WrapOutcome, bool) {
    // Before the search: what is unloaded meanwhile has the tables searched again.
    LOADED.store(maps::modules_ever_loaded(), Ordering::Relaxed);
    UNLOADED.store(maps::modules_ever_unloaded(), Ordering::Relaxed);
    PROCESS.store(std::process::id(), Ordering::Relaxed);
    wrap(runtime)
}

impl RewrapWatch {
    /// The first search of an attach. The tables of a loader that is being initialised are half filled for a moment.
    pub fn begin(runtime: &Runtime) -> Self {
        const MORE: u32 = 5;
        const MOMENT: Duration = Duration::from_millis(10);
        let (mut found, _) = search(runtime);
        for _ in 0..MORE {
            if found == WrapOutcome::Nothing {
                std::thread::sleep(MOMENT);
                found = search(runtime).0;
            }
        }
        Self { found, first: None, tries: 0, noted: false, asks_linker: true }
    }

    /// In a forked child, where the dynamic linker's lock may be held for ever.
    pub fn in_child() -> Self {
        Self { found: WrapOutcome::Tables, first: None, tries: 0, noted: false, asks_linker: false }
    }

    pub fn found(&self) -> WrapOutcome {
        self.found
    }

    /// zetop can't see from outside when there is something to do.
    pub fn needs_thread(&self) -> bool {
        self.found != WrapOutcome::Tables
    }

    /// Time until the next look.
    pub fn pause(&self) -> Duration {
        match self.found {
            WrapOutcome::NotInitialised => WAITING,
            _ if self.tries < TRIES => KEEPING,
            _ => RARELY,
        }
    }

    /// Looks, and puts back wrappers that are gone.
    pub fn look(&mut self, runtime: &Runtime) {
        let unloaded = self.asks_linker && was_unloaded();
        match self.found {
            WrapOutcome::NotInitialised | WrapOutcome::Nothing => {
                let found = self.search(runtime).0;
                if self.has_come(found) {
                    count(runtime);
                }
                self.tries = if found == WrapOutcome::Nothing && !unloaded { self.tries + 1 } else { 0 };
            }
            WrapOutcome::TracingLayer => {
                if tracing::switch_on_again() {
                    count(runtime);
                }
            }
            WrapOutcome::Tables => {
                let next = self.judge(places(), unloaded);
                if next != Next::Nothing {
                    let (found, news) = self.search(runtime);
                    if self.is_missing(&next, found, news) {
                        count(runtime);
                    }
                }
            }
        }
    }

    fn search(&self, runtime: &Runtime) -> (WrapOutcome, bool) {
        if self.asks_linker { search(runtime) } else { wrap(runtime) }
    }

    /// Takes what a search for tables has found that were not there before. True if calls are missing that are not noted:
    /// the program has made them since its initialisation, which can't be seen.
    fn has_come(&mut self, found: WrapOutcome) -> bool {
        self.found = found;
        self.first = Some(Instant::now());
        matches!(found, WrapOutcome::Tables | WrapOutcome::TracingLayer) && !std::mem::take(&mut self.noted)
    }

    fn judge(&mut self, places: Places, unloaded: bool) -> Next {
        let in_first = self.first.is_some_and(|first| first.elapsed() <= FIRST);
        if unloaded || places == Places::Wrapped {
            self.tries = 0;
        }
        match places {
            // The next look will tell.
            Places::Unknown => Next::Nothing,
            Places::Wrapped if !unloaded => Next::Nothing,
            // Our wrappers may be in what the loader has left; or a search in an initialisation has found nothing.
            Places::Wrapped | Places::None => Next::Search,
            Places::Changed if unloaded || (self.tries == 0 && !in_first) => Next::CountAndSearch,
            Places::Changed => Next::SearchQuietly,
        }
    }

    /// Takes what a search has found. True if calls are missing, or will be until the next look.
    fn is_missing(&mut self, next: &Next, found: WrapOutcome, news: bool) -> bool {
        match found {
            WrapOutcome::Tables => {
                self.tries += 1;
                *next == Next::CountAndSearch || (news && *next == Next::Search)
            }
            WrapOutcome::TracingLayer => {
                self.found = found;
                true
            }
            // The loader is gone, or is being loaded again, and its tables are half filled: it is waited for as before
            // the first initialisation. Until it was, nothing looked any more, or only rarely.
            WrapOutcome::NotInitialised | WrapOutcome::Nothing => {
                let is_known = self.tries > 0;
                (self.found, self.tries, self.noted) = (WrapOutcome::NotInitialised, 0, true);
                !is_known
            }
        }
    }
}

/// Nothing was unloaded since the last search, as far as can be told here: what was found then is still there.
pub fn is_as_it_was() -> bool {
    // In a forked child, the dynamic linker's lock may be held for ever.
    PROCESS.load(Ordering::Relaxed) == std::process::id() && !was_unloaded()
}

/// The last look, before the wrappers are taken out.
pub fn finish(runtime: &Runtime) {
    // What the tracing layer sees is in no table.
    let (places, search) = (places(), || search(runtime));
    if !timing::counts_only() && was_missing(places, was_unloaded(), search) {
        count(runtime);
    }
}

fn was_missing(places: Places, unloaded: bool, search: impl FnOnce() -> (WrapOutcome, bool)) -> bool {
    match (places, unloaded) {
        (Places::Changed, _) => true,
        // Closed, opened and called since the last look; perhaps closed again, or just being opened again.
        (Places::Wrapped, true) => {
            let (found, news) = search();
            news || found != WrapOutcome::Tables
        }
        (Places::None, false) => search() == (WrapOutcome::Tables, true),
        (Places::None | Places::Unknown, unloaded) => unloaded,
        (Places::Wrapped, false) => false,
    }
}

/// The last look when the program ends, on its own thread, where nothing can be searched: a loader may have been closed and
/// loaded again since the last one. (A program that only closes its libraries misses no calls.)
pub fn process_ends(runtime: &Runtime) {
    // In a forked child, the dynamic linker's lock may be held for ever.
    if PROCESS.load(Ordering::Relaxed) == std::process::id()
        && was_unloaded()
        && maps::modules_ever_loaded() != LOADED.load(Ordering::Relaxed)
    {
        count(runtime);
    }
}

/// Notes that calls are missing for a moment.
fn count(runtime: &Runtime) {
    runtime.process().interruptions.fetch_add(1, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch() -> RewrapWatch {
        RewrapWatch { found: WrapOutcome::Tables, first: None, tries: 0, noted: false, asks_linker: true }
    }

    /// The loader was closed and loaded again. The memory of its old tables still held our wrappers, so nothing was seen any
    /// more, and no note said so.
    #[test]
    fn tables_are_searched_again_when_something_was_unloaded() {
        let mut watch = watch();
        assert_eq!(watch.judge(Places::Wrapped, false), Next::Nothing);
        for _ in 0..2 * TRIES {
            assert_eq!(watch.judge(Places::Wrapped, true), Next::Search);
            assert!(!watch.is_missing(&Next::Search, WrapOutcome::Tables, false), "it was something else");
            assert_eq!(watch.judge(Places::Wrapped, true), Next::Search);
            assert!(watch.is_missing(&Next::Search, WrapOutcome::Tables, true), "it was the loader");
            assert_eq!(watch.pause(), KEEPING, "a program may do that again and again");
        }
    }

    /// Nothing said that the calls between the initialisation and the next look were missing.
    #[test]
    fn what_an_initialisation_costs_is_noted_once() {
        let mut watch = watch();
        watch.found = WrapOutcome::NotInitialised;
        assert!(!watch.has_come(WrapOutcome::NotInitialised) && watch.has_come(WrapOutcome::Tables));
        assert!(watch.is_missing(&Next::Search, WrapOutcome::NotInitialised, false), "closed");
        assert!(
            !watch.has_come(WrapOutcome::NotInitialised) && !watch.has_come(WrapOutcome::Tables),
            "that was noted"
        );
        assert!(watch.is_missing(&Next::Search, WrapOutcome::Tables, true), "closed and loaded again");
    }

    /// Within the first moments, one initialisation may fill the tables bit by bit; a loader that was closed is something
    /// else.
    #[test]
    fn a_loader_that_was_closed_at_once_is_noted() {
        const AN_HOUR: Duration = Duration::from_secs(3600);
        // The time after the first search, in which nothing is noted, lasts as long as this test.
        let mut watch = RewrapWatch { first: Some(Instant::now() + AN_HOUR), ..watch() };
        assert_eq!(watch.judge(Places::Changed, false), Next::SearchQuietly);
        assert_eq!(watch.judge(Places::Changed, true), Next::CountAndSearch);
        assert!(watch.is_missing(&Next::CountAndSearch, WrapOutcome::Tables, true));
    }

    /// A look while the loader was closed, or half loaded, left no places behind: "there is nothing that could be gone".
    #[test]
    fn a_loader_that_was_looked_for_while_it_was_gone_is_waited_for() {
        for found in [WrapOutcome::NotInitialised, WrapOutcome::Nothing] {
            let mut watch = watch();
            assert_eq!(watch.judge(Places::Changed, false), Next::CountAndSearch);
            assert!(watch.is_missing(&Next::CountAndSearch, found, false));
            assert_eq!((watch.found, watch.pause()), (WrapOutcome::NotInitialised, WAITING));
        }
        assert_eq!(watch().judge(Places::None, false), Next::Search);
    }

    /// At a detach in the middle of a reload, the loader was there but not initialised, and nothing was said.
    #[test]
    fn calls_before_a_detach_in_the_middle_of_a_reload_are_noted() {
        let finds = |found, news| move || (found, news);
        assert!(was_missing(Places::Wrapped, true, finds(WrapOutcome::NotInitialised, false)));
        assert!(was_missing(Places::Wrapped, true, finds(WrapOutcome::Nothing, false)));
        assert!(was_missing(Places::Wrapped, true, finds(WrapOutcome::Tables, true)));
        assert!(
            was_missing(Places::None, false, finds(WrapOutcome::Tables, true)),
            "initialised since the last look"
        );
        assert!(
            !was_missing(Places::Wrapped, true, finds(WrapOutcome::Tables, false)),
            "it was something else"
        );
        assert!(!was_missing(Places::None, false, finds(WrapOutcome::NotInitialised, false)));
        assert!(!was_missing(Places::Wrapped, false, || panic!("there is no need")));
    }

    #[test]
    fn what_is_always_written_over_is_looked_at_rarely() {
        let mut watch = watch();
        let mut counted = 0;
        for _ in 0..TRIES {
            let next = watch.judge(Places::Changed, false);
            counted += u32::from(watch.is_missing(&next, WrapOutcome::Tables, true));
        }
        assert_eq!((watch.pause(), counted), (RARELY, 1));
        assert_eq!(watch.judge(Places::Wrapped, false), Next::Nothing);
        assert_eq!(watch.pause(), KEEPING);
    }
}
