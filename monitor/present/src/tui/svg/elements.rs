//! What every part of the picture is made of: cells of one size, style classes, rectangles.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A cell in tenths of a pixel would do; these are the advance and line height of common monospaced fonts.
pub(super) const WIDTH: f64 = 8.4;
pub(super) const HEIGHT: f64 = 18.0;

/// Short class names keep the files small.
#[derive(Default)]
pub(super) struct Classes(BTreeMap<String, usize>);

impl Classes {
    pub(super) fn name(&mut self, rule: String) -> String {
        let next = self.0.len();
        format!("c{}", self.0.entry(rule).or_insert(next))
    }

    pub(super) fn css(&self) -> String {
        let mut rules: Vec<_> = self.0.iter().collect();
        rules.sort_by_key(|(_, n)| **n);
        rules.iter().map(|(rule, n)| format!(".c{n}{{{rule}}}")).collect()
    }
}

pub(super) fn rect(out: &mut String, class: &str, x: f64, y: f64, width: f64, height: f64) {
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" shape-rendering=\"crispEdges\"/>",
        n(x),
        n(y),
        n(width),
        n(height)
    );
}

/// At most two decimals, none when there is nothing behind the point.
pub(super) fn n(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
