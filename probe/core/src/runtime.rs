//! The probe's state in this process: set up once, and once more in a forked child.

mod blocks;
mod state;

use crate::blocks::Blocks;
use crate::orders::OrdersPage;
use crate::path_slot::PathSlot;
use crate::shared::{self, SharedFile};
use crate::thread::{self, Room};
use crate::windows::WINDOWS;
use crate::{
    attendance, backend, clock, countdown, ending, guard, heap, own_file, own_thread, python, ranges,
    sandbox, self_cost, session, stack,
};
use state::{IDLE, OFF, READY, STARTING, STATE, here, may_start, state};
use std::cell::Cell;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;
use zetop_wire::layout::{BLOCKS, Life, MAGIC, Mode, Process, ThreadBlock};
use zetop_wire::layout_hash::LAYOUT_HASH;
use zetop_wire::session::{OPTIONS_FILE, Options, process_file, refused_file};

pub struct Runtime {
    file: SharedFile,
    blocks: Blocks,
    orders: OrdersPage,
    /// When this process joined the session that we are in, in ticks; 0 outside of one.
    joined: AtomicU64,
}

static CURRENT: AtomicPtr<Runtime> = AtomicPtr::new(std::ptr::null_mut());

/// The session of this process, for children made with fork, which keep it.
static SESSION: PathSlot = PathSlot::new();

/// Takes the backend, and puts in place what must be there before the first call.
pub fn install(backend: &'static dyn backend::Backend) {
    guard::silence_panics();
    thread::on_first_call(find_room);
    attendance::on_look(attend);
    backend::install(backend);
}

/// The runtime, if it is set up.
#[must_use]
pub fn get() -> Option<&'static Runtime> {
    // A child must not use its parent's.
    if thread::generation() == 0 {
        return None;
    }
    // SAFETY: null or a leaked box.
    unsafe { CURRENT.load(Ordering::Acquire).as_ref() }
}

thread_local! {
    /// This thread is setting the probe up.
    static SETS_UP: Cell<bool> = const { Cell::new(false) };
}

/// How long after its beginning a set-up is waited for by the first calls of other threads. It takes a millisecond or two, and on a
/// busy machine the thread that does it may have no processor for a second. If it takes longer, calls neither wait nor are counted
/// until it is done.
const SET_UP_LIMIT: Duration = Duration::from_secs(5);

/// When the latest set-up began, in ns of [`clock::raw_ns`].
static SET_UP_BEGAN: AtomicU64 = AtomicU64::new(0);

/// The runtime that another thread is setting up.
fn when_set_up() -> Option<&'static Runtime> {
    wait_for_set_up();
    get()
}

/// A signal handler on the thread that does the set-up does not wait.
fn wait_for_set_up() {
    if state().1 == STARTING && !SETS_UP.try_with(Cell::get).unwrap_or(true) {
        let (word, began) = (here(STARTING), SET_UP_BEGAN.load(Ordering::Relaxed));
        while state().0 == word && clock::raw_ns() < began + SET_UP_LIMIT.as_nanos() as u64 {
            std::thread::sleep(Duration::from_micros(100));
        }
    }
}

/// The runtime; sets it up in the session that the environment names. `None` when there is none.
pub fn get_or_start() -> Option<&'static Runtime> {
    get().or_else(start_by_itself)
}

/// Apart from [`get_or_start`], since it takes more stack than a signal handler may have.
#[cold]
#[inline(never)]
fn start_by_itself() -> Option<&'static Runtime> {
    let Some(from) = may_start() else { return when_set_up() };
    let parents = (from & 0xff == READY).then(sandbox::process).flatten();
    let session = match SESSION.get() {
        Some(session) => session,
        None => session::from_environment()?,
    };
    if sandbox::was_filtered_before() {
        say_lost(parents);
        return None;
    }
    let backend = backend::get()?;
    // A forked child of an attached program has our wrappers in its tables, too.
    let mode = if backend.is_attached() { Mode::Attach } else { Mode::Layer };
    let Some(runtime) = set_up(from, &session, mode, OFF) else {
        if state().1 == OFF {
            say_lost(parents);
        }
        return None;
    };
    if mode == Mode::Attach {
        backend.attached_by_parent();
    }
    Some(runtime)
}

/// A forked child can't join the session, since it has changed its user or its root folder, for example. It says so in its
/// parent's file: nobody else would know.
fn say_lost(parents: Option<&Process>) {
    static SAID: AtomicBool = AtomicBool::new(false);
    if let Some(parents) = parents
        && !SAID.swap(true, Ordering::Relaxed)
    {
        parents.lost_children.fetch_add(1, Ordering::Relaxed);
    }
}

