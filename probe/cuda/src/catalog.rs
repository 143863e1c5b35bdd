//! The names of this backend's functions, kinds of memory, reasons and results.

mod expected;

use crate::timing::{NOT_FLUSHED_REASONS, UNTIMED};
use cuda_sys::*;
use expected::expected;
use zetop_wire::api::CUDA;
use zetop_wire::catalog::{Catalog, Function, MemoryKind, Mode, Place, ResultName, Role};

/// The driver, its stand-in (this probe), the runtime, and the libraries that programs call the driver through.
const RUNTIME: [&str; 13] = [
    "libcuda.so",
    "libcuda-",
    "libcudart",
    "libcupti",
    "libnvidia",
    "libzetop_",
    "libcublas",
    "libcudnn",
    "libcufft",
    "libcurand",
    "libcusparse",
    "libcusolver",
    "libnccl",
];

/// The runtime's functions, which nvcc links into programs, with the templates around them and the launch
/// functions that it generates for `<<<>>>`. Not just `cuda`: programs have functions of their own that begin
/// with that.
const RUNTIME_FUNCTIONS: [&str; 24] = [
    "libcudart_static_",
    "__cuda",
    "__device_stub__",
    "cudaMemcpy",
    "cudaMemset",
    "cudaMemPrefetch",
    "cudaMemAdvise",
    "cudaMalloc",
    "cudaFree",
    "cudaHost",
    "cudaLaunch",
    "cudaStream",
    "cudaEvent",
    "cudaGraph",
    "cudaDevice",
    "cudaSetDevice",
    "cudaGetDevice",
    "cudaFunc",
    "cudaOccupancy",
    "cudaPointer",
    "cudaThread",
    "cudaArray",
    "cudaIpc",
    "cudaMemPool",
];

/// NCCL's kernels; the second name is older than 2.18.
const NCCL_KERNELS: [&str; 2] = ["ncclDevKernel_", "ncclKernel_"];
const NCCL_UNNAMED: &str = "NCCL names them from 2.23 on, outside graphs, in a program that zetop has started, and to one profiler \
    plugin: one of the program's own (NCCL_PROFILER_PLUGIN, libnccl-profiler.so) stays in force";

/// The catalog.
pub fn catalog() -> Catalog {
    Catalog {
        backend: CUDA.id.into(),
        api: CUDA.name.into(),
        functions: NAMES
            .iter()
            .map(|name| Function { name: (*name).into(), family: "cu".into(), role: role(name) })
            .collect(),
        memory_kinds: memory_kinds(),
        counted_memory: vec![1, 2, 3],
        not_flushed: NOT_FLUSHED_REASONS.map(str::to_owned).to_vec(),
        untimed: UNTIMED.iter().map(|reason| (*reason).to_owned()).collect(),
        device_faults: Vec::new(),
        modes: vec![
            Mode::default(),
            Mode { name: "stand-in".into(), note: String::new() },
            Mode { name: "attach".into(), note: String::new() },
        ],
        results: results(),
        expected: expected(),
        runtime: RUNTIME.map(str::to_owned).to_vec(),
        runtime_functions: RUNTIME_FUNCTIONS.map(str::to_owned).to_vec(),
        collective_kernels: NCCL_KERNELS.map(str::to_owned).to_vec(),
        collectives_unnamed: NCCL_UNNAMED.to_owned(),
    }
}

/// Functions without a role that matters to other figures than their own.
pub fn may_be_sampled(function: usize) -> bool {
    NAMES.get(function).is_some_and(|name| role(name) == Role::Other)
}

/// Functions that wait for a device.
pub fn waits(function: usize) -> bool {
    NAMES.get(function).is_some_and(|name| role(name) == Role::Wait)
}

/// What a function is for.
fn role(name: &str) -> Role {
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    if matches!(name, "cuCtxSynchronize" | "cuStreamSynchronize" | "cuEventSynchronize") {
        Role::Wait
    } else if starts(&["cuMemcpy"]) {
        Role::Copy
    } else if starts(&["cuMemAlloc", "cuMemHostAlloc", "cuMemHostRegister", "cuMemCreate"]) {
        Role::Alloc
    } else if starts(&["cuMemFree", "cuMemHostUnregister", "cuMemRelease"]) {
        Role::Free
    } else if name == "cuGraphLaunch" {
        Role::Submit
    } else if starts(&["cuMemset"]) {
        Role::Fill
    } else if starts(&["cuLaunch", "cuMemPrefetch"]) {
        Role::Append
    } else {
        Role::Other
    }
}

