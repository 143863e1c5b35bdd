//! What NCCL says of a collective to its profiler: the version, the event's fields, and the names that they point to. NCCL, in
//! the program's process, is trusted with addresses: a name is null or a C string. Its bytes, and all numbers, are arbitrary.

use crate::Target;
use description::{Described, Fields};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem::size_of;
use zetop_wire::layout::{ALGORITHMS, Collective, OPERATIONS, PROTOCOLS, number_of};

#[path = "../../../probe/cuda/src/timing/nccl/description.rs"]
#[allow(dead_code)] // what only the probe calls
mod description;

pub const TARGET: Target = Target { name: "nccl", run, seeds };

/// The beginnings of `ncclProfilerEventDescr_v1_t` to `_v5_t`, as NCCL declares them for a collective.
macro_rules! events {
    ($($name:ident { $($field:ident: $type:ty),* })*) => {$(
        #[repr(C)]
        #[derive(Clone, Copy)]
        #[allow(dead_code)] // the probe does not look at all of them
        struct $name { $($field: $type),* }
    )*};
}
events! {
    Event1 {
        kind: u8, parent: *const c_void, rank: c_int, name: *const c_char, hash: u64, sequence: u64, function: u8,
        send: *const c_void, receive: *const c_void, count: usize, root: c_int, datatype: u8, op: u32, traffic: usize,
        channels: u8, warps: u8, algorithm: u8, protocol: u8
    }
    Event2 {
        kind: u8, parent: *const c_void, rank: c_int, name: *const c_char, hash: u64, sequence: u64, function: *const c_char,
        send: *const c_void, receive: *const c_void, count: usize, root: c_int, datatype: *const c_char, traffic: usize,
        channels: u8, warps: u8, algorithm: *const c_char, protocol: *const c_char
    }
    Event3 {
        kind: u8, parent: *const c_void, rank: c_int, name: *const c_char, hash: u64, sequence: u64, function: *const c_char,
        send: *const c_void, receive: *const c_void, count: usize, root: c_int, datatype: *const c_char, channels: u8,
        warps: u8, algorithm: *const c_char, protocol: *const c_char
    }
    Event4 {
        kind: u8, parent: *const c_void, rank: c_int, sequence: u64, function: *const c_char, send: *const c_void,
        receive: *const c_void, count: usize, root: c_int, datatype: *const c_char, channels: u8, warps: u8,
        algorithm: *const c_char, protocol: *const c_char
    }
    Event5 {
        kind: u64, parent: *const c_void, rank: c_int, sequence: u64, function: *const c_char, send: *const c_void,
        receive: *const c_void, count: usize, root: c_int, datatype: *const c_char, channels: u8, warps: u8,
        algorithm: *const c_char, protocol: *const c_char
    }
}

/// The bytes of any of them are numbers and addresses.
fn filled<T: Copy>(bytes: &[u8]) -> T {
    let mut all = vec![0_u8; size_of::<T>()];
    all.iter_mut().zip(bytes).for_each(|(to, byte)| *to = *byte);
    // SAFETY: as many bytes, for a structure of numbers and addresses, which any bytes are valid for.
    unsafe { all.as_ptr().cast::<T>().read_unaligned() }
}

/// Takes what lies in memory that ends with it.
fn read<T: Copy>(fields: &Fields, event: T) -> Option<Described> {
    let alone = Box::new(event);
    // SAFETY: a structure with these fields, and names that `run` has made.
    unsafe { description::read(fields, (&raw const *alone).cast()) }
}

fn address(name: Option<&CString>) -> *const c_char {
    name.map_or(std::ptr::null(), |name| name.as_ptr())
}

/// As NCCL's header has it: names that are not UTF-8 are no known ones.
fn text(name: Option<&CString>) -> &str {
    name.and_then(|name| CStr::to_str(name).ok()).unwrap_or("")
}

