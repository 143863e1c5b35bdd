//! The functions that the core and the hooks call back.

use super::attach;
use crate::{catalog, driver, hooks, timing};
use std::time::Duration;
use zetop_probe_core::backend::Backend;
use zetop_probe_core::runtime;
use zetop_wire::layout::{Mode, Process};
use zetop_wire::session::Options;

struct LevelZero;

/// Hands in all callbacks. Every entry into this library calls this first; only the first call counts.
pub fn install() {
    hooks::init::call_back(attach::initialised);
    runtime::install(&LevelZero);
}

impl Backend for LevelZero {
    fn set_up(&self, process: &'static Process) {
        timing::set_up(&driver::Loaded, process);
    }

    fn catalog(&self) -> Vec<u8> {
        catalog::json()
    }

    fn may_be_sampled(&self, function: usize) -> bool {
        catalog::may_be_sampled(function)
    }

    fn waits(&self, function: usize) -> bool {
        catalog::waits(function)
    }

    fn begin(&self, process: &'static Process, mode: Mode, options: &Options) {
        attach::use_tables(options.tables);
        timing::begin(process, mode != Mode::Layer, options);
    }

    fn is_attached(&self) -> bool {
        attach::is_in_force()
    }

    fn attached_by_parent(&self) {
        attach::by_parent();
    }

    fn entry(&self) -> usize {
        attach::zetop_attend as *const () as usize
    }

    fn attend(&self, on_ours: bool) {
        attach::attend_soon(on_ours);
    }

    fn exiting(&self, limit: Duration) {
        attach::process_ends();
        timing::process_ends(limit);
    }
}
