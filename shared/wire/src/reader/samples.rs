//! A sample that a probe has taken: see [`crate::samples`].

use super::file_words::ReadAt;
use crate::samples::{PYTHON_FRAMES, PythonFrame, Slot};
use std::mem::{offset_of, size_of};

/// A sample, as read from the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sample {
    pub ip: u64,
    pub sp: u64,
    pub bp: u64,
    pub tid: u32,
    pub ticks: u64,
    pub stack: Vec<u8>,
    pub python: Option<PythonSample>,
}

/// Where a thread of a Python program was.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PythonSample {
    /// `PY_VERSION_HEX` but for its lowest 16 bits: 0x030c is 3.12.
    pub version: u32,
    /// Address of `_PyRuntime`.
    pub runtime: u64,
    /// Code object, position and identity of each function, innermost first; see [`PythonFrame`].
    pub frames: Vec<[u64; 3]>,
}

pub(crate) fn u32_at<R: ReadAt + ?Sized>(source: &R, offset: usize) -> u32 {
    let mut word = [0; 4];
    source.read_at(&mut word, offset);
    u32::from_le_bytes(word)
}

/// The sample in the slot at `at` in the file; its stack is at `stack_at`, and has at most `most_words`.
pub(crate) fn sample<R: ReadAt + ?Sized>(
    source: &R,
    at: usize,
    stack_at: usize,
    most_words: usize,
    python_at: usize,
) -> Sample {
    let u64_at = |offset: usize| {
        let mut word = [0; 8];
        source.read_at(&mut word, at + offset);
        u64::from_le_bytes(word)
    };
    let words = (u32_at(source, at + offset_of!(Slot, words)) as usize).min(most_words);
    let mut stack = vec![0; words * 8];
    source.read_at(&mut stack, stack_at);
    let version = u32_at(source, at + offset_of!(Slot, python_version));
    let python = (version != 0).then(|| PythonSample {
        version,
        runtime: u64_at(offset_of!(Slot, python_runtime)),
        frames: python_frames(source, python_at, u32_at(source, at + offset_of!(Slot, python_frames))),
    });
    Sample {
        ip: u64_at(offset_of!(Slot, ip)),
        sp: u64_at(offset_of!(Slot, sp)),
        bp: u64_at(offset_of!(Slot, bp)),
        tid: u32_at(source, at + offset_of!(Slot, tid)),
        ticks: u64_at(offset_of!(Slot, ticks)),
        stack,
        python,
    }
}

fn python_frames<R: ReadAt + ?Sized>(source: &R, at: usize, count: u32) -> Vec<[u64; 3]> {
    let mut bytes = vec![0; (count as usize).min(PYTHON_FRAMES) * size_of::<PythonFrame>()];
    source.read_at(&mut bytes, at);
    let (words, _) = bytes.as_chunks();
    let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
    words.as_chunks().0.to_vec()
}
