//! The programs that are injected into. They run before `main`, so that a role has one thread, like a
//! small C program, unless it makes more.

use std::ffi::c_int;
use std::io;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[used]
#[unsafe(link_section = ".init_array.99999")]
static BEFORE_MAIN: extern "C" fn() = before_main;

extern "C" fn before_main() {
    if let Ok(role) = std::env::var("ZETOP_INJECT_ROLE") {
        // SAFETY: prctl with plain numbers: end when the tests end.
        unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
        run(&role);
        std::process::exit(0);
    }
}

fn say(text: &str) {
    let line = format!("{text}\n");
    // SAFETY: the buffer lives and has this length.
    unsafe { libc::write(1, line.as_ptr().cast(), line.len()) };
}

fn run(role: &str) {
    match role {
        "sleep" => timed(1500, || sys(|| unsafe_nanosleep(1500))),
        "sleeps" => sleeps(),
        "futex" => timed(1500, futex),
        "select" => timed(1500, select),
        "poll" => timed(1500, || sys(|| poll(1500))),
        "poll-input" => once(|| sys(|| poll(-1))),
        "read" => once(|| sys(read_byte)),
        "epoll" => once(|| sys(epoll)),
        "epoll-signal" => epoll_signal(),
        "pause" => pause_signal(),
        "busy" => busy(3),
        "busy-alone" => busy(0),
        "copy" => copy(),
        "float" => float(),
        "dlopen" => dlopen_loop(),
        "storm" => storm(true),
        "signals" => storm(false),
        "errno" => errno(),
        "in-handler" => in_handler(),
        "named" => named(),
        "chroot" => chroot(),
        "mount" => mount(),
        "other-user" => other_user(),
        "race" => race(),
        "executes-beside" => executes_beside(),
        "trap" => trap(),
        "never-back" => never_back(),
        "clones-traced" => clones_traced(),
        "no-room" => no_room(),
        "victim" => victim(),
        "never-comes" => never_comes(),
        "many-mappings" => many_mappings(),
        "traces-itself" => traces_itself(),
        "takes-away" => takes_away(),
        "another-executable" => another_executable(),
        "busy-quietly" => loop {
            std::hint::spin_loop();
        },
        "drop-rights" => drop_rights(),
        "inject" => injector(),
        "inject-once" => inject_once(),
        "tracer" => tracer(),
        "leader-ends" => leader_ends(),
        "filtered" => filtered(),
        "filtered-thread" => filtered_thread(),
        other => panic!("no role {other}"),
    }
}

/// A system call's result, or the error's number.
fn sys(call: impl FnOnce() -> c_int) -> Result<c_int, i32> {
    let result = call();
    if result == -1 { Err(io::Error::last_os_error().raw_os_error().unwrap_or(0)) } else { Ok(result) }
}

fn once(call: impl FnOnce() -> Result<c_int, i32>) {
    say("ready");
    say(&format!("{:?}", call()));
    let _ = read_byte();
}

/// Makes a call that waits for a given time; prints its result, and the time if that is wrong.
fn timed(milliseconds: u64, call: impl FnOnce() -> Result<c_int, i32>) {
    say("ready");
    let started = Instant::now();
    let result = call();
    let took = started.elapsed();
    let right = (milliseconds - 1..milliseconds + 800).contains(&(took.as_millis() as u64));
    say(&if right { format!("{result:?} in time") } else { format!("{result:?} after {took:?}") });
    let _ = read_byte();
}

fn unsafe_nanosleep(milliseconds: i64) -> c_int {
    let time = libc::timespec { tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000 };
    // SAFETY: a live timespec, and null is allowed for the rest.
    unsafe { libc::nanosleep(&time, null_mut()) }
}

fn sleeps() {
    say("ready");
    let wrong = (0..30).filter(|_| sys(|| unsafe_nanosleep(50)) != Ok(0)).count();
    say(&format!("{wrong} wrong"));
    let _ = read_byte();
}

fn futex() -> Result<c_int, i32> {
    let word = AtomicI32::new(0);
    let time = libc::timespec { tv_sec: 1, tv_nsec: 500_000_000 };
    let operation = libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG;
    // SAFETY: word and time live during the call.
    sys(|| unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), operation, 0, &raw const time) as c_int })
}

