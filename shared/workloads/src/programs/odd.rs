//! Programs that do what is allowed but rare.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Driver, Gpu};
use anyhow::{Result, bail, ensure};
use std::io::Write as _;
use std::ptr::null_mut;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub const MAIN_ENDS: Program = Program {
    name: "main-ends",
    about: "main ends its thread after `main` ms; another one makes n calls after `ms`, one every 100 ms for `rest`, and is the last",
    keys: &[("n", "100"), ("main", "0"), ("ms", "300"), ("rest", "0")],
    run: main_ends,
};

fn main_ends(arguments: &Arguments) -> Result<()> {
    let (n, ms) = (arguments.get::<u64>("n")?, arguments.get::<u64>("ms")?);
    let rest = Duration::from_millis(arguments.get("rest")?);
    let gpu = Gpu::open()?;
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(ms));
        let calls = (0..n).filter(|_| gpu.driver.api_version().is_ok()).count();
        println!("{calls} calls of the last thread");
        // The process ends with this thread, without handlers.
        let _ = std::io::stdout().flush();
        let end = Instant::now() + rest;
        while Instant::now() < end {
            std::thread::sleep(Duration::from_millis(100));
            let _ = gpu.driver.api_version();
        }
        std::mem::forget(gpu);
    });
    std::thread::sleep(Duration::from_millis(arguments.get("main")?));
    // SAFETY: ends this thread alone. Nothing on its stack is referred to by the other.
    unsafe { libc::syscall(libc::SYS_exit, 0) };
    bail!("still here")
}

pub const NEW_USER_NAMESPACE: Program = Program {
    name: "new-user-namespace",
    about: "makes n calls, then a user namespace of its own, which a process with several threads can't; line=1: it says so \
            first, and waits for a line on stdin",
    keys: &[("n", "100"), ("line", "0")],
    run: new_user_namespace,
};

fn new_user_namespace(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let gpu = Gpu::open()?;
    ensure!(calls(&gpu.driver, n), "a call failed");
    if arguments.get::<u32>("line")? > 0 {
        println!("ready");
        std::io::stdin().read_line(&mut String::new())?;
    }
    enter_new_user_namespace();
    ensure!(calls(&gpu.driver, n), "a call failed");
    let mut ledger = Ledger::new();
    ledger.calls("zeDriverGetApiVersion", 2 * n, 0);
    ledger.print();
    Ok(())
}

/// And prints how that went.
pub fn enter_new_user_namespace() {
    // SAFETY: the kernel refuses if there are other threads; this one goes on with the ids that it has there.
    match unsafe { libc::unshare(libc::CLONE_NEWUSER) } {
        0 => println!("a user namespace of its own"),
        _ => println!("no user namespace: {}", std::io::Error::last_os_error()),
    }
}

pub const FORK_IN_THREAD: Program = Program {
    name: "fork-in-thread",
    about: "a thread forks; how=fork: in the child that thread ends while two others make n calls each; how=clone: \
            a child of a bare clone makes n calls",
    keys: &[("how", "fork"), ("n", "100000")],
    run: fork_in_thread,
};

fn calls(driver: &Driver, n: u64) -> bool {
    (0..n).all(|_| driver.api_version().is_ok())
}

fn fork_in_thread(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let gpu = Gpu::open()?;
    let driver = gpu.driver;
    let child = match arguments.text("how")? {
        "fork" => std::thread::spawn(move || fork_and_end(driver, n)).join().expect("it does not panic"),
        "clone" => {
            ensure!(calls(&driver, n), "a call failed");
            // SAFETY: like fork, without its handlers; the child makes calls that take no lock, and ends.
            let pid = unsafe { libc::syscall(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0) } as libc::pid_t;
            if pid == 0 {
                let fine = calls(&driver, 2 * n);
                // SAFETY: ends the child at once.
                unsafe { libc::_exit(i32::from(!fine)) };
            }
            pid
        }
        how => bail!("how={how}"),
    };
    ensure!(child > 0, "no child");
    let mut status = 0;
    // SAFETY: a child of this process and a live variable.
    unsafe { libc::waitpid(child, &raw mut status, 0) };
    ensure!(status == 0, "the child ended with status {status:#x}");
    let mut ledger = Ledger::new();
    ledger.calls("zeDriverGetApiVersion", 3 * n, 0);
    ledger.print();
    Ok(())
}

/// How many of the child's threads are done, and whether its first one has ended.
static DONE: AtomicU32 = AtomicU32::new(0);
static ENDED: AtomicU32 = AtomicU32::new(0);

struct SaysItEnds;
impl Drop for SaysItEnds {
    fn drop(&mut self) {
        ENDED.store(1, Ordering::Release);
    }
}

