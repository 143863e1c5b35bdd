//! aarch64.
//!
//! **Not tried on a real processor**: qemu-user has no ptrace for the programs in it. What is here follows Linux
//! (`arch/arm64/kernel/{ptrace,signal,syscall}.c`, `asm/sigcontext.h`) and Arm's procedure call standard; the layout of frames and
//! the helper's instructions have tests, which run under qemu-user.
//!
//! Other than on x86-64:
//!
//! - A thread that was interrupted in a system call stops when the kernel has turned it back already: before the instruction, with
//!   the call's arguments. So it is restored as it was found. But a sleep that the kernel would have gone on with starts over.
//! - Where the call said EINTR, its first argument is lost, and what `/proc` said before the stop gives it back.
//! - The instruction that a signal handler returns to is the kernel's (vDSO).
//! - Threads whose registers a signal frame of zetop's could not bring back are not taken: those that use SVE or SME just now (in a
//!   system call, SVE's registers have no contents), or have a guarded control stack.

pub(crate) mod frame;
pub(crate) mod helper;

use std::io;

use crate::memory::Memory;
use crate::ptrace::{number, register_set, set_register_set};

/// What the kernel calls the floating point and vector registers: NT_PRFPREG, `struct user_fpsimd_state`.
pub(crate) const VECTORS: usize = 2;
pub(crate) const VECTORS_ROOM: usize = 528;

const NT_PRSTATUS: usize = 1;
const NT_ARM_TLS: usize = 0x401;
const NT_ARM_SYSTEM_CALL: usize = 0x404;
const NT_ARM_SVE: usize = 0x405;
const NT_ARM_SSVE: usize = 0x40b;
const NT_ARM_ZA: usize = 0x40c;
const NT_ARM_GCS: usize = 0x410;

/// How the dynamic loader's file is called, without what follows.
pub(crate) const DYNAMIC_LOADER: &str = "ld-linux-aarch64";
/// Nothing is kept below the stack pointer.
pub(crate) const RED_ZONE: u64 = 0;
/// Length of the `svc` instruction.
pub(crate) const SYSCALL_BYTES: u64 = 4;
/// The largest pages that Linux has there; code, mailbox and stack can be mapped by them and by smaller ones.
pub(crate) const PAGE: u64 = 64 << 10;

/// The code of `__kernel_rt_sigreturn`: `mov x8, #139; svc #0`.
pub(crate) const RESTORER: &[u8] = &[0x68, 0x11, 0x80, 0xd2, 0x01, 0x00, 0x00, 0xd4];
/// Signal handlers return to the vDSO.
pub(crate) const IS_RESTORER_THE_KERNELS: bool = true;
const SVC: u32 = 0xd400_0001;

/// Waits that only older processors' Linux has.
pub(crate) const OLDER_EXACT: &[i64] = &[];
pub(crate) const OLDER_ANEW: &[i64] = &[];
/// Sleeps that the kernel goes on with where they were interrupted: it decides that after the stop, if the thread is still there.
pub(crate) const SLEEPS_START_OVER: bool = true;

const NO_SYSTEM_CALL: i32 = -1;
/// `struct user_pt_regs`: x0 to x30, sp, pc, pstate.
const WORDS: usize = 34;
const LINK: usize = 30;
const SP: usize = 31;
const PC: usize = 32;
const PSTATE: usize = 33;
/// PSR_MODE32_BIT.
const IS_32_BIT: u64 = 0x10;
/// The callee keeps it, for us the mailbox.
const KEPT: usize = 19;

/// The system call that a thread was in before it was told to stop: number, first argument, where it goes on.
#[derive(Clone, Copy)]
pub(crate) struct Before(Option<(u64, u64, u64)>);

impl Before {
    pub(crate) fn read(pid: u32, tid: u32) -> Self {
        let text = std::fs::read_to_string(format!("/proc/{pid}/task/{tid}/syscall")).unwrap_or_default();
        Self(Self::parse(&text))
    }

    /// Number, first argument and instruction pointer of the system call in the text of `/proc/TID/syscall`: "number argument*6 sp
    /// pc", or something shorter for a thread that is in no system call.
    fn parse(text: &str) -> Option<(u64, u64, u64)> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let [number, first, _, _, _, _, _, _, pc] = words[..] else { return None };
        let hex = |word: &str| u64::from_str_radix(word.strip_prefix("0x")?, 16).ok();
        Some((number.parse().ok()?, hex(first)?, hex(pc)?))
    }
}

