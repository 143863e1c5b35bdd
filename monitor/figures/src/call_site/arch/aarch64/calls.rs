//! Call instructions.

use super::ADDRESS;
use crate::call_site::calls::Called;
use crate::call_site::memory::Memory;

/// `None` if the instruction before the return address is no call.
pub(crate) fn called(memory: Memory<'_>, returns: u64) -> Option<Called> {
    let at = (returns & ADDRESS).checked_sub(4)?;
    let code = instruction(memory, at)?;
    if code & 0xfc00_0000 == 0x9400_0000 {
        // bl: a signed number of instructions in 26 bits
        let target = at.wrapping_add_signed(i64::from((code << 6).cast_signed() >> 6) * 4);
        memory.bytes(target, 4)?;
        return Some(Called::Function(linked(memory, target).unwrap_or(target)));
    }
    // blr, and with a check of the signature: blraa, blrab, blraaz, blrabz
    let is_by_register = code & 0xffff_fc1f == 0xd63f_0000 || code & 0xfeff_f800 == 0xd63f_0800;
    is_by_register.then_some(Called::Unknown)
}

fn instruction(memory: Memory<'_>, at: u64) -> Option<u32> {
    Some(u32::from_le_bytes(memory.bytes(at, 4)?.try_into().ok()?))
}

/// Where an entry of the linkage table leads, if there is one: `adrp x16, page; ldr x17, [x16, offset]`, behind a `bti c` maybe.
fn linked(memory: Memory<'_>, target: u64) -> Option<u64> {
    const BTI_C: u32 = 0xd503_245f;
    let at = if instruction(memory, target)? == BTI_C { target + 4 } else { target };
    let (page, load) = (instruction(memory, at)?, instruction(memory, at + 4)?);
    if page & 0x9f00_001f != 0x9000_0010 || load & 0xffc0_03ff != 0xf940_0211 {
        return None;
    }
    // 21 bits, the lower two in front
    let pages = (page >> 5 & 0x7_ffff) << 2 | page >> 29 & 3;
    let pages = i64::from((pages << 11).cast_signed() >> 11);
    let offset = u64::from(load >> 10 & 0xfff) * 8;
    memory.word((at & !0xfff).wrapping_add_signed(pages << 12).wrapping_add(offset))
}
