//! The names that are put down, and how they are found. Nothing is ever taken out.

use crate::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use crate::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};
use zetop_wire::layout::{OTHER_NAME, RANGE_NAME_BYTES, RangeName};

/// Names that differ in their digits alone and are kept apart.
const MOST_ALIKE: u32 = 16;
/// Places that are looked at for a name.
const LOOKS: usize = 32;

struct Known {
    /// 0 is a free place.
    hash: AtomicU64,
    /// Length of the name plus one, as in [`RangeName`]; 0 until the name's bytes are there.
    len_plus_one: AtomicU32,
    /// How many other names are put down as this one, if it has a `#` in it.
    alike: AtomicU32,
    bytes: [AtomicU8; RANGE_NAME_BYTES],
}

impl Known {
    /// Whoever needs the name writes it until it is there: all write the same bytes, and nobody waits.
    fn write(&self, text: &[u8]) {
        if self.len_plus_one.load(Acquire) != 0 {
            return;
        }
        for (to, byte) in self.bytes.iter().zip(text) {
            to.store(*byte, Relaxed);
        }
        self.len_plus_one.store(u32::try_from(text.len()).unwrap_or(u32::MAX - 1) + 1, Release);
    }
}

/// At most `MOST` names, in `PLACES` places.
pub struct Names<const PLACES: usize, const MOST: usize> {
    known: [Known; PLACES],
    count: AtomicU32,
}

impl<const PLACES: usize, const MOST: usize> Names<PLACES, MOST> {
    #[must_use]
    pub const fn new() -> Self {
        let known = [const {
            Known {
                hash: AtomicU64::new(0),
                len_plus_one: AtomicU32::new(0),
                alike: AtomicU32::new(0),
                bytes: [const { AtomicU8::new(0) }; RANGE_NAME_BYTES],
            }
        }; PLACES];
        Self { known, count: AtomicU32::new(0) }
    }

    /// Number of a text with that hash, which is put down if it is new. [`OTHER_NAME`] when there is no more room.
    #[must_use]
    pub fn number(&self, text: &[u8], hash: u64) -> u32 {
        if let Some(place) = self.find(hash) {
            self.known[place].write(text);
            return place as u32 + 1;
        }
        let (mut buffer, mut len) = ([0; RANGE_NAME_BYTES], 0);
        if text.iter().any(u8::is_ascii_digit) {
            len = without_digits(text, &mut buffer);
        }
        if len > 0 {
            let common = &buffer[..len];
            let number = self.put_down(common, self::hash(common));
            let is_apart = |known: &Known| {
                let more = |alike| (alike < MOST_ALIKE).then_some(alike + 1);
                known.alike.fetch_update(Relaxed, Relaxed, more).is_ok()
            };
            if !self.known(number).is_some_and(is_apart) {
                return number;
            }
        }
        self.put_down(text, hash)
    }

    fn known(&self, number: u32) -> Option<&Known> {
        self.known.get((number as usize).checked_sub(1)?)
    }

    #[must_use]
    pub fn hash_of(&self, number: u32) -> u64 {
        self.known(number).map_or(u64::from(number) | 1, |known| known.hash.load(Relaxed))
    }

    fn places(hash: u64) -> impl Iterator<Item = usize> {
        (0..LOOKS).map(move |look| (hash as usize).wrapping_add(look) % PLACES)
    }

    fn find(&self, hash: u64) -> Option<usize> {
        for place in Self::places(hash) {
            match self.known[place].hash.load(Acquire) {
                0 => return None,
                known if known == hash => return Some(place),
                _ => {}
            }
        }
        None
    }

    fn put_down(&self, text: &[u8], hash: u64) -> u32 {
        let more = |count| (count < MOST as u32).then_some(count + 1);
        for place in Self::places(hash) {
            let known = &self.known[place];
            let mut found = known.hash.load(Acquire);
            if found == 0 {
                if self.count.fetch_update(Relaxed, Relaxed, more).is_err() {
                    return OTHER_NAME;
                }
                match known.hash.compare_exchange(0, hash, AcqRel, Acquire) {
                    Ok(_) => found = hash,
                    Err(other) => {
                        self.count.fetch_sub(1, Relaxed);
                        found = other;
                    }
                }
            }
            if found == hash {
                known.write(text);
                return place as u32 + 1;
            }
        }
        OTHER_NAME
    }

    /// Writes a name into a process file, if it is not there.
    pub fn tell(&self, number: u32, to: &RangeName) {
        let Some(known) = self.known(number) else { return };
        let len = known.len_plus_one.load(Acquire);
        if to.len_plus_one.load(Relaxed) == 0 {
            for (to, byte) in to.bytes.iter().zip(&known.bytes).take(len.saturating_sub(1) as usize) {
                to.store(byte.load(Relaxed), Relaxed);
            }
            to.len_plus_one.store(len, Release);
        }
    }

    /// What is kept of a name.
    #[cfg(test)]
    pub fn text(&self, number: u32) -> Option<Vec<u8>> {
        let known = self.known(number)?;
        let len = (known.len_plus_one.load(Acquire) as usize).saturating_sub(1).min(RANGE_NAME_BYTES);
        Some(known.bytes[..len].iter().map(|byte| byte.load(Relaxed)).collect())
    }
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

/// Never 0. Eight bytes at a time, each multiplied with what there is so far, and the halves of the product put together. The last
/// eight overlap those before them, so that nothing has to be copied.
#[inline]
#[must_use]
pub fn hash(text: &[u8]) -> u64 {
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
#[must_use]
pub fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * 0xd6e8_feb8_6659_fd93;
    product as u64 ^ (product >> 64) as u64 ^ hash.rotate_left(23)
}
