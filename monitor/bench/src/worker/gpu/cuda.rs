//! CUDA: commands are given to a stream of zetop's, one after the other, each time that they are executed.

mod driver;

use super::interface::{Argument, Command, Facts, Gpu, Launch, Stamped, Work};
use super::memory::{Memory, MemoryRange};
use crate::api::Api;
use crate::memory_kind::MemoryKind;
use crate::messages::MULTIPLY_ADD_DOUBLE;
use anyhow::{Context as _, Result, bail, ensure};
use cuda_sys::*;
use driver::call;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};

/// The kernels of all benchmarks, which the driver compiles; `monitor/bench/kernels/build.sh` makes them.
static KERNELS: &CStr = text(concat!(include_str!("../../../kernels/bench.ptx"), "\0"));
static DOUBLE_KERNELS: &CStr = text(concat!(include_str!("../../../kernels/double.ptx"), "\0"));

const fn text(ptx: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(ptx.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("PTX is text without zeros"),
    }
}

/// Room for what the compiler has to say.
const LOG_BYTES: usize = 8192;
/// `CU_STREAM_NON_BLOCKING` and `CU_MEM_ATTACH_GLOBAL`.
const NON_BLOCKING: u32 = 1;
const ATTACH_GLOBAL: u32 = 1;

/// A driver with devices.
pub(super) fn open() -> Result<Driver> {
    let api = driver::open()?;
    let mut count = 0;
    // SAFETY: no requirements on the caller; a local for the answer.
    unsafe {
        call!(api, cuInit(0))?;
        call!(api, cuDeviceGetCount(&raw mut count))?;
    }
    ensure!(count > 0, "the CUDA driver has no device");
    Ok(Driver { api, count })
}

pub(super) struct Driver {
    api: &'static Cuda,
    count: c_int,
}

impl Driver {
    /// One of its devices.
    pub(super) fn device(self, number: usize) -> Result<Device> {
        let Self { api, count } = self;
        let number = c_int::try_from(number).ok().filter(|number| *number < count);
        let number = number.with_context(|| format!("the CUDA driver has {count} devices"))?;
        let (mut device, mut context, mut stream) = (0, std::ptr::null_mut(), std::ptr::null_mut());
        let (mut name, mut memory) = ([0 as c_char; 256], 0_usize);
        // SAFETY: an initialised driver, locals for the answers, and the name's buffer is as long as is said.
        unsafe {
            call!(api, cuDeviceGet(&raw mut device, number))?;
            call!(api, cuDeviceGetName(name.as_mut_ptr(), name.len() as c_int - 1, device))?;
            call!(api, cuDeviceTotalMem as cuDeviceTotalMem_v2(&raw mut memory, device))?;
            call!(api, cuDevicePrimaryCtxRetain(&raw mut context, device))?;
            call!(api, cuCtxSetCurrent(context))?;
            call!(api, cuStreamCreate(&raw mut stream, NON_BLOCKING))?;
        }
        let attribute = |which| {
            let mut value = 0;
            // SAFETY: a device of this driver, a local for the answer.
            unsafe { call!(api, cuDeviceGetAttribute(&raw mut value, which, device)) }?;
            Ok::<u32, anyhow::Error>(value.max(0) as u32)
        };
        let warps = attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR)?
            / attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE)?.max(1);
        // SAFETY: the last byte was left as it was.
        let name = unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned();
        let facts = Facts {
            api: Api::Cuda,
            name,
            timer_hz: None,
            timestamp_bits: 64,
            memory: memory as u64,
            allocation: 0,
            shares_memory: attribute(CU_DEVICE_ATTRIBUTE_INTEGRATED)? != 0,
            cache: u64::from(attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?),
            threads: attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)? * warps,
        };
        Ok(Device {
            api,
            facts,
            stream,
            module: OnceCell::new(),
            double_module: OnceCell::new(),
            functions: RefCell::default(),
        })
    }
}

/// A device with its primary context, which is this thread's; both last as long as the process.
pub(super) struct Device {
    api: &'static Cuda,
    facts: Facts,
    stream: CUstream,
    module: OnceCell<CUmodule>,
    double_module: OnceCell<CUmodule>,
    /// Functions that have been launched, by name.
    functions: RefCell<BTreeMap<&'static str, CUfunction>>,
}

impl Device {
    fn function(&self, name: &'static str) -> Result<CUfunction> {
        if let Some(function) = self.functions.borrow().get(name) {
            return Ok(*function);
        }
        let module = if name == MULTIPLY_ADD_DOUBLE { &self.double_module } else { &self.module };
        let module = *module.get().context("the kernels are not compiled")?;
        let symbol = CString::new(name).context("a kernel's name")?;
        let mut function = std::ptr::null_mut();
        // SAFETY: a loaded module, a name that ends with a zero, a local for the answer.
        unsafe { call!(self.api, cuModuleGetFunction(&raw mut function, module, symbol.as_ptr())) }?;
        self.functions.borrow_mut().insert(name, function);
        Ok(function)
    }

