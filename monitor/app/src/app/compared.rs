//! `zetop diff`.

use crate::cli::{Diff, Options};
use anyhow::{Context, bail};
use zetop_figures::diff::condition::Verdict;
use zetop_figures::diff::{Condition, Run, compare};
use zetop_figures::history::History;
use zetop_present::report::{diff as report, html};
use zetop_system::clean::clean;
use zetop_system::console::{EXIT_FAILURE, EXIT_USAGE, fail, print, say};
use zetop_system::output::{Destination, stderr};

/// Exit status when a condition of --fail-if holds.
const HOLDS: i32 = 3;

pub(super) fn diff(options: &Options, of: &Diff) -> i32 {
    if let Err(error) = options.check_outputs() {
        say(&error);
        return EXIT_USAGE;
    }
    if options.markdown.is_some() {
        say("zetop diff writes text, --json, --csv and --html: --markdown is for a run, or for zetop report");
        return EXIT_USAGE;
    }
    let mut conditions = Vec::new();
    for text in &of.fail_if {
        match Condition::parse(&clean(text)) {
            Ok(condition) => conditions.push(condition),
            Err(wrong) => {
                // Lines of their own point at the place.
                wrong.to_string().lines().enumerate().for_each(|(n, line)| match n {
                    0 => say(&format!("--fail-if: {line}")),
                    _ => drop(stderr::send(format!("{line}\n"))),
                });
                return EXIT_USAGE;
            }
        }
    }
    match compared(options, of, &conditions) {
        Ok(status) => status,
        Err(error) => {
            fail(&error);
            EXIT_FAILURE
        }
    }
}

fn compared(options: &Options, of: &Diff, conditions: &[Condition]) -> anyhow::Result<i32> {
    let benchmarks = (zetop_bench::diff::open(&of.a)?, zetop_bench::diff::open(&of.b)?);
    for (is_one, one, other) in [(&benchmarks.0, &of.a, &of.b), (&benchmarks.1, &of.b, &of.a)] {
        if is_one.is_some() && (benchmarks.0.is_none() || benchmarks.1.is_none()) {
            // What it is, or why it can't be read.
            std::fs::metadata(other).with_context(|| format!("cannot read {}", other.display()))?;
            bail!("{} is a benchmark's JSON, and {} is not", one.display(), other.display());
        }
    }
    if let (Some(a), Some(b)) = benchmarks {
        if !conditions.is_empty() || !options.common.wants_no_file() {
            say("benchmarks are compared as text only, without --fail-if, --json, --csv and --html");
            return Ok(EXIT_USAGE);
        }
        print(zetop_bench::diff::text(&a, &b, options.common.full).as_bytes())?;
        return Ok(0);
    }
    let history = History::of_user(|name| std::env::var_os(name));
    let (a, b) = (Run::open(&of.a, history.as_ref())?, Run::open(&of.b, history.as_ref())?);
    a.notes.iter().chain(&b.notes).for_each(|note| say(note));
    let comparison = compare(a, b);
    let mut failed = Vec::new();
    let mut unknown = Vec::new();
    for condition in conditions {
        match condition.judge(&comparison) {
            Ok(Verdict::Holds(words)) => failed.push(words),
            Ok(Verdict::Not) => {}
            Ok(Verdict::OneSided(words)) => say(&words),
            Err(why) => unknown.push(why),
        }
    }
    if options.common.wants_no_file() {
        print(report::text(&comparison, options.common.full).as_bytes())?;
    }
    if let Some(to) = options.common.json.as_deref().map(Destination::from_argument) {
        to.write(report::json(&comparison, &failed)?, || false).with_context(|| to.name())?;
    }
    if let Some(path) = &options.common.csv {
        let to = Destination::File(path.clone());
        to.write(report::csv(&comparison)?, || false).with_context(|| to.name())?;
    }
    if let Some(path) = &options.common.html {
        let to = Destination::File(path.clone());
        to.write(html::compared::page(&comparison).into_bytes(), || false).with_context(|| to.name())?;
    }
    failed.iter().chain(&unknown).for_each(|words| say(words));
    Ok(match (failed.is_empty(), unknown.is_empty()) {
        (false, _) => HOLDS,
        (true, false) => EXIT_FAILURE,
        (true, true) => 0,
    })
}
