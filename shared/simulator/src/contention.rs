//! The host's processor and the GPU at once, in the last-level cache that they share and in the memory behind it.
//!
//! Each side goes through a working set of its own again and again, with one access after the other (a chase) or many at
//! once (streaming). Between two uses of a line by one side the lines that the other one brings in are its footprint, which
//! is its working set at most. A side finds the less of its set the more that and the footprint are together. What it
//! does not find comes from memory, and waits there behind what the other side, if it streams, has to fetch. Since a
//! side that misses is slower, and so leaves a smaller footprint, both are looked for together.
//!
//! The structure is the model; its constants ([`SharedCache`](crate::profile::SharedCache)) are fitted to the 360 published figures of the HD 530.

use crate::gen9::OUTSTANDING;
use crate::profile::{Level, Misses, Profile};

const MB: f64 = 1_048_576.0;
/// Rounds until both sides are in balance.
const ROUNDS: u32 = 40;

/// What a side does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Walk {
    pub bytes: u64,
    /// Many accesses at once.
    pub streams: bool,
}

/// Nanoseconds of an access of each side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Times {
    pub gpu: f64,
    pub host: f64,
}

impl Misses {
    /// The share of a footprint that is missed.
    fn share(self, megabytes: f64) -> f64 {
        if megabytes <= 0.0 { 0.0 } else { 1.0 / (1.0 + (self.half_mb / megabytes).powf(self.steepness)) }
    }
}

/// The smaller of two, rounded off where they are about the same.
fn smaller(a: f64, b: f64) -> f64 {
    if a <= 0.0 || b <= 0.0 { 0.0 } else { a * b / (a.powi(4) + b.powi(4)).powf(0.25) }
}

/// Both sides at once, on a device whose second level is the cache that they share.
pub fn contend(gpu: Option<Walk>, host: Option<Walk>, profile: &Profile) -> Option<Times> {
    let shared = profile.shared?;
    let &[_, cache, memory] = profile.levels else { return None };
    let megabytes = |walk: Option<Walk>| walk.map_or(0.0, |walk| walk.bytes as f64 / MB);
    let streams = |walk: Option<Walk>| walk.is_some_and(|walk| walk.streams);
    let (gpu_mb, host_mb) = (megabytes(gpu), megabytes(host));
    let alone = 1.0 - gpu.map_or(1.0, |walk| Level::found(&cache, walk.bytes));
    let gpu_cache_ns = if host.is_some() { cache.ns * shared.awake } else { cache.ns };
    let mut times = Times { gpu: gpu_cache_ns, host: shared.host_ns };
    for _ in 0..ROUNDS {
        // Lines per nanosecond.
        let gpu_rate = if streams(gpu) { OUTSTANDING as f64 } else { 1.0 } / times.gpu;
        let host_rate = if streams(host) { shared.host_outstanding } else { 1.0 } / times.host;
        let brings = |rate: f64, other_mb: f64, other_rate: f64| rate * other_mb / other_rate;
        let (mut host_there, mut gpu_there) = (
            smaller(host_mb, shared.host_stays * brings(host_rate, gpu_mb, gpu_rate)),
            smaller(gpu_mb, shared.gpu_stays * brings(gpu_rate, host_mb, host_rate)),
        );
        host_there *= if streams(host) { shared.host_streams } else { 1.0 };
        gpu_there *= if streams(gpu) { shared.gpu_streams } else { 1.0 };
        let pushed_out = if host.is_some() { shared.gpu_misses.share(gpu_mb + host_there) } else { 0.0 };
        let gpu_missed = 1.0 - (1.0 - alone) * (1.0 - pushed_out);
        let host_missed = shared.host_misses.share(host_mb + gpu_there);
        let queue = |streams: bool, misses: f64, (longer, power): (f64, f64)| {
            if streams { 1.0 + longer * misses.powf(power) } else { 1.0 }
        };
        let gpu_memory = memory.ns * queue(streams(host), host_missed, shared.gpu_queue);
        let host_memory = shared.host_memory_ns * queue(streams(gpu), gpu_missed, shared.host_queue);
        let next = Times {
            gpu: gpu_cache_ns + gpu_missed * (gpu_memory - gpu_cache_ns),
            host: shared.host_ns + host_missed * (host_memory - shared.host_ns),
        };
        times = Times { gpu: f64::midpoint(times.gpu, next.gpu), host: f64::midpoint(times.host, next.host) };
    }
    Some(times)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{HD530, IRIS650};

    /// `measured, interference, measured_mb, other_mb, ns`.
    const PUBLISHED: &str = include_str!("../../../monitor/bench/published/interference-skl.tsv");

    #[test]
    fn the_published_figures_are_the_models() {
        let mut off: Vec<f64> = Vec::new();
        for line in PUBLISHED.lines().filter(|line| line.starts_with("gpu") || line.starts_with("cpu")) {
            let fields: Vec<&str> = line.split('\t').collect();
            let number = |at: usize| fields[at].parse::<f64>().unwrap();
            let walk = |at: usize, streams: bool| {
                let bytes = (number(at) * MB) as u64;
                (bytes > 0).then_some(Walk { bytes, streams })
            };
            let streams = fields[1] == "streaming";
            let of_gpu = fields[0] == "gpu";
            let (own, other) = (walk(2, false), walk(3, streams));
            let found = match of_gpu {
                true => contend(own, other, &HD530).unwrap().gpu,
                false => contend(other, own, &HD530).unwrap().host,
            };
            let by = found / number(4) - 1.0;
            if by.abs() > 0.15 {
                println!("{line}: {found:.2}, off by {:.1} %", 100.0 * by);
            }
            off.push(by.abs());
        }
        off.sort_by(f64::total_cmp);
        assert_eq!(off.len(), 360);
        assert!(off[180] <= 0.05, "median {}", off[180]);
        let beyond = off.iter().filter(|by| **by > 0.15).count();
        assert!(beyond <= 11 && off[359] < 0.31, "{beyond} cells, up to {}", off[359]);
    }

    #[test]
    fn a_side_alone_is_as_it_is_without_the_other() {
        let walk = |megabytes: u64| Some(Walk { bytes: megabytes << 20, streams: false });
        assert!((contend(walk(1), None, &HD530).unwrap().gpu - 213.5).abs() < 0.1);
        assert!((contend(walk(9), None, &HD530).unwrap().gpu - 318.0).abs() < 0.1);
        assert_eq!(contend(walk(1), walk(1), &IRIS650), None);
    }
}
