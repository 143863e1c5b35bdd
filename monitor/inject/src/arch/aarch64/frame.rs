//! How a hijacked thread finds its way back without us.
//!
//! Before a thread of the target is sent elsewhere, its whole state is written into its memory in the form
//! of a signal frame, and the function it is sent to returns to the kernel's own code that asks it to restore that
//! frame. zetop stops the thread right there and restores it more exactly; but when zetop
//! has been killed meanwhile, the thread restores itself and goes on where it was.

use super::{PSTATE, Registers, code_address};

/// `struct rt_sigframe`: the siginfo, then `struct ucontext` (flags, link, stack, mask with room for 1024 signals), whose
/// `struct sigcontext` is aligned to 16.
const CONTEXT: usize = 128;
const MASK: usize = CONTEXT + 40;
const MACHINE: usize = CONTEXT + 176;
/// x0 to x30, sp, pc and pstate, behind the address of a fault.
const GENERAL: usize = MACHINE + 8;
/// Records of other registers, each with its number and size; one of zeros ends them.
const RECORDS: usize = MACHINE + 288;
/// `struct fpsimd_context`: FPSR and FPCR behind the head, then the vectors.
const FPSIMD_MAGIC: u32 = 0x4650_8001;
const FPSIMD_BYTES: usize = 528;
const VECTORS: usize = 512;

/// Builds a frame that ends below `top`; returns where it belongs and its bytes. It is restored by whoever makes the system call
/// with the stack pointer there.
pub(crate) fn build(
    top: u64,
    registers: &Registers,
    vectors: &[u8],
    mask: u64,
    _restorer: u64,
) -> (u64, Vec<u8>) {
    let mut frame = vec![0; RECORDS + FPSIMD_BYTES + 16];
    let start = (top - frame.len() as u64) & !15;
    let mut put = |at: usize, bytes: &[u8]| frame[at..at + bytes.len()].copy_from_slice(bytes);
    put(MASK, &mask.to_ne_bytes());
    for (index, word) in registers.general.iter().enumerate() {
        put(GENERAL + index * 8, &word.to_ne_bytes());
    }
    put(RECORDS, &FPSIMD_MAGIC.to_ne_bytes());
    put(RECORDS + 4, &(FPSIMD_BYTES as u32).to_ne_bytes());
    // `struct user_fpsimd_state`: the vectors, FPSR and FPCR.
    let (vectors, status) = vectors.split_at(vectors.len().min(VECTORS));
    put(RECORDS + 16, vectors);
    put(RECORDS + 8, &status[..status.len().min(8)]);
    (start, frame)
}

/// Whether a thread with this stack is in a signal handler: a frame of the kernel's is on it, and below that the address that the
/// handler returns to, unless that is still in its register.
pub(crate) fn is_in_handler(stack: &[u64], registers: &Registers, restorers: &[u64]) -> bool {
    let head = u64::from(FPSIMD_MAGIC) | (FPSIMD_BYTES as u64) << 32;
    let is_restorer = |word: u64| restorers.contains(&code_address(word));
    let mut returns = registers.return_address().is_some_and(is_restorer);
    stack.iter().enumerate().any(|(index, word)| {
        returns |= is_restorer(*word);
        let field = |at: usize| index.checked_sub((RECORDS - at) / 8).map(|at| stack[at]);
        // Flags and link of the context, and the mode of a program.
        let is_frame = || {
            let mode = field(GENERAL + PSTATE * 8).is_some_and(|pstate| pstate & 0xf == 0);
            mode && field(CONTEXT) == Some(0) && field(CONTEXT + 8) == Some(0)
        };
        returns && *word == head && is_frame()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;
    use std::sync::Mutex;

    #[test]
    fn a_frame_is_laid_out_as_the_c_library_says() {
        assert_eq!(CONTEXT, size_of::<libc::siginfo_t>());
        assert_eq!(MASK, CONTEXT + offset_of!(libc::ucontext_t, uc_sigmask));
        assert_eq!(MACHINE, CONTEXT + offset_of!(libc::ucontext_t, uc_mcontext));
        assert_eq!(GENERAL, MACHINE + offset_of!(libc::mcontext_t, regs));
        assert_eq!(GENERAL + PSTATE * 8, MACHINE + offset_of!(libc::mcontext_t, pstate));
        // `__reserved`, which is private there, is the rest.
        assert_eq!(RECORDS, CONTEXT + size_of::<libc::ucontext_t>() - 4096);
    }

    static SEEN: Mutex<Option<(bool, bool)>> = Mutex::new(None);

    /// The kernel's frame lies at the start of what the handler is passed.
    extern "C" fn handler(_: i32, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
        // SAFETY: the frame that the kernel has made, which ends behind the record of the vectors.
        let frame = unsafe { std::slice::from_raw_parts(info.cast::<u64>(), (RECORDS + 16) / 8) };
        let mut stack = vec![0x1234_0000];
        stack.extend_from_slice(frame);
        let registers = Registers {
            general: [0; super::super::WORDS],
            thread_pointer: 0,
            call: -1,
            is_before_call: false,
            was_in: None,
        };
        let seen = (
            is_in_handler(&stack, &registers, &[0x1234_0000]),
            is_in_handler(&stack, &registers, &[0x5678_0000]),
        );
        *SEEN.lock().unwrap() = Some(seen);
    }

    #[test]
    fn a_frame_of_the_kernels_is_seen() {
        // SAFETY: zeros are valid; the handler has the type that the flag asks for.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO;
            assert_eq!(libc::sigaction(libc::SIGUSR2, &action, std::ptr::null_mut()), 0);
            libc::raise(libc::SIGUSR2);
        }
        assert_eq!(*SEEN.lock().unwrap(), Some((true, false)));
    }

    /// Where a thread goes on that has restored itself: says by its status what it has found.
    #[unsafe(naked)]
    extern "C" fn restored() -> ! {
        std::arch::naked_asm!(
            // x1, x20 and d8 are as in the frame: 5 + 6 + 7
            "fmov x2, d8",
            "add x0, x1, x20",
            "add x0, x0, x2",
            "mov x8, #94",
            "svc #0",
        )
    }

    /// `exit_group(18)` of a child shows that the kernel accepts a frame of zetop's, and what it restores from it.
    #[test]
    fn a_thread_restores_itself_from_a_frame() {
        let room = vec![0_u64; 8 << 10];
        let top = room.as_ptr_range().end as u64;
        let mut general = [0; super::super::WORDS];
        (general[1], general[20]) = (5, 6);
        general[super::super::SP] = (top - 4096) & !15;
        general[super::super::PC] = restored as *const () as u64;
        let registers =
            Registers { general, thread_pointer: 0, call: -1, is_before_call: false, was_in: None };
        let mut vectors = [0_u8; FPSIMD_BYTES];
        vectors[8 * 16] = 7;
        let (at, bytes) = build(top - 8192, &registers, &vectors, 0, 0);
        // SAFETY: the frame is in `room`, with nothing else there.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), at as *mut u8, bytes.len()) };
        // SAFETY: the child makes a system call and no other thing.
        let pid = unsafe { libc::fork() };
        if pid == 0 {
            // SAFETY: the kernel restores what the frame says, which ends the process.
            unsafe {
                std::arch::asm!("mov sp, {0}", "mov x8, #139", "svc #0", in(reg) at, options(noreturn))
            };
        }
        let mut status = 0;
        // SAFETY: a child of this process and a live variable.
        unsafe { libc::waitpid(pid, &raw mut status, 0) };
        assert!(libc::WIFEXITED(status), "{status:x}");
        assert_eq!(libc::WEXITSTATUS(status), 18);
    }
}
