//! Gives the specialization constants of a module their values.

use super::format::op;
use std::collections::HashMap;

const DECORATION_SPEC_ID: u32 = 1;

/// The value of a constant, by its number in the module. Smaller ones take its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constant {
    pub number: u32,
    pub value: [u8; 8],
}

/// Bytes of each constant, by its number.
pub fn constant_sizes(bytes: &[u8]) -> HashMap<u32, usize> {
    let words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let (mut numbers, mut types, mut sizes) = (HashMap::new(), HashMap::new(), HashMap::new());
    let mut rest = words.get(5..).unwrap_or_default();
    while let [first, ..] = rest {
        let count = ((first >> 16) as usize).max(1);
        let Some(operands) = rest.get(1..count) else { break };
        match (first & 0xffff, operands) {
            (op::DECORATE, [id, DECORATION_SPEC_ID, number]) => _ = numbers.insert(*id, *number),
            (op::TYPE_INT | op::TYPE_FLOAT, [id, bits, ..]) => _ = types.insert(*id, bits.div_ceil(8).min(8)),
            (op::SPEC_CONSTANT, [kind, id, ..]) => {
                if let (Some(number), Some(size)) = (numbers.get(id), types.get(kind)) {
                    sizes.insert(*number, *size as usize);
                }
            }
            (op::SPEC_CONSTANT_TRUE | op::SPEC_CONSTANT_FALSE, [_, id]) => {
                numbers.get(id).into_iter().for_each(|number| _ = sizes.insert(*number, 1));
            }
            _ => {}
        }
        rest = &rest[count..];
    }
    sizes
}

/// A module, read by [`kernels`](crate::spirv::kernels) before, with values for its constants.
pub fn specialized(bytes: &[u8], constants: &[Constant]) -> Vec<u8> {
    let mut words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let mut numbers = HashMap::new();
    let mut at = 5;
    while let Some(first) = words.get(at) {
        let (count, opcode) = ((first >> 16) as usize, first & 0xffff);
        let Some(operands) = words.get_mut(at + 1..at + count.max(1)) else { break };
        let value = |id: &u32| {
            let number = numbers.get(id)?;
            constants.iter().find(|constant| constant.number == *number).map(|constant| constant.value)
        };
        match (opcode, operands) {
            (op::DECORATE, [id, DECORATION_SPEC_ID, number]) => _ = numbers.insert(*id, *number),
            (op::SPEC_CONSTANT, [_, id, literal @ ..]) => {
                if let Some(value) = value(id) {
                    for (word, bytes) in literal.iter_mut().zip(value.as_chunks::<4>().0) {
                        *word = u32::from_le_bytes(*bytes);
                    }
                }
            }
            (op::SPEC_CONSTANT_TRUE | op::SPEC_CONSTANT_FALSE, [_, id]) => {
                if let Some(value) = value(id) {
                    let opcode = if value[0] == 0 { op::SPEC_CONSTANT_FALSE } else { op::SPEC_CONSTANT_TRUE };
                    words[at] = 3 << 16 | opcode;
                }
            }
            _ => {}
        }
        at += count.max(1);
    }
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instruction(opcode: u32, operands: &[u32]) -> Vec<u32> {
        [&[(operands.len() as u32 + 1) << 16 | opcode], operands].concat()
    }

    #[test]
    fn constants_are_replaced_by_their_numbers() {
        let module = |value: u32, long: [u32; 2], truth: u32| -> Vec<u8> {
            [
                vec![crate::spirv::MAGIC, 0x10000, 0, 10, 0],
                instruction(op::DECORATE, &[7, DECORATION_SPEC_ID, 100]),
                instruction(op::DECORATE, &[8, DECORATION_SPEC_ID, 101]),
                instruction(op::DECORATE, &[9, DECORATION_SPEC_ID, 102]),
                instruction(op::SPEC_CONSTANT, &[1, 7, value]),
                instruction(op::SPEC_CONSTANT, &[2, 8, long[0], long[1]]),
                instruction(truth, &[3, 9]),
            ]
            .concat()
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect()
        };
        let constant = |number, value: u64| Constant { number, value: value.to_le_bytes() };
        let made = specialized(
            &module(1, [2, 0], op::SPEC_CONSTANT_FALSE),
            &[constant(100, 11), constant(101, 5 << 32), constant(102, 1), constant(7, 99)],
        );
        assert_eq!(made, module(11, [0, 5], op::SPEC_CONSTANT_TRUE));
    }
}
