//! What was timed in windows is the same in every output, and each says that it was.

use super::{KERNELS, budgets};
use crate::support::{PROGRAMS, needs_loader};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;
use zetop_e2e::process::{Outcome, start};
use zetop_e2e::scene::LIMIT;
use zetop_figures::view::format;

/// A run over the budget, with all that zetop writes of it.
struct Run {
    folder: tempfile::TempDir,
    outcome: Outcome,
}

impl Run {
    fn over_budget(kernels: &str) -> Self {
        // On a busy machine the program may be so slow that it stays within the budget.
        let mut runs = budgets(1.0).map(|budget| Self::once(kernels, budget));
        runs.find(|run| sampled(&run.json("live.json")) > 1_000).expect("it is over the budget")
    }

    fn once(kernels: &str, budget: f64) -> Self {
        let folder = tempfile::tempdir().expect("temporary folder");
        let mut zetop = Command::new(PROGRAMS.zetop);
        zetop.current_dir(folder.path()).env("ZESIM_KERNEL_NS", kernels);
        zetop.args(["--sim", "--no-tui", "--no-history", "--record", "recording"]);
        zetop.args(["--budget", &format!("{budget:.2}")]);
        zetop.args(["--json", "live.json", "--csv", "live.csv", "--html", "live.html"]);
        zetop.args(["--", PROGRAMS.workload, "busy", "n=16000"]);
        let outcome = start(&mut zetop).finish(LIMIT).succeeded();
        Self { folder, outcome }
    }

    /// Runs `zetop report` on the recording with `options`.
    fn report(&self, options: &[&str]) -> Outcome {
        let mut report = Command::new(PROGRAMS.zetop);
        report.current_dir(self.folder.path()).args(["report", "recording"]).args(options);
        start(&mut report).finish(LIMIT).succeeded()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("it was written")
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }
}

fn sampled(figures: &Value) -> u64 {
    figures["device"]["untimed_reasons"]["sampled"].as_u64().unwrap_or(0)
}

fn list<'a>(object: &'a Value, name: &str) -> &'a [Value] {
    object["device"][name].as_array().expect("a list")
}

/// The cells of a row of the summary: names and figures are at least two blanks apart.
fn cells<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let row = text.lines().find(|line| line.starts_with(&format!("{name}  ")));
    let row = row.unwrap_or_else(|| panic!("no row {name} in\n{text}"));
    row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

/// The cells of a row of a table of the page: what it is sorted by, and what is shown.
fn page_cells(page: &str, name: &str) -> Vec<(Option<f64>, String)> {
    let row = page.split("<tr>").find(|row| row.starts_with(&format!("<td>{name}</td>")));
    let row = row.unwrap_or_else(|| panic!("no row {name}"));
    let cells = row.split("<td").skip(1).map(|cell| {
        let (attributes, shown) = cell.split_once('>').expect("a cell");
        let value = attributes.split("data-value=\"").nth(1).and_then(|rest| rest.split('"').next());
        (value.and_then(|value| value.parse().ok()), shown.split('<').next().unwrap_or_default().to_owned())
    });
    cells.collect()
}

#[test]
fn every_output_has_the_same_estimates_and_marks_them() {
    needs_loader!();
    let run = Run::over_budget(KERNELS);
    let options = ["--json", "replayed.json", "--csv", "replayed.csv", "--html", "replayed.html"];
    let _ = run.report(&options);
    let (live, again) = (run.json("live.json"), run.json("replayed.json"));
    for part in ["host", "device", "memory"] {
        assert_eq!(live[part], again[part], "{part}");
    }
    assert_eq!(run.text("live.csv"), run.text("replayed.csv"));
    let text = &run.outcome.stderr;
    assert_eq!(*text, run.report(&[]).stdout);
    let pages = ["live.html", "replayed.html"].map(|name| run.text(name));
    let estimated = |object: &Value, field: &str| {
        let text = format::time(object[field].as_f64().expect("a time"));
        format!("~{}", text.replacen(' ', "", 1))
    };
    for kernel in list(&live, "kernels") {
        let name = kernel["name"].as_str().expect("a name");
        let (launches, timed) = (kernel["launches"].as_u64(), kernel["timed"].as_u64());
        assert!(timed > Some(0) && timed < launches, "{kernel}");
        let (total, avg) = (estimated(kernel, "total_ns"), estimated(kernel, "avg_ns"));
        for cells in [
            cells(text, name),
            pages
                .each_ref()
                .map(|page| page_cells(page, name))
                .concat()
                .iter()
                .map(|cell| &*cell.1)
                .collect(),
        ] {
            for figure in [&*format::group(launches.expect("a number")), &total, &avg] {
                assert!(cells.contains(&figure), "{figure} of {name} is not in {cells:?}");
            }
        }
        for page in &pages {
            let sorted = page_cells(page, name).into_iter().find(|cell| cell.1 == total);
            assert_eq!(sorted.and_then(|cell| cell.0), kernel["total_ns"].as_f64(), "{name}");
        }
    }
    let copies = &list(&live, "transfers")[0];
    let total = estimated(copies, "total_ns");
    assert!(cells(text, "heap→device").contains(&&*total), "{total}: {text}");
    assert!(page_cells(&pages[0], "heap→device").iter().any(|cell| cell.1 == total), "{total}");
    let said = "timed (~), to stay within --budget; --exact times all";
    assert!(text.contains(said) && pages.iter().all(|page| page.contains(said)), "{text}");
}

/// Rows of kernels and copies in which a time is said to have changed.
fn changed(of: [&PathBuf; 2]) -> Vec<String> {
    let mut diff = Command::new(PROGRAMS.zetop);
    let outcome = start(diff.arg("diff").args(of).args(["--json", "-"])).finish(LIMIT).succeeded();
    let object: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let rows = object["rows"].as_array().expect("rows").iter();
    let mut found = Vec::new();
    for row in rows.filter(|row| row["kind"] == "kernel" || row["kind"] == "transfer") {
        for (figure, change) in row["changes"].as_object().expect("changes") {
            // Throughput is bytes by wall time, which differs from run to run.
            if figure != "throughput" && change["beyond_noise"] == true {
                found.push(format!("{figure} {}", row["name"].as_str().unwrap_or_default()));
            }
        }
    }
    found
}

#[test]
fn two_runs_of_a_program_over_the_budget_differ_by_noise_and_a_slower_kernel_does_not() {
    needs_loader!();
    let runs = [KERNELS, KERNELS, "short=10000,mixed=40000|120000,listed=30000"].map(Run::over_budget);
    for name in ["recording", "live.json"] {
        let [one, other, slower] = runs.each_ref().map(|run| run.path(name));
        assert_eq!(changed([&one, &other]), [""; 0], "{name}");
        let found = changed([&one, &slower]);
        // JSON has no histogram, without which a percentile of sampled operations may be off by chance.
        let figures: &[_] = if name == "recording" { &["total", "avg", "p99"] } else { &["total", "avg"] };
        for figure in figures {
            assert!(found.contains(&format!("{figure} mixed")), "{name}: {found:?}");
        }
        assert!(found.iter().all(|change| change.ends_with(" mixed")), "{name}: {found:?}");
    }
}
