//! Input made from other input.

use fastrand::Rng;

/// Numbers at which code tends to break.
const NASTY: [u64; 20] = [
    0,
    1,
    2,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0xffff,
    0x1_0000,
    i32::MAX as u64,
    i32::MAX as u64 + 1,
    u32::MAX as u64 - 1,
    u32::MAX as u64,
    1 << 32,
    i64::MAX as u64 - 1,
    i64::MAX as u64,
    1 << 63,
    u64::MAX - 1,
    u64::MAX,
];
/// Input does not grow beyond this.
const LONGEST: usize = 1 << 20;

/// Changes one of `all` in a few places, or joins two of them.
#[must_use]
pub fn mutated(all: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    let mut input = all[random.usize(..all.len())].clone();
    if random.u8(..16) == 0 {
        let other = &all[random.usize(..all.len())];
        input.truncate(random.usize(..=input.len()));
        input.extend(&other[random.usize(..=other.len())..]);
    }
    for _ in 0..1 << random.u8(..5) {
        change(&mut input, random);
    }
    input.truncate(LONGEST);
    input
}

fn change(input: &mut Vec<u8>, random: &mut Rng) {
    if input.is_empty() {
        input.push(random.u8(..));
        return;
    }
    let at = random.usize(..input.len());
    match random.u8(..10) {
        0 | 1 => input[at] ^= 1 << random.u8(..8),
        2 => input[at] = random.u8(..),
        3..=5 => {
            let value = NASTY[random.usize(..NASTY.len())].to_le_bytes();
            let width = 1 << random.u8(..4);
            // Fields are aligned more often than not.
            let at = if random.bool() { at & !(width - 1) } else { at };
            input.iter_mut().skip(at).zip(&value[..width]).for_each(|(byte, new)| *byte = *new);
        }
        6 => input.truncate(at),
        7 => drop(input.drain(at..(at + random.usize(1..64)).min(input.len()))),
        8 => {
            let part = input[at..(at + random.usize(1..64)).min(input.len())].to_vec();
            let to = random.usize(..=input.len());
            drop(input.splice(to..to, part));
        }
        _ => {
            let part: Vec<u8> = (0..random.usize(1..16)).map(|_| random.u8(..)).collect();
            drop(input.splice(at..at, part));
        }
    }
}
