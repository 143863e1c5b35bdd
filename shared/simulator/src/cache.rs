//! What a device's L3 holds: the ranges of memory that were used last.

use std::collections::VecDeque;
use std::ops::Range;

#[derive(Debug)]
pub struct Cache {
    capacity: usize,
    /// Without overlaps, those that were used last at the end.
    held: VecDeque<Range<usize>>,
}

impl Cache {
    pub fn new(capacity: usize) -> Self {
        Self { capacity, held: VecDeque::new() }
    }

    /// Uses a range from its first byte to its last, and gives how much of it was there.
    pub fn touch(&mut self, start: usize, len: usize) -> usize {
        let end = start.saturating_add(len);
        let mut found = 0;
        let mut kept = VecDeque::with_capacity(self.held.len() + 2);
        for range in self.held.drain(..) {
            let (low, high) = (range.start.max(start), range.end.min(end));
            if low >= high {
                kept.push_back(range);
                continue;
            }
            found += high - low;
            kept.extend([range.start..low, high..range.end].into_iter().filter(|part| !part.is_empty()));
        }
        // The last part of what is larger than the cache stays.
        if len > 0 {
            kept.push_back(end.saturating_sub(self.capacity).max(start)..end);
        }
        self.held = kept;
        self.evict();
        found
    }

    fn evict(&mut self) {
        let mut held: usize = self.held.iter().map(Range::len).sum();
        while held > self.capacity {
            let Some(oldest) = self.held.front_mut() else { return };
            let surplus = held - self.capacity;
            if oldest.len() > surplus {
                oldest.start += surplus;
                return;
            }
            held -= oldest.len();
            self.held.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_last_is_there() {
        let mut cache = Cache::new(100);
        assert_eq!(cache.touch(0, 50), 0);
        assert_eq!(cache.touch(0, 50), 50);
        assert_eq!(cache.touch(1000, 60), 0);
        // ten bytes of the first had to go
        assert_eq!(cache.touch(0, 50), 40);
        assert_eq!(cache.touch(25, 50), 25);
    }

    #[test]
    fn a_flush_of_its_size_leaves_nothing() {
        let mut cache = Cache::new(100);
        cache.touch(0, 50);
        cache.touch(1000, 100);
        assert_eq!(cache.touch(0, 50), 0);
        cache.touch(5000, 1_000_000);
        assert_eq!(cache.touch(5000 + 1_000_000 - 100, 100), 100);
    }
}
