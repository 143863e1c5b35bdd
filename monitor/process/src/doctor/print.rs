//! The list as text and as JSON.

use super::report::Report;
use crate::check::{Check, Status};
use serde_json::json;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;
use zetop_system::width::{Look, wrap};

const MARK_WIDTH: usize = 7;

fn mark(status: Status) -> (&'static str, &'static str) {
    match status {
        Status::Ok => ("ok", "32"),
        Status::Warning => ("warning", "33"),
        Status::Problem => ("problem", "1;31"),
    }
}

/// A check per line, its fix below it, and the verdict.
#[must_use]
pub fn text(report: &Report, look: Look) -> String {
    let names = report.checks.iter().map(|check| check.name.width()).max().unwrap_or(0);
    let mut out = String::new();
    for check in &report.checks {
        line(&mut out, check, names, look);
    }
    out.push('\n');
    out.push_str(&verdict(report, look));
    out
}

fn line(out: &mut String, check: &Check, names: usize, look: Look) {
    let indent = MARK_WIDTH + 2 + names + 2;
    let room = look.width.map(|width| width.saturating_sub(indent + 1).max(20));
    let (word, color) = mark(check.status);
    let padded = format!("{word:<MARK_WIDTH$}");
    for (i, part) in wrap(&check.finding, room).iter().enumerate() {
        // writing to a string cannot fail
        let _ = if i == 0 {
            let name = format!("{:<names$}", check.name);
            writeln!(out, "{}  {}  {part}", look.paint(color, &padded), look.paint("1", &name))
        } else {
            writeln!(out, "{:indent$}{part}", "")
        };
    }
    for (i, part) in wrap(check.fix.as_deref().unwrap_or(""), room.map(|r| r - 2)).iter().enumerate() {
        if !part.is_empty() {
            let arrow = if i == 0 { "> " } else { "  " };
            let _ = writeln!(out, "{:indent$}{}", "", look.paint("36", &format!("{arrow}{part}")));
        }
    }
}

fn verdict(report: &Report, look: Look) -> String {
    let number = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let what = report.pid.map_or_else(|| "zetop".to_owned(), |pid| format!("zetop -p {pid}"));
    let warnings = match report.count(Status::Warning) {
        0 => String::new(),
        n => format!(", {}", number(n, "warning")),
    };
    let (color, text) = match report.count(Status::Problem) {
        0 if report.has_device => ("1;32", format!("{what} works here{warnings}.")),
        0 if report.pid.is_some() => {
            ("1;33", format!("{what} would work, but there is no GPU that programs can use here{warnings}."))
        }
        0 => {
            let text = "There is no GPU that programs can use here: zetop can only show them on the simulated one \
                        (`zetop demo`, `zetop --sim PROGRAM`)";
            ("1;33", format!("{text}{warnings}."))
        }
        n => ("1;31", format!("{what} does not work here: {}{warnings}.", number(n, "problem"))),
    };
    format!("{}\n", look.paint(color, &text))
}

/// The object of `--json`.
#[must_use]
pub fn json(report: &Report) -> String {
    let simulator = report.simulator.as_ref().map(|path| path.to_string_lossy());
    let value = json!({
        "schema": "zetop-doctor/1",
        "ok": report.is_ok(),
        "has_device": report.has_device,
        "simulator": simulator,
        "checks": report.checks,
    });
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let checks = vec![
            Check::ok("loader", "found"),
            Check::warning("devices", "none are here at all", "use --sim instead of a real one"),
        ];
        Report { checks, simulator: None, pid: None, has_device: true }
    }

    #[test]
    fn a_machine_without_a_gpu_is_not_said_to_work() {
        for pid in [None, Some(7)] {
            let text = text(&Report { has_device: false, pid, ..report() }, Look::default());
            let verdict = text.lines().last().unwrap();
            assert!(verdict.contains("no GPU") && !verdict.contains("works here"), "{verdict}");
        }
    }

    #[test]
    fn lines_are_aligned_and_fixes_below() {
        let expected = "\
ok       loader   found
warning  devices  none are here at all
                  > use --sim instead of a real one

zetop works here, 1 warning.
";
        assert_eq!(text(&report(), Look::default()), expected);
    }

    #[test]
    fn long_lines_are_wrapped_and_colours_do_not_count() {
        let text = text(&report(), Look { colors: true, width: Some(40) });
        assert!(text.contains("\x1b[32mok     \x1b[0m  \x1b[1mloader \x1b[0m  found\n"), "{text:?}");
        assert!(text.contains("> use --sim instead"), "{text:?}");
        assert!(text.contains("  of a real one"), "{text:?}");
    }

    #[test]
    fn json_has_the_schema() {
        let mut report = report();
        let value: serde_json::Value = serde_json::from_str(&json(&report)).unwrap();
        assert_eq!(value["schema"], "zetop-doctor/1");
        assert_eq!(value["ok"], true);
        assert!(value["checks"][0]["fix"].is_null());
        assert_eq!(value["checks"][1]["status"], "warning");
        report.checks.push(Check::problem("x", "y", "z"));
        let value: serde_json::Value = serde_json::from_str(&json(&report)).unwrap();
        assert_eq!(value["ok"], false);
    }
}
