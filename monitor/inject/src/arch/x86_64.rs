//! x86-64.

pub(crate) mod frame;
pub(crate) mod helper;

use std::io;

use libc::user_regs_struct;

use crate::memory::Memory;
use crate::ptrace::{number, request};

/// What the kernel calls the floating point and vector registers: NT_X86_XSTATE, in the format of XSAVE.
pub(crate) const VECTORS: usize = 0x202;
pub(crate) const VECTORS_ROOM: usize = 32 << 10;

/// How the dynamic loader's file is called, without what follows.
pub(crate) const DYNAMIC_LOADER: &str = "ld-linux-x86-64";
/// Below the stack pointer of a function that calls no other.
pub(crate) const RED_ZONE: u64 = 128;
/// Length of the `syscall` instruction.
pub(crate) const SYSCALL_BYTES: u64 = 2;
/// The smallest pages that code, mailbox and stack can be mapped by.
pub(crate) const PAGE: u64 = 4096;

/// The code of glibc's `__restore_rt`: `mov $15, %rax; syscall`.
pub(crate) const RESTORER: &[u8] = &[0x48, 0xc7, 0xc0, 15, 0, 0, 0, 0x0f, 0x05];
/// Signal handlers return to a function of the C library.
pub(crate) const IS_RESTORER_THE_KERNELS: bool = false;

/// Waits that only older processors' Linux has, and restarts exactly as they were.
pub(crate) const OLDER_EXACT: &[i64] = &[libc::SYS_poll, libc::SYS_select, libc::SYS_pause];
/// Waits that only older processors' Linux has, and that return EINTR after any stop.
pub(crate) const OLDER_ANEW: &[i64] = &[libc::SYS_epoll_wait];
/// Sleeps that the kernel goes on with where they were interrupted.
pub(crate) const SLEEPS_START_OVER: bool = false;

const ERESTARTSYS: i64 = 512;
const ERESTARTNOINTR: i64 = 513;
const ERESTARTNOHAND: i64 = 514;
const ERESTART_RESTARTBLOCK: i64 = 516;

/// What has to be known of a thread before it is told to stop: nothing.
#[derive(Clone, Copy)]
pub(crate) struct Before;

impl Before {
    pub(crate) fn read(_pid: u32, _tid: u32) -> Self {
        Self
    }
}

/// A thread's registers, when it has stopped.
#[derive(Clone, Copy)]
pub(crate) struct Registers(user_regs_struct);

impl Registers {
    pub(crate) fn read(tid: u32, _before: Before) -> io::Result<Self> {
        // SAFETY: all-zero is a valid value of this struct of integers.
        let mut registers: user_regs_struct = unsafe { std::mem::zeroed() };
        request(libc::PTRACE_GETREGS, tid, number(0), (&raw mut registers).cast())?;
        Ok(Self(registers))
    }

    pub(crate) fn write(&self, tid: u32) -> io::Result<()> {
        request(libc::PTRACE_SETREGS, tid, number(0), (&raw const self.0).cast_mut().cast())
    }

    pub(crate) fn ip(&self) -> u64 {
        self.0.rip
    }

    pub(crate) fn sp(&self) -> u64 {
        self.0.rsp
    }

    pub(crate) fn thread_pointer(&self) -> u64 {
        self.0.fs_base
    }

