//! Removes the files of processes that have ended, so that a session of many short ones needs no more memory than they do.

use rustix::fd::AsFd as _;
use rustix::fs::{AtFlags, Mode, OFlags, unlinkat};
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;
use zetop_system::aside::Aside;

/// How long a reading waits for it. The folder is its user's, who can hold it.
const MOMENT: Duration = Duration::from_millis(50);

#[derive(Debug, Default)]
pub(super) struct Removal {
    names: Vec<OsString>,
    under_way: Option<Aside>,
}

impl Removal {
    pub(super) fn add(&mut self, name: OsString) {
        self.names.push(name);
    }

    /// Removes what was added, unless the last removal is not done yet.
    pub(super) fn round(&mut self, folder: &Path) {
        if self.under_way.as_mut().is_some_and(|work| work.wait(Duration::ZERO, || false).is_none()) {
            return;
        }
        self.under_way = None;
        if self.names.is_empty() {
            return;
        }
        let names = std::mem::take(&mut self.names);
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let Ok(folder) = rustix::fs::open(folder, flags, Mode::empty()) else { return };
        let remove = || {
            for name in &names {
                let _ = unlinkat(&folder, name, AtFlags::empty());
            }
            Ok(())
        };
        // What is not removed here goes with the folder.
        let Ok(mut work) = Aside::begin(&[folder.as_fd()], remove) else { return };
        if work.wait(MOMENT, || false).is_none() {
            self.under_way = Some(work);
        }
    }
}
