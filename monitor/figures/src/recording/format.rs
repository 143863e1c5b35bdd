//! The file: a header, blocks of frames, an index.
//!
//! ```text
//! "zetop-recording\n"   16 bytes
//! version               u32, little-endian as all numbers
//! length, CRC32         u32 each, of what follows
//! about                 JSON: what was recorded, where and when
//! block *               "ZBLK", length u32, CRC32 u32 of all that follows; first and last time u64 each,
//!                       frames u32; the columns (see `columns`)
//! index                 "ZIDX", length u32, CRC32 u32 of all that follows; per block its offset u64, first and
//!                       last time u64 each; frames u32
//! ```
//!
//! Only a complete recording has an index, at its end; without one the blocks are found one after the other.
//! Times are those of `Sink::tick`.

use crate::job::Member;
use serde::{Deserialize, Serialize};

pub const MAGIC: &[u8; 16] = b"zetop-recording\n";
pub const VERSION: u32 = 10;
/// The oldest one that is read.
pub const OLDEST: u32 = 3;
/// The first one in which not all calls are timed.
pub const WITH_SAMPLES: u32 = 4;
/// The first one that says which processes belong to which rank.
pub const WITH_MEMBERS: u32 = 5;
/// The first one that has calls that have not returned, and collective operations.
pub const WITH_IN_PROGRESS: u32 = 6;
/// The first one that has what drivers say of devices.
pub const WITH_SENSORS: u32 = 7;
/// The first one that says where ranks compute.
pub const WITH_COMPUTED: u32 = 8;
/// The first one that has where memory was allocated.
pub const WITH_MEMORY_PLACES: u32 = 8;
/// The first one that has ranges that the program marks itself.
pub const WITH_RANGES: u32 = 8;
/// The first one in which not all operations are timed.
pub const WITH_WINDOWS: u32 = 9;
const BLOCK: &[u8; 4] = b"ZBLK";
const INDEX: &[u8; 4] = b"ZIDX";
/// Length of the header before a block's or index's own bytes.
pub const HEAD: usize = 12;
/// Times and the number of frames.
pub const TIMES: usize = 20;
pub const INDEX_ENTRY: usize = 28;
/// zetop does not write longer ones.
pub const MOST_BLOCK: usize = 32 << 20;
pub const MOST_ABOUT: usize = 1 << 20;

/// What was recorded.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordingHeader {
    pub command: Vec<String>,
    pub attached: bool,
    /// Host time (CLOCK_MONOTONIC_RAW, ns) at which the session began.
    pub start: u64,
    /// Start of the recording in seconds since 1970.
    pub unix: u64,
    /// Start of the recording in ns since 1970; 0 in recordings before version 5.
    pub unix_ns: u64,
    /// Id of the boot of the machine (`/proc/sys/kernel/random/boot_id`): host times of one boot share a clock.
    pub boot: String,
    /// Rank, host and job of zetop itself, whose environment the program has.
    pub member: Member,
    /// The machine's, such as `x86_64`.
    pub architecture: String,
    pub zetop: String,
}

impl RecordingHeader {
    /// When the session began, in ns since 1970; `None` if it is not known.
    #[must_use]
    pub fn unix_ns(&self) -> Option<u64> {
        let ns = if self.unix_ns > 0 { self.unix_ns } else { self.unix.saturating_mul(1_000_000_000) };
        (ns > 0).then_some(ns)
    }
}

/// A block's place and times.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BlockAt {
    pub offset: u64,
    pub first: u64,
    pub last: u64,
    pub frames: u32,
}

/// What is at a position in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    Block,
    Index,
}

fn sealed(magic: [u8; 4], body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(HEAD + body.len());
    out.extend(magic);
    out.extend((body.len() as u32).to_le_bytes());
    out.extend(crc32fast::hash(body).to_le_bytes());
    out.extend(body);
    out
}

/// The beginning of a file.
///
/// # Errors
/// Never in practice: it is plain data.
pub fn header(about: &RecordingHeader) -> serde_json::Result<Vec<u8>> {
    let json = serde_json::to_vec(about)?;
    let mut out = MAGIC.to_vec();
    out.extend(VERSION.to_le_bytes());
    out.extend((json.len() as u32).to_le_bytes());
    out.extend(crc32fast::hash(&json).to_le_bytes());
    out.extend(json);
    Ok(out)
}

#[must_use]
pub fn block(place: &BlockAt, columns: &[u8]) -> Vec<u8> {
    let mut body = times(place);
    body.extend(columns);
    sealed(*BLOCK, &body)
}

fn times(place: &BlockAt) -> Vec<u8> {
    let mut body = place.first.to_le_bytes().to_vec();
    body.extend(place.last.to_le_bytes());
    body.extend(place.frames.to_le_bytes());
    body
}

#[must_use]
pub fn index(places: &[BlockAt]) -> Vec<u8> {
    let mut body = Vec::with_capacity(INDEX_ENTRY * places.len());
    for place in places {
        body.extend(place.offset.to_le_bytes());
        body.extend(times(place));
    }
    sealed(*INDEX, &body)
}

/// Kind, length and checksum of what follows; `None` when it is neither.
#[must_use]
pub fn head(bytes: &[u8; HEAD]) -> Option<(Section, usize, u32)> {
    let kind = match bytes.first_chunk::<4>()? {
        BLOCK => Section::Block,
        INDEX => Section::Index,
        _ => return None,
    };
    Some((kind, u32_at(bytes, 4) as usize, u32_at(bytes, 8)))
}

/// The place in time of the block with this body, which begins at `offset` of the file.
#[must_use]
pub fn place(offset: u64, body: &[u8]) -> Option<BlockAt> {
    let times = body.first_chunk::<TIMES>()?;
    let word = |at: usize| u64::from(u32_at(times, at)) | u64::from(u32_at(times, at + 4)) << 32;
    Some(BlockAt { offset, first: word(0), last: word(8), frames: u32_at(times, 16) })
}

/// 0 if there is nothing.
#[must_use]
pub fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map_or(0, u32::from_le_bytes)
}
