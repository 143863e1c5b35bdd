//! How long the lists of a catalog may be.

use crate::layout::{FUNCTIONS, MEMORY_KINDS, UNTIMED_SLOTS};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// Kinds of memory: operations carry a kind's number in a byte.
pub const MOST_KINDS: usize = 64;
/// Device faults are the bits of a word.
pub const MOST_FAULTS: usize = 64;
/// Reasons for no flush: operations carry their number in a byte.
pub const MOST_REASONS: usize = 64;
pub const MOST_MODES: usize = 16;
pub const MOST_RESULTS: usize = 512;
pub const MOST_RUNTIME: usize = 64;
pub const MOST_EXPECTED: usize = 64;

/// A list of at most `MAX_ENTRIES` entries, so that the writer's numbers never decide how much memory is taken.
pub(super) fn bounded<'de, D, T, const MAX_ENTRIES: usize>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct Bounded<T, const MAX_ENTRIES: usize>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>, const MAX_ENTRIES: usize> Visitor<'de> for Bounded<T, MAX_ENTRIES> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "at most {MAX_ENTRIES} entries")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Vec<T>, A::Error> {
            let mut all = Vec::new();
            while let Some(entry) = entries.next_element()? {
                if all.len() == MAX_ENTRIES {
                    return Err(A::Error::custom("too many entries"));
                }
                all.push(entry);
            }
            Ok(all)
        }
    }
    deserializer.deserialize_seq(Bounded::<T, MAX_ENTRIES>(PhantomData))
}

macro_rules! bounds {
    ($($name:ident = $most:expr;)*) => {$(
        pub(super) fn $name<'de, D: Deserializer<'de>, T: Deserialize<'de>>(d: D) -> Result<Vec<T>, D::Error> {
            bounded::<D, T, { $most }>(d)
        }
    )*};
}

bounds! {
    functions = FUNCTIONS;
    kinds = MOST_KINDS;
    counted = MEMORY_KINDS;
    untimed = UNTIMED_SLOTS;
    not_flushed = MOST_REASONS;
    faults = MOST_FAULTS;
    modes = MOST_MODES;
    results = MOST_RESULTS;
    runtime = MOST_RUNTIME;
    expected = MOST_EXPECTED;
    expected_functions = MOST_EXPECTED;
    expected_results = MOST_EXPECTED;
}