/// A thread's registers, when it has stopped.
#[derive(Clone, Copy)]
pub(crate) struct Registers {
    general: [u64; WORDS],
    thread_pointer: u64,
    /// The call that it is at the start or the end of.
    call: i32,
    /// Whether the next instruction of the thread makes a system call.
    is_before_call: bool,
    /// The first argument of the system call in which the thread was before it stopped, if it stands just behind the
    /// instruction that made that call.
    was_in: Option<u64>,
}

impl Registers {
    pub(crate) fn read(tid: u32, before: Before) -> io::Result<Self> {
        let mut general = [0; WORDS];
        for (to, word) in general.iter_mut().zip(words(&register_set(tid, NT_PRSTATUS, WORDS * 8)?)) {
            *to = word;
        }
        let thread_pointer = words(&register_set(tid, NT_ARM_TLS, 16)?).next().unwrap_or(0);
        let call = register_set(tid, NT_ARM_SYSTEM_CALL, 4)?;
        let call = call.try_into().map_or(NO_SYSTEM_CALL, i32::from_ne_bytes);
        let is_before_call = call == NO_SYSTEM_CALL && instruction(tid, general[PC]) == Some(SVC);
        let was_in = before
            .0
            .filter(|(number, _, pc)| (*number, *pc) == (general[8], general[PC]))
            .map(|(_, first, _)| first);
        Ok(Self { general, thread_pointer, call, is_before_call, was_in })
    }

    pub(crate) fn write(&self, tid: u32) -> io::Result<()> {
        set_register_set(tid, NT_ARM_SYSTEM_CALL, &self.call.to_ne_bytes())?;
        let bytes: Vec<u8> = self.general.iter().flat_map(|word| word.to_ne_bytes()).collect();
        set_register_set(tid, NT_PRSTATUS, &bytes)
    }

    pub(crate) fn ip(&self) -> u64 {
        self.general[PC]
    }

    pub(crate) fn sp(&self) -> u64 {
        self.general[SP]
    }

    pub(crate) fn thread_pointer(&self) -> u64 {
        self.thread_pointer
    }

