//! Errors that callers ask for.

use level_zero_sys::*;
use zetop_wire::catalog::Expected;

/// Functions, results, and what the caller asks with them.
const EXPECTED: [(&[&str], &[ze_result_t], &str); 7] = [
    (
        &["zeInit", "zeInitDrivers", "zesInit"],
        &[ZE_RESULT_ERROR_UNINITIALIZED, ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE],
        "asks whether there is a driver",
    ),
    (
        &["zeDriverGetExtensionFunctionAddress"],
        &[
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
            ZE_RESULT_ERROR_UNSUPPORTED_VERSION,
            ZE_RESULT_ERROR_INVALID_ARGUMENT,
        ],
        "asks for an extension that an older driver lacks",
    ),
    (
        &["zeDeviceGet*", "zeDevicePciGet*", "zeDriverGet*", "zeModuleGet*", "zeKernelGet*", "zeMemGet*"],
        &[
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
            ZE_RESULT_ERROR_UNSUPPORTED_VERSION,
            ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
        ],
        "asks for a property that this driver or device lacks",
    ),
    (
        &["zeModuleGetGlobalPointer", "zeModuleGetFunctionPointer"],
        &[ZE_RESULT_ERROR_INVALID_GLOBAL_NAME, ZE_RESULT_ERROR_INVALID_FUNCTION_NAME],
        "asks whether a module has it",
    ),
    (
        &["zes*"],
        &[
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
            ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS,
            ZE_RESULT_ERROR_NOT_AVAILABLE,
            ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE,
        ],
        "asks for a sensor that this device lacks, or that this user may not read",
    ),
    (
        &["zet*"],
        &[ZE_RESULT_ERROR_UNSUPPORTED_FEATURE, ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE],
        "asks for a metric that this device lacks",
    ),
    (
        &["ze*Destroy", "zeMemFree", "zeMemFreeExt"],
        &[ZE_RESULT_ERROR_UNINITIALIZED],
        "gives back at exit what went with the driver",
    ),
];

pub fn expected() -> Vec<Expected> {
    let entry = |(functions, results, why): &(&[&str], &[ze_result_t], &str)| Expected {
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
        let asks = |function: &str, result: ze_result_t| catalog.expects(function, result).is_some();
        assert!(asks("zesFrequencyGetState", ZE_RESULT_ERROR_UNSUPPORTED_FEATURE));
        assert!(asks("zeEventPoolDestroy", ZE_RESULT_ERROR_UNINITIALIZED));
        assert!(asks("zeDriverGetExtensionFunctionAddress", ZE_RESULT_ERROR_INVALID_ARGUMENT));
        assert!(!asks("zeMemFree", ZE_RESULT_ERROR_INVALID_ARGUMENT));
        assert!(!asks("zeModuleCreate", ZE_RESULT_ERROR_MODULE_BUILD_FAILURE));
        assert!(!asks("zeCommandListAppendLaunchKernel", ZE_RESULT_ERROR_UNINITIALIZED));
        assert!(!asks("zesInit", ZE_RESULT_ERROR_UNKNOWN));
    }

    /// A name with a mistake would stand for nothing.
    #[test]
    fn every_name_is_of_a_function() {
        for name in EXPECTED.iter().flat_map(|(functions, ..)| functions.iter()) {
            let only =
                Expected { functions: vec![(*name).to_owned()], results: vec![1], why: "why".to_owned() };
            let catalog = Catalog { expected: vec![only], ..Catalog::default() };
            let found = FUNCTIONS.iter().any(|function| catalog.expects(function.name, 1).is_some());
            assert!(found, "{name}");
        }
    }
}
