//! The configuration file: options that the user always wants.
//!
//! `$XDG_CONFIG_HOME/zetop/config.toml` (`~/.config/zetop/config.toml` by default), or the file that `ZETOP_CONFIG`
//! names. Its keys are the long names of options, and values are read like those on the command line: one definition
//! serves both. An option that can be repeated, `--key quit=Q`, is a table here: `quit = "Q"` below `[key]`. The command
//! line overrides the file.

use crate::cli::{Cli, SETTINGS, usage_error};
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};
use zetop_figures::view::columns::Columns;
use zetop_present::tui::colors::Colors;
use zetop_present::tui::own_keys::Keys;

/// A longer file can't be a configuration file.
const LONGEST: u64 = 1 << 20;

/// What is wrong, with the place.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{file}{}: {why}", line.map_or_else(String::new, |line| format!(":{line}")))]
pub struct Wrong {
    pub file: String,
    pub line: Option<usize>,
    pub why: String,
}

/// Where the file is, if anywhere.
#[must_use]
pub fn path(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    if let Some(named) = variable("ZETOP_CONFIG") {
        return (!named.is_empty()).then(|| named.into());
    }
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")))?;
    let usual = folder.join("zetop/config.toml");
    usual.exists().then_some(usual)
}

/// The command-line arguments that the file amounts to.
///
/// # Errors
/// When it can't be read, or for everything that is wrong in it.
pub fn arguments(file: &Path, definition: &Command) -> Result<Vec<OsString>, Vec<Wrong>> {
    let wrong = |why: String| vec![Wrong { file: file.display().to_string(), line: None, why }];
    let bytes = zetop_system::limit::read(file, LONGEST).map_err(|error| match error.kind() {
        std::io::ErrorKind::FileTooLarge => wrong("too long for a configuration file".to_owned()),
        _ => wrong(error.to_string()),
    })?;
    let text = String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8 text".to_owned()))?;
    parse(&file.display().to_string(), &text, definition)
}

/// Reads settings from a text, as a command line has them; `file` is what messages call it.
///
/// # Errors
/// For everything that is wrong in it.
pub fn parse(file: &str, text: &str, definition: &Command) -> Result<Vec<OsString>, Vec<Wrong>> {
    let line_of = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let wrong = |at: usize, why: String| Wrong { file: file.to_owned(), line: Some(line_of(at)), why };
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            return Err(vec![wrong(at, error.message().to_owned())]);
        }
    };
    let (mut all, mut errors) = (Vec::new(), Vec::new());
    for (key, value) in table.get_ref().iter() {
        for setting in settings(definition, key.get_ref(), key.span().start, value) {
            match setting {
                Ok(setting) => all.push(setting),
                Err((at, why)) => errors.push((at, why)),
            }
        }
    }
    // When two settings conflict (a key with two meanings), one of them is reported.
    let whole = command_line(definition, all.iter().map(|(_, argument)| argument));
    let keys = whole
        .map_err(|error| usage_error::reason(&error))
        .and_then(|cli| cli.options.dashboard().check_keys().map_err(|error| error.to_string()));
    if let Err(why) = keys {
        let begins = |argument: &OsString| {
            let text = argument.to_string_lossy();
            let command = text.strip_prefix("--key=").and_then(|rest| rest.split('=').next());
            command.is_some_and(|command| why.starts_with(&format!("{command}: ")))
        };
        let at = all.iter().find(|(_, argument)| begins(argument)).map_or(0, |(at, _)| *at);
        errors.push((at, why));
    }
    if !errors.is_empty() {
        errors.sort();
        return Err(errors.into_iter().map(|(at, why)| wrong(at, why)).collect());
    }
    Ok(all.into_iter().map(|(_, argument)| argument).collect())
}

/// A setting as an argument, or what is wrong with it, and where it is.
type Setting = Result<(usize, OsString), (usize, String)>;

/// What an entry of the file, whose name begins at byte `at`, sets: one option, or as many as its table has entries.
fn settings(definition: &Command, name: &str, at: usize, value: &Spanned<DeValue<'_>>) -> Vec<Setting> {
    let there = value.span().start;
    let Some(option) = option(definition, name) else {
        let names = |tables| names(definition, tables).join(", ");
        let why = format!("no setting '{name}'; there are {}, and the tables {}", names(false), names(true));
        return vec![Err((at, why))];
    };
    let checked = |at: usize, shown: &str, argument: OsString| match command_line(definition, [&argument]) {
        Ok(_) => Ok((at, argument)),
        Err(error) => Err((at, format!("{shown}: {}", usage_error::reason(&error)))),
    };
    if is_table(option) {
        let DeValue::Table(table) = value.get_ref() else {
            return vec![Err((there, format!("{name} is a table: [{name}]")))];
        };
        let entry = |(entry, value): (&Spanned<DeString<'_>>, &Spanned<DeValue<'_>>)| {
            let (key, at): (&str, usize) = (entry.get_ref().as_ref(), entry.span().start);
            let Some(text) = words(value.get_ref()) else {
                return Err((value.span().start, format!("{key} takes a string, or several in []")));
            };
            let argument = OsString::from(format!("--{name}={key}={text}"));
            checked(at, &format!("{key} = {}", toml::Value::String(text)), argument)
        };
        return table.iter().map(entry).collect();
    }
    let Some(argument) = argument(option, value.get_ref()) else {
        let takes = if takes_value(option) { "a string or a number" } else { "true or false" };
        return vec![Err((there, format!("{name} takes {takes}")))];
    };
    let shown = || {
        let text = argument.as_ref()?.to_str()?.split_once('=')?.1.to_owned();
        Some(format!("{name} = {}", toml::Value::String(text)))
    };
    let shown = shown().unwrap_or_else(|| name.to_owned());
    argument.into_iter().map(|argument| checked(at, &shown, argument)).collect()
}

