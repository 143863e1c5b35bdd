//! What operations took that were not timed, since timing is over its budget: estimated from those that were.
//!
//! What was given to the device between two windows without being timed is taken to have lasted as long as what was timed in
//! both, on average, so that a part of the program in which operations follow each other closely, and of which little is timed,
//! has its weight. Operations of a class of which a window has nothing wait for the next one that does.

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
    /// What was timed of the class in the present window, and in the one before in which some were.
    now: Timed,
    before: Timed,
    /// How many of the class were not timed before the present window.
    untimed: u64,
}

/// Durations, in ns.
#[derive(Default)]
struct Timed {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Strata {
    /// An operation of a class, of which `of` are the figures, has taken so long.
    pub fn add(&mut self, class: u32, of: &Class, ns: u64) {
        let stratum = self.of.entry(class).or_default();
        if stratum.now.count == 0.0 {
            self.timed.push(class);
            stratum.untimed = of.sampled.load(Relaxed);
        }
        stratum.now.add(ns as f64);
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
                stratum.estimate(entry(class), stratum.untimed);
                stratum.before = std::mem::take(&mut stratum.now);
            }
        }
    }

    /// There will be no further one.
    pub fn end_all(&mut self, entry: impl Fn(u32) -> &'static Class) {
        self.end(self.number, &entry);
        for (class, stratum) in &self.of {
            let of = entry(*class);
            stratum.estimate(of, of.sampled.load(Relaxed));
        }
    }
}

impl Stratum {
    /// Estimates those of the first `untimed` that have no estimate yet.
    fn estimate(&self, of: &Class, untimed: u64) {
        let count = untimed.saturating_sub(of.estimated.load(Relaxed));
        let all = self.now.count + self.before.count;
        if count == 0 || all == 0.0 {
            return;
        }
        let mean = (self.now.sum + self.before.sum) / all;
        bump(&of.estimated, count);
        bump(&of.estimated_ns, (mean * count as f64).round() as u64);
        let error_us = count as f64 * self.error_2(mean).sqrt() / 1e3;
        bump(&of.error_us_2, (error_us * error_us).ceil().min(1e18) as u64);
    }

    /// The square of the mean's standard error. What is timed in one window is not drawn one by one, so half of the difference
    /// between the two, squared, counts if it is more. Each window serves for what is before it and behind it, so what is said
    /// is the error of one of them.
    fn error_2(&self, mean: f64) -> f64 {
        let (now, before) = (&self.now, &self.before);
        let all = now.count + before.count;
        if all < 2.0 {
            // Nobody knows how they differ.
            return mean * mean;
        }
        let within = ((now.squares + before.squares) / all - mean * mean).max(0.0) / (all - 1.0) * 2.0;
        if now.count == 0.0 || before.count == 0.0 {
            return within;
        }
        within.max((now.sum / now.count - before.sum / before.count).powi(2) / 2.0)
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
