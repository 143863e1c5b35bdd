//! Whether a library through which programs reach an API was opened by anybody: all that is known of a program that opened it
//! past what a launch puts in between, and was over before it was looked at.

use crate::backend;
use rustix::fs::inotify::{CreateFlags, Reader, WatchFlags, add_watch, init};
use std::collections::BTreeSet;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::{Path, PathBuf};
use zetop_system::aside::Aside;

/// The libraries of this machine, from now on.
///
/// The kernel takes tens of milliseconds to close such a descriptor, so a process that nobody waits for does it.
#[derive(Debug)]
pub struct Opened {
    events: OwnedFd,
    watched: Vec<(i32, PathBuf)>,
}

impl Drop for Opened {
    fn drop(&mut self) {
        // Where there can be no more processes, it takes the time.
        let _ = Aside::begin(&[self.events.as_fd()], || Ok(()));
    }
}

impl Opened {
    /// `None` where there are none, or where the kernel watches no more files.
    #[must_use]
    pub fn watch() -> Option<Self> {
        let events = init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?;
        let library_path = std::env::var_os("LD_LIBRARY_PATH");
        let libraries = backend::ALL.iter().filter_map(|backend| backend.find(library_path.as_deref()));
        let watch = |file: PathBuf| Some((add_watch(&events, &file, WatchFlags::OPEN).ok()?, file));
        let watched: Vec<_> = libraries.filter_map(watch).collect();
        (!watched.is_empty()).then(|| Self { events, watched })
    }

    /// Files that were opened since the last call.
    #[must_use]
    pub fn which(&self) -> Vec<&Path> {
        let mut buffer = [MaybeUninit::uninit(); 1024];
        let mut events = Reader::new(&self.events, &mut buffer);
        let mut opened = BTreeSet::new();
        while let Ok(event) = events.next() {
            opened.insert(event.wd());
        }
        let was_opened = |(number, _): &&(i32, PathBuf)| opened.contains(number);
        self.watched.iter().filter(was_opened).map(|(_, file)| file.as_path()).collect()
    }
}
