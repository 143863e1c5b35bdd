//! Function tables in another process's memory, read from outside: what an attach changes and a detach must
//! put back. A table is a row of pointers into the code of the driver, the loader or the probe.

use std::collections::BTreeMap;
use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use zetop_system::elf::{Headers, Limited, open_regular};

/// Shorter rows may be anything: a stack has a few of them.
const SHORTEST: usize = 4;
/// Larger mappings are mostly reserved memory, and can't hold a table.
const LARGEST: u64 = 256 << 20;

struct Mapping {
    range: Range<u64>,
    flags: String,
    path: String,
}

/// Address and value of every entry of every table.
#[derive(Debug, PartialEq, Eq)]
pub struct Tables {
    entries: BTreeMap<u64, u64>,
    probe: Vec<Range<u64>>,
}

fn mappings(pid: u32) -> Vec<Mapping> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/maps")).expect("the process runs");
    let parse = |line: &str| {
        let mut fields = line.split_whitespace();
        let (start, end) = fields.next()?.split_once('-')?;
        let range = u64::from_str_radix(start, 16).ok()?..u64::from_str_radix(end, 16).ok()?;
        Some(Mapping {
            range,
            flags: fields.next()?.to_owned(),
            path: fields.nth(3).unwrap_or("").to_owned(),
        })
    };
    text.lines().filter_map(parse).collect()
}

/// The code that binds a function at its first call, of each library: until then, the slot of the function points there. The slots
/// are in rows, as tables are, and change when the loader calls something for the first time.
fn stubs(mappings: &[Mapping]) -> Vec<Range<u64>> {
    let first = |at: &usize| mappings[..*at].iter().all(|before| before.path != mappings[*at].path);
    let libraries = (0..mappings.len()).filter(first).map(|at| &mappings[at]);
    let stubs = |library: &Mapping| {
        let file = Limited::new(open_regular(Path::new(&library.path)).ok()?, 1 << 20);
        let headers = Headers::parse(&file).ok()?;
        let plt = headers.section(".plt")?;
        let start = library.range.start + plt.sh_addr.get(headers.endian);
        Some(start..start + plt.sh_size.get(headers.endian))
    };
    libraries.filter(|library| library.path.contains("libze_loader")).filter_map(stubs).collect()
}