fn select() -> Result<c_int, i32> {
    let mut time = libc::timeval { tv_sec: 1, tv_usec: 500_000 };
    // SAFETY: no sets, a live time.
    sys(|| unsafe { libc::select(0, null_mut(), null_mut(), null_mut(), &mut time) })
}

fn poll(milliseconds: c_int) -> c_int {
    let mut input = libc::pollfd { fd: 0, events: libc::POLLIN, revents: 0 };
    // SAFETY: one live pollfd.
    unsafe { libc::poll(&mut input, 1, milliseconds) }
}

fn read_byte() -> c_int {
    let mut byte = 0_u8;
    // SAFETY: room for one byte.
    unsafe { libc::read(0, (&raw mut byte).cast(), 1) as c_int }
}

fn epoll() -> c_int {
    // SAFETY: plain system calls on live buffers.
    unsafe {
        let epoll = libc::epoll_create1(0);
        let mut event = libc::epoll_event { events: libc::EPOLLIN as u32, u64: 0 };
        libc::epoll_ctl(epoll, libc::EPOLL_CTL_ADD, 0, &mut event);
        libc::epoll_wait(epoll, &mut event, 1, -1)
    }
}

static HANDLED: AtomicU64 = AtomicU64::new(0);
static QUEUED: AtomicU64 = AtomicU64::new(0);

extern "C" fn handle(signal: c_int) {
    let counter = if signal == libc::SIGRTMIN() { &QUEUED } else { &HANDLED };
    counter.fetch_add(1, Ordering::SeqCst);
}

fn on(signal: c_int, handler: extern "C" fn(c_int), flags: c_int) {
    // SAFETY: the handler is async-signal-safe, the struct is complete.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as *const () as usize;
        action.sa_flags = flags;
        libc::sigaction(signal, &action, null_mut());
    }
}

/// A real signal must still give EINTR, and its handler runs once.
fn epoll_signal() {
    on(libc::SIGUSR1, handle, 0);
    once(|| sys(epoll));
    say(&HANDLED.load(Ordering::SeqCst).to_string());
}

fn pause_signal() {
    on(libc::SIGUSR1, handle, 0);
    // SAFETY: pause has no preconditions.
    once(|| sys(|| unsafe { libc::pause() }));
    say(&HANDLED.load(Ordering::SeqCst).to_string());
}

fn work(seed: u64) -> u64 {
    let mut value = seed;
    for index in 0..200_usize {
        let mut block = vec![value; 1 + index * 7 % 300];
        value = value.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(block.len() as u64);
        block.push(value);
        value ^= block[block.len() / 2].rotate_left(7);
    }
    value
}

fn input_is_there() -> bool {
    poll(0) > 0
}

/// Allocates and computes all the time, in a number of threads (0: in its only one).
fn busy(threads: usize) {
    let expected = work(42);
    let end = AtomicBool::new(false);
    let right = AtomicU64::new(0);
    let go = || {
        while !end.load(Ordering::Relaxed) {
            if work(42) != expected {
                say("WRONG");
                std::process::exit(1);
            }
            right.fetch_add(1, Ordering::Relaxed);
            if threads == 0 && input_is_there() {
                return;
            }
        }
    };
    if threads == 0 {
        say("ready");
        go();
    } else {
        std::thread::scope(|scope| {
            (0..threads).for_each(|_| drop(scope.spawn(go)));
            say("ready");
            let _ = read_byte();
            end.store(true, Ordering::Relaxed);
        });
    }
    say(if right.load(Ordering::Relaxed) > 0 { "right" } else { "idle" });
}

/// Hardly ever outside memcpy.
fn copy() {
    let source = vec![7_u8; 64 << 20];
    let mut sink = vec![0_u8; 64 << 20];
    say("ready");
    while !input_is_there() {
        for _ in 0..5 {
            // SAFETY: both have this length.
            unsafe { libc::memcpy(sink.as_mut_ptr().cast(), source.as_ptr().cast(), source.len()) };
        }
    }
    say(if sink == source { "right" } else { "WRONG" });
}

