//! How NCCL describes an event: a structure of its own in each version of the interface.

use std::ffi::{CStr, c_char, c_int};
use zetop_wire::layout::{ALGORITHMS, Collective, OPERATIONS, PROTOCOLS, number_of};

/// The kind of an event that is a collective.
pub const COLLECTIVE: u64 = 1 << 1;

/// Where an event of a collective has its fields, bytes.
pub struct Fields {
    /// Communicator; `None` where the context says it.
    hash: Option<usize>,
    sequence: usize,
    function: usize,
    count: usize,
    datatype: usize,
    algorithm: usize,
    protocol: usize,
    /// Version 1 has numbers, later ones have names.
    numbers: bool,
    /// The event's kind takes one byte, not eight.
    short_kind: bool,
}

pub const V1: Fields = Fields {
    hash: Some(32),
    sequence: 40,
    function: 48,
    count: 72,
    datatype: 84,
    algorithm: 106,
    protocol: 107,
    numbers: true,
    short_kind: true,
};
pub const V2: Fields = Fields { datatype: 88, algorithm: 112, protocol: 120, numbers: false, ..V1 };
pub const V3: Fields = Fields { algorithm: 104, protocol: 112, ..V2 };
pub const V4: Fields = Fields {
    hash: None,
    sequence: 24,
    function: 32,
    count: 56,
    datatype: 72,
    algorithm: 88,
    protocol: 96,
    ..V2
};
pub const V5: Fields = Fields { short_kind: false, ..V4 };

/// What version 1 calls by numbers (`ncclFunc_t` and `ncclDataType_t` of NCCL 2.23).
const FUNCTIONS_1: [&str; 5] = ["Broadcast", "Reduce", "AllGather", "ReduceScatter", "AllReduce"];
const ALGORITHMS_1: [&str; 7] =
    ["TREE", "RING", "COLLNET_DIRECT", "COLLNET_CHAIN", "NVLS", "NVLS_TREE", "PAT"];
const PROTOCOLS_1: [&str; 3] = ["LL", "LL128", "SIMPLE"];
const SIZES_1: [u64; 10] = [1, 1, 4, 4, 8, 8, 2, 4, 8, 2];

/// Size of an element of a type, by its name (`ncclFloat16`).
#[must_use]
pub fn size_of_type(name: &str) -> u64 {
    let bits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    match bits.split(|c: char| !c.is_ascii_digit()).next().and_then(|bits| bits.parse::<u64>().ok()) {
        Some(bits @ (8 | 16 | 32 | 64)) => bits / 8,
        _ => 1,
    }
}

/// What is said of a collective.
#[derive(Debug, PartialEq, Eq)]
pub struct Described {
    /// The communicator; `None` where the context says it.
    pub hash: Option<u64>,
    /// The rest, without the number of ranks and the times.
    pub what: Collective,
}

/// `None` if the event is no collective.
///
/// # Safety
/// `event` is a structure with these fields. Its names are null or C strings.
#[must_use]
pub unsafe fn read(fields: &Fields, event: *const u8) -> Option<Described> {
    // SAFETY: the caller's promise.
    unsafe {
        let word = |at: usize| event.add(at).cast::<u64>().read_unaligned();
        let kind = if fields.short_kind { u64::from(*event) } else { word(0) };
        if kind != COLLECTIVE {
            return None;
        }
        let text = |at: usize| {
            let name = word(at) as *const c_char;
            if name.is_null() { "" } else { CStr::from_ptr(name).to_str().unwrap_or("") }
        };
        let name_1 = |names: &'static [&'static str], at: usize| {
            names.get(usize::from(*event.add(at))).copied().unwrap_or("")
        };
        let (function, algorithm, protocol, size) = if fields.numbers {
            (
                name_1(&FUNCTIONS_1, fields.function),
                name_1(&ALGORITHMS_1, fields.algorithm),
                name_1(&PROTOCOLS_1, fields.protocol),
                SIZES_1.get(usize::from(*event.add(fields.datatype))).copied().unwrap_or(1),
            )
        } else {
            let size = size_of_type(text(fields.datatype));
            (text(fields.function), text(fields.algorithm), text(fields.protocol), size)
        };
        let what = Collective {
            sequence: word(fields.sequence),
            bytes: word(fields.count).wrapping_mul(size),
            operation: number_of(&OPERATIONS, function),
            algorithm: number_of(&ALGORITHMS, algorithm),
            protocol: number_of(&PROTOCOLS, protocol),
            rank: event.add(16).cast::<c_int>().read_unaligned() as u16,
            ..Collective::default()
        };
        Some(Described { hash: fields.hash.map(word), what })
    }
}
