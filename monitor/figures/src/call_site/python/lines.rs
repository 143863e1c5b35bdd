//! Which line an instruction of Python belongs to.
//!
//! Formats: `Objects/locations.md` (since 3.11) and `Objects/lnotab_notes.txt` (3.10) of CPython.

/// The line at an offset in a code object's instructions, in bytes. `None` if it has none.
pub fn line(table: &[u8], first: u32, offset: u64) -> Option<u32> {
    let mut bytes = table.iter().copied();
    let (mut line, mut end) = (i64::from(first), 0);
    // An entry begins with a byte whose highest bit is set: its kind, and how many instructions of two bytes it is for.
    while let Some(start) = bytes.next() {
        let kind = start >> 3 & 15;
        end += 2 * (u64::from(start & 7) + 1);
        let moves = match kind {
            0..=9 | 15 => 0,
            10..=12 => i64::from(kind) - 10,
            _ => signed(&mut bytes)?,
        };
        line = line.saturating_add(moves);
        // Columns, and where the expression ends.
        match kind {
            0..=9 => drop(bytes.next()),
            10..=12 => drop(bytes.by_ref().take(2).count()),
            14 => (0..3).try_for_each(|_| unsigned(&mut bytes).map(drop))?,
            _ => {}
        }
        if offset < end {
            return if kind == 15 { None } else { u32::try_from(line).ok() };
        }
    }
    None
}

/// Six bits a byte, the lowest first; the seventh says that there are more.
fn unsigned(bytes: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let (mut value, mut shift) = (0, 0);
    loop {
        let byte = bytes.next()?;
        value |= u64::from(byte & 63).checked_shl(shift)?;
        shift += 6;
        if byte & 64 == 0 {
            return Some(value);
        }
    }
}

/// The lowest bit is the sign.
fn signed(bytes: &mut impl Iterator<Item = u8>) -> Option<i64> {
    let value = unsigned(bytes)?;
    let size = i64::try_from(value >> 1).ok()?;
    Some(if value & 1 == 1 { -size } else { size })
}

/// The line of an instruction in Python 3.10, whose table has pairs of a number of bytes, and by how much the line changes
/// (-128: there is none).
pub fn line_3_10(table: &[u8], first: u32, offset: u64) -> Option<u32> {
    let (mut line, mut end) = (i64::from(first), 0);
    for [bytes, change] in table.as_chunks().0 {
        end += u64::from(*bytes);
        let has_none = *change == 0x80;
        if !has_none {
            line += i64::from(*change as i8);
        }
        if offset < end {
            return if has_none { None } else { u32::try_from(line).ok() };
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::process::Command;

    /// Prints, for each function of some modules: its first line, its table, and the line of each instruction.
    const TABLES: &str = "
import argparse, asyncio.base_events, ast, dis, sys, typing, types
def codes(code):
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from codes(each)
for module in argparse, asyncio.base_events, ast, typing:
    with open(module.__file__, encoding='utf-8') as file:
        whole = compile(file.read(), module.__file__, 'exec')
    for code in codes(whole):
        lines = [0] * (len(code.co_code) // 2)
        for start, end, line in code.co_lines():
            lines[start // 2 : end // 2] = [line or 0] * ((end - start) // 2)
        print(code.co_firstlineno, code.co_linetable.hex() or '-', *lines)
";

    #[test]
    fn lines_are_those_that_python_says() {
        let supported = |version: &(u32, u32)| ((3, 10)..=(3, 15)).contains(version);
        let pythons = zetop_testing::pythons();
        let mut checked = 0;
        for (version, python) in pythons.iter().filter(|(version, _)| supported(version)) {
            let output = Command::new(python).args(["-c", TABLES]).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            for function in String::from_utf8(output.stdout).unwrap().lines() {
                let [first, table, expected @ ..] = &function.split(' ').collect::<Vec<_>>()[..] else {
                    panic!()
                };
                let digits = table.trim_matches('-').as_bytes().as_chunks::<2>().0;
                let byte = |hex: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(hex).unwrap(), 16).unwrap();
                let table: Vec<u8> = digits.iter().map(byte).collect();
                let first = first.parse().unwrap();
                let line_at = if *version >= (3, 11) { line } else { line_3_10 };
                for (at, expected) in expected.iter().enumerate() {
                    let found = line_at(&table, first, 2 * at as u64);
                    assert_eq!(
                        found.unwrap_or(0),
                        expected.parse::<u32>().unwrap(),
                        "{version:?} {at} {function}"
                    );
                    checked += 1;
                }
            }
        }
        if checked == 0 {
            zetop_testing::skip!("no Python from 3.10 to 3.15");
        }
    }

    proptest! {
        #[test]
        fn damaged_tables_are_no_trouble(table: Vec<u8>, first: u32, offset: u16) {
            let _ = line(&table, first, offset.into());
            let _ = line_3_10(&table, first, offset.into());
        }
    }
}
