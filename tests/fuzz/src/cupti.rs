//! CUPTI's activity records, one after the other, as they lie in a buffer.

use crate::target::Target;
use cuda_sys::activity::{Record, What, copies};
use cuda_sys::*;

pub const TARGET: Target = Target { name: "cupti", run, seeds };

fn run(input: &[u8]) {
    for at in (0..input.len()).step_by(8) {
        let bytes = &input[at..];
        let record = Record::read(bytes);
        let kind = bytes.first_chunk().map(|kind| u32::from_ne_bytes(*kind));
        let same = kind.and_then(|kind| by_structure(kind, bytes));
        // All that the structures need is there.
        if let Some(same) = same {
            assert_eq!(record, Some(same));
        }
        // What follows it says nothing about it.
        for end in [bytes.len() / 2, bytes.len().min(88), bytes.len().min(52)] {
            let cut = Record::read(&bytes[..end]);
            assert!(
                cut.is_none()
                    || cut == record.map(|record| Record { is_of_graph: false, ..record })
                    || cut == record
            );
        }
        if bytes.len() < size_of::<CUpti_ActivityMemcpy6>() {
            assert_eq!(copies(bytes), 1);
        }
    }
}

/// The structure of that type that begins here, if it is whole.
fn whole<T: Copy>(bytes: &[u8]) -> Option<T> {
    // SAFETY: as many bytes, for one of CUPTI's structures, which any bytes are valid for: numbers and addresses.
    (bytes.len() >= size_of::<T>()).then(|| unsafe { bytes.as_ptr().cast::<T>().read_unaligned() })
}

macro_rules! record {
    ($of:expr, $what:expr) => {
        Record {
            what: $what,
            device: $of.deviceId,
            context: $of.contextId,
            stream: $of.streamId,
            start: $of.start,
            end: $of.end,
            correlation: $of.correlationId,
            is_of_graph: $of.graphNodeId != 0,
        }
    };
}

/// A record, read by the structure that NVIDIA's header has for it.
fn by_structure(kind: u32, bytes: &[u8]) -> Option<Record> {
    Some(match kind {
        CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL | CUPTI_ACTIVITY_KIND_KERNEL => {
            let k: CUpti_ActivityKernel9 = whole(bytes)?;
            let what = What::Kernel {
                groups: [k.gridX as u32, k.gridY as u32, k.gridZ as u32],
                group_size: [k.blockX as u32, k.blockY as u32, k.blockZ as u32],
                registers: k.registersPerThread,
                static_shared: k.staticSharedMemory as u32,
                dynamic_shared: k.dynamicSharedMemory as u32,
                local_per_thread: k.localMemoryPerThread,
                name: k.name as usize,
            };
            record!(k, what)
        }
        CUPTI_ACTIVITY_KIND_MEMCPY => {
            let c: CUpti_ActivityMemcpy6 = whole(bytes)?;
            assert_eq!(copies(bytes), { c.copyCount });
            let (way, from, to) = (c.copyKind.into(), c.srcKind.into(), c.dstKind.into());
            record!(c, What::Copy { way, from, to, bytes: c.bytes })
        }
        CUPTI_ACTIVITY_KIND_MEMCPY2 => {
            let p: CUpti_ActivityMemcpyPtoP4 = whole(bytes)?;
            let (from, to) = (p.srcKind.into(), p.dstKind.into());
            let (from_device, to_device) = (p.srcDeviceId, p.dstDeviceId);
            record!(p, What::CopyBetweenDevices { from, to, bytes: p.bytes, from_device, to_device })
        }
        CUPTI_ACTIVITY_KIND_MEMSET => {
            let s: CUpti_ActivityMemset4 = whole(bytes)?;
            record!(s, What::Set { value: s.value, bytes: s.bytes, memory: s.memoryKind.into() })
        }
        _ => return None,
    })
}

/// One of each kind, whole and cut off, alone and in a row; the rest of each counts up.
fn seeds() -> Vec<Vec<u8>> {
    let of = |kind: u32, size: usize| {
        let rest = (4..size).map(|at| at as u8);
        kind.to_ne_bytes().into_iter().chain(rest).collect::<Vec<u8>>()
    };
    let all = [
        of(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, size_of::<CUpti_ActivityKernel9>()),
        of(CUPTI_ACTIVITY_KIND_KERNEL, size_of::<CUpti_ActivityKernel9>()),
        of(CUPTI_ACTIVITY_KIND_MEMCPY, size_of::<CUpti_ActivityMemcpy6>()),
        of(CUPTI_ACTIVITY_KIND_MEMCPY2, size_of::<CUpti_ActivityMemcpyPtoP4>()),
        of(CUPTI_ACTIVITY_KIND_MEMSET, size_of::<CUpti_ActivityMemset4>()),
    ];
    let cut = all
        .iter()
        .flat_map(|record| [record.len() / 2, record.len() - 8].map(|size| record[..size].to_vec()));
    all.iter().cloned().chain(cut).chain([all.concat()]).collect()
}
