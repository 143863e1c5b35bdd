//! What operations took that were not timed, since timing is over its budget: estimated from those that were.
//!
//! An operation that is timed stands for as many others as its group of submissions has for each one that is timed
//! ([`crate::windows`]). With these weights, the mean of those that were timed is that of the others, whatever the program does when,
//! and how much of it is timed then; how many others there were is counted (Hájek's ratio estimator: Särndal, Swensson, Wretman,
//! Model Assisted Survey Sampling, 1992, section 5.7).
//!
//! What is timed of a group was drawn together, so it is a cluster. How much chance made of that is seen in how clusters differ from
//! the one before, so that what changes in the course of the program is not taken for chance (Wolter, Introduction to Variance
//! Estimation, 2007, section 8.2).

use crate::windows::Sample;
use rustc_hash::FxHashMap;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::Class;

#[derive(Default)]
pub struct Estimates {
    /// By class.
    of: FxHashMap<u32, Estimate>,
    /// Classes of which some were timed in the present group.
    timed: Vec<u32>,
    /// The number of that group.
    group: u32,
}

/// Of a class. Durations are in ns.
#[derive(Default)]
struct Estimate {
    /// How many the timed ones stand for, and how long those took.
    others: f64,
    others_ns: f64,
    /// What was timed in the present group.
    present: Cluster,
    /// The group before it.
    before: Cluster,
    of_each: Products,
    of_neighbours: Products,
}

/// What was timed of a group: how many, how long they took, and how many others each stands for.
#[derive(Clone, Copy, Default)]
struct Cluster {
    count: f64,
    ns: f64,
    others: f64,
}

/// Sums of the products of two clusters' counts, of the counts and durations, and of the durations.
#[derive(Clone, Copy, Default)]
struct Products {
    counts: f64,
    both: f64,
    ns: f64,
}

/// With fewer clusters nobody knows how they differ: one may be off by half, two by a quarter.
const ENOUGH: f64 = 6.0;

impl Estimates {
    /// An operation of a class has taken so long, and stands for others. `entry` gives the figures of a class.
    pub fn add(&mut self, class: u32, sample: Sample, ns: u64, entry: impl Fn(u32) -> &'static Class) {
        if sample.others <= 0.0 {
            return;
        }
        // What comes late of an earlier group counts for the present one.
        if sample.group.wrapping_sub(self.group).cast_signed() > 0 {
            self.end_group(entry);
            self.group = sample.group;
        }
        let estimate = self.of.entry(class).or_default();
        if estimate.present.count == 0.0 {
            self.timed.push(class);
        }
        let (others, ns) = (f64::from(sample.others), ns as f64);
        estimate.others += others;
        estimate.others_ns += others * ns;
        let present = &mut estimate.present;
        *present = Cluster { count: present.count + 1.0, ns: present.ns + ns, others };
    }

    /// Nothing of the present group is to come. `entry` gives the figures of a class.
    pub fn end_group(&mut self, entry: impl Fn(u32) -> &'static Class) {
        for class in self.timed.drain(..) {
            if let Some(estimate) = self.of.get_mut(&class) {
                estimate.end_group();
                estimate.publish(entry(class));
            }
        }
    }
}

impl Estimate {
    fn end_group(&mut self) {
        let cluster = std::mem::take(&mut self.present).weighted();
        self.of_each.add(cluster, cluster);
        self.of_neighbours.add(self.before, cluster);
        self.before = cluster;
    }

    fn publish(&self, of: &Class) {
        of.estimated.store(self.others.round() as u64, Relaxed);
        of.estimated_ns.store(self.others_ns.round() as u64, Relaxed);
        // Of clusters of the same size, that many would weigh as much.
        let clusters = self.others * self.others / self.of_each.counts;
        let few = if clusters < ENOUGH { (self.others_ns / (2.0 * clusters)).powi(2) } else { 0.0 };
        let one_less = clusters / (clusters - 1.0).max(0.5);
        let error_2 = (one_less * self.error_2(self.others_ns / self.others)).max(few);
        of.error_us_2.store((error_2 / 1e6).ceil().min(1e18) as u64, Relaxed);
    }

    /// The variance of `others_ns`, if `mean` is right.
    fn error_2(&self, mean: f64) -> f64 {
        (self.of_each.residuals(mean) - self.of_neighbours.residuals(mean)).max(0.0)
    }
}

impl Cluster {
    /// So that its square is the variance of what the others take: as many clusters like it, of which each varies, too, are
    /// estimated from one.
    fn weighted(self) -> Self {
        let weight = (self.others * (self.others + 1.0)).sqrt();
        Self { count: weight * self.count, ns: weight * self.ns, ..self }
    }
}

impl Products {
    fn add(&mut self, a: Cluster, b: Cluster) {
        self.counts += a.count * b.count;
        self.both += (a.count * b.ns + a.ns * b.count) / 2.0;
        self.ns += a.ns * b.ns;
    }

    /// The sum of the products of what is beyond the mean.
    fn residuals(&self, mean: f64) -> f64 {
        self.ns - 2.0 * mean * self.both + mean * mean * self.counts
    }
}

#[cfg(test)]
mod tests;
