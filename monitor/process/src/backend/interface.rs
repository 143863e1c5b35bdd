//! What zetop has to know about an API before a probe is in the program.

use crate::check::Check;
use crate::embedded::{Identity, Library};
use std::ffi::{OsStr, OsString};
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use zetop_system::{elf, proc};

/// One API.
pub trait Backend: Debug + Sync {
    /// Its name in its probe's catalog.
    fn id(&self) -> &'static str;

    /// Its name for people.
    fn api(&self) -> &'static str;

    /// The start of the names of the files through which programs reach the API: `libze_loader.so`.
    fn library(&self) -> &'static str;

    /// What the files through which programs reach the API are: `the Level Zero loader`.
    fn library_is(&self) -> &'static str;

    /// Where a program with this `LD_LIBRARY_PATH` would find the API on this machine.
    fn find(&self, library_path: Option<&OsStr>) -> Option<PathBuf>;

    /// The probe as it is put into a running program.
    fn probe(&self) -> Probe;

    /// The contents of a folder that brings the probe into programs when it comes first in their
    /// `LD_LIBRARY_PATH`. Empty if the API cannot be watched by a launch.
    fn files(&self, library_path: Option<&OsStr>) -> Vec<File>;

    /// Other environment variables of a started program: to set, or to remove.
    fn environment(&self, library_path: Option<&OsStr>) -> Vec<(&'static str, Option<OsString>)>;

    /// The file in the folder of a launch that has to be preloaded into a program, if there is one.
    fn preloaded(&self, _program: &Path, _library_path: Option<&OsStr>) -> Option<&'static str> {
        None
    }

    /// The environment variable that gives programs the simulated GPU, if it speaks this API.
    fn on_simulator(&self, _driver: &Path) -> Option<(&'static str, OsString)> {
        None
    }

    /// A library that programs on the simulated GPU need and this machine lacks, and its name.
    fn beside_simulator(&self, _library_path: Option<&OsStr>) -> Option<(&'static str, &'static Library)> {
        None
    }

    /// The environment variable of the interface for ranges that programs of this API usually have: [`NVTX_LIBRARY`] or
    /// [`ITT_LIBRARY`].
    fn range_library(&self) -> &'static str;

    /// The variables of [`environment`](Backend::environment) without which the probe is not loaded.
    fn required(&self) -> &'static [(&'static str, &'static str)];

    /// Whether a process that has mapped this file has got so far that a probe would be in it.
    fn is_past_loading(&self, pid: u32, file: &Path) -> bool;

    /// The process has loaded the API, or is about to, past what a launch with the folder `libraries` puts in between: how it
    /// did that. `None` if it hasn't, or if that cannot be told yet.
    fn passed_by(&self, process: &Process<'_>, libraries: &Path) -> Option<String>;

    /// What a process with these files mapped has loaded in place of the probe.
    fn loaded_instead(&self, _files: &[PathBuf]) -> Option<&'static str> {
        None
    }

    /// Whether an attach reaches only the copies of the API's library that were there by then.
    fn has_tables_per_copy(&self) -> bool {
        false
    }

    /// What is installed on this machine, for `zetop doctor`; nothing if the API is not expected.
    fn installed(&self, library_path: Option<&OsStr>) -> Vec<Check>;

    /// What to say before a launch if no API is installed.
    fn not_installed(&self) -> Option<String> {
        None
    }

    /// The name of the check of `zetop doctor` that says which devices programs find.
    fn device_check(&self) -> &'static str;

    /// The check that says which devices programs find, unless [`installed`](Backend::installed) has it; on the simulated driver,
    /// where one is given. Starts a process.
    fn devices(&self, _library_path: Option<&OsStr>, _simulator: Option<&Path>) -> Option<Check> {
        None
    }

    /// Tries whether a launch brings the probe in, for `zetop doctor`. Starts a process.
    fn try_launch(&self, _trial: &Trial<'_>) -> Option<Check> {
        None
    }

    /// Another tool that is between a running program and its driver, and what to do about it.
    fn other_tool(&self, _program: &Running<'_>) -> Option<(&'static str, &'static str)> {
        None
    }

    /// Another tool that is there and does nothing.
    fn idle_tool(&self, _program: &Running<'_>) -> Option<&'static str> {
        None
    }

    /// Asks the driver for `zetop doctor`, and writes the answer to stdout: in a process that is there for it alone
    /// ([`ask_in_child`](crate::ask_in_child)).
    ///
    /// # Errors
    /// When stdout is closed.
    fn answer(&self) -> anyhow::Result<()>;
}

/// Names the library that NVTX hands what the program says.
pub const NVTX_LIBRARY: &str = "NVTX_INJECTION64_PATH";
/// Names the library that ITT hands what the program says.
pub const ITT_LIBRARY: &str = "INTEL_LIBITTNOTIFY64";

/// The folders of a launch that is tried out.
#[derive(Debug)]
pub struct Trial<'a> {
    /// With the files of all APIs.
    pub libraries: &'a Path,
    pub simulator: &'a Path,
    /// `LD_LIBRARY_PATH` of zetop.
    pub library_path: Option<&'a OsStr>,
    /// `LD_LIBRARY_PATH` of the launch.
    pub in_front: &'a OsStr,
}

/// A running program, as `zetop doctor` looks at it.
#[derive(Debug)]
pub struct Running<'a> {
    pub pid: u32,
    /// Files that the program has mapped.
    pub files: &'a [PathBuf],
    /// A probe of some API is among the files.
    pub has_probe: bool,
}

