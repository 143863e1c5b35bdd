//! Where a thread is in Python, from outside, while it is in a call: CPython's lists of threads and of a thread's frames.
//!
//! What is read may change meanwhile, if the call returns. Whoever asks finds that out afterwards.

use crate::call_site::arch::THREAD_ID as TID;
use crate::call_site::memory::Memory;
use crate::call_site::sample::PythonThread;
use zetop_wire::reader::PythonLayout;
use zetop_wire::requests::PythonSample;
use zetop_wire::samples::{PYTHON_FRAMES, TABLE_START, code_identity};

/// How much of an interpreter's state is searched for its list of threads, in words. It is in the first 8 KiB of 3.10 to 3.14.
const SEARCHED: u64 = 2048;
/// How much of a thread's state is searched for the address of the thread's descriptor, in words.
const OF_THREAD: u64 = 64;
/// `prev` and `next` are the first words of a thread's state (`cpython/pystate.h`).
const NEXT: u64 = 8;
const MOST_THREADS: usize = 4096;
/// From a mutex's node in its holder's list to the word that it locks: `__lock` and `__list.__next` of `pthread_mutex_t`.
const FUTEX_OFFSET: i64 = -32;

pub(super) fn sample(memory: Memory<'_>, thread: &PythonThread) -> Option<PythonSample> {
    let layout = &thread.layout;
    let state = state_of(memory, layout, thread.tid)?;
    let mut frame = memory.word(state + layout.of_frame)?;
    if let Some(inner) = layout.of_inner {
        frame = memory.word(frame + inner)?;
    }
    let mut frames = Vec::new();
    while frame != 0 && frames.len() < PYTHON_FRAMES {
        let Some(code) = memory.word(frame.checked_add(layout.of_code)?) else { break };
        let at = if layout.at_is_number {
            memory.half(frame + layout.of_at).map(u64::from)
        } else {
            memory.word(frame + layout.of_at)
        };
        // Frames of the interpreter's own have no code: 0 stands for what can't be told apart.
        let identity = identity(memory, layout, code & !7).unwrap_or(0);
        frames.push([code, at.unwrap_or(0), identity]);
        let Some(previous) = memory.word(frame + layout.of_previous) else { break };
        frame = previous;
    }
    Some(PythonSample { version: layout.version, runtime: layout.runtime, frames })
}

/// The state of a thread, among those of the first interpreter.
fn state_of(memory: Memory<'_>, layout: &PythonLayout, tid: u32) -> Option<u64> {
    let is_state =
        |at: u64| memory.word(at.checked_add(layout.of_interpreter)?).filter(|of| *of == layout.interpreter);
    let words = memory.bytes_there(layout.interpreter, 8 * SEARCHED);
    let words = words.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
    let some = words.filter(|at| is_address(*at)).find(|at| is_state(*at).is_some())?;
    let mut state = some;
    // The list's first one.
    for _ in 0..MOST_THREADS {
        match memory.word(state).filter(|before| is_address(*before) && is_state(*before).is_some()) {
            Some(before) => state = before,
            None => break,
        }
    }
    for _ in 0..MOST_THREADS {
        if is_of(memory, state, tid) {
            return Some(state);
        }
        state = memory.word(state + NEXT).filter(|next| is_address(*next) && is_state(*next).is_some())?;
    }
    None
}

/// One of a thread state's words is what `pthread_self` gives in the thread.
fn is_of(memory: Memory<'_>, state: u64, tid: u32) -> bool {
    let words = memory.bytes_there(state, 8 * OF_THREAD);
    let words = words.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
    words
        .filter(|word| is_address(*word) && word.is_multiple_of(16))
        .any(|address| is_descriptor(memory, address, tid))
}

/// Whether this is glibc's descriptor of the thread (`struct pthread` in `nptl/descr.h`). The thread's number alone is also found
/// elsewhere: behind it are `robust_prev` and `robust_head`, whose second word is the same in all threads.
fn is_descriptor(memory: Memory<'_>, address: u64, tid: u32) -> bool {
    let Some(bytes) = memory.bytes(address + TID, 32) else { return false };
    bytes[..4] == tid.to_le_bytes() && bytes[24..] == FUTEX_OFFSET.to_le_bytes()
}

fn is_address(word: u64) -> bool {
    word.is_multiple_of(8) && (1 << 16..1 << 47).contains(&word)
}

/// Computes [`code_identity`] of a code object, as the probe does for a sample.
fn identity(memory: Memory<'_>, layout: &PythonLayout, code: u64) -> Option<u64> {
    // The type's name is `code`: `ob_type`, and in that `tp_name`.
    let name = memory.word(memory.word(code.checked_add(8)?)?.checked_add(24)?)?;
    if memory.bytes(name, 5)? != *b"code\0" {
        return None;
    }
    let table = memory.word(code + layout.of_table)?;
    let (file, size) = (memory.word(code + layout.of_file)?, memory.word(table.checked_add(16)?)?);
    let first_line = memory.half(code + layout.of_first_line)?;
    let mut start = [0; TABLE_START];
    let bytes = memory.bytes(table + 32, size.min(8 * TABLE_START as u64))?;
    for (word, bytes) in start.iter_mut().zip(bytes.chunks(8)) {
        let mut whole = [0; 8];
        whole[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_le_bytes(whole);
    }
    Some(code_identity(file, first_line, table, size, start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    /// The state of one thread pointed to memory in which another thread's number happened to be: 1829, in Python 3.12.
    #[test]
    fn a_number_elsewhere_is_no_thread() {
        let own = File::open("/proc/self/mem").unwrap();
        let memory = Memory::new(Some(&own)).unwrap();
        let tid = rustix::thread::gettid().as_raw_nonzero().get().cast_unsigned();
        let mut elsewhere = vec![0_u64; 512];
        let begin = elsewhere.as_ptr().expose_provenance() as u64;
        let address = begin.next_multiple_of(64);
        elsewhere[((address - begin + TID) / 8) as usize] = tid.into();
        let is_of_this_thread = |word: u64| {
            let state: Vec<u64> = (0..OF_THREAD).map(|at| if at == 31 { word } else { 0 }).collect();
            is_of(memory, state.as_ptr().expose_provenance() as u64, tid)
        };
        assert!(!is_of_this_thread(address));
        assert!(is_of_this_thread(descriptor()));
        let (give, given) = std::sync::mpsc::channel();
        let (end, is_over) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                give.send(descriptor()).unwrap();
                let _ = is_over.recv();
            });
            assert!(!is_of_this_thread(given.recv().unwrap()));
            drop(end);
        });
    }

    fn descriptor() -> u64 {
        // SAFETY: it only returns the address of the thread's descriptor.
        unsafe { libc::pthread_self() }
    }
}