/// Vector, scalar and flag registers live across the loop; nothing is in memory.
fn float() {
    if !std::arch::is_x86_feature_detected!("avx2") {
        say("ready");
        let _ = read_byte();
        return say("right");
    }
    let numbers = [1.5_f64, -2.25, 3.125, 1e300];
    say("ready");
    while !input_is_there() {
        let mut out = [0.0_f64; 4];
        // SAFETY: AVX2 is there; everything that is changed is declared.
        unsafe {
            std::arch::asm!(
                "vmovupd ymm3, [{input}]",
                "vxorpd ymm4, ymm4, ymm4",
                "vmovapd ymm15, ymm3",
                "mov {count:e}, 3000000",
                "2:",
                "vaddpd ymm4, ymm4, ymm15",
                "vsubpd ymm4, ymm4, ymm3",
                "vaddpd ymm4, ymm4, ymm3",
                "vsubpd ymm4, ymm4, ymm15",
                "dec {count:e}",
                "jnz 2b",
                "vaddpd ymm4, ymm4, ymm15",
                "vmovupd [{output}], ymm4",
                input = in(reg) numbers.as_ptr(),
                output = in(reg) out.as_mut_ptr(),
                count = out(reg) _,
                out("ymm3") _, out("ymm4") _, out("ymm15") _,
            );
        }
        if out != numbers {
            say(&format!("WRONG {out:?}"));
            return;
        }
    }
    say("right");
}

fn dlopen_loop() {
    let end = AtomicBool::new(false);
    let loads = AtomicU64::new(0);
    let go = || {
        while !end.load(Ordering::Relaxed) {
            // SAFETY: a constant name; the handle is closed once.
            unsafe {
                let handle = libc::dlopen(c"libresolv.so.2".as_ptr(), libc::RTLD_NOW);
                assert!(!handle.is_null());
                libc::dlclose(handle);
            }
            loads.fetch_add(1, Ordering::Relaxed);
        }
    };
    say("ready");
    std::thread::scope(|scope| {
        scope.spawn(go);
        scope.spawn(go);
        let _ = read_byte();
        end.store(true, Ordering::Relaxed);
    });
    say(if loads.load(Ordering::Relaxed) > 0 { "right" } else { "idle" });
}

/// Queued signals of which none may be lost, and a handler every millisecond.
fn storm(with_timer: bool) {
    on(libc::SIGALRM, handle, libc::SA_RESTART);
    on(libc::SIGRTMIN(), handle, libc::SA_RESTART);
    let each = libc::timeval { tv_sec: 0, tv_usec: if with_timer { 1000 } else { 0 } };
    let timer = libc::itimerval { it_interval: each, it_value: each };
    // SAFETY: a live timer.
    unsafe { libc::setitimer(libc::ITIMER_REAL, &timer, null_mut()) };
    let expected = work(42);
    say("ready");
    while !input_is_there() {
        if work(42) != expected {
            return say("WRONG");
        }
    }
    say(&format!("{} queued, timer {}", QUEUED.load(Ordering::SeqCst), HANDLED.load(Ordering::SeqCst) > 10));
}

/// errno stays, and no handler of the program's for faults or traps runs.
fn errno() {
    for signal in
        [libc::SIGSEGV, libc::SIGTRAP, libc::SIGBUS, libc::SIGILL, libc::SIGSYS, libc::SIGCHLD, libc::SIGCONT]
    {
        on(signal, handle, libc::SA_RESTART);
    }
    say("ready");
    while !input_is_there() {
        // SAFETY: errno of this thread.
        unsafe { *libc::__errno_location() = 77 };
        let until = Instant::now() + Duration::from_millis(5);
        while Instant::now() < until {
            // SAFETY: as above.
            if unsafe { *libc::__errno_location() } != 77 {
                return say("WRONG errno");
            }
        }
    }
    say(&format!("{} handlers ran", HANDLED.load(Ordering::SeqCst)));
}

extern "C" fn wait_for_input(_: c_int) {
    say("ready");
    let _ = read_byte();
}

