//! The programs that are injected into. They run before `main`, so that a role has one thread, like a
//! small C program, unless it makes more.

#[path = "roles/exec.rs"]
mod exec;
#[path = "roles/executable.rs"]
mod executable;
#[path = "roles/hostile.rs"]
mod hostile;
#[path = "roles/signals.rs"]
mod signals;
#[path = "roles/tell.rs"]
mod tell;
#[path = "roles/waits.rs"]
mod waits;
#[path = "roles/work.rs"]
mod work;

use exec::*;
use hostile::*;
use signals::*;
use std::io;
use std::ptr::null;
use std::time::Duration;
use tell::*;
use waits::*;
use work::*;
use zetop_inject::{Injector, Limits};

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

/// Injects when told to, within the seconds that it is given, or within zetop's own limits, and makes this system call when it is done.
fn inject_once() {
    let number = |name: &str| std::env::var(name).unwrap_or_default();
    let pid: u32 = number("ZETOP_INJECT_PID").parse().expect("pid");
    let library = number("ZETOP_INJECT_LIBRARY");
    let seconds = number("ZETOP_INJECT_SECONDS").parse().map(Duration::from_secs);
    // A helper whose zetop is killed is waited for: it leaves as soon as it does for zetop itself.
    let zetops = Limits::default();
    let limits = seconds.map_or(zetops, |limit| Limits { safe_point: limit, call: limit, ..zetops });
    crate::killed::stop_before_steps();
    say("ready");
    let _ = read_byte();
    let _ = Injector::attach(pid, limits).and_then(|mut injector| {
        injector.dlopen(library.as_ref())?;
        injector.detach()
    });
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
