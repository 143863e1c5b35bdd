//! The probe's state in this process: set up once, and once more in a forked child.

use crate::shared::{self, SharedFile};
use crate::{backend, clock, control, self_cost, session, thread};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering};
use zetop_wire::layout::{BLOCKS, Life, MAGIC, Mode, Process, ThreadBlock};
use zetop_wire::layout_hash::LAYOUT_HASH;
use zetop_wire::session::{OPTIONS_FILE, Options, process_file};

pub struct Runtime {
    file: SharedFile,
    pool: Mutex<Pool>,
    /// Blocks that a thread may take: free ones and ones not made yet.
    available: AtomicU32,
    /// Returns the block when its thread ends.
    key: libc::pthread_key_t,
    /// A monitor is on the control channel.
    pub watched: AtomicBool,
    /// [`Binding::start`] of the session that we are in; 0 outside of one.
    joined: AtomicU64,
}

#[derive(Default)]
struct Pool {
    free: Vec<u32>,
    made: u32,
}

/// What a session gives its probe.
#[derive(Clone)]
pub struct Binding {
    pub session: PathBuf,
    /// Part of our files' names: the clock when this process joined the session.
    pub start: u64,
}

static CURRENT: AtomicPtr<Runtime> = AtomicPtr::new(std::ptr::null_mut());

/// [`STATE`]: set up on the next call, being set up, set up, or given up for good.
const IDLE: u32 = 0;
const STARTING: u32 = 1;
const READY: u32 = 2;
const OFF: u32 = 3;
static STATE: AtomicU32 = AtomicU32::new(IDLE);

/// The session of this process, for children made with fork, which keep it.
static SESSION: AtomicPtr<PathBuf> = AtomicPtr::new(std::ptr::null_mut());

/// The runtime, if it is set up.
#[must_use]
pub fn get() -> Option<&'static Runtime> {
    // SAFETY: null or a leaked box.
    unsafe { CURRENT.load(Ordering::Acquire).as_ref() }
}

/// The runtime; sets it up in the session that the environment names. `None` when there is none to be had,
/// or while another thread is setting it up: nothing waits here.
pub fn get_or_start() -> Option<&'static Runtime> {
    if let Some(runtime) = get() {
        return Some(runtime);
    }
    if STATE.load(Ordering::Relaxed) == OFF {
        return None;
    }
    // SAFETY: null or a leaked path.
    let session = match unsafe { SESSION.load(Ordering::Acquire).as_ref() } {
        Some(session) => session.clone(),
        None => session::from_environment()?,
    };
    // A child made with fork by a program that was attached to has our wrappers in its tables, too.
    let mode = if backend::get()?.is_attached() { Mode::Attach } else { Mode::Layer };
    set_up(&session, mode, OFF)
}

/// Sets the probe up in `session`, for an attach.
pub fn start(session: &Path) -> Option<&'static Runtime> {
    // Whatever kept an earlier session from being joined may be otherwise in this one.
    let _ = STATE.compare_exchange(OFF, IDLE, Ordering::AcqRel, Ordering::Relaxed);
    set_up(session, Mode::Attach, IDLE)
}

/// `otherwise` is the state when there is no joining the session.
fn set_up(session: &Path, mode: Mode, otherwise: u32) -> Option<&'static Runtime> {
    if STATE.compare_exchange(IDLE, STARTING, Ordering::AcqRel, Ordering::Acquire).is_err() {
        return get();
    }
    match Runtime::new().and_then(|runtime| runtime.join(session, mode).map(|_| runtime)) {
        Some(runtime) => {
            CURRENT.store(std::ptr::from_ref(runtime).cast_mut(), Ordering::Release);
            STATE.store(READY, Ordering::Release);
            Some(runtime)
        }
        None => {
            STATE.store(otherwise, Ordering::Release);
            None
        }
    }
}

