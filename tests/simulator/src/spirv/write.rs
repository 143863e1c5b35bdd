//! Makes minimal valid SPIR-V modules (OpenCL memory model, 64-bit addresses) with empty kernels.

use super::{
    EXECUTION_MODEL_KERNEL, MAGIC, Parameter, STORAGE_CLASS_CROSS_WORKGROUP, STORAGE_CLASS_WORKGROUP, op,
};
use std::collections::BTreeMap;

/// A module with a kernel for each name. The kernels that the simulator computes (see [`crate::kernels`]) get
/// their parameters, others have none.
pub fn module(names: &[&str]) -> Vec<u8> {
    let with_parameters: Vec<_> =
        names.iter().map(|name| (*name, crate::kernels::parameters(name))).collect();
    module_with(&with_parameters)
}

/// A module with a kernel for each name, with these parameters.
pub fn module_with(kernels: &[(&str, &[Parameter])]) -> Vec<u8> {
    let mut writer = Writer::default();
    let functions: Vec<u32> = kernels.iter().map(|_| writer.id()).collect();
    const CAPABILITY_ADDRESSES: u32 = 4;
    const CAPABILITY_KERNEL: u32 = 6;
    const CAPABILITY_INT64: u32 = 11;
    for capability in [CAPABILITY_ADDRESSES, CAPABILITY_KERNEL, CAPABILITY_INT64] {
        writer.instruction(op::CAPABILITY, &[capability]);
    }
    const ADDRESSING_PHYSICAL_64: u32 = 2;
    const MEMORY_OPENCL: u32 = 2;
    writer.instruction(op::MEMORY_MODEL, &[ADDRESSING_PHYSICAL_64, MEMORY_OPENCL]);
    for ((name, _), function) in kernels.iter().zip(&functions) {
        let mut operands = vec![EXECUTION_MODEL_KERNEL, *function];
        operands.extend(string(name));
        writer.instruction(op::ENTRY_POINT, &operands);
    }
    let types = Types::declare(&mut writer, kernels);
    for ((_, parameters), function) in kernels.iter().zip(&functions) {
        writer.instruction(op::FUNCTION, &[types.void, *function, 0, types.functions[*parameters]]);
        for parameter in *parameters {
            let id = writer.id();
            writer.instruction(op::FUNCTION_PARAMETER, &[types.values[parameter], id]);
        }
        let label = writer.id();
        writer.instruction(op::LABEL, &[label]);
        writer.instruction(op::RETURN, &[]);
        writer.instruction(op::FUNCTION_END, &[]);
    }
    writer.finish()
}

/// The types of a module, each declared once.
struct Types<'a> {
    void: u32,
    values: BTreeMap<Parameter, u32>,
    functions: BTreeMap<&'a [Parameter], u32>,
}

impl<'a> Types<'a> {
    fn declare(writer: &mut Writer, kernels: &[(&str, &'a [Parameter])]) -> Self {
        let void = writer.id();
        writer.instruction(op::TYPE_VOID, &[void]);
        let scalar = |writer: &mut Writer, opcode, rest: &[u32]| {
            let id = writer.id();
            writer.instruction(opcode, &[&[id], rest].concat());
            id
        };
        let float = scalar(writer, op::TYPE_FLOAT, &[32]);
        let word = scalar(writer, op::TYPE_INT, &[32, 0]);
        let mut values = BTreeMap::from([
            (Parameter::F32, float),
            (Parameter::U32, word),
            (Parameter::U64, scalar(writer, op::TYPE_INT, &[64, 0])),
            (Parameter::Buffer, scalar(writer, op::TYPE_POINTER, &[STORAGE_CLASS_CROSS_WORKGROUP, float])),
            (Parameter::Local, scalar(writer, op::TYPE_POINTER, &[STORAGE_CLASS_WORKGROUP, float])),
        ]);
        let mut functions = BTreeMap::new();
        for (_, parameters) in kernels {
            if functions.contains_key(parameters) {
                continue;
            }
            let ids: Vec<u32> = parameters
                .iter()
                .map(|parameter| match *parameter {
                    // Values without a type of their own are passed as a word.
                    Parameter::Bytes(_) | Parameter::Opaque => *values.entry(*parameter).or_insert(word),
                    known => values[&known],
                })
                .collect();
            let id = scalar(writer, op::TYPE_FUNCTION, &[&[void], ids.as_slice()].concat());
            functions.insert(*parameters, id);
        }
        Self { void, values, functions }
    }
}

#[derive(Default)]
struct Writer {
    words: Vec<u32>,
    last_id: u32,
}

impl Writer {
    fn id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
    }

    fn instruction(&mut self, opcode: u32, operands: &[u32]) {
        self.words.push((operands.len() as u32 + 1) << 16 | opcode);
        self.words.extend(operands);
    }

    fn finish(self) -> Vec<u8> {
        const VERSION_1_0: u32 = 0x0001_0000;
        let header = [MAGIC, VERSION_1_0, 0, self.last_id + 1, 0];
        header.iter().chain(&self.words).flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// A literal string in words, ended by zero.
fn string(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(bytes.len() / 4 * 4 + 4, 0);
    bytes.as_chunks::<4>().0.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect()
}
