//! What is kept and compared of a run.

use serde::Deserialize;

/// What is compared of a run: the part of the JSON object that says it, so that older and newer ones can be read.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Figures {
    pub elapsed_ns: u64,
    pub device: DeviceFigures,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct DeviceFigures {
    pub transfers: Vec<TransferFigures>,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct TransferFigures {
    pub src: String,
    pub dst: String,
    pub direction: String,
    pub bytes: u64,
    pub total_ns: u64,
    pub bandwidth_gbps: Option<f64>,
}
