//! Sends one thread of the target to start the helper thread, and brings it back unchanged.

mod bare;
mod stops;

pub use bare::settle;

use std::io;
use std::time::{Duration, Instant};

use super::arch::{RED_ZONE, RESTORER, Registers, SYSCALL_BYTES, frame};
use super::error::InjectError;
use super::helper;
use super::limits::Limits;
use super::syscall;
use super::target::Target;
use super::trace::{Stop, Tracee};
use bare::Bare;

/// Signals that a fault raises; blocking these would make the kernel drop the target's handler on a fault.
const FAULTS: [i32; 6] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP, libc::SIGSYS];
const NO_SYSTEM_CALL: i64 = -1;
/// Stops on the way to what is wanted: `pthread_create` makes some ten system calls. A program that has changed its C library
/// could make them for ever, and each is a stop that comes in time.
const MOST_STOPS: u32 = 20_000;
/// For as long as a process may be frozen.
const FROZEN: Duration = Duration::from_secs(24 * 3600);

/// How long a thread may take to stop once more before it is let go.
const LAST_STOP: Duration = Duration::from_millis(50);
/// How often a wait looks for threads that have ended.
const REAP: Duration = Duration::from_millis(20);

#[derive(Debug)]
enum Trouble {
    Os(io::Error),
    Gone,
    Late,
    Fault(i32),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        if error.raw_os_error() == Some(libc::ESRCH) { Self::Gone } else { Self::Os(error) }
    }
}

/// A helper thread that has been started, not traced any more.
pub(super) struct Helper {
    pub(super) tid: u32,
    /// Where its code, mailbox and stack are.
    pub(super) region: u64,
}

/// A stopped thread, and everything needed to bring it back.
pub(super) struct Hijack<'a> {
    target: &'a Target,
    thread: &'a mut Tracee,
    registers: Registers,
    xstate: Vec<u8>,
    mask: u64,
    /// Signals that came meanwhile and were not blocked.
    late_signals: Vec<i32>,
    /// It makes a bare system call, or has made one since it was last sent anywhere: no frame brings it back.
    bare: Option<Bare>,
    /// The thread that it has made. It stands still until this one is back: it must not unmap the stack that this one is on.
    helper: Option<Tracee>,
    stops: u32,
    limits: Limits,
    deadline: Instant,
}

impl<'a> Hijack<'a> {
    /// `registers` are its registers when it stopped.
    pub(super) fn new(
        target: &'a Target,
        thread: &'a mut Tracee,
        registers: Registers,
        limits: Limits,
    ) -> io::Result<Self> {
        let mut registers = registers;
        syscall::undo_interruption(&mut registers);
        let xstate = thread.xstate()?;
        let mask = thread.mask()?;
        let deadline = Instant::now() + limits.safe_point;
        let (late_signals, bare, helper) = (Vec::new(), None, None);
        Ok(Self {
            target,
            thread,
            registers,
            xstate,
            mask,
            late_signals,
            bare,
            helper,
            stops: 0,
            limits,
            deadline,
        })
    }

    /// Starts the helper. The thread is let go in any case.
    pub(super) fn start_helper(mut self) -> Result<Helper, InjectError> {
        let result = self.start();
        let pid = self.target.pid;
        let limit = self.limits.safe_point;
        let restored = match result {
            // What has become of another program is not touched again.
            Err(Trouble::Gone) => Ok(()),
            // It is somewhere in a function of the C library, maybe with a lock. Let go, it finds its own way back through
            // its frame, as when zetop is killed.
            Err(Trouble::Late) if self.bare.is_none() => Ok(()),
            _ => self.restore(),
        };
        self.let_go();
        self.bare = None;
        // Only now: it unmaps the stack that the other one may be on.
        let helper = self.helper.take();
        match (result, restored) {
            (_, Err(Trouble::Gone)) | (Err(Trouble::Gone), _) => Err(InjectError::Gone { pid }),
            (_, Err(Trouble::Late)) => Err(InjectError::NoSafePoint {
                pid,
                limit,
                why: "the thread that was to be restored did not stop, and restores itself".to_owned(),
            }),
            (_, Err(Trouble::Os(source))) => Err(InjectError::os(pid, "restore a thread", source)),
            (Ok(Ok(region)), _) => {
                // Dropping it lets it go.
                helper.map(|thread| Helper { tid: thread.tid, region }).ok_or(InjectError::Gone { pid })
            }
            (Ok(Err(source)), _) => Err(InjectError::NoThread { pid, source }),
            (Err(Trouble::Os(source)), _) => Err(InjectError::os(pid, "steer a thread", source)),
            (Err(Trouble::Fault(signal)), _) => Err(InjectError::NoThread {
                pid,
                source: io::Error::other(format!("its pthread_create failed with signal {signal}")),
            }),
            (Err(Trouble::Late), _) => Err(InjectError::NoSafePoint {
                pid,
                limit,
                why: "pthread_create did not come back, some thread keeps a lock of the C library".to_owned(),
            }),
        }
    }

