//! The names behind this probe's numbers: Level Zero's functions with their roles, kinds of memory, reasons,
//! faults and results, in numerical order.

mod expected;

use expected::expected;
use level_zero_sys::FUNCTIONS;
use zetop_wire::api::LEVEL_ZERO;
use zetop_wire::catalog::{Catalog, Function, MemoryKind, Mode, Place, ResultName, Role};
use zetop_wire::layout::{NOT_FLUSHED_REASONS, UNTIMED};

/// The catalog as it goes into a process file. Made each time, because in a forked child a lock could be held
/// by a thread that does not exist there.
#[must_use]
pub fn json() -> Vec<u8> {
    catalog().to_json().unwrap_or_default()
}

fn catalog() -> Catalog {
    Catalog {
        backend: LEVEL_ZERO.id.to_owned(),
        api: LEVEL_ZERO.name.to_owned(),
        functions: FUNCTIONS
            .iter()
            .map(|f| Function { name: f.name.to_owned(), family: f.family.to_owned(), role: role(f.name) })
            .collect(),
        memory_kinds: memory_kinds(),
        // as `Process::memory` has them
        counted_memory: vec![1, 2, 3],
        untimed: UNTIMED.iter().map(|(_, reason)| (*reason).to_owned()).collect(),
        not_flushed: NOT_FLUSHED_REASONS.iter().map(|(_, reason)| (*reason).to_owned()).collect(),
        device_faults: FAULTS.map(str::to_owned).to_vec(),
        modes: modes(),
        results: level_zero_sys::results::NAMES
            .iter()
            .map(|(code, name)| ResultName { code: *code, name: (*name).to_owned() })
            .collect(),
        expected: expected(),
        runtime: RUNTIME.map(str::to_owned).to_vec(),
        runtime_functions: Vec::new(),
        collective_kernels: Vec::new(),
        collectives_unnamed: String::new(),
    }
}

/// Loader, layers (this probe is one), drivers, and what SYCL and OpenMP programs call through.
const RUNTIME: [&str; 12] = [
    "libze_",
    "libzetop_",
    "libze_sim",
    "libigc",
    "libigdfcl",
    "libigdrcl",
    "libsycl",
    "libur_",
    "libpi_",
    "libomptarget",
    "libOpenCL",
    "libumf",
];

/// By the bits of `zetop_wire::layout::DeviceFault`.
const FAULTS: [&str; 6] = [
    "no kernel timestamps: its operations are counted, not timed",
    "the driver gives no timer resolution: durations are unknown",
    "zeDeviceGetGlobalTimestamps fails: operations cannot be placed in host time",
    "device lost",
    "no event pool for zetop: operations without an event are not timed",
    "it stalls for any event: kernels of out-of-order lists that could overlap run one after the other while they are timed, and those of a list that was recorded meanwhile whenever it is executed (--no-device leaves them as they are)",
];

/// Functions without a role that matters to other figures than their own.
#[must_use]
pub fn may_be_sampled(function: usize) -> bool {
    FUNCTIONS.get(function).is_some_and(|f| role(f.name) == Role::Other && !f.name.contains("Append"))
}

/// Functions that wait for a device.
#[must_use]
pub fn waits(function: usize) -> bool {
    FUNCTIONS.get(function).is_some_and(|f| role(f.name) == Role::Wait)
}

fn role(name: &str) -> Role {
    const COPIES: [&str; 2] = ["zeCommandListAppendMemoryCopy", "zeCommandListAppendImageCopy"];
    match name {
        "zeCommandQueueExecuteCommandLists"
        | "zeCommandListImmediateAppendCommandListsExp"
        | "zeCommandListImmediateAppendCommandListsWithParameters" => Role::Submit,
        "zeMemAllocHost" | "zeMemAllocDevice" | "zeMemAllocShared" => Role::Alloc,
        "zeMemFree" | "zeMemFreeExt" => Role::Free,
        _ if name.starts_with("ze") && name.ends_with("Synchronize") => Role::Wait,
        _ if COPIES.iter().any(|copy| name.starts_with(copy)) => Role::Copy,
        _ if name.starts_with("zeCommandListAppendMemoryFill") => Role::Fill,
        _ if name.starts_with("zeCommandListAppend") => Role::Append,
        _ => Role::Other,
    }
}

