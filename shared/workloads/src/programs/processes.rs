//! Children, and ways to end.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ze::{Ending, Gpu, List, Module};
use anyhow::{Context, Result, bail, ensure};
use std::io::{Read as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

pub const FORK_CHILD: Program = Program {
    name: "fork-child",
    about: "uses Level Zero, then has a child: how=exec (which uses it too), fork (no exec), plain (does not use it), \
            setuid or chroot (no exec; becomes another user, or has another root folder)",
    keys: &[("how", "exec"), ("calls", "100")],
    run: fork_child,
};

fn fork_child(arguments: &Arguments) -> Result<()> {
    let calls = arguments.get::<u64>("calls")?;
    let gpu = Gpu::open()?;
    (0..calls).try_for_each(|_| gpu.driver.api_version().map(drop))?;
    println!("parent: {calls} calls");
    std::io::stdout().flush()?;
    match arguments.text("how")? {
        "exec" => {
            let mut child = this_program();
            child.args(["calls", "threads=2", &format!("calls={calls}")]);
            ensure!(child.status()?.success(), "the child failed");
        }
        "plain" => plain_child()?,
        "fork" => fork_without_exec(&gpu, calls)?,
        // SAFETY: plain numbers.
        "setuid" => changed_child(&gpu, calls, || unsafe { libc::setuid(65_534) })?,
        // SAFETY: a C string.
        "chroot" => changed_child(&gpu, calls, || unsafe { libc::chroot(c"/proc".as_ptr()) })?,
        how => bail!("how={how}"),
    }
    (0..calls).try_for_each(|_| gpu.driver.api_version().map(drop))?;
    println!("parent: {} calls", 2 * calls);
    Ok(())
}

fn this_program() -> Command {
    Command::new("/proc/self/exe")
}

/// Counts what is mapped into a process that has nothing to do with Level Zero.
fn plain_child() -> Result<()> {
    let maps = Command::new("cat").arg("/proc/self/maps").output()?.stdout;
    let maps = String::from_utf8_lossy(&maps);
    let foreign = maps.lines().filter(|line| line.contains("zetop") || line.contains("ze_")).count();
    println!("child: {foreign} mappings of Level Zero");
    Ok(())
}

/// The child makes calls of its own with what it inherited, then ends without running destructors.
pub(super) fn fork_without_exec(gpu: &Gpu, calls: u64) -> Result<()> {
    HeldChild::fork(gpu, calls, 0)?.finish()?;
    println!("child: {calls} calls");
    Ok(())
}

/// A child without exec that changes itself first.
fn changed_child(gpu: &Gpu, calls: u64, change: impl FnOnce() -> i32) -> Result<()> {
    // SAFETY: the child calls functions that take no lock, and ends.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        let fine = change() == 0 && (0..calls).all(|_| gpu.driver.api_version().is_ok());
        // SAFETY: ends the child at once.
        unsafe { libc::_exit(i32::from(!fine)) };
    }
    let mut status = 0;
    // SAFETY: waits for our own child, a local for the status.
    let waited = unsafe { libc::waitpid(pid, &mut status, 0) };
    ensure!(waited == pid && status == 0, "the child ended with {status:#x}");
    println!("child: {calls} calls");
    Ok(())
}

/// A child without exec that makes calls, waits, and makes calls again.
pub(super) struct HeldChild {
    pid: libc::pid_t,
    /// Closed to let it go on.
    gate: UnixStream,
}

impl HeldChild {
    /// Returns when the child has made the first calls.
    pub fn fork(gpu: &Gpu, before: u64, after: u64) -> Result<Self> {
        let (mut gate, mut theirs) = UnixStream::pair()?;
        // SAFETY: the child only calls functions that take no lock, reads and writes a socket, and _exit.
        let pid = unsafe { libc::fork() };
        if pid == 0 {
            // SAFETY: this process's own copy of the parent's end, which nothing here uses any more.
            unsafe { libc::close(gate.as_raw_fd()) };
            let calls = |n| (0..n).all(|_| gpu.driver.api_version().is_ok());
            let mut fine = calls(before) && theirs.write_all(b"!").is_ok();
            fine &= matches!(theirs.read(&mut [0]), Ok(0)) && calls(after);
            // SAFETY: ends the child at once.
            unsafe { libc::_exit(if fine { 0 } else { 1 }) };
        }
        ensure!(pid > 0, "fork failed");
        drop(theirs);
        gate.read_exact(&mut [0])?;
        Ok(Self { pid, gate })
    }

    /// Lets it go on, and waits for its end.
    pub fn finish(self) -> Result<()> {
        drop(self.gate);
        let mut status = 0;
        // SAFETY: waits for our own child, a local for the status.
        let waited = unsafe { libc::waitpid(self.pid, &mut status, 0) };
        ensure!(waited == self.pid && status == 0, "the forked child ended with {status:#x}");
        Ok(())
    }
}

pub const EXIT: Program = Program {
    name: "exit",
    about: "prints, launches n kernels, then ends in mid-kernel: how=return|exit|_exit|abort|sigkill|segv|exec",
    keys: &[("how", "return"), ("n", "10"), ("wait", "1"), ("ms", "0")],
    run: exit,
};

fn exit(arguments: &Arguments) -> Result<()> {
    let gpu = Gpu::open()?;
    let device = gpu.device();
    let module = Module::with_kernels(&gpu.context, &device, &["work", "endless"])?;
    let list = List::synchronous(&gpu.context, &device, device.compute_ordinal()?)?;
    let kernel = module.kernel("work")?;
    for _ in 0..arguments.get::<u32>("n")? {
        list.launch(&kernel, [1, 1, 1], Ending::NONE)?;
    }
    let busy = List::asynchronous(&gpu.context, &device, device.compute_ordinal()?)?;
    if arguments.get::<u32>("wait")? == 0 {
        busy.launch(&module.kernel("endless")?, [1, 1, 1], Ending::NONE)?;
    }
    // Give a watcher a moment to see what has been done so far.
    std::thread::sleep(std::time::Duration::from_millis(arguments.get("ms")?));
    println!("expect kernel work 0 launches={}", arguments.get::<u32>("n")?);
    eprintln!("about to end");
    std::io::stdout().flush()?;
    match arguments.text("how")? {
        "return" => {
            // Objects that are in use may not be destroyed, and a program that returns may well leave them.
            std::mem::forget((busy, list, kernel, module, gpu));
            Ok(())
        }
        "exit" => std::process::exit(3),
        // SAFETY: ends the process at once.
        "_exit" => unsafe { libc::_exit(7) },
        "abort" => std::process::abort(),
        "sigkill" => raise(libc::SIGKILL),
        "segv" => raise(libc::SIGSEGV),
        "exec" => Err(this_program().args(["calls", "threads=1", "calls=100"]).exec()).context("exec"),
        how => bail!("how={how}"),
    }
}

fn raise(signal: libc::c_int) -> Result<()> {
    // The runtime's own handler for SIGSEGV would print an address.
    // SAFETY: restores the default action.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
    // SAFETY: sends a signal to this process.
    unsafe { libc::raise(signal) };
    bail!("still alive after signal {signal}")
}
