//! A map whose keys are mostly asked for in ascending order, the same ones again and again: rows of a process's functions.

/// The next key is most likely the one after the last. Values are in boxes, so that little is moved where keys come in any
/// order.
#[derive(Debug, Clone)]
pub struct Ascending<K, V> {
    rows: Vec<(K, Box<V>)>,
    next: usize,
}

impl<K, V> Default for Ascending<K, V> {
    fn default() -> Self {
        Self { rows: Vec::new(), next: 0 }
    }
}

impl<K: Ord + Copy, V> Ascending<K, V> {
    /// Where a key is, or would be.
    fn find(&mut self, key: K) -> Result<usize, usize> {
        let found = match self.rows.get(self.next) {
            Some((next, _)) if *next == key => Ok(self.next),
            _ => self.place(key),
        };
        let (Ok(at) | Err(at)) = found;
        self.next = at + 1;
        found
    }

    fn place(&self, key: K) -> Result<usize, usize> {
        self.rows.binary_search_by_key(&key, |(key, _)| *key)
    }

    #[must_use]
    pub fn contains(&self, key: K) -> bool {
        self.place(key).is_ok()
    }

    pub fn get_mut(&mut self, key: K) -> Option<&mut V> {
        let at = self.find(key).ok()?;
        Some(&mut self.rows[at].1)
    }

    /// The value of a key. If there is none, `new` is asked for one.
    pub fn get_or_insert(&mut self, key: K, new: impl FnOnce() -> Option<V>) -> Option<&mut V> {
        let at = match self.find(key) {
            Ok(at) => at,
            Err(at) => {
                self.rows.insert(at, (key, Box::new(new()?)));
                at
            }
        };
        Some(&mut self.rows[at].1)
    }

    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let at = self.find(key).unwrap_or_else(|at| {
            self.rows.insert(at, (key, Box::default()));
            at
        });
        &mut self.rows[at].1
    }
}

impl<K: Copy, V> Ascending<K, V> {
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.rows.iter().map(|(key, value)| (*key, &**value))
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.rows.iter().map(|(_, value)| &**value)
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.rows.iter_mut().map(|(_, value)| &mut **value)
    }
}

impl<K, V> IntoIterator for Ascending<K, V> {
    type Item = (K, Box<V>);
    type IntoIter = std::vec::IntoIter<(K, Box<V>)>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.into_iter()
    }
}

/// From keys in ascending order.
impl<K, V> FromIterator<(K, V)> for Ascending<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(rows: I) -> Self {
        Self { rows: rows.into_iter().map(|(key, value)| (key, Box::new(value))).collect(), next: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn it_has_what_a_map_has() {
        let (mut rng, mut map, mut all) =
            (fastrand::Rng::with_seed(3), BTreeMap::new(), Ascending::<u8, u32>::default());
        for _ in 0..2_000 {
            let (key, value) = (rng.u8(..60), rng.u32(..));
            match rng.u8(..4) {
                0 => *all.or_default(key) = *map.entry(key).insert_entry(value).get(),
                1 => assert_eq!(all.get_mut(key), map.get_mut(&key)),
                2 => assert_eq!(all.get_or_insert(key, || None), map.get_mut(&key)),
                _ => assert_eq!(
                    all.get_or_insert(key, || Some(value)).copied(),
                    Some(*map.entry(key).or_insert(value))
                ),
            }
            assert_eq!(all.contains(key), map.contains_key(&key));
        }
        assert_eq!(all.len(), map.len());
        assert!(all.iter().eq(map.iter().map(|(key, value)| (*key, value))));
    }
}
