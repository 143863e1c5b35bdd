//! One line of `zetop doctor`: what was looked at, what was found, and what to do about it.

use serde::Serialize;
use zetop_system::clean::clean;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Ok,
    /// zetop works, but less well than it could, or not for everything.
    Warning,
    /// zetop would not work.
    Problem,
}

/// One line of the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    pub name: &'static str,
    pub status: Status,
    pub finding: String,
    /// What to do about it; none when all is well.
    pub fix: Option<String>,
}

impl Check {
    pub(crate) fn ok(name: &'static str, finding: impl Into<String>) -> Self {
        Self { name, status: Status::Ok, finding: clean(&finding.into()), fix: None }
    }

    pub(crate) fn warning(name: &'static str, finding: impl Into<String>, fix: impl Into<String>) -> Self {
        Self::with_fix(name, Status::Warning, &finding.into(), &fix.into())
    }

    pub(crate) fn problem(name: &'static str, finding: impl Into<String>, fix: impl Into<String>) -> Self {
        Self::with_fix(name, Status::Problem, &finding.into(), &fix.into())
    }

    /// It may contain file names, device names and command lines from outside.
    fn with_fix(name: &'static str, status: Status, finding: &str, fix: &str) -> Self {
        Self { name, status, finding: clean(finding), fix: Some(clean(fix)) }
    }

    /// For a problem that matters only when zetop starts programs: it does not prevent an attach.
    pub(crate) fn at_most_warning(mut self) -> Self {
        if self.status == Status::Problem {
            self.status = Status::Warning;
            self.finding.push_str(" (matters only for programs that zetop starts)");
        }
        self
    }
}
