//! One program, run plainly or with one of the layers.

use super::{ZETOP, program};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

#[derive(Debug, Clone, Copy)]
pub enum Variant {
    Plain,
    /// Two clocks around the call.
    Floor,
    Zetop,
    /// With `--exact`.
    ZetopExact,
    ZetopHostOnly,
    /// With `--trace`.
    ZetopTrace,
    /// The loader's tracing layer, with callbacks of the program's own.
    Tracing,
}

/// The floor layer under the name that the loader looks for.
pub struct Folder {
    folder: tempfile::TempDir,
    itself: PathBuf,
}

pub struct Measured {
    /// What the program printed: ns per call.
    pub value: f64,
    /// What zetop said of the run.
    pub said: Option<Said>,
    pub wall_ms: f64,
}

/// What zetop says of its cost, ns.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Said {
    /// `probe_ns_per_call`.
    pub per_call: f64,
    /// Cost of all operations together.
    pub operations: f64,
}

impl Folder {
    pub fn new() -> Result<Self> {
        let itself = std::env::current_exe()?;
        let deps = itself.parent().context("a folder")?;
        let layer = deps.join("libzetop_floor_layer.so");
        ensure!(layer.is_file(), "{} was not built", layer.display());
        let folder = tempfile::tempdir()?;
        std::os::unix::fs::symlink(layer, folder.path().join("libze_validation_layer.so.1"))?;
        Ok(Self { folder, itself })
    }

    /// Where zetop leaves its figures.
    fn json(&self) -> PathBuf {
        self.folder.path().join("figures.json")
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Variant {
    pub fn run(self, folder: &Folder, arguments: &[&str]) -> Result<Measured> {
        let mut command = match self {
            Self::Plain | Self::Floor | Self::Tracing => Command::new(&folder.itself),
            Self::Zetop | Self::ZetopExact | Self::ZetopHostOnly | Self::ZetopTrace => {
                let mut command = Command::new(ZETOP);
                command.args(["--sim", "--no-tui", "--no-history", "--json"]).arg(folder.json());
                if matches!(self, Self::ZetopExact) {
                    command.arg("--exact");
                }
                if matches!(self, Self::ZetopHostOnly) {
                    command.arg("--no-device");
                }
                if matches!(self, Self::ZetopTrace) {
                    command.arg("--trace").arg(folder.path().join("trace"));
                }
                command.arg("--").arg(&folder.itself);
                command
            }
        };
        match self {
            Self::Plain => {}
            Self::Floor => {
                command.env("ZE_ENABLE_VALIDATION_LAYER", "1").env("LD_LIBRARY_PATH", folder.path());
            }
            Self::Tracing => {
                command.env("ZE_ENABLE_TRACING_LAYER", "1");
            }
            Self::Zetop | Self::ZetopExact | Self::ZetopHostOnly | Self::ZetopTrace => {}
        }
        if !matches!(self, Self::Zetop | Self::ZetopExact | Self::ZetopHostOnly | Self::ZetopTrace) {
            command.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
        }
        command.env("ZESIM_KERNEL_NS", "empty=0");
        if let Some(call_ns) = arguments.get(3) {
            command.env("ZESIM_CALL_NS", format!("zeCommandListAppendLaunchKernel={call_ns}"));
        }
        command.arg(program::MARK).args(arguments);
        command.arg(if matches!(self, Self::Tracing) { program::TRACED } else { "" });
        let start = Instant::now();
        let output = command.output().with_context(|| format!("{command:?}"))?;
        let wall_ms = start.elapsed().as_secs_f64() * 1e3;
        ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout)?;
        let value = text.trim().parse().with_context(|| format!("{command:?}: {text}"))?;
        let said = match self {
            Self::Zetop | Self::ZetopExact | Self::ZetopHostOnly | Self::ZetopTrace => {
                Some(said(&std::fs::read(folder.json())?)?)
            }
            Self::Plain | Self::Floor | Self::Tracing => None,
        };
        Ok(Measured { value, said, wall_ms })
    }
}

fn said(json: &[u8]) -> Result<Said> {
    let figures: serde_json::Value = serde_json::from_slice(json)?;
    let quality = &figures["quality"];
    let per_call = quality["probe_ns_per_call"].as_f64().context("probe_ns_per_call")?;
    let operations = quality["cost"]["operations_ns"].as_f64().context("operations_ns")?;
    Ok(Said { per_call, operations })
}