fn in_handler() {
    on(libc::SIGUSR1, wait_for_input, 0);
    // SAFETY: raise has no preconditions.
    unsafe { libc::raise(libc::SIGUSR1) };
    say("right");
}

/// The main thread is never at a safe point; one with the requested name always is.
fn named() {
    let name = std::env::var("ZETOP_INJECT_NAME").unwrap_or_default();
    let waiting = std::thread::Builder::new().name(name).spawn(|| {
        loop {
            // SAFETY: pause has no preconditions.
            unsafe { libc::pause() };
        }
    });
    assert!(waiting.is_ok());
    in_handler();
}

fn chroot() {
    let folder = std::env::var("ZETOP_INJECT_FOLDER").unwrap_or_default();
    std::fs::create_dir_all(format!("{folder}/tmp")).expect("create");
    std::os::unix::fs::chroot(&folder).expect("chroot");
    std::env::set_current_dir("/").expect("chdir");
    once(|| sys(read_byte));
}

/// A mount namespace in which /tmp is another one.
fn mount() {
    // SAFETY: constant texts.
    unsafe {
        assert_eq!(libc::unshare(libc::CLONE_NEWNS), 0);
        assert_eq!(
            libc::mount(c"none".as_ptr(), c"/".as_ptr(), null(), libc::MS_REC | libc::MS_PRIVATE, null()),
            0
        );
        assert_eq!(libc::mount(c"none".as_ptr(), c"/tmp".as_ptr(), c"tmpfs".as_ptr(), 0, null()), 0);
    }
    once(|| sys(read_byte));
}

fn other_user() {
    // SAFETY: plain numbers.
    unsafe {
        assert_eq!(libc::setresgid(65534, 65534, 65534), 0);
        assert_eq!(libc::setresuid(65534, 65534, 65534), 0);
    }
    once(|| sys(read_byte));
}

/// Injects again and again until it is killed.
fn injector() {
    let number = |name: &str| std::env::var(name).unwrap_or_default();
    let pid: u32 = number("ZETOP_INJECT_PID").parse().expect("pid");
    let library = number("ZETOP_INJECT_LIBRARY");
    say("ready");
    loop {
        let _ = zetop_inject::inject(pid, library.as_ref(), &[]);
    }
}

/// Injects when told to, and makes this system call when it is done.
fn inject_once() {
    let number = |name: &str| std::env::var(name).unwrap_or_default();
    let pid: u32 = number("ZETOP_INJECT_PID").parse().expect("pid");
    let library = number("ZETOP_INJECT_LIBRARY");
    say("ready");
    let _ = read_byte();
    let _ = zetop_inject::inject(pid, library.as_ref(), &[]);
    // SAFETY: pause has no preconditions.
    unsafe { libc::pause() };
}

fn tracer() {
    let pid: i32 = std::env::var("ZETOP_INJECT_PID").unwrap_or_default().parse().expect("pid");
    // SAFETY: plain numbers.
    assert_eq!(unsafe { libc::ptrace(libc::PTRACE_SEIZE, pid, 0, 0) }, 0);
    once(|| sys(read_byte));
}

/// The first thread ends, another waits to be killed.
fn leader_ends() {
    std::thread::spawn(|| {
        say("ready");
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    });
    // SAFETY: ends this thread only; no frame of it has a destructor that anybody waits for.
    unsafe { libc::syscall(libc::SYS_exit, 0) };
}

/// Kills the process at the first system call that makes a thread; all others are allowed.
fn filter() {
    const LOAD_NUMBER: libc::sock_filter =
        libc::sock_filter { code: (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16, jt: 0, jf: 0, k: 0 };
    let jump = |number: libc::c_long, to: u8| libc::sock_filter {
        code: (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16,
        jt: to,
        jf: 0,
        k: number as u32,
    };
    let leave =
        |with: u32| libc::sock_filter { code: (libc::BPF_RET | libc::BPF_K) as u16, jt: 0, jf: 0, k: with };
    let mut program = [
        LOAD_NUMBER,
        jump(libc::SYS_clone, 2),
        jump(libc::SYS_clone3, 1),
        leave(libc::SECCOMP_RET_ALLOW),
        leave(libc::SECCOMP_RET_KILL_PROCESS),
    ];
    let program = libc::sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
    // SAFETY: the program lives over the call, which copies it.
    let set = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program)
    };
    assert_eq!(set, 0, "{}", io::Error::last_os_error());
}

