//! Where a thread of another process computes: the kernel notes its instruction pointer after each 50 ms that it has run outside
//! of the kernel. The process does nothing for it and is not stopped.

use perf_event::events::Software;
use perf_event::{Builder, SampleFlag, Sampler};
use std::fmt;
use std::io;
use std::time::Duration;

/// Processor time from one sample to the next: 20 a second of a thread that computes, each of which takes the kernel some us.
pub const PERIOD: Duration = Duration::from_millis(50);
/// Room for the samples of five seconds; what comes later is lost.
const ROOM: usize = 4096;

pub struct CpuSamples(Sampler);

impl fmt::Debug for CpuSamples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CpuSamples")
    }
}

impl CpuSamples {
    /// Begins to note where a thread runs.
    ///
    /// # Errors
    /// Where the kernel does not permit it (`kernel.perf_event_paranoid` above 2, a container's filter), or the thread has ended.
    pub fn of_thread(tid: u32) -> io::Result<Self> {
        let tid = i32::try_from(tid).map_err(|_| io::ErrorKind::InvalidInput)?;
        let period = PERIOD.as_nanos() as u64;
        let counter = Builder::new(Software::CPU_CLOCK)
            .observe_pid(tid)
            .any_cpu()
            .exclude_kernel(true)
            .exclude_hv(true)
            .sample_period(period)
            .sample(SampleFlag::IP)
            .enabled(true)
            .build()?;
        Ok(Self(counter.sampled(ROOM)?))
    }

    /// The instruction pointers since the last time, one for each [`PERIOD`].
    pub fn take(&mut self) -> Vec<u64> {
        let mut found = Vec::new();
        while let Some(record) = self.0.next_record() {
            if let Ok(perf_event::data::Record::Sample(sample)) = record.parse_record() {
                found.extend(sample.ip());
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::sync::mpsc::channel;
    use std::time::Instant;

    #[inline(never)]
    fn computes(end: &AtomicBool) -> u64 {
        let mut sum = 0u64;
        while !end.load(Relaxed) {
            sum = black_box(sum.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        }
        sum
    }

    #[test]
    fn samples_are_where_a_thread_runs() {
        let (send, receive) = channel();
        let end = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                send.send(rustix::thread::gettid().as_raw_nonzero().get() as u32).unwrap();
                computes(&end)
            });
            let mut samples = match CpuSamples::of_thread(receive.recv().unwrap()) {
                Ok(samples) => samples,
                Err(error) => {
                    end.store(true, Relaxed);
                    return zetop_testing::skip!("no samples here: {error}");
                }
            };
            let limit = Instant::now() + Duration::from_secs(60);
            let mut found = Vec::new();
            while found.len() < 4 && Instant::now() < limit {
                std::thread::sleep(Duration::from_millis(20));
                found.extend(samples.take());
            }
            end.store(true, Relaxed);
            let own = std::env::current_exe().unwrap();
            let maps = crate::proc::memory_map(std::process::id()).unwrap();
            let is_own = |ip: &&u64| {
                let map = maps.iter().find(|map| (map.address.0..map.address.1).contains(*ip));
                map.is_some_and(|map| map.pathname == procfs::process::MMapPath::Path(own.clone()))
            };
            assert!(found.iter().filter(is_own).count() >= 3, "{found:x?}");
        });
        assert!(CpuSamples::of_thread(u32::MAX >> 1).is_err());
    }
}
