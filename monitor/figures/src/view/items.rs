//! The rows that tables show, whatever they stand for: a function, a kernel, a kind of copy, the fills.
//!
//! Tables, sorting and filtering all read an [`Item`] through its [`Field`]s, so they can't disagree.

mod field;
mod item;
mod list;

pub use field::Field;
pub use item::{Item, RowId, size_figure};
pub use list::{List, find};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::{Kernel, Transfer};

    /// A kernel of lists from before an attach was shown with 0 ns and 0 %.
    #[test]
    fn what_was_not_timed_is_unknown() {
        let kernel = |launches, timed| Kernel { launches, timed, total_ns: 10 * timed, ..Kernel::default() };
        let copy = |ops, timed| Transfer { ops, timed, total_ns: 10 * timed, ..Transfer::default() };
        for (all, timed, expected) in [(7, 0, None), (7, 2, Some(20.0)), (0, 0, Some(0.0))] {
            let (kernel, copy) = (kernel(all, timed), copy(all, timed));
            for item in [Item::Kernel(&kernel), Item::Transfer(&copy)] {
                assert_eq!(item.value(Field::Total), expected, "{timed} of {all}");
                assert_eq!(item.value(Field::Share).is_some(), expected.is_some(), "{timed} of {all}");
            }
        }
    }
}
