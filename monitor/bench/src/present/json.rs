//! The figures as JSON, schema `zetop-bench/1`.

use super::all::All;
use crate::against::Deviation;
use crate::outcome::{Figure, Missing, Outcome, OutcomeRow, SCHEMA};
use anyhow::Context;
use serde_json::{Map, Value, json};

/// # Errors
/// Never in practice: it is written to memory.
pub fn object(outcome: &Outcome) -> anyhow::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(&value(outcome)).context("JSON")?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Several benchmarks, and how far they are off what was published.
///
/// # Errors
/// Never in practice: it is written to memory.
pub fn all(all: &All<'_>) -> anyhow::Result<Vec<u8>> {
    let missing = |of: &Missing| json!({"bench": of.bench, "failed": of.failed, "why": of.why});
    let deviation = |of: &Deviation| {
        json!({
            "bench": of.bench,
            "figure": of.what,
            "unit": of.unit,
            "published": of.published,
            "found": of.found,
            "off_pct": of.off_pct(),
            "allowed_pct": of.allowed_pct,
            "within": of.found.map(|_| of.is_within()),
        })
    };
    let mut object = json!({
        "schema": SCHEMA,
        "zetop": env!("CARGO_PKG_VERSION"),
        "bench": "all",
        "complete": all.is_complete(),
        "benches": all.outcomes.iter().map(value).collect::<Vec<_>>(),
        "missing": all.missing.iter().map(missing).collect::<Vec<_>>(),
    });
    if let Some(deviations) = all.against {
        object["against_published"] = deviations.iter().map(deviation).collect();
    }
    let mut bytes = serde_json::to_vec_pretty(&object).context("JSON")?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[must_use]
pub fn value(outcome: &Outcome) -> Value {
    let measures = outcome.measures.iter().map(|m| json!({"key": m.key, "title": m.title, "unit": m.unit}));
    let skipped =
        outcome.skipped.iter().map(|s| json!({"series": s.series, outcome.axis.key: s.x, "why": s.why}));
    let bucket = |(low, high, count): &(u64, u64, u64)| json!({"from_ns": low, "to_ns": high, "n": count});
    let distributions = outcome
        .distributions
        .iter()
        .map(|of| json!({"series": of.series, "buckets": of.buckets.iter().map(bucket).collect::<Vec<_>>()}));
    json!({
        "schema": SCHEMA,
        "zetop": env!("CARGO_PKG_VERSION"),
        "bench": outcome.bench,
        "complete": outcome.complete,
        "failed": outcome.failed,
        "simulated": outcome.simulated,
        "device": {
            "name": outcome.device.name,
            "api": outcome.device.api.name(),
            "timer_hz": outcome.device.timer_hz,
            "timestamp_bits": outcome.device.timestamp_bits,
            "memory_bytes": outcome.device.memory_bytes,
        },
        "conditions": outcome.conditions,
        "measures": measures.collect::<Vec<_>>(),
        "figures": outcome.rows.iter().map(|row| figures(outcome, row)).collect::<Vec<_>>(),
        "distributions": distributions.collect::<Vec<_>>(),
        "skipped": skipped.collect::<Vec<_>>(),
        "notes": outcome.notes,
        "advice": outcome.advice,
    })
}

fn figures(outcome: &Outcome, row: &OutcomeRow) -> Value {
    let mut object = Map::new();
    object.insert("series".to_owned(), row.series.clone().into());
    object.insert(outcome.axis.key.to_owned(), row.x.into());
    for (measure, figure) in outcome.measures.iter().zip(&row.figures) {
        object.insert(measure.key.to_owned(), figure.as_ref().map_or(Value::Null, one));
    }
    Value::Object(object)
}

fn one(figure: &Figure) -> Value {
    json!({
        "median": figure.median,
        "min": figure.min,
        "max": figure.max,
        "spread_pct": figure.spread_pct(),
        "n": figure.n,
    })
}