/// There is no process file, for a limit on the size of files or on memory. zetop would not know why it sees nothing.
fn say_refused(session: &Path) {
    let path = session.join(refused_file(std::process::id()));
    own_file::apart(|| drop(own_file::OwnFile::open(&path, libc::O_CREAT | libc::O_EXCL)));
}

/// Sets the probe up in `session`, for an attach.
pub fn start(session: &Path) -> Option<&'static Runtime> {
    // What kept us out of an earlier session may not apply to this one.
    if let (word, OFF) = state() {
        let _ = STATE.compare_exchange(word, IDLE, Ordering::AcqRel, Ordering::Relaxed);
    }
    set_up(may_start()?, session, Mode::Attach, IDLE)
}

/// `from` is the state that was found; `otherwise` is the state to leave behind when the session cannot be joined.
fn set_up(from: u64, session: &Path, mode: Mode, otherwise: u64) -> Option<&'static Runtime> {
    let set = |by_us: bool| {
        let _ = SETS_UP.try_with(|it| it.set(by_us));
    };
    set(true);
    // Stored before the state says that a set-up is under way: `wait_for_set_up` reads it after that.
    SET_UP_BEGAN.store(clock::raw_ns(), Ordering::Relaxed);
    if STATE.compare_exchange(from, here(STARTING), Ordering::AcqRel, Ordering::Acquire).is_err() {
        set(false);
        return when_set_up();
    }
    // A panic would leave the state at "being set up" for ever.
    let made = guard::quietly(|| Runtime::new().and_then(|runtime| runtime.join(session, mode)));
    let made = match made.flatten() {
        Some(runtime) => {
            CURRENT.store(std::ptr::from_ref(runtime).cast_mut(), Ordering::Release);
            thread::begin_generation();
            STATE.store(here(READY), Ordering::Release);
            Some(runtime)
        }
        None => {
            guard::quietly(|| say_refused(session));
            STATE.store(otherwise, Ordering::Release);
            None
        }
    };
    set(false);
    made
}

