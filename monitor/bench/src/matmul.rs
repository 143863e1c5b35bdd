//! `zetop bench matmul`: the kernel's time, the host's time of execute + synchronize, and a sequential version on the
//! CPU, whose result is compared.

use super::evaluate::{Evaluate, Gathered, Measured};
use super::messages::{CPU, HOST, MATMUL};
use super::outcome::{Axis, Figure, Layout, Measure, Outcome, OutcomeRow};
use zetop_figures::snapshot::Snapshot;

const SERIES: [&str; 3] =
    ["kernel on the device", "execute + synchronize on the host", "sequential on the CPU"];
const MEASURES: [Measure; 2] = [
    Measure { key: "time_us", title: "time", unit: "µs" },
    Measure { key: "speed_up", title: "times as fast as the CPU's version", unit: "x" },
];
const SIDE: Axis = Axis { key: "n", title: "n x n", show: |n| n.to_string() };

/// How far a value may be from the middle of its bucket.
const HALF_A_BUCKET: f64 = 0.008;

pub(crate) struct Matmul {
    gathered: Gathered,
}

impl Matmul {
    pub(crate) fn new(simulated: bool) -> Self {
        Self { gathered: Gathered::new(simulated) }
    }
}

/// A kernel's times by the probe, in ns. All figures of the snapshot are of this step.
pub(crate) fn kernel_time(snapshot: &Snapshot, name: &str) -> Option<Figure> {
    let kernel = snapshot.device.kernels.iter().find(|kernel| kernel.name == name)?;
    let mean = kernel.total_ns as f64 / kernel.timed.max(1) as f64;
    if kernel.timed == 1 {
        return Some(Figure { median: mean, min: mean, max: mean, n: 1 });
    }
    let (min, max) = (kernel.min_ns? as f64, kernel.max_ns? as f64);
    // The histogram knows these to a bucket. The mean is exact, and as good as the median where it is in its bucket.
    let bucket = kernel.p50_ns? as f64;
    let median = if (mean / bucket - 1.0).abs() <= HALF_A_BUCKET { mean } else { bucket };
    Some(Figure { median: median.clamp(min.min(max), max), min, max, n: kernel.timed })
}

/// How much faster something is: its slowest run beside the CPU's fastest, up to its fastest beside the CPU's slowest.
fn speed_up(cpu: Figure, time: Figure) -> Figure {
    let over = |cpu: f64, ns: f64| if ns > 0.0 { cpu / ns } else { 0.0 };
    Figure {
        median: over(cpu.median, time.median),
        min: over(cpu.min, time.max),
        max: over(cpu.max, time.min),
        n: time.n.min(cpu.n),
    }
}

impl Evaluate for Matmul {
    fn gathered(&mut self) -> &mut Gathered {
        &mut self.gathered
    }

    fn axis(&self) -> Axis {
        SIDE
    }

    fn has_figures_without_times(&self) -> bool {
        true
    }

    fn measured(&mut self, step: Measured) {
        let own = |key: &str| step.own.get(key).and_then(|values| Figure::from_values(values));
        let (host, cpu) = (own(HOST), own(CPU));
        let times = [kernel_time(&step.snapshot, MATMUL), host, cpu];
        for (series, time) in SERIES.iter().zip(times) {
            let speed_up = cpu.zip(time).map(|(cpu, time)| speed_up(cpu, time));
            self.gathered.rows.push(OutcomeRow {
                series: (*series).to_owned(),
                x: step.at.x,
                figures: vec![time.map(|ns| ns.times(1e-3)), speed_up],
            });
        }
    }

    fn finish(self: Box<Self>, complete: bool) -> Outcome {
        let mut conditions = vec![self.gathered.device.clock()];
        conditions.push(
            "single precision, n x n matrices in shared memory, each run after the one before, after one that is not \
             measured; results are equal to the CPU's"
                .to_owned(),
        );
        conditions.push(
            "spread = (largest - smallest) / median; the CPU's version stops repeating after 1 s".to_owned(),
        );
        conditions.push("published for UHD 630 and i7-8700K: the kernel is 6 to 16 times as fast".to_owned());
        if self.gathered.simulated {
            conditions
                .push("simulated: the host's time is that of computing it on this machine's CPU".to_owned());
        }
        let smallest = |series: usize| {
            let of = self.gathered.rows.iter().filter(|row| row.series == SERIES[series]);
            of.filter(|row| row.figures[1].is_some_and(|figure| figure.median > 1.0)).map(|row| row.x).min()
        };
        let advice = match (smallest(0), smallest(1)) {
            (_, Some(n)) => vec![format!(
                "with the host's part, the device is worth it from {n} x {n} on; the smaller ones are mostly dispatch"
            )],
            (Some(n), None) => vec![format!(
                "the kernel is faster than the CPU from {n} x {n} on, but the host's part costs more than that gains"
            )],
            (None, None) => Vec::new(),
        };
        Outcome {
            bench: "matmul",
            about: "matrix multiply: kernel time, host time, sequential version",
            complete,
            failed: None,
            simulated: self.gathered.simulated,
            conditions,
            device: self.gathered.device,
            axis: SIDE,
            measures: MEASURES.to_vec(),
            layout: Layout::Tables,
            rows: self.gathered.rows,
            skipped: self.gathered.skipped,
            notes: self.gathered.notes,
            advice,
            distributions: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_run_is_the_smallest_speed_up() {
        let figure = |median, min, max| Figure { median, min, max, n: 4 };
        let found = speed_up(figure(100.0, 90.0, 120.0), figure(10.0, 5.0, 20.0));
        assert_eq!(found, figure(10.0, 4.5, 24.0));
    }
}
