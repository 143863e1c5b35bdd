//! The table of API functions as CSV: the columns of the Level Zero Timing Checker first, then ours.
//!
//! One table only, so that every line has the same columns; kernels and transfers are in the JSON.

use super::columns::CSV;
use super::interface::Report;
use crate::present::output::Destination;
use crate::present::tui::items::{Field, Item};
use crate::snapshot::{Api, Snapshot};
use anyhow::Context;
use std::path::PathBuf;

/// `--csv`: the table at the end.
#[derive(Debug)]
pub struct Csv {
    to: Destination,
}

impl Csv {
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self { to: Destination::File(path) }
    }
}

impl Report for Csv {
    fn finish(&mut self, snapshot: &Snapshot, give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        self.to.write(table(snapshot)?, give_up).with_context(|| self.to.name())
    }
}

/// The table. Figures that do not exist are empty.
///
/// # Errors
/// Never in practice: it is written to memory.
pub fn table(snapshot: &Snapshot) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(CSV.iter().map(|(_, title)| title)).context("CSV")?;
    for api in &snapshot.host.apis {
        writer.write_record(CSV.iter().map(|(field, _)| cell(api, *field))).context("CSV")?;
    }
    writer.into_inner().context("CSV")
}

fn cell(api: &Api, field: Field) -> String {
    match field {
        Field::Name => api.name.to_string(),
        Field::Family => api.family.to_string(),
        Field::Share => format!("{:.2}", api.share_pct),
        // whole nanoseconds and calls, exact up to 2^53
        field => Item::Api(api).value(field).map_or_else(String::new, |value| format!("{value:.0}")),
    }
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
