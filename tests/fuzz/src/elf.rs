//! Headers of programs and libraries.

use crate::target::Target;
use std::path::Path;
use zetop_system::elf::{Headers, Limited, is_static, machine, open_regular, rpath};

pub const TARGET: Target = Target { name: "elf", run, seeds };

fn run(input: &[u8]) {
    let file = crate::temporary::file_with(input);
    let path = file.path();
    if let Ok(machine) = machine(path) {
        assert!(!machine.to_string().is_empty());
    }
    let _ = is_static(path);
    assert!(rpath(path, Path::new("/usr/bin/program")).len() <= input.len());
    let limited = Limited::new(open_regular(path).unwrap(), 1 << 20);
    if let Ok(headers) = Headers::parse(&limited) {
        let _ = headers.section(".text").and_then(|_| headers.build_id(&limited));
        if let Some(id) = headers.build_id(&limited) {
            assert!(id.len() <= 4096);
        }
    }
}

/// The headers of this program, and all of a small one.
fn seeds() -> Vec<Vec<u8>> {
    let programs = ["/bin/true", "/proc/self/exe"].map(Path::new);
    let read = |path: &Path| {
        let mut bytes = std::fs::read(path).ok()?;
        bytes.truncate(64 << 10);
        Some(bytes)
    };
    programs.into_iter().filter_map(read).collect()
}
