//! All benchmarks on one page, which needs nothing else: pictures are SVG inside it.

use super::all::All;
use super::{against, svg};
use anyhow::Result;
use std::fmt::Write;

const STYLE: &str = "body{font:15px/1.5 sans-serif;max-width:1060px;margin:2em auto;padding:0 1em;color:#222}\
    pre{font:13px/1.3 monospace;overflow-x:auto;background:#f6f6f6;padding:.8em}svg{max-width:100%;height:auto}\
    h2{border-top:1px solid #ccc;padding-top:1em}";

/// # Errors
/// When there is nothing to draw.
pub fn page(all: &All<'_>) -> Result<String> {
    let All { outcomes, missing, against: deviations } = *all;
    let name = outcomes.first().map_or("", |outcome| outcome.device.name.as_str());
    let title = escape(&format!("zetop bench: {name}"));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
    );
    // Writing to a String can't fail.
    let _ = write!(out, "<ul>");
    for outcome in outcomes {
        let _ = write!(out, "<li><a href=\"#{0}\">{0}</a>: {1}</li>", outcome.bench, escape(outcome.about));
    }
    for of in missing {
        let _ = write!(out, "<li><a href=\"#{0}\">{0}</a>: not measured</li>", of.bench);
    }
    if deviations.is_some() {
        let _ = write!(out, "<li><a href=\"#against\">against published figures</a></li>");
    }
    let _ = writeln!(out, "</ul>");
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
        let text = escape(&against::within(deviations, None));
        let _ = writeln!(out, "<h2 id=\"against\">against published figures</h2>\n<pre>{text}</pre>");
    }
    let _ = writeln!(out, "<p>zetop {}</p></body></html>", env!("CARGO_PKG_VERSION"));
    Ok(out)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
