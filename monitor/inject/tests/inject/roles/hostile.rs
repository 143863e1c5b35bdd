//! Programs that are up to something: traps, threads that are traced, memory that is not what it seems.

use super::exec::{become_nobody, execute_victim};
use super::tell::{once, read_byte, say, sys};
use super::waits::unsafe_nanosleep;
use std::ffi::c_int;
use std::io;
use std::ptr::null_mut;
use std::time::Duration;

extern "C" fn trapped() {
    execute_victim();
}

/// Whoever calls `mmap` here executes the other program.
pub(super) fn trap() {
    become_nobody();
    divert_mmap(trapped);
}

/// Whoever calls `mmap` here makes system calls for ever.
pub(super) fn never_back() {
    divert_mmap(always_called);
}

/// Whoever calls `mmap` here makes a thread that zetop traces and knows nothing of, and executes the other program.
pub(super) fn clones_traced() {
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
pub(super) fn no_room() {
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

/// Has a file mapped that is called like the C library, and whose pages it would have to provide itself, and does not.
pub(super) fn never_comes() {
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
pub(super) fn many_mappings() {
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
pub(super) fn traces_itself() {
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
    // SAFETY: a child of this process.
    unsafe {
        libc::kill(child, libc::SIGKILL);
        libc::waitpid(child, null_mut(), 0);
    }
}

/// Looks for what zetop has put there, and takes it away.
pub(super) fn takes_away() {
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
