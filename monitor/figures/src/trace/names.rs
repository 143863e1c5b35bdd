//! The names used in a trace. The book (`docs/src/recordings.md`) and the tests use them, too.

use std::sync::Arc;

/// Names and categories of events that are not the program's own.
#[derive(Debug, Clone)]
pub struct Words {
    /// Categories.
    pub call: Arc<str>,
    pub kernel: Arc<str>,
    pub copy: Arc<str>,
    pub fill: Arc<str>,
    pub barrier: Arc<str>,
    pub other: Arc<str>,
    pub collective: Arc<str>,
    pub range: Arc<str>,
    pub finding: Arc<str>,
    pub zetop: Arc<str>,
    pub gap: Arc<str>,
    /// Names of gaps.
    pub calls_lost: Arc<str>,
    pub operations_lost: Arc<str>,
    /// The device's clock is not related to the host's.
    pub operations_without_time: Arc<str>,
    /// Names of marks.
    pub part: Arc<str>,
    pub reset: Arc<str>,
    /// Names of values.
    pub domain: Arc<str>,
    pub count: Arc<str>,
    pub result: Arc<str>,
    pub bytes: Arc<str>,
    pub sequence: Arc<str>,
    pub text: Arc<str>,
    pub evidence: Arc<str>,
    pub calls_before: Arc<str>,
    pub operations_before: Arc<str>,
}

impl Default for Words {
    fn default() -> Self {
        Self {
            call: "call".into(),
            kernel: "kernel".into(),
            copy: "copy".into(),
            fill: "fill".into(),
            barrier: "barrier".into(),
            other: "other".into(),
            collective: "collective".into(),
            range: "range".into(),
            domain: "domain".into(),
            finding: "finding".into(),
            zetop: "zetop".into(),
            gap: "gap".into(),
            calls_lost: "calls not kept".into(),
            operations_lost: "operations not kept".into(),
            operations_without_time: "operations without a place in time".into(),
            part: "part begins".into(),
            reset: "figures reset".into(),
            count: "count".into(),
            result: "result".into(),
            bytes: "bytes".into(),
            sequence: "sequence".into(),
            text: "text".into(),
            evidence: "evidence".into(),
            calls_before: "calls before".into(),
            operations_before: "operations before".into(),
        }
    }
}
