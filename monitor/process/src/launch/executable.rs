//! Looks at a program before it is started: would anything keep the probe out?

use crate::backend::is_dynamic_linker;
use std::ffi::OsStr;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use zetop_system::elf;

/// Why the dynamic linker will not bring the probe in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// No dynamic linker is involved.
    Static,
    /// Set-user-id, set-group-id or file capabilities: the linker ignores `LD_LIBRARY_PATH`.
    Privileged,
}

/// The file that `execvp` would run.
#[must_use]
pub fn find(command: &OsStr) -> Option<PathBuf> {
    if command.as_bytes().contains(&b'/') {
        return Some(PathBuf::from(command)).filter(|path| path.exists());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(command)).find(|file| is_executable(file))
}

fn is_executable(file: &Path) -> bool {
    file.is_file() && rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

/// The program that the kernel will run: for a script, its interpreter.
#[must_use]
pub fn program(command: &OsStr) -> Option<PathBuf> {
    let mut file = find(command)?;
    // the kernel follows at most four interpreters as well
    for _ in 0..5 {
        let Some(interpreter) = interpreter(&file) else { break };
        file = interpreter;
    }
    Some(file)
}

/// What keeps the probe out, if anything.
#[must_use]
pub fn obstacle(command: &OsStr) -> Option<Obstacle> {
    let file = program(command)?;
    if is_privileged(&file) {
        return Some(Obstacle::Privileged);
    }
    if is_dynamic_linker(&file) {
        return None;
    }
    elf::is_static(&file).then_some(Obstacle::Static)
}

/// The interpreter of a script; for `#!/usr/bin/env NAME` the file of that name.
fn interpreter(script: &Path) -> Option<PathBuf> {
    let mut start = [0; 256];
    let n = File::open(script).ok()?.read_at(&mut start, 0).ok()?;
    let line = start[..n].strip_prefix(b"#!")?.split(|b| *b == b'\n').next()?;
    let mut words = line.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()).map(OsStr::from_bytes);
    let program = Path::new(words.next()?);
    if program.file_name() == Some(OsStr::new("env"))
        && let Some(name) = words.find(|w| !w.as_bytes().starts_with(b"-"))
    {
        return find(name);
    }
    Some(program.to_owned())
}

fn is_privileged(file: &Path) -> bool {
    let Ok(metadata) = std::fs::metadata(file) else { return false };
    let mode = metadata.mode();
    let changes_user = mode & libc::S_ISUID != 0 && metadata.uid() != rustix::process::geteuid().as_raw();
    // set-group-id without the group's execute bit used to mean mandatory locking
    let changes_group = mode & libc::S_ISGID != 0
        && mode & libc::S_IXGRP != 0
        && metadata.gid() != rustix::process::getegid().as_raw();
    let has_capabilities = !rustix::process::geteuid().is_root()
        && rustix::fs::getxattr(file, "security.capability", &mut [0u8; 64]).is_ok_and(|n| n > 0);
    changes_user || changes_group || has_capabilities
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn ordinary_programs_and_scripts_are_fine() {
        assert_eq!(obstacle(OsStr::new("ls")), None);
        let dir = tempfile::tempdir().unwrap();
        for line in ["#!/bin/sh\n", "#!/usr/bin/env -S sh\n"] {
            let script = dir.path().join("script");
            std::fs::write(&script, line).unwrap();
            assert_eq!(obstacle(script.as_os_str()), None, "{line}");
        }
    }

    #[test]
    fn a_program_without_interpreter_is_static() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("program");
        let mut bytes = std::fs::read(find(OsStr::new("ls")).unwrap()).unwrap();
        let table = u64::from_le_bytes(bytes[32..40].try_into().unwrap()) as usize;
        for entry in 0..usize::from(u16::from_le_bytes([bytes[56], bytes[57]])) {
            let at = table + entry * 56;
            if bytes[at] == 3 {
                bytes[at] = 0;
            }
        }
        std::fs::write(&file, bytes).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(obstacle(file.as_os_str()), Some(Obstacle::Static));
        // a script that it runs has the same problem
        let script = dir.path().join("script");
        std::fs::write(&script, format!("#!{}\n", file.display())).unwrap();
        assert_eq!(obstacle(script.as_os_str()), Some(Obstacle::Static));
    }

    #[test]
    fn the_dynamic_linker_is_not_static() {
        let linker = Path::new(crate::arch::LINKER);
        if !linker.exists() {
            return zetop_testing::skip!("no {} here", linker.display());
        }
        assert_eq!(obstacle(linker.as_os_str()), None);
    }

    #[test]
    fn another_users_setuid_program_is_privileged() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("program");
        std::fs::copy(find(OsStr::new("ls")).unwrap(), &file).unwrap();
        let set = std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o4755));
        set.unwrap();
        // our own set-user-id program changes nothing
        assert_eq!(obstacle(file.as_os_str()), None);
        if !rustix::process::geteuid().is_root() {
            return zetop_testing::skip!("only root can make another user's set-user-id program");
        }
        std::os::unix::fs::chown(&file, Some(1), None).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o4755)).unwrap();
        assert_eq!(obstacle(file.as_os_str()), Some(Obstacle::Privileged));
    }
}
