//! Functions and lines of a Python program, read from its memory.
//!
//! The probe has copied where each function was ([`PythonSample`]); the code objects stay where they are. The structures
//! are CPython's: `PyCodeObject` (`cpython/code.h`), `PyASCIIObject` (`cpython/unicodeobject.h`).

mod lines;
mod threads;

use super::frame::Frame;
use super::sample::PythonThread;
use crate::call_site::memory::Memory;
use procfs::process::Process;
use std::collections::HashMap;
use std::fs::File;
use std::path::Path;
use zetop_wire::requests::PythonSample;
use zetop_wire::samples::{TABLE_START, code_identity};

/// Longer names are cut; longer tables of lines are not Python's.
const LONGEST_NAME: u64 = 4096;
const LONGEST_TABLE: u64 = 16 << 20;
/// Places that are kept.
const MOST_KEPT: usize = 1 << 16;

/// Where the fields of Python's objects are, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fields {
    /// In a code object.
    file: u64,
    name: u64,
    first_line: u64,
    line_table: u64,
    /// The instructions; before 3.11 positions are numbers of instructions.
    code: Option<u64>,
    /// Where the characters of a string begin, if all are ASCII, and if not.
    ascii: u64,
    compact: u64,
}

const OF_3_10: Fields =
    Fields { file: 104, name: 112, first_line: 40, line_table: 120, code: None, ascii: 48, compact: 72 };
const OF_3_11: Fields =
    Fields { file: 112, name: 128, first_line: 72, line_table: 136, code: Some(184), ..OF_3_10 };
const OF_3_12: Fields = Fields { first_line: 68, code: Some(192), ascii: 40, compact: 56, ..OF_3_11 };

/// The memory of one process.
#[derive(Debug, Default)]
pub struct Python {
    memory: Option<File>,
    fields: Option<(u32, Fields)>,
    /// For when the process is gone.
    known: HashMap<[u64; 3], Option<Frame>>,
}

/// Where a thread is in Python, by the memory of its process.
pub(super) fn of_thread(pid: u32, thread: &PythonThread) -> Option<PythonSample> {
    let memory = File::open(format!("/proc/{pid}/mem")).ok()?;
    threads::sample(Memory::new(Some(&memory))?, thread)
}

impl Python {
    /// Opens the memory while the process exists.
    pub fn meet(&mut self, pid: u32) {
        if self.memory.is_none() {
            let process = i32::try_from(pid).ok().and_then(|pid| Process::new(pid).ok());
            self.memory = process.and_then(|process| process.mem().ok());
        }
    }

    /// Where a thread is in Python, read while it is in a call.
    pub fn thread(&self, thread: &PythonThread) -> Option<PythonSample> {
        threads::sample(Memory::new(self.memory.as_ref())?, thread)
    }

    /// The functions of a sample, innermost first, up to one that is no longer what it was, or can't be read: its caller
    /// is not to be taken for it. The interpreter's own are left out.
    pub fn frames(&mut self, sample: &PythonSample) -> Vec<Frame> {
        let Some(memory) = Memory::new(self.memory.as_ref()) else { return Vec::new() };
        let fields = match self.fields {
            Some((version, fields)) if version == sample.version => Some(fields),
            _ => memory.fields(sample),
        };
        self.fields = fields.map(|fields| (sample.version, fields));
        let mut frames = Vec::new();
        for &place in sample.frames.iter().filter(|[_, _, identity]| *identity != 0) {
            let read = fields.and_then(|fields| memory.frame(&fields, place));
            let Some(frame) = read.as_ref().or_else(|| self.known.get(&place)) else { break };
            frames.extend(frame.clone());
            if let Some(frame) = read
                && self.known.len() < MOST_KEPT
            {
                self.known.insert(place, frame);
            }
        }
        frames
    }
}

