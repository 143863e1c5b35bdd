//! Which class has which key. Looked up by any thread without a lock, added to by one that has the backend's.

use super::counts;
use super::operation::Key;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use zetop_wire::layout::{ALL_CLASSES, CLASSES, Process};

pub struct Classes {
    process: &'static Process,
    /// The places of the first [`CLASSES`] classes.
    first: Places,
    /// The places of further classes, which few programs have.
    further: OnceLock<Places>,
}

/// A class plus one, at the place that its key says or behind that; 0 where there is none. None is ever taken out. Never more
/// than half full, so that a look-up soon comes to a free place.
struct Places(Box<[AtomicU32]>);

impl Places {
    fn for_classes(classes: usize) -> Self {
        Self((0..2 * classes).map(|_| AtomicU32::new(0)).collect())
    }

    /// The places where a key's class may be, first the one where it should be.
    fn of_key(&self, key: &Key) -> impl Iterator<Item = &AtomicU32> {
        let mut hasher = rustc_hash::FxHasher::default();
        (key.key, key.name, key.group_plus_one).hash(&mut hasher);
        let first = hasher.finish() as usize;
        (0..self.0.len()).map(move |next| &self.0[first.wrapping_add(next) % self.0.len()])
    }
}

impl Classes {
    #[must_use]
    pub fn new(process: &'static Process) -> Self {
        Self { process, first: Places::for_classes(CLASSES), further: OnceLock::new() }
    }

    #[must_use]
    pub fn find(&self, key: &Key) -> Option<u32> {
        self.find_in(&self.first, key).or_else(|| self.find_in(self.further.get()?, key))
    }

    fn find_in(&self, places: &Places, key: &Key) -> Option<u32> {
        for place in places.of_key(key) {
            // Acquire: the class's key was written before.
            let class = place.load(Acquire).checked_sub(1)?;
            let entry = counts::entry(self.process, class);
            if entry.key.load(Relaxed) == key.key
                && entry.name.load(Relaxed) == key.name
                && entry.group_plus_one.load(Relaxed) == key.group_plus_one
            {
                return Some(class);
            }
        }
        None
    }

    /// Adds a class whose key is in the process file, and not in here yet. One thread at a time.
    pub(super) fn add(&self, key: &Key, class: u32) {
        let places = if (class as usize) < CLASSES {
            &self.first
        } else {
            self.further.get_or_init(|| Places::for_classes(ALL_CLASSES - CLASSES))
        };
        if let Some(place) = places.of_key(key).find(|place| place.load(Relaxed) == 0) {
            place.store(class + 1, Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::operation::OpClass;
    use super::super::{Publisher, empty_process};
    use super::*;
    use std::collections::BTreeMap;
    use zetop_wire::layout::{MemoryKind, OpKind};

    /// Kernels of many names, and copies of all sizes between all kinds on two engines.
    fn sorts() -> Vec<OpClass> {
        let mut sorts: Vec<_> =
            (0..500).map(|name| OpClass { name, ..OpClass::from_kind(OpKind::Kernel) }).collect();
        for (src, dst) in [(MemoryKind::Host, MemoryKind::Device), (MemoryKind::Device, MemoryKind::Host)] {
            for (power, group) in (0..40).flat_map(|power| [(power, Some(0)), (power, Some(1))]) {
                sorts.push(OpClass {
                    src,
                    dst,
                    group,
                    bytes: 1 << power,
                    ..OpClass::from_kind(OpKind::Copy)
                });
            }
        }
        sorts
    }

    #[test]
    fn a_class_is_found_by_its_key_and_no_other() {
        let mut publisher = Publisher::new(empty_process());
        let classes = publisher.classes();
        let mut keys: BTreeMap<u32, Key> = BTreeMap::new();
        for sort in sorts() {
            let key = sort.key(3);
            let known = classes.find(&key);
            let class = publisher.class(&sort, 3);
            assert!(known.is_none_or(|known| known == class));
            assert_eq!(*keys.entry(class).or_insert(key), key);
            assert_eq!(classes.find(&key), Some(class));
            assert_eq!(classes.find(&sort.key(4)), None, "on another device");
        }
        // Sizes up to 8 KiB are one class, those above 1 GiB another.
        assert_eq!(keys.len(), 500 + 2 * 2 * 19);
    }

    #[test]
    fn what_comes_when_the_table_is_full_is_counted_with_the_rest() {
        let mut publisher = Publisher::new(empty_process());
        let classes = publisher.classes();
        let kernel = |name| OpClass { name, ..OpClass::from_kind(OpKind::Kernel) };
        for name in 0..CLASSES as u32 - 1 {
            assert_eq!(publisher.class(&kernel(name), 0), name);
        }
        for name in CLASSES as u32..CLASSES as u32 + 10 {
            assert_eq!(publisher.class(&kernel(name), 0), CLASSES as u32 - 1);
            assert_eq!(classes.find(&kernel(name).key(0)), None);
        }
        assert_eq!(classes.find(&kernel(7).key(0)), Some(7));
    }

    #[test]
    fn a_class_that_another_thread_adds_is_whole() {
        let mut publisher = Publisher::new(empty_process());
        let (classes, sorts) = (publisher.classes(), sorts());
        std::thread::scope(|scope| {
            let looker = scope.spawn(|| {
                let mut found = vec![None; sorts.len()];
                while found.last() == Some(&None) {
                    for (sort, found) in sorts.iter().zip(&mut found) {
                        *found = found.or(classes.find(&sort.key(0)));
                    }
                }
                sorts.iter().zip(found).filter_map(|(sort, found)| Some((*sort, found?))).collect::<Vec<_>>()
            });
            for sort in &sorts {
                publisher.class(sort, 0);
            }
            let found = looker.join().unwrap();
            assert!(!found.is_empty());
            for (sort, class) in found {
                assert_eq!(publisher.class(&sort, 0), class);
            }
        });
    }
}