fn filtered() {
    filter();
    once(|| sys(read_byte));
}

/// Only a thread beside the first has the filter.
fn filtered_thread() {
    let (say_set, set) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        filter();
        let _ = say_set.send(());
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    });
    let _ = set.recv();
    once(|| sys(read_byte));
}

/// Becomes the set-user-ID program, which acts as `victim`.
fn execute_victim() -> ! {
    // The names are put together before anything is out of order.
    let program = std::env::var("ZETOP_INJECT_VICTIM").expect("a program");
    let program = std::ffi::CString::new(program).expect("no NUL");
    let arguments = [program.as_ptr(), null()];
    let environment = [c"ZETOP_INJECT_ROLE=victim".as_ptr(), null()];
    // SAFETY: texts that live, in lists that end with null.
    unsafe {
        libc::execve(program.as_ptr(), arguments.as_ptr(), environment.as_ptr());
        libc::_exit(7)
    }
}

fn become_nobody() {
    // SAFETY: plain numbers.
    unsafe {
        assert_eq!(libc::setresgid(65534, 65534, 65534), 0);
        assert_eq!(libc::setresuid(65534, 65534, 65534), 0);
    }
}

/// Never at a safe point, until it executes the other program.
extern "C" fn execute_in_a_moment(_: c_int) {
    let delay = std::env::var("ZETOP_INJECT_DELAY").unwrap_or_default().parse().unwrap_or(0);
    say("ready");
    let started = Instant::now();
    while started.elapsed() < Duration::from_micros(delay) {
        std::hint::spin_loop();
    }
    execute_victim();
}

fn race() {
    become_nobody();
    on(libc::SIGUSR1, execute_in_a_moment, 0);
    // SAFETY: raise has no preconditions.
    unsafe { libc::raise(libc::SIGUSR1) };
}

static IN_HANDLER: AtomicU64 = AtomicU64::new(0);

extern "C" fn stay(_: c_int) {
    IN_HANDLER.fetch_add(1, Ordering::SeqCst);
    loop {
        // SAFETY: pause has no preconditions.
        unsafe { libc::pause() };
    }
}

extern "C" fn execute_when_told(_: c_int) {
    IN_HANDLER.fetch_add(1, Ordering::SeqCst);
    let _ = read_byte();
    execute_victim();
}

/// Three threads that are never at a safe point. The last one executes the other program when told to, and the program says
/// which one it is that stays beside the first.
fn executes_beside() {
    on(libc::SIGUSR1, stay, 0);
    on(libc::SIGUSR2, execute_when_told, 0);
    let (send, tid) = std::sync::mpsc::channel();
    for (signal, known) in [(libc::SIGUSR1, 1), (libc::SIGUSR2, 2)] {
        let send = send.clone();
        std::thread::spawn(move || {
            // SAFETY: no preconditions.
            unsafe {
                let _ = send.send(libc::gettid());
                libc::raise(signal)
            };
        });
        while IN_HANDLER.load(Ordering::SeqCst) < known {
            std::thread::yield_now();
        }
    }
    say("ready");
    say(&tid.recv().expect("a thread").to_string());
    // SAFETY: raise has no preconditions.
    unsafe { libc::raise(libc::SIGUSR1) };
}

extern "C" fn trapped() {
    execute_victim();
}

/// Whoever calls `mmap` here executes the other program.
fn trap() {
    become_nobody();
    divert_mmap(trapped);
}

/// Whoever calls `mmap` here makes system calls for ever.
fn never_back() {
    divert_mmap(always_called);
}

/// Whoever calls `mmap` here makes a thread that zetop traces and knows nothing of, and executes the other program.
fn clones_traced() {
    divert_mmap(clone_traced);
}

extern "C" fn stays(_: *mut libc::c_void) -> c_int {
    loop {
        // SAFETY: pause has no preconditions.
        unsafe { libc::pause() };
    }
}

