//! What zetop and the program that it measures say to each other, over channels of ipc-channel's.
//!
//! The program makes the channels and hands zetop its ends ([`Hello`]). It announces what it will do next ([`FromWorker::Measure`]), zetop starts its figures anew and says
//! [`Go`], the program does it, tells what it saw itself ([`FromWorker::Measured`]), and waits for another [`Go`].

use super::api::Api;
use ipc_channel::ipc::{IpcReceiver, IpcSender};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use zetop_figures::view::format;

/// The hidden subcommand that is measured; `zetop bench` starts it under itself.
pub const WORKER: &str = "zetop-bench-worker";

/// The key of what `zetop bench transfers` sees itself.
pub const TWO_STAMPS: &str = "two_timestamps";

/// Kernels by their names.
pub const MATMUL: &str = "matmul";
pub const COPY: &str = "grid_copy";
pub const MULTIPLY_ADD: &str = "multiply_add";
pub const MULTIPLY_ADD_DOUBLE: &str = "multiply_add_double";
pub const CHASE: &str = "chase";
pub const STRIDED: &str = "strided";
pub const STREAM: &str = "stream";
/// The host's times of `zetop bench matmul`: for the device's version, and for its own.
pub const HOST: &str = "host";
pub const CPU: &str = "cpu";
/// The series of `zetop bench flops` and `latency`.
pub const SINGLE: &str = "single precision";
pub const DOUBLE: &str = "double precision";
pub const GPU_SERIES: &str = "GPU";
pub const HOST_SERIES: &str = "CPU";
/// The series of `zetop bench hot-cold`.
pub const HOT: &str = "hot";
pub const COLD: &str = "cold";

/// What to measure.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Task {
    Transfers(Transfers),
    Matmul(Matmul),
    HotCold(HotCold),
    Flops(Curve),
    Latency(Curve),
    Parallel(Parallel),
    Stride(Curve),
    Interference(Interference),
}

/// Which device.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct DeviceChoice {
    /// By default the first through which there is a device.
    pub api: Option<Api>,
    /// Which of its driver's devices.
    pub number: usize,
}

/// The sizes and repeats of `zetop bench transfers`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Transfers {
    /// Smallest and largest size in bytes: powers of two.
    pub sizes: (u64, u64),
    /// Executions of the list with copies.
    pub repeats: u32,
    pub device: DeviceChoice,
}

/// The sizes and repeats of `zetop bench matmul`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Matmul {
    pub sides: Vec<u32>,
    pub repeats: u32,
    pub device: DeviceChoice,
}

/// What `zetop bench hot-cold` does.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct HotCold {
    /// Bytes that are written before each cold launch; without, as many as the cache has.
    pub flush: Option<u64>,
    pub repeats: u32,
    pub device: DeviceChoice,
}

/// What `zetop bench flops`, `latency` and `stride` do.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Curve {
    /// Smallest and largest working set in bytes, powers of two, where that matters.
    pub sizes: (u64, u64),
    pub repeats: u32,
    pub device: DeviceChoice,
}

/// What `zetop bench parallel` does.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Parallel {
    /// Bytes of the largest working set.
    pub most: u64,
    pub repeats: u32,
    pub device: DeviceChoice,
}

/// What `zetop bench interference` does.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Interference {
    /// Working sets are one to nine times that, in bytes.
    pub step: u64,
    pub repeats: u32,
    pub device: DeviceChoice,
}

/// The first message: zetop's ends of the channels.
#[derive(Debug, Serialize, Deserialize)]
pub struct Hello {
    pub messages: IpcReceiver<FromWorker>,
    pub answers: IpcSender<Go>,
}

/// From the program to zetop.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum FromWorker {
    /// It has found its device.
    Begin(Device),
    /// It is about to measure this, the warm-up is over.
    Measure(Step),
    /// It has, and this is what it saw, by the key of the measure: a value per repeat.
    Measured(BTreeMap<String, Vec<f64>>),
    /// It does not measure this, and why.
    Skip { at: Point, why: String },
    /// Something to know about the figures.
    Note(String),
    /// It is through; or was interrupted, where `complete` is false.
    End { complete: bool },
    /// It can't go on.
    Failed(String),
    /// The device can't be measured that way: nothing has failed.
    Unable(Unable),
}

/// Why a device can't be measured in some way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{0}")]
pub struct Unable(pub String);

/// From zetop to the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Go;

/// The device that is measured.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Device {
    pub api: Api,
    pub name: String,
    /// Cycles of its clock per second; none where its times are in ns.
    pub timer_hz: Option<f64>,
    /// Valid bits of the stamps of operations.
    pub timestamp_bits: u32,
    pub memory_bytes: u64,
    /// What it will need and do, in words.
    pub needs: Vec<String>,
    /// How many steps there are.
    pub steps: u64,
}

impl Device {
    /// Its clock, in words.
    #[must_use]
    pub fn clock(&self) -> String {
        let Some(hz) = self.timer_hz else { return "clock: the device's, in ns".to_owned() };
        let (per_second, cycle) = (format::group(hz.round() as u64), format::time(1e9 / hz));
        format!(
            "clock: the device's, {per_second} Hz ({cycle} per cycle), {} valid bits",
            self.timestamp_bits
        )
    }
}

/// One figure of a series: its place on the axis.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Point {
    pub series: String,
    pub x: u64,
}

/// What is measured next.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Step {
    pub at: Point,
    /// Operations on the device that zetop is to time.
    pub operations: u64,
    /// Operations since the last step, which zetop is not to count.
    pub before: u64,
}
