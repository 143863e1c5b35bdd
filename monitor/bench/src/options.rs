//! `zetop bench`: the benchmarks and their options.

use crate::api::Api;
use crate::messages;
use clap::Subcommand;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum Benchmark {
    /// Copies between kinds of memory, by size: GB/s by zetop's event times and by two global timestamps, and which
    /// kind to use
    Transfers(Transfers),
    /// Matrix multiply: the kernel's time, the host's time of execute + synchronize, and both over a sequential version
    /// on the CPU, whose result is compared
    Matmul(Matmul),
    /// A copying kernel with its data in the last-level cache, and after a flush: both distributions
    HotCold(HotCold),
    /// Floating-point rate by the number of work groups, up to twice as many as there are hardware threads
    Flops(CommonOnly),
    /// Latency of accesses that depend on each other, by working set
    Latency(Latency),
    /// Accesses side by side, by the number of work groups: how many the device can wait for at once
    Parallel(Parallel),
    /// Lines read from memory by work groups, work items and stride: how many threads saturate it
    Stride(CommonOnly),
    /// The CPU and the GPU at once: one goes from line to line, the other does that too, or streams, by working sets of
    /// both
    Interference(Interference),
    /// All of them, one after the other; with --against published: how far each figure is off what was published
    All(All),
}

impl Benchmark {
    #[must_use]
    pub fn common(&self) -> &Common {
        match self {
            Self::Transfers(options) => &options.common,
            Self::Matmul(options) => &options.common,
            Self::HotCold(options) => &options.common,
            Self::Flops(options) => &options.common,
            Self::Latency(options) => &options.common,
            Self::Parallel(options) => &options.common,
            Self::Stride(options) => &options.common,
            Self::Interference(options) => &options.common,
            Self::All(options) => &options.common,
        }
    }

    pub fn common_mut(&mut self) -> &mut Common {
        match self {
            Self::Transfers(of) => &mut of.common,
            Self::Matmul(of) => &mut of.common,
            Self::HotCold(of) => &mut of.common,
            Self::Flops(of) => &mut of.common,
            Self::Latency(of) => &mut of.common,
            Self::Parallel(of) => &mut of.common,
            Self::Stride(of) => &mut of.common,
            Self::Interference(of) => &mut of.common,
            Self::All(of) => &mut of.common,
        }
    }

    /// # Errors
    /// When --min is larger than --max.
    pub fn check(&self) -> Result<(), String> {
        let (min, max) = match self {
            Self::Transfers(options) => (options.min, options.max),
            Self::Matmul(options) => (options.min.into(), options.max.into()),
            Self::Latency(options) => (options.min, options.max),
            _ => return Ok(()),
        };
        if min > max { Err(format!("--min {min} is more than --max {max}")) } else { Ok(()) }
    }

    /// As on the command line.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Transfers(_) => "transfers",
            Self::Matmul(_) => "matmul",
            Self::HotCold(_) => "hot-cold",
            Self::Flops(_) => "flops",
            Self::Latency(_) => "latency",
            Self::Parallel(_) => "parallel",
            Self::Stride(_) => "stride",
            Self::Interference(_) => "interference",
            Self::All(_) => "all",
        }
    }
}

/// What all of them have.
#[derive(Debug, Clone, clap::Args)]
pub struct Common {
    /// Write the plot as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// How often each figure is measured: 10 times by default, 1000 times for hot-cold, 3 times for flops,
    /// parallel, stride and interference
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub repeats: Option<u32>,

    /// Which of the driver's devices, counted from 0
    #[arg(long, value_name = "NUMBER", default_value = "0")]
    pub device: usize,

    /// Through which API: by default Level Zero where it has a device, and else CUDA
    #[arg(long)]
    pub api: Option<Api>,
}

impl Common {
    /// The device that is wanted; the simulated one is Level Zero's.
    #[must_use]
    pub fn device_choice(&self, simulated: bool) -> messages::DeviceChoice {
        let api = if simulated { Some(Api::LevelZero) } else { self.api };
        messages::DeviceChoice { api, number: self.device }
    }
}

#[derive(Debug, Clone, clap::Args)]
pub struct Transfers {
    #[command(flatten)]
    pub common: Common,

