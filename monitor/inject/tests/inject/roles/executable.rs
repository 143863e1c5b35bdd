//! Another executable for a program that runs.

use std::ffi::c_int;
use std::ptr::null_mut;

/// Puts memory with the same bytes in place of each mapping of the program's own file: the kernel lets nobody have another
/// executable as long as the old one is mapped.
pub(super) fn leave_own_file() {
    let own = std::env::current_exe().unwrap_or_default();
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    for line in maps.lines().filter(|line| line.ends_with(&*own.to_string_lossy())) {
        let mut fields = line.split(' ');
        let range = fields.next().and_then(|range| range.split_once('-'));
        let (Some((start, end)), Some(access)) = (range, fields.next()) else { continue };
        let number = |text: &str| usize::from_str_radix(text, 16).unwrap_or(0);
        let (start, length) = (number(start), number(end) - number(start));
        let bits = [('r', libc::PROT_READ), ('w', libc::PROT_WRITE), ('x', libc::PROT_EXEC)];
        let access =
            bits.iter().filter(|(letter, _)| access.contains(*letter)).fold(0, |all, bit| all | bit.1);
        // SAFETY: the bytes stay as they are, and there is one thread. What runs meanwhile is the C library's.
        unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let copy = libc::mmap(null_mut(), length, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            copy.cast::<u8>().copy_from(start as *const u8, length);
            libc::mprotect(copy, length, access);
            libc::mremap(copy, length, length, libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED, start);
        }
    }
}

/// `struct prctl_mm_map` of the kernel.
#[repr(C)]
struct MemoryMap {
    /// Where code, data, heap, stack, arguments and environment begin and end.
    places: [u64; 11],
    auxv: u64,
    auxv_size: u32,
    exe_fd: u32,
}

/// Makes an open file the executable of this process; all else stays as it is.
pub(super) fn be(file: c_int) -> bool {
    const PR_SET_MM_MAP: c_int = 14;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map(|(_, rest)| rest.split_ascii_whitespace()).into_iter().flatten();
    let fields: Vec<u64> = fields.map(|field| field.parse().unwrap_or(0)).collect();
    // proc(5) counts from 1, and the first one here is the third there.
    let place = |number: usize| fields.get(number - 3).copied().unwrap_or(0);
    // SAFETY: it asks for no more memory.
    let heap = unsafe { libc::sbrk(0) } as u64;
    let (code, data) = ([place(26), place(27)], [place(45), place(46)]);
    let (arguments, environment) = ([place(48), place(49)], [place(50), place(51)]);
    let mut places = [0; 11];
    let all = [&code[..], &data, &[place(47), heap, place(28)], &arguments, &environment].concat();
    places.copy_from_slice(&all);
    let map = MemoryMap { places, auxv: 0, auxv_size: 0, exe_fd: file as u32 };
    // SAFETY: a live structure of this length.
    unsafe { libc::prctl(libc::PR_SET_MM, PR_SET_MM_MAP, &raw const map, size_of::<MemoryMap>(), 0) == 0 }
}
