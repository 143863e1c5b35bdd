//! A recording's file: where its blocks are, and how far it is intact.

use super::columns::{Damaged, Reader};
use super::format::{
    self, BlockAt, HEAD, MAGIC, MOST_ABOUT, MOST_BLOCK, OLDEST, RecordingHeader, Section, TIMES, VERSION,
};
use crate::aggregate::Aggregate;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use zetop_system::clean::clean;
use zetop_system::limit;

/// Most blocks of a file: more than a year of them.
const MOST_BLOCKS: usize = 8 << 20;
/// Most frames of a block.
pub const MOST_FRAMES: u32 = 1 << 16;

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{0}: {1}")]
    Io(String, io::Error),
    #[error("{0} is not a zetop recording")]
    Foreign(String),
    #[error(
        "{0} is a version {1} recording, this zetop reads versions {OLDEST} to {VERSION}: use the zetop that wrote it"
    )]
    Version(String, u32),
    #[error("{0} is a recording whose beginning is damaged")]
    Header(String),
    #[error("{0} was cut off before its first block: nothing can be shown")]
    Empty(String),
}

/// A file that is open.
#[derive(Debug)]
pub struct Recording {
    file: File,
    name: String,
    /// Version of its format.
    pub version: u32,
    pub about: RecordingHeader,
    pub places: Vec<BlockAt>,
    /// What is missing, as text; `None` if the recording is complete.
    pub missing: Option<String>,
    /// What comes after the last block that was found.
    next: u64,
    /// A block is damaged: those that come after it are not looked for.
    is_damaged: bool,
}

impl Recording {
    /// Opens a file and finds its blocks.
    ///
    /// # Errors
    /// When it is not a recording that this zetop can read.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let recording = Self::follow(path)?;
        if recording.places.is_empty() {
            return Err(OpenError::Empty(recording.name));
        }
        Ok(recording)
    }

    /// Opens a recording that is being written, which may have no block yet.
    ///
    /// # Errors
    /// When it is not a recording that this zetop can read.
    pub fn follow(path: &Path) -> Result<Self, OpenError> {
        let name = clean(&path.display().to_string());
        let io = |error| OpenError::Io(name.clone(), error);
        let file = limit::regular(path).map_err(io)?;
        let mut start = [0; 28];
        let got = read_at(&file, &mut start, 0).map_err(io)?;
        if got < MAGIC.len() || start[..MAGIC.len()] != *MAGIC {
            return Err(OpenError::Foreign(name));
        }
        let version = format::u32_at(&start[..got], 16);
        if got >= 20 && !(OLDEST..=VERSION).contains(&version) {
            return Err(OpenError::Version(name, version));
        }
        let len = format::u32_at(&start, 20) as usize;
        let mut json = vec![0; len.min(MOST_ABOUT)];
        let whole = got == start.len() && len <= MOST_ABOUT;
        let read = read_at(&file, &mut json, start.len() as u64).map_err(io)?;
        if !whole || read < len || crc32fast::hash(&json) != format::u32_at(&start, 24) {
            return Err(OpenError::Header(name));
        }
        let mut about: RecordingHeader =
            serde_json::from_slice(&json).map_err(|_| OpenError::Header(name.clone()))?;
        about.command.iter_mut().for_each(|word| *word = clean(word));
        about.architecture = clean(&about.architecture);
        about.zetop = clean(&about.zetop);
        about.boot = clean(&about.boot);
        about.member = about.member.harmless();
        let mut recording = Self {
            file,
            name,
            version,
            about,
            places: Vec::new(),
            missing: None,
            next: 0,
            is_damaged: false,
        };
        recording.next = (start.len() + len) as u64;
        recording.look_further();
        Ok(recording)
    }

    /// For the figures from its beginning on.
    #[must_use]
    pub fn aggregate(&self) -> Aggregate {
        let mut aggregate = Aggregate::new(self.about.start);
        aggregate.began_at(self.about.unix_ns());
        aggregate
    }

    /// For messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its end has been found.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.missing.is_none()
    }

    /// Finds further blocks one after the other, up to the first damaged one.
    pub fn look_further(&mut self) {
        if self.is_damaged {
            return;
        }
        let mut times = [0; TIMES];
        let mut whole = false;
        let mut offset = self.next;
        self.missing = None;
        while self.places.len() < MOST_BLOCKS {
            let Some((kind, len, _)) = self.head(offset) else { break };
            let end = offset + (HEAD + len) as u64;
            if self.file.metadata().map_or(0, |m| m.len()) < end {
                break;
            }
            if kind == Section::Index {
                whole = self.body(offset).is_ok();
                break;
            }
            match read_at(&self.file, &mut times, offset + HEAD as u64) {
                Ok(TIMES) => {}
                _ => break,
            }
            let Some(place) = format::place(offset, &times) else { break };
            let last = self.places.last().map_or(self.about.start, |last| last.last);
            if place.first < last || place.last < place.first || place.frames > MOST_FRAMES {
                break;
            }
            self.places.push(place);
            offset = end;
            self.next = end;
        }
        if !whole {
            self.cut_off();
        }
    }

    /// It ends after its last block, without the index that marks the end.
    fn cut_off(&mut self) {
        self.missing = Some("the recording was cut off: what came after this is missing".to_owned());
    }

    fn head(&self, offset: u64) -> Option<(Section, usize, u32)> {
        let mut head = [0; HEAD];
        let got = read_at(&self.file, &mut head, offset).ok()?;
        let (kind, len, crc) = format::head(&head).filter(|_| got == HEAD)?;
        (len <= MOST_BLOCK).then_some((kind, len, crc))
    }

    /// What is at a position, if its checksum is right.
    fn body(&self, offset: u64) -> Result<Vec<u8>, Damaged> {
        let (_, len, crc) = self.head(offset).ok_or(Damaged)?;
        let mut body = vec![0; len];
        let got = read_at(&self.file, &mut body, offset + HEAD as u64).map_err(|_| Damaged)?;
        if got == len && crc32fast::hash(&body) == crc { Ok(body) } else { Err(Damaged) }
    }

    /// A block's columns.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn block(&self, place: &BlockAt) -> Result<Reader, Damaged> {
        let body = self.body(place.offset)?;
        Reader::new(body.get(TIMES..).ok_or(Damaged)?)
    }

    /// From this block on, the recording is damaged: it ends before it.
    pub fn end_before(&mut self, block: usize) {
        self.is_damaged = true;
        self.places.truncate(block);
        self.missing = Some(format!(
            "block {} of the recording is damaged: it and what came after it are missing",
            block + 1
        ));
    }
}

/// As much as there is.
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut done = 0;
    while done < buffer.len() {
        match file.read_at(&mut buffer[done..], offset + done as u64) {
            Ok(0) => break,
            Ok(n) => done += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}