/// By the numbers of `zetop_wire::layout::MemoryKind`.
fn memory_kinds() -> Vec<MemoryKind> {
    const HOST: &str = "zeMemAllocHost (sycl::malloc_host)";
    let kind = |name: &str, place, allocated_by: &str, instead: &str| MemoryKind {
        name: name.to_owned(),
        place,
        allocated_by: allocated_by.to_owned(),
        instead: instead.to_owned(),
    };
    vec![
        kind("", Place::None, "", ""),
        kind("host", Place::Host, HOST, ""),
        kind("device", Place::Device, "zeMemAllocDevice (sycl::malloc_device)", ""),
        kind("shared", Place::Shared, "zeMemAllocShared (sycl::malloc_shared)", ""),
        kind("heap", Place::Pageable, "", HOST),
        kind("imported", Place::Host, "", ""),
        kind("image", Place::Device, "", ""),
        kind("device", Place::Peer, "", ""),
    ]
}

/// By the numbers of `zetop_wire::layout::Mode`.
fn modes() -> Vec<Mode> {
    let mode = |name: &str, note: &str| Mode { name: name.to_owned(), note: note.to_owned() };
    vec![
        Mode::default(),
        mode("layer", ""),
        mode("attach", ""),
        mode(
            "tracing layer",
            "tracing-layer fallback: zet and zes calls, device times and memory are not seen",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_wire::layout::{DeviceFault, MEMORY_KINDS, MemoryKind as Kind, Mode as In};

    #[test]
    fn the_monitor_accepts_it() {
        assert_eq!(Catalog::from_json(&json()), Ok(catalog()));
    }

    #[test]
    fn numbers_mean_what_the_figures_mean() {
        let catalog = catalog();
        for (kind, name, place) in [
            (Kind::Host, "host", Place::Host),
            (Kind::Heap, "heap", Place::Pageable),
            (Kind::Imported, "imported", Place::Host),
            (Kind::Image, "image", Place::Device),
            (Kind::PeerDevice, "device", Place::Peer),
        ] {
            let stated = &catalog.memory_kinds[kind as usize];
            assert_eq!((stated.name.as_str(), stated.place), (name, place));
        }
        assert_eq!(catalog.counted_memory.len(), MEMORY_KINDS);
        assert_eq!(catalog.modes[In::TracingLayer as usize].name, "tracing layer");
        assert_eq!(1 << (catalog.device_faults.len() - 1), DeviceFault::SerializesKernels as u64);
        assert!(catalog.results.iter().any(|r| (r.code, &*r.name) == (1, "ZE_RESULT_NOT_READY")));
    }

    #[test]
    fn what_waits_submits_or_allocates_is_always_timed() {
        let sampled = |name: &str| may_be_sampled(FUNCTIONS.iter().position(|f| f.name == name).unwrap());
        for name in ["zeEventQueryStatus", "zeKernelSetArgumentValue", "zeDeviceGetProperties"] {
            assert!(sampled(name), "{name}");
        }
        for name in [
            "zeEventHostSynchronize",
            "zeCommandListAppendLaunchKernel",
            "zeCommandListAppendMemoryCopy",
            "zeCommandListImmediateAppendCommandListsWithParameters",
            "zeCommandQueueExecuteCommandLists",
            "zeMemAllocDevice",
            "zeMemFree",
        ] {
            assert!(!sampled(name), "{name}");
        }
        assert!(!may_be_sampled(FUNCTIONS.len()));
    }

    #[test]
    fn roles_are_those_that_findings_need() {
        for (name, expected) in [
            ("zeCommandQueueSynchronize", Role::Wait),
            ("zeEventHostSynchronize", Role::Wait),
            ("zeCommandListAppendMemoryCopyRegion", Role::Copy),
            ("zeCommandListAppendImageCopyFromMemory", Role::Copy),
            ("zeCommandListAppendLaunchKernel", Role::Append),
            ("zeCommandListAppendMemoryFill", Role::Fill),
            ("zeCommandQueueExecuteCommandLists", Role::Submit),
            ("zeCommandListImmediateAppendCommandListsWithParameters", Role::Submit),
            ("zeMemAllocShared", Role::Alloc),
            ("zeMemFree", Role::Free),
            ("zeMemGetAllocProperties", Role::Other),
        ] {
            assert!(FUNCTIONS.iter().any(|f| f.name == name), "{name}");
            assert_eq!(role(name), expected, "{name}");
        }
    }
}
