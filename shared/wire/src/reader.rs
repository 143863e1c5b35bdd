//! The monitor's side of a process file.
//!
//! Everything comes through [`ReadAt`] into plain copies: the writer may be running, dead or hostile. Words
//! are copied by the kernel while the target may be writing; on the machines that Level Zero runs on, aligned
//! 8-byte words come over whole.

use crate::catalog::Catalog;
use crate::catalog::read::CatalogError;
use crate::layout::*;
use crate::layout_hash::LAYOUT_HASH;
use crate::write::WriteAt;
use std::mem::{offset_of, size_of};

mod allocations;
mod attach_requests;
mod counters;
mod device;
mod file_words;
mod python;
mod ranges;
mod records;
mod samples;

pub use allocations::*;
pub use attach_requests::Attended;
pub use counters::*;
pub use device::*;
pub use file_words::ReadAt;
use file_words::Words;
pub use python::*;
pub use ranges::*;
pub use records::*;
pub use samples::{PythonSample, Sample};
pub(crate) use samples::{sample, u32_at};

/// Why a file is not accepted as a process file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotYet {
    #[error("the probe has not finished setting it up, or it is something else")]
    NoMagic,
    #[error(
        "written by the probe of another zetop version (layout {0:016x}, this zetop reads {LAYOUT_HASH:016x}): \
         use the zetop that put it there, or start the program again under this one"
    )]
    OtherLayout(u64),
}

/// The fixed part of a process file's header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    pub pid: u32,
    pub parent: u32,
    pub pid_namespace: u64,
    pub tsc: bool,
    pub mode: u32,
    pub life: u32,
    /// By a signal or a debugger. Not in the file: zetop looks.
    pub stopped: bool,
    pub interruptions: u32,
    pub lost_children: u32,
    pub timing_stuck: bool,
    pub maybe_captured: u32,
    pub frees_before: u32,
    pub attend: u64,
    pub blocks: usize,
    pub threads: u32,
    pub wants_records: bool,
    pub start_ticks: u64,
    pub start_raw_ns: u64,
    pub cost_ticks_256: u64,
    pub untimed_cost_ticks_256: u64,
    pub bias_ticks_256: u64,
    pub own_threads_ns: u64,
    pub records_ns: u64,
    /// What is in the blocks: [`Head::own`].
    pub own_ticks: u64,
    pub strings: usize,
    pub classes: usize,
    pub unnamed: u32,
    pub devices: usize,
    pub unrecorded: u64,
    pub unsorted: u64,
    /// There are calls of threads without a block: [`overflow`].
    pub overflows: bool,
    /// Without what is in the blocks: [`Head::given`].
    pub submitted: u64,
    pub timed: u64,
    pub untimed: [u64; UNTIMED_SLOTS],
    pub invalid: u64,
    /// Not timed, since timing is over its budget; in none of `untimed`.
    pub sampled: u64,
    pub memory: [Memory; MEMORY_KINDS],
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Memory {
    pub live_bytes: u64,
    pub live_count: u64,
    pub peak_bytes: u64,
    pub allocs: u64,
    pub frees: u64,
    pub alloc_bytes: u64,
}

