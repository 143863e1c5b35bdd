//! Finds engines: OpenCL CPU devices that share the program's memory.

use super::crash;
use super::opencl::{Engine, Functions, Handle, check, text};
use crate::settings::{EngineChoice, settings};
use libloading::Library;
use std::ffi::{CStr, CString, OsStr, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

const CL_PLATFORM_VERSION: u32 = 0x0901;
const CL_PLATFORM_NAME: u32 = 0x0902;
const CL_DEVICE_TYPE_CPU: u64 = 1 << 1;
const CL_DEVICE_SVM_CAPABILITIES: u32 = 0x1053;
const CL_DEVICE_SVM_FINE_GRAIN_SYSTEM: u64 = 1 << 2;
const CL_DEVICE_IL_VERSION: u32 = 0x105b;

/// The loader of OpenCL drivers, or PoCL built without one.
const LIBRARIES: [&str; 2] = ["libOpenCL.so.1", "libpocl.so.2"];
/// Intel's engine for CPUs. It comes with SYCL's libraries from PyPI, in the same folder.
const INTEL: &str = "libintelocl.so";

/// The engines of this process, in the order in which they are asked, or why there are none. They are loaded for the
/// first kernel that wants one.
pub(super) fn engines(kernel: &CStr) -> Result<&'static [Engine], &'static str> {
    static ENGINES: OnceLock<Result<Vec<Engine>, String>> = OnceLock::new();
    let engines = ENGINES.get_or_init(|| match settings().engine {
        EngineChoice::None => Err("ZESIM_ENGINE=none".to_owned()),
        choice => {
            let _named = crash::name(c"an OpenCL engine", kernel);
            load(choice)
        }
    });
    engines.as_deref().map_err(String::as_str)
}

fn load(choice: EngineChoice) -> Result<Vec<Engine>, String> {
    let mut engines = Vec::new();
    let beside = beside_the_programs(INTEL);
    for file in LIBRARIES.iter().map(PathBuf::from).chain(beside) {
        // SAFETY: OpenCL's libraries may be loaded by anybody.
        let Ok(library) = (unsafe { Library::new(&file) }) else { continue };
        // SAFETY: it has OpenCL's name.
        let Ok(cl) = (unsafe { Functions::load(&library) }) else { continue };
        // Its threads stay.
        std::mem::forget(library);
        add(cl, &mut engines)?;
    }
    if choice == EngineChoice::Pocl {
        engines.retain(is_pocl);
    }
    // PoCL first: a stable sort.
    engines.sort_by_key(|engine| !is_pocl(engine));
    match engines.is_empty() {
        false => Ok(engines),
        true => {
            Err("no PoCL is here to compute them (Debian: apt install pocl-opencl-icd ocl-icd-libopencl1 \
                     llvm-spirv-15)"
                .to_owned())
        }
    }
}

fn is_pocl(engine: &Engine) -> bool {
    engine.name == c"PoCL"
}

/// Adds the CPUs of a library's platforms, each platform once.
fn add(cl: Functions, engines: &mut Vec<Engine>) -> Result<(), String> {
    let mut platforms = [null_mut(); 16];
    let mut count = 0;
    // SAFETY: room for as many as are asked for.
    if unsafe { (cl.clGetPlatformIDs)(16, platforms.as_mut_ptr(), &raw mut count) } != 0 {
        return Ok(());
    }
    for platform in platforms.into_iter().take(count as usize) {
        let platform_text = |what| {
            // SAFETY: a platform of OpenCL's, and room of the size that is told.
            text(|size, place, wanted| unsafe { (cl.clGetPlatformInfo)(platform, what, size, place, wanted) })
        };
        let name = platform_text(CL_PLATFORM_NAME);
        let pocl = name.contains("Portable Computing Language") || name.contains("PoCL");
        let Some(device) = cpu(&cl, platform) else { continue };
        let short = if pocl { c"PoCL".to_owned() } else { CString::new(name).unwrap_or_default() };
        if engines.iter().any(|engine| engine.name == short.as_c_str())
            || !(pocl || shares_memory(&cl, device))
        {
            continue;
        }
        let mut result = 0;
        // SAFETY: a device of OpenCL's and a place for the result.
        let context = unsafe {
            (cl.clCreateContext)(null(), 1, &raw const device, null(), null_mut(), &raw mut result)
        };
        check("clCreateContext", result)?;
        // SAFETY: a device of OpenCL's, and room of the size that is told.
        let il = text(|size, place, wanted| unsafe {
            (cl.clGetDeviceInfo)(device, CL_DEVICE_IL_VERSION, size, place, wanted)
        });
        engines.push(Engine {
            cl,
            number: engines.len(),
            name: Box::leak(short.into_boxed_c_str()),
            device: Handle(device),
            context: Handle(context),
            reads_spirv: match il.contains("SPIR-V") {
                true => Ok(()),
                false => Err(llvm_version(&platform_text(CL_PLATFORM_VERSION))),
            },
        });
    }
    Ok(())
}

fn cpu(cl: &Functions, platform: *mut c_void) -> Option<*mut c_void> {
    let mut device = null_mut();
    // SAFETY: room for one device.
    let result = unsafe { (cl.clGetDeviceIDs)(platform, CL_DEVICE_TYPE_CPU, 1, &raw mut device, null_mut()) };
    (result == 0).then_some(device)
}

/// Whether the program's pointers are valid in its kernels. (PoCL's CPU device does not say so, but they
/// are.)
fn shares_memory(cl: &Functions, device: *mut c_void) -> bool {
    let mut capabilities = 0_u64;
    let (size, place) = (size_of::<u64>(), (&raw mut capabilities).cast());
    // SAFETY: a device of OpenCL's, and room for what is asked for.
    let result = unsafe { (cl.clGetDeviceInfo)(device, CL_DEVICE_SVM_CAPABILITIES, size, place, null_mut()) };
    result == 0 && capabilities & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM != 0
}

/// A library of this name in the folder of one that the program has loaded.
fn beside_the_programs(name: &str) -> Option<PathBuf> {
    unsafe extern "C" fn look(info: *mut libc::dl_phdr_info, _size: usize, data: *mut c_void) -> c_int {
        // SAFETY: the linker passes a library's description, and `data` is the set below.
        let (info, folders) = unsafe { (&*info, &mut *data.cast::<Vec<PathBuf>>()) };
        if !info.dlpi_name.is_null() {
            // SAFETY: a name of a library.
            let file = Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(info.dlpi_name) }.to_bytes()));
            folders.extend(file.parent().filter(|folder| folder.is_absolute()).map(Path::to_owned));
        }
        0
    }
    let mut folders = Vec::<PathBuf>::new();
    // SAFETY: the function gets what it expects, during this call.
    unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut folders).cast()) };
    folders.sort();
    folders.dedup();
    folders.into_iter().map(|folder| folder.join(name)).find(|file| file.exists())
}

/// The major version of LLVM in PoCL's version; 0 if it does not say.
fn llvm_version(version: &str) -> u32 {
    let (_, rest) = version.split_once("LLVM ").unwrap_or_default();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn pocl_says_which_llvm_it_has() {
        let version = "OpenCL 3.0 PoCL 3.1+debian  Linux, None+Asserts, RELOC, SPIR, LLVM 15.0.6, SLEEF, DISTRO, POCL_DEBUG";
        assert_eq!(super::llvm_version(version), 15);
        assert_eq!(super::llvm_version("OpenCL 3.0"), 0);
    }
}
