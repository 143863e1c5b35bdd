//! Notes which call a thread is in, so that zetop sees one that does not return, and where it was made: three stores (on aarch64 four)
//! before a timed call and one after it, to a cache line that the call's counting writes anyway.

pub(crate) use crate::arch::Frame;
use crate::thread::ThreadVariables;
use std::sync::atomic::Ordering::{Relaxed, Release};
use zetop_wire::layout::{InCall, ThreadHead};

/// The thread is about to make a call, from that frame. False within a call that is noted already.
#[inline(always)]
pub(crate) fn begin(head: &ThreadHead, frame: Frame, function: usize, start: u64) -> bool {
    // A call that was left without returning (`longjmp`, an exception) is still noted, but mostly deeper in the stack than
    // the next one.
    if head.in_call.load(Relaxed) != 0 && head.call_sp.load(Relaxed) > frame.sp {
        return false;
    }
    frame.note(head);
    head.in_call.store(InCall::pack(function, start), Release);
    true
}

/// The call that [`begin`] noted has returned.
#[inline(always)]
pub(crate) fn end(found: ThreadVariables) {
    // In a forked child, and after the end of the session, the block is not this thread's.
    if let Some(block) = found.block() {
        block.head.in_call.store(0, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(sp: u64, bp: u64) -> Frame {
        let mut frame = Frame::here();
        (frame.sp, frame.bp) = (sp, bp);
        frame
    }

    #[test]
    fn of_calls_within_a_call_the_outermost_is_noted() {
        // SAFETY: all fields are atomics, for which zero bytes are valid.
        let head: ThreadHead = unsafe { std::mem::zeroed() };
        let noted = || InCall::unpack(head.in_call.load(Relaxed)).map(|call| (call.function, call.start));
        assert!(begin(&head, frame(4000, 1), 3, 70));
        assert!(!begin(&head, frame(3000, 2), 4, 80));
        assert_eq!((noted(), head.call_sp.load(Relaxed)), (Some((3, 70)), 4000));
        // The program has jumped out of both.
        assert!(begin(&head, frame(4000, 3), 5, 90));
        assert_eq!((noted(), head.call_bp.load(Relaxed)), (Some((5, 90)), 3));
        head.ended();
        assert_eq!(noted(), None);
    }
}
