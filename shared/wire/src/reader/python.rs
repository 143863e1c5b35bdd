//! What a process's probe knows of its Python interpreter.

use super::file_words::{ReadAt, Words};
use crate::layout::*;
use std::mem::{offset_of, size_of};

/// No structure of Python is larger, bytes.
const LARGEST: u64 = 1 << 14;

/// Addresses, and offsets in bytes: see [`PythonFacts`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PythonLayout {
    pub version: u32,
    pub at_is_number: bool,
    pub runtime: u64,
    pub interpreter: u64,
    pub of_interpreter: u64,
    pub of_frame: u64,
    pub of_inner: Option<u64>,
    pub of_code: u64,
    pub of_previous: u64,
    pub of_at: u64,
    pub of_file: u64,
    pub of_table: u64,
    pub of_first_line: u64,
}

/// `None` without an interpreter that the probe knows.
pub fn python<R: ReadAt + ?Sized>(source: &R) -> Option<PythonLayout> {
    let w = Words::read(source, offset_of!(Process, python), size_of::<PythonFacts>());
    let version = Some(w.u32(offset_of!(PythonFacts, version))).filter(|version| *version != 0)?;
    let offset = |at: usize| Some(u64::from(w.u32(at))).filter(|offset| *offset < LARGEST);
    Some(PythonLayout {
        version,
        at_is_number: w.u32(offset_of!(PythonFacts, at_is_number)) != 0,
        runtime: w.u64(offset_of!(PythonFacts, runtime)),
        interpreter: w.u64(offset_of!(PythonFacts, interpreter)),
        of_interpreter: offset(offset_of!(PythonFacts, of_interpreter))?,
        of_frame: offset(offset_of!(PythonFacts, of_frame))?,
        of_inner: offset(offset_of!(PythonFacts, of_inner))?.checked_sub(1),
        of_code: offset(offset_of!(PythonFacts, of_code))?,
        of_previous: offset(offset_of!(PythonFacts, of_previous))?,
        of_at: offset(offset_of!(PythonFacts, of_at))?,
        of_file: offset(offset_of!(PythonFacts, of_file))?,
        of_table: offset(offset_of!(PythonFacts, of_table))?,
        of_first_line: offset(offset_of!(PythonFacts, of_first_line))?,
    })
}
