//! Finds the kernels of a SPIR-V module.

use super::{
    EXECUTION_MODE_LOCAL_SIZE, EXECUTION_MODEL_KERNEL, MAGIC, Parameter, STORAGE_CLASS_CROSS_WORKGROUP,
    STORAGE_CLASS_WORKGROUP, op,
};
use std::collections::{HashMap, HashSet};

/// An entry point of the execution model Kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    pub name: String,
    pub parameters: Vec<Parameter>,
    /// The work-group size that the module demands.
    pub required_group_size: Option<[u32; 3]>,
}

/// What a type id stands for, when it is one that a parameter can have.
#[derive(Clone, Copy)]
enum Type {
    Int { bits: u32 },
    Float { bits: u32 },
    Vector { component: u32, count: u32 },
    Pointer { class: u32 },
}

/// The kernels of a module, in its order; none if it is not SPIR-V.
pub fn kernels(bytes: &[u8]) -> Option<Vec<Kernel>> {
    let words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect();
    if words.len() < 5 || words[0] != MAGIC || !bytes.len().is_multiple_of(4) {
        return None;
    }
    let mut entries = Vec::new();
    let mut sizes = HashMap::new();
    let mut types = HashMap::new();
    let mut by_value = HashSet::new();
    let mut functions: HashMap<u32, Vec<(u32, u32)>> = HashMap::new();
    let mut function = None;
    let mut rest = &words[5..];
    while let [first, ..] = rest {
        let (count, opcode) = ((first >> 16) as usize, first & 0xffff);
        if count == 0 || count > rest.len() {
            return None;
        }
        let operands = &rest[1..count];
        rest = &rest[count..];
        match (opcode, operands) {
            (op::ENTRY_POINT, [EXECUTION_MODEL_KERNEL, id, name @ ..]) => entries.push((*id, string(name))),
            (op::EXECUTION_MODE, [id, EXECUTION_MODE_LOCAL_SIZE, x, y, z]) => {
                sizes.insert(*id, [*x, *y, *z]);
            }
            (op::DECORATE, [id, DECORATION_PARAMETER_ATTRIBUTE, ATTRIBUTE_BY_VALUE]) => {
                by_value.insert(*id);
            }
            (op::TYPE_INT, [id, bits, _]) => _ = types.insert(*id, Type::Int { bits: *bits }),
            (op::TYPE_FLOAT, [id, bits, ..]) => _ = types.insert(*id, Type::Float { bits: *bits }),
            (op::TYPE_VECTOR, [id, component, count]) => {
                types.insert(*id, Type::Vector { component: *component, count: *count });
            }
            (op::TYPE_POINTER, [id, class, _]) => _ = types.insert(*id, Type::Pointer { class: *class }),
            (op::FUNCTION, [_, id, ..]) => {
                functions.insert(*id, Vec::new());
                function = Some(*id);
            }
            (op::FUNCTION_PARAMETER, [kind, id]) => {
                function
                    .and_then(|f| functions.get_mut(&f))
                    .into_iter()
                    .for_each(|list| list.push((*kind, *id)));
            }
            (op::FUNCTION_END, _) => function = None,
            _ => {}
        }
    }
    let parameter = |&(kind, id): &(u32, u32)| match by_value.contains(&id) {
        true => Parameter::Opaque,
        false => parameter_of(&types, kind),
    };
    let kernel = |(id, name): (u32, String)| Kernel {
        name,
        parameters: functions.get(&id).map(|list| list.iter().map(parameter).collect()).unwrap_or_default(),
        required_group_size: sizes.get(&id).copied(),
    };
    Some(entries.into_iter().map(kernel).collect())
}

const DECORATION_PARAMETER_ATTRIBUTE: u32 = 38;
const ATTRIBUTE_BY_VALUE: u32 = 2;

fn parameter_of(types: &HashMap<u32, Type>, id: u32) -> Parameter {
    match types.get(&id) {
        Some(Type::Int { bits: 32 }) => Parameter::U32,
        Some(Type::Int { bits: 64 }) => Parameter::U64,
        Some(Type::Float { bits: 32 }) => Parameter::F32,
        Some(Type::Int { bits } | Type::Float { bits }) => Parameter::Bytes(bits.div_ceil(8)),
        Some(Type::Vector { component, count }) => match types.get(component) {
            // A vector of three takes the room of one of four.
            Some(Type::Int { bits } | Type::Float { bits }) => {
                Parameter::Bytes(bits.div_ceil(8) * count.next_power_of_two())
            }
            _ => Parameter::Opaque,
        },
        Some(Type::Pointer { class: STORAGE_CLASS_WORKGROUP }) => Parameter::Local,
        Some(Type::Pointer { class: STORAGE_CLASS_CROSS_WORKGROUP }) => Parameter::Buffer,
        Some(Type::Pointer { .. }) | None => Parameter::Opaque,
    }
}

/// A literal string: UTF-8 in words, ended by zero.
fn string(words: &[u32]) -> String {
    let bytes: Vec<u8> =
        words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spirv::{module, module_with};

    #[test]
    fn modules_made_here_are_read_back() {
        let parameters =
            [Parameter::F32, Parameter::Buffer, Parameter::Local, Parameter::U64, Parameter::U32];
        let bytes = module_with(&[("first", &parameters), ("a_longer_name", &[]), ("again", &parameters)]);
        let kernels = kernels(&bytes).expect("valid");
        let names: Vec<_> = kernels.iter().map(|k| k.name.as_str()).collect();
        assert_eq!(names, ["first", "a_longer_name", "again"]);
        assert_eq!(kernels[0].parameters, parameters);
        assert_eq!(kernels[1].parameters, []);
    }

    #[test]
    fn named_kernels_have_their_parameters() {
        let kernels = kernels(&module(&["saxpy", "nothing_special"])).expect("valid");
        use Parameter::{Buffer, F32, U32};
        assert_eq!(kernels[0].parameters, [F32, Buffer, Buffer, U32]);
        assert_eq!(kernels[1].parameters, []);
    }

    #[test]
    fn what_is_not_spirv_is_refused() {
        assert_eq!(kernels(b""), None);
        assert_eq!(kernels(&[0; 64]), None);
        let mut cut = module(&["k"]);
        // In the middle of the label.
        cut.truncate(cut.len() - 12);
        assert_eq!(kernels(&cut), None);
    }
}
