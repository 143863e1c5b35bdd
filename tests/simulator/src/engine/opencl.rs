//! OpenCL, as much of it as launching kernels takes.

use super::{Ending, crash, translate};
use libloading::Library;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::{Arc, OnceLock};

/// A `cl_...` object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Handle(*mut c_void);
// SAFETY: OpenCL's objects may be used from any thread; of kernels, which may not, each launch has its own.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

type Notify = unsafe extern "C" fn(event: *mut c_void, status: i32, data: *mut c_void);

macro_rules! functions {
    ($($name:ident($($type:ty),* $(,)?) -> $result:ty;)*) => {
        #[allow(non_snake_case)]
        struct Functions {
            $($name: unsafe extern "C" fn($($type),*) -> $result,)*
        }
        impl Functions {
            /// # Safety
            /// The library is OpenCL's.
            unsafe fn of(library: &Library) -> Result<Self, libloading::Error> {
                // SAFETY: functions of OpenCL have these types.
                unsafe { Ok(Self { $($name: *library.get(concat!(stringify!($name), "\0").as_bytes())?,)* }) }
            }
        }
    };
}
functions! {
    clGetPlatformIDs(u32, *mut *mut c_void, *mut u32) -> i32;
    clGetPlatformInfo(*mut c_void, u32, usize, *mut c_void, *mut usize) -> i32;
    clGetDeviceIDs(*mut c_void, u64, u32, *mut *mut c_void, *mut u32) -> i32;
    clGetDeviceInfo(*mut c_void, u32, usize, *mut c_void, *mut usize) -> i32;
    clCreateContext(*const isize, u32, *const *mut c_void, *const c_void, *mut c_void, *mut i32) -> *mut c_void;
    clCreateCommandQueueWithProperties(*mut c_void, *mut c_void, *const u64, *mut i32) -> *mut c_void;
    clCreateProgramWithIL(*mut c_void, *const c_void, usize, *mut i32) -> *mut c_void;
    clCreateProgramWithBinary(*mut c_void, u32, *const *mut c_void, *const usize, *const *const u8, *mut i32, *mut i32) -> *mut c_void;
    clBuildProgram(*mut c_void, u32, *const *mut c_void, *const c_char, *const c_void, *mut c_void) -> i32;
    clGetProgramBuildInfo(*mut c_void, *mut c_void, u32, usize, *mut c_void, *mut usize) -> i32;
    clCreateKernel(*mut c_void, *const c_char, *mut i32) -> *mut c_void;
    clReleaseKernel(*mut c_void) -> i32;
    clSetKernelArg(*mut c_void, u32, usize, *const c_void) -> i32;
    clSetKernelArgSVMPointer(*mut c_void, u32, *const c_void) -> i32;
    clEnqueueNDRangeKernel(*mut c_void, *mut c_void, u32, *const usize, *const usize, *const usize, u32, *const *mut c_void, *mut *mut c_void) -> i32;
    clSetEventCallback(*mut c_void, i32, Notify, *mut c_void) -> i32;
    clReleaseEvent(*mut c_void) -> i32;
    clFlush(*mut c_void) -> i32;
}

const CL_PLATFORM_VERSION: u32 = 0x0901;
const CL_PLATFORM_NAME: u32 = 0x0902;
const CL_DEVICE_TYPE_CPU: u64 = 1 << 1;
const CL_DEVICE_IL_VERSION: u32 = 0x105b;
const CL_PROGRAM_BUILD_LOG: u32 = 0x1183;
const CL_COMPLETE: i32 = 0;

/// The loader of OpenCL drivers, or PoCL built without one.
const LIBRARIES: [&str; 2] = ["libOpenCL.so.1", "libpocl.so.2"];

pub(super) struct Engine {
    cl: Functions,
    device: Handle,
    context: Handle,
    /// It reads SPIR-V by itself; if not, the version of its LLVM.
    reads_spirv: Result<(), u32>,
}

/// A kernel, for one launch.
pub(super) struct Kernel {
    engine: &'static Engine,
    handle: Handle,
}
impl Drop for Kernel {
    fn drop(&mut self) {
        // SAFETY: made by `Engine::kernel`, and given back once.
        unsafe { (self.engine.cl.clReleaseKernel)(self.handle.0) };
    }
}

fn check(what: &str, result: i32) -> Result<(), String> {
    if result == 0 { Ok(()) } else { Err(format!("{what}: OpenCL error {result}")) }
}

