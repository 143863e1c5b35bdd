//! How long Intel's Gen9 takes: execution units that take threads in turn, and levels of memory.
//!
//! After Gera et al., "Performance Characterisation and Simulation of Intel's Integrated GPU Architecture".

use crate::profile::Profile;

/// Cycles until a multiply-add's result can be used: so many threads keep an execution unit busy.
const MAD_LATENCY: u32 = 4;

/// A level of memory.
#[derive(Debug, Clone, Copy)]
pub struct Level {
    /// Bytes that the GPU gets of it.
    pub bytes: u64,
    /// Nanoseconds of an access.
    pub ns: f64,
    /// What was used longest ago goes first: of what does not fit, nothing is found when it is gone through again and
    /// again. Otherwise so much of it is found as has room.
    pub oldest_first: bool,
}

/// Nanoseconds of a launch of `groups` groups, each a hardware thread, with so many operations that depend on each other.
pub fn dependent_ns(groups: u64, operations: f64, profile: &Profile) -> f64 {
    let units = u64::from(profile.eu_count());
    // Groups go to the units in turn; the first ones have most.
    let busiest = groups.div_ceil(units);
    let unit_gflops = profile.gflops() / units as f64;
    turns(busiest, u64::from(profile.threads_per_eu)) as f64 * operations / unit_gflops
}

/// How long a unit is at work with these threads, in times that it needs for a thread's operations at its full rate.
/// What there is no room for comes after one that ends.
fn turns(threads: u64, room: u64) -> u64 {
    let at_once = |threads: u64| if threads > 0 { threads.max(u64::from(MAD_LATENCY)) } else { 0 };
    threads / room * at_once(room) + at_once(threads % room)
}

/// Mean nanoseconds of an access to one of so many bytes, each in its turn, again and again.
pub fn access_ns(bytes: u64, levels: &[Level], memory_ns: f64) -> f64 {
    let mut missing = 1.0_f64;
    let mut time = 0.0;
    for level in levels {
        let found = match bytes <= level.bytes {
            true => 1.0,
            false if level.oldest_first => 0.0,
            false => level.bytes as f64 / bytes as f64,
        };
        // What a level before has is here as well.
        let here = (found - (1.0 - missing)).max(0.0);
        time += here * level.ns;
        missing -= here;
    }
    time + missing * memory_ns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{HD530, IRIS650};

    #[test]
    fn four_threads_keep_a_unit_busy() {
        let rate = |groups: u64, profile: &Profile| {
            groups as f64 / dependent_ns(groups, 1.0, profile) / profile.gflops()
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
        let at = |profile: &Profile, bytes: f64| access_ns(mb(bytes), profile.levels, profile.memory_ns);
        let near = |found: f64, published: f64, percent: f64| {
            let off = 100.0 * (found / published - 1.0);
            assert!(off.abs() <= percent, "{found} for {published}: {off:.1} %");
        };
        for (megabytes, ns) in [(0.25, 125.0), (0.5, 125.0), (1.0, 213.54), (2.0, 215.01), (128.0, 355.0)] {
            near(at(&HD530, megabytes), ns, 3.0);
        }
        let rise = [231.21, 246.6, 258.73, 273.68, 286.89, 304.29, 318.28];
        (3..).zip(rise).for_each(|(megabytes, ns)| near(at(&HD530, f64::from(megabytes)), ns, 10.0));
        for (megabytes, ns) in [(1.0, 144.0), (2.0, 260.0), (128.0, 422.0), (256.0, 422.0)] {
            near(at(&IRIS650, megabytes), ns, 3.0);
        }
    }
}