    /// Smallest size: a power of two, such as 8K
    #[arg(long, value_name = "SIZE", default_value = "8K", value_parser = parse_transfer_size)]
    pub min: u64,

    /// Largest size: a power of two, such as 4M or 1G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_transfer_size)]
    pub max: u64,
}

impl Transfers {
    #[must_use]
    pub fn task(&self, device: messages::DeviceChoice) -> messages::Transfers {
        messages::Transfers {
            sizes: (self.min, self.max),
            repeats: self.common.repeats.unwrap_or(10),
            device,
        }
    }
}

#[derive(Debug, Clone, clap::Args)]
pub struct Matmul {
    #[command(flatten)]
    pub common: Common,

    /// Rows and columns of the smallest matrices
    #[arg(long, value_name = "N", default_value = "32", value_parser = clap::value_parser!(u32).range(1..=8192))]
    pub min: u32,

    /// Rows and columns of the largest matrices; each is twice as large as the one before
    #[arg(long, value_name = "N", default_value = "2048", value_parser = clap::value_parser!(u32).range(1..=8192))]
    pub max: u32,
}

impl Matmul {
    #[must_use]
    pub fn task(&self, device: messages::DeviceChoice) -> messages::Matmul {
        let sides = std::iter::successors(Some(self.min), |n| Some(2 * n));
        messages::Matmul {
            sides: sides.take_while(|n| *n <= self.max).collect(),
            repeats: self.common.repeats.unwrap_or(10),
            device,
        }
    }
}

#[derive(Debug, Clone, clap::Args)]
pub struct HotCold {
    #[command(flatten)]
    pub common: Common,

    /// How much is written before each cold launch, such as 50M; by default as much as the device's cache has
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub flush: Option<u64>,
}

impl HotCold {
    #[must_use]
    pub fn task(&self, device: messages::DeviceChoice) -> messages::HotCold {
        messages::HotCold { flush: self.flush, repeats: self.common.repeats.unwrap_or(1000), device }
    }
}

#[derive(Debug, Clone, clap::Args)]
pub struct CommonOnly {
    #[command(flatten)]
    pub common: Common,
}

impl CommonOnly {
    #[must_use]
    pub fn task(&self, device: messages::DeviceChoice) -> messages::Curve {
        let repeats = self.common.repeats.unwrap_or(3);
        messages::Curve { sizes: (0, 0), repeats, device }
    }
}

#[derive(Debug, Clone, clap::Args)]
pub struct Latency {
    #[command(flatten)]
    pub common: Common,

    /// Smallest working set: a power of two, such as 4K
    #[arg(long, value_name = "SIZE", default_value = "4K", value_parser = parse_working_set)]
    pub min: u64,

    /// Largest working set: a power of two, such as 256M
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = parse_working_set)]
    pub max: u64,
}

impl Latency {
    #[must_use]
    pub fn task(&self, device: messages::DeviceChoice) -> messages::Curve {
        messages::Curve { sizes: (self.min, self.max), repeats: self.common.repeats.unwrap_or(10), device }
    }
}

#[derive(Debug, Clone, clap::Args)]
pub struct Parallel {
    #[command(flatten)]
    pub common: Common,

    /// Largest working set of a group; those measured are 64 bytes, 2K, 1M and 8M
    #[arg(long, value_name = "SIZE", default_value = "8M", value_parser = parse_bytes)]
    pub max: u64,
}

impl Parallel {
    #[must_use]
    pub fn task(&self, device: messages::DeviceChoice) -> messages::Parallel {
        let repeats = self.common.repeats.unwrap_or(3);
        messages::Parallel { most: self.max, repeats, device }
    }
}

#[derive(Debug, Clone, clap::Args)]
pub struct Interference {
    #[command(flatten)]
    pub common: Common,

    /// Working sets are one to nine times that: together as large as the cache that both share, and larger
    #[arg(long, value_name = "SIZE", default_value = "1M", value_parser = parse_working_set)]
    pub step: u64,
}

impl Interference {
    #[must_use]
    pub fn task(&self, device: messages::DeviceChoice) -> messages::Interference {
        let repeats = self.common.repeats.unwrap_or(3);
        messages::Interference { step: self.step, repeats, device }
    }
}

#[derive(Debug, Clone, clap::Args)]
pub struct All {
    #[command(flatten)]
    pub common: Common,