impl Engine {
    /// The engine of this process, or why there is none. It is loaded for the first kernel that wants it.
    pub fn get(kernel: &CStr) -> Result<&'static Self, &'static str> {
        static ENGINE: OnceLock<Result<Engine, String>> = OnceLock::new();
        let engine = ENGINE.get_or_init(|| match crate::settings::settings().without_engine {
            true => Err("ZESIM_ENGINE=none".to_owned()),
            false => {
                let _named = crash::name(kernel);
                Self::load()
            }
        });
        engine.as_ref().map_err(String::as_str)
    }

    fn load() -> Result<Self, String> {
        for name in LIBRARIES {
            // SAFETY: OpenCL's libraries may be loaded by anybody.
            let Ok(library) = (unsafe { Library::new(name) }) else { continue };
            // SAFETY: it has OpenCL's name.
            let Ok(cl) = (unsafe { Functions::of(&library) }) else { continue };
            // Its threads stay.
            std::mem::forget(library);
            if let Some(engine) = Self::find(cl)? {
                return Ok(engine);
            }
        }
        Err("no PoCL is here to compute them (Debian: apt install pocl-opencl-icd ocl-icd-libopencl1 llvm-spirv-15)"
            .to_owned())
    }

    /// PoCL's device, the CPU.
    fn find(cl: Functions) -> Result<Option<Self>, String> {
        let mut platforms = [null_mut(); 16];
        let mut count = 0;
        // SAFETY: room for as many as are asked for.
        if unsafe { (cl.clGetPlatformIDs)(16, platforms.as_mut_ptr(), &raw mut count) } != 0 {
            return Ok(None);
        }
        for platform in platforms.into_iter().take(count as usize) {
            let text = |what| {
                // SAFETY: a platform of OpenCL's, and room of the size that is told.
                text(|size, place, wanted| unsafe {
                    (cl.clGetPlatformInfo)(platform, what, size, place, wanted)
                })
            };
            let name = text(CL_PLATFORM_NAME);
            if !name.contains("Portable Computing Language") && !name.contains("PoCL") {
                continue;
            }
            let version = text(CL_PLATFORM_VERSION);
            let (mut device, mut result) = (null_mut(), 0);
            // SAFETY: room for one device, then that device and a place for the result.
            let context = unsafe {
                if (cl.clGetDeviceIDs)(platform, CL_DEVICE_TYPE_CPU, 1, &raw mut device, null_mut()) != 0 {
                    continue;
                }
                (cl.clCreateContext)(null(), 1, &raw const device, null(), null_mut(), &raw mut result)
            };
            check("clCreateContext", result)?;
            // SAFETY: a device of OpenCL's.
            let il = self::text(|size, place, wanted| unsafe {
                (cl.clGetDeviceInfo)(device, CL_DEVICE_IL_VERSION, size, place, wanted)
            });
            let reads_spirv = if il.contains("SPIR-V") { Ok(()) } else { Err(llvm_version(&version)) };
            return Ok(Some(Self { cl, device: Handle(device), context: Handle(context), reads_spirv }));
        }
        Ok(None)
    }

    /// A program of a SPIR-V module.
    pub fn build(&self, spirv: &[u8]) -> Result<Handle, String> {
        let (mut status, mut result) = (0, 0);
        // SAFETY: this engine's context and device; what is passed lives until the calls return.
        let program = unsafe {
            match self.reads_spirv {
                Ok(()) => (self.cl.clCreateProgramWithIL)(
                    self.context.0,
                    spirv.as_ptr().cast(),
                    spirv.len(),
                    &raw mut result,
                ),
                Err(llvm) => {
                    let binary = translate::to_llvm(spirv, llvm)?;
                    let (length, start) = (binary.len(), binary.as_ptr());
                    (self.cl.clCreateProgramWithBinary)(
                        self.context.0,
                        1,
                        &raw const self.device.0,
                        &raw const length,
                        &raw const start,
                        &raw mut status,
                        &raw mut result,
                    )
                }
            }
        };
        check("PoCL does not take the module", result)?;
        // SAFETY: the program made above.
        unsafe {
            let result = (self.cl.clBuildProgram)(
                program,
                1,
                &raw const self.device.0,
                c"".as_ptr(),
                null(),
                null_mut(),
            );
            if result != 0 {
                let log = text(|size, place, wanted| {
                    (self.cl.clGetProgramBuildInfo)(
                        program,
                        self.device.0,
                        CL_PROGRAM_BUILD_LOG,
                        size,
                        place,
                        wanted,
                    )
                });
                let line = log.lines().find(|line| line.contains("error")).unwrap_or(&log).to_owned();
                return Err(format!("PoCL does not build the module (OpenCL error {result}): {line}"));
            }
        }
        Ok(Handle(program))
    }