impl Runtime {
    /// Leaked, since threads may be inside a wrapper at any time.
    fn new() -> Option<&'static Self> {
        register_once();
        clock::choose();
        let file = SharedFile::reserve().ok()?;
        let mut key = 0;
        // SAFETY: `release` is a plain function of this library, which is never unloaded.
        if unsafe { libc::pthread_key_create(&raw mut key, Some(release)) } != 0 {
            return None;
        }
        backend::get()?.set_up(file.process());
        let runtime: &'static Self = Box::leak(Box::new(Self {
            file,
            pool: Mutex::default(),
            available: AtomicU32::new(BLOCKS as u32),
            key,
            watched: AtomicBool::new(false),
            joined: AtomicU64::new(0),
        }));
        runtime.file.make_current();
        Some(runtime)
    }

    /// Joins a session: makes the process file there and opens the control channel.
    pub fn join(&'static self, session: &Path, mode: Mode) -> Option<Binding> {
        if !session::is_ours(session) {
            return None;
        }
        let options = std::fs::read_to_string(session.join(OPTIONS_FILE)).unwrap_or_default();
        let options = Options::from_text(&options);
        let (ticks, raw) = clock::pair();
        let pid = std::process::id();
        let cost = self_cost::measure();
        {
            let pool = self.pool.lock().ok()?;
            self.file.bind(&session.join(process_file(pid, ticks)), pool.made as usize).ok()?;
            let process = self.process();
            process.blocks.store(pool.made, Ordering::Relaxed);
            process.threads.store(pool.made - pool.free.len() as u32, Ordering::Relaxed);
            process.wants_records.store(u32::from(options.records), Ordering::Relaxed);
            for block in 0..pool.made as usize {
                let head = &self.file.block(block).head;
                head.wants_records.store(u32::from(options.records), Ordering::Relaxed);
            }
        }
        let process = self.process();
        process.pid.store(pid, Ordering::Relaxed);
        process.parent.store(std::os::unix::process::parent_id(), Ordering::Relaxed);
        process.clock.store(u32::from(clock::is_tsc()), Ordering::Relaxed);
        process.mode.store(mode as u32, Ordering::Relaxed);
        process.interruptions.store(0, Ordering::Relaxed);
        process.life.store(Life::Running as u32, Ordering::Relaxed);
        process.start_ticks.store(ticks, Ordering::Relaxed);
        process.start_raw_ns.store(raw, Ordering::Relaxed);
        process.layout_hash.store(LAYOUT_HASH, Ordering::Relaxed);
        process.cost_ticks_256.store(cost.added_256, Ordering::Relaxed);
        process.bias_ticks_256.store(cost.bias_256, Ordering::Relaxed);
        let backend = backend::get()?;
        backend.begin(process, mode, options);
        process.set_catalog(&backend.catalog());
        process.magic.store(MAGIC, Ordering::Release);
        self.joined.store(ticks, Ordering::Release);
        // The old path is left to whoever may be reading it.
        SESSION.store(Box::into_raw(Box::new(session.to_owned())), Ordering::Release);
        let binding = Binding { session: session.to_owned(), start: ticks };
        control::start(self, binding.clone(), mode);
        Some(binding)
    }

    /// Leaves the session: figures stop, and the file's memory is given back.
    pub fn leave(&self) {
        self.joined.store(0, Ordering::Release);
        self.watched.store(false, Ordering::Release);
        // The monitor's answer: everything else is done by now.
        self.process().life.store(Life::Detached as u32, Ordering::Release);
        self.file.unbind();
    }

    /// [`Binding::start`] of the session that we are in; 0 outside of one.
    #[must_use]
    pub fn joined(&self) -> u64 {
        self.joined.load(Ordering::Acquire)
    }

    /// The monitor of the session that we are in lives.
    #[must_use]
    pub fn is_held(&self) -> bool {
        // SAFETY: null or a leaked path.
        let session = unsafe { SESSION.load(Ordering::Acquire).as_ref() };
        self.joined() != 0 && session.is_some_and(|session| self.holds(session))
    }

    /// The monitor of a session lives: it keeps a lock on the options till its end. Where that can't be
    /// seen, the control channel tells.
    #[must_use]
    pub fn holds(&self, session: &Path) -> bool {
        let Ok(file) = std::fs::File::open(session.join(OPTIONS_FILE)) else { return false };
        // SAFETY: an open file; the lock, if it is given, goes with it.
        if unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_SH | libc::LOCK_NB) } == 0 {
            return false;
        }
        let busy = std::io::Error::last_os_error().kind() == std::io::ErrorKind::WouldBlock;
        busy || self.watched.load(Ordering::Acquire)
    }

    #[must_use]
    pub fn file(&self) -> &SharedFile {
        &self.file
    }

    #[must_use]
    pub fn process(&self) -> &'static Process {
        self.file.process()
    }

    /// Gives this thread a block; `None` when all are taken.
    pub fn take_block(&self) -> Option<&'static ThreadBlock> {
        if self.available.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let mut pool = self.pool.lock().ok()?;
        let process = self.process();
        let (number, block) = match pool.free.pop() {
            Some(number) => (number, self.file.block(number as usize)),
            None => {
                let number = pool.made;
                if number as usize >= BLOCKS {
                    return None;
                }
                let Ok(block) = self.file.make_block(number as usize) else {
                    // No memory for another one: those that were made go on being recycled.
                    self.available.store(0, Ordering::Relaxed);
                    return None;
                };
                pool.made = number + 1;
                process.blocks.store(pool.made, Ordering::Release);
                (number, block)
            }
        };
        self.available.fetch_sub(1, Ordering::Relaxed);
        process.threads.fetch_add(1, Ordering::Relaxed);
        drop(pool);
        let wants_records = process.wants_records.load(Ordering::Relaxed);
        block.head.wants_records.store(wants_records, Ordering::Relaxed);
        // SAFETY: gettid has no arguments; the key was created in `new`. The value is the block's number
        // plus one, since a null value would not have `release` called.
        unsafe {
            block.head.tid.store(libc::gettid() as u32, Ordering::Relaxed);
            libc::pthread_setspecific(self.key, (number as usize + 1) as *const libc::c_void);
        }
        thread::set(block);
        Some(block)
    }

    fn give_back(&self, number: u32) {
        thread::set(std::ptr::null());
        if number as usize >= BLOCKS {
            return;
        }
        if let Ok(mut pool) = self.pool.lock() {
            self.file.block(number as usize).head.tid.store(0, Ordering::Relaxed);
            self.process().threads.fetch_sub(1, Ordering::Relaxed);
            pool.free.push(number);
            self.available.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Runs when a thread that owns a block ends.
extern "C" fn release(value: *mut libc::c_void) {
    crate::guard::quietly(|| {
        if let (Some(runtime), Some(number)) = (get(), (value as usize).checked_sub(1)) {
            runtime.give_back(number as u32);
        }
    });
}

/// Fork and exit handlers, once per process image.
fn register_once() {
    static ONCE: AtomicU32 = AtomicU32::new(0);
    if ONCE.swap(1, Ordering::Relaxed) == 0 {
        // SAFETY: both functions live in this library, which is never unloaded.
        unsafe {
            libc::pthread_atfork(None, None, Some(forked));
            libc::atexit(exiting);
        }
    }
}

/// In a forked child: forget the parent's file, so that nothing is ever written into it. The next call that
/// the child makes sets the probe up anew. Locks of the parent's runtime may be held by threads that do not
/// exist here; it is left behind as it is.
extern "C" fn forked() {
    thread::set(std::ptr::null());
    shared::forget();
    CURRENT.store(std::ptr::null_mut(), Ordering::Release);
    if STATE.load(Ordering::Relaxed) != OFF {
        STATE.store(IDLE, Ordering::Release);
    }
}

/// How long an exit may wait for our own threads.
const EXIT_LIMIT: std::time::Duration = std::time::Duration::from_millis(100);

extern "C" fn exiting() {
    if let Some(runtime) = get() {
        if let Some(backend) = backend::get() {
            // Registered after the driver's own handlers, so run before them: the driver still answers.
            crate::guard::quietly(|| backend.exiting(EXIT_LIMIT));
        }
        runtime.process().life.store(Life::Exited as u32, Ordering::Release);
    }
}