/// Reads the header.
///
/// # Errors
/// When the file is not (yet) a process file of this layout.
pub fn header<R: ReadAt + ?Sized>(source: &R) -> Result<Header, NotYet> {
    let w = Words::read(source, 0, offset_of!(Process, device_facts));
    if w.u64(offset_of!(Process, magic)) != MAGIC {
        return Err(NotYet::NoMagic);
    }
    let hash = w.u64(offset_of!(Process, layout_hash));
    if hash != LAYOUT_HASH {
        return Err(NotYet::OtherLayout(hash));
    }
    let totals = offset_of!(Process, totals);
    let count = |offset, most: usize| (w.u32(offset) as usize).min(most);
    Ok(Header {
        pid: w.u32(offset_of!(Process, pid)),
        parent: w.u32(offset_of!(Process, parent)),
        pid_namespace: w.u64(offset_of!(Process, pid_namespace)),
        tsc: w.u32(offset_of!(Process, clock)) == 1,
        mode: w.u32(offset_of!(Process, mode)),
        life: w.u32(offset_of!(Process, life)),
        stopped: false,
        interruptions: w.u32(offset_of!(Process, interruptions)),
        lost_children: w.u32(offset_of!(Process, lost_children)),
        timing_stuck: w.u32(offset_of!(Process, timing_stuck)) != 0,
        maybe_captured: w.u32(offset_of!(Process, maybe_captured)),
        frees_before: w.u32(offset_of!(Process, frees_before)),
        attend: w.u64(offset_of!(Process, attend)),
        blocks: count(offset_of!(Process, blocks), BLOCKS),
        threads: w.u32(offset_of!(Process, threads)),
        wants_records: w.u32(offset_of!(Process, wants_records)) != 0,
        start_ticks: w.u64(offset_of!(Process, start_ticks)),
        start_raw_ns: w.u64(offset_of!(Process, start_raw_ns)),
        cost_ticks_256: w.u64(offset_of!(Process, cost_ticks_256)),
        untimed_cost_ticks_256: w.u64(offset_of!(Process, untimed_cost_ticks_256)),
        bias_ticks_256: w.u64(offset_of!(Process, bias_ticks_256)),
        own_threads_ns: w.u64(offset_of!(Process, own_threads_ns)),
        records_ns: w.u64(offset_of!(Process, records_ns)),
        own_ticks: 0,
        strings: count(offset_of!(Process, strings), ALL_STRINGS),
        classes: count(offset_of!(Process, classes), ALL_CLASSES),
        unnamed: w.u32(offset_of!(Process, unnamed)),
        devices: count(offset_of!(Process, devices), DEVICES),
        unrecorded: w.u64(offset_of!(Process, unrecorded)),
        unsorted: w.u64(offset_of!(Process, unsorted)),
        overflows: w.u32(offset_of!(Process, overflows)) != 0,
        submitted: w
            .u64(totals + offset_of!(DeviceTotals, submitted))
            .wrapping_add(w.u64(offset_of!(Process, given))),
        timed: w.u64(totals + offset_of!(DeviceTotals, timed)),
        untimed: std::array::from_fn(|i| w.u64(totals + offset_of!(DeviceTotals, untimed) + 8 * i)),
        invalid: w.u64(totals + offset_of!(DeviceTotals, invalid)),
        sampled: w.u64(totals + offset_of!(DeviceTotals, sampled)),
        memory: std::array::from_fn(|i| {
            let at = offset_of!(Process, memory) + i * size_of::<MemoryCounters>();
            Memory {
                live_bytes: w.u64(at + offset_of!(MemoryCounters, live_bytes)),
                live_count: w.u64(at + offset_of!(MemoryCounters, live_count)),
                peak_bytes: w.u64(at + offset_of!(MemoryCounters, peak_bytes)),
                allocs: w.u64(at + offset_of!(MemoryCounters, allocs)),
                frees: w.u64(at + offset_of!(MemoryCounters, frees)),
                alloc_bytes: w.u64(at + offset_of!(MemoryCounters, alloc_bytes)),
            }
        }),
    })
}

/// How the probe describes its API, checked. It is written once, before the header is valid.
///
/// # Errors
/// When there is none, or one that is damaged or inconsistent.
pub fn catalog<R: ReadAt + ?Sized>(source: &R) -> Result<Catalog, CatalogError> {
    let len = Words::read(source, offset_of!(Process, catalog_len), 4).u32(0) as usize;
    if len > CATALOG_BYTES {
        return Err(CatalogError::TooLarge(len));
    }
    let mut json = vec![0; len];
    let read = source.read_at(&mut json, offset_of!(Process, catalog));
    if read < len {
        return Err(CatalogError::CutOff(read, len));
    }
    Catalog::from_json(&json)
}

/// The words that the probe wants to be watched, address and value, with their version. `None` if that is the `known` one, and
/// while they are being written.
#[must_use]
pub fn watched<R: ReadAt + ?Sized>(source: &R, known: u32) -> Option<(u32, Vec<(u64, u64)>)> {
    let at = offset_of!(Process, watched);
    let versions = || Words::read(source, at, 8);
    let before = versions();
    let (version, len) = (before.u32(offset_of!(Watched, version)), before.u32(offset_of!(Watched, len)));
    if version == known {
        return None;
    }
    let words = Words::read(source, at + offset_of!(Watched, words), 16 * (len as usize).min(WATCHED));
    let found =
        (0..(len as usize).min(WATCHED)).map(|i| (words.u64(16 * i), words.u64(16 * i + 8))).collect();
    let is_whole = version.is_multiple_of(2) && versions().u32(offset_of!(Watched, version)) == version;
    is_whole.then_some((version, found))
}

