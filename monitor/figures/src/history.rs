//! The last run of each program, kept so that the next one can say what has changed.
//!
//! A run is kept as the JSON of its last snapshot, in `$XDG_STATE_HOME/zetop/runs` (`~/.local/state` by
//! default), one file per command, readable only by its owner. Nothing depends on it: a file that is damaged,
//! has another version or cannot be read is ignored, with a note if the user might wonder.

mod compare;
mod figures;

pub use compare::sentence;
pub use figures::{DeviceFigures, Figures, TransferFigures};

use crate::snapshot::Snapshot;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How many runs are kept, the newest ones.
const KEPT: usize = 20;
/// Version of the file around the snapshot.
pub const VERSION: u32 = 1;
/// zetop does not write longer ones.
const LONGEST: u64 = 64 << 20;

/// Where runs are kept.
#[derive(Debug, Clone)]
pub struct History {
    folder: PathBuf,
}

/// A run that was kept.
#[derive(Debug, Clone)]
pub struct LastRun {
    /// When it ended.
    pub ended: SystemTime,
    pub figures: Figures,
    /// The whole object of schema `zetop/1`.
    pub json: serde_json::Value,
}

#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    command: Vec<String>,
    /// Seconds since 1970.
    ended: u64,
    snapshot: serde_json::Value,
}

impl Figures {
    /// The figures of a snapshot, as its JSON has them.
    #[must_use]
    pub fn of(snapshot: &Snapshot) -> Self {
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
        Some(Self { folder: state.join("zetop/runs") })
    }

    fn file(&self, command: &[String]) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        command.hash(&mut hasher);
        self.folder.join(format!("{:016x}.json", hasher.finish()))
    }

    /// The last run of a command; `Ok(None)` when none was kept.
    ///
    /// # Errors
    /// When there is one that can't be read.
    pub fn last(&self, command: &[String]) -> anyhow::Result<Option<LastRun>> {
        self.read(&self.file(command), |file| file.command == command)
    }

    /// The run of any command that ended last.
    ///
    /// # Errors
    /// When there is one that can't be read.
    pub fn newest(&self) -> anyhow::Result<Option<LastRun>> {
        match self.files().into_iter().next() {
            Some((_, path)) => self.read(&path, |_| true),
            None => Ok(None),
        }
    }

    fn read(&self, path: &Path, wanted: impl Fn(&File) -> bool) -> anyhow::Result<Option<LastRun>> {
        let what = || format!("the last run kept in {}", path.display());
        let bytes = match std::fs::metadata(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(what),
            Ok(meta) if meta.len() > LONGEST => anyhow::bail!("{} is too long", what()),
            Ok(_) => zetop_system::limit::read(path, LONGEST).with_context(what)?,
        };
        let file: File = serde_json::from_slice(&bytes).with_context(what)?;
        anyhow::ensure!(file.version == VERSION, "{} was written by another version of zetop", what());
        if !wanted(&file) {
            return Ok(None);
        }
        let figures = Figures::deserialize(&file.snapshot).with_context(what)?;
        let ended = UNIX_EPOCH.checked_add(Duration::from_secs(file.ended)).unwrap_or(UNIX_EPOCH);
        Ok(Some(LastRun { ended, figures, json: file.snapshot }))
    }

    /// Keeps a run in place of the last one of its command.
    ///
    /// # Errors
    /// When the folder belongs to another user, or the file can't be written.
    pub fn keep(&self, command: &[String], snapshot: &Snapshot, ended: SystemTime) -> anyhow::Result<()> {
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
            snapshot: serde_json::to_value(snapshot)?,
        };
        // A temporary file has mode 0600, and replaces the old one as a whole.
        let mut new = tempfile::NamedTempFile::new_in(&self.folder)?;
        new.write_all(&serde_json::to_vec(&file)?)?;
        new.persist(self.file(command)).map_err(|error| error.error)?;
        for (_, path) in self.files().into_iter().skip(KEPT) {
            let _ = std::fs::remove_file(path);
        }
        Ok(())
    }

    /// The kept runs, the newest first.
    fn files(&self) -> Vec<(SystemTime, PathBuf)> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<_> = entries
            .filter(|entry| entry.path().extension().is_some_and(|e| e == "json"))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        files.sort_by(|a, b| b.cmp(a));
        files
    }
}

#[cfg(test)]
mod tests;
