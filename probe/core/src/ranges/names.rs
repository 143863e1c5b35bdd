//! Names of ranges and domains. They are kept in this library's memory, since a registered name is used as long as the program
//! lives, also in a forked child, whose process file is another one. A file gets a name with the first row that has it.
//!
//! Programs put counters into names (`step 17`). Of names that differ in their digits alone a few are kept apart; the ranges of
//! further ones are counted under one name, with `#` in place of the digits.

use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};
use zetop_wire::layout::{MOST_RANGE_NAMES, OTHER_NAME, RANGE_NAME_BYTES, RANGE_NAMES, RangeName};

/// Names that differ in their digits alone and are kept apart.
const MOST_ALIKE: u32 = 16;
/// Places that are looked at for a name.
const LOOKS: usize = 32;

struct Known {
    /// 0 is a free place.
    hash: AtomicU64,
    /// As [`RangeName`] has it.
    len_plus_one: AtomicU32,
    /// How many other names are put down as this one, if it has a `#` in it.
    alike: AtomicU32,
    bytes: [AtomicU8; RANGE_NAME_BYTES],
}

static NAMES: [Known; RANGE_NAMES] = [const {
    Known {
        hash: AtomicU64::new(0),
        len_plus_one: AtomicU32::new(0),
        alike: AtomicU32::new(0),
        bytes: [const { AtomicU8::new(0) }; RANGE_NAME_BYTES],
    }
}; RANGE_NAMES];
static COUNT: AtomicU32 = AtomicU32::new(0);

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
            Self::Known(number) => hash_of(number),
        }
    }
}

/// Number of a name, which is put down if it is new. [`OTHER_NAME`] when there is no more room.
#[must_use]
pub fn number(name: Name<'_>) -> u32 {
    let (text, hash) = match name {
        Name::Known(number) => return number,
        Name::Text(text, hash) => (text, hash),
    };
    if let Some(number) = find(hash) {
        return number;
    }
    let (mut buffer, mut len) = ([0; RANGE_NAME_BYTES], 0);
    if text.iter().any(u8::is_ascii_digit) {
        len = without_digits(text, &mut buffer);
    }
    if len > 0 {
        let common = &buffer[..len];
        let number = put_down(common, self::hash(common));
        let is_apart = |known: &Known| {
            let more = |alike| (alike < MOST_ALIKE).then_some(alike + 1);
            known.alike.fetch_update(Relaxed, Relaxed, more).is_ok()
        };
        if !known(number).is_some_and(is_apart) {
            return number;
        }
    }
    put_down(text, hash)
}

/// The text with `#` for each row of digits, as much of it as there is room for; returns its length.
fn without_digits(text: &[u8], to: &mut [u8; RANGE_NAME_BYTES]) -> usize {
    let (mut len, mut after_digit) = (0, false);
    for byte in text {
        let is_digit = byte.is_ascii_digit();
        if !(is_digit && after_digit) {
            let Some(place) = to.get_mut(len) else { break };
            *place = if is_digit { b'#' } else { *byte };
            len += 1;
        }
        after_digit = is_digit;
    }
    len
}

fn known(number: u32) -> Option<&'static Known> {
    NAMES.get((number as usize).checked_sub(1)?)
}

fn hash_of(number: u32) -> u64 {
    known(number).map_or(u64::from(number) | 1, |known| known.hash.load(Relaxed))
}

fn places(hash: u64) -> impl Iterator<Item = usize> {
    (0..LOOKS).map(move |look| (hash as usize).wrapping_add(look) % RANGE_NAMES)
}

fn find(hash: u64) -> Option<u32> {
    for place in places(hash) {
        match NAMES[place].hash.load(Acquire) {
            0 => return None,
            known if known == hash => return Some(place as u32 + 1),
            _ => {}
        }
    }
    None
}

fn put_down(text: &[u8], hash: u64) -> u32 {
    let more = |count| (count < MOST_RANGE_NAMES as u32).then_some(count + 1);
    for place in places(hash) {
        let known = &NAMES[place];
        let found = known.hash.load(Acquire);
        if found == hash {
            return place as u32 + 1;
        }
        if found != 0 {
            continue;
        }
        if COUNT.fetch_update(Relaxed, Relaxed, more).is_err() {
            return OTHER_NAME;
        }
        match known.hash.compare_exchange(0, hash, AcqRel, Acquire) {
            Ok(_) => {
                for (to, byte) in known.bytes.iter().zip(text) {
                    to.store(*byte, Relaxed);
                }
                known.len_plus_one.store(u32::try_from(text.len()).unwrap_or(u32::MAX - 1) + 1, Release);
                return place as u32 + 1;
            }
            Err(other) => {
                COUNT.fetch_sub(1, Relaxed);
                if other == hash {
                    return place as u32 + 1;
                }
            }
        }
    }
    OTHER_NAME
}

/// Writes a name into a process file, if it is not there.
pub(super) fn tell(number: u32, names: &[RangeName; RANGE_NAMES]) {
    let Some(known) = known(number) else { return };
    let to = &names[number as usize - 1];
    let len = known.len_plus_one.load(Acquire);
    if to.len_plus_one.load(Relaxed) == 0 {
        for (to, byte) in to.bytes.iter().zip(&known.bytes) {
            to.store(byte.load(Relaxed), Relaxed);
        }
        to.len_plus_one.store(len, Release);
    }
}

/// Never 0. Eight bytes at a time, each multiplied with what there is so far, and the halves of the product put together. The last
/// eight overlap those before them, so that nothing has to be copied.
#[inline]
fn hash(text: &[u8]) -> u64 {
    let mut hash = (text.len() as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    if let Some(last) = text.last_chunk::<8>() {
        for word in text[..text.len() - 1].as_chunks::<8>().0 {
            hash = mix(hash, u64::from_le_bytes(*word));
        }
        hash = mix(hash, u64::from_le_bytes(*last));
    } else if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        let [first, last] = [first, last].map(|half| u64::from(u32::from_le_bytes(*half)));
        hash = mix(hash, first | last << 32);
    } else if let (Some(first), Some(last)) = (text.first(), text.last()) {
        let middle = u64::from(text[text.len() / 2]);
        hash = mix(hash, u64::from(*first) | middle << 8 | u64::from(*last) << 16);
    }
    hash.max(1)
}

#[inline]
pub(super) fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * 0xd6e8_feb8_6659_fd93;
    product as u64 ^ (product >> 64) as u64 ^ hash.rotate_left(23)
}

#[cfg(test)]
pub(super) fn text(number: u32) -> String {
    let Some(known) = known(number) else { return String::from("(none)") };
    let len = (known.len_plus_one.load(Relaxed) as usize).saturating_sub(1).min(RANGE_NAME_BYTES);
    let bytes: Vec<u8> = known.bytes[..len].iter().map(|byte| byte.load(Relaxed)).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