impl Running<'_> {
    /// It has mapped a file whose name begins with `name`, other than zetop's.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let is_one = |path: &&PathBuf| {
            path.file_name().unwrap_or_default().to_string_lossy().starts_with(name)
                && !is_in_folder_of_ours(path)
        };
        self.files.iter().any(|path| is_one(&path))
    }

    /// An environment variable is set to 1.
    #[must_use]
    pub fn is_set(&self, variable: &str) -> bool {
        proc::environment_variable(self.pid, variable).flatten().is_some_and(|value| value == "1")
    }
}

/// A process of a started program.
#[derive(Debug)]
pub struct Process<'a> {
    pub pid: u32,
    /// Whether a file is a library through which some API is reached.
    pub is_library: fn(&Path) -> bool,
    /// As the process sees them.
    pub files: &'a [PathBuf],
}

impl Process<'_> {
    /// A mapped file whose DT_RPATH names the folder `of` a library, so that its dynamic linker looks there first.
    #[must_use]
    pub fn leads_to(&self, of: &Path) -> Option<&Path> {
        self.rpaths()
            .find(|(_, folders)| folders.iter().any(|folder| self.is_same(folder, of)))
            .map(|(file, _)| file)
    }

    /// A library of that name in a folder that some mapped file's DT_RPATH names, and that file.
    #[must_use]
    pub fn in_rpath(&self, name: &str) -> Option<(&Path, PathBuf)> {
        let there = |folder: PathBuf| Some(folder.join(name)).filter(|path| self.outside(path).is_file());
        self.rpaths().find_map(|(file, folders)| Some((file, folders.into_iter().find_map(there)?)))
    }

    /// The DT_RPATHs of the program and of the libraries through which APIs are reached, which are the ones that open others.
    fn rpaths(&self) -> impl Iterator<Item = (&Path, Vec<PathBuf>)> {
        let program = proc::executable(self.pid);
        let is_library = self.is_library;
        let opens = move |file: &&PathBuf| program.as_ref() == Some(file) || is_library(file);
        let files = self.files.iter().enumerate().filter(|(i, file)| !self.files[..*i].contains(file));
        let files = files.map(|(_, file)| file).filter(opens);
        files.map(|file| (file.as_path(), elf::rpath(&self.outside(file), file)))
    }

    /// Its dynamic linker was started by name, with the program as an argument.
    #[must_use]
    pub fn has_explicit_linker(&self) -> bool {
        proc::executable(self.pid).is_some_and(|program| is_dynamic_linker(&program))
    }

    fn is_same(&self, folder: &Path, library: &Path) -> bool {
        let real = |path: &Path| std::fs::canonicalize(self.outside(path)).ok();
        library.parent().and_then(real).is_some_and(|of| real(folder).is_some_and(|folder| folder == of))
    }

    /// The path by which this process reaches a file of that one.
    fn outside(&self, path: &Path) -> PathBuf {
        Path::new(&format!("/proc/{}/root", self.pid)).join(path.strip_prefix("/").unwrap_or(path))
    }
}

/// `ld.so PROGRAM`: it has no interpreter because it is one.
#[must_use]
pub fn is_dynamic_linker(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().as_encoded_bytes();
    ["ld.so", "ld-linux", "ld-2.", "ld-musl"].iter().any(|start| name.starts_with(start.as_bytes()))
}

/// A probe.
#[derive(Debug, Clone, Copy)]
pub struct Probe {
    /// Its file name when it is put into a running program.
    pub attached: &'static str,
    /// Its file name in a launch.
    pub launched: &'static str,
    pub bytes: &'static Library,
}

/// A file for the folder of a launch.
#[derive(Debug)]
pub enum File {
    Embedded {
        name: &'static str,
        library: &'static Library,
    },
    /// From a library of this machine. `None` is left out, with what comes after it.
    Made {
        name: &'static str,
        identity: Identity,
        from: PathBuf,
        make: fn(&Path) -> Option<Vec<u8>>,
    },
    Link {
        name: &'static str,
        to: &'static str,
    },
}

impl dyn Backend + '_ {
    /// True for a file through which programs reach the API, but not for one of zetop's with the same name.
    #[must_use]
    pub fn is_library(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        name.starts_with(self.library().as_bytes()) && !is_in_folder_of_ours(path)
    }

    /// True for a file of zetop's by name, in a folder of zetop's.
    #[must_use]
    pub fn is_probe(&self, path: &Path) -> bool {
        let probe = self.probe();
        let name = path.file_name().is_some_and(|name| name == probe.attached || name == probe.launched);
        name && is_in_folder_of_ours(path)
    }

    /// `1.8.12` of `libze_loader.so.1.8.12`: the version that is in the name of a file.
    #[must_use]
    pub fn version(&self, path: &Path) -> Option<String> {
        let version = path.file_name()?.to_str()?.strip_prefix(self.library())?.strip_prefix('.')?;
        let is_version = version.contains('.') && version.chars().all(|c| c == '.' || c.is_ascii_digit());
        is_version.then(|| version.to_owned())
    }
}

/// A probe, or a file that a probe writes to.
#[must_use]
pub fn is_in_folder_of_ours(path: &Path) -> bool {
    let folder = path.parent().and_then(Path::file_name);
    folder.is_some_and(|folder| folder.as_encoded_bytes().starts_with(b"zetop-"))
}
