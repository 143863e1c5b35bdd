//! What zetop has to know about an API before a probe is in the program.

use crate::target::check::Check;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt::Debug;
use std::path::{Path, PathBuf};

/// One API.
pub trait Backend: Debug + Sync {
    /// Its name in its probe's catalog.
    fn name(&self) -> &'static str;

    /// Its name for people.
    fn api(&self) -> &'static str;

    /// The start of the names of the files through which programs reach the API: `libze_loader.so`.
    fn library(&self) -> &'static str;

    /// Where a program with this `LD_LIBRARY_PATH` would find the API on this machine.
    fn find(&self, library_path: Option<&OsStr>) -> Option<PathBuf>;

    /// The probe as it is put into a running program.
    fn probe(&self) -> Probe;

    /// The contents of a folder that brings the probe into programs when it comes first in their
    /// `LD_LIBRARY_PATH`. Empty if the API cannot be watched by a launch.
    fn files(&self, library_path: Option<&OsStr>) -> Vec<File>;

    /// Other environment variables of a started program: to set, or to remove.
    fn environment(&self, library_path: Option<&OsStr>) -> Vec<(&'static str, Option<OsString>)>;

    /// Those of them without which the probe is not loaded.
    fn required(&self) -> &'static [(&'static str, &'static str)];

    /// Whether a process that has mapped this file has got so far that a probe would be in it.
    fn is_past_loading(&self, pid: u32, file: &Path) -> bool;

    /// What is installed on this machine, for `zetop doctor`; nothing if the API is not expected.
    fn installed(&self, library_path: Option<&OsStr>) -> Vec<Check>;
}

/// A probe.
#[derive(Debug, Clone, Copy)]
pub struct Probe {
    /// Its file name when it is put into a running program.
    pub attached: &'static str,
    /// Its file name in a launch.
    pub launched: &'static str,
    pub bytes: &'static [u8],
}

/// A file for the folder of a launch.
#[derive(Debug)]
pub enum File {
    Library { name: &'static str, bytes: Cow<'static, [u8]> },
    Link { name: &'static str, to: &'static str },
}

impl dyn Backend + '_ {
    /// True for a file through which programs reach the API, but not for one of ours with the same name.
    #[must_use]
    pub fn is_library(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        name.starts_with(self.library().as_bytes()) && !is_in_folder_of_ours(path)
    }

    /// True for a file of ours by name, in a folder of ours.
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
