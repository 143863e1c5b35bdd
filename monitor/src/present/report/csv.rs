//! The table of API functions as CSV: the columns of the Level Zero Timing Checker first, then ours.
//!
//! One table only, so that every line has the same columns; kernels and transfers are in the JSON.

use crate::snapshot::{Api, Snapshot};
use anyhow::Context;

const COLUMNS: [&str; 12] = [
    "Function", "Calls", "TotalNs", "MinNs", "MaxNs", "AvgNs", "%", "P50Ns", "P90Ns", "P99Ns", "Errors",
    "Family",
];

/// The table. Figures that do not exist are empty.
///
/// # Errors
/// Never in practice: it is written to memory.
pub fn table(snapshot: &Snapshot) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS).context("CSV")?;
    for api in &snapshot.host.apis {
        writer.write_record(row(api)).context("CSV")?;
    }
    writer.into_inner().context("CSV")
}

fn row(api: &Api) -> [String; 12] {
    let known = |v: Option<u64>| v.map(|v| v.to_string()).unwrap_or_default();
    [
        api.name.to_string(),
        api.calls.to_string(),
        api.total_ns.to_string(),
        known(api.min_ns),
        known(api.max_ns),
        api.avg_ns.map(|v| format!("{v:.0}")).unwrap_or_default(),
        format!("{:.2}", api.share_pct),
        known(api.p50_ns),
        known(api.p90_ns),
        known(api.p99_ns),
        api.errors.to_string(),
        api.family.to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::Host;

    #[test]
    fn columns_and_empty_figures() {
        let api = Api {
            name: "zeInit".into(),
            family: "ze".into(),
            calls: 2,
            total_ns: 30,
            share_pct: 100.0,
            ..Api::default()
        };
        let snapshot = Snapshot { host: Host { apis: vec![api], ..Host::default() }, ..Snapshot::default() };
        let text = String::from_utf8(table(&snapshot).unwrap()).unwrap();
        assert_eq!(
            text,
            "Function,Calls,TotalNs,MinNs,MaxNs,AvgNs,%,P50Ns,P90Ns,P99Ns,Errors,Family\n\
             zeInit,2,30,,,,100.00,,,,0,ze\n"
        );
    }
}
