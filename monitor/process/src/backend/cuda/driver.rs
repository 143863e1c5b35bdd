//! What the driver says about itself and the machine's GPUs, asked in a child process. NVML, which comes with
//! the driver, knows about GPUs in MIG mode.

use crate::ask_in_child;
use libloading::Library;
use serde::{Deserialize, Serialize};
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};

/// Under this name programs and libraries ask for the driver.
pub(super) const LIBRARY: &str = "libcuda.so.1";

/// Most GPUs that are asked about.
const MAX_DEVICES: c_int = 64;

/// What the child found.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CudaAnswer {
    /// Why the driver's library could not be opened.
    pub(super) not_opened: Option<String>,
    /// What `cuInit` returned.
    pub(super) init: u32,
    /// Newest CUDA version that the driver supports, 1000 x major + 10 x minor; 0 when unknown.
    pub(super) cuda: u32,
    /// Devices that programs see.
    pub(super) devices: Vec<String>,
    /// GPUs in MIG mode, by NVML's numbers.
    pub(super) mig: Vec<u32>,
}

/// The child's side.
///
/// # Errors
/// When stdout is closed.
pub(super) fn answer() -> anyhow::Result<()> {
    let mut answer = CudaAnswer { mig: mig().unwrap_or_default(), ..CudaAnswer::default() };
    if let Err(error) = look(&mut answer) {
        answer.not_opened = Some(error.to_string());
    }
    ask_in_child::answer(&answer)
}

fn look(answer: &mut CudaAnswer) -> Result<(), libloading::Error> {
    // SAFETY: NVIDIA's driver; what its constructors do is why this is a process of its own.
    let driver = std::mem::ManuallyDrop::new(unsafe { Library::new(LIBRARY) }?);
    // SAFETY: the functions have these signatures in cuda.h since CUDA 2; pointers are to live variables, and the name's
    // buffer is as long as is said.
    unsafe {
        let version = driver.get::<unsafe extern "C" fn(*mut c_int) -> u32>(b"cuDriverGetVersion\0")?;
        let mut cuda = 0;
        if version(&raw mut cuda) == 0 {
            answer.cuda = cuda.max(0) as u32;
        }
        answer.init = driver.get::<unsafe extern "C" fn(c_uint) -> u32>(b"cuInit\0")?(0);
        if answer.init != 0 {
            return Ok(());
        }
        let mut count = 0;
        driver.get::<unsafe extern "C" fn(*mut c_int) -> u32>(b"cuDeviceGetCount\0")?(&raw mut count);
        let get = driver.get::<unsafe extern "C" fn(*mut c_int, c_int) -> u32>(b"cuDeviceGet\0")?;
        let name =
            driver.get::<unsafe extern "C" fn(*mut c_char, c_int, c_int) -> u32>(b"cuDeviceGetName\0")?;
        for ordinal in 0..count.clamp(0, MAX_DEVICES) {
            let (mut device, mut text) = (0, [0 as c_char; 256]);
            if get(&raw mut device, ordinal) == 0 && name(text.as_mut_ptr(), 255, device) == 0 {
                answer.devices.push(CStr::from_ptr(text.as_ptr()).to_string_lossy().into_owned());
            }
        }
    }
    Ok(())
}

/// GPUs that are in MIG mode; none if NVML is missing or knows no such mode.
fn mig() -> Option<Vec<u32>> {
    type Handle = *mut c_void;
    // SAFETY: as above, for NVML.
    let nvml = std::mem::ManuallyDrop::new(unsafe { Library::new("libnvidia-ml.so.1") }.ok()?);
    // SAFETY: the functions have these signatures in nvml.h since CUDA 11; pointers are to live variables.
    unsafe {
        if nvml.get::<unsafe extern "C" fn() -> u32>(b"nvmlInit_v2\0").ok()?() != 0 {
            return None;
        }
        let mut count: c_uint = 0;
        nvml.get::<unsafe extern "C" fn(*mut c_uint) -> u32>(b"nvmlDeviceGetCount_v2\0").ok()?(
            &raw mut count,
        );
        let handle = nvml
            .get::<unsafe extern "C" fn(c_uint, *mut Handle) -> u32>(b"nvmlDeviceGetHandleByIndex_v2\0")
            .ok()?;
        let mode = nvml
            .get::<unsafe extern "C" fn(Handle, *mut c_uint, *mut c_uint) -> u32>(b"nvmlDeviceGetMigMode\0")
            .ok()?;
        let is_on = |index: &c_uint| {
            let (mut device, mut now, mut pending) = (std::ptr::null_mut(), 0, 0);
            handle(*index, &raw mut device) == 0
                && mode(device, &raw mut now, &raw mut pending) == 0
                && now == 1
        };
        Some((0..count.min(MAX_DEVICES as c_uint)).filter(is_on).collect())
    }
}
