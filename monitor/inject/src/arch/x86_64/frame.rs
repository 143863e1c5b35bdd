//! How a hijacked thread finds its way back without us.
//!
//! Before a thread of the target is sent elsewhere, its whole state is written into its memory in the form
//! of a signal frame, and the function it is sent to returns to libc's `__restore_rt`, which asks the kernel
//! to restore that frame. zetop stops the thread right there and restores it more exactly; but when zetop
//! has been killed meanwhile, the thread restores itself and goes on where it was.

use super::Registers;

const CONTEXT: usize = 8;
const MACHINE: usize = CONTEXT + 40;
const SEGMENTS: usize = MACHINE + 18 * 8;
const FLOATS_AT: usize = MACHINE + 23 * 8;
const MASK: usize = MACHINE + 256;
/// Behind the siginfo, which follows the mask; with the xstate aligned to 64, the context is so too.
const XSTATE_AT: usize = (MASK + 8 + 128).next_multiple_of(64) + CONTEXT;

/// UC_FP_XSTATE, UC_SIGCONTEXT_SS, UC_STRICT_RESTORE_SS.
const FLAGS: u64 = 7;
const XSTATE_MAGIC_1: u32 = 0x4650_5853;
const XSTATE_MAGIC_2: u32 = 0x4650_5845;
/// Where the XSAVE format leaves room for software; ptrace puts there which features the kernel knows.
const SOFTWARE: usize = 464;
/// Where it says which features are in use.
const IN_USE: usize = 512;
const LEGACY_AND_HEADER: usize = 512 + 64;
/// AMX's tiles, which a thread has only if it has asked for permission (`arch_prctl`).
const ON_LEAVE: u64 = 1 << 18;

/// Builds a frame that ends below `top`; returns where it belongs and its bytes.
/// Its first word is the return address for the function that is called with the stack pointer there.
pub(crate) fn build(
    top: u64,
    registers: &Registers,
    xstate: &[u8],
    mask: u64,
    restorer: u64,
) -> (u64, Vec<u8>) {
    let (features, size) = features(xstate, place);
    let xstate = &xstate[..size];
    let floats = (top - xstate.len() as u64 - 4) & !63;
    let start = floats - XSTATE_AT as u64;
    let mut frame = vec![0; XSTATE_AT + xstate.len() + 4];
    let mut put = |at: usize, bytes: &[u8]| frame[at..at + bytes.len()].copy_from_slice(bytes);

    let resumed = registers.resumed();
    put(0, &restorer.to_ne_bytes());
    put(CONTEXT, &FLAGS.to_ne_bytes());
    let r = &resumed;
    let general = [
        r.r8, r.r9, r.r10, r.r11, r.r12, r.r13, r.r14, r.r15, r.rdi, r.rsi, r.rbp, r.rbx, r.rdx, r.rax,
        r.rcx, r.rsp, r.rip, r.eflags,
    ];
    for (index, value) in general.iter().enumerate() {
        put(MACHINE + index * 8, &value.to_ne_bytes());
    }
    let segments = (r.cs & 0xffff) | (r.gs & 0xffff) << 16 | (r.fs & 0xffff) << 32 | (r.ss & 0xffff) << 48;
    put(SEGMENTS, &segments.to_ne_bytes());
    put(FLOATS_AT, &floats.to_ne_bytes());
    put(MASK, &mask.to_ne_bytes());

    let at = XSTATE_AT;
    put(at, xstate);
    let size = xstate.len() as u32;
    let mut software = [0; 48];
    software[..4].copy_from_slice(&XSTATE_MAGIC_1.to_ne_bytes());
    software[4..8].copy_from_slice(&(size + 4).to_ne_bytes());
    software[8..16].copy_from_slice(&features.to_ne_bytes());
    software[16..20].copy_from_slice(&size.to_ne_bytes());
    put(at + SOFTWARE, &software);
    put(at + xstate.len(), &XSTATE_MAGIC_2.to_ne_bytes());
    (start, frame)
}

