//! Call instructions.

use crate::call_site::calls::Called;
use crate::call_site::memory::Memory;

/// `None` if the instruction before the return address is no call.
pub(crate) fn called(memory: Memory<'_>, returns: u64) -> Option<Called> {
    let code = memory.bytes(returns.checked_sub(7)?, 7)?;
    let relative = |bytes: &[u8], from: u64| {
        let offset = i32::from_le_bytes(bytes.try_into().ok()?);
        Some(from.wrapping_add_signed(i64::from(offset)))
    };
    match code[..] {
        // call *[rip + offset]
        [_, 0xff, 0x15, ..] => memory.word(relative(&code[3..], returns)?).map(Called::Function),
        // call offset; these bytes may also be the end of something else before a shorter call.
        [_, _, 0xe8, ..]
            if let Some(target) = relative(&code[3..], returns).filter(|at| is_there(memory, *at)) =>
        {
            Some(Called::Function(linked(memory, target).unwrap_or(target)))
        }
        // call *register, call *[register + offset], call *fs:offset
        [.., 0xff, 0x10..=0x17 | 0xd0..=0xd7]
        | [.., 0xff, 0x14 | 0x50..=0x57, _]
        | [.., 0xff, 0x54, _, _]
        | [_, 0xff, 0x90..=0x97, ..]
        | [0xff, 0x14, 0x25, ..]
        | [0xff, 0x94, ..] => Some(Called::Unknown),
        _ => None,
    }
}

fn is_there(memory: Memory<'_>, address: u64) -> bool {
    memory.bytes(address, 1).is_some()
}

/// Where an entry of the linkage table leads, if there is one.
fn linked(memory: Memory<'_>, target: u64) -> Option<u64> {
    let code = memory.bytes(target, 12)?;
    // endbr64, bnd
    let mut at = if code.starts_with(&[0xf3, 0x0f, 0x1e, 0xfa]) { 4 } else { 0 };
    at += usize::from(code[at] == 0xf2);
    let jump = code.get(at..at + 6)?;
    // jmp *[rip + offset]
    if !jump.starts_with(&[0xff, 0x25]) {
        return None;
    }
    let offset = i32::from_le_bytes(jump[2..].try_into().ok()?);
    memory.word(target.wrapping_add(at as u64 + 6).wrapping_add_signed(i64::from(offset)))
}
