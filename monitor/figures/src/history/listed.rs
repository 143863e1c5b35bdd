//! A kept run as a row of a list.

use super::file::{LONGEST, is_known, time};
use serde::Deserialize;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A run, with what tells it from others.
#[derive(Debug, Clone)]
pub struct Listed {
    /// 1 is the run that ended last.
    pub number: u32,
    pub ended: SystemTime,
    pub command: Vec<String>,
    pub recording: Option<PathBuf>,
    pub figures: RunFigures,
}

/// Figures of the whole run.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct RunFigures {
    pub elapsed_ns: u64,
    pub target: Target,
    pub host: Host,
    pub device: Device,
    pub findings: Vec<Finding>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Target {
    pub exit_status: Option<i64>,
    pub signal: Option<i64>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Host {
    pub calls: u64,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Device {
    pub kernels: Vec<Kernel>,
    pub transfers: Vec<Transfer>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Kernel {
    pub launches: u64,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Transfer {
    pub bytes: u64,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Finding {
    pub text: String,
}

/// The part of a file that is read for it.
#[derive(Deserialize)]
struct Part {
    version: u32,
    command: Vec<String>,
    ended: u64,
    #[serde(default)]
    recording: Option<PathBuf>,
    snapshot: RunFigures,
}

impl Listed {
    pub(super) fn read(path: &Path, number: u32) -> Option<Self> {
        let file = BufReader::new(File::open(path).ok()?.take(LONGEST));
        let part: Part = serde_json::from_reader(file).ok().filter(|part: &Part| is_known(part.version))?;
        let Part { command, recording, snapshot: figures, .. } = part;
        Some(Self { number, ended: time(part.ended), command, recording, figures })
    }

    /// Kernels that were launched.
    #[must_use]
    pub fn launches(&self) -> u64 {
        crate::sum::sum(self.figures.device.kernels.iter().map(|kernel| kernel.launches))
    }

    /// Bytes that were copied.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        crate::sum::sum(self.figures.device.transfers.iter().map(|transfer| transfer.bytes))
    }
}