    fn block_signals(&mut self) -> Result<(), Trouble> {
        let faults = FAULTS.iter().fold(0, |set, signal| set | 1_u64 << (signal - 1));
        Ok(self.thread.set_mask(!faults)?)
    }

    fn start(&mut self) -> Result<io::Result<u64>, Trouble> {
        let memory = &self.target.memory;
        let functions = self.target.functions;
        let region = match self.map_region()? {
            Ok(region) => region,
            Err(error) => return Ok(Err(error)),
        };
        if let Err(error) = self.place_code(region)? {
            self.unmap(region)?;
            return Ok(Err(error));
        }
        let mailbox = region + helper::CODE_BYTES;
        let own = helper::Functions {
            pthread_self: functions.pthread_self,
            pthread_detach: functions.pthread_detach,
            munmap: functions.munmap,
        };
        memory
            .write(mailbox, &helper::mailbox(region, own, self.target.threads.helper, self.limits.looks()))?;

        let errno_at = self.call(region, functions.errno_location, &[])?;
        let errno = memory.u32(errno_at)?;
        let arguments = [mailbox + helper::HANDLE, 0, region, mailbox];
        self.thread.seize_its_threads(true)?;
        let status = self.call(region, functions.pthread_create, &arguments)? as i32;
        self.thread.seize_its_threads(false)?;
        if memory.u32(errno_at)? != errno {
            memory.write(errno_at, &errno.to_ne_bytes())?;
        }
        if status != 0 {
            self.unmap(region)?;
            return Ok(Err(io::Error::from_raw_os_error(status)));
        }
        Ok(Ok(region))
    }

    /// The first mapping. It is made by libc's `mmap` on the thread's own stack, below the red zone, when
    /// that is surely a stack with room (so that a signal frame protects the thread), else by the bare
    /// system call.
    fn map_region(&mut self) -> Result<io::Result<u64>, Trouble> {
        let arguments = map_arguments(0, helper::REGION_BYTES, libc::PROT_READ | libc::PROT_WRITE, 0);
        if !self.target.is_on_own_stack(&self.registers) {
            return self.bare_call(libc::SYS_mmap, &arguments);
        }
        let top = self.registers.sp() - RED_ZONE;
        self.protected(top, self.target.functions.mmap, libc::SYS_mmap, &arguments)
    }

    /// Puts the helper's code into the first page of the region: a page that is never writable and
    /// executable at once, so that systemd's MemoryDenyWriteExecute allows it.
    fn place_code(&mut self, region: u64) -> Result<io::Result<u64>, Trouble> {
        let executable = libc::PROT_READ | libc::PROT_EXEC;
        let arguments = map_arguments(region, helper::CODE_BYTES, executable, libc::MAP_FIXED);
        let top = region + helper::REGION_BYTES;
        let placed = self.protected(top, self.target.functions.mmap, libc::SYS_mmap, &arguments)?;
        if placed.is_ok() {
            self.thread.poke(region, helper::code())?;
        }
        Ok(placed)
    }

    /// Gives the region back, in the way in which it was got: not on a stack in it.
    fn unmap(&mut self, region: u64) -> Result<(), Trouble> {
        let arguments = [region, helper::REGION_BYTES];
        let done = if self.target.is_on_own_stack(&self.registers) {
            let top = self.registers.sp() - RED_ZONE;
            self.protected(top, self.target.functions.munmap, libc::SYS_munmap, &arguments)
        } else {
            self.bare_call(libc::SYS_munmap, &arguments)
        };
        done?.map_err(Trouble::Os)?;
        Ok(())
    }

    /// Calls `function` of libc's, which makes the system call `number`, on a stack below `top`. Returns what the kernel said.
    fn protected(
        &mut self,
        top: u64,
        function: u64,
        number: i64,
        arguments: &[u64],
    ) -> Result<io::Result<u64>, Trouble> {
        let restorer = self.target.restorers[0];
        self.send(top, function, arguments, restorer, 0)?;
        let back = restorer + RESTORER.len() as u64;
        Ok(from_kernel(self.run_until(back, number)?))
    }

    /// Calls `function` on the stack in the region, and returns its result.
    fn call(&mut self, region: u64, function: u64, arguments: &[u64]) -> Result<u64, Trouble> {
        let mailbox = region + helper::CODE_BYTES;
        let (start, end) = helper::way_back();
        self.send(region + helper::REGION_BYTES, function, arguments, region + start, mailbox)?;
        self.run_until(region + end, NO_SYSTEM_CALL)?;
        Ok(self.target.memory.u64(mailbox + helper::RETURNED)?)
    }