extern "C" fn clone_traced() {
    const BYTES: usize = 16384;
    static mut STACK: [u128; BYTES / 16] = [0; BYTES / 16];
    let flags = libc::CLONE_VM | libc::CLONE_FS | libc::CLONE_FILES | libc::CLONE_SIGHAND;
    let flags = flags | libc::CLONE_THREAD | libc::CLONE_SYSVSEM | libc::CLONE_PTRACE;
    // SAFETY: a stack that nobody else uses; what runs there only makes system calls.
    unsafe {
        let top = (&raw mut STACK).cast::<u8>().add(BYTES);
        libc::clone(stays, top.cast(), flags, null_mut());
    }
    execute_victim();
}

/// There is room for what zetop maps, again and again, and none for the stack of a thread.
fn no_room() {
    unsafe extern "C" {
        fn pthread_setattr_default_np(attributes: *const libc::pthread_attr_t) -> c_int;
    }
    // SAFETY: attributes that are made first, and live.
    unsafe {
        let mut large: libc::pthread_attr_t = std::mem::zeroed();
        libc::pthread_attr_init(&raw mut large);
        libc::pthread_attr_setstacksize(&raw mut large, 1 << 30);
        assert_eq!(pthread_setattr_default_np(&raw const large), 0);
    }
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = statm.split(' ').next().and_then(|pages| pages.parse().ok()).unwrap_or(0);
    let bytes = (pages << 12) + (64 << 20);
    let limit = libc::rlimit { rlim_cur: bytes, rlim_max: bytes };
    // SAFETY: a live structure.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const limit) }, 0);
    once(|| sys(read_byte));
}

extern "C" fn always_called() {
    loop {
        // SAFETY: getppid has no preconditions.
        unsafe { libc::getppid() };
    }
}

fn divert_mmap(to: extern "C" fn()) {
    let code = libc::mmap as *const () as usize;
    let mut jump = vec![0x48, 0xb8];
    jump.extend((to as *const () as usize).to_ne_bytes());
    jump.extend([0xff, 0xe0]);
    let page = code & !0xfff;
    // SAFETY: the pages of libc's mmap, which this program does not call any more.
    unsafe {
        let all = libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC;
        assert_eq!(libc::mprotect(page as *mut libc::c_void, 8192, all), 0);
        std::ptr::copy_nonoverlapping(jump.as_ptr(), code as *mut u8, jump.len());
    }
    say("ready");
    let _ = read_byte();
}

/// Says with which rights it runs, and at the end whether anybody has done anything to it.
fn victim() {
    // SAFETY: geteuid has no preconditions.
    say(&format!("euid {}", unsafe { libc::geteuid() }));
    let _ = read_byte();
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let code =
        maps.lines().find(|line| line.contains(" r-xp ") && !line.contains('/') && !line.contains('['));
    let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).ok();
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let helper = tasks.filter_map(name).find(|name| name.starts_with("zetop"));
    match (code, helper) {
        (None, None) => say("untouched"),
        other => say(&format!("{other:?}")),
    }
}

/// Another user when told to.
fn drop_rights() {
    say("ready");
    let _ = read_byte();
    become_nobody();
    say("dropped");
    let _ = read_byte();
}

/// Has a file mapped that is called like the C library, and whose pages it would have to provide itself, and does not.
fn never_comes() {
    let folder = std::env::var("ZETOP_INJECT_FOLDER").unwrap_or_default();
    let file = std::fs::File::create_new(format!("{folder}/libc.so.6")).expect("create");
    file.set_len(65536).expect("length");
    use std::os::fd::AsRawFd;
    let access = libc::PROT_READ | libc::PROT_EXEC;
    // UFFDIO_API and UFFDIO_REGISTER, for pages that are missing.
    let (mut api, mut register) = ([0xaa_u64, 0, 0], [0x2000_0000_u64, 65536, 1, 0]);
    // SAFETY: a new mapping where nothing is, and structs of the kernel's.
    let done = unsafe {
        let flags = libc::MAP_SHARED | libc::MAP_FIXED_NOREPLACE;
        let at = libc::mmap(0x2000_0000 as *mut libc::c_void, 65536, access, flags, file.as_raw_fd(), 0);
        let faults = libc::syscall(libc::SYS_userfaultfd, libc::O_CLOEXEC) as c_int;
        at != libc::MAP_FAILED
            && libc::ioctl(faults, 0xc018_aa3f, api.as_mut_ptr()) == 0
            && libc::ioctl(faults, 0xc020_aa00, register.as_mut_ptr()) == 0
    };
    std::fs::remove_file(format!("{folder}/libc.so.6")).expect("remove");
    say("ready");
    say(if done { "waits" } else { "can't" });
    let _ = read_byte();
}