/// Reads what the probe needs from zetop; `length` is that of its file.
#[must_use]
pub fn needs<R: ReadAt + ?Sized>(source: &R, length: u64) -> crate::provision::Needs {
    let from = offset_of!(Process, pages);
    let w = Words::read(source, 0, from + 64);
    crate::provision::Needs {
        blocks: w.u32(offset_of!(Process, blocks)),
        blocks_ready: w.u32(offset_of!(Process, blocks_ready)),
        pages: w.u32(from),
        pages_ready: w.u32(offset_of!(Process, pages_ready)),
        rings_ready: w.u32(offset_of!(Process, rings_ready)),
        records: w.u32(offset_of!(Process, wants_records)) != 0,
        asked: w.u32(offset_of!(Process, asked)),
        allowed: w.u32(offset_of!(Process, allowed)),
        room: crate::provision::Room::for_length(length),
    }
}

/// Tells the probe whether records of calls are wanted, for new blocks and for its first `blocks` blocks. These have to have
/// memory for them: see [`Needs::give`](crate::provision::Needs::give).
///
/// # Errors
/// When the file cannot be written.
pub fn want_records(file: &impl WriteAt, blocks: usize, wanted: bool) -> std::io::Result<()> {
    let word = u32::from(wanted).to_le_bytes();
    file.write_at(&word, offset_of!(Process, wants_records) as u64)?;
    let at = offset_of!(ThreadBlock, head) + offset_of!(ThreadHead, wants);
    let at: Vec<u64> = (0..blocks.min(BLOCKS)).map(|block| (block_offset(block) + at) as u64).collect();
    file.write_each(&word, &at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Function, Role};

    #[test]
    fn words_to_watch_are_read_whole_or_not_at_all() {
        // SAFETY: zero bytes are a valid process; the memory is never given back.
        let process =
            unsafe { &*std::alloc::alloc_zeroed(std::alloc::Layout::new::<Process>()).cast::<Process>() };
        // SAFETY: the same memory, as bytes; nothing writes to it meanwhile.
        let bytes = || unsafe {
            std::slice::from_raw_parts(std::ptr::from_ref(process).cast::<u8>(), size_of::<Process>())
        };
        assert_eq!(watched(bytes(), 0), None);
        process.watched.set([(8, 1), (24, 2)]);
        let (version, words) = watched(bytes(), 0).unwrap();
        assert_eq!(words, [(8, 1), (24, 2)]);
        assert_eq!(watched(bytes(), version), None, "known");
        process.watched.set((0..5000).map(|at| (at, at)));
        assert_eq!(watched(bytes(), version).unwrap().1.len(), WATCHED);
        process.watched.version.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(watched(bytes(), version), None, "being written");
    }

    /// A file that ends after the catalog.
    fn with_catalog(len: u32, json: &[u8]) -> Vec<u8> {
        let at = offset_of!(Process, catalog);
        let mut file = vec![0; at + CATALOG_BYTES.min(json.len())];
        file[at..].copy_from_slice(json);
        let len_at = offset_of!(Process, catalog_len);
        file[len_at..len_at + 4].copy_from_slice(&len.to_le_bytes());
        file
    }

    #[test]
    fn a_catalog_reads_back_or_is_said_to_be_missing_too_large_or_cut_off() {
        let function = Function { name: "cuInit".to_owned(), family: "cu".to_owned(), role: Role::Other };
        let written = Catalog {
            backend: "cuda".to_owned(),
            api: "CUDA".to_owned(),
            functions: vec![function],
            ..Catalog::default()
        };
        let json = written.to_json().unwrap();
        assert_eq!(catalog(with_catalog(json.len() as u32, &json).as_slice()), Ok(written));
        let said = |len, json: &[u8]| catalog(with_catalog(len, json).as_slice()).unwrap_err().to_string();
        assert_eq!(said(0, b"{}"), "it has no catalog");
        assert_eq!(
            said(1 << 20, b"{}"),
            "its catalog of 1048576 bytes is larger than the 163840 there is room for"
        );
        assert_eq!(said(9, b"{}"), "its catalog is cut off: 2 of 9 bytes");
        assert_eq!(said(4, b"{]}}"), "its catalog is damaged at byte 2");
    }
}