    /// Print how far figures are off others
    #[arg(long, value_name = "WHAT")]
    pub against: Option<Against>,

    /// Only these: flops,latency,...
    #[arg(long, value_name = "BENCH,...", value_delimiter = ',')]
    pub only: Vec<BenchmarkName>,

    /// Fewer and smaller sizes, and fewer repeats
    #[arg(long)]
    pub quick: bool,
}

/// What figures are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Against {
    /// Published figures of this device, if there are any
    Published,
}

/// The name of a benchmark, for --only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum BenchmarkName {
    Transfers,
    Matmul,
    HotCold,
    Flops,
    Latency,
    Parallel,
    Stride,
    Interference,
}

impl All {
    /// The benchmarks that --only names, else all, with their defaults or, with --quick, smaller sizes.
    #[must_use]
    pub fn benchmarks(&self) -> Vec<Benchmark> {
        const MB: u64 = 1 << 20;
        let quick = self.quick;
        // Without either option, each benchmark has a default of its own.
        let repeats = self.common.repeats.or(quick.then_some(1));
        let common = Common { svg: None, repeats, ..self.common };
        let smaller = |size: u64, usual: u64| if quick { size } else { usual };
        let one = |which: &BenchmarkName| {
            let common = common.clone();
            match which {
                BenchmarkName::Transfers => Benchmark::Transfers(Transfers {
                    common,
                    min: MIN_TRANSFER,
                    max: smaller(MB, MAX_TRANSFER),
                }),
                BenchmarkName::Matmul => {
                    Benchmark::Matmul(Matmul { common, min: 32, max: if quick { 256 } else { 2048 } })
                }
                BenchmarkName::HotCold => {
                    let repeats = self.common.repeats.or(quick.then_some(20));
                    Benchmark::HotCold(HotCold { common: Common { repeats, ..common }, flush: None })
                }
                BenchmarkName::Flops => Benchmark::Flops(CommonOnly { common }),
                BenchmarkName::Latency => {
                    let max = smaller(128, 256) * MB;
                    Benchmark::Latency(Latency { common, min: 4 << 10, max })
                }
                BenchmarkName::Parallel => Benchmark::Parallel(Parallel { common, max: smaller(MB, 8 * MB) }),
                BenchmarkName::Stride => Benchmark::Stride(CommonOnly { common }),
                BenchmarkName::Interference => Benchmark::Interference(Interference { common, step: MB }),
            }
        };
        use clap::ValueEnum as _;
        if self.only.is_empty() {
            BenchmarkName::value_variants().iter().map(one).collect()
        } else {
            self.only.iter().map(one).collect()
        }
    }
}

fn parse_working_set(text: &str) -> Result<u64, String> {
    match parse_bytes(text)? {
        size if size.is_power_of_two() && (4 << 10..=4 << 30).contains(&size) => Ok(size),
        _ => Err("must be a power of two between 4K and 4G".to_owned()),
    }
}

/// Sizes have classes, which begin here and end there.
const MIN_TRANSFER: u64 = 8 << 10;
const MAX_TRANSFER: u64 = 1 << 30;

fn parse_transfer_size(text: &str) -> Result<u64, String> {
    match parse_bytes(text)? {
        size if size.is_power_of_two() && (MIN_TRANSFER..=MAX_TRANSFER).contains(&size) => Ok(size),
        _ => Err("must be a power of two between 8K and 1G".to_owned()),
    }
}

pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(['K', 'M', 'G', 'k', 'm', 'g']);
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("not a size, such as 64K".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| "not a size, such as 64K".to_owned())?;
    number
        .checked_mul(1 << shift)
        .filter(|size| *size > 0)
        .ok_or_else(|| "not a size, such as 64K".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_powers_of_two() {
        assert_eq!(parse_transfer_size("8K"), Ok(8192));
        assert_eq!(parse_transfer_size("4m"), Ok(4 << 20));
        assert_eq!(parse_transfer_size("8192"), Ok(8192));
        for wrong in ["", "K", "3M", "4K", "2G", "8KK", "-8K", "99999999999999999999G", "1é"] {
            assert!(parse_transfer_size(wrong).is_err(), "{wrong}");
        }
    }
}
