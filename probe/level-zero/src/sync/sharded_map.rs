//! A hash map in many shards. A plain hash map that grows moves all its entries: with 100,000 operations in flight that
//! takes milliseconds, for which the lock is held. Here one shard of many moves at a time.

use rustc_hash::FxHashMap;

/// A power of two: with 64 K operations in flight, each shard is small enough to be moved within some 10 us.
const SHARDS: usize = 1024;

/// Its keys are handles or numbers.
pub struct ShardedMap<V> {
    /// Empty until the first insert.
    shards: Box<[FxHashMap<u64, V>]>,
}

impl<V> Default for ShardedMap<V> {
    fn default() -> Self {
        Self { shards: Box::default() }
    }
}

/// What can be a key: a handle or a number.
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

/// Where a key belongs. Handles are addresses, which have their lowest and highest bits in common: so all bits take part.
///
/// The first shards get half as many keys as the last ones. Consecutive numbers would otherwise fill all shards alike, which
/// would then grow at about the same time, each with its next key: with 28 keys in each, 50 operations took 0.4 ms.
fn shard_index(number: u64) -> usize {
    const BITS: u32 = 30;
    // Even in [0, 2^30).
    let even = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS);
    // u (4 - u) / 3 of the way, with u in [0, 1): its slope goes from 4/3 to 2/3.
    let way = ((even * ((4 << BITS) - even)) >> BITS) / 3;
    ((way * SHARDS as u64) >> BITS) as usize
}

impl<V> ShardedMap<V> {
    #[must_use]
    pub fn get<K: Key>(&self, key: &K) -> Option<&V> {
        self.shards.get(shard_index(key.number()))?.get(&key.number())
    }

    pub fn get_mut<K: Key>(&mut self, key: &K) -> Option<&mut V> {
        self.shards.get_mut(shard_index(key.number()))?.get_mut(&key.number())
    }

    /// The shard that a key belongs to.
    fn shard_mut(&mut self, number: u64) -> &mut FxHashMap<u64, V> {
        if self.shards.is_empty() {
            self.shards = (0..SHARDS).map(|_| FxHashMap::default()).collect();
        }
        &mut self.shards[shard_index(number)]
    }

    #[must_use]
    pub fn contains_key<K: Key>(&self, key: &K) -> bool {
        self.get(key).is_some()
    }

    pub fn insert<K: Key>(&mut self, key: K, value: V) -> Option<V> {
        self.shard_mut(key.number()).insert(key.number(), value)
    }

    pub fn remove<K: Key>(&mut self, key: &K) -> Option<V> {
        self.shards.get_mut(shard_index(key.number()))?.remove(&key.number())
    }

    pub fn iter<K: Key>(&self) -> impl Iterator<Item = (K, &V)> {
        self.shards.iter().flatten().map(|(number, value)| (K::from_number(*number), value))
    }

    pub fn iter_mut<K: Key>(&mut self) -> impl Iterator<Item = (K, &mut V)> {
        self.shards.iter_mut().flatten().map(|(number, value)| (K::from_number(*number), value))
    }

    /// Frees the memory of shards that have become empty.
    pub fn give_back_memory(&mut self) {
        for shard in self.shards.iter_mut().filter(|shard| shard.is_empty()) {
            *shard = FxHashMap::default();
        }
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.shards.iter().flat_map(|shard| shard.values())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Operations that were deferred are inserted all at once, with the lock held.
    #[test]
    fn shards_do_not_grow_all_at_a_time() {
        let (mut table, mut moved) = (ShardedMap::<()>::default(), Vec::new());
        for number in 0..1_u64 << 17 {
            let shard = table.shard_mut(number);
            moved.push(if shard.len() == shard.capacity() { shard.len() } else { 0 });
            table.insert(number, ());
        }
        let most = moved.windows(512).map(|window| window.iter().sum::<usize>()).max();
        assert!(most < Some(3000), "{most:?} moved for 512");
    }

    /// For consecutive numbers, and for the addresses of objects of one size.
    #[test]
    fn no_shard_has_much_more_than_twice_as_much_as_another() {
        for step in [1, 64, 128, 4096] {
            let mut count = [0_usize; SHARDS];
            (0..1_u64 << 17).for_each(|n| count[shard_index(0x7f12_3456_7000 + n * step)] += 1);
            let (least, most) = (count.iter().min().unwrap(), count.iter().max().unwrap());
            assert!((80..=100).contains(least) && (180..=205).contains(most), "{step}: {least} to {most}");
        }
    }

    #[test]
    fn it_is_a_table() {
        let mut table: ShardedMap<_> = ShardedMap::default();
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
