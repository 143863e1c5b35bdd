//! Which counter-based events from before an attach have timestamps.
//!
//! The driver can't be asked: `zeEventGetCounterBasedFlags` of Intel's driver answers the same for both
//! kinds, and asking such an event for its stamps may wait. But it matters: if an event has none, ours times
//! the operation, and theirs is signalled after it; if it has some, the program may ask for them, so it must
//! stay.
//!
//! So we make a few events of each kind, and look for the bytes in the objects behind their handles that are the same in
//! all of one kind and differ between the kinds. Where there are a few such bytes, they tell. Only an object's own memory is
//! read, whose size the C library's allocator has noted in front of it; anything that does not look like that is not
//! read. The kernel does the reading, which fails where we would fault.
//!
//! Answering the program's own queries with our stamps would not need this, but lists can query stamps, too, and so can
//! the program after a detach.

use super::objects::{SPARE, object};
use super::sorts::EventSort;
use crate::driver_trait::DriverRef;
use level_zero_sys::*;
use smallvec::SmallVec;
use std::ptr::null_mut;

/// The order in which events of either kind are made, so that values that increase from one to the next
/// (addresses, numbers) are not the same throughout either kind.
const STAMPED: [bool; 8] = [false, true, true, false, true, false, false, true];
/// If more bytes differ than this, they are not flags.
const MAX_FLAG_BYTES: usize = 4;

/// A byte in which the two kinds differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Difference {
    at: usize,
    plain: u8,
    stamped: u8,
}

/// How the two kinds are told apart on one device.
#[derive(Debug, PartialEq, Eq)]
pub struct Kinds {
    /// Size of the object behind a handle: the smallest seen, since some have [`SPARE`] more.
    size: usize,
    differences: SmallVec<[Difference; MAX_FLAG_BYTES]>,
}

impl EventSort {
    /// Makes events of both kinds and compares them. `None` if that does not tell. Call this without our
    /// lock.
    #[must_use]
    pub(super) fn kinds(self, driver: DriverRef) -> Option<Kinds> {
        let made: Vec<usize> = STAMPED.iter().map_while(|stamped| self.make(driver, *stamped)).collect();
        let objects: Option<Vec<Vec<u8>>> = made.iter().map(|event| object(*event)).collect();
        for event in &made {
            // SAFETY: an event of the probe's that nothing has used.
            unsafe { driver.zeEventDestroy(*event as _) };
        }
        let objects = objects.filter(|objects| objects.len() == STAMPED.len())?;
        compare(&objects)
    }

    fn make(self, driver: DriverRef, stamped: bool) -> Option<usize> {
        let stamps = if stamped { ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP } else { 0 };
        let desc = ze_event_counter_based_desc_t {
            stype: ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC,
            flags: ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE | ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE | stamps,
            signal: ZE_EVENT_SCOPE_FLAG_HOST,
            ..Default::default()
        };
        let mut event: ze_event_handle_t = null_mut();
        // SAFETY: a live context and device of the program, a descriptor and a word of the probe's.
        let result = unsafe {
            let (context, device) = (self.context as _, self.device as _);
            driver.zeEventCounterBasedCreate(context, device, &raw const desc, &raw mut event)
        };
        (result == ZE_RESULT_SUCCESS && !event.is_null()).then_some(event as usize)
    }
}

impl Kinds {
    /// Whether an event has timestamps; `None` if its bytes are those of neither kind, or of both.
    #[must_use]
    pub fn has_timestamps(&self, event: usize) -> Option<bool> {
        self.tell(&object(event)?)
    }

    fn tell(&self, object: &[u8]) -> Option<bool> {
        if !(self.size..=self.size + SPARE).contains(&object.len()) {
            return None;
        }
        let count =
            |of: fn(&Difference) -> u8| self.differences.iter().filter(|d| object[d.at] == of(d)).count();
        match (count(|d| d.plain), count(|d| d.stamped)) {
            (0, 1..) => Some(true),
            (1.., 0) => Some(false),
            _ => None,
        }
    }
}

/// The bytes that tell the kinds apart, if there are some and they are few.
fn compare(objects: &[Vec<u8>]) -> Option<Kinds> {
    let size = objects.iter().map(Vec::len).min()?;
    if objects.iter().any(|object| object.len() > size + SPARE) {
        return None;
    }
    // The byte that all of a kind have at an offset.
    let of = |wanted: bool, at: usize| {
        let mut bytes = objects.iter().zip(STAMPED).filter(|(_, s)| *s == wanted).map(|(o, _)| o[at]);
        let first = bytes.next()?;
        bytes.all(|byte| byte == first).then_some(first)
    };
    let differences: SmallVec<[Difference; MAX_FLAG_BYTES]> = (0..size)
        .filter_map(|at| Some(Difference { at, plain: of(false, at)?, stamped: of(true, at)? }))
        .filter(|d| d.plain != d.stamped)
        .collect();
    (1..=MAX_FLAG_BYTES).contains(&differences.len()).then_some(Kinds { size, differences })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Objects as the driver makes them: `differ` changes those with timestamps.
    fn objects(differ: impl Fn(&mut Vec<u8>)) -> Vec<Vec<u8>> {
        let make = |(at, stamped): (usize, &bool)| {
            let mut object = vec![7; 100];
            // An address that increases from one to the next.
            object[8] = 0x40_u8.wrapping_mul(at as u8);
            if *stamped {
                differ(&mut object);
            }
            object
        };
        STAMPED.iter().enumerate().map(make).collect()
    }

    #[test]
    fn a_flag_tells_the_kinds_apart() {
        let made = objects(|object| (object[30], object[90]) = (1, 0));
        let kinds = compare(&made).unwrap();
        assert_eq!(kinds.differences.len(), 2);
        for (object, stamped) in made.iter().zip(STAMPED) {
            assert_eq!(kinds.tell(object), Some(stamped));
        }
        let mut odd = made[1].clone();
        odd[30] = 99;
        assert_eq!(kinds.tell(&odd), Some(true), "one is neither's, the other says it");
        odd[30] = 7;
        assert_eq!(kinds.tell(&odd), None, "they contradict each other");
        (odd[30], odd[90]) = (99, 99);
        assert_eq!(kinds.tell(&odd), None);
        assert_eq!(kinds.tell(&odd[1..]), None, "another size is another object");
    }

    /// glibc leaves a remainder that is too small to be a block of its own to the block before it.
    #[test]
    fn a_block_that_is_a_little_larger_holds_the_same_object() {
        let mut made = objects(|object| object[30] = 1);
        made[3].extend([0x77; SPARE]);
        made[4].extend([0x55; SPARE]);
        let kinds = compare(&made).unwrap();
        for (object, stamped) in made.iter().zip(STAMPED) {
            assert_eq!(kinds.tell(object), Some(stamped));
        }
        made[4].push(0);
        assert_eq!(kinds.tell(&made[4]), None);
        assert_eq!(compare(&made), None);
    }

    #[test]
    fn where_nothing_or_much_differs_nothing_is_told() {
        assert_eq!(compare(&objects(|_| ())), None);
        assert_eq!(compare(&objects(|object| object[10..20].fill(0))), None);
        assert_eq!(compare(&objects(|object| object.push(1))), None);
        assert_eq!(compare(&[]), None);
    }
}