/// Reads arguments as the command line is read.
fn command_line<'a>(
    definition: &Command,
    arguments: impl IntoIterator<Item = &'a OsString>,
) -> Result<Cli, clap::Error> {
    let mut line = vec![OsString::from("zetop")];
    line.extend(arguments.into_iter().cloned());
    line.push("demo".into());
    let given = definition.clone().try_get_matches_from(line);
    given.and_then(|given| Cli::from_arg_matches(&given))
}

/// A string, or several, one after the other.
fn words(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Array(texts) => {
            let words: Option<Vec<String>> = texts.iter().map(|text| words(text.get_ref())).collect();
            Some(words?.join(" "))
        }
        _ => None,
    }
}

/// What may be set in the file; the other options are about one run.
fn all_settings(definition: &Command) -> impl Iterator<Item = &Arg> {
    definition.get_arguments().filter(|arg| arg.get_help_heading() == Some(SETTINGS))
}

/// One that may be given several times is a table.
fn is_table(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::Append)
}

/// The settings that are tables, or those that are not.
#[must_use]
pub fn names(definition: &Command, tables: bool) -> Vec<&str> {
    let all = all_settings(definition).filter(|option| is_table(option) == tables);
    all.filter_map(Arg::get_long).collect()
}

fn option<'a>(definition: &'a Command, name: &str) -> Option<&'a Arg> {
    all_settings(definition).find(|arg| arg.get_long() == Some(name))
}

fn takes_value(option: &Arg) -> bool {
    !matches!(option.get_action(), ArgAction::SetTrue)
}

/// The setting as on a command line; `Some(None)` for nothing, `None` if the value has the wrong type.
fn argument(option: &Arg, value: &DeValue<'_>) -> Option<Option<OsString>> {
    let name = option.get_long()?;
    match (takes_value(option), value) {
        (false, DeValue::Boolean(given)) => Some(given.then(|| format!("--{name}").into())),
        (true, DeValue::String(text)) => Some(Some(format!("--{name}={text}").into())),
        (true, DeValue::Integer(number)) => Some(Some(format!("--{name}={}", number.as_str()).into())),
        (true, DeValue::Float(number)) => Some(Some(format!("--{name}={}", number.as_str()).into())),
        _ => None,
    }
}

