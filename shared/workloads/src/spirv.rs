//! Minimal SPIR-V modules: entry points with parameters and empty bodies.

/// A kernel's parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// A pointer to `f32` in global memory.
    Buffer,
    /// A pointer to `f32` in local memory.
    Local,
    U32,
    U64,
    F32,
}

/// A kernel to declare.
#[derive(Debug, Clone)]
pub struct Signature<'a> {
    pub name: &'a str,
    pub parameters: &'a [Parameter],
}

const VOID: u32 = 1;
const U32: u32 = 2;
const F32: u32 = 3;
const GLOBAL_F32: u32 = 4;
const U64: u32 = 5;
const LOCAL_F32: u32 = 6;
const FIRST_FREE: u32 = 7;

const KERNEL: u32 = 6;

use Parameter::{Buffer, F32 as Float, U32 as Word};

/// The kernels that the simulated GPU computes.
const COMPUTING: &[Signature<'static>] = &[
    Signature { name: "vector_add", parameters: &[Buffer, Buffer, Buffer, Word] },
    Signature { name: "saxpy", parameters: &[Float, Buffer, Buffer, Word] },
    Signature { name: "matmul", parameters: &[Buffer, Buffer, Buffer, Word] },
    Signature { name: "reduce_sum", parameters: &[Buffer, Buffer, Word] },
    Signature { name: "grid_copy", parameters: &[Buffer, Buffer, Word] },
    Signature { name: "stencil_5pt", parameters: &[Buffer, Buffer, Word, Word] },
];

/// A module with kernels called `names`: those that the simulated GPU computes have their parameters, any other has
/// none and takes time.
#[must_use]
pub fn named(names: &[&str]) -> Vec<u8> {
    let signature = |name| {
        let computing = COMPUTING.iter().find(|known| known.name == name);
        computing.cloned().unwrap_or(Signature { name, parameters: &[] })
    };
    let kernels: Vec<_> = names.iter().map(|name| signature(*name)).collect();
    module(&kernels)
}

/// A valid module of the OpenCL kind, in the byte order of the machine.
#[must_use]
pub fn module(kernels: &[Signature<'_>]) -> Vec<u8> {
    let mut next = FIRST_FREE;
    let mut id = || {
        next += 1;
        next - 1
    };
    // Function types must be unique: kernels with the same parameters share one.
    let mut function_types: Vec<(&[Parameter], u32)> = Vec::new();
    let mut functions = Vec::new();
    let mut entries = Vec::new();
    for kernel in kernels {
        let known = function_types.iter().find(|(parameters, _)| *parameters == kernel.parameters);
        let type_id = known.map_or_else(&mut id, |(_, type_id)| *type_id);
        if known.is_none() {
            function_types.push((kernel.parameters, type_id));
        }
        let function = id();
        entries.extend(instruction(15, &[&[KERNEL, function], literal(kernel.name).as_slice()].concat()));
        functions.extend(instruction(54, &[VOID, function, 0, type_id])); // OpFunction
        for parameter in kernel.parameters {
            functions.extend(instruction(55, &[type_of(*parameter), id()])); // OpFunctionParameter
        }
        functions.extend(instruction(248, &[id()])); // OpLabel
        functions.extend(instruction(253, &[])); // OpReturn
        functions.extend(instruction(56, &[])); // OpFunctionEnd
    }
    let mut words = vec![0x0723_0203, 0x0001_0000, 0, id(), 0];
    words.extend(instruction(17, &[4])); // OpCapability Addresses
    words.extend(instruction(17, &[6])); // OpCapability Kernel
    words.extend(instruction(17, &[11])); // OpCapability Int64
    words.extend(instruction(14, &[2, 2])); // OpMemoryModel Physical64 OpenCL
    words.extend(entries);
    words.extend(instruction(19, &[VOID])); // OpTypeVoid
    words.extend(instruction(21, &[U32, 32, 0])); // OpTypeInt
    words.extend(instruction(21, &[U64, 64, 0])); // OpTypeInt
    words.extend(instruction(22, &[F32, 32])); // OpTypeFloat
    words.extend(instruction(32, &[GLOBAL_F32, 5, F32])); // OpTypePointer CrossWorkgroup
    words.extend(instruction(32, &[LOCAL_F32, 4, F32])); // OpTypePointer Workgroup
    for (parameters, type_id) in function_types {
        let types: Vec<u32> = parameters.iter().map(|parameter| type_of(*parameter)).collect();
        words.extend(instruction(33, &[&[type_id, VOID], types.as_slice()].concat())); // OpTypeFunction
    }
    words.extend(functions);
    words.into_iter().flat_map(u32::to_ne_bytes).collect()
}

fn type_of(parameter: Parameter) -> u32 {
    match parameter {
        Parameter::Buffer => GLOBAL_F32,
        Parameter::Local => LOCAL_F32,
        Parameter::U32 => U32,
        Parameter::U64 => U64,
        Parameter::F32 => F32,
    }
}

fn instruction(opcode: u32, operands: &[u32]) -> Vec<u32> {
    let count = operands.len() as u32 + 1;
    [&[count << 16 | opcode], operands].concat()
}

/// A string in words, ended by at least one zero byte.
fn literal(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize((bytes.len() / 4 + 1) * 4, 0);
    bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_fill_the_module_exactly() {
        let parameters = [Parameter::F32, Parameter::Buffer, Parameter::U32];
        let bytes = module(&[
            Signature { name: "saxpy", parameters: &parameters },
            Signature { name: "four", parameters: &parameters },
            Signature { name: "none", parameters: &[] },
        ]);
        let words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_ne_bytes(*word)).collect();
        let mut opcodes = Vec::new();
        let mut at = 5;
        while at < words.len() {
            opcodes.push(words[at] & 0xffff);
            at += (words[at] >> 16) as usize;
        }
        assert_eq!(at, words.len());
        let count = |opcode: u32| opcodes.iter().filter(|o| **o == opcode).count();
        assert_eq!((count(15), count(54), count(55), count(33)), (3, 3, 6, 2));
    }

    #[test]
    fn names_end_with_a_zero() {
        assert_eq!(literal("abcd"), [u32::from_le_bytes(*b"abcd"), 0]);
        assert_eq!(literal("ab"), [u32::from_le_bytes(*b"ab\0\0")]);
    }
}
