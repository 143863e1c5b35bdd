//! Whether a list from before an attach is empty: executing such a list is no operation, and if one is empty when it is
//! first appended to, all that is in it later is known.
//!
//! The API can't be asked. But drivers note how much is in a list: Intel's in the object behind the handle, and in one that
//! this one points to. So a few lists are made with the flags of the program's, get up to three commands, and are never
//! executed; the words that are the same in all lists with as many commands, and grow with each command, tell. A list of
//! the program's in which each word is as in the probe's empty lists is empty, too.
//!
//! Only the objects' own memory is read: see [`super::objects`]. Where there are no such words, or they contradict each
//! other, lists are taken to have something in them.

use super::objects::{SPARE, WORD, block_words, object_words};
use super::sorts::ListSort;
use crate::driver_calls::{create_list_with, destroy_one_event, one_event};
use crate::driver_trait::DriverRef;
use level_zero_sys::*;
use std::ptr::null;

/// How many commands our lists get. In an order in which values that increase from one list to the next (addresses,
/// numbers) are not taken for counts.
const COUNTS: [usize; 8] = [0, 2, 1, 3, 1, 0, 3, 2];
const MAX_COUNT: usize = 3;

/// A word that grows with what is in a list: of its object, or of the block that this word of it points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CountWord {
    at: usize,
    behind: Option<usize>,
    /// Its value in an empty list.
    empty: usize,
}

/// How much is in a list, as its driver notes it.
#[derive(Debug, PartialEq, Eq)]
pub struct Contents {
    /// Size of the object behind a handle in words: the smallest seen, since some have [`SPARE`] bytes more.
    size: usize,
    places: Vec<CountWord>,
}

impl ListSort {
    /// Makes lists and compares them. `None` if that does not tell. Call this without our lock.
    #[must_use]
    pub(super) fn contents(self, driver: DriverRef) -> Option<Contents> {
        let made = one_event(driver, self.context, 0, null())?;
        let event = made.event as ze_event_handle_t;
        let lists: Vec<usize> = COUNTS.iter().map_while(|count| self.list(driver, *count, event)).collect();
        let objects: Option<Vec<Vec<usize>>> = lists.iter().map(|list| object_words(*list)).collect();
        let whole = objects.filter(|objects| objects.len() == COUNTS.len());
        let contents = whole.and_then(|objects| compare(&objects, block_words));
        // SAFETY: ours; the lists have never been executed.
        unsafe {
            for list in lists {
                driver.zeCommandListDestroy(list as _);
            }
            destroy_one_event(driver, made);
        }
        contents
    }

    /// A list with this number of commands.
    fn list(self, driver: DriverRef, count: usize, event: ze_event_handle_t) -> Option<usize> {
        let Self { context, device, ordinal, flags, open } = self;
        let list = create_list_with(driver, context, device, ordinal, flags)?;
        // SAFETY: a list and an event of the probe's. A barrier would be nothing in a list that is in order.
        let append = |_| unsafe { driver.zeCommandListAppendEventReset(list as _, event) };
        let appended = (0..count).map(append).all(|result| result == ZE_RESULT_SUCCESS);
        // SAFETY: a list of the probe's.
        unsafe {
            if appended && (open || driver.zeCommandListClose(list as _) == ZE_RESULT_SUCCESS) {
                return Some(list);
            }
            driver.zeCommandListDestroy(list as _);
        }
        None
    }
}

impl Contents {
    /// Whether there is certainly nothing in this list.
    #[must_use]
    pub fn is_empty(&self, list: usize) -> bool {
        object_words(list).is_some_and(|object| self.is_of_empty(&object, block_words))
    }

    fn is_of_empty(&self, object: &[usize], block: impl Fn(usize) -> Option<Vec<usize>>) -> bool {
        let value = |place: &CountWord| match place.behind {
            None => object.get(place.at).copied(),
            Some(behind) => block(*object.get(place.at)?)?.get(behind).copied(),
        };
        (self.size..=self.size + SPARE / WORD).contains(&object.len())
            && self.places.iter().all(|place| value(place) == Some(place.empty))
    }
}

