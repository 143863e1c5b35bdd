//! Operations that are counted together: a kernel on a device, or copies between two kinds of memory in one range
//! of sizes.

use super::sums::Sums;
use crate::aggregate::latency::Latencies;
use crate::aggregate::names::{Dictionary, KindId, ReasonId};
use crate::snapshot::{Direction, RawStamps};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use zetop_wire::layout::{DEVICES, FLUSHED, NOT_FLUSHED, OpKind, SIZE_CLASSES};
use zetop_wire::reader::{ClassFigures, Resources};

/// The number of a kernel's latest launches whose raw stamps are kept.
pub const RECENT: usize = 32;
/// That number in a program with thousands of kernels.
const RECENT_OF_MANY: usize = 4;
/// A process's kernels share about this number of launches with stamps, but each has [`RECENT_OF_MANY`].
const RECENT_OF_ALL: usize = 4096;

/// The number of latest launches whose raw stamps each kernel of a process keeps that has `classes` classes of operations.
pub(super) fn recent_of_each(classes: usize) -> usize {
    (RECENT_OF_ALL / classes.max(1)).clamp(RECENT_OF_MANY, RECENT)
}

/// What a kernel found in the caches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Caches {
    /// What the work before it had left there.
    #[default]
    AsLeft,
    /// They were flushed first.
    Flushed,
    /// As left: they were to be flushed, but could not be.
    NotFlushed(ReasonId),
}

impl Caches {
    fn from_number(number: u8, names: &Dictionary) -> Self {
        match number {
            0 => Self::AsLeft,
            FLUSHED => Self::Flushed,
            number => Self::NotFlushed(names.not_flushed(number - NOT_FLUSHED)),
        }
    }
}

/// What operations that are counted together have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OpClass {
    pub kind: OpKind,
    /// Kinds of memory that a transfer is between, and which way that is; `None` for other operations.
    pub transfer: Option<(KindId, KindId, Direction)>,
    pub size_class: u8,
    /// Index into [`DeviceSide::devices`](super::DeviceSide::devices), and those of the devices that the ends of a transfer are on.
    pub device: u32,
    pub src_device: Option<u32>,
    pub dst_device: Option<u32>,
    /// The ordinal of the queue group that a copy was given to.
    pub group: Option<u32>,
    /// A kernel's name.
    pub name: Arc<str>,
    pub caches: Caches,
}

/// Operations of one class.
#[derive(Debug, Clone)]
pub struct Operations {
    pub class: OpClass,
    pub(super) now: Sums,
    pub(super) base: Sums,
    pub(super) was_reset: bool,
    /// Shortest and longest of all time.
    pub(super) ever: Option<(u64, u64)>,
    pub groups: [u32; 3],
    pub group_size: [u32; 3],
    pub resources: Resources,
    pub latencies: Latencies,
    /// Stamps of its last launches, at most [`RECENT`]. A snapshot shares them until another launch is added.
    pub recent: Arc<VecDeque<RawStamps>>,
    /// Bytes of the records seen so far: what the throughput history has of this class.
    pub(super) recorded_bytes: u64,
    /// Host time at which the last operation was seen.
    pub moved_at: u64,
    /// Rows of the innermost ranges in which such operations were given to the device, since the last reset.
    pub ranges: BTreeSet<u32>,
}

impl Operations {
    /// Submitted, and not complete.
    pub fn pending(&self) -> u64 {
        let Sums { ops, timed, untimed, sampled, .. } = self.now;
        ops.saturating_sub(timed).saturating_sub(untimed).saturating_sub(sampled)
    }

    pub(super) fn new(class: OpClass) -> Self {
        Self {
            class,
            now: Sums::default(),
            base: Sums::default(),
            was_reset: false,
            ever: None,
            groups: [0; 3],
            group_size: [0; 3],
            resources: Resources::default(),
            latencies: Latencies::default(),
            recent: Arc::default(),
            recorded_bytes: 0,
            moved_at: 0,
            ranges: BTreeSet::new(),
        }
    }

    /// Adds the stamps of its last launch, to at most `most`.
    pub(super) fn add_recent(&mut self, stamps: RawStamps, most: usize) {
        let recent = Arc::make_mut(&mut self.recent);
        if recent.len() >= most {
            recent.drain(..=recent.len() - most);
            recent.shrink_to(most);
        }
        recent.push_back(stamps);
    }

    /// Sums since the last reset.
    #[must_use]
    pub fn sums(&self) -> Sums {
        self.counted().estimate()
    }

    /// Without an estimate for those that have none yet.
    pub(super) fn counted(&self) -> Sums {
        self.now.minus(self.base)
    }

    /// Shortest and longest duration since the last reset, ns; after one, to within a histogram bucket.
    #[must_use]
    pub fn extremes(&self) -> Option<(u64, u64)> {
        if !self.was_reset {
            return self.ever;
        }
        let (low, high) = self.latencies.extremes()?;
        Some(self.ever.map_or((low, high), |(min, max)| (low.max(min), high.min(max))))
    }
}

pub(super) fn class_of(figures: &ClassFigures, name: &Arc<str>, names: &Dictionary) -> OpClass {
    let named = matches!(figures.kind, OpKind::Kernel | OpKind::Other | OpKind::Barrier);
    let copies = figures.kind == OpKind::Copy;
    let transfer = || {
        let direction = Direction::between(names.place(figures.src), names.place(figures.dst));
        (names.kind(figures.src), names.kind(figures.dst), direction)
    };
    OpClass {
        kind: figures.kind,
        transfer: copies.then(transfer),
        size_class: if copies { figures.size_class.min(SIZE_CLASSES as u8 - 1) } else { 0 },
        device: figures.device.min(DEVICES as u32),
        src_device: figures.src_device,
        dst_device: figures.dst_device,
        group: figures.group,
        name: if named { Arc::clone(name) } else { "".into() },
        caches: if copies { Caches::AsLeft } else { Caches::from_number(figures.size_class, names) },
    }
}

/// Takes the classes of ended processes when there are more than a process can have.
pub(super) fn rest(class: &OpClass) -> OpClass {
    OpClass {
        kind: class.kind,
        transfer: class.transfer.map(|(.., direction)| (KindId::MAX, KindId::MAX, direction)),
        size_class: SIZE_CLASSES as u8 - 1,
        device: DEVICES as u32,
        src_device: None,
        dst_device: None,
        group: None,
        name: "(others of earlier processes)".into(),
        caches: Caches::AsLeft,
    }
}
