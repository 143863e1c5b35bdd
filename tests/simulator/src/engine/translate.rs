//! SPIR-V into LLVM's form, by the translator's program `llvm-spirv`.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::fd::FromRawFd;
use std::process::{Command, Stdio};

/// A file with these bytes that is nowhere else: the translator goes back and forth in what it reads.
fn in_memory(bytes: &[u8]) -> std::io::Result<File> {
    // SAFETY: a valid name.
    let file = unsafe { libc::memfd_create(c"spirv".as_ptr(), libc::MFD_CLOEXEC) };
    if file < 0 {
        return Err(std::io::Error::last_os_error());
    }
    // SAFETY: a file descriptor that is nobody else's.
    let mut file = unsafe { File::from_raw_fd(file) };
    file.write_all(bytes)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// Translates a module for this major version of LLVM (0: unknown).
pub(super) fn to_llvm(spirv: &[u8], llvm: u32) -> Result<Vec<u8>, String> {
    let of_version = format!("llvm-spirv-{llvm}");
    for program in [of_version.as_str(), "llvm-spirv"] {
        let child = Command::new(program)
            .args(["-r", "/dev/stdin", "-o", "-"])
            .stdin(in_memory(spirv).map_err(|error| error.to_string())?)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .env_remove("LD_PRELOAD")
            .spawn();
        let mut child = match child {
            Ok(child) => child,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(format!("{program}: {error}")),
        };
        let (mut made, mut said) = (Vec::new(), String::new());
        std::thread::scope(|scope| {
            let mut errors = child.stderr.take();
            let said = &mut said;
            scope.spawn(move || errors.as_mut().map(|errors| errors.read_to_string(said)));
            if let Some(mut output) = child.stdout.take() {
                drop(output.read_to_end(&mut made));
            }
        });
        // The program may have reaped it; what it has made tells how it went.
        drop(child.wait());
        const BITCODE: [u8; 2] = *b"BC";
        if made.starts_with(&BITCODE) {
            return Ok(made);
        }
        let line = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("no output");
        return Err(format!("{program} does not translate the module: {line}"));
    }
    Err(format!(
        "PoCL here reads no SPIR-V, and there is no {of_version} to translate it (apt install {of_version})"
    ))
}
