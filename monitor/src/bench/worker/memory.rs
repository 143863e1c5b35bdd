//! Memory of all kinds, and how much of it there may be.

use crate::bench::kinds::Side;
use crate::present::format;
use procfs::Current as _;
use zetop_workloads::ze::{Allocation, Device, Gpu, Heap, Kind, Place, ZeResult};

/// Memory of a kind, with something in it where the host can write.
pub(super) enum Memory {
    Heap(Heap),
    Allocated(Allocation),
}

impl Memory {
    pub(super) fn new(gpu: &Gpu, device: &Device, side: Side, len: usize) -> ZeResult<Self> {
        const BYTE: u8 = 0x5a;
        let kind = match side {
            Side::Heap => {
                let mut heap = Heap::new(len);
                heap.bytes_mut().fill(BYTE);
                return Ok(Self::Heap(heap));
            }
            Side::Host => Kind::Host,
            Side::Device => Kind::Device,
            Side::Shared => Kind::Shared,
        };
        let mut allocation = Allocation::new(&gpu.context, device, kind, len)?;
        if kind != Kind::Device {
            allocation.bytes_mut().fill(BYTE);
        }
        Ok(Self::Allocated(allocation))
    }

    pub(super) fn place(&mut self) -> Place {
        match self {
            Self::Heap(heap) => heap.place(),
            Self::Allocated(allocation) => allocation.place(),
        }
    }
}

/// What there is.
pub(super) struct Limits {
    /// Of the device, and the largest allocation of it.
    pub device: u64,
    pub allocation: u64,
    /// Of the machine, that is not in use.
    pub host: u64,
}

impl Limits {
    pub(super) fn new(device: u64, allocation: u64) -> Self {
        let available = procfs::Meminfo::current().ok().and_then(|info| info.mem_available);
        Self { device, allocation, host: available.unwrap_or(u64::MAX) }
    }

    /// Why two buffers of that size are too much; none when they are not.
    pub(super) fn refuse(&self, from: Side, to: Side, size: u64) -> Option<String> {
        let sides = [from, to];
        let on_device =
            sides.iter().filter(|side| matches!(side, Side::Device | Side::Shared)).count() as u64;
        let allocated = sides.iter().any(|side| *side != Side::Heap);
        let (both, shown) = (2 * size, |bytes: u64| format::bytes(bytes));
        if allocated && self.allocation > 0 && size > self.allocation {
            return Some(format!("an allocation of the device's is {} at most", shown(self.allocation)));
        }
        // Something has to be left for others.
        if on_device * size > self.device / 10 * 9 {
            return Some(format!("needs {}, the device has {}", shown(on_device * size), shown(self.device)));
        }
        // A device without memory of its own, and the simulated one, take it all from the machine.
        (both > self.host / 2).then(|| {
            format!("needs {}, which is more than half of the {} left", shown(both), shown(self.host))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    #[test]
    fn what_does_not_fit_is_refused_with_the_reason() {
        let limits = Limits { device: 2 * GIB, allocation: GIB, host: 64 * GIB };
        assert_eq!(limits.refuse(Side::Heap, Side::Device, GIB), None);
        assert!(limits.refuse(Side::Device, Side::Device, GIB).unwrap().contains("the device has"));
        assert!(limits.refuse(Side::Host, Side::Device, 2 * GIB).unwrap().contains("at most"));
        let little = Limits { host: GIB, ..limits };
        assert!(little.refuse(Side::Heap, Side::Device, GIB).unwrap().contains("half of"));
        assert_eq!(little.refuse(Side::Heap, Side::Device, GIB / 4), None);
    }
}
