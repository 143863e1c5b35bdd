//! What drivers say of devices as a whole, read in zetop's own process: by NVML and by Level Zero's sysman.
//!
//! ```text
//! session -> Reader -> [thread] -> nvml, sysman
//!     ^---------'
//! ```
//!
//! The drivers' libraries are loaded once a program uses a device that they may know, in a thread of their own: they may take
//! long, and even hang. Nothing waits for it. What a library, a device or a permission does not give is left out.

#[cfg(test)]
use zetop_testing as _; // signals and time limits

mod library;
mod nvml;
mod pace;
mod simulator;
mod sysman;
mod users;

use library::Library;
use nvml::Nvml;
use pace::Pace;
pub use simulator::Simulator;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use sysman::Sysman;
use zetop_figures::job::Member;
use zetop_figures::sensors::{Identity, Reading};
use zetop_system::descriptors::have_own_descriptors;
use zetop_system::proc;
use zetop_wire::api;

/// A library of a driver has been loaded into this process.
static LOADED: AtomicBool = AtomicBool::new(false);

/// Ends zetop. A driver's library may still be at work in its thread: its destructors are left out.
pub fn exit(status: i32) -> ! {
    if !LOADED.load(Ordering::SeqCst) {
        std::process::exit(status);
    }
    let _ = std::io::stdout().flush();
    // SAFETY: it ends the process, which has nothing left to do.
    unsafe { libc::_exit(status) }
}

/// A device of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The name, as catalogs have it, of the API through which the program uses the device.
    pub api: String,
    pub device: Identity,
}

/// Asks drivers about devices, at most once a second.
#[derive(Debug, Default)]
pub struct Reader {
    shared: Arc<Shared>,
    has_thread: bool,
    simulator: Option<Simulator>,
}

#[derive(Debug, Default)]
struct Shared(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    wanted: Vec<Wanted>,
    /// Processes of the program.
    own: Vec<u32>,
    /// The newest ones, until they are taken.
    readings: Vec<Reading>,
}

impl Shared {
    /// Held for moments only, and never while a driver is asked.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader {
    /// For programs on the simulated GPU.
    #[must_use]
    pub fn on(simulator: Simulator) -> Self {
        Self { simulator: Some(simulator), ..Self::default() }
    }

    /// Says which devices are of interest from now on, and which processes are the program's.
    pub fn want(&mut self, wanted: Vec<Wanted>, own: Vec<u32>) {
        if wanted.is_empty() && !self.has_thread {
            return;
        }
        {
            let mut state = self.shared.lock();
            (state.wanted, state.own) = (wanted, own);
        }
        if !self.has_thread {
            let (shared, simulator) = (Arc::downgrade(&self.shared), self.simulator.clone());
            let thread = std::thread::Builder::new().name("zetop-sensors".to_owned());
            // Without a thread there are no readings.
            self.has_thread = true;
            let _ = thread.spawn(move || read_on(&shared, simulator.as_ref()));
        }
    }

    /// What was read since the last time.
    #[must_use]
    pub fn take(&mut self) -> Vec<Reading> {
        if self.has_thread { std::mem::take(&mut self.shared.lock().readings) } else { Vec::new() }
    }
}

fn read_on(shared: &Weak<Shared>, simulator: Option<&Simulator>) {
    block_signals();
    // A driver that closes too much must not close what is zetop's: without that, there are no readings.
    if have_own_descriptors().is_err() {
        return;
    }
    let host = Member::own().host;
    // `None`: it is not there.
    let mut libraries: BTreeMap<String, Option<Box<dyn Library>>> = BTreeMap::new();
    loop {
        let Some((wanted, own)) = shared.upgrade().map(|shared| {
            let state = shared.lock();
            (state.wanted.clone(), state.own.clone())
        }) else {
            return;
        };
        for Wanted { api, .. } in &wanted {
            if !libraries.contains_key(api) {
                libraries.insert(api.clone(), open(api, simulator));
            }
        }
        let pace = Pace::start();
        let mut readings = Vec::new();
        for Wanted { api, device } in wanted {
            let library = libraries.get_mut(&api).and_then(Option::as_mut);
            let Some(mut sensors) = library.and_then(|library| library.read(&device)) else { continue };
            users::name(sensors.processes.as_mut(), &own);
            readings.push(Reading { host: host.clone(), device, sensors });
        }
        // Once a program has ended, the device says that nobody uses it: the readings before that stay.
        let goes_on = own.iter().any(|pid| !proc::has_ended(*pid));
        match shared.upgrade() {
            Some(shared) if goes_on && !readings.is_empty() => shared.lock().readings = readings,
            Some(_) => {}
            None => return,
        }
        pace.rest();
    }
}

fn open(api: &str, simulator: Option<&Simulator>) -> Option<Box<dyn Library>> {
    LOADED.store(true, Ordering::SeqCst);
    match api {
        id if id == api::CUDA.id => Some(Box::new(Nvml::open()?)),
        id if id == api::LEVEL_ZERO.id => Some(Box::new(Sysman::open(simulator)?)),
        _ => None,
    }
}

/// Signals to zetop are for its other threads, and threads that a library starts inherit this.
fn block_signals() {
    let mut all = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the set is filled before it is used, and only this thread's mask is changed.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_BLOCK, all.as_ptr(), std::ptr::null_mut());
    }
}