    pub fn kernel(&'static self, program: Handle, name: &CStr) -> Result<Kernel, String> {
        let mut result = 0;
        // SAFETY: a program of this engine's.
        let kernel = unsafe { (self.cl.clCreateKernel)(program.0, name.as_ptr(), &raw mut result) };
        check("PoCL makes no kernel of it", result)?;
        Ok(Kernel { engine: self, handle: Handle(kernel) })
    }

    pub fn set_pointer(&self, kernel: &Kernel, index: u32, address: usize) -> Result<(), String> {
        // SAFETY: a live kernel, which only this thread uses.
        let result = unsafe {
            (self.cl.clSetKernelArgSVMPointer)(
                kernel.handle.0,
                index,
                std::ptr::with_exposed_provenance(address),
            )
        };
        check(&format!("argument {index}"), result)
    }

    /// `place` is null for local memory.
    pub fn set_value(
        &self,
        kernel: &Kernel,
        index: u32,
        size: usize,
        place: *const c_void,
    ) -> Result<(), String> {
        // SAFETY: a live kernel, which only this thread uses; `size` bytes at the place, if it is not null.
        let result = unsafe { (self.cl.clSetKernelArg)(kernel.handle.0, index, size, place) };
        check(&format!("argument {index} of {size} bytes"), result)
    }

    /// Starts a kernel; `ending` is told when it is over.
    pub fn start(
        &self,
        kernel: &Kernel,
        offset: [usize; 3],
        global: [usize; 3],
        local: [usize; 3],
        ending: Arc<Ending>,
    ) -> Result<(), String> {
        unsafe extern "C" fn over(_event: *mut c_void, _status: i32, data: *mut c_void) {
            // SAFETY: the reference that `start` gave away, once.
            unsafe { Arc::from_raw(data.cast_const().cast::<Ending>()) }.tell();
        }
        let queue = self.queue()?;
        let mut event = null_mut();
        // SAFETY: live objects; three sides each.
        unsafe {
            let result = (self.cl.clEnqueueNDRangeKernel)(
                queue.0,
                kernel.handle.0,
                3,
                offset.as_ptr(),
                global.as_ptr(),
                local.as_ptr(),
                0,
                null(),
                &raw mut event,
            );
            check("PoCL does not run it", result)?;
            let data = Arc::into_raw(ending).cast_mut().cast();
            let result = (self.cl.clSetEventCallback)(event, CL_COMPLETE, over, data);
            if result != 0 {
                drop(Arc::from_raw(data.cast::<Ending>()));
            }
            check("clSetEventCallback", result)?;
            (self.cl.clFlush)(queue.0);
            (self.cl.clReleaseEvent)(event);
        }
        Ok(())
    }

    /// A queue for this thread.
    fn queue(&self) -> Result<Handle, String> {
        thread_local! {
            static QUEUE: OnceLock<Handle> = const { OnceLock::new() };
        }
        QUEUE.with(|queue| {
            if let Some(queue) = queue.get() {
                return Ok(*queue);
            }
            let mut result = 0;
            // SAFETY: this engine's context and device.
            let made = unsafe {
                (self.cl.clCreateCommandQueueWithProperties)(
                    self.context.0,
                    self.device.0,
                    null(),
                    &raw mut result,
                )
            };
            check("clCreateCommandQueueWithProperties", result)?;
            Ok(*queue.get_or_init(|| Handle(made)))
        })
    }
}

/// A text that OpenCL gives; empty if it gives none.
fn text(get: impl Fn(usize, *mut c_void, *mut usize) -> i32) -> String {
    let mut size = 0;
    if get(0, null_mut(), &raw mut size) != 0 {
        return String::new();
    }
    let mut bytes = vec![0_u8; size];
    if get(size, bytes.as_mut_ptr().cast(), null_mut()) != 0 {
        return String::new();
    }
    String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned()
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