/// Version; then four names, which end at a line's end or a zero byte, and are null if they begin with a `!`; then the fields.
fn run(input: &[u8]) {
    let Some((version, input)) = input.split_first() else { return };
    let mut parts = input.splitn(5, |byte| matches!(byte, 0 | b'\n'));
    let mut name = || {
        let bytes = parts.next().unwrap_or_default();
        (bytes.first() != Some(&b'!')).then(|| CString::new(bytes).unwrap())
    };
    let names = [name(), name(), name(), name()];
    let bytes = parts.next().unwrap_or_default();
    let [function, datatype, algorithm, protocol] = names.each_ref().map(Option::as_ref);
    macro_rules! with_names {
        ($type:ident, $fields:ident, $hash:expr) => {{
            let mut event: $type = filled(bytes);
            event.function = address(function);
            event.datatype = address(datatype);
            event.algorithm = address(algorithm);
            event.protocol = address(protocol);
            let what = Collective {
                sequence: event.sequence,
                bytes: (event.count as u64).wrapping_mul(size_of_element(text(datatype))),
                operation: number_of(&OPERATIONS, text(function)),
                algorithm: number_of(&ALGORITHMS, text(algorithm)),
                protocol: number_of(&PROTOCOLS, text(protocol)),
                rank: event.rank as u16,
                ..Collective::default()
            };
            let expected = (u64::from(event.kind) == description::COLLECTIVE)
                .then_some(Described { hash: $hash(&event), what });
            assert_eq!(read(&description::$fields, event), expected);
        }};
    }
    match version % 5 {
        0 => {
            let event: Event1 = filled(bytes);
            let read = read(&description::V1, event);
            assert_eq!(read.is_some(), u64::from(event.kind) == description::COLLECTIVE);
            let Some(Described { hash, what }) = read else { return };
            assert_eq!((hash, what.sequence), (Some(event.hash), event.sequence));
            assert_eq!(what.rank, event.rank as u16);
            // By their numbers: `ncclFunc_t` and the rest begin with these.
            let places = [(0, "Broadcast"), (2, "AllGather"), (4, "AllReduce")];
            for (number, name) in places {
                assert_eq!(event.function == number, what.operation == number_of(&OPERATIONS, name));
            }
            assert_eq!(event.algorithm == 1, what.algorithm == number_of(&ALGORITHMS, "RING"));
            assert_eq!(event.protocol == 2, what.protocol == number_of(&PROTOCOLS, "SIMPLE"));
            let count = event.count as u64;
            assert!([1, 2, 4, 8].iter().any(|size| what.bytes == count.wrapping_mul(*size)));
        }
        1 => with_names!(Event2, V2, |event: &Event2| Some(event.hash)),
        2 => with_names!(Event3, V3, |event: &Event3| Some(event.hash)),
        3 => with_names!(Event4, V4, |_: &Event4| None),
        _ => with_names!(Event5, V5, |_: &Event5| None),
    }
}

/// By the first number in the type's name.
fn size_of_element(name: &str) -> u64 {
    let begin = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let digits: String = name[begin..].chars().take_while(char::is_ascii_digit).collect();
    match digits.trim_start_matches('0') {
        "16" => 2,
        "32" => 4,
        "64" => 8,
        _ => 1,
    }
}

/// A collective in each version, with names that NCCL has, with unknown ones, and with none.
fn seeds() -> Vec<Vec<u8>> {
    let names: [&[u8]; 6] = [
        b"AllReduce\nncclFloat16\nRING\nLL128\n",
        b"alltoall\nncclInt64x\nNVLS_TREE\nSimple\n",
        b"Broadcast\nncclFloat32\nTREE\nLL\n",
        b"ReduceScatter\nncclFloat8e4m3\nPAT\nSIMPLE\n",
        b"!\n!\n!\n!\n",
        b"\xff\n\n9\nL\xc3\n",
    ];
    let fields: Vec<u8> = [2].into_iter().chain([0; 7]).chain((8..136).map(|at| at as u8)).collect();
    let of = |version: u8| names.iter().map(move |names| (version, *names));
    (0..5).flat_map(of).map(|(version, names)| [&[version], names, &fields[..]].concat()).collect()
}
