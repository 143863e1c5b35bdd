//! `zetop diff` of two benchmarks: which figures have changed, beyond their noise.

use super::outcome::SCHEMA;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use zetop_figures::view::format;
use zetop_present::report::table::{Align, Table};
use zetop_system::clean::clean;

/// zetop writes no longer file.
const MAX_FILE_BYTES: u64 = 16 << 20;
/// Memory that the JSON of a file may take once it is parsed.
const MAX_PARSED_BYTES: usize = 32 << 20;
/// Changes below this part of the old figure do not count.
const MIN_CHANGE: f64 = 0.01;

/// Bench, series, measure, and the place on the axis.
type Key = (String, String, String, u64);

#[derive(Debug, Clone, Copy, Deserialize)]
struct Figure {
    median: f64,
    min: f64,
    max: f64,
    n: u64,
}

#[derive(Debug, Default)]
pub struct Figures {
    device: String,
    /// A benchmark was interrupted, or has failed.
    incomplete: bool,
    /// Each figure with its unit, and whether its place on the axis is in bytes.
    all: BTreeMap<Key, (Figure, String, bool)>,
}

/// Reads a file that `zetop bench --json` has written; `None` for any other file.
///
/// # Errors
/// When the file names zetop's schema, but makes no sense.
pub fn open(path: &Path) -> Result<Option<Figures>> {
    let is_small = std::fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() <= MAX_FILE_BYTES);
    let bytes = if is_small {
        zetop_system::limit::read(path, MAX_FILE_BYTES).unwrap_or_default()
    } else {
        Vec::new()
    };
    let value = match zetop_figures::budget::json(&bytes, MAX_PARSED_BYTES) {
        Ok(value) => value,
        Err(error) if mentions_schema(&bytes) => bail!("{}: {error}", path.display()),
        Err(_) => return Ok(None),
    };
    drop(bytes);
    if value["schema"] != SCHEMA {
        return Ok(None);
    }
    let mut figures = Figures::default();
    let single = std::slice::from_ref(&value);
    for bench in value["benches"].as_array().map_or(single, Vec::as_slice) {
        figures.add(bench).with_context(|| format!("{}: not as zetop writes it", path.display()))?;
    }
    Ok(Some(figures))
}

/// Whether zetop's schema is named at the beginning of a file.
fn mentions_schema(bytes: &[u8]) -> bool {
    let begins = &bytes[..bytes.len().min(4096)];
    begins.windows(SCHEMA.len()).any(|part| part == SCHEMA.as_bytes())
}

impl Figures {
    fn add(&mut self, bench: &Value) -> Result<()> {
        let text = |value: &Value| clean(value.as_str().unwrap_or_default());
        self.device = text(&bench["device"]["name"]);
        self.incomplete |= bench["complete"] == false;
        let unit = |key: &str| {
            let of = bench["measures"].as_array().and_then(|all| all.iter().find(|m| m["key"] == key));
            of.map(|measure| text(&measure["unit"])).unwrap_or_default()
        };
        for row in bench["figures"].as_array().context("no figures")? {
            let row: &Map<String, Value> = row.as_object().context("a row")?;
            let place = row.iter().find_map(|(key, value)| Some((key, value.as_u64()?)));
            let (axis, x) = place.context("a row without a place")?;
            for (key, value) in row.iter().filter(|(_, value)| value.is_object()) {
                let figure: Figure = serde_json::from_value(value.clone()).context("a figure")?;
                let name = (text(&bench["bench"]), text(&row["series"]), clean(key), x);
                self.all.insert(name, (figure, unit(key), axis.ends_with("bytes")));
            }
        }
        Ok(())
    }
}

fn has_noise(old: &Figure, new: &Figure) -> bool {
    old.n > 1 && new.n > 1
}

/// The figures that have changed from `a` to `b`, the largest change first; with `full` the others as well.
#[must_use]
pub fn text(a: &Figures, b: &Figures, full: bool) -> String {
    let both = a.all.iter().filter_map(|(key, figure)| Some((key, figure, b.all.get(key)?)));
    let mut rows: Vec<_> = both
        .map(|(key, (old, unit, bytes), (new, ..))| {
            let change = if old.median > 0.0 { new.median / old.median - 1.0 } else { 0.0 };
            // The ranges of the repeats do not overlap; a single repeat has no range.
            let apart = (new.min > old.max || new.max < old.min) && has_noise(old, new);
            (key, old, new, unit, *bytes, change, apart && change.abs() > MIN_CHANGE)
        })
        .collect();
    let single = rows.iter().filter(|row| !has_noise(row.1, row.2)).count();
    let (all, changed) = (rows.len(), rows.iter().filter(|row| row.6).count());
    rows.retain(|row| full || row.6);
    rows.sort_by(|x, y| y.5.abs().total_cmp(&x.5.abs()));
    let mut table = Table::default();
    for title in ["bench", "series", "at", "measure"] {
        table.column(title, Align::Left);
    }
    for title in ["A", "B", "change"] {
        table.column(title, Align::Right);
    }
    for ((bench, series, measure, x), old, new, unit, bytes, change, is_change) in rows {
        table.row([
            bench.clone(),
            series.clone(),
            if bytes { format::size_limit(Some(*x)) } else { x.to_string() },
            measure.clone(),
            format!("{:.4} {unit}", old.median),
            format!("{:.4} {unit}", new.median),
            format!("{:+.1} %{}", 100.0 * change, if is_change { '*' } else { ' ' }),
        ]);
    }
    let name = |of: &Figures| of.device.clone() + if of.incomplete { " (incomplete)" } else { "" };
    let mut out = format!("A: {}\nB: {}\n", name(a), name(b));
    // Writing to a String can't fail.
    let _ = writeln!(
        out,
        "{changed} of {all} figures have changed (*): by more than 1 %, and no repeat of the one is within the other's"
    );
    if single > 0 {
        let _ = writeln!(
            out,
            "{single} have one repeat only, so that their noise is not known: none of them has a *"
        );
    }
    for (name, of, other) in [("A", a, b), ("B", b, a)] {
        let only: Vec<&Key> = of.all.keys().filter(|key| !other.all.contains_key(*key)).collect();
        if !only.is_empty() {
            // Counted by benchmark.
            let of = only.chunk_by(|x, y| x.0 == y.0).map(|of| format!("{} of {}", of.len(), of[0].0));
            let _ = writeln!(out, "{} are only in {name}: {}", only.len(), of.collect::<Vec<_>>().join(", "));
        }
    }
    if changed > 0 || full {
        let _ = write!(out, "\n{table}");
    }
    out
}
