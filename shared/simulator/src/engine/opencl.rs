//! OpenCL, as much as launching kernels needs.

use super::ending::Ending;
use super::translate;
use libloading::Library;
use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

/// A `cl_...` object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Handle(pub *mut c_void);
// SAFETY: OpenCL's objects may be used from any thread; of kernels, which may not, each launch has its own.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

type Notify = unsafe extern "C" fn(event: *mut c_void, status: i32, data: *mut c_void);

macro_rules! functions {
    ($($name:ident($($type:ty),* $(,)?) -> $result:ty;)*) => {
        #[allow(non_snake_case)]
        #[derive(Clone, Copy)]
        pub(super) struct Functions {
            $(pub $name: unsafe extern "C" fn($($type),*) -> $result,)*
        }
        impl Functions {
            /// # Safety
            /// The library is OpenCL's.
            pub unsafe fn load(library: &Library) -> Result<Self, libloading::Error> {
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
    clCompileProgram(*mut c_void, u32, *const *mut c_void, *const c_char, u32, *const *mut c_void, *const *const c_char, *const c_void, *mut c_void) -> i32;
    clLinkProgram(*mut c_void, u32, *const *mut c_void, *const c_char, u32, *const *mut c_void, *const c_void, *mut c_void, *mut i32) -> *mut c_void;
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

const CL_PROGRAM_BUILD_LOG: u32 = 0x1183;
const CL_COMPLETE: i32 = 0;

pub(super) struct Engine {
    pub cl: Functions,
    /// Its place among the engines of this process.
    pub number: usize,
    /// Its name for people.
    pub name: &'static CStr,
    pub device: Handle,
    pub context: Handle,
    /// Whether it reads SPIR-V itself; if not, the version of its LLVM.
    pub reads_spirv: Result<(), u32>,
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

pub(super) fn check(what: &str, result: i32) -> Result<(), String> {
    if result == 0 { Ok(()) } else { Err(format!("{what}: OpenCL error {result}")) }
}

impl Engine {
    pub fn name(&self) -> &'static str {
        self.name.to_str().unwrap_or_default()
    }

    /// A program of SPIR-V modules: of one, or linked of several.
    pub fn build(&self, parts: &[Vec<u8>]) -> Result<Handle, String> {
        if parts.len() > 1 && self.reads_spirv.is_err() {
            return self.build(&[translate::linked(parts)?]);
        }
        let programs = parts.iter().map(|part| self.program(part)).collect::<Result<Vec<_>, _>>()?;
        let device = &raw const self.device.0;
        let [program] = programs.as_slice() else { return self.link(&programs) };
        // SAFETY: a program of this engine's.
        let result =
            unsafe { (self.cl.clBuildProgram)(program.0, 1, device, c"".as_ptr(), null(), null_mut()) };
        self.check_built("build", *program, result)?;
        Ok(*program)
    }

    fn program(&self, spirv: &[u8]) -> Result<Handle, String> {
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
        check(&format!("{} does not take the module", self.name()), result)?;
        Ok(Handle(program))
    }

    fn link(&self, programs: &[Handle]) -> Result<Handle, String> {
        let device = &raw const self.device.0;
        for program in programs {
            // SAFETY: a program of this engine's.
            let result = unsafe {
                (self.cl.clCompileProgram)(
                    program.0,
                    1,
                    device,
                    c"".as_ptr(),
                    0,
                    null(),
                    null(),
                    null(),
                    null_mut(),
                )
            };
            self.check_built("compile", *program, result)?;
        }
        let handles: Vec<*mut c_void> = programs.iter().map(|program| program.0).collect();
        let mut result = 0;
        // SAFETY: programs of this engine's.
        let linked = unsafe {
            (self.cl.clLinkProgram)(
                self.context.0,
                1,
                device,
                c"".as_ptr(),
                handles.len() as u32,
                handles.as_ptr(),
                null(),
                null_mut(),
                &raw mut result,
            )
        };
        self.check_built("link", Handle(linked), result)?;
        Ok(Handle(linked))
    }

    /// What the log says, if it failed.
    fn check_built(&self, what: &str, program: Handle, result: i32) -> Result<(), String> {
        if result == 0 {
            return Ok(());
        }
        let log = match program.0.is_null() {
            true => String::new(),
            // SAFETY: a program of this engine's, and room of the size that is told.
            false => text(|size, place, wanted| unsafe {
                let device = self.device.0;
                (self.cl.clGetProgramBuildInfo)(program.0, device, CL_PROGRAM_BUILD_LOG, size, place, wanted)
            }),
        };
        Err(format!("{} does not {what} the module (OpenCL error {result}): {}", self.name(), cause(&log)))
    }

    pub fn kernel(&'static self, program: Handle, name: &CStr) -> Result<Kernel, String> {
        let mut result = 0;
        // SAFETY: a program of this engine's.
        let kernel = unsafe { (self.cl.clCreateKernel)(program.0, name.as_ptr(), &raw mut result) };
        check(&format!("{} makes no kernel of it", self.name()), result)?;
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
        unsafe extern "C" fn over(_event: *mut c_void, status: i32, data: *mut c_void) {
            // SAFETY: the reference that `start` gave away, once.
            unsafe { Arc::from_raw(data.cast_const().cast::<Ending>()) }.tell(status);
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
            check(&format!("{} does not run it", self.name()), result)?;
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
            /// By the engine's number.
            static QUEUES: RefCell<Vec<(usize, Handle)>> = const { RefCell::new(Vec::new()) };
        }
        let known =
            QUEUES.with_borrow(|queues| queues.iter().find(|(number, _)| *number == self.number).copied());
        if let Some((_, queue)) = known {
            return Ok(queue);
        }
        let mut result = 0;
        // SAFETY: this engine's context and device.
        let made = unsafe {
            let (context, device) = (self.context.0, self.device.0);
            (self.cl.clCreateCommandQueueWithProperties)(context, device, null(), &raw mut result)
        };
        check("clCreateCommandQueueWithProperties", result)?;
        QUEUES.with_borrow_mut(|queues| queues.push((self.number, Handle(made))));
        Ok(Handle(made))
    }
}

/// A string from OpenCL; empty if there is none.
pub(super) fn text(get: impl Fn(usize, *mut c_void, *mut usize) -> i32) -> String {
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

/// The most informative line of a build log, cut to fit a line.
fn cause(log: &str) -> String {
    const LONGEST: usize = 160;
    let says = |word: &str| log.lines().find(|line| line.contains(word));
    let line = says("Cannot find symbol").or_else(|| says("error:")).or_else(|| log.lines().next());
    line.unwrap_or_default().chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn of_a_log_the_cause_is_told() {
        let log =
            "Error(s) while linking: \nCannot find symbol _Z1fv in kernel library\n<unknown>:0:0: Stores";
        assert_eq!(super::cause(log), "Cannot find symbol _Z1fv in kernel library");
        assert_eq!(super::cause(""), "");
    }
}
