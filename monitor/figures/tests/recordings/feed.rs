//! A made-up program that tells a sink what a source would: 40 functions, 20 kernels and 10 kinds of
//! transfer, with realistic noise.

use fastrand::Rng;
use std::sync::Arc;
use zetop_figures::job::Member;
use zetop_figures::sink::{ProcessFound, ProcessId, Sink};
use zetop_wire::catalog::{Catalog, Function, MemoryKind, Place};
use zetop_wire::histogram::{bounds, bucket};
use zetop_wire::layout::OpKind;
use zetop_wire::reader::{ClassFigures, Counters, Facts, Header, QueueGroup, Resources};

pub const FUNCTIONS: u16 = 40;
pub const KERNELS: u32 = 20;
const TRANSFERS: u32 = 10;
const CLASSES: u32 = KERNELS + TRANSFERS;
/// Between two readings.
pub const READING: u64 = 100_000_000;
pub const NS_PER_TICK: f64 = 0.4;

/// Durations of a function or class: how the calls are distributed over buckets.
struct Spread {
    buckets: Vec<(u16, f64)>,
}

impl Spread {
    /// Around a middle, with a tail, as with real calls.
    fn around(middle: f64) -> Self {
        let mut buckets: Vec<(u16, f64)> = Vec::new();
        for step in -40..=80i32 {
            let off = f64::from(step) / 20.0;
            let narrow = if step < 0 { 8.0 } else { 2.5 };
            let weight = (-off * off * narrow).exp() + 2e-4 * (-off).exp();
            let at = bucket((middle * off.exp()).max(1.0) as u64) as u16;
            match buckets.last_mut() {
                Some(last) if last.0 == at => last.1 += weight,
                _ => buckets.push((at, weight)),
            }
        }
        let sum: f64 = buckets.iter().map(|(_, weight)| weight).sum();
        buckets.iter_mut().for_each(|(_, weight)| *weight /= sum);
        Self { buckets }
    }

    /// Random counts around the expected ones: by bucket, how many in all, and their sum.
    fn draw(&self, rng: &mut Rng, expected: f64) -> (Vec<(u16, u64)>, u64, u64) {
        let (mut counts, mut calls, mut sum) = (Vec::new(), 0, 0);
        for (at, weight) in &self.buckets {
            let count = poisson(rng, expected * weight);
            if count > 0 {
                let (low, high) = bounds(usize::from(*at));
                let noise = (high - low) as f64 * (count as f64 / 12.0).sqrt() * (rng.f64() * 3.4 - 1.7);
                sum += ((low + high) as f64 / 2.0 * count as f64 + noise).max(0.0) as u64;
                calls += count;
                counts.push((*at, count));
            }
        }
        (counts, calls, sum)
    }
}

