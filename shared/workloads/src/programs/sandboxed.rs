//! A program that filters its system calls.

use super::program::Program;
use crate::arch::OLDER_CALLS;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Ending, EventPool, Gpu, Kernel, List, Module, PoolKind};
use anyhow::{Result, bail, ensure};
use std::sync::{Arc, Barrier};
use std::time::Duration;

pub const SANDBOXED: Program = Program {
    name: "sandboxed",
    about: "is killed for any system call but those that it makes itself; when=after: from its initialisation on, with a \
            thread from before and `threads` new ones, after `early` rounds of work, 2 ms each, and goes on `ms` later; when=before: from its start on, for a few that it does not make",
    keys: &[("when", "after"), ("n", "300"), ("threads", "0"), ("early", "0"), ("ms", "0")],
    run: sandboxed,
};

/// What threads that are there already need to wait, to write and to have memory.
const ALLOWED: &[libc::c_long] = &[
    libc::SYS_futex,
    libc::SYS_write,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_brk,
    // glibc's malloc: its arenas grow by this.
    libc::SYS_mprotect,
    libc::SYS_clock_nanosleep,
    libc::SYS_sigaltstack,
    libc::SYS_rt_sigprocmask,
    // glibc's malloc, for a thread's first arena.
    libc::SYS_sched_getaffinity,
];
/// What a new thread needs as well.
const FOR_THREADS: &[libc::c_long] = &[
    libc::SYS_clone,
    libc::SYS_clone3,
    libc::SYS_madvise,
    libc::SYS_rseq,
    libc::SYS_set_robust_list,
    libc::SYS_gettid,
    libc::SYS_getrandom,
];
/// What a program that has not initialised yet may do without.
const FORBIDDEN: &[libc::c_long] =
    &[libc::SYS_ftruncate, libc::SYS_fallocate, libc::SYS_process_vm_readv, libc::SYS_flock];

/// What a program that goes on does not do, and a probe might.
const FORBIDDEN_LATER: &[libc::c_long] = &[
    libc::SYS_clone,
    libc::SYS_clone3,
    libc::SYS_process_vm_readv,
    libc::SYS_openat,
    libc::SYS_flock,
    libc::SYS_prctl,
];

/// From now on, all threads are killed for what probes might do.
pub(super) fn forbid_in_all_threads() -> Result<()> {
    filter_by(&[FORBIDDEN_LATER, OLDER_CALLS].concat(), false, |program| {
        // SAFETY: a live filter, which the kernel copies.
        unsafe {
            libc::syscall(
                libc::SYS_seccomp,
                libc::SECCOMP_SET_MODE_FILTER,
                libc::SECCOMP_FILTER_FLAG_TSYNC,
                &raw const *program,
            ) == 0
        }
    })
}

/// From now on this thread, and what it starts, is killed for other calls than these, or for these.
fn filter(calls: &[libc::c_long], allowed: bool) -> Result<()> {
    filter_by(calls, allowed, |program| {
        // SAFETY: a live filter, which the kernel copies.
        unsafe { libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const *program) == 0 }
    })
}

fn filter_by(
    calls: &[libc::c_long],
    allowed: bool,
    install: impl FnOnce(&libc::sock_fprog) -> bool,
) -> Result<()> {
    // Offset of the number in `struct seccomp_data`; the instructions are as in linux/filter.h.
    const NUMBER: u32 = 0;
    let statement = |code: u32, k: u32| libc::sock_filter { code: code as u16, jt: 0, jf: 0, k };
    let verdict = |good: bool| {
        let what = if good { libc::SECCOMP_RET_ALLOW } else { libc::SECCOMP_RET_KILL_PROCESS };
        statement(libc::BPF_RET | libc::BPF_K, what)
    };
    let mut program = vec![statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, NUMBER)];
    for call in calls {
        let code = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
        program.push(libc::sock_filter { code, jt: 0, jf: 1, k: *call as u32 });
        program.push(verdict(allowed));
    }
    program.push(verdict(!allowed));
    let program = libc::sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
    // SAFETY: numbers.
    let installed = unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 } && install(&program);
    ensure!(installed, "no filter: {}", std::io::Error::last_os_error());
    Ok(())
}