/// The settings in effect, as a file that would give them.
#[must_use]
pub fn effective(definition: &Command, given: &ArgMatches, file: Option<&Path>) -> String {
    let mut out = String::new();
    let from = file.map_or_else(|| "no configuration file".to_owned(), |file| file.display().to_string());
    let _ = writeln!(out, "# {from}");
    for name in names(definition, false) {
        let Some(option) = option(definition, name) else { continue };
        let help = option.get_help().map(ToString::to_string).unwrap_or_default();
        let choices: Vec<String> = option
            .get_possible_values()
            .iter()
            .filter(|_| takes_value(option))
            .map(|value| value.get_name().to_owned())
            .collect();
        let choices = if choices.is_empty() { String::new() } else { format!(": {}", choices.join(", ")) };
        let _ = writeln!(out, "\n# {help}{choices}");
        let id = option.get_id().as_str();
        let value = if takes_value(option) {
            let raw = given.get_raw(id).and_then(|mut values| values.next());
            raw.map(|raw| toml::Value::String(raw.to_string_lossy().into_owned()).to_string())
        } else {
            Some(given.get_flag(id).to_string())
        };
        let _ = match value {
            Some(value) => writeln!(out, "{name} = {value}"),
            None => writeln!(out, "# {name} = "),
        };
    }
    let Ok(cli) = Cli::from_arg_matches(given) else { return out };
    let dashboard = cli.options.dashboard();
    for name in names(definition, true) {
        let help = option(definition, name).and_then(Arg::get_help).map(ToString::to_string);
        let _ = writeln!(out, "\n# {}\n[{name}]", help.unwrap_or_default());
        let list = |words: &[&str]| {
            let all = words.iter().map(|word| toml::Value::String((*word).to_owned()).to_string());
            format!("[{}]", all.collect::<Vec<_>>().join(", "))
        };
        match name {
            "columns" => {
                for (table, columns) in Columns::new(&dashboard.columns).all() {
                    let _ = writeln!(out, "{table} = {}", list(&columns));
                }
            }
            "key" => {
                for (command, keys) in Keys::new(&dashboard.keys).unwrap_or_default().all() {
                    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
                    let _ = writeln!(out, "{command} = {}", list(&keys));
                }
            }
            _ => {
                let _ = writeln!(out, "# of: {}", Colors::roles());
                for (role, color) in dashboard.colors.all() {
                    let _ = writeln!(out, "{role} = {}", toml::Value::String(color));
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::definition;

    fn read(text: &str) -> Result<Vec<OsString>, String> {
        let lines = |all: Vec<Wrong>| all.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        parse("config.toml", text, &definition()).map_err(lines)
    }

    #[test]
    fn settings_become_options() {
        let text =
            "# mine\ntheme = \"dark\"\nascii = true\nfull = false\nmetrics = 9100\nscreen = \"kernels\"\n";
        let mut given = read(text).unwrap();
        given.sort();
        assert_eq!(given, ["--ascii", "--metrics=9100", "--screen=kernels", "--theme=dark"]);
        assert_eq!(read("").unwrap(), Vec::<OsString>::new());
    }

    #[test]
    fn what_is_wrong_has_its_line_and_the_choices() {
        for (text, words) in [
            ("theme = \"dark\"\ncolour = 3\n", "config.toml:2: no setting 'colour'; there are full, ascii,"),
            ("\n\ntheme = \"pink\"\n", "config.toml:3: theme = \"pink\": there is no such choice"),
            ("theme = \"pink\"", "there are auto, dark, light"),
            ("ascii = \"yes\"", "config.toml:1: ascii takes true or false"),
            ("theme = true", "config.toml:1: theme takes a string or a number"),
            ("theme = \"dark", "config.toml:1: "),
            ("json = \"-\"", "no setting 'json'"),
            ("metrics = \"here\"", "not an address with a port"),
            (
                "ascii = true\n[key]\nquit = \"x\"\nleave = \"q\"",
                "config.toml:4: leave = \"q\": no command 'leave'",
            ),
            ("[key]\nleave = \"q\"", "no command 'leave'; there are overview, api,"),
            ("[key]\nup = \"u\"\nzoom = \"q\"", "config.toml:3: zoom: q is already the key of quit"),
            ("[color]\nwarn = \"orange\"", "config.toml:2: warn = \"orange\": "),
            ("[color]\nwarn = \"orange\"", "use #rrggbb, black, red,"),
            ("[color]\n\nalarm = \"red\"", "config.toml:3: alarm = \"red\": "),
            ("[columns]\nkernels = [\"name\", \"errors\"]", "config.toml:2: kernels = \"name errors\": "),
            ("[columns]\nkernels = 7", "config.toml:2: kernels takes a string, or several in []"),
            ("key = \"q\"", "config.toml:1: key is a table: [key]"),
            ("refresh = 0.001", "must be at least 0.01 seconds"),
        ] {
            let said = read(text).unwrap_err();
            assert!(said.contains(words), "{text}: {said}");
            assert_eq!(said.lines().count(), 1, "{said}");
            assert!(!said.contains("--"), "worded as a command line: {said}");
        }
    }

    #[test]
    fn everything_that_is_wrong_is_said_at_once() {
        let text = "theme = \"pink\"\ncolour = 3\nascii = \"yes\"\nrefresh = 0\n[key]\nleave = \"q\"\n\
                    [columns]\nkernels = [\"name\", \"errors\"]\n[color]\nwarn = \"orange\"\n";
        let said = read(text).unwrap_err();
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 7, "{said}");
        for (line, number) in lines.iter().zip([1, 2, 3, 4, 6, 8, 10]) {
            assert!(line.starts_with(&format!("config.toml:{number}: ")), "{said}");
        }
    }

    #[test]
    fn what_is_in_effect_can_be_read_again() {
        let own = ["--key=quit=Q", "--columns=api=calls,p99", "--color=warn=red"];
        let line = ["zetop", "--theme=light", "--ascii", "--filter", "a \"b\""]
            .into_iter()
            .chain(own)
            .chain(["demo"]);
        let given = definition().get_matches_from(line);
        let text = effective(&definition(), &given, None);
        let again: Vec<String> =
            read(&text).unwrap().into_iter().map(|argument| argument.into_string().unwrap()).collect();
        for setting in ["--ascii", "--filter=a \"b\"", "--screen=overview", "--theme=light", "--refresh=0.5"]
        {
            assert!(again.iter().any(|argument| argument == setting), "{setting}: {text}");
        }
        for setting in ["--key=quit=Q", "--key=zoom=z", "--columns=api=name calls p99", "--color=warn=red"] {
            assert!(again.iter().any(|argument| argument == setting), "{setting}: {text}");
        }
    }

    #[test]
    fn the_file_is_where_people_look() {
        let of = |name: &'static str, value: &'static str| path(move |n| (n == name).then(|| value.into()));
        assert_eq!(of("ZETOP_CONFIG", "/tmp/x.toml"), Some("/tmp/x.toml".into()));
        assert_eq!(of("ZETOP_CONFIG", ""), None, "none at all");
        assert_eq!(of("XDG_CONFIG_HOME", "/nonexistent"), None);
    }
}
