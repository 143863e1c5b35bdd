//! How threads of the probe's wait. Here, nobody wakes without being woken: a wake-up that is lost is a deadlock.

use crate::sync::Mutex;
use crate::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use shuttle::sync::Condvar;
use std::time::Duration;

shuttle::lazy_static! {
    static ref SLEEPERS: (Mutex<()>, Condvar) = (Mutex::new(()), Condvar::new());
}

pub fn wait_while(word: &AtomicU32, value: u32, _time: Duration) {
    let queue = SLEEPERS.0.lock().expect("no thread panics");
    if word.load(Ordering::SeqCst) == value {
        drop(SLEEPERS.1.wait(queue));
    }
}

pub fn wake_one(_word: &AtomicU32) {
    let _queue = SLEEPERS.0.lock();
    SLEEPERS.1.notify_one();
}

shuttle::lazy_static! {
    /// Threads of the probe's that are running.
    pub static ref RUNNING: AtomicU64 = AtomicU64::new(0);
}

pub struct OwnThread(pub shuttle::thread::JoinHandle<()>);

impl OwnThread {
    pub fn join(self) {
        self.0.join().expect("no thread panics");
    }
}

#[derive(Default)]
pub struct Pause(());

impl Pause {
    #[must_use]
    pub const fn new() -> Self {
        Self(())
    }

    pub fn wait(&self, _time: Duration) {
        shuttle::thread::yield_now();
    }

    pub fn end(&self) {}
}
