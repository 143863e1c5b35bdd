//! Modules and kernels.

use crate::context::Context;
use crate::engine::Program;
use crate::handle::{HandleKind, Shared};
use crate::kernel_code::KernelCode;
use crate::spirv;
use level_zero_sys::*;
use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

pub struct Module {
    pub context: Shared<Context>,
    /// The SPIR-V that it was made of, which is its native binary too.
    pub binary: Vec<u8>,
    pub kernels: Vec<Arc<KernelCode>>,
    /// What computes its kernels, except those that this driver knows by name.
    pub program: Program,
}
impl HandleKind for Module {
    const MAGIC: u64 = u64::from_le_bytes(*b"zemodule");
    type Raw = _ze_module_handle_t;
}

/// What a build had to say: nothing, or why it failed.
pub struct BuildLog {
    pub text: CString,
}
impl HandleKind for BuildLog {
    const MAGIC: u64 = u64::from_le_bytes(*b"buildlog");
    type Raw = _ze_module_build_log_handle_t;
}

/// What a launch runs. Each kernel object has its own, so that threads that launch kernels of the same module
/// do not share a reference count.
pub struct Target {
    pub code: Arc<KernelCode>,
    pub module: Shared<Module>,
}

pub struct Kernel {
    pub target: Arc<Target>,
    /// The arguments, each from a word of its own on. (The program does not set the same kernel's arguments from
    /// two threads at once, so single words suffice.)
    arguments: Vec<AtomicU64>,
    group_size: [AtomicU32; 3],
    pub global_offset: [AtomicU32; 3],
    pub indirect_access: AtomicU32,
}
impl HandleKind for Kernel {
    const MAGIC: u64 = u64::from_le_bytes(*b"zekernel");
    type Raw = _ze_kernel_handle_t;
}

impl Kernel {
    pub fn new(module: Shared<Module>, code: Arc<KernelCode>) -> Self {
        let words = code.argument_bytes() / 8;
        Self {
            arguments: std::iter::repeat_with(AtomicU64::default).take(words).collect(),
            group_size: code.required_group_size.unwrap_or([1, 1, 1]).map(AtomicU32::new),
            global_offset: Default::default(),
            indirect_access: AtomicU32::new(0),
            target: Arc::new(Target { code, module }),
        }
    }

    /// Sets an argument; bytes that don't fit are dropped.
    pub fn set_argument(&self, index: usize, value: &[u8]) {
        let first = self.target.code.offset(index) / 8;
        // Nearly all arguments have 8 bytes or 4; storing those needs no loop.
        if let Ok(bytes) = <[u8; 8]>::try_from(value) {
            return self.arguments[first].store(u64::from_le_bytes(bytes), Relaxed);
        }
        if let Ok(bytes) = <[u8; 4]>::try_from(value) {
            return self.arguments[first].store(u32::from_le_bytes(bytes).into(), Relaxed);
        }
        let value = &value[..value.len().min(self.target.code.room(index))];
        for (place, bytes) in self.arguments[first..].iter().zip(value.chunks(8)) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            place.store(u64::from_le_bytes(word), Relaxed);
        }
    }

    pub fn set_group_size(&self, size: [u32; 3]) {
        for (place, side) in self.group_size.iter().zip(size) {
            place.store(side, Relaxed);
        }
    }

    /// The arguments, as they are now.
    pub fn arguments(&self) -> Vec<u8> {
        let mut arguments = Vec::with_capacity(8 * self.arguments.len());
        arguments.extend(self.arguments.iter().flat_map(|word| word.load(Relaxed).to_le_bytes()));
        arguments
    }

    pub fn group_size(&self) -> [u32; 3] {
        [0, 1, 2].map(|side| self.group_size[side].load(Relaxed))
    }
}

impl Module {
    /// Builds a module from its inputs, each with the values of its constants.
    pub fn build(
        context: Shared<Context>,
        inputs: &[(&[u8], Vec<spirv::Constant>)],
    ) -> Result<Self, &'static str> {
        let mut kernels = Vec::new();
        for (input, _) in inputs {
            let found = spirv::kernels(input).ok_or("error: the input is not a SPIR-V module")?;
            kernels.extend(found.into_iter().map(|kernel| Arc::new(KernelCode::new(kernel))));
        }
        let parts = inputs.iter().map(|(input, constants)| spirv::specialized(input, constants)).collect();
        let binary = inputs.iter().flat_map(|(input, _)| input.iter().copied()).collect();
        Ok(Self { context, binary, kernels, program: Program::new(parts) })
    }

    pub fn kernel(&self, name: &std::ffi::CStr) -> Option<&Arc<KernelCode>> {
        self.kernels.iter().find(|kernel| kernel.name.as_c_str() == name)
    }
}
