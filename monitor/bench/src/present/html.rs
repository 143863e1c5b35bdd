//! All benchmarks on one page, which needs nothing else: pictures are SVG inside it.

use super::all::All;
use super::arrows::arrows;
use super::table::number;
use super::{against, svg};
use crate::outcome::Outcome;
use anyhow::Result;
use std::fmt::Write;
use zetop_figures::view::format;
use zetop_system::clean::clean;

const STYLE: &str = "body{font:15px/1.5 sans-serif;max-width:1060px;margin:2em auto;padding:0 1em;color:#222}\
    pre{font:12px/1.35 monospace;white-space:pre-wrap;overflow-wrap:anywhere;background:#f6f6f6;padding:.8em}\
    svg{max-width:100%;height:auto}table{border-collapse:collapse}td,th{padding:.2em 1em .2em 0;text-align:left;\
    vertical-align:top}td.n{text-align:right;white-space:nowrap}.advice li{margin:.3em 0}.about{color:#555}\
    h2{border-top:1px solid #ccc;padding-top:1em}";

/// # Errors
/// When there is nothing to draw.
pub fn page(all: &All<'_>) -> Result<String> {
    let All { outcomes, missing, against: deviations, .. } = *all;
    let name = outcomes.first().map_or("", |outcome| outcome.device.name.as_str());
    let title = escape(&format!("zetop bench: {name}"));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
    );
    // Writing to a String can't fail.
    let (version, date) = (env!("CARGO_PKG_VERSION"), format::date(all.at));
    let _ = writeln!(out, "<p class=\"about\">measured with zetop {version} on {}</p>", escape(&date));
    summary(&mut out, all);
    for outcome in outcomes {
        let _ = writeln!(out, "<h2 id=\"{0}\">{0}</h2>", outcome.bench);
        if let Ok(picture) = svg::chart(outcome) {
            let _ = writeln!(out, "{picture}");
        }
        let _ = writeln!(out, "<pre>{}</pre>", escape(&super::figures(outcome)));
    }
    for of in missing {
        let _ = writeln!(
            out,
            "<h2 id=\"{0}\">{0}</h2>\n<pre>{1}</pre>",
            of.bench,
            escape(&super::all::missing(of, None))
        );
    }
    if let Some(deviations) = deviations {
        let text = escape(&against::text_in_width(deviations, false, None));
        let _ = writeln!(out, "<h2 id=\"against\">against published figures</h2>\n<pre>{text}</pre>");
    }
    let _ = writeln!(out, "</body></html>");
    Ok(out)
}

/// What came out, a line for each benchmark, and what to do about it.
fn summary(out: &mut String, all: &All<'_>) {
    let All { outcomes, missing, against: deviations, .. } = *all;
    // Writing to a String can't fail.
    let _ = writeln!(out, "<h2>Summary</h2>\n<table>");
    for outcome in outcomes {
        let about = escape(outcome.about);
        let row = |best: &str| {
            format!(
                "<tr><td><a href=\"#{0}\">{0}</a></td><td>{about}</td><td class=\"n\">{best}</td></tr>",
                outcome.bench
            )
        };
        let _ = writeln!(out, "{}", row(&escape(&range(outcome))));
    }
    for of in missing {
        let _ = writeln!(
            out,
            "<tr><td><a href=\"#{0}\">{0}</a></td><td>not measured</td><td></td></tr>",
            of.bench
        );
    }
    if let Some(deviations) = deviations {
        let many = format::many(deviations.len() as u64, "figure", "figures");
        let _ = writeln!(
            out,
            "<tr><td><a href=\"#against\">against</a></td><td>{many} that were published</td><td></td></tr>"
        );
    }
    let _ = writeln!(out, "</table>");
    let mut advice =
        outcomes.iter().flat_map(|outcome| outcome.advice.iter().map(move |line| (outcome.bench, line)));
    let Some(first) = advice.next() else { return };
    let _ = writeln!(out, "<h2>Advice</h2>\n<ul class=\"advice\">");
    for (bench, line) in std::iter::once(first).chain(advice) {
        let _ =
            writeln!(out, "<li>{} (<a href=\"#{bench}\">{bench}</a>)</li>", escape(&arrows(&clean(line))));
    }
    let _ = writeln!(out, "</ul>");
}

/// `1.23 to 393 GB/s`: the smallest and the largest median of what is measured first.
fn range(outcome: &Outcome) -> String {
    let medians = outcome.rows.iter().filter_map(|row| row.median(0));
    let (low, high) =
        medians.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    let unit = outcome.measures.first().map_or("", |measure| measure.unit);
    if low > high {
        return String::new();
    }
    // Seconds are not written in µs.
    let ns = match unit {
        "ns" => Some(1.0),
        "µs" => Some(1e3),
        _ => None,
    };
    ns.map_or_else(
        || format!("{} to {} {unit}", number(low), number(high)),
        |ns| format!("{} to {}", format::time(low * ns), format::time(high * ns)),
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
