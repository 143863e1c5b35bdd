//! What operations took that were not timed, since timing is over its budget: estimated from those that were.
//!
//! What was given to the device between two windows without being timed is taken to have lasted as long as what was timed in
//! both, on average, so that a part of the program in which operations follow each other closely, and of which little is timed,
//! has its weight. Operations of a class of which a window has nothing wait for the next one that does.
//!
//! A window ends after a time, so the mean of one that has room for few operations is too long on average: the longer they take,
//! the fewer it has, and the more each counts. The mean is over a group of windows that have [`ENOUGH`] operations, and over the
//! group before. Its standard error is that of a ratio estimate from clusters (Cochran, Sampling Techniques, 1977, section 9A.2),
//! where a window is a cluster: what is timed in one is not drawn one by one.

use rustc_hash::FxHashMap;
use std::sync::atomic::Ordering::Relaxed;
use zetop_wire::layout::{Class, bump};

#[derive(Default)]
pub struct Strata {
    /// By class.
    of: FxHashMap<u32, Stratum>,
    /// Classes of which some were timed in the present stratum.
    timed: Vec<u32>,
    /// The number of its window.
    number: u64,
}

#[derive(Default)]
struct Stratum {
    /// What was timed of the class in the present window.
    window: Timed,
    /// The group that the window belongs to, if that has room, and the one before it.
    now: Group,
    before: Group,
    /// How many of the class were not timed before the present window.
    untimed: u64,
}

/// Durations, in ns.
#[derive(Clone, Copy, Default)]
struct Timed {
    count: f64,
    sum: f64,
    squares: f64,
}

/// Windows in which some were timed.
#[derive(Clone, Copy, Default)]
struct Group {
    all: Timed,
    windows: f64,
    /// Sums over the windows: of the squares of their counts, of the products of counts and sums, of the squares of their sums.
    counts_2: f64,
    products: f64,
    sums_2: f64,
    /// How many that were not timed have this group's mean.
    estimated: f64,
}

/// A group of windows is over once it has this many operations: then the mean of durations that differ as much as they are long is
/// 2 % too long at most.
const ENOUGH: f64 = 64.0;

impl Strata {
    /// An operation of a class, of which `of` are the figures, has taken so long.
    pub fn add(&mut self, class: u32, of: &Class, ns: u64) {
        let stratum = self.of.entry(class).or_default();
        if stratum.window.count == 0.0 {
            self.timed.push(class);
            stratum.untimed = of.sampled.load(Relaxed);
        }
        stratum.window.add(ns as f64);
    }

    /// A window has begun since the present one.
    pub fn is_over(&self, window: u64) -> bool {
        self.number != window
    }

    /// The present one is over: `entry` gives the figures of a class.
    pub fn end(&mut self, window: u64, entry: impl Fn(u32) -> &'static Class) {
        self.number = window;
        for class in self.timed.drain(..) {
            if let Some(stratum) = self.of.get_mut(&class) {
                let window = std::mem::take(&mut stratum.window);
                if stratum.now.all.count >= ENOUGH {
                    stratum.before = std::mem::take(&mut stratum.now);
                }
                stratum.now.add(window);
                stratum.estimate(entry(class), stratum.untimed);
            }
        }
    }

    /// There will be no further one.
    pub fn end_all(&mut self, entry: impl Fn(u32) -> &'static Class) {
        self.end(self.number, &entry);
        for (class, stratum) in &mut self.of {
            let of = entry(*class);
            stratum.estimate(of, of.sampled.load(Relaxed));
        }
    }
}

impl Stratum {
    /// Estimates those of the first `untimed` that have no estimate yet.
    fn estimate(&mut self, of: &Class, untimed: u64) {
        let count = untimed.saturating_sub(of.estimated.load(Relaxed));
        let both = self.now.and(&self.before);
        if count == 0 || both.all.count == 0.0 {
            return;
        }
        let mean = both.all.sum / both.all.count;
        bump(&of.estimated, count);
        bump(&of.estimated_ns, (mean * count as f64).round() as u64);
        // All that have the mean of a group are off in the same way.
        let already = self.now.estimated;
        self.now.estimated += count as f64;
        let error_us_2 = (self.now.estimated.powi(2) - already.powi(2)) * both.error_2(mean) / 1e6;
        bump(&of.error_us_2, error_us_2.ceil().min(1e18) as u64);
    }
}

impl Group {
    fn add(&mut self, window: Timed) {
        self.all.count += window.count;
        self.all.sum += window.sum;
        self.all.squares += window.squares;
        self.windows += 1.0;
        self.counts_2 += window.count * window.count;
        self.products += window.count * window.sum;
        self.sums_2 += window.sum * window.sum;
    }

    fn and(&self, other: &Self) -> Self {
        Self {
            all: Timed {
                count: self.all.count + other.all.count,
                sum: self.all.sum + other.all.sum,
                squares: self.all.squares + other.all.squares,
            },
            windows: self.windows + other.windows,
            counts_2: self.counts_2 + other.counts_2,
            products: self.products + other.products,
            sums_2: self.sums_2 + other.sums_2,
            estimated: self.estimated,
        }
    }

    /// The square of the mean's standard error, twice: each group serves for what is before it and behind it, so its error counts
    /// for both.
    fn error_2(&self, mean: f64) -> f64 {
        let Timed { count, squares, .. } = self.all;
        if self.windows < 2.0 {
            // Nobody knows how windows differ: half of it.
            return mean * mean / 4.0;
        }
        let within = (squares / count - mean * mean).max(0.0) / (count - 1.0);
        let off = (self.sums_2 - 2.0 * mean * self.products + mean * mean * self.counts_2).max(0.0);
        let between = off * self.windows / (self.windows - 1.0) / (count * count);
        2.0 * within.max(between)
    }
}

impl Timed {
    fn add(&mut self, ns: f64) {
        self.count += 1.0;
        self.sum += ns;
        self.squares += ns * ns;
    }
}

#[cfg(test)]
mod tests;