impl Tables {
    /// Reads all of a process's tables.
    ///
    /// # Panics
    /// It cannot be read.
    #[must_use]
    pub fn read(pid: u32) -> Self {
        let mappings = mappings(pid);
        let code = |names: &[&str]| -> Vec<Range<u64>> {
            let wanted = |m: &&Mapping| m.flags.contains('x') && names.iter().any(|n| m.path.contains(n));
            mappings.iter().filter(wanted).map(|m| m.range.clone()).collect()
        };
        // The simulated driver lies in a temporary file without a name of its own.
        let driver = crate::simulator().to_string_lossy();
        let known = code(&[
            &driver,
            "libze_sim",
            "libze_loader",
            "libzetop_probe_level_zero",
            "libze_validation_layer",
        ]);
        let probe = code(&["libzetop_probe_level_zero", "libze_validation_layer"]);
        let stubs = stubs(&mappings);
        // Most words are numbers.
        let lowest = known.iter().map(|range| range.start).min().unwrap_or(u64::MAX);
        let memory = File::open(format!("/proc/{pid}/mem")).expect("the process can be read");
        let mut entries = BTreeMap::new();
        for mapping in mappings.iter().filter(|m| m.flags.starts_with("rw") && !m.path.starts_with("[stack"))
        {
            // The probe's own data has pointers to its code.
            let length = mapping.range.end - mapping.range.start;
            if mapping.path.contains("zetop") || length > LARGEST {
                continue;
            }
            let mut bytes = vec![0; length as usize];
            // A mapping may go away meanwhile.
            if memory.read_exact_at(&mut bytes, mapping.range.start).is_err() {
                continue;
            }
            for (first, bytes) in written(&bytes) {
                let words: Vec<u64> =
                    bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
                rows(
                    &words,
                    |word| {
                        word >= lowest
                            && known.iter().any(|range| range.contains(&word))
                            && !stubs.iter().any(|range| range.contains(&word))
                    },
                    |at| {
                        entries.insert(mapping.range.start + (first + at * 8) as u64, words[at]);
                    },
                );
            }
        }
        Self { entries, probe }
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Entries of `before`'s tables that point into the probe now.
    #[must_use]
    pub fn wrapped_since(&self, before: &Self) -> usize {
        let ours = |value: &u64| self.probe.iter().any(|range| range.contains(value));
        before.entries.keys().filter_map(|at| self.entries.get(at)).filter(|value| ours(value)).count()
    }

    /// Words of a file's data, with the zeros after it, that point into the probe.
    ///
    /// # Panics
    /// The process cannot be read.
    #[must_use]
    pub fn words_to_probe_in(&self, pid: u32, path: &str) -> usize {
        let memory = File::open(format!("/proc/{pid}/mem")).expect("the process can be read");
        let mappings = mappings(pid);
        let mut count = 0;
        for (at, mapping) in mappings.iter().enumerate().filter(|(_, m)| m.flags.starts_with("rw")) {
            let behind =
                at > 0 && mapping.path.is_empty() && mappings[at - 1].range.end == mapping.range.start;
            let file = if behind { &mappings[at - 1].path } else { &mapping.path };
            if file == path {
                // What follows may be more than the file's zeros, even a stack.
                const ZEROS: u64 = 16 << 10;
                let length = mapping.range.end - mapping.range.start;
                let mut bytes = vec![0; if behind { length.min(ZEROS) } else { length } as usize];
                memory.read_exact_at(&mut bytes, mapping.range.start).expect("the process can be read");
                let words = bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
                count += words.filter(|word| self.probe.iter().any(|range| range.contains(word))).count();
            }
        }
        count
    }

    /// Entries of `before` that are not the same here.
    #[must_use]
    pub fn changed_since(&self, before: &Self) -> usize {
        before.entries.iter().filter(|(at, value)| self.entries.get(at) != Some(value)).count()
    }
}

/// The parts of some memory that are not pages of zeros, and where they are: to look at each word of all of it took a sixth of the
/// tests' processor time.
fn written(memory: &[u8]) -> Vec<(usize, &[u8])> {
    const PAGE: usize = 4096;
    let mut parts: Vec<Range<usize>> = Vec::new();
    for (number, page) in memory.chunks(PAGE).enumerate() {
        let at = number * PAGE;
        match parts.last_mut() {
            _ if page == &[0; PAGE][..page.len()] => {}
            Some(part) if part.end == at => part.end += page.len(),
            _ => parts.push(at..at + page.len()),
        }
    }
    parts.into_iter().map(|part| (part.start, &memory[part])).collect()
}

/// Calls `take` with every position of rows of at least [`SHORTEST`] words that are `wanted`.
fn rows(words: &[u64], wanted: impl Fn(u64) -> bool, mut take: impl FnMut(usize)) {
    let mut start = 0;
    for at in 0..=words.len() {
        if at < words.len() && wanted(words[at]) {
            continue;
        }
        if at - start >= SHORTEST {
            (start..at).for_each(&mut take);
        }
        start = at + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_zeros_are_left_out() {
        let mut memory = vec![0; 5 * 4096 + 16];
        assert_eq!(written(&memory), []);
        for at in [4096, 3 * 4096 - 1, 5 * 4096 + 3] {
            memory[at] = 1;
        }
        let found: Vec<_> = written(&memory).into_iter().map(|(at, part)| (at, part.len())).collect();
        assert_eq!(found, [(4096, 2 * 4096), (5 * 4096, 16)]);
    }

    /// An entry of a table seemed to have changed: the loader had called `strcmp`, or the like, for the first time.
    #[test]
    fn a_function_that_the_loader_binds_is_no_changed_entry() {
        // SAFETY: the loader, whose initialisation does what any program's does.
        let loader = unsafe { libc::dlopen(c"libze_loader.so.1".as_ptr(), libc::RTLD_LAZY) };
        if loader.is_null() {
            return zetop_testing::skip!("no Level Zero loader");
        }
        let before = Tables::read(std::process::id());
        // SAFETY: a function of the loader's, with the type that it has.
        unsafe {
            let init = libc::dlsym(loader, c"zeInit".as_ptr());
            assert!(!init.is_null());
            let init: extern "C" fn(u32) -> u32 = std::mem::transmute(init);
            init(0);
        }
        assert_eq!(Tables::read(std::process::id()).changed_since(&before), 0);
    }
}
