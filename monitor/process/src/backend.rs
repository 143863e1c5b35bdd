//! What zetop knows about an API before a probe is in the program: how programs load it, and how the probe gets in.
//!
//! The probe describes the rest itself, in its catalog.

pub mod cuda;
mod interface;
pub mod level_zero;

use anyhow::Context as _;
use std::path::{Path, PathBuf};
use zetop_system::proc;

pub use cuda::Cuda;
pub use interface::{
    Backend, File, ITT_LIBRARY, NVTX_LIBRARY, Probe, Process, Running, Trial, is_dynamic_linker,
    is_in_folder_of_ours,
};
pub use level_zero::LevelZero;

/// All APIs.
pub static ALL: [&dyn Backend; 2] = [&LevelZero, &Cuda];

/// The side of the child process in which a driver is asked ([`ask_in_child`](crate::ask_in_child)).
///
/// # Errors
/// When there is no such API, or stdout is closed.
pub fn answer(api: &str) -> anyhow::Result<()> {
    let backend = ALL.into_iter().find(|backend| backend.id() == api);
    backend.with_context(|| format!("no API {api}"))?.answer()
}

/// The APIs that a process with these files mapped uses.
pub fn used(files: &[PathBuf]) -> impl Iterator<Item = &'static dyn Backend> {
    ALL.into_iter().filter(|backend| files.iter().any(|file| backend.is_library(file)))
}

/// Whether a file is a library through which some API is reached.
#[must_use]
pub fn is_library(file: &Path) -> bool {
    ALL.iter().any(|backend| backend.is_library(file))
}

/// `Level Zero (no libze_loader.so is mapped) nor CUDA (no libcuda.so)`: what a process without them lacks.
#[must_use]
pub fn none_of_them() -> String {
    let mut text = String::new();
    for backend in ALL {
        let (before, after) = if text.is_empty() { ("", " is mapped") } else { (" nor ", "") };
        text.push_str(&format!("{before}{} (no {}{after})", backend.api(), backend.library()));
    }
    text
}

/// The version of the library through which process `pid` reaches the API of backend `name`, from its file's name:
/// `libze_loader.so.1.8.12`. `None` for a static loader, and if the name does not tell.
#[must_use]
pub fn loader_version(pid: u32, name: &str) -> Option<String> {
    let backend = ALL.into_iter().find(|known| known.id() == name)?;
    proc::mapped_files(pid).iter().find_map(|file| backend.version(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_libraries_in_folders_of_ours_are_probes() {
        let is_probe = |path: &str, backend: &dyn Backend| backend.is_probe(Path::new(path));
        assert!(is_probe("/tmp/zetop-abc/libzetop_probe_level_zero.so", &LevelZero));
        assert!(is_probe("/tmp/zetop-abc/libze_validation_layer.so.1", &LevelZero));
        assert!(is_probe("/tmp/zetop-abc/libcuda.so.1", &Cuda));
        assert!(!is_probe("/usr/lib/x86_64-linux-gnu/libcuda.so.1", &Cuda), "the real one");
        assert!(!is_probe("/tmp/zetop-abc/libcuda.so.1", &LevelZero));
        assert!(!is_probe("/usr/lib/x86_64-linux-gnu/libze_validation_layer.so.1", &LevelZero));
        assert!(!is_probe("/tmp/zetop-abc/libze_sim.so", &LevelZero));
    }

    #[test]
    fn apis_are_known_by_their_libraries() {
        let used = |file: &str| used(&[PathBuf::from(file)]).map(|backend| backend.id()).collect::<Vec<_>>();
        assert_eq!(used("/usr/lib/libze_loader.so.1.8.12"), ["level-zero"]);
        assert_eq!(used("/usr/lib/libcuda.so.580.159.04"), ["cuda"]);
        assert!(used("/tmp/zetop-abc/libcuda.so.1").is_empty(), "ours stands in for it");
        assert!(used("/usr/lib/libcudart.so.13").is_empty());
    }

    #[test]
    fn versions_are_in_names_of_files() {
        let of = |backend: &dyn Backend, path: &str| backend.version(Path::new(path));
        assert_eq!(of(&LevelZero, "/lib/libze_loader.so.1.8.12").as_deref(), Some("1.8.12"));
        assert_eq!(of(&Cuda, "/lib/libcuda.so.580.159.04").as_deref(), Some("580.159.04"));
        assert_eq!(of(&LevelZero, "/lib/libze_loader.so.1"), None);
        assert_eq!(of(&LevelZero, "/lib/libze_loader.so.1.8 (deleted)"), None);
    }
}