    /// Sets the thread up to call `function` with a signal frame below `top` to return to through `restorer`.
    fn send(
        &mut self,
        top: u64,
        function: u64,
        arguments: &[u64],
        restorer: u64,
        kept: u64,
    ) -> Result<(), Trouble> {
        let (at, bytes) = frame::build(top, &self.registers, &self.xstate, self.mask, restorer);
        self.target.memory.write(at, &bytes)?;
        let mut registers = self.registers.away(function, arguments);
        registers.call(at, restorer, kept);
        self.thread.set_registers(&registers)?;
        self.bare = None;
        // only now: the frame brings the mask back too
        self.block_signals()
    }

    /// Makes a system call by the instruction that ends signal handlers. No frame protects the thread meanwhile.
    fn bare_call(&mut self, number: i64, arguments: &[u64]) -> Result<io::Result<u64>, Trouble> {
        let instruction = self.target.restorers[0] + RESTORER.len() as u64 - SYSCALL_BYTES;
        let registers = self.registers.system_call_by(instruction, number, arguments);
        // zetop is about to end.
        self.bare = Some(Bare::begin().ok_or(Trouble::Late)?);
        self.thread.set_registers(&registers)?;
        self.block_signals()?;
        self.run_to_syscall()?;
        self.run_to_syscall()?;
        Ok(from_kernel(self.thread.registers()?.result()))
    }

    /// Gives the thread back exactly what it had.
    fn restore(&mut self) -> Result<(), Trouble> {
        // One that would not restore itself is waited for, however long its process is frozen.
        let patience = if self.bare.is_some() { FROZEN } else { self.limits.hold };
        self.deadline = Instant::now() + patience;
        self.stop_before_user_code()?;
        if !self.is_in_its_program() {
            return Err(Trouble::Gone);
        }
        self.thread.set_xstate(&self.xstate)?;
        self.thread.set_mask(self.mask)?;
        // last: up to here the thread would restore itself
        self.thread.set_registers(&self.registers)?;
        Ok(())
    }

    /// Whether the thread, which stands still, runs what it ran when it was taken.
    fn is_in_its_program(&self) -> bool {
        let identity = &self.target.identity;
        // The first thread may have ended, which looks like another program: a thread with a frame restores itself.
        let is_it = match self.bare {
            Some(_) => identity.memory().is_there() && identity.is_run_by(self.thread.tid),
            None => identity.check().is_ok(),
        };
        is_it && !self.thread.is_at_exec()
    }

    /// Lets the thread go as it is, and sends it the signals that came meanwhile. They were for this thread of this program, and
    /// until it is let go, nobody else has its number.
    fn let_go(&mut self) {
        if !self.late_signals.is_empty() {
            self.deadline = Instant::now() + LAST_STOP;
            if !self.thread.is_stopped() {
                // One that is stuck in the kernel becomes no other program either.
                let _ = self.stop_before_user_code();
            }
            if self.thread.is_attached() && self.is_in_its_program() {
                for signal in &self.late_signals {
                    // SAFETY: tgkill takes plain numbers.
                    unsafe { libc::syscall(libc::SYS_tgkill, self.target.pid, self.thread.tid, *signal) };
                }
            }
        }
        self.thread.detach();
    }

    /// Brings the thread to a stop in the kernel's signal code: only from there does an interrupted system
    /// call go on by the kernel's own rules (restart, or EINTR because a handler runs).
    fn stop_before_user_code(&mut self) -> Result<(), Trouble> {
        self.thread.interrupt()?;
        if self.thread.is_stopped() {
            self.thread.resume(0)?;
        }
        loop {
            match self.wait()? {
                Some(Stop::Interrupted | Stop::Group) => return Ok(()),
                Some(Stop::Syscall | Stop::Clone) => self.thread.resume(0)?,
                Some(Stop::Signal(signal)) => {
                    let delivered = match self.keep(signal) {
                        Ok(signal) => signal,
                        Err(Trouble::Fault(_)) => 0,
                        Err(trouble) => return Err(trouble),
                    };
                    self.thread.resume(delivered)?;
                }
                Some(Stop::Exec | Stop::Gone) => return Err(Trouble::Gone),
                None => return Err(Trouble::Late),
            }
        }
    }
}

fn map_arguments(at: u64, length: u64, protection: i32, flags: i32) -> [u64; 6] {
    let flags = flags | libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    [at, length, protection as u64, flags as u64, u64::MAX, 0]
}

/// The kernel's result: a number, or an error as a small negative one.
fn from_kernel(result: u64) -> io::Result<u64> {
    let signed = result as i64;
    if (-4095..0).contains(&signed) { Err(io::Error::from_raw_os_error(-signed as i32)) } else { Ok(result) }
}
