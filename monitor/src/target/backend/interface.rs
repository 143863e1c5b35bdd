//! What zetop has to know of an API before a probe is in the program.

use crate::target::check::Check;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt::Debug;
use std::path::{Path, PathBuf};

/// One API.
pub trait Backend: Debug + Sync {
    /// As its probe's catalog has it.
    fn name(&self) -> &'static str;

    /// As people call it.
    fn api(&self) -> &'static str;

    /// What the names of the files begin with through which programs come to the API: `libze_loader.so`.
    fn library(&self) -> &'static str;

    /// Where a program with this `LD_LIBRARY_PATH` would find the API on this machine.
    fn find(&self, library_path: Option<&OsStr>) -> Option<PathBuf>;

    /// The probe as it is put into a program that runs.
    fn probe(&self) -> Probe;

    /// What a folder holds that brings the probe into the programs that have it in front of their `LD_LIBRARY_PATH`.
    /// Empty where the API cannot be watched by a launch.
    fn files(&self, library_path: Option<&OsStr>) -> Vec<File>;

    /// Further variables of a started program: to set, or to take away.
    fn environment(&self, library_path: Option<&OsStr>) -> Vec<(&'static str, Option<OsString>)>;

    /// Those among them without which the probe does not come.
    fn required(&self) -> &'static [(&'static str, &'static str)];

    /// Whether a process that has mapped this file has come so far that a probe would be in it.
    fn is_past_loading(&self, pid: u32, file: &Path) -> bool;

    /// What is installed on this machine, for `zetop doctor`; nothing where the API is not expected.
    fn installed(&self, library_path: Option<&OsStr>) -> Vec<Check>;
}

/// A probe.
#[derive(Debug, Clone, Copy)]
pub struct Probe {
    /// Under this name it is put into a program that runs.
    pub attached: &'static str,
    /// Under this name a launch brings it in.
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
    /// True for a file through which programs come to the API; not for one of ours under its name.
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
