//! Timing model of Intel's Gen9 GPUs: execution units that take threads in turn, and levels of memory.
//!
//! After Gera et al., "Performance Characterisation and Simulation of Intel's Integrated GPU Architecture".

use crate::profile::{Level, Profile};

/// Cycles until a multiply-add's result can be used, and threads that keep an execution unit busy.
const MAD_LATENCY: u32 = 4;

/// Cache lines that the GPU waits for at once, at most.
pub const OUTSTANDING: u64 = 100;
/// Bytes of a cache line, and words of it.
const LINE: u64 = 64;
const LINE_WORDS: u64 = 16;

/// Nanoseconds of a launch of `groups` groups, each a hardware thread with `operations` that depend on each other. The
/// device's peak is `gflops` of them in a nanosecond.
pub fn dependent_ns(groups: u64, operations: f64, gflops: f64, profile: &Profile) -> f64 {
    let units = u64::from(profile.eu_count());
    // Groups go to the units in turn; the first ones have most.
    let busiest = groups.div_ceil(units);
    let unit_gflops = gflops / units as f64;
    turns(busiest, u64::from(profile.threads_per_eu)) as f64 * operations / unit_gflops
}

/// How long a unit is busy with `threads` threads; 1 is what one thread's operations take at its full rate. Threads beyond `room`
/// start when others end.
fn turns(threads: u64, room: u64) -> u64 {
    let at_once = |threads: u64| if threads > 0 { threads.max(u64::from(MAD_LATENCY)) } else { 0 };
    threads / room * at_once(room) + at_once(threads % room)
}

/// Mean nanoseconds of an access within a working set of `bytes`, in random order, again and again.
fn access_ns(bytes: u64, profile: &Profile) -> f64 {
    mean_ns(bytes, profile.levels, profile.memory_ns)
}

/// Mean nanoseconds of a random access by the host's processor, while the device does nothing. `None` where there is no model
/// of that.
pub fn host_access_ns(bytes: u64, profile: &Profile) -> Option<f64> {
    (!profile.host_levels.is_empty()).then(|| mean_ns(bytes, profile.host_levels, profile.host_memory_ns))
}

fn mean_ns(bytes: u64, levels: &[Level], memory_ns: f64) -> f64 {
    let mut missing = 1.0_f64;
    let mut time = 0.0;
    for level in levels {
        // Caches are inclusive.
        let here = (missing - (1.0 - level.found(bytes))).max(0.0);
        time += here * level.ns;
        missing -= here;
    }
    time + missing * memory_ns
}

/// How many times longer everything takes when `lines` are wanted at once.
fn queueing(lines: u64) -> f64 {
    (lines as f64 / OUTSTANDING as f64).max(1.0)
}

/// Nanoseconds for each line that many threads read of a working set of `bytes`, each in its turn, again and again.
pub fn stream_ns(bytes: u64, profile: &Profile) -> f64 {
    (access_ns(bytes, profile) / OUTSTANDING as f64).max(LINE as f64 / profile.l3_gbps())
}

/// Nanoseconds of a step of `chases` side by side, each through a working set of `bytes` of its own.
pub fn chase_ns(chases: u64, bytes: u64, profile: &Profile) -> f64 {
    access_ns(chases.saturating_mul(bytes), profile) * queueing(chases)
}

