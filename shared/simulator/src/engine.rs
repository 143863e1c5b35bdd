//! Kernels that this driver does not know by name are computed by an OpenCL engine for the CPU, if one is
//! installed: PoCL (Debian: `apt install pocl-opencl-icd ocl-icd-libopencl1`, and `llvm-spirv-15` and
//! `spirv-tools` if it does not accept SPIR-V itself). It is loaded when the first such kernel is launched.
//! Memory is shared, so pointers stay the same. Without an engine, or if it refuses, the kernel only takes
//! modelled time, and stderr says so once. PoCL 3.1 (Debian 12) refuses modules that use sub-groups or
//! work-group reductions. What it refuses is offered to other OpenCL engines for the CPU that share the
//! program's memory, such as Intel's, which comes with SYCL's libraries from PyPI.
//!
//! - this file: a module's program and its launches;
//! - `opencl`: an engine's functions, `find`: which engines are here;
//! - `translate`: SPIR-V into LLVM's form, linked if need be, for a PoCL without a reader of its own;
//! - `crash`: names the kernel if the engine brings the process down.

mod crash;
mod find;
mod opencl;
mod translate;

pub use translate::{Refusal, compile};

use crate::clock::host_now;
use crate::device::Device;
use crate::event::{Gate, deadline, lock};
use crate::operation::Launch;
use crate::settings::settings;
use crate::spirv::Parameter;
use opencl::{Engine, Handle};
use std::collections::HashSet;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

/// What computes a module's kernels; built when the first of them is launched.
pub struct Program {
    /// Its SPIR-V modules, more than one if they are to be linked.
    parts: Vec<Vec<u8>>,
    /// By the engines' numbers.
    built: [OnceLock<Result<Handle, String>>; MOST_ENGINES],
}

/// What SPIR-V modules begin with.
const MAGIC: [u8; 4] = 0x0723_0203_u32.to_le_bytes();

/// More engines than this are not asked.
const MOST_ENGINES: usize = 4;

/// Says something on stderr, once.
fn say(text: String) {
    static SAID: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);
    let mut said = lock(&SAID);
    if !said.contains(&text) {
        eprintln!("ze-sim: {text}");
        said.insert(text);
    }
}

/// The end of a launch, as the engine reports it.
#[derive(Default)]
struct Ending {
    over: AtomicBool,
    /// OpenCL's status; below zero if it failed.
    status: AtomicI32,
    gate: Gate,
}

impl Program {
    /// Of one SPIR-V module, or of several that are to be linked.
    pub fn new(parts: Vec<Vec<u8>>) -> Self {
        Self { parts, built: Default::default() }
    }

    /// Computes a launch, and returns the nanoseconds that it took. `None` if it could not be computed, or
    /// did not end, in which case the device is lost.
    ///
    /// # Safety
    /// The arguments point to what the kernel expects.
    pub unsafe fn run(&self, launch: &Launch, groups: [u32; 3], device: &Device) -> Option<u64> {
        let name = launch.target.code.display_name();
        let engines = match find::engines(&launch.target.code.name) {
            Ok(engines) => engines,
            Err(why) => {
                say(format!("kernels like {name} take modelled time only: {why}"));
                return None;
            }
        };
        let mut refusals = Vec::new();
        for (engine, built) in engines.iter().zip(&self.built) {
            let built = built.get_or_init(|| {
                let _named = crash::name(engine.name, &launch.target.code.name);
                engine.build(&self.parts)
            });
            // SAFETY: as promised by the caller. An engine that refuses has not begun.
            let outcome = built
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|program| unsafe { run(engine, *program, launch, groups) });
            match outcome {
                Ok(Some(nanoseconds)) => return Some(nanoseconds),
                Ok(None) => {
                    say(format!("kernel {name} does not end: the device is lost (ZESIM_KERNEL_LIMIT_MS)"));
                    device.lose();
                    return None;
                }
                Err(why) => refusals.push(why.trim().to_owned()),
            }
        }
        say(format!("kernel {name} takes modelled time only: {}", refusals.join("; ")));
        None
    }
}

/// Runs a kernel of a program; none if it does not end.
///
/// # Safety
/// The arguments point to what the kernel expects.
unsafe fn run(
    engine: &'static Engine,
    program: Handle,
    launch: &Launch,
    groups: [u32; 3],
) -> Result<Option<u64>, String> {
    let _named = crash::name(engine.name, &launch.target.code.name);
    let kernel = engine.kernel(program, &launch.target.code.name)?;
    for (index, (parameter, value)) in launch.target.code.values(&launch.arguments).enumerate() {
        let index = index as u32;
        match parameter {
            Parameter::Buffer => {
                let address = usize::from_le_bytes(value.try_into().unwrap_or_default());
                engine.set_pointer(&kernel, index, address)?;
            }
            Parameter::Local => {
                let size = usize::from_le_bytes(value.try_into().unwrap_or_default());
                engine.set_value(&kernel, index, size, std::ptr::null())?;
            }
            Parameter::Opaque => return Err("it has images, samplers or the like for arguments".to_owned()),
            _ => engine.set_value(&kernel, index, value.len(), value.as_ptr().cast::<c_void>())?,
        }
    }
    let wide = |sides: [u32; 3]| sides.map(|side| side as usize);
    let (local, offset) = (wide(launch.group_size), wide(launch.offset));
    let groups = wide(groups);
    let global = [0, 1, 2].map(|side| local[side].saturating_mul(groups[side]));
    let ending = Arc::<Ending>::default();
    let began = host_now();
    engine.start(&kernel, offset, global, local, Arc::clone(&ending))?;
    let limit = settings().kernel_limit_ms.saturating_mul(1_000_000);
    let over = || ending.over.load(Ordering::Acquire);
    if over() || ending.gate.wait(deadline(limit), || false, over) {
        let status = ending.status.load(Ordering::Relaxed);
        // What it has written so far remains, so another engine must not start over.
        if status < 0 {
            say(format!(
                "kernel {}: {} fails: OpenCL error {status}",
                launch.target.code.display_name(),
                engine.name()
            ));
        }
        return Ok(Some(host_now() - began));
    }
    // It is still running, so what it uses must stay.
    std::mem::forget(kernel);
    std::mem::forget(Arc::clone(&launch.target));
    Ok(None)
}

impl Ending {
    fn tell(&self, status: i32) {
        self.status.store(status, Ordering::Relaxed);
        self.over.store(true, Ordering::Release);
        self.gate.open();
    }
}
