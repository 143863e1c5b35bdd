//! `zetop bench flops`, `latency`, `parallel` and `stride`: one kernel, whose time is all that matters.

use super::against::PEAK;
use super::evaluate::{Evaluate, Gathered, Measured};
use super::matmul::kernel_time;
use super::messages::{CPU, SINGLE};
use super::outcome::{Axis, Figure, Layout, Measure, Outcome, OutcomeRow};
use zetop_figures::view::format;

/// What is special to one of them.
pub(crate) struct About {
    bench: &'static str,
    about: &'static str,
    axis: Axis,
    measure: Measure,
    /// The figure, from how much the kernel does and the ns that it takes.
    figure: fn(f64, f64) -> f64,
    /// The first measure, where the figure over that of a series' first place is what matters.
    relative: Option<Measure>,
    layout: Layout,
    how: &'static str,
    published: &'static str,
    advice: fn(&[OutcomeRow]) -> Option<String>,
}

const GROUPS: Axis = Axis { key: "groups", title: "groups", show: |groups| groups.to_string() };

pub(crate) const FLOPS: About = About {
    bench: "flops",
    about: "dependent multiply-adds by work groups",
    axis: GROUPS,
    measure: Measure { key: "gflops", title: "floating-point rate", unit: "GFLOP/s" },
    figure: |operations, ns| operations / ns,
    relative: None,
    layout: Layout::Tables,
    how: "groups of 32 work items; a multiply-add is two operations",
    published: "published: 441.6 GFLOP/s from 96 groups on (HD 530), 883.2 from 192 on (Iris Plus 650); double precision: 110.4, 220.8",
    advice: |rows| {
        let single = || rows.iter().filter(|row| row.series == SINGLE);
        let points = || single().filter_map(|row| Some((row.x, row.median(0)?)));
        let peak = points().map(|(_, rate)| rate).fold(0.0, f64::max);
        let (groups, _) = points().find(|(_, rate)| *rate >= PEAK * peak)?;
        Some(format!("{groups} groups or more, in multiples of the execution units, keep the device busy"))
    },
};

pub(crate) const LATENCY: About = About {
    bench: "latency",
    about: "accesses that depend on each other, by working set",
    axis: Axis { key: "working_set_bytes", title: "set", show: |bytes| format::size_limit(Some(bytes)) },
    measure: Measure { key: "ns_per_access", title: "time of an access", unit: "ns" },
    figure: |steps, ns| ns / steps,
    relative: None,
    layout: Layout::Tables,
    how: "one work item, or one thread of the host, goes from line to line of 64 bytes in random order",
    published: "published: L3 125, LLC from 212, DRAM 355 ns (HD 530); 144, 260, 422 ns (Iris Plus 650); their CPUs: LLC 10, eDRAM 48 (650), DRAM 73 and 83 ns",
    advice: |_| None,
};

pub(crate) const PARALLEL: About = About {
    bench: "parallel",
    about: "chases side by side, by their number and by the working set of each",
    axis: GROUPS,
    measure: LATENCY.measure,
    figure: LATENCY.figure,
    relative: Some(Measure { key: "relative", title: "time relative to one group", unit: "x" }),
    layout: Layout::Tables,
    how: "groups of one work item, each with lines of its own",
    published: "published: flat to about 100 groups, then rising; with 1 MB each a ramp until 8 groups (HD 530)",
    advice: |rows| {
        let points = || {
            let first = rows.first().map_or("", |row| row.series.as_str());
            rows.iter().filter(move |row| row.series == first)
        };
        let flat = points().take_while(|row| row.median(0).is_some_and(|time| time < 1.05)).last()?;
        let risen = points().find(|row| row.x > flat.x)?;
        Some(format!("up to {} accesses at once cost no more than one; {} take longer", flat.x, risen.x))
    },
};

pub(crate) const STRIDE: About = About {
    bench: "stride",
    about: "lines read from memory, by work groups, work items and stride",
    axis: GROUPS,
    measure: Measure { key: "million_lines_per_s", title: "lines from memory", unit: "million/s" },
    figure: |lines, ns| 1e3 * lines / ns,
    relative: None,
    layout: Layout::Maps,
    how: "each work item reads 256 words, as many words apart as the stride says; no word is read twice",
    published: "published: larger strides saturate with fewer threads; one group of 16 items does not, even at stride 16",
    advice: |rows| {
        let most = rows.iter().filter_map(|row| row.median(0)).fold(0.0, f64::max);
        let full = rows.iter().filter(|row| row.median(0).is_some_and(|rate| rate >= 0.95 * most));
        let few = full.min_by_key(|row| row.x)?;
        let bandwidth = most * 64.0 / 1e3;
        Some(format!(
            "{} of {} are the fewest that saturate memory, at {bandwidth:.1} GB/s of lines",
            format::many(few.x, "group", "groups"),
            few.series
        ))
    },
};

pub(crate) struct Curve {
    of: About,
    gathered: Gathered,
}

impl Curve {
    pub(crate) fn new(of: About, simulated: bool) -> Self {
        Self { of, gathered: Gathered::new(simulated) }
    }

    /// The figure at a series' first place.
    fn base(&self, series: &str) -> Option<f64> {
        self.gathered
            .rows
            .iter()
            .find(|row| row.series == series)?
            .figures
            .last()
            .copied()
            .flatten()
            .map(|f| f.median)
    }
}

impl Evaluate for Curve {
    fn gathered(&mut self) -> &mut Gathered {
        &mut self.gathered
    }

    fn axis(&self) -> Axis {
        self.of.axis
    }

    fn measured(&mut self, step: Measured) {
        // The kernel by its name, or the host's own samples.
        let own = step.own.iter().next();
        let of_kernel =
            own.and_then(|(kernel, values)| kernel_time(&step.snapshot, kernel).zip(values.first()));
        let of_kernel = of_kernel.map(|(time, done)| {
            let ends = [(self.of.figure)(*done, time.min), (self.of.figure)(*done, time.max)];
            Figure {
                median: (self.of.figure)(*done, time.median),
                min: ends[0].min(ends[1]),
                max: ends[0].max(ends[1]),
                n: time.n,
            }
        });
        let figure = match step.own.get(CPU) {
            Some(samples) => Figure::from_values(samples),
            None => of_kernel,
        };
        let mut figures = vec![figure];
        if self.of.relative.is_some() {
            let base = self.base(&step.at.series).or(figure.map(|figure| figure.median));
            let over = |figure: Figure| base.map(|base| figure.times(1.0 / base));
            figures.insert(0, figure.and_then(over));
        }
        self.gathered.rows.push(OutcomeRow { series: step.at.series, x: step.at.x, figures });
    }

    fn finish(self: Box<Self>, complete: bool) -> Outcome {
        let mut conditions = vec![self.gathered.device.clock()];
        conditions.extend([self.of.how.to_owned(), self.of.published.to_owned()]);
        let times = self.gathered.device.api.times();
        conditions.push(format!("times: {times}; spread = (largest - smallest) / median"));
        let advice = (self.of.advice)(&self.gathered.rows).into_iter().collect();
        let Gathered { simulated, device, rows, skipped, notes } = self.gathered;
        Outcome {
            bench: self.of.bench,
            about: self.of.about,
            complete,
            failed: None,
            simulated,
            conditions,
            device,
            axis: self.of.axis,
            measures: self.of.relative.into_iter().chain([self.of.measure]).collect(),
            layout: self.of.layout,
            rows,
            skipped,
            notes,
            advice,
            distributions: Vec::new(),
        }
    }
}
