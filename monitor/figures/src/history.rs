//! Runs of each program, kept so that the next one can say what has changed, and that one can look at them again.
//!
//! A run is kept as the JSON of its last snapshot and its summary, in `$XDG_STATE_HOME/zetop/runs` (`~/.local/state` by
//! default), one file per run, readable only by its owner. Nothing depends on it: a file that is damaged,
//! has another version or cannot be read is ignored, with a note if the user might wonder.

mod compare;
mod figures;
mod file;
mod listed;

pub use compare::sentence;
pub use figures::{DeviceFigures, Figures, TransferFigures};
pub use file::VERSION;
pub use listed::Listed;

use crate::snapshot::Snapshot;
use anyhow::Context;
use file::{LONGEST, is_known, time};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// How many runs of a command are kept, the newest ones, unless told otherwise.
pub const KEPT: u32 = 20;
/// How many of all commands.
const MAX_RUNS: usize = 400;
/// Where runs are kept.
#[derive(Debug, Clone)]
pub struct History {
    folder: PathBuf,
    /// How many runs of a command are kept.
    kept: usize,
}

/// A run that was kept. `T` is what was read of its figures (an object of schema `zetop/1`), which may take megabytes.
#[derive(Debug, Clone)]
pub struct KeptRun<T> {
    /// When it ended.
    pub ended: SystemTime,
    pub snapshot: T,
    /// What was said at its end. Empty if it was kept by zetop 0.1.
    pub summary: String,
    /// What `--record` wrote.
    pub recording: Option<PathBuf>,
}

/// What says whether the rest of a file can be read.
#[derive(Deserialize)]
struct Head {
    version: u32,
    command: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct File<T> {
    version: u32,
    command: Vec<String>,
    /// Seconds since 1970.
    ended: u64,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    recording: Option<PathBuf>,
    snapshot: T,
}

impl Figures {
    /// The figures of a snapshot, as its JSON has them.
    #[must_use]
    pub fn from_snapshot(snapshot: &Snapshot) -> Self {
        let transfers = snapshot.device.transfers.iter().map(|t| TransferFigures {
            src: t.src.kind.to_string(),
            dst: t.dst.kind.to_string(),
            direction: t.direction.name().to_owned(),
            bytes: t.bytes,
            total_ns: t.total_ns,
            bandwidth_gbps: t.bandwidth_gbps,
        });
        let device = DeviceFigures { transfers: transfers.collect() };
        Self { elapsed_ns: snapshot.elapsed_ns, device }
    }
}

impl History {
    /// The user's folder; `None` if the environment names none.
    #[must_use]
    pub fn of_user(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> Option<Self> {
        let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")))?;
        Some(Self { folder: state.join("zetop/runs"), kept: KEPT as usize })
    }

    /// Keeps this number of runs of each command.
    #[must_use]
    pub fn keeping(self, kept: u32) -> Self {
        Self { kept: kept as usize, ..self }
    }

    /// How the names of a command's files begin.
    fn prefix(command: &[String]) -> String {
        let mut hasher = DefaultHasher::new();
        command.hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    /// The files of a command's runs, the newest first.
    fn files_of(&self, command: &[String]) -> Vec<PathBuf> {
        let prefix = Self::prefix(command);
        let is_its = |path: &PathBuf| {
            path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(&prefix))
        };
        self.files().into_iter().filter(is_its).collect()
    }

    /// The last run of a command; `Ok(None)` when none was kept.
    ///
    /// # Errors
    /// When there is one that can't be read.
    pub fn last(&self, command: &[String]) -> anyhow::Result<Option<KeptRun<Figures>>> {
        match self.files_of(command).first() {
            Some(path) => Self::read(path, |of| of == command),
            None => Ok(None),
        }
    }

    /// A run of any command, by its number in [`Self::list`]: 1 is the one that ended last.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn run(&self, number: u32) -> anyhow::Result<Option<KeptRun<serde_json::Value>>> {
        match self.files().get((number as usize).wrapping_sub(1)) {
            Some(path) => Self::read(path, |_| true),
            None => Ok(None),
        }
    }

