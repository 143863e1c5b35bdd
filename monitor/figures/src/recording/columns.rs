//! Numbers of a block, by column: similar ones are kept together, so that the codec finds them.
//!
//! A number is written as its length in bits, a byte of its column, and the bits below its highest one, which are
//! noise and go to a bit stream of their own. The columns are compressed, each by itself. One definition of a frame
//! (see [`super::coding`]) reads and writes: it is handed a [`Coder`].

use std::cell::RefCell;
use zstd::bulk::Decompressor;

/// Columns: values that do not belong in the same histogram of lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Column {
    Time,
    Length,
    Key,
    Mask,
    Header,
    Calls,
    Ticks,
    Extreme,
    Rare,
    Operations,
    Bytes,
    DeviceTime,
    SubmitTime,
    HostTime,
    Bucket,
    KnownBucket,
    NewBucket,
    Mark,
    Moment,
    Strip,
    Stamp,
    Text,
}

const COLUMNS: usize = Column::Text as usize + 1;
/// Most bytes that a block can have once it is unpacked, all columns together.
pub const MOST_UNPACKED: usize = 64 << 20;
const LEVEL: i32 = 6;
/// What a column's byte is taken to cost before it is compressed, in eighths of a bit.
const LENGTH_COST: usize = 18;

/// The data makes no sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damaged;

/// Reads or writes one value after the other.
pub trait Coder {
    const READS: bool;

    /// A number that is usually small.
    fn number(&mut self, column: Column, value: &mut u64) -> Result<(), Damaged>;

    /// Bytes as they are.
    fn bytes(&mut self, value: &mut Vec<u8>) -> Result<(), Damaged>;

    /// A number around 0.
    fn signed(&mut self, column: Column, value: &mut i64) -> Result<(), Damaged> {
        let mut folded = (value.wrapping_shl(1) ^ (*value >> 63)) as u64;
        self.number(column, &mut folded)?;
        if Self::READS {
            *value = (folded >> 1) as i64 ^ -((folded & 1) as i64);
        }
        Ok(())
    }
}

/// A block that is being written.
#[derive(Debug, Default)]
pub struct Writer {
    columns: [Vec<u8>; COLUMNS],
    text: Vec<u8>,
    bits: Vec<u8>,
    /// Bits that do not fill a byte yet.
    rest: u8,
    rest_len: u32,
}

impl Writer {
    /// Length so far, before they are compressed.
    #[must_use]
    pub fn size(&self) -> usize {
        self.columns.iter().map(Vec::len).sum::<usize>() + self.text.len() + self.bits.len()
    }

    /// Approximately what it will take in the file.
    #[must_use]
    pub fn cost(&self) -> usize {
        let lengths: usize = self.columns.iter().map(Vec::len).sum();
        self.bits.len() + lengths * LENGTH_COST / 64 + self.text.len() / 4
    }

    fn push(&mut self, mut value: u64, mut len: u32) {
        while len > 0 {
            let part = len.min(8 - self.rest_len);
            self.rest |= ((value & ((1 << part) - 1)) as u8) << self.rest_len;
            self.rest_len += part;
            value >>= part;
            len -= part;
            if self.rest_len == 8 {
                self.bits.push(std::mem::take(&mut self.rest));
                self.rest_len = 0;
            }
        }
    }

    /// The block, compressed; the writer is empty afterwards.
    ///
    /// # Errors
    /// When the codec fails, which it does only without memory.
    pub fn finish(&mut self) -> std::io::Result<Vec<u8>> {
        let mut done = std::mem::take(self);
        if done.rest_len > 0 {
            done.bits.push(done.rest);
        }
        let mut out = Vec::new();
        for column in done.columns.iter().chain([&done.text]) {
            let packed = zstd::bulk::compress(column, LEVEL)?;
            put_length(&mut out, column.len());
            if packed.len() < column.len() {
                put_length(&mut out, packed.len());
                out.extend(packed);
            } else {
                put_length(&mut out, 0);
                out.extend(column);
            }
        }
        out.extend(done.bits);
        Ok(out)
    }
}

impl Coder for Writer {
    const READS: bool = false;

    fn number(&mut self, column: Column, value: &mut u64) -> Result<(), Damaged> {
        let length = u64::BITS - value.leading_zeros();
        self.columns[column as usize].push(length as u8);
        if length > 1 {
            self.push(*value & ((1 << (length - 1)) - 1), length - 1);
        }
        Ok(())
    }

    fn bytes(&mut self, value: &mut Vec<u8>) -> Result<(), Damaged> {
        self.number(Column::Text, &mut (value.len() as u64))?;
        self.text.extend_from_slice(value);
        Ok(())
    }
}

fn put_length(out: &mut Vec<u8>, mut length: usize) {
    while length >= 0x80 {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
}

fn take_length(from: &mut &[u8]) -> Result<usize, Damaged> {
    let mut length = 0;
    for shift in (0..35).step_by(7) {
        let (byte, rest) = from.split_first().ok_or(Damaged)?;
        *from = rest;
        length |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(length);
        }
    }
    Err(Damaged)
}

/// A part that is read from its front.
#[derive(Debug, Default)]
struct Front {
    bytes: Vec<u8>,
    at: usize,
}

impl Front {
    fn next(&mut self) -> Result<u8, Damaged> {
        let next = *self.bytes.get(self.at).ok_or(Damaged)?;
        self.at += 1;
        Ok(next)
    }

    fn take(&mut self, len: usize) -> Result<&[u8], Damaged> {
        let end = self.at.checked_add(len).ok_or(Damaged)?;
        let part = self.bytes.get(self.at..end).ok_or(Damaged)?;
        self.at = end;
        Ok(part)
    }
}