impl Memory<'_> {
    fn fields(self, sample: &PythonSample) -> Option<Fields> {
        match sample.version {
            0x030a => Some(OF_3_10),
            0x030b => Some(OF_3_11),
            0x030c => Some(OF_3_12),
            0x030d..=0x030f => {
                let words = self.bytes(sample.runtime, 8 * 64)?;
                Fields::told(
                    sample.version,
                    &words.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect::<Vec<_>>(),
                )
            }
            _ => None,
        }
    }

    /// `None` where it can't be read, or is another one now; no frame where there is no line.
    fn frame(self, fields: &Fields, place: [u64; 3]) -> Option<Option<Frame>> {
        let [code, at, identity] = place;
        // From 3.14 on, the lowest bits say who owns the reference.
        let code = code & !7;
        let (file, first_line) = (self.word(code + fields.file)?, self.half(code + fields.first_line)?);
        let table_at = self.word(code + fields.line_table)?;
        // PyBytesObject: how many, and the bytes.
        let size = self.word(table_at + 16)?;
        let table = self.bytes(table_at + 32, size.min(LONGEST_TABLE))?;
        let mut start = [0; TABLE_START];
        for (word, bytes) in start.iter_mut().zip(table.chunks(8)) {
            let mut whole = [0; 8];
            whole[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_le_bytes(whole);
        }
        if code_identity(file, first_line, table_at, size, start) != identity {
            return None;
        }
        let file = self.string(fields, file)?;
        let name = self.string(fields, self.word(code + fields.name)?)?;
        let line = match fields.code {
            Some(instructions) => lines::line(&table, first_line, at.checked_sub(code + instructions)?),
            None => lines::line_3_10(&table, first_line, at.checked_mul(2)?),
        };
        Some(line.map(|line| Frame {
            function: Some(name.into()),
            module: Path::new(&file).into(),
            file: Some(file.into()),
            line: Some(line),
            address: 0,
        }))
    }

    fn string(self, fields: &Fields, object: u64) -> Option<String> {
        let length = self.word(object + 16)?;
        let state = self.half(object + 32)?;
        let (width, is_compact, is_ascii) = (state >> 2 & 7, state >> 5 & 1 == 1, state >> 6 & 1 == 1);
        if !is_compact {
            return None;
        }
        let at = object + if is_ascii { fields.ascii } else { fields.compact };
        let bytes = self.bytes(at, length.min(LONGEST_NAME) * u64::from(width))?;
        // Bytes of names that are not UTF-8 are surrogates.
        let char = |code: u32| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        match width {
            1 => Some(bytes.iter().map(|byte| char::from(*byte)).collect()),
            2 => Some(bytes.as_chunks().0.iter().map(|c| char(u16::from_le_bytes(*c).into())).collect()),
            4 => Some(bytes.as_chunks().0.iter().map(|c| char(u32::from_le_bytes(*c))).collect()),
            _ => None,
        }
    }
}

impl Fields {
    /// From `_Py_DebugOffsets`, at the start of `_PyRuntime`; its words are the same within a minor version.
    fn told(version: u32, words: &[u64]) -> Option<Self> {
        let cookie = words.first()?.to_le_bytes();
        if cookie != *b"xdebugpy" || words.get(1)? >> 16 != u64::from(version) {
            return None;
        }
        // Where the part about code objects begins.
        let code = match version {
            0x030d => 34,
            0x030e => 39,
            _ => 47,
        };
        let field = |at: usize| words.get(code + at).copied().filter(|offset| *offset < 1 << 14);
        Some(Self {
            file: field(1)?,
            name: field(3)?,
            line_table: field(4)?,
            first_line: field(5)?,
            code: Some(field(9)?),
            ..OF_3_12
        })
    }
}

/// Folders of Python's own library and of installed packages: the line that called them is the program's.
const LIBRARIES: [&str; 3] = ["/site-packages/", "/dist-packages/", "/lib/python3."];

/// Whether a file is a part of the program: the library's, or what Python has built in (`<frozen importlib._bootstrap>`).
#[must_use]
pub fn is_programs(file: &Path) -> bool {
    let name = file.to_string_lossy();
    !name.starts_with("<frozen ") && !LIBRARIES.iter().any(|folder| name.contains(folder))
}