    /// All runs, the newest first. What can't be read is left out, and has no number less: those behind it keep theirs.
    #[must_use]
    pub fn list(&self) -> Vec<Listed> {
        let files = self.files().into_iter().zip(1..);
        files.filter_map(|(path, number)| Listed::read(&path, number)).collect()
    }

    fn read<T: DeserializeOwned>(
        path: &Path,
        wanted: impl Fn(&[String]) -> bool,
    ) -> anyhow::Result<Option<KeptRun<T>>> {
        let what = || format!("the run kept in {}", path.display());
        let bytes = match std::fs::metadata(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(what),
            Ok(meta) if meta.len() > LONGEST => anyhow::bail!("{} is too long", what()),
            Ok(_) => zetop_system::limit::read(path, LONGEST).with_context(what)?,
        };
        let head: Head = serde_json::from_slice(&bytes).with_context(what)?;
        anyhow::ensure!(is_known(head.version), "{} was written by another version of zetop", what());
        if !wanted(&head.command) {
            return Ok(None);
        }
        let file: File<T> = serde_json::from_slice(&bytes).with_context(what)?;
        let File { summary, recording, snapshot, .. } = file;
        Ok(Some(KeptRun { ended: time(file.ended), snapshot, summary, recording }))
    }

    /// Keeps a run: its last figures, what was said of them, and where its recording is.
    ///
    /// # Errors
    /// When the folder belongs to another user, or the file can't be written.
    pub fn keep(
        &self,
        command: &[String],
        snapshot: &Snapshot,
        ended: SystemTime,
        summary: String,
        recording: Option<PathBuf>,
    ) -> anyhow::Result<()> {
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.folder)
            .with_context(|| format!("cannot make {}", self.folder.display()))?;
        let meta = std::fs::symlink_metadata(&self.folder)?;
        let ours = meta.is_dir() && meta.uid() == rustix::process::geteuid().as_raw();
        anyhow::ensure!(ours, "{} belongs to another user", self.folder.display());
        let file = File {
            version: VERSION,
            command: command.to_vec(),
            ended: ended.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs()),
            summary,
            recording,
            snapshot,
        };
        // A temporary file has mode 0600, and is there as a whole or not at all.
        let nanos = ended.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos());
        let prefix = format!("{}-{nanos:020}-", Self::prefix(command));
        let mut new = tempfile::Builder::new().prefix(&prefix).tempfile_in(&self.folder)?;
        new.write_all(&serde_json::to_vec(&file)?)?;
        let name = new.path().with_extension("json");
        new.persist(name).map_err(|error| error.error)?;
        let of_command = self.files_of(command).into_iter().skip(self.kept);
        for path in of_command.chain(self.files().into_iter().skip(MAX_RUNS)) {
            let _ = std::fs::remove_file(path);
        }
        Ok(())
    }

    /// The files of all runs, the newest first.
    fn files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let mut files: Vec<(u128, PathBuf)> = paths
            .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
            .filter_map(|path| Some((ended_at(&path)?, path)))
            .collect();
        files.sort_by(|a, b| b.cmp(a));
        files.into_iter().map(|(_, path)| path).collect()
    }
}

/// When a file's run ended, in ns since 1970, as its name says: times of files are those of a tick of the kernel. Names of
/// version 1 do not say it.
fn ended_at(path: &Path) -> Option<u128> {
    let named = path.file_name()?.to_str()?.split('-').nth(1).and_then(|nanos| nanos.parse().ok());
    named.or_else(|| {
        let modified = path.metadata().ok()?.modified().ok()?;
        Some(modified.duration_since(UNIX_EPOCH).ok()?.as_nanos())
    })
}

#[cfg(test)]
mod tests;