impl Runtime {
    /// Leaked, since threads may be inside a wrapper at any time.
    fn new() -> Option<&'static Self> {
        register_once()?;
        clock::choose();
        ending::forget();
        own_thread::forget();
        let file = SharedFile::reserve().ok()?;
        let orders = OrdersPage::reserve()?;
        backend::get()?.set_up(file.process());
        let runtime: &'static Self =
            Box::leak(Box::new(Self { file, blocks: Blocks::default(), orders, joined: AtomicU64::new(0) }));
        runtime.file.make_current();
        Some(runtime)
    }

    /// Joins a session: makes the process file there.
    pub fn join(&'static self, session: &Path, mode: Mode) -> Option<&'static Self> {
        if !session::is_trusted(session) {
            return None;
        }
        let options = own_file::read(&session.join(OPTIONS_FILE)).unwrap_or_default();
        let options = Options::from_text(&options);
        heap::HEAP.provide();
        let (ticks, raw) = clock::pair();
        let pid = std::process::id();
        let cost = self_cost::measure();
        thread::look_for_id();
        stack::look_for_main();
        let room = self
            .file
            .bind(&session.join(process_file(pid, ticks)), self.blocks.end(), options.records)
            .ok()?;
        self.blocks.begin(room);
        self.orders.bind(session);
        let process = self.process();
        // Only after the file is mapped: a thread that took a block meanwhile has taken it in the old one.
        let made = self.blocks.end();
        for block in 0..made.min(room) {
            let head = &self.file.block(block).head;
            head.tid.store(self.blocks.thread(block), Ordering::Relaxed);
            head.wants.store(u32::from(options.records), Ordering::Relaxed);
            head.look_at.store(attendance::first_look(mode == Mode::Attach), Ordering::Relaxed);
        }
        process.blocks.fetch_max(made.min(room) as u32, Ordering::Relaxed);
        process.threads.store(self.blocks.in_use(), Ordering::Relaxed);
        process.wants_records.store(u32::from(options.records), Ordering::Relaxed);
        process.pid.store(pid, Ordering::Relaxed);
        process.parent.store(std::os::unix::process::parent_id(), Ordering::Relaxed);
        process.pid_namespace.store(session::pid_namespace(), Ordering::Relaxed);
        process.clock.store(u32::from(clock::is_tsc()), Ordering::Relaxed);
        process.mode.store(mode as u32, Ordering::Relaxed);
        process.interruptions.store(0, Ordering::Relaxed);
        let entry = if mode == Mode::Attach { backend::get()?.entry() } else { 0 };
        process.attend.store(entry as u64, Ordering::Relaxed);
        self.file.say_what_is_ready();
        process.life.store(Life::Running as u32, Ordering::Relaxed);
        process.start_ticks.store(ticks, Ordering::Relaxed);
        process.start_raw_ns.store(raw, Ordering::Relaxed);
        process.layout_hash.store(LAYOUT_HASH, Ordering::Relaxed);
        process.cost_ticks_256.store(cost.added_256, Ordering::Relaxed);
        process.untimed_cost_ticks_256.store(cost.untimed_256, Ordering::Relaxed);
        process.bias_ticks_256.store(cost.bias_256, Ordering::Relaxed);
        python::tell(&process.python);
        let backend = backend::get()?;
        let is_exact = options.exact || options.records;
        let timing = if is_exact { 0 } else { cost.added_256.saturating_sub(cost.untimed_256) };
        ranges::waits::set_up(|function| backend.waits(function));
        countdown::begin(timing, options.budget, |function| backend.may_be_sampled(function));
        let budget = (!is_exact && options.cold.is_none()).then_some(options.budget);
        WINDOWS.begin(budget, cost.added_256, ticks, raw);
        backend.begin(process, mode, &options);
        process.set_catalog(&backend.catalog());
        process.magic.store(MAGIC, Ordering::Release);
        self.joined.store(ticks, Ordering::Release);
        // It is not too long: a file in it has just been opened.
        SESSION.set(session);
        Some(self)
    }

    /// Leaves the session: counting stops, and memory is given back: the file's, and what is free of the probe's own.
    pub fn leave(&self) {
        self.joined.store(0, Ordering::Release);
        let process = self.process();
        if let Some(held) = heap::HEAP.give_back_regions() {
            process.memory_given_out.store(held.given_out as u64, Ordering::Relaxed);
            process.memory_mapped.store(held.mapped as u64, Ordering::Relaxed);
        }
        // This tells the monitor: everything else is done by now.
        process.life.store(Life::Detached as u32, Ordering::Release);
        self.file.unbind();
        self.orders.unbind();
    }

    /// When this process joined the session that we are in, in ticks; 0 outside of one.
    #[must_use]
    pub fn joined(&self) -> u64 {
        self.joined.load(Ordering::Acquire)
    }

    /// Whether the zetop of our session still holds its lock.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.joined() != 0 && SESSION.get().is_some_and(|session| self.orders.zetop_holds(&session))
    }

    /// zetop orders a detach, or has died without doing so.
    #[must_use]
    pub fn is_to_detach(&self) -> bool {
        self.orders.detach()
            || self.orders.is_gone()
            || !SESSION.get().is_some_and(|session| self.orders.zetop_lives(&session))
    }

    /// There is something to do about our attach, if this is one: zetop orders a detach, or is gone. While zetop comes itself,
    /// which takes a thread of the program's at a better moment, its calls leave that alone.
    fn is_due(&self, on_ours: bool) -> bool {
        self.joined() != 0
            && self.process().attend.load(Ordering::Relaxed) != 0
            && (self.orders.is_left_to_the_program() || on_ours && self.orders.detach())
    }

    /// The end of zetop will be known without looking for it: see [`Orders`](zetop_wire::orders::Orders).
    #[must_use]
    pub fn hears_of_the_end(&self) -> bool {
        self.orders.has_holder()
    }

    /// A thread may be started for what there is to do: as far as is known, and lately was, the program does not filter its
    /// system calls.
    #[must_use]
    pub fn may_start_attendant(&self) -> bool {
        /// zetop looks for filters once a second, or more often.
        const KNOWN: Duration = Duration::from_millis(1500);
        !sandbox::is_filtered() && self.orders.since_beat() < KNOWN
    }

    /// Leaves the session on a thread of the program's, perhaps in a signal handler. In a program that filters its system calls,
    /// the file stays mapped, and is counted in by the calls that still come to us.
    pub fn leave_in_place(&self) {
        self.joined.store(0, Ordering::Release);
        self.process().life.store(Life::Detached as u32, Ordering::Release);
        if !sandbox::is_filtered() {
            self.file.unbind();
            self.orders.unbind();
        }
    }

    #[must_use]
    pub fn process(&self) -> &'static Process {
        self.file.process()
    }

    /// The blocks that threads have, or have had.
    pub fn blocks(&self) -> impl Iterator<Item = &'static ThreadBlock> {
        (0..(self.process().blocks.load(Ordering::Acquire) as usize).min(BLOCKS))
            .map(|number| self.file.block(number))
    }
}

