//! Finds the kernels of a SPIR-V module.

use super::format::{
    EXECUTION_MODE_LOCAL_SIZE, EXECUTION_MODEL_KERNEL, MAGIC, STORAGE_CLASS_CROSS_WORKGROUP,
    STORAGE_CLASS_WORKGROUP, op,
};
use super::parameter::Parameter;
use std::collections::{HashMap, HashSet};

/// An entry point of the execution model Kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    pub name: String,
    pub parameters: Vec<Parameter>,
    /// The work-group size that the module demands.
    pub required_group_size: Option<[u32; 3]>,
    /// It does nothing.
    pub is_empty: bool,
}

/// What a type id stands for, when it is one that a parameter can have.
enum Type {
    Int { bits: u32 },
    Float { bits: u32 },
    Vector { component: u32, count: u32 },
    Array { element: u32, length: u32 },
    Struct { members: Vec<u32> },
    Pointer { class: u32, to: u32 },
}

/// The types of a module, and the values of constants that are lengths of arrays.
#[derive(Default)]
struct Types {
    types: HashMap<u32, Type>,
    constants: HashMap<u32, u32>,
    packed: HashSet<u32>,
}

impl Types {
    /// Size and alignment.
    fn layout(&self, id: u32) -> Option<(u32, u32)> {
        let same = |size: u32| (size, size);
        match self.types.get(&id)? {
            Type::Int { bits } | Type::Float { bits } => Some(same(bits.div_ceil(8))),
            Type::Pointer { .. } => Some(same(8)),
            // A vector of three takes the room of one of four.
            Type::Vector { component, count } => {
                Some(same(self.layout(*component)?.0.checked_mul(count.next_power_of_two())?))
            }
            Type::Array { element, length } => {
                let (size, alignment) = self.layout(*element)?;
                Some((size.checked_mul(*self.constants.get(length)?)?, alignment))
            }
            Type::Struct { members } => {
                let (mut end, mut widest) = (0_u32, 1);
                for member in members {
                    let (size, alignment) = self.layout(*member)?;
                    let alignment = if self.packed.contains(&id) { 1 } else { alignment };
                    end = end.checked_next_multiple_of(alignment)?.checked_add(size)?;
                    widest = widest.max(alignment);
                }
                Some((end.checked_next_multiple_of(widest)?, widest))
            }
        }
    }

    fn parameter(&self, id: u32, by_value: bool) -> Parameter {
        let bytes = |id| self.layout(id).map_or(Parameter::Opaque, |(size, _)| Parameter::Bytes(size));
        match self.types.get(&id) {
            Some(Type::Int { bits: 32 }) => Parameter::U32,
            Some(Type::Int { bits: 64 }) => Parameter::U64,
            Some(Type::Float { bits: 32 }) => Parameter::F32,
            Some(Type::Pointer { to, .. }) if by_value => bytes(*to),
            Some(Type::Pointer { class: STORAGE_CLASS_WORKGROUP, .. }) => Parameter::Local,
            Some(Type::Pointer { class: STORAGE_CLASS_CROSS_WORKGROUP, .. }) => Parameter::Buffer,
            Some(Type::Pointer { class: STORAGE_CLASS_UNIFORM_CONSTANT, .. }) => Parameter::Buffer,
            Some(Type::Pointer { .. }) | None => Parameter::Opaque,
            Some(_) => bytes(id),
        }
    }
}

