//! The figures as CSV: a line for each series, place and measure.

use crate::outcome::Outcome;
use anyhow::Context;
use zetop_present::report::csv::text;

/// # Errors
/// Never in practice: it is written to memory.
pub fn tables(outcomes: &[Outcome]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Several benchmarks have an axis each: the column then has a general title.
    let axis = if let [one] = outcomes { one.axis.key } else { "place" };
    let titles = ["Bench", "Series", axis, "Measure", "Unit", "Median", "Min", "Max", "SpreadPct", "N"];
    writer.write_record(titles).context("CSV")?;
    for (outcome, row) in
        outcomes.iter().flat_map(|outcome| outcome.rows.iter().map(move |row| (outcome, row)))
    {
        for (measure, figure) in outcome.measures.iter().zip(&row.figures) {
            let Some(figure) = figure else { continue };
            let name = [outcome.bench.to_owned(), text(&row.series), text(&row.x.to_string())];
            let of = [measure.key.to_owned(), measure.unit.to_owned()];
            let values =
                [figure.median, figure.min, figure.max, figure.spread_pct()].map(|v| format!("{v:.6}"));
            let all = name.into_iter().chain(of).chain(values).chain([figure.n.to_string()]);
            writer.write_record(all).context("CSV")?;
        }
    }
    writer.into_inner().context("CSV")
}
