//! How much memory there may be.

use super::gpu::interface::Facts;
use crate::memory_kind::MemoryKind;
use procfs::Current as _;
use zetop_figures::view::format;

/// What there is.
pub(super) struct Limits {
    /// The device's memory in bytes, and the largest allocation of it.
    pub device: u64,
    pub allocation: u64,
    /// The machine's memory that is not in use, in bytes.
    pub host: u64,
    /// The device's memory is the machine's.
    pub shared: bool,
}

impl Limits {
    pub(super) fn from_facts(facts: &Facts) -> Self {
        let available = procfs::Meminfo::current().ok().and_then(|info| info.mem_available);
        let host = available.unwrap_or(u64::MAX);
        Self { device: facts.memory, allocation: facts.allocation, host, shared: facts.shares_memory }
    }

    /// Why two buffers of that size are too much; none when they are not.
    pub(super) fn refuse(&self, from: MemoryKind, to: MemoryKind, size: u64) -> Option<String> {
        let sides = [from, to];
        let on_device =
            sides.iter().filter(|side| matches!(side, MemoryKind::Device | MemoryKind::Shared)).count()
                as u64;
        let allocated = sides.iter().any(|side| *side != MemoryKind::Heap);
        // Memory that moves takes it from wherever it is.
        let on_host = sides.iter().filter(|side| self.shared || **side != MemoryKind::Device).count() as u64;
        let shown = |bytes: u64| format::bytes(bytes);
        if allocated && self.allocation > 0 && size > self.allocation {
            return Some(format!("an allocation of the device's is {} at most", shown(self.allocation)));
        }
        // Something has to be left for others.
        if on_device * size > self.device / 10 * 9 {
            return Some(format!("needs {}, the device has {}", shown(on_device * size), shown(self.device)));
        }
        let needed = on_host * size;
        (needed > self.host / 2).then(|| {
            format!("needs {}, which is more than half of the {} left", shown(needed), shown(self.host))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    #[test]
    fn what_does_not_fit_is_refused_with_the_reason() {
        let limits = Limits { device: 2 * GIB, allocation: GIB, host: 64 * GIB, shared: true };
        assert_eq!(limits.refuse(MemoryKind::Heap, MemoryKind::Device, GIB), None);
        assert!(
            limits.refuse(MemoryKind::Device, MemoryKind::Device, GIB).unwrap().contains("the device has")
        );
        assert!(limits.refuse(MemoryKind::Host, MemoryKind::Device, 2 * GIB).unwrap().contains("at most"));
        let little = Limits { host: GIB, ..limits };
        assert!(little.refuse(MemoryKind::Heap, MemoryKind::Device, GIB).unwrap().contains("half of"));
        assert_eq!(little.refuse(MemoryKind::Heap, MemoryKind::Device, GIB / 4), None);
        // With memory of its own the device takes none of the machine's.
        let own = Limits { shared: false, ..little };
        assert_eq!(own.refuse(MemoryKind::Device, MemoryKind::Device, GIB / 2), None);
        assert!(own.refuse(MemoryKind::Heap, MemoryKind::Device, GIB).unwrap().contains("half of"));
    }
}
