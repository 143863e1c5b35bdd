//! Modules.

use crate::Outcome;
use crate::context::Context;
use crate::ddi::Api;
use crate::device::Device;
use crate::engine::{self, Refusal};
use crate::handle::{get, input, list, output, publish, retire, share};
use crate::module::{BuildLog, Module};
use crate::spirv::Constant;
use level_zero_sys::*;
use std::ffi::{CStr, CString, c_char, c_void};

/// `ZE_MODULE_FORMAT_OCLC` of Intel's driver: source code.
const FORMAT_OPENCL_C: ze_module_format_t = 3;

/// A SPIR-V module with the values of its specialization constants.
type Input<'a> = (&'a [u8], Vec<Constant>);

/// The inputs of a description: one, or several by its extension.
unsafe fn inputs<'a>(desc: &ze_module_desc_t) -> Outcome<Vec<Input<'a>>> {
    // SAFETY: contract.
    let several = unsafe { super::chain(desc.pNext) }
        .find(|(stype, _)| *stype == ZE_STRUCTURE_TYPE_MODULE_PROGRAM_EXP_DESC);
    if let Some((_, structure)) = several {
        // SAFETY: the stype says what it is (contract).
        let program = unsafe { &*structure.cast::<ze_module_program_exp_desc_t>() };
        if program.count == 0 {
            return Err(ZE_RESULT_ERROR_INVALID_SIZE);
        }
        if program.pInputModules.is_null() || program.inputSizes.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        let input = |position| {
            // SAFETY: contract; the arrays have `count` items, the one of constants may be missing.
            unsafe {
                let (start, size) = (*program.pInputModules.add(position), *program.inputSizes.add(position));
                let given = match program.pConstants.is_null() {
                    true => std::ptr::null(),
                    false => *program.pConstants.add(position),
                };
                let module = std::slice::from_raw_parts(start, size);
                (module, constants(module, given))
            }
        };
        return Ok((0..program.count as usize).map(input).collect());
    }
    if desc.pInputModule.is_null() {
        return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    }
    if desc.inputSize == 0 {
        return Err(ZE_RESULT_ERROR_INVALID_SIZE);
    }
    // SAFETY: contract.
    let module = unsafe { std::slice::from_raw_parts(desc.pInputModule, desc.inputSize) };
    // SAFETY: contract.
    Ok(vec![(module, unsafe { constants(module, desc.pConstants) })])
}

/// The values of specialization constants; null for none.
unsafe fn constants(module: &[u8], given: *const ze_module_constants_t) -> Vec<Constant> {
    // SAFETY: contract.
    let Some(given) = (unsafe { given.as_ref() }) else {
        return Vec::new();
    };
    let constant = |position| {
        // SAFETY: contract; both arrays have `numConstants` items.
        unsafe { (*given.pConstantIds.add(position), (*given.pConstantValues.add(position)).cast::<u8>()) }
    };
    let sizes = crate::spirv::constant_sizes(module);
    (0..given.numConstants as usize)
        .map(constant)
        .filter_map(|(number, place)| {
            let size = *sizes.get(&number)?;
            let mut value = [0; 8];
            // SAFETY: contract; the value is as long as the module's constant is.
            unsafe { std::ptr::copy_nonoverlapping(place, value.as_mut_ptr(), size) };
            Some(Constant { number, value })
        })
        .collect()
}

