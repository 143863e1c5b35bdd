//! The options in `docs/src/reference.md` are those of the code. With `ZETOP_BLESS=1` the page is written anew.

use clap::{Arg, ArgAction, Command};
use std::fmt::Write;
use std::path::Path;
use zetop::cli::{SETTINGS, definition};

const PAGE: &str = "../../docs/src/reference.md";
/// What is between these lines of the page is written by this test.
const START: &str = "<!-- from the code: ZETOP_BLESS=1 cargo test -p zetop --test app reference:: -->";
const END: &str = "<!-- end of what is from the code -->";

/// `-p`, `--pid [PID]`
fn names(option: &Arg) -> String {
    let short = option.get_short().map(|short| format!("-{short}"));
    let long = option.get_long().map(|long| format!("--{long}"));
    let mut names = [short, long].into_iter().flatten().collect::<Vec<_>>().join("`, `");
    if option.get_action().takes_values() {
        let value = option.get_value_names().unwrap_or_default();
        let value = value.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let is_optional = option.get_num_args().is_some_and(|count| count.min_values() == 0);
        names += &match (option.is_require_equals_set(), is_optional) {
            (true, true) => format!("[={value}]"),
            (true, false) => format!("={value}"),
            (false, true) => format!(" [{value}]"),
            (false, false) => format!(" {value}"),
        };
    }
    format!("`{names}`")
}

fn meaning(option: &Arg) -> String {
    let help = option.get_long_help().or(option.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut meaning = help.split_whitespace().collect::<Vec<_>>().join(" ");
    if option.get_action().takes_values() {
        let values = option.get_possible_values();
        let shown = values.iter().filter(|value| !value.is_hide_set());
        let choices: Vec<String> = shown.map(|value| format!("`{}`", value.get_name())).collect();
        if !choices.is_empty() {
            let _ = write!(meaning, ": {}", choices.join(", "));
        }
        let defaults = option.get_default_values().iter().map(|value| format!("`{}`", value.display()));
        let defaults = defaults.collect::<Vec<_>>().join(", ");
        if !defaults.is_empty() {
            let _ = write!(meaning, "; {defaults} by default");
        }
    }
    meaning
}

/// The options as a table; nothing if there are none.
fn table<'a>(title: &str, options: impl Iterator<Item = &'a Arg>) -> String {
    let is_shown = |option: &&Arg| !option.is_hide_set() && !option.is_positional();
    let row = |option: &Arg| {
        format!("| {} | {} |\n", names(option).replace('|', "\\|"), meaning(option).replace('|', "\\|"))
    };
    let rows: String = options.filter(is_shown).map(row).collect();
    if rows.is_empty() { rows } else { format!("{title}\n\n| option | meaning |\n|---|---|\n{rows}\n") }
}

fn own_options(command: &Command) -> impl Iterator<Item = &Arg> {
    let is_help = |option: &Arg| matches!(option.get_id().as_str(), "help" | "version");
    command.get_arguments().filter(move |option| !option.is_global_set() && !is_help(option))
}

fn options() -> String {
    let mut definition = definition();
    let usage = definition.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let usage: Vec<&str> = usage.lines().map(|line| line.strip_prefix("       ").unwrap_or(line)).collect();
    let mut text = format!("\n```text\n{}\n```\n\n", usage.join("\n"));
    let is_setting = |option: &&Arg| option.get_help_heading() == Some(SETTINGS);
    text += &table("For one run:", definition.get_arguments().filter(|option| !is_setting(option)));
    text += &table("Settings:", definition.get_arguments().filter(is_setting));
    let first: Vec<String> = own_options(&definition)
        .filter(|option| !option.is_hide_set() && !matches!(option.get_action(), ArgAction::Help))
        .filter_map(Arg::get_long)
        .map(|long| format!("`--{long}`"))
        .collect();
    let _ = writeln!(text, "These go before a subcommand: {}.\n", first.join(", "));
    for command in definition.get_subcommands().filter(|command| !command.is_hide_set()) {
        text += &table(&format!("Of `zetop {}`:", command.get_name()), own_options(command));
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            let name = format!("Of `zetop {} {}`:", command.get_name(), inner.get_name());
            text += &table(&name, own_options(inner));
        }
    }
    text
}

#[test]
fn the_page_has_the_options_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once(START).expect("the line where it starts");
    let (_, after) = rest.split_once(END).expect("the line where it ends");
    let right = format!("{before}{START}\n{}{END}{after}", options());
    if std::env::var_os("ZETOP_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, right).expect("the page can be written");
        return;
    }
    let differs = page.lines().zip(right.lines()).find(|(is, should)| is != should);
    assert!(
        page == right,
        "{PAGE} is out of date: run ZETOP_BLESS=1 cargo test -p zetop --test app reference::\n{differs:#?}"
    );
}

#[test]
fn every_option_says_what_it_does() {
    fn look(command: &Command, path: &str) {
        for option in
            command.get_arguments().filter(|option| !option.is_hide_set() && !option.is_positional())
        {
            assert!(!meaning(option).is_empty(), "{path} {}", names(option));
        }
        for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
            look(inner, &format!("{path} {}", inner.get_name()));
        }
    }
    look(&definition(), "zetop");
}

/// What is hidden is what zetop starts itself with, and what a subcommand does not take.
#[test]
fn no_option_is_hidden_from_who_could_use_it() {
    let definition = definition();
    let hidden: Vec<&str> = definition
        .get_arguments()
        .filter(|option| option.is_hide_set())
        .map(|option| option.get_id().as_str())
        .collect();
    assert_eq!(hidden, [""; 0]);
    let hidden = definition.get_subcommands().filter(|command| command.is_hide_set());
    for name in hidden.map(Command::get_name) {
        assert!(zetop::cli::INTERNAL_SUBCOMMANDS.contains(&name), "{name}");
    }
}