/// The features that a frame is to restore, and how much of `xstate` they take.
///
/// ptrace gives a state with room for everything that the processor has. But if a frame is larger than what
/// the thread may use, the kernel restores nothing beyond SSE and clears the rest.
fn features(xstate: &[u8], place: impl Fn(u32) -> (usize, usize)) -> (u64, usize) {
    let word = |at: usize| {
        let bytes = xstate.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
        u64::from_ne_bytes(bytes.unwrap_or_default())
    };
    let features = word(SOFTWARE) & !(ON_LEAVE & !word(IN_USE));
    let ends = (2..u64::BITS).filter(|feature| features >> feature & 1 == 1).map(|feature| {
        let (offset, size) = place(feature);
        offset + size
    });
    (features, ends.fold(LEGACY_AND_HEADER, usize::max).min(xstate.len()))
}

/// Where the processor keeps a feature's state, and how long that is.
fn place(feature: u32) -> (usize, usize) {
    let leaf = std::arch::x86_64::__cpuid_count(0xd, feature);
    (leaf.ebx as usize, leaf.eax as usize)
}

/// Whether `words`, which begin at a return address to the restorer, are a signal frame that the kernel
/// has made. (The signal's number is in it only for handlers with SA_SIGINFO.)
fn is_signal_frame(words: &[u64]) -> bool {
    let word = |at: usize| words.get(at / 8).copied();
    let user_code = word(SEGMENTS).is_some_and(|segments| segments & 0xffff == 0x33);
    let flags = word(CONTEXT).is_some_and(|flags| flags <= FLAGS);
    let link = word(CONTEXT + 8) == Some(0);
    let eflags = word(MACHINE + 17 * 8).is_some_and(|eflags| eflags & 2 == 2);
    let floats = word(FLOATS_AT).is_some_and(|floats| floats % 64 == 0);
    user_code && flags && link && eflags && floats
}

/// Whether a thread with this stack is in a signal handler.
pub(crate) fn is_in_handler(stack: &[u64], _registers: &Registers, restorers: &[u64]) -> bool {
    let mut words = stack.iter().enumerate();
    words.any(|(index, word)| restorers.contains(word) && is_signal_frame(&stack[index..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Sapphire Rapids has them: AVX, AVX-512 in three parts, PKRU, AMX's configuration and tiles.
    fn sapphire_rapids(feature: u32) -> (usize, usize) {
        match feature {
            2 => (576, 256),
            5 => (1088, 64),
            6 => (1152, 512),
            7 => (1664, 1024),
            9 => (2688, 8),
            17 => (2752, 64),
            18 => (2816, 8192),
            _ => (0, 0),
        }
    }

    fn state(known: u64, in_use: u64) -> Vec<u8> {
        let mut xstate = vec![0; 11008];
        xstate[SOFTWARE..SOFTWARE + 8].copy_from_slice(&known.to_ne_bytes());
        xstate[IN_USE..IN_USE + 8].copy_from_slice(&in_use.to_ne_bytes());
        xstate
    }

    #[test]
    fn a_frame_has_no_room_for_what_the_thread_may_not_use() {
        let all = 0x602e7;
        assert_eq!(features(&state(all, 0xe7), sapphire_rapids), (all & !ON_LEAVE, 2816));
        assert_eq!(features(&state(all, all), sapphire_rapids), (all, 11008), "the tiles are in use");
        assert_eq!(features(&state(7, 7), sapphire_rapids), (7, 832));
        assert_eq!(features(&state(3, 3), sapphire_rapids), (3, LEGACY_AND_HEADER));
    }

    #[test]
    fn a_frame_is_never_longer_than_what_there_is() {
        assert_eq!(features(&state(7, 7)[..700], sapphire_rapids), (7, 700));
    }
}
