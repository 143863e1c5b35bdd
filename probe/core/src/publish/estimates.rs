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
use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::Class;

#[derive(Default)]
pub struct Estimates {
    /// By class.
    of: FxHashMap<u32, Estimate>,
}

/// What is known of a class of operations. Durations are in ns.
#[derive(Default)]
struct Estimate {
    /// How many the timed ones stand for, and how long those took.
    others: f64,
    others_ns: f64,
    /// What was timed of the latest groups, the oldest first.
    open: VecDeque<Cluster>,
    /// All clusters before those.
    closed: Clusters,
}

/// What was timed of a group: how many, and how long they took, both weighted.
#[derive(Clone, Copy, Default)]
struct Cluster {
    group: u32,
    count: f64,
    ns: f64,
}

/// Clusters, one behind the other.
#[derive(Clone, Copy, Default)]
struct Clusters {
    last: Cluster,
    of_each: Products,
    of_neighbours: Products,
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
/// How many clusters may still grow: threads have groups of their own, and queues are not complete in the order in which work was
/// submitted to them.
const OPEN: usize = 32;

impl Estimates {
    /// An operation of a class, of which `of` are the figures, has taken so long, and stands for others.
    pub fn add(&mut self, class: u32, of: &Class, sample: Sample, ns: u64) {
        if sample.others <= 0.0 {
            return;
        }
        let estimate = self.of.entry(class).or_default();
        let (others, ns) = (f64::from(sample.others), ns as f64);
        estimate.others += others;
        estimate.others_ns += others * ns;
        // A whole number, which took as long on average.
        let whole = estimate.others.round();
        of.estimated.store(whole as u64, Relaxed);
        of.estimated_ns.store((whole * estimate.others_ns / estimate.others).round() as u64, Relaxed);
        let (is_new, weight) = (!estimate.knows(sample.group), weight(others));
        if is_new {
            estimate.begin(sample.group);
        }
        let cluster = estimate.cluster(sample.group);
        cluster.count += weight;
        cluster.ns += weight * ns;
        if is_new {
            estimate.publish_error(of);
        }
    }

    /// What was timed up to now is all that there is. `entry` gives the figures of a class.
    pub fn end(&self, entry: impl Fn(u32) -> &'static Class) {
        for (class, estimate) in &self.of {
            estimate.publish_error(entry(*class));
        }
    }
}

/// So that the square of what is weighted with it is the variance of what the others take: of `others` clusters like it, each of
/// which varies, too, by one.
fn weight(others: f64) -> f64 {
    (others * (others + 1.0)).sqrt()
}

impl Estimate {
    fn knows(&self, group: u32) -> bool {
        self.open.iter().any(|cluster| cluster.group == group)
            || self.open.len() == OPEN && is_before(group, self.open[0].group)
    }

    /// A cluster for `group`, which has none.
    fn begin(&mut self, group: u32) {
        if self.open.len() == OPEN
            && let Some(oldest) = self.open.pop_front()
        {
            self.closed.add(oldest);
        }
        let place =
            self.open.iter().rposition(|cluster| is_before(cluster.group, group)).map_or(0, |at| at + 1);
        self.open.insert(place, Cluster { group, ..Cluster::default() });
    }

    /// The cluster of `group`, or the oldest that is open if it is closed.
    fn cluster(&mut self, group: u32) -> &mut Cluster {
        let place = self.open.iter().rposition(|cluster| cluster.group == group).unwrap_or(0);
        &mut self.open[place]
    }

    fn publish_error(&self, of: &Class) {
        let mut all = self.closed;
        self.open.iter().for_each(|cluster| all.add(*cluster));
        // How many clusters of one size would weigh as much as these clusters do.
        let clusters = self.others * self.others / all.of_each.counts;
        let few = if clusters < ENOUGH { (self.others_ns / (2.0 * clusters)).powi(2) } else { 0.0 };
        let one_less = clusters / (clusters - 1.0).max(0.5);
        let error_2 = (one_less * all.variance(self.others_ns / self.others)).max(few);
        of.error_us_2.store((error_2 / 1e6).ceil().min(1e18) as u64, Relaxed);
    }
}

/// Numbers of groups begin again after the last one.
fn is_before(a: u32, b: u32) -> bool {
    a.wrapping_sub(b).cast_signed() < 0
}

impl Clusters {
    fn add(&mut self, cluster: Cluster) {
        self.of_each.add(cluster, cluster);
        self.of_neighbours.add(self.last, cluster);
        self.last = cluster;
    }

    /// The variance of the sum of all clusters, where operations take `mean` on average.
    fn variance(&self, mean: f64) -> f64 {
        (self.of_each.residuals(mean) - self.of_neighbours.residuals(mean)).max(0.0)
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
