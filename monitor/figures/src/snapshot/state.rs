//! Whether a program or a process runs.

use serde::Serialize;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// Started or attached to, but no call seen so far; "running" in the JSON.
    #[default]
    #[serde(rename = "running")]
    Waiting,
    Running,
    Exited,
    Detached,
}