/// SPIR-V of a source in OpenCL C, which may end with a zero.
unsafe fn compile(inputs: &[Input<'_>], desc: &ze_module_desc_t) -> Result<Vec<u8>, Refusal> {
    let source: Vec<u8> = inputs.iter().flat_map(|(source, _)| source.iter().copied()).collect();
    let length = source.iter().position(|byte| *byte == 0).unwrap_or(source.len());
    let flags = match desc.pBuildFlags.is_null() {
        true => c"",
        // SAFETY: contract.
        false => unsafe { CStr::from_ptr(desc.pBuildFlags) },
    };
    engine::compile(&source[..length], &flags.to_string_lossy())
}

/// Hands out a build log, if one is wanted.
unsafe fn log(place: *mut ze_module_build_log_handle_t, text: &str) {
    if !place.is_null() {
        // SAFETY: contract.
        unsafe { *place = publish(BuildLog { text: CString::new(text).unwrap_or_default() }) };
    }
}

impl Api {
    pub unsafe fn zeModuleCreate(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        desc: *const ze_module_desc_t,
        phModule: *mut ze_module_handle_t,
        phBuildLog: *mut ze_module_build_log_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (context, desc) = unsafe {
            get::<Device>(hDevice)?;
            (share::<Context>(hContext)?, input(desc)?)
        };
        if phModule.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        let refuse = |reason: &str, result| {
            // SAFETY: contract.
            unsafe { log(phBuildLog, reason) };
            Err(result)
        };
        let refusal = match desc.format {
            ZE_MODULE_FORMAT_IL_SPIRV | FORMAT_OPENCL_C => ZE_RESULT_ERROR_MODULE_BUILD_FAILURE,
            ZE_MODULE_FORMAT_NATIVE => ZE_RESULT_ERROR_INVALID_NATIVE_BINARY,
            _ => return refuse("error: not a format of modules", ZE_RESULT_ERROR_INVALID_ENUMERATION),
        };
        // SAFETY: contract.
        let mut inputs = unsafe { inputs(desc) }?;
        let compiled;
        if desc.format == FORMAT_OPENCL_C {
            // SAFETY: contract.
            match unsafe { compile(&inputs, desc) } {
                Ok(made) => compiled = made,
                Err(Refusal::Failed(said)) => return refuse(&said, refusal),
                Err(Refusal::NoCompiler) => {
                    let reason = "error: there is no compiler for OpenCL C here (Debian: apt install clang-15 \
                                  llvm-spirv-15); hand in SPIR-V";
                    return refuse(reason, ZE_RESULT_ERROR_INVALID_ENUMERATION);
                }
            }
            inputs = vec![(compiled.as_slice(), Vec::new())];
        }
        match Module::build(context, &inputs) {
            Ok(module) => {
                // SAFETY: contract.
                unsafe {
                    log(phBuildLog, "");
                    output(phModule, publish(module))
                }
            }
            Err(reason) => refuse(reason, refusal),
        }
    }

    pub unsafe fn zeModuleDestroy(hModule: ze_module_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { retire::<Module>(hModule) }.map(drop)
    }

    pub unsafe fn zeModuleDynamicLink(
        numModules: u32,
        phModules: *mut ze_module_handle_t,
        phLinkLog: *mut ze_module_build_log_handle_t,
    ) -> Outcome {
        if phModules.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract. No module has imports, so there is nothing to link.
        unsafe {
            for position in 0..numModules as usize {
                get::<Module>(*phModules.add(position))?;
            }
            log(phLinkLog, "");
        }
        Ok(())
    }

    pub unsafe fn zeModuleGetNativeBinary(
        hModule: ze_module_handle_t,
        pSize: *mut usize,
        pModuleNativeBinary: *mut u8,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let module = get::<Module>(hModule)?;
            super::kernel::copy_out(&module.binary, pSize, pModuleNativeBinary)
        }
    }

    pub unsafe fn zeModuleGetGlobalPointer(
        hModule: ze_module_handle_t,
        _pGlobalName: *const c_char,
        _pSize: *mut usize,
        _pptr: *mut *mut c_void,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { get::<Module>(hModule) }?;
        Err(ZE_RESULT_ERROR_INVALID_GLOBAL_NAME)
    }

    pub unsafe fn zeModuleGetFunctionPointer(
        hModule: ze_module_handle_t,
        pFunctionName: *const c_char,
        pfnFunction: *mut *mut c_void,
    ) -> Outcome {
        if pFunctionName.is_null() || pfnFunction.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        unsafe { get::<Module>(hModule) }?;
        Err(ZE_RESULT_ERROR_INVALID_FUNCTION_NAME)
    }

    pub unsafe fn zeModuleGetKernelNames(
        hModule: ze_module_handle_t,
        pCount: *mut u32,
        pNames: *mut *const c_char,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let module = get::<Module>(hModule)?;
            list(pCount, pNames, &module.kernels, |kernel, place| *place = kernel.name.as_ptr())
        }
    }

    pub unsafe fn zeModuleGetProperties(
        hModule: ze_module_handle_t,
        pModuleProperties: *mut ze_module_properties_t,
    ) -> Outcome {
        // SAFETY: contract.
        let properties = unsafe {
            get::<Module>(hModule)?;
            pModuleProperties.as_mut().ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?
        };
        properties.flags = 0;
        Ok(())
    }

    pub unsafe fn zeModuleBuildLogDestroy(hModuleBuildLog: ze_module_build_log_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { retire::<BuildLog>(hModuleBuildLog) }.map(drop)
    }

    pub unsafe fn zeModuleBuildLogGetString(
        hModuleBuildLog: ze_module_build_log_handle_t,
        pSize: *mut usize,
        pBuildLog: *mut c_char,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            let log = get::<BuildLog>(hModuleBuildLog)?;
            super::kernel::copy_out(CStr::to_bytes_with_nul(&log.text), pSize, pBuildLog.cast())
        }
    }
}