thread_local! {
    static AT_END: SaysItEnds = const { SaysItEnds };
}

fn fork_and_end(driver: Driver, n: u64) -> libc::pid_t {
    // This thread has a block of its own.
    if !calls(&driver, n) {
        return 0;
    }
    // SAFETY: the child starts threads of its own and ends by itself.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        AT_END.with(|_| ());
        for late in [false, true] {
            std::thread::spawn(move || {
                if late {
                    while ENDED.load(Ordering::Acquire) == 0 {
                        std::thread::yield_now();
                    }
                    // What else runs at the end of a thread has time to.
                    std::thread::sleep(Duration::from_millis(20));
                }
                let fine = calls(&driver, n / 4) && {
                    while ENDED.load(Ordering::Acquire) == 0 {
                        std::thread::yield_now();
                    }
                    std::thread::sleep(Duration::from_millis(40));
                    calls(&driver, n - n / 4)
                };
                if !fine || DONE.fetch_add(1, Ordering::AcqRel) == 1 {
                    // SAFETY: ends the child.
                    unsafe { libc::_exit(i32::from(!fine)) };
                }
            });
        }
    }
    pid
}

pub const SIGNALLED: Program = Program {
    name: "signalled",
    about: "n short threads with one call each, while a signal handler makes calls, too",
    keys: &[("n", "3000")],
    run: signalled,
};

static HANDLED: AtomicU64 = AtomicU64::new(0);
static DRIVER: OnceLock<Driver> = OnceLock::new();

extern "C" fn handle(_: i32) {
    if DRIVER.get().is_some_and(|driver| driver.api_version().is_ok()) {
        HANDLED.fetch_add(1, Ordering::Relaxed);
    }
}

fn signalled(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let gpu = Gpu::open()?;
    let driver = *DRIVER.get_or_init(|| gpu.driver);
    ensure!(calls(&driver, 1), "a call failed");
    // SAFETY: the handler makes calls that take no lock of the driver; system calls go on after it.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handle as *const () as usize;
        action.sa_flags = libc::SA_RESTART;
        libc::sigaction(libc::SIGUSR1, &raw const action, null_mut());
    }
    for _ in 0..n / 2 {
        // Each is sent signals from its first moment on.
        let start = |_| {
            std::thread::spawn(move || {
                // SAFETY: this thread itself.
                let own = unsafe { libc::pthread_self() };
                let sender = std::thread::spawn(move || {
                    for _ in 0..10 {
                        // SAFETY: the thread waits for this one before it ends.
                        unsafe { libc::pthread_kill(own, libc::SIGUSR1) };
                    }
                });
                let fine = calls(&driver, 1);
                sender.join().is_ok() && fine
            })
        };
        let threads: Vec<_> = (0..2).map(start).collect();
        for thread in threads {
            ensure!(thread.join().is_ok_and(|fine| fine), "a call failed");
        }
    }
    let handled = HANDLED.load(Ordering::Relaxed);
    // Several may have been merged into one.
    ensure!(handled >= n, "{handled} signals");
    eprintln!("expect call zeDriverGetApiVersion calls={} errors=0", 1 + n / 2 * 2 + handled);
    Ok(())
}

pub const LATE_CALLS: Program = Program {
    name: "late-calls",
    about: "makes n calls in an exit handler that runs after all others, `ms` after it began",
    keys: &[("n", "100"), ("ms", "100")],
    run: late_calls,
};

static LATE: AtomicU64 = AtomicU64::new(0);
static LATE_MS: AtomicU64 = AtomicU64::new(0);

extern "C" fn call_late() {
    std::thread::sleep(Duration::from_millis(LATE_MS.load(Ordering::Relaxed)));
    let n = LATE.load(Ordering::Relaxed);
    if DRIVER.get().is_some_and(|driver| calls(driver, n)) {
        println!("{n} late calls");
    }
}

fn late_calls(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    LATE.store(n, Ordering::Relaxed);
    LATE_MS.store(arguments.get("ms")?, Ordering::Relaxed);
    // After the loader's own handlers, which end it, and before any that come with the first call: they run the other way
    // round.
    crate::ze::api()?;
    // SAFETY: a function of this program.
    ensure!(unsafe { libc::atexit(call_late) } == 0, "atexit failed");
    let gpu = Gpu::open()?;
    let driver = *DRIVER.get_or_init(|| gpu.driver);
    ensure!(calls(&driver, n), "a call failed");
    // Its context outlives `main`, as static objects do.
    std::mem::forget(gpu);
    let mut ledger = Ledger::new();
    ledger.calls("zeDriverGetApiVersion", 2 * n, 0);
    ledger.print();
    Ok(())
}
