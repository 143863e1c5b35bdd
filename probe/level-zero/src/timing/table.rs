//! A table in many small parts. A plain hash table that has to grow moves all that it holds: with 100,000 operations in
//! flight that takes milliseconds, for which the lock is held. Here one part of many moves at a time.

use rustc_hash::FxHashMap;

/// By handle or number. `PARTS` is a power of two: with 64 K operations in flight, each of 1,024 parts is small enough
/// to be moved within some 10 us.
pub struct Table<V, const PARTS: usize = 1024> {
    /// None before there is something in it.
    parts: Box<[FxHashMap<u64, V>]>,
}

impl<V, const PARTS: usize> Default for Table<V, PARTS> {
    fn default() -> Self {
        Self { parts: Box::default() }
    }
}

/// The keys of tables.
pub trait Key: Copy {
    fn number(self) -> u64;
    fn from_number(number: u64) -> Self;
}

impl Key for u64 {
    fn number(self) -> u64 {
        self
    }

    fn from_number(number: u64) -> Self {
        number
    }
}

impl Key for usize {
    fn number(self) -> u64 {
        self as u64
    }

    fn from_number(number: u64) -> Self {
        number as Self
    }
}

/// Handles are addresses, whose lowest and highest bits are the same: so all bits take part.
///
/// The first parts get half as many as the last ones. Numbers come one after the other and would fill all parts alike, which
/// would then grow at about the same time, each at the next thing that it gets: with 28 in each, 50 operations took 0.4 ms.
fn part(number: u64, parts: usize) -> usize {
    const BITS: u32 = 30;
    // Even in [0, 2^30).
    let even = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS);
    // u (4 - u) / 3 of the way, with u in [0, 1): its slope goes from 4/3 to 2/3.
    let way = ((even * ((4 << BITS) - even)) >> BITS) / 3;
    ((way * parts as u64) >> BITS) as usize
}

impl<V, const PARTS: usize> Table<V, PARTS> {
    #[must_use]
    pub fn get<K: Key>(&self, key: &K) -> Option<&V> {
        self.parts.get(part(key.number(), PARTS))?.get(&key.number())
    }

    pub fn get_mut<K: Key>(&mut self, key: &K) -> Option<&mut V> {
        self.parts.get_mut(part(key.number(), PARTS))?.get_mut(&key.number())
    }

    /// The part that a key belongs to.
    fn part_of(&mut self, number: u64) -> &mut FxHashMap<u64, V> {
        if self.parts.is_empty() {
            self.parts = (0..PARTS).map(|_| FxHashMap::default()).collect();
        }
        &mut self.parts[part(number, PARTS)]
    }

    #[must_use]
    pub fn contains_key<K: Key>(&self, key: &K) -> bool {
        self.get(key).is_some()
    }

    pub fn insert<K: Key>(&mut self, key: K, value: V) -> Option<V> {
        self.part_of(key.number()).insert(key.number(), value)
    }

    pub fn remove<K: Key>(&mut self, key: &K) -> Option<V> {
        self.parts.get_mut(part(key.number(), PARTS))?.remove(&key.number())
    }

    pub fn iter<K: Key>(&self) -> impl Iterator<Item = (K, &V)> {
        self.parts.iter().flatten().map(|(number, value)| (K::from_number(*number), value))
    }

    /// Frees the memory of parts that have become empty.
    pub fn give_back_memory(&mut self) {
        for part in self.parts.iter_mut().filter(|part| part.is_empty()) {
            *part = FxHashMap::default();
        }
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.parts.iter().flat_map(|part| part.values())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was deferred is done all at once, with the lock held.
    #[test]
    fn parts_do_not_grow_all_at_a_time() {
        let (mut table, mut moved) = (Table::<()>::default(), Vec::new());
        for number in 0..1_u64 << 17 {
            let part = table.part_of(number);
            moved.push(if part.len() == part.capacity() { part.len() } else { 0 });
            table.insert(number, ());
        }
        let most = moved.windows(512).map(|window| window.iter().sum::<usize>()).max();
        assert!(most < Some(3000), "{most:?} moved for 512");
    }

    /// Of numbers that follow each other, and addresses of objects of one size.
    #[test]
    fn no_part_has_much_more_than_twice_as_much_as_another() {
        for step in [1, 64, 128, 4096] {
            let mut count = [0_usize; 1024];
            (0..1_u64 << 17).for_each(|n| count[part(0x7f12_3456_7000 + n * step, 1024)] += 1);
            let (least, most) = (count.iter().min().unwrap(), count.iter().max().unwrap());
            assert!((80..=100).contains(least) && (180..=205).contains(most), "{step}: {least} to {most}");
        }
    }

    #[test]
    fn it_is_a_table() {
        let mut table: Table<_> = Table::default();
        assert_eq!(table.values().count(), 0);
        assert_eq!(table.insert(7_usize, "seven"), None);
        assert_eq!(table.insert(7_usize, "7"), Some("seven"));
        assert_eq!(table.insert(8_usize, "8"), None);
        assert_eq!((table.get(&7_usize), table.get(&9_usize)), (Some(&"7"), None));
        let mut all: Vec<(usize, &&str)> = table.iter().collect();
        all.sort_unstable();
        assert_eq!(all, [(7, &"7"), (8, &"8")]);
        assert_eq!(table.remove(&7_usize), Some("7"));
        assert!(!table.contains_key(&7_usize) && table.values().count() == 1);
    }
}
