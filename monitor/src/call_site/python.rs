//! Functions and lines of a Python program, read from its memory.
//!
//! The probe has copied where each function was ([`PythonSample`]); the code objects stay where they are. The structures
//! are CPython's: `PyCodeObject` (`cpython/code.h`), `PyASCIIObject` (`cpython/unicodeobject.h`).

mod lines;

use super::frame::Frame;
use procfs::process::Process;
use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use zetop_wire::requests::PythonSample;

/// Longer names, and tables of lines, are not Python's.
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
    known: HashMap<(u64, u64), Frame>,
}

impl Python {
    /// Opens the memory while the process exists.
    pub fn meet(&mut self, pid: u32) {
        if self.memory.is_none() {
            let process = i32::try_from(pid).ok().and_then(|pid| Process::new(pid).ok());
            self.memory = process.and_then(|process| process.mem().ok());
        }
    }

    /// The functions of a sample, innermost first. The interpreter's own are left out.
    pub fn frames(&mut self, sample: &PythonSample) -> Vec<Frame> {
        let Some(memory) = Memory::of(self.memory.as_ref()) else { return Vec::new() };
        let fields = match self.fields {
            Some((version, fields)) if version == sample.version => Some(fields),
            _ => memory.fields(sample),
        };
        self.fields = fields.map(|fields| (sample.version, fields));
        let mut frames = Vec::new();
        for &place in &sample.frames {
            let read = fields.and_then(|fields| memory.frame(&fields, place));
            if let Some(frame) = read.as_ref().or_else(|| self.known.get(&place)) {
                frames.push(frame.clone());
            }
            if let Some(frame) = read
                && self.known.len() < MOST_KEPT
            {
                self.known.insert(place, frame);
            }
        }
        frames
    }
}

#[derive(Clone, Copy)]
struct Memory<'a>(&'a File);

impl<'a> Memory<'a> {
    fn of(file: Option<&'a File>) -> Option<Self> {
        file.map(Self)
    }

    fn bytes(self, address: u64, count: u64) -> Option<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(count).ok()?];
        self.0.read_exact_at(&mut bytes, address).ok()?;
        Some(bytes)
    }

    fn word(self, address: u64) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(address, 8)?.try_into().ok()?))
    }

    fn half(self, address: u64) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(address, 4)?.try_into().ok()?))
    }

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

    fn frame(self, fields: &Fields, (code, at): (u64, u64)) -> Option<Frame> {
        // From 3.14 on, the lowest bits say who owns the reference.
        let code = code & !7;
        if self.type_name(code)? != b"code" {
            return None;
        }
        let file = self.string(fields, self.word(code + fields.file)?)?;
        let name = self.string(fields, self.word(code + fields.name)?)?;
        let first_line = self.half(code + fields.first_line)?;
        let table = self.word(code + fields.line_table)?;
        // PyBytesObject: how many, and the bytes.
        let table = self.bytes(table + 32, self.word(table + 16)?.min(LONGEST_TABLE))?;
        let line = match fields.code {
            Some(instructions) => lines::line(&table, first_line, at.checked_sub(code + instructions)?),
            None => lines::line_3_10(&table, first_line, at.checked_mul(2)?),
        }?;
        Some(Frame {
            function: Some(name.into()),
            module: Path::new(&file).into(),
            file: Some(file.into()),
            line: Some(line),
            address: 0,
        })
    }

    /// The name of an object's type (`tp_name`).
    fn type_name(self, object: u64) -> Option<Vec<u8>> {
        let name = self.word(self.word(object + 8)? + 24)?;
        let mut bytes = self.bytes(name, 8)?;
        bytes.truncate(bytes.iter().position(|byte| *byte == 0)?);
        Some(bytes)
    }

    fn string(self, fields: &Fields, object: u64) -> Option<String> {
        let length = self.word(object + 16)?;
        let state = self.half(object + 32)?;
        let (width, is_compact, is_ascii) = (state >> 2 & 7, state >> 5 & 1 == 1, state >> 6 & 1 == 1);
        if !is_compact || length > LONGEST_NAME {
            return None;
        }
        let at = object + if is_ascii { fields.ascii } else { fields.compact };
        let bytes = self.bytes(at, length * u64::from(width))?;
        match width {
            1 => Some(bytes.iter().map(|byte| char::from(*byte)).collect()),
            2 => bytes.as_chunks().0.iter().map(|c| char::from_u32(u16::from_le_bytes(*c).into())).collect(),
            4 => bytes.as_chunks().0.iter().map(|c| char::from_u32(u32::from_le_bytes(*c))).collect(),
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
