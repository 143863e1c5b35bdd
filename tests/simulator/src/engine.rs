//! Kernels that this driver does not know by name are computed by an OpenCL engine for the CPU, where one is
//! installed: PoCL (Debian: `apt install pocl-opencl-icd ocl-icd-libopencl1`, and `llvm-spirv-15` where it takes no SPIR-V by itself).
//! It is loaded when the first such kernel is launched. Memory is shared, so pointers are as they are. Without an
//! engine, or where it refuses, the kernel takes modelled time only, and stderr says so once.
//!
//! - this file: a module's program and its launches;
//! - [`opencl`]: the engine's functions, and which engine;
//! - [`translate`]: SPIR-V into LLVM's form, for a PoCL without a reader of its own;
//! - [`crash`]: names the kernel if the engine brings the process down.

mod crash;
mod opencl;
mod translate;

use crate::clock::host_now;
use crate::device::Device;
use crate::event::{Gate, deadline, lock};
use crate::operation::Launch;
use crate::settings::settings;
use crate::spirv::Parameter;
use opencl::{Engine, Handle};
use std::collections::HashSet;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

/// What computes a module's kernels; built when the first of them is launched.
pub struct Program {
    source: Result<Vec<u8>, &'static str>,
    built: OnceLock<Result<Handle, String>>,
}

/// Says something on stderr, once.
fn say(text: String) {
    static SAID: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);
    let mut said = lock(&SAID);
    if !said.contains(&text) {
        eprintln!("ze-sim: {text}");
        said.insert(text);
    }
}

/// The end of a launch, as the engine tells it.
#[derive(Default)]
struct Ending {
    over: AtomicBool,
    gate: Gate,
}

impl Program {
    /// Of a SPIR-V module.
    pub fn new(spirv: Vec<u8>) -> Self {
        Self { source: Ok(spirv), built: OnceLock::new() }
    }

    /// One that cannot be computed.
    pub fn none(why: &'static str) -> Self {
        Self { source: Err(why), built: OnceLock::new() }
    }

    /// Computes a launch, and gives the nanoseconds that it took. None where it could not be computed, or did not
    /// end, in which case the device is lost.
    ///
    /// # Safety
    /// The arguments point to what the kernel expects.
    pub unsafe fn run(&self, launch: &Launch, groups: [u32; 3], device: &Device) -> Option<u64> {
        let name = launch.code.display_name();
        let engine = match Engine::get(&launch.code.name) {
            Ok(engine) => engine,
            Err(why) => {
                say(format!("kernels like {name} take modelled time only: {why}"));
                return None;
            }
        };
        let built = self.built.get_or_init(|| {
            let source = self.source.as_ref().map_err(|why| (*why).to_owned())?;
            let _named = crash::name(&launch.code.name);
            engine.build(source)
        });
        // SAFETY: as promised by the caller.
        let outcome = built
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|program| unsafe { run(engine, *program, launch, groups) });
        match outcome {
            Ok(Some(nanoseconds)) => Some(nanoseconds),
            Ok(None) => {
                say(format!("kernel {name} does not end: the device is lost (ZESIM_KERNEL_LIMIT_MS)"));
                device.lose();
                None
            }
            Err(why) => {
                say(format!("kernel {name} takes modelled time only: {}", why.trim()));
                None
            }
        }
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
    let _named = crash::name(&launch.code.name);
    let kernel = engine.kernel(program, &launch.code.name)?;
    for (index, (parameter, value)) in launch.code.values(&launch.arguments).enumerate() {
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
        return Ok(Some(host_now() - began));
    }
    // It still runs: what it uses must stay.
    std::mem::forget(kernel);
    std::mem::forget(Arc::clone(&launch.module));
    Ok(None)
}

impl Ending {
    fn tell(&self) {
        self.over.store(true, Ordering::Release);
        self.gate.open();
    }
}
