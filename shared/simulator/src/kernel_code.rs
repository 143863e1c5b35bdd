//! What a module says about a kernel: its name, its parameters, and what computes it.

use crate::Outcome;
use crate::kernels::{Arguments, Computation, computation};
use crate::spirv;
use level_zero_sys::*;
use std::ffi::CString;

/// A kernel of a module.
pub struct KernelCode {
    pub name: CString,
    pub parameters: Vec<spirv::Parameter>,
    pub required_group_size: Option<[u32; 3]>,
    pub computation: Option<Computation>,
    /// The kernel does nothing.
    pub is_empty: bool,
    /// Where each argument is in the block of all arguments.
    offsets: Vec<usize>,
    argument_bytes: usize,
}

impl KernelCode {
    pub fn new(kernel: spirv::Kernel) -> Self {
        let mut offsets = Vec::with_capacity(kernel.parameters.len());
        let mut end = 0;
        for parameter in &kernel.parameters {
            offsets.push(end);
            end += parameter.size().unwrap_or(8).next_multiple_of(8);
        }
        Self {
            computation: computation(&kernel.name, &kernel.parameters),
            is_empty: kernel.is_empty,
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

    /// Each parameter with the bytes of its argument.
    pub fn values<'a>(&'a self, bytes: &'a [u8]) -> impl Iterator<Item = (spirv::Parameter, &'a [u8])> {
        self.parameters.iter().enumerate().map(|(index, parameter)| {
            let at = self.offsets[index];
            (*parameter, bytes.get(at..at + self.room(index)).unwrap_or_default())
        })
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

    /// Bytes of all arguments together.
    pub fn argument_bytes(&self) -> usize {
        self.argument_bytes
    }

    /// Where an argument begins in the block of all arguments.
    pub fn offset(&self, index: usize) -> usize {
        self.offsets[index]
    }

    /// Bytes that an argument has room for.
    pub fn room(&self, index: usize) -> usize {
        self.parameters[index].size().unwrap_or(8)
    }
}
