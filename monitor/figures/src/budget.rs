//! How much memory the figures may take, all processes together. An honest session stays far below; if a
//! target invents processes, threads and kernels until it is used up, new ones are left out, with a note.

/// Histograms, bytes. Once this is spent, new functions and kernels get no percentiles; their counters are
/// still exact.
const HISTOGRAMS: usize = 24 << 20;
/// Rows (functions, sorts of device operations, threads' counters, names), bytes: some 1,000 processes of 60
/// functions and 20 kernels each. Once this is spent, new rows are left out.
const ROOM: usize = 384 << 20;

/// A function's or kernel's row once its history is full.
pub const ROW: usize = 4096;

#[derive(Debug, Clone)]
pub struct Budget {
    histograms: usize,
    room: usize,
    /// Some functions or kernels have no percentiles.
    pub refused: bool,
    /// Some functions, kernels or threads are missing.
    pub full: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Self { histograms: HISTOGRAMS, room: ROOM, refused: false, full: false }
    }
}

impl Budget {
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
        HISTOGRAMS.saturating_sub(self.histograms) + ROOM.saturating_sub(self.room)
    }

    /// What an owner had used.
    pub fn give_room_back(&mut self, used: &mut usize) {
        self.room = self.room.saturating_add(std::mem::take(used)).min(ROOM);
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
    fn a_histogram_too_large_takes_nothing() {
        let mut budget = Budget::default();
        assert!(!budget.take(HISTOGRAMS + 1) && budget.refused);
        assert!(budget.take(HISTOGRAMS), "a smaller one still fits");
    }
}
