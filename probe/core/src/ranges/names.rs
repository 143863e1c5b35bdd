//! Names of ranges and domains. They are kept in this library's memory, since a registered name is used as long as the program
//! lives, also in a forked child, whose process file is another one. A file gets a name with the first row that has it.
//!
//! Programs put counters into names (`step 17`). Of names that differ in their digits alone a few are kept apart; the ranges of
//! further ones are counted under one name, with `#` in place of the digits.

mod table;

pub(super) use table::mix;

use table::{Names, hash};
use zetop_wire::layout::{MOST_RANGE_NAMES, RANGE_NAMES, RangeName};

static NAMES: Names<RANGE_NAMES, MOST_RANGE_NAMES> = Names::new();

/// What a range is called.
#[derive(Clone, Copy)]
pub enum Name<'a> {
    /// With its hash.
    Text(&'a [u8], u64),
    /// As [`number`] has given it.
    Known(u32),
}

impl<'a> Name<'a> {
    #[inline]
    #[must_use]
    pub fn new(text: &'a [u8]) -> Self {
        Self::Text(text, hash(text))
    }

    #[inline]
    pub(super) fn hash(self) -> u64 {
        match self {
            Self::Text(_, hash) => hash,
            Self::Known(number) => NAMES.hash_of(number),
        }
    }
}

/// Number of a name, which is put down if it is new. [`OTHER_NAME`](zetop_wire::layout::OTHER_NAME) when there is no more room.
#[must_use]
pub fn number(name: Name<'_>) -> u32 {
    match name {
        Name::Known(number) => number,
        Name::Text(text, hash) => NAMES.number(text, hash),
    }
}

/// Writes a name into a process file, if it is not there.
pub(super) fn tell(number: u32, names: &[RangeName; RANGE_NAMES]) {
    if let Some(to) = (number as usize).checked_sub(1).and_then(|at| names.get(at)) {
        NAMES.tell(number, to);
    }
}

#[cfg(test)]
pub(super) fn text(number: u32) -> String {
    NAMES
        .text(number)
        .map_or_else(|| String::from("(none)"), |bytes| String::from_utf8_lossy(&bytes).into_owned())
}
