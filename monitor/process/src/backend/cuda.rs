//! CUDA: a stand-in for the driver's library, first in `LD_LIBRARY_PATH`.

mod doctor;
mod driver;
mod machine;
mod stand_in;

use driver::LIBRARY as DRIVER;

use super::interface::{Backend, File, NVTX_LIBRARY, Probe, Process};
use crate::ask_in_child;
use crate::check::Check;
use crate::embedded;
use crate::libraries;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use zetop_wire::api;

/// Some programs ask for this name, if it is installed.
const DRIVER_ALIAS: &str = api::CUDA.library;

/// Under this name NCCL looks for a profiler: the stand-in is one.
const NCCL_PLUGIN: &str = "libnccl-profiler.so";

/// Major versions of CUPTI that are looked for.
const CUPTI_MAJORS: std::ops::RangeInclusive<u32> = 11..=16;

#[derive(Debug)]
pub struct Cuda;

impl Backend for Cuda {
    fn id(&self) -> &'static str {
        api::CUDA.id
    }

    fn api(&self) -> &'static str {
        api::CUDA.name
    }

    fn library(&self) -> &'static str {
        api::CUDA.library
    }

    fn library_is(&self) -> &'static str {
        api::CUDA.library_is
    }

    fn find(&self, library_path: Option<&OsStr>) -> Option<PathBuf> {
        std::path::absolute(libraries::find(DRIVER, library_path)?).ok()
    }

    fn probe(&self) -> Probe {
        Probe { attached: "libzetop_probe_cuda.so", launched: DRIVER, bytes: &embedded::PROBE_CUDA }
    }

    /// There is a stand-in only if there is a real library: a program that asks whether there is a GPU must
    /// get the same answer. If no stand-in can be made for a library, it is left alone.
    fn files(&self, library_path: Option<&OsStr>) -> Vec<File> {
        let Some(real) = self.find(library_path) else { return Vec::new() };
        let Ok(identity) = stand_in::identity(&real) else { return Vec::new() };
        let make = |real: &Path| stand_in::make(embedded::PROBE_CUDA.unpack(), real).ok();
        let mut files = vec![File::Made { name: DRIVER, identity, from: real, make }];
        // The program's own plugin stays in force.
        if libraries::find(NCCL_PLUGIN, library_path).is_none() {
            files.push(File::Link { name: NCCL_PLUGIN, to: DRIVER });
        }
        if libraries::find(DRIVER_ALIAS, library_path).is_some() {
            files.push(File::Link { name: DRIVER_ALIAS, to: DRIVER });
        }
        files
    }

    fn environment(&self, _library_path: Option<&OsStr>) -> Vec<(&'static str, Option<OsString>)> {
        Vec::new()
    }

    fn range_library(&self) -> &'static str {
        NVTX_LIBRARY
    }

    fn required(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The stand-in would have been loaded in place of the library itself.
    fn is_past_loading(&self, _pid: u32, file: &Path) -> bool {
        (self as &dyn Backend).is_library(file)
    }

    /// The stand-in is loaded before the library that it stands in for, which is never there alone.
    fn passed_by(&self, process: &Process<'_>, libraries: &Path) -> Option<String> {
        let real = process.files.iter().find(|file| (self as &dyn Backend).is_library(file))?;
        let is_there = process.files.iter().any(|file| file.starts_with(libraries) && file.ends_with(DRIVER));
        if is_there || !libraries.join(DRIVER).exists() || process.has_explicit_linker() {
            return None;
        }
        let real_path = real.display();
        Some(match process.leads_to(real) {
            Some(file) => format!(
                "the DT_RPATH of {} leads to {real_path}, past LD_LIBRARY_PATH with zetop's stand-in",
                file.display()
            ),
            None => format!("it opened {real_path} by its path, past LD_LIBRARY_PATH with zetop's stand-in"),
        })
    }

    fn installed(&self, library_path: Option<&OsStr>) -> Vec<Check> {
        let Some(driver) = self.find(library_path) else { return Vec::new() };
        let version =
            std::fs::canonicalize(&driver).ok().and_then(|file| (self as &dyn Backend).version(&file));
        let asked = ask_in_child::ask(api::CUDA.id, |_| {});
        let files = machine::Machine::look();
        doctor::checks(&doctor::CudaFacts {
            driver,
            version,
            asked,
            cupti: cupti(library_path),
            machine: files,
        })
    }

    fn device_check(&self) -> &'static str {
        doctor::DEVICES
    }

    fn answer(&self) -> anyhow::Result<()> {
        driver::answer()
    }
}

/// The CUPTIs on this machine, with their major versions, the newest first. Programs in Python environments
/// have their own.
fn cupti(library_path: Option<&OsStr>) -> Vec<(u32, PathBuf)> {
    let toolkit = ["/usr/local/cuda/extras/CUPTI/lib64", "/usr/local/cuda/lib64", "/opt/cuda/lib64"];
    let find = |major: &u32| {
        let name = format!("libcupti.so.{major}");
        let in_toolkit =
            || toolkit.iter().map(|folder| Path::new(folder).join(&name)).find(|path| path.is_file());
        Some((*major, libraries::find(&name, library_path).or_else(in_toolkit)?))
    };
    CUPTI_MAJORS.rev().collect::<Vec<_>>().iter().filter_map(find).collect()
}
