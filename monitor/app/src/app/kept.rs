//! `zetop history`.

use crate::cli::Options;
use anyhow::Context;
use zetop_figures::history::History;
use zetop_present::report::history as report;
use zetop_system::console::{EXIT_FAILURE, EXIT_USAGE, fail, print, say};
use zetop_system::output::Destination;

/// Lists the runs that are kept, or shows what was said of one at its end.
pub(super) fn history(options: &Options, run: Option<u32>) -> i32 {
    if let Err(error) = options.check_outputs() {
        say(&error);
        return EXIT_USAGE;
    }
    if options.common.csv.is_some() || options.common.html.is_some() || options.markdown.is_some() {
        say(
            "zetop history writes text and --json: zetop diff @1 @2 --csv FILE, or --html FILE, compares runs",
        );
        return EXIT_USAGE;
    }
    match shown(options, run) {
        Ok(()) => 0,
        Err(error) => {
            fail(&error);
            EXIT_FAILURE
        }
    }
}

fn shown(options: &Options, run: Option<u32>) -> anyhow::Result<()> {
    let history = History::of_user(|name| std::env::var_os(name));
    let history = history.context("this environment has no folder where runs are kept: HOME is not set")?;
    let json = options.common.json.as_deref().map(Destination::from_argument);
    let (text, value) = match run {
        None => {
            let list = history.list();
            let rows = options.rows.map(|rows| rows as usize);
            (report::text(&list, rows, options.common.full), report::json(&list))
        }
        Some(number) => {
            let run = history.run(number)?;
            let run = run.with_context(|| {
                format!("there is no run {number}: zetop history lists those that are kept")
            })?;
            (report::run(&run), run.snapshot)
        }
    };
    match json {
        None => print(text.as_bytes()),
        Some(to) => {
            let mut bytes = serde_json::to_vec_pretty(&value)?;
            bytes.push(b'\n');
            to.write(bytes, || false).with_context(|| to.name())
        }
    }
}
