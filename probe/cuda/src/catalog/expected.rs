//! Results that are normal answers to a question, and are not counted as errors.

use cuda_sys::*;
use zetop_wire::catalog::Expected;

/// Functions, results, and what such a call is for.
const EXPECTED: [(&[&str], &[CUresult], &str); 9] = [
    // cuLibraryUnload, cuModuleUnload, cuMemFree and their like, from destructors: every PyTorch program.
    (
        &["*"],
        &[CUDA_ERROR_DEINITIALIZED],
        "comes at exit, when the driver has gone and has given back everything",
    ),
    (
        &["cuCtxGet*", "cuStreamGetCtx"],
        &[CUDA_ERROR_INVALID_CONTEXT, CUDA_ERROR_NOT_INITIALIZED, CUDA_ERROR_CONTEXT_IS_DESTROYED],
        "asks whether the thread has a context",
    ),
    (
        &["cuInit", "cuDeviceGetCount", "cuDeviceGet"],
        &[CUDA_ERROR_NO_DEVICE, CUDA_ERROR_INVALID_DEVICE, CUDA_ERROR_NOT_INITIALIZED],
        "asks whether there is a GPU",
    ),
    (
        &["cuGetProcAddress", "cuGetExportTable"],
        &[CUDA_ERROR_NOT_FOUND, CUDA_ERROR_INVALID_VALUE],
        "asks for a function that an older driver lacks",
    ),
    (
        &["cuDeviceGet*", "cuFuncGet*", "cuKernelGet*", "cuCtxGet*"],
        &[CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_NOT_SUPPORTED],
        "asks for a property that this driver or device lacks",
    ),
    (
        &["cuPointerGetAttribute", "cuPointerGetAttributes", "cuMemGetAddressRange"],
        &[CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_NOT_FOUND],
        "asks whether memory is the driver's",
    ),
    // NCCL asks for each of its kernels, some of which are for other GPUs alone (4 times a rank on H100).
    (
        &["cuModuleGet*", "cuLibraryGet*"],
        &[CUDA_ERROR_NOT_FOUND, CUDA_ERROR_NO_BINARY_FOR_GPU],
        "asks whether a module has it",
    ),
    (
        &["cuCtxEnablePeerAccess", "cuCtxDisablePeerAccess"],
        &[CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED],
        "makes sure of what is so already",
    ),
    (
        &["cuDevicePrimaryCtxSetFlags"],
        &[CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE],
        "sets flags, unless the context is in use already",
    ),
];

pub fn expected() -> Vec<Expected> {
    let entry = |(functions, results, why): &(&[&str], &[CUresult], &str)| Expected {
        functions: functions.iter().map(|name| (*name).to_owned()).collect(),
        results: results.to_vec(),
        why: (*why).to_owned(),
    };
    EXPECTED.iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_wire::catalog::Catalog;

    #[test]
    fn questions_are_no_errors_and_mistakes_are() {
        let catalog = Catalog { expected: expected(), ..Catalog::default() };
        let asks = |function: &str, result: CUresult| catalog.expects(function, result).is_some();
        assert!(asks("cuLibraryUnload", CUDA_ERROR_DEINITIALIZED));
        assert!(asks("cuCtxGetDevice", CUDA_ERROR_INVALID_CONTEXT));
        assert!(asks("cuGetProcAddress", CUDA_ERROR_NOT_FOUND));
        assert!(asks("cuLibraryGetKernel", CUDA_ERROR_NO_BINARY_FOR_GPU));
        assert!(!asks("cuLaunchKernel", CUDA_ERROR_NO_BINARY_FOR_GPU));
        assert!(!asks("cuLibraryUnload", CUDA_ERROR_INVALID_HANDLE));
        assert!(!asks("cuCtxGetDevice", CUDA_ERROR_ILLEGAL_ADDRESS));
        assert!(!asks("cuLaunchKernel", CUDA_ERROR_INVALID_CONTEXT));
        assert!(!asks("cuMemAlloc", CUDA_ERROR_OUT_OF_MEMORY));
    }

    /// A name with a mistake would stand for nothing.
    #[test]
    fn every_name_is_of_a_function() {
        for name in EXPECTED.iter().flat_map(|(functions, ..)| functions.iter()) {
            let only =
                Expected { functions: vec![(*name).to_owned()], results: vec![1], why: "why".to_owned() };
            let catalog = Catalog { expected: vec![only], ..Catalog::default() };
            assert!(NAMES.iter().any(|function| catalog.expects(function, 1).is_some()), "{name}");
        }
    }
}