    fn build(&self, kernels: &CStr) -> Result<CUmodule> {
        let mut log = vec![0_u8; LOG_BYTES];
        let mut options = [CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
        // The size is the value itself, not behind a pointer.
        let mut values = [log.as_mut_ptr().cast::<c_void>(), log.len() as *mut c_void];
        let mut module = std::ptr::null_mut();
        // SAFETY: the context is current, the text ends with a zero, each option has its value, the log has as many
        // bytes as is said.
        let built = unsafe {
            call!(
                self.api,
                cuModuleLoadDataEx(
                    &raw mut module,
                    kernels.as_ptr().cast(),
                    options.len() as u32,
                    options.as_mut_ptr(),
                    values.as_mut_ptr()
                )
            )
        };
        if let Err(failed) = built {
            let text = log.split(|byte| *byte == 0).next().unwrap_or_default();
            bail!("the kernels do not compile: {failed}\n{}", String::from_utf8_lossy(text).trim_end());
        }
        Ok(module)
    }

    fn prepare(&self, command: &Command<'_>) -> Result<Prepared> {
        Ok(match command {
            Command::Launch(launch) => {
                Prepared::Launch(PreparedLaunch::new(self.function(launch.kernel)?, launch))
            }
            Command::Copy { to, from } => {
                ensure!(to.len() == from.len(), "{} bytes to {}", from.len(), to.len());
                Prepared::Copy { to: *to, from: *from }
            }
            Command::Fill(to) => Prepared::Fill(*to),
            // In a stream everything waits for what was before.
            Command::Barrier => Prepared::Nothing,
        })
    }

    fn prepare_all(&self, commands: &[Command<'_>]) -> Result<Vec<Prepared>> {
        commands.iter().map(|command| self.prepare(command)).collect()
    }

    fn submit(&self, command: &Prepared) -> Result<()> {
        let (api, stream) = (self.api, self.stream);
        // SAFETY: the context is current, the stream is live, and places and functions are those that the benchmark
        // has of this device; it waits for the stream before it drops them.
        unsafe {
            match command {
                Prepared::Launch(launch) => launch.submit(api, stream),
                Prepared::Copy { to, from } => {
                    call!(api, cuMemcpyAsync(address(*to), address(*from), from.len(), stream))
                }
                Prepared::Fill(to) => {
                    call!(api, cuMemsetD8Async(address(*to), 0, to.len(), stream))
                }
                Prepared::Nothing => Ok(()),
            }
        }
    }

    fn finish(&self) -> Result<()> {
        // SAFETY: a live stream.
        unsafe { call!(self.api, cuStreamSynchronize(self.stream)) }
    }

    fn event(&self) -> Result<Event> {
        let mut event = std::ptr::null_mut();
        // SAFETY: the context is current; a local for the answer.
        unsafe { call!(self.api, cuEventCreate(&raw mut event, 0)) }?;
        Ok(Event { api: self.api, event })
    }
}

impl Gpu for Device {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn allocate(&self, side: MemoryKind, bytes: u64) -> Result<Memory<'_>> {
        let (api, bytes) = (self.api, bytes as usize);
        let (mut at, mut pointer): (CUdeviceptr, *mut c_void) = (0, std::ptr::null_mut());
        // SAFETY: the context is current; locals for the answers.
        unsafe {
            match side {
                MemoryKind::Heap => return Ok(Memory::heap(bytes)),
                MemoryKind::Host => call!(api, cuMemAllocHost as cuMemAllocHost_v2(&raw mut pointer, bytes))?,
                MemoryKind::Device => call!(api, cuMemAlloc as cuMemAlloc_v2(&raw mut at, bytes))?,
                MemoryKind::Shared => call!(api, cuMemAllocManaged(&raw mut at, bytes, ATTACH_GLOBAL))?,
            }
        }
        if side != MemoryKind::Host {
            pointer = at as *mut c_void;
        }
        let owner = Allocation { api, side, pointer };
        // SAFETY: the driver's memory, until its owner is dropped; the host reaches all but the device's.
        Ok(unsafe { Memory::new(side, pointer, bytes, owner) })
    }

    fn build_kernels(&self) -> Result<()> {
        // built once
        let _ = self.module.set(self.build(KERNELS)?);
        Ok(())
    }

    fn build_double_kernels(&self) -> Result<()> {
        let _ = self.double_module.set(self.build(DOUBLE_KERNELS)?);
        Ok(())
    }

    fn record<'a>(&'a self, commands: &[Command<'_>]) -> Result<Box<dyn Work + 'a>> {
        Ok(Box::new(Recorded { device: self, commands: self.prepare_all(commands)? }))
    }

    fn record_stamped<'a>(&'a self, commands: &[Command<'_>]) -> Result<Box<dyn Stamped + 'a>> {
        let of = Recorded { device: self, commands: self.prepare_all(commands)? };
        Ok(Box::new(RecordedStamped { of, start: self.event()?, end: self.event()? }))
    }

    fn extension(&self, _name: &CStr) -> Option<(*mut c_void, *mut c_void)> {
        None
    }
}

fn address(of: MemoryRange) -> CUdeviceptr {
    of.pointer() as CUdeviceptr
}

/// A command as the stream is given it.
enum Prepared {
    Launch(PreparedLaunch),
    Copy { to: MemoryRange, from: MemoryRange },
    Fill(MemoryRange),
    Nothing,
}

struct PreparedLaunch {
    function: CUfunction,
    groups: [u32; 3],
    items: [u32; 3],
    /// Each from the first byte on.
    arguments: Vec<[u8; 8]>,
}

impl PreparedLaunch {
    fn new(function: CUfunction, launch: &Launch<'_>) -> Self {
        let bytes = |argument: &Argument| match argument {
            Argument::Buffer(buffer) => address(*buffer).to_ne_bytes(),
            Argument::U32(value) => {
                let mut bytes = [0; 8];
                bytes[..4].copy_from_slice(&value.to_ne_bytes());
                bytes
            }
        };
        let arguments = launch.arguments.iter().map(bytes).collect();
        Self { function, groups: launch.groups, items: launch.items, arguments }
    }

    /// # Safety
    /// As for the launch of such a kernel: a live stream, memory that is there until the launch is over.
    unsafe fn submit(&self, api: &Cuda, stream: CUstream) -> Result<()> {
        // The driver reads as many bytes of each as the kernel's parameter has.
        let mut arguments: Vec<*mut c_void> =
            self.arguments.iter().map(|bytes| bytes.as_ptr().cast_mut().cast()).collect();
        let ([gx, gy, gz], [x, y, z]) = (self.groups, self.items);
        // SAFETY: the caller's promise; there is an argument for each parameter, which the driver only reads.
        unsafe {
            call!(
                api,
                cuLaunchKernel(
                    self.function,
                    gx,
                    gy,
                    gz,
                    x,
                    y,
                    z,
                    0,
                    stream,
                    arguments.as_mut_ptr(),
                    std::ptr::null_mut()
                )
            )
        }
    }
}

struct Recorded<'a> {
    device: &'a Device,
    commands: Vec<Prepared>,
}

impl Work for Recorded<'_> {
    fn execute(&self) -> Result<()> {
        let given = self.commands.iter().try_for_each(|command| self.device.submit(command));
        // What was given is waited for in any case.
        self.device.finish().and(given)
    }
}

struct RecordedStamped<'a> {
    of: Recorded<'a>,
    start: Event,
    end: Event,
}

