//! What processes tell each other of the devices that they use, if they have a file for that (`ZESIM_SHARED`): each takes a slot
//! of it, and sysman adds up those of all that live.

use crate::activity::Activity;
use crate::settings::{MAX_DEVICES, settings};
use crate::shared_file::SharedFile;
use std::ffi::{CStr, OsStr, c_char};
use std::fs::OpenOptions;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr::with_exposed_provenance;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a process tells of a device.
#[repr(C)]
struct Told {
    bytes: AtomicU64,
    /// As in [`Activity`]: until when it works, and for how long it has worked in all, in ns of the host clock.
    until: AtomicU64,
    total: AtomicU64,
}

/// A process's place.
#[repr(C)]
struct Slot {
    /// Its pid, 0 while the slot is free.
    process: AtomicU64,
    devices: [Told; MAX_DEVICES as usize],
}

/// Processes that have room.
const SLOTS: usize = 256;
const FILE_BYTES: usize = SLOTS * size_of::<Slot>();

/// What another process uses of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Used {
    pub process: u32,
    pub bytes: u64,
    until: u64,
    total: u64,
}

impl Used {
    /// For how long it has worked up to now, in nanoseconds.
    pub fn active(&self, now: u64) -> u64 {
        self.total.saturating_sub(self.until.saturating_sub(now))
    }

    /// Whether it has worked since a moment of the host clock.
    pub fn any_since(&self, moment: u64) -> bool {
        self.until > moment
    }
}

static PATH: OnceLock<Option<PathBuf>> = OnceLock::new();

/// Names the file to a program whose environment does not. Without effect once the driver has used a device.
///
/// # Safety
/// A path with a zero at its end.
// SAFETY: nobody else has a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zesimShare(path: *const c_char) {
    // SAFETY: the caller's promise.
    let path = unsafe { CStr::from_ptr(path) };
    let _ = PATH.set(Some(OsStr::from_bytes(path.to_bytes()).into()));
}

fn slots() -> Option<&'static [Slot]> {
    static BASE: OnceLock<Option<usize>> = OnceLock::new();
    let base = (*BASE.get_or_init(|| {
        let path = PATH.get_or_init(|| settings().shared.clone()).as_deref()?;
        let made = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        // It may be gone, with those who wanted to look.
        let file = made.ok()?;
        // One that is long enough is left alone: the program may be killed for changing its length.
        if file.metadata().ok()?.len() < FILE_BYTES as u64 {
            file.set_len(FILE_BYTES as u64).ok()?;
        }
        SharedFile::of_file(file, FILE_BYTES).ok()?.map().ok()
    }))?;
    // SAFETY: mapped for ever, of that size, and nothing but atomic numbers, for which all bits are a value.
    Some(unsafe { std::slice::from_raw_parts(with_exposed_provenance::<Slot>(base), SLOTS) })
}

/// Opens the file when the driver starts: later the program may be forbidden to.
pub fn open() {
    slots();
}

fn is_alive(process: u64) -> bool {
    Path::new(&format!("/proc/{process}")).exists()
}

/// The slot of this process, taken when it first uses a device.
fn own() -> Option<&'static Slot> {
    static OWN: OnceLock<Option<(u64, &'static Slot)>> = OnceLock::new();
    let own_pid = u64::from(std::process::id());
    let take = |slot: &&Slot| {
        let before = slot.process.load(Ordering::Relaxed);
        (before == 0 || before == own_pid || !is_alive(before))
            && slot.process.compare_exchange(before, own_pid, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    };
    let (process, slot) = (*OWN.get_or_init(|| {
        let slot = slots()?.iter().find(take)?;
        for told in &slot.devices {
            [&told.bytes, &told.until, &told.total].iter().for_each(|word| word.store(0, Ordering::Relaxed));
        }
        Some((own_pid, slot))
    }))?;
    // A child that was forked has the mapping, too, but not the work.
    (process == own_pid).then_some(slot)
}

fn tell(device: u32, change: impl FnOnce(&Told)) {
    if let Some(told) = own().and_then(|slot| slot.devices.get(device as usize)) {
        change(told);
    }
}

pub fn allocated(device: Option<u32>, bytes: u64) {
    tell(device.unwrap_or(0), |told| {
        told.bytes.fetch_add(bytes, Ordering::Relaxed);
    });
}

pub fn freed(device: Option<u32>, bytes: u64) {
    tell(device.unwrap_or(0), |told| {
        told.bytes.fetch_sub(bytes, Ordering::Relaxed);
    });
}

pub fn worked(device: u32, activity: &Activity) {
    tell(device, |told| {
        let (until, total) = activity.whole();
        told.until.store(until, Ordering::Relaxed);
        told.total.store(total, Ordering::Relaxed);
    });
}

/// What other processes use of a device.
pub fn others(device: u32) -> Vec<Used> {
    let own = u64::from(std::process::id());
    let of_slot = |slot: &Slot| {
        let process = slot.process.load(Ordering::Relaxed);
        let told = slot.devices.get(device as usize)?;
        let word = |word: &AtomicU64| word.load(Ordering::Relaxed);
        (process != 0 && process != own && is_alive(process)).then(|| Used {
            process: process as u32,
            bytes: word(&told.bytes),
            until: word(&told.until),
            total: word(&told.total),
        })
    };
    slots().into_iter().flatten().filter_map(of_slot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_lies_ahead_does_not_count_yet() {
        let used = Used { process: 1, bytes: 0, until: 1100, total: 1000 };
        assert_eq!((used.active(350), used.active(5000)), (250, 1000));
        assert!(used.any_since(1099) && !used.any_since(1100));
    }
}