/// More mappings than 4 MiB of text describe.
fn many_mappings() {
    use std::os::fd::AsRawFd;
    let file = std::fs::File::open("/proc/self/exe").expect("open");
    for index in 0..50_000 {
        let access = if index & 1 == 0 { libc::PROT_READ } else { libc::PROT_READ | libc::PROT_EXEC };
        // SAFETY: a new mapping.
        let at = unsafe { libc::mmap(null_mut(), 4096, access, libc::MAP_PRIVATE, file.as_raw_fd(), 0) };
        assert!(at != libc::MAP_FAILED, "{}", io::Error::last_os_error());
    }
    once(|| sys(read_byte));
}

/// A child of its own traces one of its threads.
fn traces_itself() {
    let (sender, receiver) = std::sync::mpsc::channel();
    for _ in 0..3 {
        let sender = sender.clone();
        std::thread::spawn(move || {
            // SAFETY: gettid has no preconditions.
            let _ = sender.send(unsafe { libc::gettid() });
            loop {
                let _ = unsafe_nanosleep(5);
            }
        });
    }
    let thread = receiver.recv().expect("a thread");
    let mut ends = [0; 2];
    // SAFETY: the child makes system calls alone, until its parent has ended.
    let child = unsafe {
        assert_eq!(libc::pipe(ends.as_mut_ptr()), 0);
        // Where Yama restricts it.
        libc::prctl(libc::PR_SET_PTRACER, libc::PR_SET_PTRACER_ANY, 0, 0, 0);
        libc::fork()
    };
    if child == 0 {
        // SAFETY: numbers, and a buffer that lives.
        unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            let none = null_mut::<libc::c_void>();
            let traced = libc::ptrace(libc::PTRACE_SEIZE, thread, none, none) == 0;
            libc::write(ends[1], if traced { c"1" } else { c"0" }.as_ptr().cast(), 1);
            loop {
                libc::pause();
            }
        }
    }
    let mut answer = [0_u8];
    // SAFETY: a buffer of this length.
    unsafe { libc::read(ends[0], answer.as_mut_ptr().cast(), 1) };
    say("ready");
    say(if answer[0] == b'1' { "traced" } else { "can't" });
    let _ = read_byte();
    // SAFETY: a child of ours.
    unsafe {
        libc::kill(child, libc::SIGKILL);
        libc::waitpid(child, null_mut(), 0);
    }
}

/// Looks for what zetop has put there, and takes it away.
fn takes_away() {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let how = variable("ZETOP_INJECT_HOW");
    let delay = Duration::from_micros(variable("ZETOP_INJECT_DELAY").parse().unwrap_or(0));
    let code = || {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
        let lines =
            maps.lines().filter(|line| line.split(' ').nth(1).is_some_and(|access| access.contains('x')));
        lines.map(str::to_owned).collect::<Vec<String>>()
    };
    let before = code();
    std::thread::spawn(|| {
        loop {
            let _ = unsafe_nanosleep(1);
        }
    });
    std::thread::spawn(move || {
        loop {
            let library = how.ends_with("library");
            let is_new = |line: &&String| {
                !before.contains(line) && line.contains("libzetop_inject_fixture") == library
            };
            let Some(found) = code().iter().find(is_new).cloned() else { continue };
            let Some((start, end)) = found.split(' ').next().and_then(|range| range.split_once('-')) else {
                continue;
            };
            let number = |text: &str| usize::from_str_radix(text, 16).unwrap_or(0);
            let (start, length) = (number(start), number(end) - number(start));
            std::thread::sleep(delay);
            let at = start as *mut libc::c_void;
            // SAFETY: it is what the test is about; the process is there for that alone.
            unsafe {
                if how.starts_with("unmap") {
                    libc::munmap(at, length);
                } else if libc::mprotect(at, length, libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC)
                    == 0
                {
                    at.cast::<u8>().write_bytes(0xcc, length);
                }
            }
            return;
        }
    });
    say("ready");
    let _ = read_byte();
}

