//! Code that other code has replaced: a plugin that was unloaded, and another one at its addresses. A stack that was copied before
//! that is not to be followed by the tables of the new one.

use crate::call_site::StackSample;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::time::{Duration, Instant};
use zetop_system::proc::code_map;

/// Between two looks at a process: a large one's mappings take a millisecond.
const LOOK: Duration = Duration::from_millis(250);
const MOST_MODULES: usize = 4096;
/// Replaced code of a process that is kept for who has not asked yet.
const MOST_REPLACED: usize = 64;

/// A mapped file: its device and inode, and where in it the code is.
type File = ((i32, i32), u64, u64);

/// Where a process's code is, as seen last.
#[derive(Debug, Default)]
pub struct Code {
    looked: Option<Instant>,
    /// How often.
    pub looks: u64,
    /// By start, with the end.
    mapped: BTreeMap<u64, (u64, File)>,
    /// What has been replaced, until somebody takes it.
    pub replaced: VecDeque<Range<u64>>,
}

impl Code {
    /// Looks at the process's mappings, unless that was done a moment ago and is not wanted `now`. True if code has been replaced.
    pub fn look(&mut self, pid: u32, now: bool) -> bool {
        if !now && self.looked.is_some_and(|at| at.elapsed() < LOOK) {
            return false;
        }
        self.looked = Some(Instant::now());
        self.looks += 1;
        let mut is_replaced = false;
        for map in code_map(pid) {
            is_replaced |= self.is_at(map.address.0..map.address.1, (map.dev, map.inode, map.offset));
        }
        is_replaced
    }

    /// Takes in that a file's code is there. True if another file's was.
    fn is_at(&mut self, range: Range<u64>, file: File) -> bool {
        if self.mapped.get(&range.start) == Some(&(range.end, file)) {
            return false;
        }
        let overlapping = self.mapped.range(..range.end).rev().take_while(|(_, (end, _))| *end > range.start);
        let before: Vec<(u64, File)> = overlapping.map(|(start, (_, file))| (*start, *file)).collect();
        for (start, _) in &before {
            self.mapped.remove(start);
        }
        if self.mapped.len() < MOST_MODULES {
            self.mapped.insert(range.start, (range.end, file));
        }
        // Part of the same file may have got other permissions.
        let (device, inode, _) = file;
        let is_other = before.iter().any(|(_, other)| (other.0, other.1) != (device, inode));
        if is_other {
            if self.replaced.len() >= MOST_REPLACED {
                self.replaced.pop_front();
            }
            self.replaced.push_back(range);
        }
        is_other
    }
}

/// Whether a stack may go through code at one of the ranges: a word on it is an address there.
pub fn may_be_in<'a>(ranges: impl IntoIterator<Item = &'a Range<u64>> + Clone, sample: &StackSample) -> bool {
    let is_in = |address: u64| ranges.clone().into_iter().any(|range| range.contains(&address));
    let words = sample.stack.chunks_exact(size_of::<u64>()).filter_map(|word| word.try_into().ok());
    is_in(sample.registers.ip) || words.map(u64::from_le_bytes).any(is_in)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call_site::Registers;

    const A: File = ((8, 1), 100, 0);
    const B: File = ((8, 1), 101, 0);

    #[test]
    fn code_of_another_file_replaces_what_was_there() {
        let mut code = Code::default();
        assert!(!code.is_at(0x1000..0x3000, A));
        assert!(!code.is_at(0x1000..0x3000, A), "is still there");
        assert!(!code.is_at(0x5000..0x6000, B), "elsewhere");
        assert!(!code.is_at(0x1000..0x2000, A), "less of the same file");
        assert!(code.replaced.is_empty());
        assert!(code.is_at(0x1800..0x2800, B), "over its end");
        assert!(code.is_at(0x4000..0x7000, A), "around the other one");
        assert_eq!(code.replaced, [0x1800..0x2800, 0x4000..0x7000]);
    }

    #[test]
    fn a_stack_with_an_address_in_it_may_go_through_it() {
        let stack = [7u64, 0x1fff, 9].iter().flat_map(|word| word.to_le_bytes()).collect();
        let registers = Registers { ip: 0x9000, sp: 0, bp: 0 };
        let sample = StackSample { registers, stack, ..StackSample::default() };
        let is_in = |range| may_be_in([&range], &sample);
        assert!(is_in(0x1000..0x2000) && is_in(0x9000..0x9001));
        assert!(!is_in(0x2000..0x3000) && !is_in(0x1000..0x1fff));
    }
}
