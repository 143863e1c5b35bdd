//! Unwind tables of a program's files, and the top of a stack. Input: two lengths of two bytes, the header's table, the
//! table, the stack.

use crate::target::Target;
use zetop_figures::call_site::{Registers, StackSample, addresses_by_tables};

pub const TARGET: Target = Target { name: "unwind", run, seeds };

fn run(input: &[u8]) {
    let Some((lengths, rest)) = input.split_at_checked(4) else { return };
    let length = |at: usize| usize::from(u16::from_le_bytes([lengths[at], lengths[at + 1]]));
    let (header, rest) = rest.split_at(length(0).min(rest.len()));
    let (table, stack) = rest.split_at(length(2).min(rest.len()));
    let registers = Registers { ip: 0x1010, sp: 0x7fff_0000, bp: 0x7fff_0040 };
    let sample = StackSample { registers, stack: stack.to_vec(), python: None, python_thread: None };
    assert!(addresses_by_tables(header, table, &sample).len() <= 1024);
}

/// The unwind tables of this program, as far as they go.
fn seeds() -> Vec<Vec<u8>> {
    use zetop_system::elf::{Headers, Limited, open_regular};
    let part = |name: &str, most: usize| -> Option<Vec<u8>> {
        let program = std::path::Path::new("/bin/true");
        let limited = Limited::new(open_regular(program).ok()?, 1 << 20);
        let headers = Headers::parse(&limited).ok()?;
        let section = headers.section(name)?;
        let at = section.sh_offset.get(headers.endian) as usize;
        let size = (section.sh_size.get(headers.endian) as usize).min(most);
        Some(std::fs::read(program).ok()?.get(at..at + size)?.to_vec())
    };
    let (header, table) = (part(".eh_frame_hdr", 4096), part(".eh_frame", 16_384));
    let (header, table) = (header.unwrap_or_default(), table.unwrap_or_default());
    let stack: Vec<u8> = (0..64u64).flat_map(|n| (0x1000 + n * 16).to_le_bytes()).collect();
    let lengths = [(header.len() as u16).to_le_bytes(), (table.len() as u16).to_le_bytes()].concat();
    vec![[lengths, header, table, stack].concat()]
}
