//! A vector in pieces. A plain one that grows is moved to where there is more room: with 50,000 commands that takes
//! milliseconds, for which the lock is held. Here what is in it stays where it is.

use std::ops::Index;

/// How many elements each piece but the last one has.
pub const PIECE: usize = 256;

#[derive(Clone)]
pub struct Pieces<T> {
    /// None of them is empty.
    pieces: Vec<Vec<T>>,
}

impl<T> Default for Pieces<T> {
    fn default() -> Self {
        Self { pieces: Vec::new() }
    }
}

impl<T> Pieces<T> {
    #[must_use]
    pub fn len(&self) -> usize {
        self.pieces.last().map_or(0, |last| (self.pieces.len() - 1) * PIECE + last.len())
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    pub fn push(&mut self, value: T) {
        if self.pieces.last().is_none_or(|last| last.len() == PIECE) {
            // Most have few in them, so the first piece grows.
            let room = if self.pieces.is_empty() { 0 } else { PIECE };
            self.pieces.push(Vec::with_capacity(room));
        }
        if let Some(last) = self.pieces.last_mut() {
            last.push(value);
        }
    }

    pub fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        self.pieces.get_mut(at / PIECE)?.get_mut(at % PIECE)
    }

    /// Takes the last ones out, [`PIECE`] at most.
    pub fn take_last(&mut self) -> Vec<T> {
        self.pieces.pop().unwrap_or_default()
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.pieces.iter().flatten()
    }

    /// `count` of them, or as many as there are, from `from` on. Takes no longer for later ones.
    pub fn some(&self, from: usize, count: usize) -> impl Iterator<Item = &T> {
        let (piece, skipped) = (from / PIECE, from % PIECE);
        self.pieces.iter().skip(piece).flatten().skip(skipped).take(count)
    }
}

impl<T> Index<usize> for Pieces<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        &self.pieces[at / PIECE][at % PIECE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, Clone, Copy)]
    enum Step {
        Push(usize),
        TakeLast,
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            6 => (0..200_usize).prop_map(Step::Push),
            3 => Just(Step::TakeLast),
        ];
        prop::collection::vec(step, 1..60)
    }

    proptest! {
        #[test]
        fn it_is_a_vector(steps in steps(), from in 0..900_usize, count in 0..900_usize) {
            let (mut pieces, mut vector, mut next) = (Pieces::default(), Vec::new(), 0);
            for step in steps {
                match step {
                    Step::Push(many) => (0..many).for_each(|_| {
                        next += 1;
                        pieces.push(next);
                        vector.push(next);
                    }),
                    Step::TakeLast => {
                        let taken = pieces.take_last();
                        prop_assert!(taken.len() <= PIECE && taken.is_empty() == vector.is_empty());
                        prop_assert_eq!(&taken, &vector.split_off(vector.len() - taken.len()));
                    }
                }
                prop_assert_eq!((pieces.len(), pieces.is_empty()), (vector.len(), vector.is_empty()));
            }
            prop_assert!(pieces.iter().eq(&vector));
            prop_assert!(pieces.some(from, count).eq(vector.iter().skip(from).take(count)));
            prop_assert!(vector.iter().enumerate().all(|(at, value)| pieces[at] == *value));
            prop_assert_eq!(pieces.get_mut(from), vector.get_mut(from));
        }
    }

    #[test]
    fn what_is_in_it_stays_where_it_is() {
        let mut pieces = Pieces::default();
        (0..PIECE).for_each(|at| pieces.push(at));
        let first = std::ptr::from_ref(&pieces[0]);
        (0..100 * PIECE).for_each(|at| pieces.push(at));
        assert_eq!(std::ptr::from_ref(&pieces[0]), first);
    }
}