/// Nanoseconds of a launch in which each item reads `words`, the items of a group side by side, `stride` words apart. Nothing
/// of it is in a cache before.
pub fn strided_ns(groups: u64, items: u64, words: u64, stride: u64, profile: &Profile) -> f64 {
    // A read of a group is one message, which touches this number of lines; less than one where some of it was read before.
    let span = (items * stride) as f64 / LINE_WORDS as f64;
    let lines = span.min(items as f64);
    let new = lines.min(1.0);
    let nearest = profile.levels.first().map_or(profile.memory_ns, |level| level.ns);
    let message = new * profile.memory_ns + (1.0 - new) * nearest;
    let turns = groups.div_ceil(u64::from(profile.eu_count() * profile.threads_per_eu));
    let waiting = (turns * words) as f64 * message;
    // All threads' messages are under way at once, each with its lines.
    let all_lines = (groups * words) as f64 * lines;
    let outstanding = all_lines * profile.memory_ns / OUTSTANDING as f64;
    let bandwidth = all_lines * LINE as f64 / profile.memory_gbps();
    waiting.max(outstanding).max(bandwidth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{HD530, IRIS650};

    #[test]
    fn four_threads_keep_a_unit_busy() {
        let rate = |groups: u64, profile: &Profile| {
            groups as f64 / dependent_ns(groups, 1.0, profile.gflops(), profile) / profile.gflops()
        };
        for (profile, peak) in [(&HD530, 96), (&IRIS650, 192)] {
            let units = u64::from(profile.eu_count());
            assert!((rate(peak, profile) - 1.0).abs() < 1e-9);
            assert!(
                (1..peak).all(|groups| (rate(groups, profile) - groups as f64 / peak as f64).abs() < 1e-9)
            );
            // One more group is a dip, and it comes again with each round of the units.
            for full in [4, 5, 6, 7, 14] {
                assert!((rate(full * units, profile) - 1.0).abs() < 1e-9, "{full}");
                assert!(rate(full * units + 1, profile) < 0.9, "{full}");
            }
            // Stacked: a thread alone, after seven.
            assert!((rate(8 * units, profile) - 8.0 / 11.0).abs() < 1e-9);
        }
    }

    #[test]
    fn accesses_take_what_was_published() {
        let mb = |megabytes: f64| (megabytes * f64::from(1 << 20)) as u64;
        let at = |profile: &Profile, bytes: f64| access_ns(mb(bytes), profile);
        let near = |found: f64, published: f64, percent: f64| {
            let off = 100.0 * (found / published - 1.0);
            assert!(off.abs() <= percent, "{found} for {published}: {off:.1} %");
        };
        for (megabytes, ns) in [(0.25, 125.0), (0.5, 125.0), (1.0, 213.54), (2.0, 215.01), (128.0, 355.0)] {
            near(at(&HD530, megabytes), ns, 3.0);
        }
        let rise = [231.21, 246.6, 258.73, 273.68, 286.89, 304.29, 318.28];
        (3..).zip(rise).for_each(|(megabytes, ns)| near(at(&HD530, f64::from(megabytes)), ns, 3.0));
        for (megabytes, ns) in [(1.0, 144.0), (2.0, 260.0), (128.0, 422.0), (256.0, 422.0)] {
            near(at(&IRIS650, megabytes), ns, 3.0);
        }
    }

    #[test]
    fn accesses_of_the_host_take_what_was_published() {
        let at = |profile: &Profile, megabytes: u64| host_access_ns(megabytes << 20, profile);
        for (profile, published) in [
            (&HD530, &[(2, 10.0), (8, 10.0), (128, 73.0)]),
            (&IRIS650, &[(2, 10.0), (16, 48.0), (128, 83.0)]),
        ] {
            for (megabytes, ns) in published {
                let found = at(profile, *megabytes).unwrap();
                assert!((found / ns - 1.0).abs() < 0.05, "{megabytes} MB: {found} for {ns}");
            }
        }
        assert_eq!(at(&crate::profile::DISCRETE, 1), None);
    }

    /// Flat to the limit of outstanding misses, then rising; with 1 MB each there is a ramp before, until the cache is full.
    #[test]
    fn a_hundred_chases_take_no_longer_than_one() {
        let relative = |chases: u64, bytes: u64| chase_ns(chases, bytes, &HD530) / chase_ns(1, bytes, &HD530);
        for bytes in [64, 2 << 10] {
            assert!((1..=100).all(|chases| (relative(chases, bytes) - 1.0).abs() < 1e-9));
            assert!((relative(168, bytes) - 1.68).abs() < 1e-9);
        }
        let ramp: Vec<f64> = (1..=10).map(|chases| relative(chases, 1 << 20)).collect();
        assert!(ramp.windows(2).skip(2).take(5).all(|pair| pair[1] > pair[0] + 0.03), "{ramp:?}");
        assert!((relative(64, 1 << 20) / ramp[9] - 1.0).abs() < 0.01, "{ramp:?}");
        assert!((1..=100).all(|chases| relative(chases, 8 << 20) < 1.2));
    }

    #[test]
    fn larger_strides_need_fewer_threads() {
        let rate = |groups: u64, items: u64, stride: u64| {
            let span = (items * stride).div_ceil(16).min(items);
            (groups * 256 * span) as f64 / strided_ns(groups, items, 256, stride, &HD530)
        };
        let most = 100.0 / 355.0;
        let full =
            |stride| (1..=168).find(|groups| rate(*groups, 16, stride) > 0.99 * most).unwrap_or(u64::MAX);
        let threads = [1, 2, 4, 8, 16].map(full);
        assert_eq!(threads, [100, 50, 25, 13, 7]);
        // One group of 16 items does not do it alone.
        assert!(rate(1, 16, 16) < 0.2 * most);
    }
}
