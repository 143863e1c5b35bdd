//! Whether CUPTI is in use by somebody else already. It does not tell. But it keeps the functions that were registered with it
//! side by side in its own data, where zeros were at first (looked at on an H100, in CUPTI of CUDA 12 and 13: before anybody has
//! used it, no pointer to code of the program's is there).

use crate::modules::{self, Module};
use zetop_probe_core::access::each_word;
use zetop_probe_core::own_file;

/// Libraries that CUPTI's data may point into without anybody's doing, by the beginnings of their names.
const KNOWN: [&str; 14] = [
    "libcupti.so",
    "libcuda.so",
    "libnvidia-",
    "libnvperf_",
    "libpcsamplingutil.so",
    "libc.so",
    "libm.so",
    "libdl.so",
    "librt.so",
    "libpthread.so",
    "ld-linux",
    "libstdc++.so",
    "libgcc_s.so",
    "[v",
];

/// True if the CUPTI at an address has pointers to functions of the program.
pub fn has_functions_of_the_program(cupti: usize) -> bool {
    let modules = modules::all();
    let Some(library) = modules.iter().find(|module| module.holds(cupti)) else { return false };
    let own = modules::own_address();
    let maps = own_file::read("/proc/self/maps".as_ref()).unwrap_or_default();
    let own_path = maps
        .lines()
        .filter_map(parse)
        .find(|code| (code.start..code.end).contains(&own))
        .map(|code| code.path);
    let others: Vec<Code<'_>> = maps
        .lines()
        .filter_map(parse)
        .filter(|code| !is_known(code.path) && own_path != Some(code.path))
        .collect();
    holds_pointer(library, &others)
}

fn holds_pointer(library: &Module, others: &[Code<'_>]) -> bool {
    /// Below this, a word may be a number as well as a pointer into a program that is not position-independent.
    const NUMBERS: usize = 1 << 32;
    let is_code = |word: usize| {
        let at = others.partition_point(|code| code.end <= word);
        others.get(at).is_some_and(|code| code.start <= word)
    };
    let (mut found, mut buffer) = (false, vec![0; 8192]);
    for (start, end) in &library.zeroed {
        let mut before = None;
        each_word(*start, *end, &mut buffer, |address, word| {
            if is_code(word) {
                found |= word >= NUMBERS || before == Some(address - size_of::<usize>());
                before = Some(address);
            }
        });
    }
    found
}

/// Memory with code.
struct Code<'a> {
    start: usize,
    end: usize,
    /// Empty where there is no file.
    path: &'a str,
}

/// A line of `/proc/self/maps`, if it is code.
fn parse(line: &str) -> Option<Code<'_>> {
    let mut fields = line.splitn(6, ' ');
    let (start, end) = fields.next()?.split_once('-')?;
    let number = |text| usize::from_str_radix(text, 16).ok();
    let path = fields.clone().nth(4).unwrap_or_default().trim_start();
    fields.next()?.contains('x').then_some(Code { start: number(start)?, end: number(end)?, path })
}

fn is_known(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    KNOWN.iter().any(|known| name.starts_with(known))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn code_of_the_system_and_of_the_driver_is_known() {
        let line = "7f60805a9000-7f60805f5000 r-xp 0004c000 00:2c 12345                          /usr/lib/libtorch_cpu.so";
        let code = parse(line).unwrap();
        assert_eq!((code.start, code.path), (0x7f60805a9000, "/usr/lib/libtorch_cpu.so"));
        assert!(!is_known(code.path) && !is_known(""), "a JIT's code has no file");
        assert!(
            is_known("/usr/lib/libcupti.so.2025.3.1") && is_known("[vdso]") && is_known("/lib/libc.so.6")
        );
        assert!(parse("7f60-7f70 rw-p 00000000 00:00 0 ").is_none());
    }

    static REGISTERED: [AtomicUsize; 3] = [const { AtomicUsize::new(0) }; 3];

    #[test]
    fn a_function_that_was_registered_is_found() {
        let address = REGISTERED[0].as_ptr() as usize;
        let module = modules::all().into_iter().find(|module| module.holds(address)).unwrap();
        let found = |code: &Code<'_>, words: [usize; 3]| {
            REGISTERED.iter().zip(words).for_each(|(to, word)| to.store(word, Relaxed));
            let code = Code { start: code.start, end: code.end, path: "" };
            let found = holds_pointer(&module, &[code]);
            REGISTERED.iter().for_each(|to| to.store(0, Relaxed));
            found
        };
        let library = Code { start: 0x7654_3210_0000, end: 0x7654_3220_0000, path: "" };
        assert!(!found(&library, [0; 3]) && found(&library, [0, library.start + 64, 0]));
        // A Python that is not position-independent.
        let low = Code { start: 0x0042_1000, end: 0x0042_2000, path: "" };
        assert!(!found(&low, [low.start, 0, low.start + 8]), "numbers");
        assert!(found(&low, [0, low.start + 8, low.start + 80]), "two functions");
    }
}