/// The kernels of a module, in its order; none if it is not SPIR-V.
pub fn kernels(bytes: &[u8]) -> Option<Vec<Kernel>> {
    let words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect();
    if words.len() < 5 || words[0] != MAGIC || !bytes.len().is_multiple_of(4) {
        return None;
    }
    let mut entries = Vec::new();
    let mut sizes = HashMap::new();
    let mut types = Types::default();
    let mut by_value = HashSet::new();
    let mut functions: HashMap<u32, Function> = HashMap::new();
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
            (op::DECORATE, [id, DECORATION_PACKED]) => _ = types.packed.insert(*id),
            (op::CONSTANT, [_, id, value, ..]) => _ = types.constants.insert(*id, *value),
            (op::TYPE_INT, [id, bits, _]) => _ = types.types.insert(*id, Type::Int { bits: *bits }),
            (op::TYPE_FLOAT, [id, bits, ..]) => _ = types.types.insert(*id, Type::Float { bits: *bits }),
            (op::TYPE_VECTOR, [id, component, count]) => {
                types.types.insert(*id, Type::Vector { component: *component, count: *count });
            }
            (op::TYPE_ARRAY, [id, element, length]) => {
                types.types.insert(*id, Type::Array { element: *element, length: *length });
            }
            // A structure is made of types that come before it, which also rules out circles.
            (op::TYPE_STRUCT, [id, members @ ..]) if members.iter().all(|m| types.types.contains_key(m)) => {
                types.types.insert(*id, Type::Struct { members: members.to_vec() });
            }
            (op::TYPE_POINTER, [id, class, to]) => {
                types.types.insert(*id, Type::Pointer { class: *class, to: *to });
            }
            (op::FUNCTION, [_, id, ..]) => {
                functions.insert(*id, Function::default());
                function = Some(*id);
            }
            (op::FUNCTION_END, _) => function = None,
            (opcode, operands) => {
                let Some(function) = function.and_then(|f| functions.get_mut(&f)) else { continue };
                match (opcode, operands) {
                    (op::FUNCTION_PARAMETER, [kind, id]) => function.parameters.push((*kind, *id)),
                    (op::LABEL | op::RETURN, _) => {}
                    _ => function.works = true,
                }
            }
        }
    }
    let kernel = |(id, name): (u32, String)| {
        let function = functions.get(&id);
        let parameters = function.map(|function| function.parameters.as_slice()).unwrap_or_default();
        Kernel {
            name,
            parameters: parameters
                .iter()
                .map(|(kind, id)| types.parameter(*kind, by_value.contains(id)))
                .collect(),
            required_group_size: sizes.get(&id).copied(),
            is_empty: !function.is_some_and(|function| function.works),
        }
    };
    Some(entries.into_iter().map(kernel).collect())
}

/// What is known of a function.
#[derive(Default)]
struct Function {
    /// Types and ids.
    parameters: Vec<(u32, u32)>,
    /// There is more in it than its end.
    works: bool,
}

const DECORATION_PACKED: u32 = 10;
const DECORATION_PARAMETER_ATTRIBUTE: u32 = 38;
const ATTRIBUTE_BY_VALUE: u32 = 2;
const STORAGE_CLASS_UNIFORM_CONSTANT: u32 = 0;

/// A literal string: UTF-8 in words, ended by zero.
fn string(words: &[u32]) -> String {
    let bytes: Vec<u8> =
        words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_workloads::spirv::{self, Signature, named};

    #[test]
    fn modules_of_the_workloads_are_read() {
        use spirv::Parameter as Made;
        let made = [Made::F32, Made::Buffer, Made::Local, Made::U64, Made::U32];
        let parameters =
            [Parameter::F32, Parameter::Buffer, Parameter::Local, Parameter::U64, Parameter::U32];
        let bytes = spirv::module(&[
            Signature { name: "first", parameters: &made },
            Signature { name: "a_longer_name", parameters: &[] },
            Signature { name: "again", parameters: &made },
        ]);
        let kernels = kernels(&bytes).expect("valid");
        let names: Vec<_> = kernels.iter().map(|k| k.name.as_str()).collect();
        assert_eq!(names, ["first", "a_longer_name", "again"]);
        assert_eq!(kernels[0].parameters, parameters);
        assert_eq!(kernels[1].parameters, []);
        assert!(kernels.iter().all(|kernel| kernel.is_empty));
    }

    #[test]
    fn named_kernels_have_their_parameters() {
        let kernels = kernels(&named(&["saxpy", "nothing_special"])).expect("valid");
        assert_eq!(kernels[0].parameters, crate::kernels::parameters("saxpy"));
        assert_eq!(kernels[0].parameters.len(), 4);
        assert_eq!(kernels[1].parameters, []);
    }

    #[test]
    fn what_is_not_spirv_is_refused() {
        assert_eq!(kernels(b""), None);
        assert_eq!(kernels(&[0; 64]), None);
        let mut cut = named(&["k"]);
        // In the middle of the label.
        cut.truncate(cut.len() - 12);
        assert_eq!(kernels(&cut), None);
    }
}