/// By the numbers of `zetop_wire::layout::MemoryKind`.
fn memory_kinds() -> Vec<MemoryKind> {
    let kind = |name: &str, place, allocated_by: &str, instead: &str| MemoryKind {
        name: name.into(),
        place,
        allocated_by: allocated_by.into(),
        instead: instead.into(),
    };
    vec![
        MemoryKind::default(),
        kind("host", Place::Host, "cuMemHostAlloc (cudaMallocHost)", ""),
        kind("device", Place::Device, "cuMemAlloc (cudaMalloc)", ""),
        kind("shared", Place::Shared, "cuMemAllocManaged (cudaMallocManaged)", ""),
        kind(
            "heap",
            Place::Pageable,
            "",
            "cuMemHostAlloc (cudaMallocHost; cudaHostRegister; pin_memory=True in PyTorch)",
        ),
        kind("imported", Place::Device, "cuIpcOpenMemHandle", ""),
        kind("image", Place::Device, "cuArrayCreate", ""),
        kind("device", Place::Peer, "", ""),
    ]
}

macro_rules! result_names {
    ($($name:ident)*) => {
        fn results() -> Vec<ResultName> {
            vec![$(ResultName { code: $name, name: stringify!($name).into() }),*]
        }
    };
}
result_names! {
    CUDA_SUCCESS CUDA_ERROR_INVALID_VALUE CUDA_ERROR_OUT_OF_MEMORY CUDA_ERROR_NOT_INITIALIZED
    CUDA_ERROR_DEINITIALIZED CUDA_ERROR_STUB_LIBRARY CUDA_ERROR_DEVICE_UNAVAILABLE CUDA_ERROR_NO_DEVICE
    CUDA_ERROR_INVALID_DEVICE CUDA_ERROR_INVALID_IMAGE CUDA_ERROR_INVALID_CONTEXT CUDA_ERROR_ECC_UNCORRECTABLE
    CUDA_ERROR_PEER_ACCESS_UNSUPPORTED CUDA_ERROR_INVALID_PTX CUDA_ERROR_UNSUPPORTED_PTX_VERSION
    CUDA_ERROR_INVALID_SOURCE CUDA_ERROR_FILE_NOT_FOUND CUDA_ERROR_SHARED_OBJECT_INIT_FAILED
    CUDA_ERROR_OPERATING_SYSTEM CUDA_ERROR_INVALID_HANDLE CUDA_ERROR_ILLEGAL_STATE CUDA_ERROR_NOT_FOUND
    CUDA_ERROR_NOT_READY CUDA_ERROR_ILLEGAL_ADDRESS CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES CUDA_ERROR_LAUNCH_TIMEOUT
    CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED CUDA_ERROR_PEER_ACCESS_NOT_ENABLED CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE
    CUDA_ERROR_CONTEXT_IS_DESTROYED CUDA_ERROR_ASSERT CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED
    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED CUDA_ERROR_MISALIGNED_ADDRESS CUDA_ERROR_INVALID_PC
    CUDA_ERROR_LAUNCH_FAILED CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE CUDA_ERROR_NOT_PERMITTED
    CUDA_ERROR_NOT_SUPPORTED CUDA_ERROR_SYSTEM_NOT_READY CUDA_ERROR_SYSTEM_DRIVER_MISMATCH
    CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED CUDA_ERROR_STREAM_CAPTURE_INVALIDATED CUDA_ERROR_STREAM_CAPTURE_IMPLICIT
    CUDA_ERROR_TIMEOUT CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE CUDA_ERROR_UNKNOWN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_fits_and_has_roles() {
        let catalog = catalog();
        let json = catalog.to_json().unwrap_or_default();
        assert!(json.len() <= zetop_wire::layout::CATALOG_BYTES, "{} bytes", json.len());
        let role = |name: &str| catalog.functions.iter().find(|f| f.name == name).map(|f| f.role);
        assert_eq!(role("cuStreamSynchronize"), Some(Role::Wait));
        assert_eq!(role("cuMemcpyHtoDAsync"), Some(Role::Copy));
        assert_eq!(role("cuMemsetD8Async"), Some(Role::Fill));
        assert_eq!(role("cuMemAllocHost"), Some(Role::Alloc));
        assert_eq!(role("cuCtxGetCurrent"), Some(Role::Other));
        let sampled = |name: &str| may_be_sampled(NAMES.iter().position(|n| *n == name).unwrap());
        assert!(["cuCtxGetDevice", "cuEventQuery", "cuStreamQuery"].into_iter().all(sampled));
        let timed = ["cuLaunchKernel", "cuMemcpyAsync", "cuMemAlloc", "cuGraphLaunch", "cuStreamSynchronize"];
        assert!(!timed.into_iter().any(sampled) && !may_be_sampled(NAMES.len()));
    }
}
