//! Which of NVIDIA's device files exist, and whether this user may use them.

use rustix::fs::{Access, access};
use std::path::{Path, PathBuf};

/// Device files and surroundings.
#[derive(Debug, Clone, Default)]
pub(super) struct Machine {
    /// `/dev/nvidiactl` and the like are there.
    pub(super) has_files: bool,
    /// One that this user may not open.
    pub(super) forbidden: Option<PathBuf>,
    pub(super) is_container: bool,
    /// `CUDA_VISIBLE_DEVICES`, where it is set.
    pub(super) visible: Option<String>,
}

impl Machine {
    pub(super) fn look() -> Self {
        let files: Vec<PathBuf> = std::fs::read_dir("/dev")
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| is_needed(entry.file_name().as_encoded_bytes()))
            .map(|entry| entry.path())
            .collect();
        let may = |path: &PathBuf| access(path, Access::READ_OK | Access::WRITE_OK).is_ok();
        let is_container = std::env::var_os("container").is_some()
            || ["/.dockerenv", "/run/.containerenv"].iter().any(|path| Path::new(path).exists());
        Self {
            has_files: !files.is_empty(),
            forbidden: files.into_iter().find(|path| !may(path)),
            is_container,
            visible: std::env::var("CUDA_VISIBLE_DEVICES").ok(),
        }
    }
}

/// `nvidiactl`, `nvidia-uvm`, `nvidia0`: what programs open.
fn is_needed(name: &[u8]) -> bool {
    name == b"nvidiactl"
        || name == b"nvidia-uvm"
        || name.strip_prefix(b"nvidia").is_some_and(|n| !n.is_empty() && n.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_programs_open_is_looked_at() {
        assert!(
            [&b"nvidia0"[..], b"nvidia12", b"nvidiactl", b"nvidia-uvm"].iter().all(|name| is_needed(name))
        );
        assert!(
            ![&b"nvidia"[..], b"nvidia-caps", b"nvidia-modeset", b"dri"].iter().any(|name| is_needed(name))
        );
    }
}
