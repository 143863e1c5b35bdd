//! For a PoCL that does not read SPIR-V: links modules (`spirv-link`) and translates them into LLVM's form
//! (`llvm-spirv`), with these programs. Also compiles OpenCL C into SPIR-V (`clang`, `llvm-spirv`).

use crate::spirv;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::process::{Command, Stdio};

/// A file with these bytes and no name; a pipe would not do, since the translator seeks in its input.
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

/// What a program writes to stdout and stderr; `None` if it is not installed.
fn output_of(program: &str, arguments: &[&str], input: File) -> Result<Option<(Vec<u8>, String)>, String> {
    let child = Command::new(program)
        .args(arguments)
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env_remove("LD_PRELOAD")
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
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
    // The user's program may have reaped it; its output shows whether it succeeded.
    drop(child.wait());
    Ok(Some((made, said)))
}

fn first_line(said: &str) -> &str {
    said.lines().find(|line| !line.trim().is_empty()).unwrap_or("no output")
}

/// What LLVM's form begins with.
const BITCODE: [u8; 2] = *b"BC";

/// Translates a module for this major version of LLVM (0: unknown).
pub(super) fn to_llvm(spirv: &[u8], llvm: u32) -> Result<Vec<u8>, String> {
    let of_version = format!("llvm-spirv-{llvm}");
    for program in [of_version.as_str(), "llvm-spirv"] {
        let input = in_memory(spirv).map_err(|error| error.to_string())?;
        let Some((made, said)) = output_of(program, &["-r", "/dev/stdin", "-o", "-"], input)? else {
            continue;
        };
        if made.starts_with(&BITCODE) {
            return Ok(made);
        }
        return Err(format!("{program} does not translate the module: {}", first_line(&said)));
    }
    Err(format!(
        "PoCL here reads no SPIR-V, and there is no {of_version} to translate it (apt install {of_version})"
    ))
}

/// Compiles OpenCL C; on failure, the compiler's messages, or that there is no compiler.
pub fn compile(source: &[u8], flags: &str) -> Result<Vec<u8>, Refusal> {
    let failed = |why: String| Refusal::Failed(why);
    // Options that change the meaning of the source, but none that name files to write.
    let meant = |flag: &&str| {
        ["-D", "-U", "-I", "-cl-", "-w", "-W", "-O"].iter().any(|start| flag.starts_with(start))
    };
    let flags: Vec<&str> = flags.split_ascii_whitespace().filter(meant).collect();
    for version in COMPILERS {
        let (clang, translator) = (format!("clang-{version}"), format!("llvm-spirv-{version}"));
        let mut arguments =
            vec!["-c", "-x", "cl", "-target", "spir64", "-Xclang", "-finclude-default-header", "-O1"];
        arguments.extend(["-emit-llvm", "-cl-std=CL2.0"]);
        arguments.extend(&flags);
        arguments.extend(["-o", "-", "-"]);
        let input = |bytes: &[u8]| in_memory(bytes).map_err(|error| failed(error.to_string()));
        let Some((llvm, said)) = output_of(&clang, &arguments, input(source)?).map_err(failed)? else {
            continue;
        };
        if !llvm.starts_with(&BITCODE) {
            return Err(failed(said));
        }
        let translate = ["/dev/stdin", "-o", "-"];
        match output_of(&translator, &translate, input(&llvm)?).map_err(failed)? {
            Some((made, _)) if made.starts_with(&spirv::MAGIC.to_le_bytes()) => return Ok(made),
            Some((_, said)) => return Err(failed(said)),
            None => {}
        }
    }
    Err(Refusal::NoCompiler)
}

/// Major versions of LLVM whose compilers and translators are tried.
const COMPILERS: [u32; 6] = [15, 19, 18, 17, 16, 14];

/// Why OpenCL C is not compiled.
pub enum Refusal {
    NoCompiler,
    Failed(String),
}

/// One module linked of several.
pub(super) fn linked(parts: &[Vec<u8>]) -> Result<Vec<u8>, String> {
    let files = same_version(parts)
        .iter()
        .map(|part| in_memory(part))
        .collect::<std::io::Result<Vec<_>>>()
        .map_err(|error| error.to_string())?;
    // The files are closed in the child, which opens them through this process.
    let path = |file: &File| format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd());
    let paths: Vec<String> = files.iter().map(path).collect();
    let mut arguments: Vec<&str> = paths.iter().map(String::as_str).collect();
    arguments.extend(["-o", "/dev/stdout"]);
    let input = in_memory(&[]).map_err(|error| error.to_string())?;
    match output_of("spirv-link", &arguments, input)? {
        Some((made, _)) if made.starts_with(&spirv::MAGIC.to_le_bytes()) => Ok(made),
        Some((_, said)) => Err(format!("spirv-link does not link the modules: {}", first_line(&said))),
        None => Err("the module is linked of several, and there is no spirv-link (apt install spirv-tools)"
            .to_owned()),
    }
}

/// The modules, all set to the latest of their versions, since the linker requires a single one.
fn same_version(parts: &[Vec<u8>]) -> Vec<Vec<u8>> {
    const PLACE: std::ops::Range<usize> = 4..8;
    let version =
        |part: &Vec<u8>| part.get(PLACE).and_then(|word| word.try_into().ok()).map(u32::from_le_bytes);
    let latest = parts.iter().filter_map(version).max().unwrap_or(0);
    let mut parts = parts.to_vec();
    for place in parts.iter_mut().filter_map(|part| part.get_mut(PLACE)) {
        place.copy_from_slice(&latest.to_le_bytes());
    }
    parts
}

#[cfg(test)]
mod tests {
    #[test]
    fn modules_get_the_latest_version_of_all() {
        let part = |version: u8| [3, 2, 0x23, 7, 0, version, 1, 0, 9].to_vec();
        assert_eq!(super::same_version(&[part(0), part(4)]), [part(4), part(4)]);
        assert_eq!(super::same_version(&[vec![1]]), [vec![1]]);
    }
}
