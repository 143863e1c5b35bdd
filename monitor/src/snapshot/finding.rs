//! Findings: what deserves a look.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Something to change in the program, with the evidence. Made by the rules in [`crate::advice`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// Names the rule, for example `slow-kind`.
    pub id: &'static str,
    pub severity: Severity,
    /// What to do, the verb first.
    pub text: String,
    /// The figures that it is based on.
    pub evidence: String,
    /// What it would save, % of wall time; null if that can't be computed yet.
    pub gain_pct: Option<f64>,
    /// The row that it is about.
    #[serde(skip)]
    pub about: About,
    /// The lines of the program that it is about, the most frequent first; empty while no call was sampled.
    pub sites: Vec<Site>,
}

/// A line of the program that calls were sampled at.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Site {
    /// `upload.cpp:142 in upload_batch`, `app+0x1a2b`, or the reason why it is unknown.
    pub place: String,
    pub file: Option<Arc<str>>,
    pub line: Option<u32>,
    /// Demangled.
    pub function: Option<Arc<str>>,
    /// The file that the code is in.
    pub module: Option<Arc<str>>,
    /// What called it most often, innermost first.
    pub callers: Vec<String>,
    pub samples: u64,
    /// Share of the samples of this row.
    pub share_pct: f64,
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
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum About {
    /// [`super::Api::id`].
    Api(u32),
    /// The calls of such a row that return an error.
    Failing(u32),
    Kernel {
        name: String,
        device: u32,
    },
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
        format!("{}: {}{}{}", self.text, self.evidence, self.place(), self.gain())
    }

    /// `; called at upload.cpp:142 in upload_batch (87 %)`; nothing while no line is known.
    #[must_use]
    pub fn place(&self) -> String {
        let Some(site) = self.sites.first() else { return String::new() };
        // The most frequent place may still lack a little.
        let share = if site.share_pct < 99.5 { format!(" ({:.0} %)", site.share_pct) } else { String::new() };
        format!("; called at {}{share}", site.place)
    }

    /// `; up to 24 % of wall time to gain`; nothing if that is unknown, or too little to notice.
    #[must_use]
    pub fn gain(&self) -> String {
        let known = self.gain_pct.filter(|pct| *pct >= 1.0);
        known.map_or_else(String::new, |pct| format!("; up to {pct:.0} % of wall time to gain"))
    }
}
