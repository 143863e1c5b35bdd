//! A memory map without `/proc`: the segments of the loaded modules, with everything between them as memory
//! that may or may not exist. Readers find out safely ([`zetop_probe_core::access::copy`]).

use super::mapping::Mapping;
use std::ffi::{CStr, c_int, c_void};

const PAGE: usize = 4096;
/// Addresses that programs can have: above what mmap never gives out, below the kernel's half.
const FIRST: usize = 0x1_0000;
const LAST: usize = 1 << 47;
/// The dynamic linker gives the program itself no name.
const PROGRAM: &str = "/(program)";

pub fn mappings() -> Vec<Mapping> {
    let mut segments: Vec<Mapping> = Vec::new();
    // SAFETY: the callback matches its type; the data is the vector above, used during the call only.
    unsafe { libc::dl_iterate_phdr(Some(add), (&raw mut segments).cast()) };
    segments.sort_by_key(|segment| segment.start);
    with_gaps(segments)
}

unsafe extern "C" fn add(info: *mut libc::dl_phdr_info, _: usize, segments: *mut c_void) -> c_int {
    // SAFETY: `mappings` passes its vector; the dynamic linker passes a module of its list.
    let (info, segments) = unsafe { (&*info, &mut *segments.cast::<Vec<Mapping>>()) };
    let name = if info.dlpi_name.is_null() {
        String::new()
    } else {
        // SAFETY: a C string that lives as long as the module.
        unsafe { CStr::from_ptr(info.dlpi_name) }.to_string_lossy().into_owned()
    };
    let path = if name.is_empty() { PROGRAM.to_owned() } else { name };
    if !path.starts_with('/') || info.dlpi_phdr.is_null() {
        // the kernel's own
        return 0;
    }
    // SAFETY: the dynamic linker says where the program headers are, and how many.
    let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) };
    for header in headers.iter().filter(|header| header.p_type == libc::PT_LOAD) {
        let start = (info.dlpi_addr as usize).wrapping_add(header.p_vaddr as usize);
        segments.push(Mapping {
            start: start & !(PAGE - 1),
            end: start.wrapping_add(header.p_memsz as usize).next_multiple_of(PAGE),
            readable: header.p_flags & libc::PF_R != 0,
            writable: header.p_flags & libc::PF_W != 0,
            executable: header.p_flags & libc::PF_X != 0,
            path: path.clone(),
        });
    }
    0
}

/// How many modules the dynamic linker has ever loaded in this process.
pub fn ever_loaded() -> u64 {
    counts().0
}

/// How many of them it has unloaded again.
pub fn ever_unloaded() -> u64 {
    counts().1
}

fn counts() -> (u64, u64) {
    let mut counts = (0_u64, 0_u64);
    // SAFETY: the callback matches its type; the data are the numbers above, used during the call only.
    unsafe { libc::dl_iterate_phdr(Some(first), (&raw mut counts).cast()) };
    counts
}

unsafe extern "C" fn first(info: *mut libc::dl_phdr_info, _: usize, counts: *mut c_void) -> c_int {
    // SAFETY: `counts` passes its numbers; the dynamic linker passes a module, with the same numbers in each.
    unsafe { *counts.cast() = ((*info).dlpi_adds, (*info).dlpi_subs) };
    1
}

/// Puts nameless memory between the segments. It leaves a gap of a page after each: memory right after a
/// library's data would be taken for its continuation.
fn with_gaps(segments: Vec<Mapping>) -> Vec<Mapping> {
    let mut all = Vec::with_capacity(2 * segments.len() + 1);
    let mut from = FIRST;
    let gap = |start, end| Mapping {
        start,
        end,
        readable: true,
        writable: true,
        executable: false,
        path: String::new(),
    };
    for segment in segments {
        if segment.start > from {
            all.push(gap(from, segment.start));
        }
        from = from.max(segment.end.saturating_add(PAGE));
        all.push(segment);
    }
    all.push(gap(from, from.max(LAST)));
    all
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    #[test]
    fn the_dynamic_linker_knows_what_proc_says_of_modules() {
        let ours = mappings();
        assert!(ours.windows(2).all(|pair| pair[0].end <= pair[1].start), "in order, nothing twice");
        let named = |all: &[Mapping]| {
            let mut names: Vec<String> =
                all.iter().map(|m| m.path.clone()).filter(|p| p.contains(".so")).collect();
            names.sort();
            names.dedup();
            names.len()
        };
        assert_eq!(named(&ours), named(&read()));
        let local = 7_usize;
        let boxed = Box::new(8_usize);
        for address in [&raw const local as usize, &raw const *boxed as usize] {
            let at = ours.partition_point(|m| m.end <= address);
            assert!(ours[at].start <= address && ours[at].writable && !ours[at].is_file(), "{:?}", ours[at]);
        }
    }
}
