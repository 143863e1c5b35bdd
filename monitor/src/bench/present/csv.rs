//! The figures as CSV: a line for each series, place and measure.

use crate::bench::outcome::Outcome;
use anyhow::Context;

/// # Errors
/// Never in practice: it is written to memory.
pub fn table(outcome: &Outcome) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let titles =
        ["Bench", "Series", outcome.axis.key, "Measure", "Unit", "Median", "Min", "Max", "SpreadPct", "N"];
    writer.write_record(titles).context("CSV")?;
    for row in &outcome.rows {
        for (measure, figure) in outcome.measures.iter().zip(&row.figures) {
            let Some(figure) = figure else { continue };
            let name = [outcome.bench.to_owned(), row.series.clone(), row.x.to_string()];
            let of = [measure.key.to_owned(), measure.unit.to_owned()];
            let values =
                [figure.median, figure.min, figure.max, figure.spread_pct()].map(|v| format!("{v:.6}"));
            let all = name.into_iter().chain(of).chain(values).chain([figure.n.to_string()]);
            writer.write_record(all).context("CSV")?;
        }
    }
    writer.into_inner().context("CSV")
}