impl Stamped for RecordedStamped<'_> {
    fn execute(&mut self) -> Result<f64> {
        self.start.record(self.of.device.stream)?;
        let given = self.of.commands.iter().try_for_each(|command| self.of.device.submit(command));
        self.end.record(self.of.device.stream)?;
        self.of.device.finish().and(given)?;
        self.end.ns_since(&self.start)
    }
}

struct Event {
    api: &'static Cuda,
    event: CUevent,
}

impl Event {
    fn record(&self, stream: CUstream) -> Result<()> {
        // SAFETY: a live event and a live stream of one context.
        unsafe { call!(self.api, cuEventRecord(self.event, stream)) }
    }

    fn ns_since(&self, start: &Self) -> Result<f64> {
        let mut ms = 0.0;
        // SAFETY: both are recorded, and their stream was waited for; a local for the answer.
        unsafe { call!(self.api, cuEventElapsedTime(&raw mut ms, start.event, self.event)) }?;
        Ok(f64::from(ms) * 1e6)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: the event is ours, and not used again.
        unsafe { self.api.cuEventDestroy_v2(self.event) };
    }
}

/// Memory of the driver's.
struct Allocation {
    api: &'static Cuda,
    side: MemoryKind,
    pointer: *mut c_void,
}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: from the function of that kind, and not used again: each command has been waited for.
        unsafe {
            match self.side {
                MemoryKind::Host => self.api.cuMemFreeHost(self.pointer),
                _ => self.api.cuMemFree_v2(self.pointer as CUdeviceptr),
            }
        };
    }
}
