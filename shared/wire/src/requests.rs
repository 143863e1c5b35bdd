//! zetop's side of [`crate::samples`]: asks for samples and reads them.

use crate::layout::{
    BLOCKS, FILE_SIZE, ThreadBlock, ThreadHead, WANTS_RECORDS, WANTS_SAMPLES, block_offset, samples_offset,
};
use crate::reader::ReadAt;
pub use crate::reader::{PythonSample, Sample};
use crate::reader::{sample, u32_at};
use crate::samples::{
    ARMED, CLASSES_ASKED, FREE, PATIENCE, PATIENCE_SHIFT, PythonStack, REFUSED, SLOTS, STACK_WORDS, Samples,
    Slot, Stack, TAKEN,
};
use crate::write::WriteAt;
use std::mem::{offset_of, size_of};

/// What a sample is wanted of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// Calls of a function, by its number in the process's catalog.
    Function { number: u16, errors_only: bool },
    /// Operations of some classes, by number, when they are put on a device.
    Classes(Vec<u32>),
}

/// The state of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestState {
    Waiting,
    Taken(Box<Sample>),
    /// The thread that made the call has a stack with unknown bounds.
    Refused,
}

const fn slot_offset(slot: usize) -> usize {
    samples_offset() + offset_of!(Samples, slots) + slot * size_of::<Slot>()
}

/// Gives the slots their memory, so that the probe need not allocate any. False if the file, of `length` bytes, is too short
/// to have them.
///
/// # Errors
/// When the file can't be written.
pub fn prepare(file: &impl WriteAt, length: u64) -> std::io::Result<bool> {
    if length < FILE_SIZE as u64 {
        return Ok(false);
    }
    file.write_at(&vec![0; size_of::<Samples>()], samples_offset() as u64)?;
    Ok(true)
}

/// Asks for a sample. `request` is not 0, and different each time.
///
/// # Errors
/// When the file can't be written.
pub fn arm(file: &impl WriteAt, slot: usize, request: u64, asked: &Asked) -> std::io::Result<()> {
    let at = slot_offset(slot.min(SLOTS - 1));
    let word = |offset: usize, value: u32| file.write_at(&value.to_le_bytes(), (at + offset) as u64);
    word(offset_of!(Slot, state), FREE)?;
    let (function, errors_only, classes) = match asked {
        Asked::Function { number, errors_only } => (u32::from(*number) + 1, *errors_only, &[][..]),
        Asked::Classes(classes) => (0, false, &classes[..]),
    };
    word(offset_of!(Slot, function), function)?;
    word(offset_of!(Slot, errors_only), errors_only.into())?;
    let mut list = [0; CLASSES_ASKED * 4];
    for (to, class) in list.chunks_exact_mut(4).zip(classes) {
        to.copy_from_slice(&class.wrapping_add(1).to_le_bytes());
    }
    file.write_at(&list, (at + offset_of!(Slot, classes)) as u64)?;
    file.write_at(&request.to_le_bytes(), (at + offset_of!(Slot, request)) as u64)?;
    // Last: from here on the sample may be taken.
    word(offset_of!(Slot, state), ARMED)
}

/// Takes a request back, unless it is being answered.
///
/// # Errors
/// When the file can't be written.
pub fn disarm(file: &(impl WriteAt + ReadAt), slot: usize) -> std::io::Result<()> {
    let at = slot_offset(slot.min(SLOTS - 1)) + offset_of!(Slot, state);
    if u32_at(file, at) == ARMED { file.write_at(&FREE.to_le_bytes(), at as u64) } else { Ok(()) }
}

/// Makes the threads look at the slots, or stop doing so; whether records are wanted of them stays the same.
///
/// # Errors
/// When the file can't be written.
pub fn look(file: &impl WriteAt, blocks: usize, samples: bool, records: bool) -> std::io::Result<()> {
    let looks = if samples { WANTS_SAMPLES | PATIENCE << PATIENCE_SHIFT } else { 0 };
    let word = (looks | if records { WANTS_RECORDS } else { 0 }).to_le_bytes();
    let at = offset_of!(ThreadBlock, head) + offset_of!(ThreadHead, wants);
    let at: Vec<u64> = (0..blocks.min(BLOCKS)).map(|block| (block_offset(block) + at) as u64).collect();
    file.write_each(&word, &at)
}

