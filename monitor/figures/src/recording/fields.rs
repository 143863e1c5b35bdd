//! Headers and classes as rows of numbers, so that a frame has their differences.

use super::columns::Damaged;
use zetop_wire::layout::OpKind;
use zetop_wire::reader::{ClassFigures, Header, Memory, Resources};

/// Numbers of a header, apart from those that only a reader of process files needs.
pub const HEADER: usize = LATER + 1;
/// Position of the first number that version 10 added; all versions have those before, in this order.
const LATER: usize = 14 + REASONS + 18 + 4;
/// Reasons why operations are not timed, as of version 9; what came later stands at [`LATER`].
const REASONS: usize = 16;
/// Figures of a class that change, apart from the sums that nearly always do.
pub const RARE: usize = 19;
/// How many of them there are before [`super::format::WITH_WINDOWS`].
pub const RARE_WITHOUT_WINDOWS: usize = 14;

#[must_use]
pub fn of_header(h: &Header) -> [u64; HEADER] {
    let mut all = [0; HEADER];
    let first = [
        u64::from(h.pid),
        u64::from(h.parent),
        u64::from(h.tsc),
        u64::from(h.mode) | u64::from(h.frees_before) << 32,
        u64::from(h.life),
        // Two of 32 bits: neither was ever wider.
        u64::from(h.interruptions) | u64::from(h.unnamed) << 32,
        u64::from(h.threads) | u64::from(h.stopped) << 32,
        h.start_ticks,
        h.start_raw_ns,
        h.cost_ticks_256,
        h.unrecorded,
        h.unsorted,
        h.submitted,
        h.timed,
    ];
    all[..14].copy_from_slice(&first);
    let (reasons, later) = h.untimed.split_at(REASONS);
    all[14..30].copy_from_slice(reasons);
    all[LATER..].copy_from_slice(later);
    for (kind, m) in h.memory.iter().enumerate() {
        let at = 30 + 6 * kind;
        all[at..at + 6].copy_from_slice(&[
            m.live_bytes,
            m.live_count,
            m.peak_bytes,
            m.allocs,
            m.frees,
            m.alloc_bytes,
        ]);
    }
    all[LATER - 4..LATER].copy_from_slice(&[
        h.untimed_cost_ticks_256,
        h.own_ticks,
        h.own_threads_ns,
        h.records_ns,
    ]);
    all
}

#[must_use]
pub fn to_header(all: &[u64; HEADER], invalid: u64) -> Header {
    let mut header = Header {
        pid: all[0] as u32,
        parent: all[1] as u32,
        tsc: all[2] != 0,
        mode: all[3] as u32,
        frees_before: (all[3] >> 32) as u32,
        life: all[4] as u32,
        stopped: all[6] >> 32 != 0,
        interruptions: all[5] as u32,
        unnamed: (all[5] >> 32) as u32,
        threads: all[6] as u32,
        start_ticks: all[7],
        start_raw_ns: all[8],
        cost_ticks_256: all[9],
        untimed_cost_ticks_256: all[LATER - 4],
        own_ticks: all[LATER - 3],
        own_threads_ns: all[LATER - 2],
        records_ns: all[LATER - 1],
        unrecorded: all[10],
        unsorted: all[11],
        submitted: all[12],
        timed: all[13],
        invalid,
        ..Header::default()
    };
    header.untimed[..REASONS].copy_from_slice(&all[14..30]);
    header.untimed[REASONS..].copy_from_slice(&all[LATER..]);
    for (kind, m) in header.memory.iter_mut().enumerate() {
        let at = 30 + 6 * kind;
        *m = Memory {
            live_bytes: all[at],
            live_count: all[at + 1],
            peak_bytes: all[at + 2],
            allocs: all[at + 3],
            frees: all[at + 4],
            alloc_bytes: all[at + 5],
        };
    }
    header
}

#[must_use]
pub fn rare(c: &ClassFigures) -> [u64; RARE] {
    [
        c.untimed,
        optional(c.min_ns),
        c.max_ns,
        c.invalid,
        u64::from(c.groups[0]),
        u64::from(c.groups[1]),
        u64::from(c.groups[2]),
        u64::from(c.group_size[0]),
        u64::from(c.group_size[1]),
        u64::from(c.group_size[2]),
        u64::from(c.resources.registers),
        u64::from(c.resources.static_shared),
        u64::from(c.resources.dynamic_shared),
        u64::from(c.resources.local),
        c.sampled,
        c.sampled_bytes,
        c.estimated,
        c.estimated_ns,
        c.error_us_2,
    ]
}

pub fn set_rare(c: &mut ClassFigures, all: &[u64; RARE]) {
    c.untimed = all[0];
    c.min_ns = all[1].checked_sub(1);
    c.max_ns = all[2];
    c.invalid = all[3];
    for axis in 0..3 {
        c.groups[axis] = all[4 + axis] as u32;
        c.group_size[axis] = all[7 + axis] as u32;
    }
    c.resources = Resources {
        registers: all[10] as u32,
        static_shared: all[11] as u32,
        dynamic_shared: all[12] as u32,
        local: all[13] as u32,
    };
    (c.sampled, c.sampled_bytes) = (all[14], all[15]);
    (c.estimated, c.estimated_ns, c.error_us_2) = (all[16], all[17], all[18]);
}

/// Numbers in what never changes of a class.
pub const IDENTITY: usize = 8;

/// What never changes of a class.
#[must_use]
pub fn identity(c: &ClassFigures) -> [u64; IDENTITY] {
    let device = |device: Option<u32>| optional(device.map(u64::from));
    [
        c.kind as u64,
        c.src.into(),
        c.dst.into(),
        c.size_class.into(),
        c.device.into(),
        device(c.src_device),
        device(c.dst_device),
        device(c.group),
    ]
}

pub fn of_identity(all: [u64; IDENTITY]) -> Result<ClassFigures, Damaged> {
    let byte = |value: u64| u8::try_from(value).map_err(|_| Damaged);
    let kind = OpKind::from_u8(byte(all[0])?).ok_or(Damaged)?;
    Ok(ClassFigures {
        src: byte(all[1])?,
        dst: byte(all[2])?,
        size_class: byte(all[3])?,
        device: all[4] as u32,
        src_device: all[5].checked_sub(1).map(|device| device as u32),
        dst_device: all[6].checked_sub(1).map(|device| device as u32),
        group: all[7].checked_sub(1).map(|group| group as u32),
        ..ClassFigures::new(kind)
    })
}

/// Nothing, or a number.
#[must_use]
pub fn optional(value: Option<u64>) -> u64 {
    value.map_or(0, |value| value.saturating_add(1))
}