/// Puts memory with the same bytes in place of each mapping of the program's own file: the kernel lets nobody have another
/// executable as long as the old one is mapped.
fn leave_own_file() {
    let own = std::env::current_exe().unwrap_or_default();
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    for line in maps.lines().filter(|line| line.ends_with(&*own.to_string_lossy())) {
        let mut fields = line.split(' ');
        let range = fields.next().and_then(|range| range.split_once('-'));
        let (Some((start, end)), Some(access)) = (range, fields.next()) else { continue };
        let number = |text: &str| usize::from_str_radix(text, 16).unwrap_or(0);
        let (start, length) = (number(start), number(end) - number(start));
        let bits = [('r', libc::PROT_READ), ('w', libc::PROT_WRITE), ('x', libc::PROT_EXEC)];
        let access =
            bits.iter().filter(|(letter, _)| access.contains(*letter)).fold(0, |all, bit| all | bit.1);
        // SAFETY: the bytes stay as they are, and there is one thread. What runs meanwhile is the C library's.
        unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let copy = libc::mmap(null_mut(), length, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            copy.cast::<u8>().copy_from(start as *const u8, length);
            libc::mprotect(copy, length, access);
            libc::mremap(copy, length, length, libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED, start);
        }
    }
}

/// `struct prctl_mm_map` of the kernel.
#[repr(C)]
struct MemoryMap {
    /// Where code, data, heap, stack, arguments and environment begin and end.
    places: [u64; 11],
    auxv: u64,
    auxv_size: u32,
    exe_fd: u32,
}

/// Makes an open file the executable of this process; all else stays as it is.
fn be(file: c_int) -> bool {
    const PR_SET_MM_MAP: c_int = 14;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map(|(_, rest)| rest.split_ascii_whitespace()).into_iter().flatten();
    let fields: Vec<u64> = fields.map(|field| field.parse().unwrap_or(0)).collect();
    // proc(5) counts from 1, and the first one here is the third there.
    let place = |number: usize| fields.get(number - 3).copied().unwrap_or(0);
    // SAFETY: it asks for no more memory.
    let heap = unsafe { libc::sbrk(0) } as u64;
    let (code, data) = ([place(26), place(27)], [place(45), place(46)]);
    let (arguments, environment) = ([place(48), place(49)], [place(50), place(51)]);
    let mut places = [0; 11];
    let all = [&code[..], &data, &[place(47), heap, place(28)], &arguments, &environment].concat();
    places.copy_from_slice(&all);
    let map = MemoryMap { places, auxv: 0, auxv_size: 0, exe_fd: file as u32 };
    // SAFETY: a live structure of this length.
    unsafe { libc::prctl(libc::PR_SET_MM, PR_SET_MM_MAP, &raw const map, size_of::<MemoryMap>(), 0) == 0 }
}

/// `/proc/self/exe` is another file, some time after a byte has come.
fn another_executable() {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let file = std::fs::File::open(variable("ZETOP_INJECT_FILE"));
    let delay = Duration::from_micros(variable("ZETOP_INJECT_DELAY").parse().unwrap_or(0));
    let number = file.as_ref().map_or(-1, std::os::fd::AsRawFd::as_raw_fd);
    leave_own_file();
    say("ready");
    let _ = read_byte();
    if delay.is_zero() {
        say(if be(number) { "replaced" } else { "not permitted" });
    }
    std::thread::spawn(move || {
        std::thread::sleep(delay);
        if !delay.is_zero() {
            be(number);
        }
        loop {
            let _ = unsafe_nanosleep(1);
        }
    });
    let _ = read_byte();
}