/// The state of the request in a slot.
#[must_use]
pub fn answer<R: ReadAt + ?Sized>(source: &R, slot: usize, request: u64) -> RequestState {
    let at = slot_offset(slot.min(SLOTS - 1));
    let state = u32_at(source, at + offset_of!(Slot, state));
    let u64_at = |offset: usize| {
        let mut word = [0; 8];
        source.read_at(&mut word, at + offset);
        u64::from_le_bytes(word)
    };
    if !matches!(state, TAKEN | REFUSED) || u64_at(offset_of!(Slot, answers)) != request {
        return RequestState::Waiting;
    }
    if state == REFUSED {
        return RequestState::Refused;
    }
    let slot = slot.min(SLOTS - 1);
    let stack = samples_offset() + offset_of!(Samples, stacks) + slot * size_of::<Stack>();
    let python = samples_offset() + offset_of!(Samples, python) + slot * size_of::<PythonStack>();
    RequestState::Taken(Box::new(sample(source, at, stack, STACK_WORDS, python)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::PYTHON_FRAMES;
    use std::os::unix::fs::FileExt;

    fn write(file: &std::fs::File, at: usize, bytes: &[u8]) {
        file.write_all_at(bytes, at as u64).unwrap();
    }

    #[test]
    fn a_request_is_answered_once_and_by_its_number() {
        let file = tempfile::tempfile().unwrap();
        let prepare = |file: &std::fs::File| prepare(file, file.metadata().unwrap().len());
        assert!(!prepare(&file).unwrap(), "a short file has no slots, and stays short");
        assert_eq!(file.metadata().unwrap().len(), 0);
        file.set_len(FILE_SIZE as u64).unwrap();
        assert!(prepare(&file).unwrap());
        let slot = slot_offset(3);
        arm(&file, 3, 7, &Asked::Classes(vec![4, 11])).unwrap();
        assert_eq!(u32_at(&file, slot + offset_of!(Slot, state)), ARMED);
        let classes = slot + offset_of!(Slot, classes);
        assert_eq!([0, 4, 8].map(|at| u32_at(&file, classes + at)), [5, 12, 0]);
        assert_eq!(answer(&file, 3, 7), RequestState::Waiting);
        // Like a probe.
        write(&file, slot + offset_of!(Slot, words), &u32::MAX.to_le_bytes());
        write(&file, slot + offset_of!(Slot, answers), &7u64.to_le_bytes());
        write(&file, slot + offset_of!(Slot, state), &TAKEN.to_le_bytes());
        let RequestState::Taken(sample) = answer(&file, 3, 7) else { panic!() };
        assert_eq!(sample.stack.len(), STACK_WORDS * 8, "no more than there is, whatever is said");
        assert_eq!(sample.python, None);
        write(&file, slot + offset_of!(Slot, python_version), &0x030c_u32.to_le_bytes());
        write(&file, slot + offset_of!(Slot, python_frames), &u32::MAX.to_le_bytes());
        let frames = samples_offset() + offset_of!(Samples, python) + 3 * size_of::<PythonStack>();
        write(&file, frames + 24, &[5, 0, 0, 0, 0, 0, 0, 0, 6]);
        let RequestState::Taken(sample) = answer(&file, 3, 7) else { panic!() };
        let python = sample.python.unwrap();
        assert_eq!((python.frames.len(), &python.frames[..2]), (PYTHON_FRAMES, &[[0; 3], [5, 6, 0]][..]));
        assert_eq!(answer(&file, 3, 8), RequestState::Waiting, "an answer to another request");
        arm(&file, 3, 8, &Asked::Function { number: 0, errors_only: true }).unwrap();
        assert_eq!(answer(&file, 3, 8), RequestState::Waiting);
        assert_eq!(u32_at(&file, slot + offset_of!(Slot, function)), 1);
        assert_eq!(u32_at(&file, classes), 0);
        disarm(&file, 3).unwrap();
        assert_eq!(u32_at(&file, slot + offset_of!(Slot, state)), FREE);
    }

    #[test]
    fn the_threads_are_told_beside_their_records() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(FILE_SIZE as u64).unwrap();
        let wants = |block: usize| {
            u32_at(&file, block_offset(block) + offset_of!(ThreadBlock, head) + offset_of!(ThreadHead, wants))
        };
        look(&file, 2, true, true).unwrap();
        assert_eq!(wants(1) & 0xff, WANTS_RECORDS | WANTS_SAMPLES);
        assert_eq!((wants(1) >> PATIENCE_SHIFT, wants(2)), (PATIENCE, 0));
        look(&file, 2, false, true).unwrap();
        assert_eq!((wants(0), wants(1)), (WANTS_RECORDS, WANTS_RECORDS));
    }
}
