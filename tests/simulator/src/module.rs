//! Modules and kernels.

use crate::Outcome;
use crate::context::Context;
use crate::event::lock;
use crate::handle::{Kind, Shared};
use crate::kernels::{Arguments, Computation, computation};
use crate::spirv;
use level_zero_sys::*;
use std::ffi::CString;
use std::sync::{Arc, Mutex};

pub struct Module {
    pub context: Shared<Context>,
    /// The SPIR-V that it was made of, which is its native binary too.
    pub binary: Vec<u8>,
    pub kernels: Vec<Arc<KernelCode>>,
}
impl Kind for Module {
    const MAGIC: u64 = u64::from_le_bytes(*b"zemodule");
    type Raw = _ze_module_handle_t;
}

/// What a build had to say: nothing, or why it failed.
pub struct BuildLog {
    pub text: CString,
}
impl Kind for BuildLog {
    const MAGIC: u64 = u64::from_le_bytes(*b"buildlog");
    type Raw = _ze_module_build_log_handle_t;
}

/// A kernel of a module.
pub struct KernelCode {
    pub name: CString,
    pub parameters: Vec<spirv::Parameter>,
    pub required_group_size: Option<[u32; 3]>,
    pub computation: Option<Computation>,
    /// Where each argument is in the block of all arguments.
    offsets: Vec<usize>,
    argument_bytes: usize,
}

impl KernelCode {
    fn new(kernel: spirv::Kernel) -> Self {
        let mut offsets = Vec::with_capacity(kernel.parameters.len());
        let mut end = 0;
        for parameter in &kernel.parameters {
            offsets.push(end);
            end += parameter.size().unwrap_or(8).next_multiple_of(8);
        }
        Self {
            computation: computation(&kernel.name, &kernel.parameters),
            name: CString::new(kernel.name).unwrap_or_default(),
            parameters: kernel.parameters,
            required_group_size: kernel.required_group_size,
            offsets,
            argument_bytes: end,
        }
    }

    pub fn display_name(&self) -> &str {
        self.name.to_str().unwrap_or_default()
    }

    pub fn arguments<'a>(&'a self, bytes: &'a [u8]) -> Arguments<'a> {
        Arguments::new(bytes, &self.offsets)
    }

    /// Checks an argument's index and size.
    pub fn check_argument(&self, index: u32, size: usize) -> Outcome {
        match self.parameters.get(index as usize) {
            None => Err(ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX),
            Some(parameter) if parameter.size().is_some_and(|right| right != size) => {
                Err(ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE)
            }
            Some(_) => Ok(()),
        }
    }

    /// The place of an argument in a block of arguments.
    pub fn place<'a>(&self, block: &'a mut [u8], index: usize) -> &'a mut [u8] {
        let size = self.parameters[index].size().unwrap_or(8);
        &mut block[self.offsets[index]..][..size]
    }

    /// A block of arguments that are all zero.
    pub fn no_arguments(&self) -> Vec<u8> {
        vec![0; self.argument_bytes]
    }
}

pub struct Kernel {
    pub code: Arc<KernelCode>,
    pub module: Shared<Module>,
    pub state: Mutex<KernelState>,
}
impl Kind for Kernel {
    const MAGIC: u64 = u64::from_le_bytes(*b"zekernel");
    type Raw = _ze_kernel_handle_t;
}

/// What the program has set.
pub struct KernelState {
    pub arguments: Vec<u8>,
    pub group_size: [u32; 3],
    pub indirect_access: ze_kernel_indirect_access_flags_t,
}

impl Kernel {
    pub fn new(module: Shared<Module>, code: Arc<KernelCode>) -> Self {
        let state = KernelState {
            arguments: code.no_arguments(),
            group_size: code.required_group_size.unwrap_or([1, 1, 1]),
            indirect_access: 0,
        };
        Self { code, module, state: Mutex::new(state) }
    }

    /// The arguments and the work items of a group, as they are now.
    pub fn capture(&self) -> (Arc<[u8]>, u64) {
        let state = lock(&self.state);
        let items = state.group_size.iter().map(|size| u64::from(*size)).product();
        (state.arguments.as_slice().into(), items)
    }
}

impl Module {
    /// Builds a module from its inputs.
    pub fn build(context: Shared<Context>, inputs: &[&[u8]]) -> Result<Self, &'static str> {
        let mut kernels = Vec::new();
        for input in inputs {
            let found = spirv::kernels(input).ok_or("error: the input is not a SPIR-V module")?;
            kernels.extend(found.into_iter().map(|kernel| Arc::new(KernelCode::new(kernel))));
        }
        Ok(Self { context, binary: inputs.concat(), kernels })
    }

    pub fn kernel(&self, name: &std::ffi::CStr) -> Option<&Arc<KernelCode>> {
        self.kernels.iter().find(|kernel| kernel.name.as_c_str() == name)
    }
}
