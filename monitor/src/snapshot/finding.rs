//! What was measured and deserves a look.

use serde::Serialize;
use std::sync::Arc;

/// Something to change in the program, with what it rests on. Made by the rules in [`crate::advice`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// Names the rule, for example `slow-kind`.
    pub id: &'static str,
    pub severity: Severity,
    /// What to do, the verb first.
    pub text: String,
    /// The figures that it rests on.
    pub evidence: String,
    /// What it would save, % of wall time; null where that can't be computed yet.
    pub gain_pct: Option<f64>,
    /// The row that it is about.
    #[serde(skip)]
    pub about: About,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth a try.
    Hint,
    /// Costs time, or is wrong.
    Warning,
}

/// The row of a table that a finding is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// [`super::Api::id`].
    Api(u32),
    Transfer {
        src: Arc<str>,
        dst: Arc<str>,
        device: u32,
    },
    /// [`super::Device::id`].
    Device(u32),
}

impl Finding {
    /// All of it in one line: what to do, why, and what it would gain.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{}: {}{}", self.text, self.evidence, self.gain())
    }

    /// `; up to 24 % of wall time to gain`; nothing where it is not known, or less than can be noticed.
    #[must_use]
    pub fn gain(&self) -> String {
        let known = self.gain_pct.filter(|pct| *pct >= 1.0);
        known.map_or_else(String::new, |pct| format!("; up to {pct:.0} % of wall time to gain"))
    }
}
