//! Copies between devices of which neither reaches the other's memory: the driver makes them through the host's, piece
//! by piece. CUPTI has a record for each half, out of the one device and into the other, with the bytes of all but the
//! times of the last piece.

use rustc_hash::FxHashMap;

/// Halves that may wait for their other one.
const MAX_HALVES: usize = 4096;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    Out,
    In,
}

/// Halves whose other one has not come, by the number that both carry.
#[derive(Default)]
pub struct Staged(FxHashMap<u32, (Half, u32)>);

impl Staged {
    /// A half on `device`. With its other one: the devices that the copy was from and to.
    pub fn half(&mut self, correlation: u32, half: Half, device: u32) -> Option<(u32, u32)> {
        match (self.0.remove(&correlation), half) {
            (Some((Half::Out, from)), Half::In) => Some((from, device)),
            (Some((Half::In, to)), Half::Out) => Some((device, to)),
            _ => {
                if self.0.len() >= MAX_HALVES {
                    self.0.clear();
                }
                self.0.insert(correlation, (half, device));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_halves_are_one_copy_whichever_comes_first() {
        let mut staged = Staged::default();
        assert_eq!(staged.half(7, Half::Out, 0), None);
        assert_eq!(staged.half(8, Half::In, 3), None);
        assert_eq!(staged.half(7, Half::In, 1), Some((0, 1)));
        assert_eq!(staged.half(8, Half::Out, 2), Some((2, 3)));
        assert!(staged.0.is_empty());
    }

    #[test]
    fn halves_that_stay_alone_are_not_kept_for_ever() {
        let mut staged = Staged::default();
        (0..3 * MAX_HALVES as u32).for_each(|number| assert_eq!(staged.half(number, Half::Out, 0), None));
        assert!(staged.0.len() <= MAX_HALVES);
    }
}
