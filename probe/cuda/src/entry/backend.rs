//! The functions that the core calls back.

use super::attached;
use crate::{catalog, driver, exports, timing};
use std::time::Duration;
use zetop_probe_core::backend::Backend;
use zetop_probe_core::runtime;
use zetop_wire::layout::{Mode, Process};
use zetop_wire::session::Options;

struct Cuda;

/// Hands in all callbacks.
pub fn install() {
    driver::set_wrappers(&exports::WRAPPERS);
    runtime::install(&Cuda);
}

impl Backend for Cuda {
    fn set_up(&self, process: &'static Process) {
        timing::set_up(process);
    }

    fn catalog(&self) -> Vec<u8> {
        catalog::catalog().to_json().unwrap_or_default()
    }

    fn may_be_sampled(&self, function: usize) -> bool {
        catalog::may_be_sampled(function)
    }

    fn waits(&self, function: usize) -> bool {
        catalog::waits(function)
    }

    fn begin(&self, process: &'static Process, _mode: Mode, options: &Options) {
        timing::begin(process, options);
    }

    fn is_attached(&self) -> bool {
        attached::is_in_force()
    }

    fn attached_by_parent(&self) {
        // The pointers are copies of the parent's, and are found again at the detach.
    }

    fn entry(&self) -> usize {
        attached::zetop_attend as *const () as usize
    }

    fn attend(&self, on_ours: bool) {
        if on_ours {
            attached::attend_soon();
        } else {
            // The call may be a signal handler's, on top of `malloc`, and starting a thread takes memory.
            timing::at_next_submission(attached::attend_if_due);
        }
    }

    fn exiting(&self, _limit: Duration) {
        timing::process_ends();
    }
}
