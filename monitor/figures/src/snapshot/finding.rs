//! Findings: what deserves a look.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Something to change in the program, with the evidence. Made by the rules in [`crate::advice`].
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
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
    /// What has to be so for that gain, after "if"; empty where no gain is known.
    pub gain_if: String,
    /// How long before the end of the program it was so for the last time, ns: the program seems to have mended
    /// it. Null while it goes on.
    pub over_ns: Option<u64>,
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
    /// The program's own helpers between this line and the API, innermost first: functions that several places
    /// call, so that their lines would say little.
    #[serde(default)]
    pub through: Vec<String>,
    /// Everything that called it, with shares, depth first.
    #[serde(default)]
    pub tree: Vec<Caller>,
    pub samples: u64,
    /// Share of the samples of this row.
    pub share_pct: f64,
}

/// A node of the tree of callers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Caller {
    /// 0: it called the line itself.
    pub depth: u32,
    pub place: String,
    pub samples: u64,
    /// Share of the samples of this row.
    pub share_pct: f64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth a try.
    #[default]
    Hint,
    /// Costs time, or is wrong.
    Warning,
}

/// The row of a table that a finding is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// A call that has not returned, by the tick at which it began.
    Call {
        pid: u32,
        thread: u32,
        ticks: u64,
    },
    /// Where a rank's main thread computes outside of the API.
    OwnCode(u32),
    /// No row.
    #[default]
    Nothing,
}

/// The rows that a process spends most of its time in, one of each sort.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Dearest {
    /// A kernel of its own, no collective operation.
    pub kernel: Option<About>,
    pub copies: Option<About>,
    /// A function that does not wait for the device.
    pub call: Option<About>,
}

impl Finding {
    /// All of it in one line: what to do, why, and what it would gain.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{}: {}{}{}", self.headline(), self.evidence, self.place(), self.gain())
    }

    /// What to do, or what seems to be done: `Mended, it seems (not seen in the last 45 s): Keep memory`.
    #[must_use]
    pub fn headline(&self) -> String {
        let since = match self.over_ns.map(|ns| ns / 1_000_000_000) {
            None => return self.text.clone(),
            Some(s @ ..180) => format!("{s} s"),
            Some(s) => format!("{} min", s / 60),
        };
        format!("Mended, it seems (not seen in the last {since}): {}", self.text)
    }

    /// `; called at upload.cpp:142 in upload_batch (87 %), through gpu.h:39 in wait`, or with what calls it from another
    /// file; nothing while no line is known.
    #[must_use]
    pub fn place(&self) -> String {
        let Some(site) = self.sites.first() else { return String::new() };
        // The most frequent place may still lack a little.
        let share = if site.share_pct < 99.5 { format!(" ({:.0} %)", site.share_pct) } else { String::new() };
        let file = |place: &str| place.split_once(':').map(|(file, _)| file.to_owned());
        let elsewhere = |caller: &&String| file(caller).is_some() && file(caller) != file(&site.place);
        let beside = match (site.through.first(), site.callers.first().filter(elsewhere)) {
            (Some(helper), _) => format!(", through {helper}"),
            // It may be a helper that is called from one place only.
            (None, Some(caller)) => format!(", from {caller}"),
            (None, None) => String::new(),
        };
        format!("; called at {}{share}{beside}", site.place)
    }

    /// `; up to 24 % of wall time to gain if copies then run at 80 % of PCIe 4 x16`; nothing if that is unknown, too
    /// little to notice, or gained already.
    #[must_use]
    pub fn gain(&self) -> String {
        let known = self.gain_pct.filter(|pct| *pct >= 1.0 && self.over_ns.is_none());
        let condition = if self.gain_if.is_empty() { String::new() } else { format!(" if {}", self.gain_if) };
        known.map_or_else(String::new, |pct| format!("; up to {pct:.0} % of wall time to gain{condition}"))
    }
}