/// A random count around an expected one.
fn poisson(rng: &mut Rng, mean: f64) -> u64 {
    if mean > 30.0 {
        let normal = (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0;
        return (mean + mean.sqrt() * normal).round().max(0.0) as u64;
    }
    let (limit, mut product, mut count) = ((-mean).exp(), rng.f64(), 0);
    while product > limit {
        product *= rng.f64();
        count += 1;
    }
    count
}

pub struct Program {
    rng: Rng,
    calls_per_s: f64,
    start: u64,
    readings: u64,
    pub id: ProcessId,
    header: Header,
    functions: Vec<(Spread, Option<u64>, u64)>,
    classes: Vec<(Spread, ClassFigures, Arc<str>)>,
}

pub fn catalog() -> Catalog {
    let function =
        |n: u16| Function { name: format!("zeFunction{n}"), family: "ze".to_owned(), ..Function::default() };
    let kind =
        |(name, place): (&str, Place)| MemoryKind { name: name.to_owned(), place, ..MemoryKind::default() };
    let kinds =
        [("", Place::None), ("host", Place::Host), ("device", Place::Device), ("shared", Place::Shared)];
    Catalog {
        backend: "level-zero".to_owned(),
        api: "Level Zero".to_owned(),
        functions: (0..FUNCTIONS).map(function).collect(),
        memory_kinds: kinds.into_iter().chain([("heap", Place::Pageable)]).map(kind).collect(),
        counted_memory: vec![1, 2, 3],
        untimed: vec!["other".to_owned()],
        ..Catalog::default()
    }
}

fn class(kind: OpKind, n: u32) -> ClassFigures {
    ClassFigures {
        src: if kind == OpKind::Copy { (n % 4 + 1) as u8 } else { 0 },
        dst: if kind == OpKind::Copy { (n / 4 % 4 + 1) as u8 } else { 0 },
        size_class: (n % 7) as u8,
        dst_device: (kind == OpKind::Copy).then_some(0),
        group: Some(0),
        name: n,
        groups: [n, 1, 1],
        group_size: [256, 1, 1],
        resources: Resources { registers: 16 + n, static_shared: 1024, dynamic_shared: n, local: 8 },
        ..ClassFigures::new(kind)
    }
}

impl Program {
    pub fn new(calls_per_s: f64, start: u64, member: Member, to: &mut dyn Sink) -> Self {
        to.tick(start, NS_PER_TICK);
        let found = ProcessFound {
            pid: 4711,
            command: "./app".to_owned(),
            loader_version: "1.8.12".to_owned(),
            member: Arc::new(member),
            catalog: Arc::new(catalog()),
        };
        let id = to.process_began(found);
        let facts = Facts {
            name: "A device".to_owned(),
            timestamp_bits: 32,
            timer_hz: Some(19.2e6),
            memory_peak: Some(34_000_000_000),
            link_peak: None,
            link_generation: 0,
            link_width: 0,
            queue_groups: vec![
                QueueGroup { queues: 2, computes: true },
                QueueGroup { queues: 1, computes: false },
            ],
            faults: 0,
            uuid: Some([7; 16]),
            pci: Some((0, 3, 0, 1)),
        };
        to.devices(id, vec![facts]);
        let kinds = (0..CLASSES).map(|n| if n < KERNELS { OpKind::Kernel } else { OpKind::Copy });
        let classes = kinds.enumerate().map(|(n, kind)| {
            let name = if kind == OpKind::Kernel { format!("kernel_{n}") } else { String::new() };
            (Spread::around(8_000.0 * (1.0 + n as f64)), class(kind, n as u32), name.into())
        });
        Self {
            rng: Rng::with_seed(7),
            calls_per_s,
            start,
            readings: 0,
            id,
            header: Header { pid: 4711, tsc: true, threads: 4, start_raw_ns: start, ..Header::default() },
            functions: (0..FUNCTIONS)
                .map(|n| (Spread::around(60.0 * (1.3 + f64::from(n))), None, 0))
                .collect(),
            classes: classes.collect(),
        }
    }

    /// Host time of the next reading.
    pub fn next(&self) -> u64 {
        self.start + (self.readings + 1) * READING
    }

    /// What came in during 100 ms, as a source would report it.
    pub fn reading(&mut self, to: &mut dyn Sink) {
        let now = self.next() + self.rng.u64(0..200_000);
        self.readings += 1;
        to.tick(now, NS_PER_TICK * (1.0 + self.rng.f64() * 1e-9));
        // A third of the calls are the first function's, and so on.
        let ops_share = 0.02;
        let mut ops = 0;
        for (n, (spread, figures, name)) in self.classes.iter_mut().enumerate() {
            let expected = self.calls_per_s.min(2e6) / 10.0 * ops_share / f64::from(CLASSES);
            let (counts, done, ns) = spread.draw(&mut self.rng, expected);
            if done == 0 {
                continue;
            }
            ops += done;
            figures.ops += done;
            figures.timed += done;
            figures.submits += done;
            figures.total_ns += ns;
            figures.submit_ns += done * 5_000 + self.rng.u64(0..done * 800);
            figures.host_ticks += done * 1_200 + self.rng.u64(0..done * 100);
            figures.awaited += done * 30_000 + self.rng.u64(0..done * 2_000);
            let low = counts.first().map_or(0, |(at, _)| bounds(usize::from(*at)).0);
            let high = counts.last().map_or(0, |(at, _)| bounds(usize::from(*at)).1);
            figures.min_ns = Some(figures.min_ns.map_or(low, |min| min.min(low)));
            figures.max_ns = figures.max_ns.max(high);
            if figures.kind == OpKind::Copy {
                figures.bytes += done << (12 + figures.size_class);
                figures.timed_bytes = figures.bytes;
            }
            to.class(self.id, n as u32, figures, name);
            to.class_durations(self.id, n as u32, &counts);
        }
        self.header.submitted += ops;
        self.header.timed += ops;
        let memory = &mut self.header.memory[1];
        memory.allocs += 3;
        memory.frees += 3;
        memory.alloc_bytes += 3 << 20;
        to.header(self.id, &self.header);
        for function in 0..FUNCTIONS {
            let expected = self.calls_per_s / 10.0 / f64::from(FUNCTIONS) * 2.0 * f64::from(function + 1)
                / f64::from(FUNCTIONS + 1);
            let (spread, min, max) = &mut self.functions[usize::from(function)];
            let (counts, calls, total) = spread.draw(&mut self.rng, expected);
            if calls == 0 {
                continue;
            }
            let low = counts.first().map_or(0, |(at, _)| bounds(usize::from(*at)).0);
            *min = Some(min.map_or(low, |min| min.min(low)));
            *max = (*max).max(counts.last().map_or(0, |(at, _)| bounds(usize::from(*at)).1));
            // One in three functions is sampled: what else there is about it is made up.
            let sampled = if function % 3 == 0 { calls / 20 } else { 0 };
            let more = Counters {
                timed: calls - 15 * sampled,
                sampled,
                sampled_total: sampled * (total / calls),
                sampled_squares: sampled * (total / calls).pow(2) + sampled,
                min: *min,
                max: *max,
                errors: u64::from(calls > 9 && function == 3),
                last_error: 0x7800_0004,
                ..Counters::exact(calls, total)
            };
            to.calls(self.id, function, &more);
            to.durations(self.id, function, &counts);
        }
    }

    pub fn end(self, to: &mut dyn Sink) {
        to.process_ended(self.id);
    }
}
