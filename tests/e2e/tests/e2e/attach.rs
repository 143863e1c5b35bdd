//! `zetop -p`: attaching to a running program and detaching, and whatever may go wrong with that.

mod children;
mod cycles;
mod destroyed;
mod detach;
mod early;
mod exits;
mod figures;
mod reopened;
mod stopped;
mod terminal;
mod time;
mod trees;
mod trouble;

use std::time::{Duration, Instant};

pub(crate) fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + zetop_e2e::scene::LIMIT;
    while !holds() {
        assert!(Instant::now() < end, "never: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}