/// Calls and operations, of functions that were not called before as well.
fn work(gpu: &Gpu, list: &List, pool: &EventPool, index: u32, kernel: &Kernel, n: u64) -> Result<()> {
    let done = pool.event(index)?;
    for _ in 0..n {
        gpu.driver.api_version()?;
        list.launch(kernel, [1, 1, 1], Ending::NONE)?;
    }
    list.barrier(Ending::signal(&done))?;
    done.wait()?;
    Ok(())
}

fn sandboxed(arguments: &Arguments) -> Result<()> {
    let (n, threads) = (arguments.get::<u64>("n")?, arguments.get::<u32>("threads")?);
    let before = match arguments.text("when")? {
        "before" => true,
        "after" => false,
        when => bail!("when={when}"),
    };
    if before {
        filter(FORBIDDEN, false)?;
    }
    let gpu = Gpu::open()?;
    let device = gpu.device();
    let module = Module::with_kernels(&gpu.context, &device, &["work"])?;
    let ordinal = device.compute_ordinal()?;
    let (mut lists, mut kernels) = (Vec::new(), Vec::new());
    for _ in 0..2 + threads {
        lists.push(List::asynchronous(&gpu.context, &device, ordinal)?);
        kernels.push(module.kernel("work")?);
    }
    let pool = EventPool::new(&gpu.context, PoolKind::Plain, 2 + threads)?;
    // The driver's own threads come with the first operations.
    for at in 0..2 + threads {
        work(&gpu, &lists[at as usize], &pool, at, &kernels[at as usize], 1)?;
    }
    let early = arguments.get::<u64>("early")?;
    for _ in 0..early {
        work(&gpu, &lists[0], &pool, 0, &kernels[0], 1)?;
        std::thread::sleep(Duration::from_millis(2));
    }
    let warm = early + u64::from(2 + threads);
    let turn = Arc::new(Barrier::new(2));
    let allowed: Vec<libc::c_long> =
        ALLOWED.iter().chain(FOR_THREADS.iter().filter(|_| threads > 0)).copied().collect();
    let lock_in = || if before { Ok(()) } else { filter(&allowed, true) };
    let work = |at: u32| work(&gpu, &lists[at as usize], &pool, at, &kernels[at as usize], n);
    std::thread::scope(|scope| -> Result<()> {
        let other = Arc::clone(&turn);
        let (work, lock_in) = (&work, &lock_in);
        // It was there before, and makes its first call afterwards.
        scope.spawn(move || {
            let result = lock_in().map(|()| other.wait()).and_then(|_| work(1));
            println!("an older thread: {}", if result.is_ok() { "done" } else { "failed" });
            if !before {
                // Its end would take system calls that a filter may forbid.
                other.wait();
                std::thread::sleep(Duration::from_secs(600));
            }
        });
        lock_in()?;
        std::thread::sleep(Duration::from_millis(arguments.get("ms")?));
        work(0)?;
        turn.wait();
        let newer: Vec<_> = (2..2 + threads).map(|at| scope.spawn(move || work(at))).collect();
        for thread in newer {
            thread.join().expect("the thread does not panic")?;
        }
        if !before {
            turn.wait();
            finish(warm + n * u64::from(2 + threads));
        }
        Ok(())
    })?;
    finish(warm + n * u64::from(2 + threads))
}

fn finish(n: u64) -> ! {
    println!("all calls were made");
    let mut ledger = Ledger::new();
    ledger.calls("zeDriverGetApiVersion", n, 0);
    ledger.kernel("work", n);
    ledger.print();
    std::process::exit(0);
}