    /// Why a thread with these can't be taken, whatever it does.
    pub(crate) fn refusal(&self, tid: u32) -> Option<&'static str> {
        if self.general[PSTATE] & IS_32_BIT != 0 {
            return Some("a thread runs 32-bit code");
        }
        // `struct user_sve_header`, `user_za_header`: sizes, lengths of vectors, flags. SVE_PT_REGS_SVE is 1.
        let half = |set: &[u8], at: usize| {
            set.get(at..at + 2).map_or(0, |half| u16::from_ne_bytes([half[0], half[1]]))
        };
        let has_live = |set: usize| register_set(tid, set, 16).is_ok_and(|header| half(&header, 12) & 1 != 0);
        if self.system_call().is_none() && has_live(NT_ARM_SVE) {
            return Some("a thread uses SVE registers");
        }
        // Without the array, its header says that it has nothing but itself.
        let size = |set: Vec<u8>| u32::from_ne_bytes(set.first_chunk().copied().unwrap_or_default());
        if has_live(NT_ARM_SSVE) || register_set(tid, NT_ARM_ZA, 16).is_ok_and(|header| size(header) > 16) {
            return Some("a thread uses SME registers");
        }
        // `struct user_gcs`: the features that are on, first.
        let is_guarded = register_set(tid, NT_ARM_GCS, 24)
            .is_ok_and(|set| words(&set).next().is_some_and(|on| on & 1 != 0));
        is_guarded.then_some("a thread has a guarded control stack")
    }

    /// Whether the thread pointer leads to a descriptor of the C library's: that lies below it, and has the thread's id.
    pub(crate) fn is_of_the_c_library(&self, memory: &Memory, tid: u32) -> bool {
        id_of_its_own(tid).is_some_and(|id| self.has_below_thread_pointer(memory, id))
    }

    fn has_below_thread_pointer(&self, memory: &Memory, id: u32) -> bool {
        /// glibc's descriptors have fewer bytes.
        const DESCRIPTOR: u64 = 0xa00;
        let mut bytes = [0; DESCRIPTOR as usize];
        let Some(from) = self.thread_pointer.checked_sub(DESCRIPTOR) else { return false };
        // Where that much is not mapped below, it begins on the page of the thread pointer.
        let start = if memory.read(from, &mut bytes).is_ok() { from } else { self.thread_pointer & !0xfff };
        let bytes = &mut bytes[..(self.thread_pointer - start) as usize];
        memory.read(start, bytes).is_ok() && bytes.chunks_exact(4).any(|word| word == id.to_ne_bytes())
    }

    /// The system call that it has been interrupted in, or is about to make.
    pub(crate) fn system_call(&self) -> Option<i64> {
        (self.is_before_call || self.said_eintr().is_some()).then_some(self.general[8] as i64)
    }

    /// The first argument of the system call that the thread is in, or is about to make.
    pub(crate) fn first_argument(&self) -> u64 {
        self.was_in.filter(|_| !self.is_before_call).unwrap_or(self.general[0])
    }

    /// Where the function returns to that it is in, if that is one without a frame: else the link register is in its frame as well.
    pub(crate) fn leaf_returns_to(&self, memory: &Memory) -> u64 {
        let link = code_address(self.general[LINK]);
        let is_kept = |at: u64| memory.u64(at.wrapping_add(8)).is_ok_and(|word| code_address(word) == link);
        if is_kept(self.general[SP]) || is_kept(self.general[29]) { 0 } else { link }
    }

    /// Registers that hold return addresses.
    pub(crate) fn return_address(&self) -> Option<u64> {
        Some(code_address(self.general[LINK]))
    }

    /// The system call that has returned EINTR, because of our stop. A handler that ran meanwhile may have had that effect, too,
    /// but then the thread was not in the call when it was looked at before, or the handler has run within microseconds.
    pub(crate) fn said_eintr(&self) -> Option<i64> {
        let is_it = self.general[0] as i64 == i64::from(-libc::EINTR) && !self.is_before_call;
        (is_it && self.was_in.is_some()).then_some(self.general[8] as i64)
    }

    /// Makes that call again. A handler that runs before it is followed by the call, as one that runs just before a call is.
    pub(crate) fn make_again(&mut self) {
        if let Some(first) = self.was_in.take() {
            self.general[0] = first;
            self.general[PC] -= SYSCALL_BYTES;
            self.is_before_call = true;
        }
    }

    /// Sends the thread to a function or instruction.
    pub(crate) fn away(&self, to: u64, arguments: &[u64]) -> Self {
        let mut registers = *self;
        registers.general[..6].fill(0);
        registers.general[..arguments.len()].copy_from_slice(arguments);
        registers.jump(to);
        // Flags, and what the last branch was: none that has to land on a mark.
        registers.general[PSTATE] = 0;
        registers
    }

    /// For a function, which returns to an address that finds the frame at `sp`; `kept` is in a register that it keeps.
    pub(crate) fn call(&mut self, sp: u64, returns_to: u64, kept: u64) {
        self.general[SP] = sp;
        self.general[LINK] = returns_to;
        self.general[KEPT] = kept;
    }

    /// For the instruction that makes system calls.
    pub(crate) fn system_call_by(&self, instruction: u64, number: i64, arguments: &[u64]) -> Self {
        let mut registers = self.away(instruction, arguments);
        registers.general[8] = number as u64;
        registers
    }

    /// Goes on at an instruction, and not with the system call that was interrupted.
    pub(crate) fn jump(&mut self, to: u64) {
        self.general[PC] = to;
        self.call = NO_SYSTEM_CALL;
        self.is_before_call = false;
        self.was_in = None;
    }

    /// At the start of a system call: its number.
    pub(crate) fn entered(&self) -> i64 {
        i64::from(self.call)
    }

    /// At the start of a system call: it is not made, and the thread goes back to just before it.
    pub(crate) fn put_off(&mut self) {
        self.jump(self.general[PC] - SYSCALL_BYTES);
    }

    /// What the system call that the thread has just made returned.
    pub(crate) fn result(&self) -> u64 {
        self.general[0]
    }

    pub(crate) fn set_result(&mut self, result: u64) {
        self.general[0] = result;
    }
}

/// The id of a thread as it knows it itself: in a PID namespace, another one than ours.
fn id_of_its_own(tid: u32) -> Option<u32> {
    let status = std::fs::read(format!("/proc/{tid}/status")).ok()?;
    let status = String::from_utf8_lossy(&status);
    let ids = status.lines().find_map(|line| line.strip_prefix("NSpid:"))?;
    ids.split_ascii_whitespace().next_back()?.parse().ok()
}

fn words(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap_or_default()))
}

