//! How much memory the figures may take, all processes together. An honest session stays far below; if a
//! target invents processes, threads and kernels until it is used up, new ones are left out, with a note.

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::cell::Cell;
use std::fmt;

/// Histograms, bytes. Once this is spent, new functions and kernels get no percentiles; their counters are
/// still exact.
const HISTOGRAMS: usize = 24 << 20;
/// Histograms of a job, of which a thousand ranks may be watched, bytes.
const HISTOGRAMS_OF_A_JOB: usize = 192 << 20;
/// Rows (functions, sorts of device operations, threads' counters, names), bytes: some 1,000 processes of 60
/// functions and 20 kernels each. Once this is spent, new rows are left out.
const ROOM: usize = 384 << 20;

/// A function's or kernel's row once its history is full.
pub const ROW: usize = 4096;

#[derive(Debug, Clone)]
pub struct Budget {
    /// At first, and what is left.
    all_histograms: usize,
    histograms: usize,
    room: usize,
    /// Some functions or kernels have no percentiles.
    pub refused: bool,
    /// Some functions, kernels or threads are missing.
    pub full: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Self::with(HISTOGRAMS)
    }
}

impl Budget {
    fn with(histograms: usize) -> Self {
        Self { all_histograms: histograms, histograms, room: ROOM, refused: false, full: false }
    }

    #[must_use]
    pub fn of_a_job() -> Self {
        Self::with(HISTOGRAMS_OF_A_JOB)
    }

    /// Bytes for a new histogram.
    pub fn take(&mut self, bytes: usize) -> bool {
        match self.histograms.checked_sub(bytes) {
            Some(left) => {
                self.histograms = left;
                true
            }
            None => {
                self.refused = true;
                false
            }
        }
    }

    /// A histogram has become this much larger (or smaller).
    pub fn resized(&mut self, before: usize, now: usize) {
        self.histograms = self.histograms.saturating_add(before).saturating_sub(now);
    }

    /// Room for optional things: only while most of the budget is left.
    pub fn take_spare(&mut self, bytes: usize, used: &mut usize) -> bool {
        self.room > ROOM / 2 + bytes && self.take_room(bytes, used)
    }

    /// Room for a row, which is added to what its owner has `used`.
    pub fn take_room(&mut self, bytes: usize, used: &mut usize) -> bool {
        match self.room.checked_sub(bytes) {
            Some(left) => {
                self.room = left;
                *used += bytes;
                true
            }
            None => {
                self.full = true;
                false
            }
        }
    }

    /// About what the figures take, bytes.
    #[must_use]
    pub fn used(&self) -> usize {
        self.all_histograms.saturating_sub(self.histograms) + ROOM.saturating_sub(self.room)
    }

    /// What an owner had used.
    pub fn give_room_back(&mut self, used: &mut usize) {
        self.room = self.room.saturating_add(std::mem::take(used)).min(ROOM);
    }
}

/// The budget for one owner, whose rows are given back together.
#[derive(Debug)]
pub struct Share<'a> {
    pub budget: &'a mut Budget,
    /// What the owner has taken so far, bytes.
    pub used: &'a mut usize,
}

impl Share<'_> {
    /// Room for a row.
    pub fn take_room(&mut self, bytes: usize) -> bool {
        self.budget.take_room(bytes, self.used)
    }
}

/// A JSON value from outside, if it takes no more than about `most` bytes once it is read: a few bytes of text can take
/// hundreds of memory.
///
/// # Errors
/// When it is no JSON, or takes more.
pub fn json(text: &[u8], most: usize) -> serde_json::Result<Value> {
    let left = Cell::new(most);
    let mut from = serde_json::Deserializer::from_slice(text);
    let value = Counted(&left).deserialize(&mut from)?;
    from.end()?;
    Ok(value)
}

/// An element of a list, whose room doubles when it is full.
const ELEMENT: usize = 2 * size_of::<Value>();
/// The least that an object takes.
const OBJECT: usize = 700;
/// An entry of an object, without its key's text.
const ENTRY: usize = 2 * (size_of::<Value>() + size_of::<String>());

/// Reads a value while there is room left.
struct Counted<'a>(&'a Cell<usize>);

impl Counted<'_> {
    fn take<E: Error>(&self, bytes: usize) -> Result<(), E> {
        let left =
            self.0.get().checked_sub(bytes).ok_or_else(|| E::custom("it would take too much memory"))?;
        self.0.set(left);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Counted<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Counted<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        self.take(text.len())?;
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(value) = from.next_element_seed(Counted(self.0))? {
            self.take(ELEMENT)?;
            all.push(value);
        }
        Ok(all.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        self.take(OBJECT)?;
        let mut all = serde_json::Map::new();
        while let Some(key) = from.next_key::<String>()? {
            self.take(ENTRY + key.len())?;
            all.insert(key, from.next_value_seed(Counted(self.0))?);
        }
        Ok(all.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_that_is_given_back_can_be_used_again() {
        let (mut budget, mut used) = (Budget::default(), 0);
        while budget.take_room(ROW, &mut used) {}
        assert!(budget.full && used <= ROOM && used > ROOM - ROW);
        assert!(!budget.take_room(ROW, &mut used));
        budget.give_room_back(&mut used);
        assert_eq!(used, 0);
        assert!(budget.take_room(ROOM, &mut used));
    }

    #[test]
    fn json_that_takes_too_much_is_refused() {
        let text = r#"{"schema": "x", "rows": [1, -2, 3.5, null, true, {"name": "a"}]}"#;
        assert_eq!(json(text.as_bytes(), 4096).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        for wrong in ["", "{", "[1,]", "{} {}"] {
            assert!(json(wrong.as_bytes(), 4096).is_err(), "{wrong}");
        }
        let list = |element: &str, times: usize| format!("[{}]", vec![element; times].join(","));
        for element in
            ["0", "[]", "{}", "{\"\":0}", "\"12345678901234567890123456789012345678901234567890123\""]
        {
            assert!(json(list(element, 10).as_bytes(), 1 << 20).is_ok(), "{element}");
            assert!(json(list(element, 100_000).as_bytes(), 1 << 20).is_err(), "{element}");
        }
        assert!(json("[".repeat(100_000).as_bytes(), 1 << 30).is_err(), "and the stack lasts");
    }

    #[test]
    fn a_histogram_too_large_takes_nothing() {
        let mut budget = Budget::default();
        assert!(!budget.take(HISTOGRAMS + 1) && budget.refused);
        assert!(budget.take(HISTOGRAMS), "a smaller one still fits");
    }
}
