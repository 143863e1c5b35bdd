//! Kernels that this driver does not know by name are computed by an OpenCL engine for the CPU, if one is
//! installed: PoCL (Debian: `apt install pocl-opencl-icd ocl-icd-libopencl1`, and `llvm-spirv-15` and
//! `spirv-tools` if it does not accept SPIR-V itself). It is loaded when the first such kernel is launched.
//! Memory is shared, so pointers stay the same. Without an engine, or if it refuses, the kernel only takes
//! modelled time, and stderr says so once. PoCL 3.1 (Debian 12) refuses modules that use sub-groups or
//! work-group reductions. What it refuses is offered to other OpenCL engines for the CPU that share the
//! program's memory, such as Intel's, which comes with SYCL's libraries from PyPI.
//!
//! - this file: a module's program and its launches;
//! - `opencl`: an engine's functions, `find`: which engines are here, `ending`: the end of a kernel;
//! - `translate`: SPIR-V into LLVM's form, linked if need be, for a PoCL without a reader of its own;
//! - `crash`: names the kernel if the engine brings the process down.

mod crash;
mod ending;
mod find;
mod opencl;
mod translate;

pub use translate::{Refusal, compile};

use crate::clock::host_now;
use crate::kernel_code::KernelCode;
use crate::settings::settings;
use crate::spirv::Parameter;
use crate::sync::{deadline, lock};
use ending::Ending;
use opencl::{Engine, Handle};
use std::collections::HashSet;
use std::ffi::c_void;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

/// A launch of a kernel, as far as it matters to an engine.
pub struct Call<'a> {
    pub code: &'a KernelCode,
    pub arguments: &'a [u8],
    /// Work items of a group, by its sides.
    pub group_size: [u32; 3],
    /// Where the numbers of work items begin.
    pub offset: [u32; 3],
    /// Groups, by the launch's sides.
    pub groups: [u32; 3],
}

/// Result of a computation.
pub enum Computed {
    /// Done, in this time by the host clock, in nanoseconds.
    In(u64),
    /// No engine computes it; stderr says why.
    Refused,
    /// It runs longer than `ZESIM_KERNEL_LIMIT_MS`: the device is lost, and what the kernel uses must stay.
    Endless,
}

/// What computes a module's kernels; built when the first of them is launched.
pub struct Program {
    /// Its SPIR-V modules, more than one if they are to be linked.
    parts: Vec<Vec<u8>>,
    /// By the engines' numbers.
    built: [OnceLock<Result<Handle, String>>; MOST_ENGINES],
}

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

impl Program {
    /// A program from one SPIR-V module, or from several that are to be linked.
    pub fn new(parts: Vec<Vec<u8>>) -> Self {
        Self { parts, built: Default::default() }
    }

    /// Computes a launch.
    ///
    /// # Safety
    /// The arguments point to what the kernel expects.
    pub unsafe fn run(&self, call: &Call<'_>) -> Computed {
        let name = call.code.display_name();
        let engines = match find::engines(&call.code.name) {
            Ok(engines) => engines,
            Err(why) => {
                say(format!("kernels like {name} take modelled time only: {why}"));
                return Computed::Refused;
            }
        };
        let mut refusals = Vec::new();
        for (engine, built) in engines.iter().zip(&self.built) {
            let built = built.get_or_init(|| {
                let _named = crash::name(engine.name, &call.code.name);
                engine.build(&self.parts)
            });
            let outcome = built.as_ref().map_err(Clone::clone).and_then(|program| {
                // SAFETY: as promised by the caller. An engine that refuses has not begun.
                unsafe { run(engine, *program, call) }
            });
            match outcome {
                Ok(Some(nanoseconds)) => return Computed::In(nanoseconds),
                Ok(None) => {
                    say(format!("kernel {name} does not end: the device is lost (ZESIM_KERNEL_LIMIT_MS)"));
                    return Computed::Endless;
                }
                Err(why) => refusals.push(why.trim().to_owned()),
            }
        }
        say(format!("kernel {name} takes modelled time only: {}", refusals.join("; ")));
        Computed::Refused
    }
}

/// Runs a kernel of a program; none if it does not end.
///
/// # Safety
/// The arguments point to what the kernel expects.
unsafe fn run(engine: &'static Engine, program: Handle, call: &Call<'_>) -> Result<Option<u64>, String> {
    let _named = crash::name(engine.name, &call.code.name);
    let kernel = engine.kernel(program, &call.code.name)?;
    for (index, (parameter, value)) in call.code.values(call.arguments).enumerate() {
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
    let (local, offset) = (wide(call.group_size), wide(call.offset));
    let groups = wide(call.groups);
    let global = [0, 1, 2].map(|side| local[side].saturating_mul(groups[side]));
    let ending = Arc::<Ending>::default();
    let began = host_now();
    engine.start(&kernel, offset, global, local, Arc::clone(&ending))?;
    let limit = settings().kernel_limit_ms.saturating_mul(1_000_000);
    if let Some(status) = ending.wait(deadline(limit)) {
        // What it has written so far remains, so another engine must not start over.
        if status < 0 {
            let name = call.code.display_name();
            say(format!("kernel {name}: {} fails: OpenCL error {status}", engine.name()));
        }
        return Ok(Some(host_now() - began));
    }
    // It is still running, so what it uses must stay.
    std::mem::forget(kernel);
    Ok(None)
}