    /// Why a thread with these can't be taken, whatever it does.
    pub(crate) fn refusal(&self, _tid: u32) -> Option<&'static str> {
        (self.0.cs != 0x33).then_some("a thread runs 32-bit code")
    }

    /// Whether the thread pointer leads to a descriptor of the C library's: that begins with its own address, and has it again.
    pub(crate) fn is_of_the_c_library(&self, memory: &Memory, _tid: u32) -> bool {
        memory.u64(self.0.fs_base.wrapping_add(0x10)).ok() == Some(self.0.fs_base)
    }

    /// The system call that it has been interrupted in, or is about to make.
    pub(crate) fn system_call(&self) -> Option<i64> {
        Some(self.0.orig_rax as i64).filter(|number| *number >= 0)
    }

    /// The first argument of the system call that the thread is in, or is about to make.
    pub(crate) fn first_argument(&self) -> u64 {
        self.0.rdi
    }

    /// Where the function returns to that it is in, if that is one without a frame.
    pub(crate) fn leaf_returns_to(&self, memory: &Memory) -> u64 {
        memory.u64(self.0.rsp).unwrap_or(0)
    }

    /// Registers that hold return addresses.
    pub(crate) fn return_address(&self) -> Option<u64> {
        None
    }

    /// The system call that has returned EINTR, because of our stop.
    pub(crate) fn said_eintr(&self) -> Option<i64> {
        (self.0.rax as i64 == i64::from(-libc::EINTR)).then_some(self.0.orig_rax as i64)
    }

    /// Has the kernel make that call again, unless a handler runs.
    pub(crate) fn make_again(&mut self) {
        self.0.rax = (-ERESTARTNOHAND) as u64;
    }

    /// Sends the thread to a function or instruction.
    pub(crate) fn away(&self, to: u64, arguments: &[u64]) -> Self {
        let mut registers = self.0;
        let mut padded = [0; 6];
        padded[..arguments.len()].copy_from_slice(arguments);
        [registers.rdi, registers.rsi, registers.rdx, registers.rcx, registers.r8, registers.r9] = padded;
        registers.rip = to;
        registers.rax = 0;
        // not in a system call: the kernel has nothing to restart
        registers.orig_rax = u64::MAX;
        registers.eflags = 0x202;
        Self(registers)
    }

    /// For a function, which returns to what its frame at `sp` begins with; `kept` is in a register that it keeps.
    pub(crate) fn call(&mut self, sp: u64, _returns_to: u64, kept: u64) {
        self.0.rsp = sp;
        self.0.rbx = kept;
    }

    /// For the instruction that makes system calls.
    pub(crate) fn system_call_by(&self, instruction: u64, number: i64, arguments: &[u64]) -> Self {
        let mut registers = self.away(instruction, arguments).0;
        registers.r10 = registers.rcx;
        registers.rax = number as u64;
        Self(registers)
    }

    /// Goes on at an instruction, and not with the system call that was interrupted.
    pub(crate) fn jump(&mut self, to: u64) {
        self.0.rip = to;
        self.0.orig_rax = u64::MAX;
    }

    /// At the start of a system call: its number.
    pub(crate) fn entered(&self) -> i64 {
        self.0.orig_rax as i64
    }

    /// At the start of a system call: it is not made, and the thread goes back to just before it.
    pub(crate) fn put_off(&mut self) {
        self.0.rax = self.0.orig_rax;
        self.0.orig_rax = u64::MAX;
        self.0.rip -= SYSCALL_BYTES;
    }

    /// What the system call that the thread has just made returned.
    pub(crate) fn result(&self) -> u64 {
        self.0.rax
    }

    pub(crate) fn set_result(&mut self, result: u64) {
        self.0.rax = result;
    }

    /// Registers with which a thread that was interrupted in a system call makes that call again.
    fn resumed(&self) -> user_regs_struct {
        let mut resumed = self.0;
        if self.is_restarted() {
            resumed.rip -= SYSCALL_BYTES;
            resumed.rax = self.0.orig_rax;
        }
        resumed
    }

    /// Whether the kernel makes the interrupted system call again when no signal handler runs.
    fn is_restarted(&self) -> bool {
        let result = -(self.0.rax as i64);
        let restarted =
            [ERESTARTSYS, ERESTARTNOINTR, ERESTARTNOHAND, ERESTART_RESTARTBLOCK].contains(&result);
        self.0.orig_rax as i64 >= 0 && restarted
    }
}

/// An address of code as it may be kept on a stack.
pub(crate) fn code_address(word: u64) -> u64 {
    word
}

/// As much code as a call instruction can take.
pub(crate) const CALL_BYTES: usize = 7;

/// Whether this code ends in a call instruction.
pub(crate) fn ends_in_call(code: [u8; CALL_BYTES]) -> bool {
    // call rel32; call *disp32(%rip) and its like with a ModRM byte of /2, 2 to 7 bytes long
    code[2] == 0xe8 || (0..6).any(|index| code[index] == 0xff && code[index + 1] & 0x38 == 0x10)
}
