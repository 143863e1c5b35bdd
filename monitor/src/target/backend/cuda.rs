//! CUDA: a stand-in for the driver's library, first in `LD_LIBRARY_PATH`.

mod stand_in;

use super::interface::{Backend, File, Probe};
use crate::embedded;
use crate::target::check::Check;
use crate::target::libraries;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Under this name programs and libraries ask for the driver.
const DRIVER: &str = "libcuda.so.1";
/// Some ask for this one, where it is installed.
const DRIVER_ALIAS: &str = "libcuda.so";

#[derive(Debug)]
pub struct Cuda;

impl Cuda {
    /// A CUPTI of this machine. Programs of Python environments may have one of their own.
    fn cupti(&self, library_path: Option<&OsStr>) -> Option<PathBuf> {
        ["libcupti.so.13", "libcupti.so.12"].into_iter().find_map(|name| {
            let toolkit = ["/usr/local/cuda/extras/CUPTI/lib64", "/usr/local/cuda/lib64", "/opt/cuda/lib64"];
            let in_toolkit =
                || toolkit.iter().map(|folder| Path::new(folder).join(name)).find(|path| path.is_file());
            libraries::find(name, library_path).or_else(in_toolkit)
        })
    }
}

impl Backend for Cuda {
    fn name(&self) -> &'static str {
        "cuda"
    }

    fn api(&self) -> &'static str {
        "CUDA"
    }

    fn library(&self) -> &'static str {
        DRIVER_ALIAS
    }

    fn find(&self, library_path: Option<&OsStr>) -> Option<PathBuf> {
        std::path::absolute(libraries::find(DRIVER, library_path)?).ok()
    }

    fn probe(&self) -> Probe {
        Probe { attached: "libzetop_probe_cuda.so", launched: DRIVER, bytes: embedded::PROBE_CUDA }
    }

    /// The stand-in is there only where the real library is: a program that asks whether there is a GPU must get the
    /// same answer. A library that cannot be stood in for is left to itself.
    fn files(&self, library_path: Option<&OsStr>) -> Vec<File> {
        let Some(real) = self.find(library_path) else { return Vec::new() };
        let Ok(bytes) = stand_in::make(embedded::PROBE_CUDA, &real) else { return Vec::new() };
        let mut files = vec![File::Library { name: DRIVER, bytes: Cow::Owned(bytes) }];
        if libraries::find(DRIVER_ALIAS, library_path).is_some() {
            files.push(File::Link { name: DRIVER_ALIAS, to: DRIVER });
        }
        files
    }

    fn environment(&self, _library_path: Option<&OsStr>) -> Vec<(&'static str, Option<OsString>)> {
        Vec::new()
    }

    fn required(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The stand-in would have come in the place of the library itself.
    fn is_past_loading(&self, _pid: u32, file: &Path) -> bool {
        (self as &dyn Backend).is_library(file)
    }

    fn installed(&self, library_path: Option<&OsStr>) -> Option<Check> {
        const NAME: &str = "CUDA";
        let driver = self.find(library_path)?;
        let version =
            std::fs::canonicalize(&driver).ok().and_then(|file| (self as &dyn Backend).version(&file));
        let version = version.map_or_else(String::new, |version| format!(", driver {version}"));
        let found = format!("{}{version}", driver.display());
        Some(match self.cupti(library_path) {
            Some(cupti) => Check::ok(NAME, format!("{found}; {}", cupti.display())),
            None => {
                let fix = "for programs that bring none along: install the CUDA toolkit's CUPTI, or the Python \
                           package nvidia-cuda-cupti";
                let finding =
                    format!("{found}; no CUPTI, without which device operations are counted and not timed");
                Check::problem(NAME, finding, fix)
            }
        })
    }
}
