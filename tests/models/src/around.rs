//! What the harvester needs of the rest of the probe: here, there is nothing else to do, and no reason not to run.

pub mod attendance {
    pub fn look(_is_own_thread: bool) {}
}

pub mod guard {
    use crate::own_thread::{OwnThread, RUNNING};
    use crate::sync::atomic::Ordering;

    pub fn spawn(_name: &str, f: impl FnOnce() + Send + 'static) -> Option<OwnThread> {
        RUNNING.fetch_add(1, Ordering::SeqCst);
        Some(OwnThread(shuttle::thread::spawn(|| {
            f();
            RUNNING.fetch_sub(1, Ordering::SeqCst);
        })))
    }

    pub fn is_alone() -> bool {
        false
    }
}

pub mod own_work {
    #[derive(Default)]
    pub struct ThreadTime(());

    impl ThreadTime {
        pub fn add(&mut self) -> u64 {
            0
        }
    }
}

pub mod sandbox {
    pub fn is_filtered() -> bool {
        false
    }

    pub fn may_start_thread() -> bool {
        true
    }
}

pub mod windows {
    pub struct Windows;

    pub static WINDOWS: Windows = Windows;

    impl Windows {
        pub fn spent_elsewhere(&self, _ns: u64) {}
    }
}