/// The instruction of a thread at an address.
fn instruction(tid: u32, at: u64) -> Option<u32> {
    if !at.is_multiple_of(4) {
        return None;
    }
    let mut word = 0_u64;
    let from = number((at & !7) as usize);
    // The system call itself, other than the C library's function, writes the word.
    // SAFETY: reads a word of the thread's memory into a live variable.
    let got = unsafe { libc::syscall(libc::SYS_ptrace, libc::PTRACE_PEEKTEXT, tid, from, &raw mut word) };
    (got == 0).then_some((word >> (8 * (at & 4))) as u32)
}

/// An address of code as it may be kept on a stack: the upper bits may be a signature. Addresses have 48 bits, unless a program asks
/// for more.
pub(crate) fn code_address(word: u64) -> u64 {
    word & ((1 << 48) - 1)
}

/// As much code as a call instruction takes.
pub(crate) const CALL_BYTES: usize = 4;

/// Whether this code is a call instruction: bl, blr, and the ones that check a signature (blraa and its like).
pub(crate) fn ends_in_call(code: [u8; CALL_BYTES]) -> bool {
    let code = u32::from_le_bytes(code);
    code & 0xfc00_0000 == 0x9400_0000
        || code & 0xffff_fc1f == 0xd63f_0000
        || code & 0xfeff_f800 == 0xd63f_0800
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(pc: u64, x8: u64, x0: i64, before: Before) -> Registers {
        let mut general = [0; WORDS];
        (general[0], general[8], general[PC]) = (x0 as u64, x8, pc);
        let was_in = before.0.filter(|(number, _, at)| (*number, *at) == (x8, pc)).map(|(_, first, _)| first);
        Registers { general, thread_pointer: 0, call: NO_SYSTEM_CALL, is_before_call: false, was_in }
    }

    #[test]
    fn a_call_that_said_eintr_is_made_again_with_its_first_argument() {
        let text = "22 0x5 0xffffd000 0x8 0xffffffff 0x0 0x8 0xffffcfe0 0xffff8012e4c8\n";
        let before = Before(Before::parse(text));
        let mut stopped = at(0xffff_8012_e4c8, 22, -4, before);
        assert_eq!(
            (stopped.said_eintr(), stopped.system_call(), stopped.first_argument()),
            (Some(22), Some(22), 5)
        );
        stopped.make_again();
        assert_eq!((stopped.ip(), stopped.result(), stopped.said_eintr()), (0xffff_8012_e4c4, 5, None));
        assert_eq!(stopped.system_call(), Some(22));
        // It was elsewhere before, or has another result.
        assert_eq!(at(0xffff_8012_e4cc, 22, -4, before).said_eintr(), None);
        assert_eq!(at(0xffff_8012_e4c8, 22, 1, before).system_call(), None);
        for short in ["running\n", "-1 0xffffd000 0xffff8012e4c8\n", ""] {
            assert_eq!(Before::parse(short), None, "{short}");
        }
    }

    /// This thread's own descriptor, with the id that the C library keeps there.
    #[test]
    fn a_thread_of_the_c_library_is_known_by_its_id() {
        let memory = Memory::open(std::process::id()).unwrap();
        let (thread_pointer, tid): (u64, _) = {
            let pointer;
            // SAFETY: reads a register.
            unsafe { std::arch::asm!("mrs {0}, tpidr_el0", out(reg) pointer) };
            // SAFETY: no arguments.
            (pointer, unsafe { libc::gettid() } as u32)
        };
        let mut registers = at(0, 0, 0, Before(None));
        registers.thread_pointer = thread_pointer;
        assert_eq!(id_of_its_own(std::process::id()), Some(std::process::id()));
        assert!(registers.has_below_thread_pointer(&memory, tid));
        // Memory without a thread.
        let other = vec![0_u8; 64 << 10];
        registers.thread_pointer = other.as_ptr() as u64 + (32 << 10);
        assert!(!registers.has_below_thread_pointer(&memory, tid));
    }

    #[test]
    fn calls_are_told_from_other_instructions() {
        // bl, blr x9, blraa x9, x3, blraaz x9
        for call in [0x9400_0010, 0x97ff_fff0, 0xd63f_0120, 0xd73f_0923, 0xd63f_093f_u32] {
            assert!(ends_in_call(call.to_le_bytes()), "{call:x}");
        }
        // b, br x9, ret, svc #0
        for other in [0x1400_0010, 0xd61f_0120, 0xd65f_03c0, SVC] {
            assert!(!ends_in_call(other.to_le_bytes()), "{other:x}");
        }
    }
}
