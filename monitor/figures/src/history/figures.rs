//! The figures of a run that are kept and compared.

use serde::Deserialize;

/// The part of a run's JSON object that is compared; only this part is read, so that older and newer files
/// work.
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
