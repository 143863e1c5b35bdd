//! Names and classes for which [`Process`](super::Process) has no room. They get memory as they are needed.

use super::device::Class;
use super::sizes::{CLASSES, STRING_BYTES, STRINGS};
use super::strings::StringEntry;
use std::sync::atomic::AtomicU8;

const FURTHER_STRINGS: usize = 20 * 1024;
const FURTHER_STRING_BYTES: usize = 21 << 20;
const FURTHER_CLASSES: usize = 28 * 1024;

/// Names in both places.
pub const ALL_STRINGS: usize = STRINGS + FURTHER_STRINGS;
pub const ALL_STRING_BYTES: usize = STRING_BYTES + FURTHER_STRING_BYTES;
/// Classes in both places.
pub const ALL_CLASSES: usize = CLASSES + FURTHER_CLASSES;

/// The end of a process file. Numbers go on where those of the tables in [`Process`](super::Process) end, and so do the offsets
/// of names; a name is whole in one place.
#[repr(C, align(4096))]
pub struct Further {
    pub string_table: [StringEntry; FURTHER_STRINGS],
    pub class_table: [Class; FURTHER_CLASSES],
    pub string_bytes: [AtomicU8; FURTHER_STRING_BYTES],
}

const _: () = assert!(ALL_CLASSES <= 1 << 16 && ALL_STRING_BYTES <= 1 << 32);