/// A block that is being read.
#[derive(Debug)]
pub struct Reader {
    columns: [Front; COLUMNS],
    text: Front,
    /// With [`PADDING`] behind them.
    bits: Vec<u8>,
    bit: usize,
    bits_end: usize,
}

/// Bytes that any bits of a number are in: 63 of them, from any bit of a byte on.
const PADDING: usize = 9;

impl Reader {
    /// Unpacks what [`Writer::finish`] made. No more is unpacked than the lengths say, nor than a block can have.
    ///
    /// # Errors
    /// When it is something else.
    pub fn new(mut block: &[u8]) -> Result<Self, Damaged> {
        let mut left = MOST_UNPACKED;
        let mut columns: [Front; COLUMNS] = Default::default();
        let mut text = Front::default();
        for column in columns.iter_mut().chain([&mut text]) {
            let (len, packed) = (take_length(&mut block)?, take_length(&mut block)?);
            left = left.checked_sub(len).ok_or(Damaged)?;
            let (part, rest) =
                block.split_at_checked(if packed == 0 { len } else { packed }).ok_or(Damaged)?;
            block = rest;
            column.bytes = if packed == 0 { part.to_vec() } else { unpack(part, len)? };
        }
        let mut bits = Vec::with_capacity(block.len() + PADDING);
        bits.extend_from_slice(block);
        bits.resize(block.len() + PADDING, 0);
        Ok(Self { columns, text, bits, bit: 0, bits_end: 8 * block.len() })
    }

    /// The next `len` bits, at most 63.
    fn pull(&mut self, len: u32) -> Result<u64, Damaged> {
        let (at, inside) = (self.bit / 8, (self.bit % 8) as u32);
        let end = self.bit + len as usize;
        if end > self.bits_end {
            return Err(Damaged);
        }
        // Beyond the last bit there are bytes to read at once.
        let next: &[u8; PADDING] = self.bits.get(at..).and_then(<[u8]>::first_chunk).ok_or(Damaged)?;
        let [first @ .., last] = *next;
        let mut value = u64::from_le_bytes(first) >> inside;
        if inside + len > u64::BITS {
            value |= u64::from(last) << (u64::BITS - inside);
        }
        self.bit = end;
        Ok(value & ((1 << len) - 1))
    }
}

thread_local! {
    /// Takes memory that is mapped each time.
    static UNPACKER: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Exactly `len` bytes, or nothing.
fn unpack(part: &[u8], len: usize) -> Result<Vec<u8>, Damaged> {
    let out = UNPACKER.with_borrow_mut(|unpacker| {
        let unpacker = match unpacker {
            Some(unpacker) => unpacker,
            none => none.insert(Decompressor::new()?),
        };
        unpacker.decompress(part, len)
    });
    let out = out.map_err(|_| Damaged)?;
    if out.len() == len { Ok(out) } else { Err(Damaged) }
}

impl Coder for Reader {
    const READS: bool = true;

    fn number(&mut self, column: Column, value: &mut u64) -> Result<(), Damaged> {
        let length = u32::from(self.columns[column as usize].next()?);
        *value = match length {
            0 => 0,
            1..=64 => 1 << (length - 1) | self.pull(length - 1)?,
            _ => return Err(Damaged),
        };
        Ok(())
    }

    fn bytes(&mut self, value: &mut Vec<u8>) -> Result<(), Damaged> {
        let mut len = 0;
        self.number(Column::Text, &mut len)?;
        let len = usize::try_from(len).map_err(|_| Damaged)?;
        *value = self.text.take(len)?.to_vec();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(
            numbers in prop::collection::vec((0usize..3, any::<u64>(), 0u32..64), 0..300),
            text in prop::collection::vec(any::<u8>(), 0..2000),
        ) {
            let columns = [Column::Calls, Column::Ticks, Column::Mark];
            let mut writer = Writer::default();
            for (column, value, shift) in &numbers {
                writer.number(columns[*column], &mut (value >> shift)).unwrap();
                writer.signed(columns[*column], &mut ((*value as i64) >> shift)).unwrap();
            }
            writer.bytes(&mut text.clone()).unwrap();
            let mut reader = Reader::new(&writer.finish().unwrap()).unwrap();
            for (column, value, shift) in &numbers {
                let (mut number, mut signed) = (1, 1);
                reader.number(columns[*column], &mut number).unwrap();
                reader.signed(columns[*column], &mut signed).unwrap();
                prop_assert_eq!((number, signed), (value >> shift, (*value as i64) >> shift));
            }
            let mut read = Vec::new();
            reader.bytes(&mut read).unwrap();
            prop_assert_eq!(read, text);
            prop_assert_eq!(reader.number(Column::Calls, &mut 0), Err(Damaged), "and nothing after it");
        }

        #[test]
        fn rubbish_is_refused_or_read_but_never_trusted(block in prop::collection::vec(any::<u8>(), 0..300)) {
            if let Ok(mut reader) = Reader::new(&block) {
                while reader.number(Column::Calls, &mut 0).is_ok() {}
                let _ = reader.bytes(&mut Vec::new());
            }
        }
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let packed = zstd::bulk::compress(&vec![0; 80 << 20], 1).unwrap();
        let mut block = Vec::new();
        put_length(&mut block, 80 << 20);
        put_length(&mut block, packed.len());
        block.extend(&packed);
        assert_eq!(Reader::new(&block).err(), Some(Damaged));
        assert_eq!(unpack(&packed, 1000), Err(Damaged));
    }
}