/// The words that tell how many commands are in a list. `block` reads a block of the allocator's.
fn compare(objects: &[Vec<usize>], block: impl Fn(usize) -> Option<Vec<usize>>) -> Option<Contents> {
    let size = objects.iter().map(Vec::len).min()?;
    if objects.iter().any(|object| object.len() > size + SPARE / WORD) {
        return None;
    }
    let mut places = Vec::new();
    for at in 0..size {
        let values: Vec<usize> = objects.iter().map(|object| object[at]).collect();
        if let Some(empty) = count(&values) {
            places.push(CountWord { at, behind: None, empty });
        } else if are_apart(&values)
            && let Some(blocks) = values.iter().map(|value| block(*value)).collect::<Option<Vec<_>>>()
        {
            let words = blocks.iter().map(Vec::len).min().unwrap_or(0);
            places.extend((0..words).filter_map(|behind| {
                let values: Vec<usize> = blocks.iter().map(|block| block[behind]).collect();
                Some(CountWord { at, behind: Some(behind), empty: count(&values)? })
            }));
        }
    }
    (!places.is_empty()).then_some(Contents { size, places })
}

/// If these values are the same for as many commands and grow with each: that of an empty list.
fn count(values: &[usize]) -> Option<usize> {
    let of = |wanted: usize| {
        let mut those =
            values.iter().zip(COUNTS).filter(|(_, count)| *count == wanted).map(|(value, _)| *value);
        let first = those.next()?;
        those.all(|value| value == first).then_some(first)
    };
    let values = (0..=MAX_COUNT).map(of).collect::<Option<Vec<_>>>()?;
    values.windows(2).all(|pair| pair[0] < pair[1]).then_some(values[0])
}

/// Each list has its own: addresses, perhaps.
fn are_apart(values: &[usize]) -> bool {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashMap;

    /// A list's object as Intel's driver has it, with what it points to: `bytes` in a block of its own, `sum` in itself.
    fn object(
        number: usize,
        bytes: usize,
        sum: usize,
        blocks: &mut FxHashMap<usize, Vec<usize>>,
    ) -> Vec<usize> {
        let address = 0x10000 + number * 0x100;
        blocks.insert(address, vec![7, bytes, 1 << 16]);
        // A vtable, its own address, the block, what all lists share, and a number.
        vec![0x7000, address - 0x50, address, 0x9000, sum, number]
    }

    fn made(blocks: &mut FxHashMap<usize, Vec<usize>>) -> Vec<Vec<usize>> {
        let of =
            |(number, count): (usize, &usize)| object(number, 112 + 20 * count, 128 + 24 * count, blocks);
        COUNTS.iter().enumerate().map(of).collect()
    }

    #[test]
    fn a_list_is_empty_if_all_words_that_grow_say_so() {
        let mut blocks = FxHashMap::default();
        let objects = made(&mut blocks);
        let contents = compare(&objects, |at| blocks.get(&at).cloned()).unwrap();
        let places =
            [CountWord { at: 2, behind: Some(1), empty: 112 }, CountWord { at: 4, behind: None, empty: 128 }];
        assert_eq!(contents.places, places);
        for (bytes, sum, empty) in
            [(112, 128, true), (132, 152, false), (112, 152, false), (132, 128, false), (0, 0, false)]
        {
            let list = object(99, bytes, sum, &mut blocks);
            assert_eq!(contents.is_of_empty(&list, |at| blocks.get(&at).cloned()), empty, "{bytes} {sum}");
            assert!(!contents.is_of_empty(&list[1..], |at| blocks.get(&at).cloned()), "another object");
            assert!(!contents.is_of_empty(&list, |_| None), "its block can't be read");
        }
    }

    #[test]
    fn where_nothing_grows_nothing_is_told() {
        let objects: Vec<Vec<usize>> = (0..COUNTS.len()).map(|number| vec![number, number * 16, 5]).collect();
        assert_eq!(compare(&objects, |_| None), None);
        assert_eq!(compare(&objects, |at| Some(vec![at, 3])), None);
        assert_eq!(compare(&[], |_| None), None);
        let mut blocks = FxHashMap::default();
        let mut objects = made(&mut blocks);
        objects[3].extend([0; 9]);
        assert_eq!(compare(&objects, |at| blocks.get(&at).cloned()), None, "sizes differ");
    }
}
