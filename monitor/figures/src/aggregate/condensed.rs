//! What a device's single operations add up to: a recording has this instead of the operations themselves.

use super::timeline::{Span, Totals};
use crate::snapshot::RawStamps;
use std::collections::BTreeMap;

/// For one process, since the last time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Condensed {
    /// Bytes finished, by direction (its number) and interval of [`super::series`].
    pub throughput: Vec<(u8, u64, u64)>,
    /// Changed devices, by the process's number for them.
    pub devices: Vec<(u32, Moment)>,
    /// By class, the stamps of an operation.
    pub stamps: Vec<(u32, RawStamps)>,
    /// Classes with rows of the innermost ranges in which their operations were given to the device, each pair once. Nothing in
    /// recordings of earlier versions than `format::WITH_RANGES`.
    pub in_ranges: Vec<(u32, u32)>,
}

/// What a device is doing at a moment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Moment {
    /// Busy ns of the last second, and the length of that.
    pub busy: (u64, u64),
    pub totals: Totals,
    /// The latest end of an operation.
    pub newest: u64,
    /// What the engines did last; `None` if it was not recorded.
    pub strip: Option<Vec<Span>>,
}

/// What was added to the throughput since it was last taken, kept only while recording.
#[derive(Debug, Clone, Default)]
pub struct Journal(Option<BTreeMap<(u8, u64), u64>>);

impl Journal {
    pub(super) fn add(&mut self, direction: u8, interval: u64, bytes: u64) {
        if let Some(added) = self.0.as_mut().filter(|_| bytes > 0) {
            let sum = added.entry((direction, interval)).or_default();
            *sum = sum.saturating_add(bytes);
        }
    }

    /// From now on, what comes is kept.
    pub(super) fn keep(&mut self) {
        self.0.get_or_insert_default();
    }

    /// What came in since the last time.
    pub(super) fn take(&mut self) -> Vec<(u8, u64, u64)> {
        let added = self.0.as_mut().map(std::mem::take).unwrap_or_default();
        added.into_iter().map(|((direction, interval), bytes)| (direction, interval, bytes)).collect()
    }
}