/// Has the backend see to what there is to do about our attach.
fn attend(on_ours: bool) {
    if let Some(runtime) = get()
        && runtime.is_due(on_ours)
        && let Some(backend) = backend::get()
    {
        backend.attend(on_ours);
    }
}

/// Called at a thread's first call.
fn find_room() -> Room {
    let Some(runtime) = get_or_start() else { return Room::Nowhere };
    match runtime.take_block() {
        Some(block) => Room::Own(block),
        None => Room::Shared(runtime.process()),
    }
}

/// glibc keeps the values of the first 32 keys in the thread's descriptor. For others it takes memory from the program's
/// `malloc`, which a signal handler may have interrupted: then blocks of threads that have ended are looked for, when one is needed.
const KEYS_WITHOUT_MALLOC: u32 = 32;

/// Makes sure that the thread's block is given back when the thread ends.
static KEY: AtomicU32 = AtomicU32::new(0);

/// Runs when a thread that owns a block ends; in a forked child also for the block that the thread had in the parent.
extern "C" fn release(value: *mut libc::c_void) {
    guard::quietly(|| {
        let (generation, number) = (value as u64 >> 16, (value as u64 & 0xffff) as usize);
        if generation == thread::generation()
            && let (Some(runtime), Some(number)) = (get(), number.checked_sub(1))
        {
            thread::set(std::ptr::null());
            runtime.give_back(number);
        }
    });
}

/// Key, fork and exit handlers, once per process image. `None` when there is no key left.
fn register_once() -> Option<()> {
    static DONE: AtomicU32 = AtomicU32::new(0);
    if DONE.load(Ordering::Relaxed) != 0 {
        return Some(());
    }
    let mut key = 0;
    // SAFETY: the functions live in this library, which is never unloaded. Only the thread that sets the probe up
    // is here.
    unsafe {
        if libc::pthread_key_create(&raw mut key, Some(release)) != 0 {
            return None;
        }
        libc::pthread_atfork(None, None, Some(forked));
        libc::atexit(exiting);
    }
    KEY.store(key, Ordering::Relaxed);
    DONE.store(1, Ordering::Relaxed);
    Some(())
}

/// Runs in a forked child, if the kernel does not do it: forgets the parent's file, so that nothing is ever
/// written into it. The child's next call sets the probe up again. Locks may be held by threads of the parent
/// that do not exist here, so the parent's runtime is left as it is.
extern "C" fn forked() {
    thread::forget_generation();
    shared::forget();
}

/// How long an exit may wait for a lock of the probe's: its holder may be a thread of the program that does not run any more.
const EXIT_LIMIT: Duration = Duration::from_millis(100);
/// How long for our own threads to come out of the driver. They do, unless the program's thread has been interrupted in
/// there by the signal whose handler calls `exit`.
const OWN_LIMIT: Duration = Duration::from_secs(1);

/// A library has been loaded that takes itself down at the exit: the probe's handler is to be the first.
pub fn ends_first() {
    // SAFETY: a plain function of this library, which is never unloaded.
    unsafe { libc::atexit(exiting) };
}

extern "C" fn exiting() {
    if let Some(runtime) = get() {
        if !ending::begin(OWN_LIMIT) {
            return;
        }
        if let Some(backend) = backend::get() {
            // Registered after the driver's own handlers, so run before them: the driver still answers.
            guard::quietly(|| backend.exiting(EXIT_LIMIT));
        }
        runtime.process().life.store(Life::Exited as u32, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A call was not counted, in a child of a program on a busy machine.
    #[test]
    fn a_set_up_is_waited_for_for_longer_than_a_thread_may_lack_a_processor() {
        let _number = thread::NUMBER.lock();
        let before = STATE.load(Ordering::Relaxed);
        SET_UP_BEGAN.store(clock::raw_ns(), Ordering::Relaxed);
        STATE.store(here(STARTING), Ordering::Release);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(700));
                STATE.store(here(READY), Ordering::Release);
            });
            wait_for_set_up();
            assert_eq!(state().1, READY);
        });
        // A set-up that began longer ago keeps no call waiting.
        SET_UP_BEGAN.store(clock::raw_ns() - SET_UP_LIMIT.as_nanos() as u64, Ordering::Relaxed);
        STATE.store(here(STARTING), Ordering::Release);
        wait_for_set_up();
        assert_eq!(state().1, STARTING);
        STATE.store(before, Ordering::Release);
    }
}
