//! The helper thread in the target, and how it gets its orders.
//!
//! The helper is an ordinary glibc thread, made by the target's own `pthread_create`, that runs a few
//! instructions (`arch`). It is not traced while it works. It looks every 0.1 ms for a call to make, and leaves by itself
//! (and unmaps its code and its mailbox while it goes) when told to or when zetop has been silent for
//! some seconds: whatever happens to zetop, nothing of it stays.
//!
//! zetop may be stopped between any two of its own instructions, and go on minutes later, when the helper has long left
//! and something else is mapped there. So zetop writes to the mailbox, and believes what it reads there, only while it
//! holds the helper stopped by ptrace between [`looks`]: then it has not left and can't leave. If zetop ends meanwhile, the
//! kernel lets the helper go on. From its start on, it is held in the same way until the thread that has
//! made it is back.

use super::arch::PAGE;

/// The mailbox begins with these, at these offsets (in bytes).
pub(super) const STATE: u64 = 0;
pub(super) const BUDGET: u64 = 4;
pub(super) const FUNCTION: u64 = 8;
pub(super) const ARGUMENTS: u64 = 16;
pub(super) const RESULT: u64 = 40;
pub(super) const UNDO: u64 = 48;
pub(super) const TID: u64 = 56;
/// pthread_t of the new thread, written by pthread_create.
pub(super) const HANDLE: u64 = 128;
/// Result of a function that the hijacked thread was sent to call.
pub(super) const RETURNED: u64 = 152;
pub(super) const TEXT: u64 = 256;

/// States of the mailbox, which begins with 0: nothing to do.
pub(super) const CALL: u32 = 1;
pub(super) const DONE: u32 = 2;
pub(super) const LEAVE: u32 = 3;

/// Code, mailbox, and the stack on which the hijacked thread starts the helper.
pub(super) const CODE_BYTES: u64 = PAGE;
pub(super) const MAILBOX_BYTES: u64 = 4 * PAGE;
pub(super) const STACK_BYTES: u64 = 24 * PAGE;
pub(super) const REGION_BYTES: u64 = CODE_BYTES + MAILBOX_BYTES + STACK_BYTES;
/// Room for the texts that a call's arguments point to.
pub(super) const TEXT_ROOM: usize = (MAILBOX_BYTES - TEXT) as usize;

const MAX_ARGUMENTS: usize = 3;

/// Where the target has the functions that the helper needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Functions {
    pub(super) pthread_self: u64,
    pub(super) pthread_detach: u64,
    pub(super) munmap: u64,
}

/// The mailbox as the helper finds it at its start. `name` is its name in lists of threads; it leaves by itself after `looks`.
pub(super) fn mailbox(region: u64, functions: Functions, name: [u8; 8], looks: u32) -> Vec<u8> {
    let mut mailbox = vec![0; TEXT as usize];
    let mut put = |at: usize, value: u64| mailbox[at..at + 8].copy_from_slice(&value.to_ne_bytes());
    put(BUDGET as usize, u64::from(looks));
    put(64, region);
    put(72, REGION_BYTES);
    put(80, functions.munmap);
    put(88, functions.pthread_self);
    put(96, functions.pthread_detach);
    put(104, 0); // timespec: seconds
    put(112, 50_000); // and nanoseconds, to which the kernel adds as much of its own
    put(120, 1 << 32); // the set with signal 33, by which glibc runs setuid in all threads
    put(136, u64::from_ne_bytes(name));
    mailbox
}

/// The mailbox from STATE to UNDO, with an order to call. `undo` gets the result if zetop does not fetch it (0: nothing does).
pub(super) fn call(function: u64, arguments: &[u64], undo: u64, looks: u32) -> Vec<u8> {
    let mut bytes = vec![0; (UNDO + 8 - STATE) as usize];
    bytes[STATE as usize..][..4].copy_from_slice(&CALL.to_ne_bytes());
    bytes[BUDGET as usize..][..4].copy_from_slice(&looks.to_ne_bytes());
    let mut put = |at: u64, value: u64| {
        bytes[at as usize..at as usize + 8].copy_from_slice(&value.to_ne_bytes());
    };
    put(FUNCTION, function);
    put(UNDO, undo);
    for (index, argument) in arguments.iter().take(MAX_ARGUMENTS).enumerate() {
        put(ARGUMENTS + index as u64 * 8, *argument);
    }
    bytes
}

unsafe extern "C" {
    static zetop_inject_helper_start: u8;
    static zetop_inject_looks: u8;
    static zetop_inject_looks_end: u8;
    static zetop_inject_done: u8;
    static zetop_inject_way_back: u8;
    static zetop_inject_helper_end: u8;
}

/// The helper's instructions, which run anywhere.
pub(super) fn code() -> &'static [u8] {
    let (start, end) = (&raw const zetop_inject_helper_start, &raw const zetop_inject_helper_end);
    // SAFETY: both labels lie in one read-only block, the end behind the start.
    unsafe { std::slice::from_raw_parts(start, end.offset_from(start) as usize) }
}

/// Whether the helper looks for orders at this place in the code, or is on its way there: it holds no lock, and has not begun to
/// leave.
pub(super) fn is_looking(at: u64) -> bool {
    let start = &raw const zetop_inject_helper_start;
    let done = &raw const zetop_inject_done;
    // SAFETY: the labels lie in one read-only block, in this order.
    let done = unsafe { done.offset_from(start) as u64 };
    looks().contains(&at) || at == done
}

/// Where in the code the helper looks for orders.
pub(super) fn looks() -> std::ops::Range<u64> {
    let start = &raw const zetop_inject_helper_start;
    let (from, to) = (&raw const zetop_inject_looks, &raw const zetop_inject_looks_end);
    // SAFETY: the labels lie in one read-only block, in this order.
    unsafe { from.offset_from(start) as u64..to.offset_from(start) as u64 }
}

/// Where in the code a hijacked thread returns to, and where it ends with the system call that restores it.
pub(super) fn way_back() -> (u64, u64) {
    let (start, back) = (&raw const zetop_inject_helper_start, &raw const zetop_inject_way_back);
    // SAFETY: both labels lie in one read-only block, in this order.
    let offset = unsafe { back.offset_from(start) };
    (offset as u64, code().len() as u64)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_code_fits_its_page_and_ends_with_the_system_call() {
        let code = super::code();
        assert!(code.len() < super::CODE_BYTES as usize);
        assert!(code.ends_with(crate::arch::helper::SYSTEM_CALL));
        let looks = super::looks();
        assert!(looks.start < looks.end && looks.end < super::way_back().0);
    }

    /// A helper that had said that a call was done, and was not yet back where it looks for the next one, was taken for one that
    /// had left.
    #[test]
    fn a_helper_that_has_said_that_it_is_done_is_there() {
        let (code, looks) = (super::code(), super::looks());
        let saying = crate::arch::helper::SAYS_DONE;
        let says = code.windows(saying.len()).position(|bytes| bytes == saying).unwrap();
        let next = (says + saying.len()) as u64;
        assert!(super::is_looking(next) && !super::is_looking(says as u64) && !super::is_looking(next + 1));
        // It goes straight there.
        let to = crate::arch::helper::jumps_to(code, next);
        assert_eq!(to, looks.start);
        assert!(super::is_looking(looks.start) && !super::is_looking(looks.end));
    }
}
