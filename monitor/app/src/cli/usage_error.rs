//! What is wrong with a command line or a setting, in zetop's own style: one line, with what to do.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;

/// For a command line.
#[must_use]
pub fn line(error: &Error) -> String {
    let argument = text(error, ContextKind::InvalidArg);
    let said = match error.kind() {
        ErrorKind::UnknownArgument => {
            let meant = suggestion(error, ContextKind::SuggestedArg);
            format!("there is no option {argument}{meant}")
        }
        ErrorKind::InvalidSubcommand => {
            let meant = suggestion(error, ContextKind::SuggestedSubcommand);
            format!("there is no {}{meant}", text(error, ContextKind::InvalidSubcommand))
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let option = option(&argument);
            match text(error, ContextKind::InvalidValue) {
                value if value.is_empty() => {
                    format!("{option} takes a value: {argument}{}", choices(error, "; it is"))
                }
                value => format!("{option} {value}: {}", reason(error)),
            }
        }
        ErrorKind::MissingRequiredArgument => {
            format!("{} is missing", words(error, ContextKind::InvalidArg).join(" "))
        }
        _ => first_paragraph(error),
    };
    format!("{said} (see zetop --help)")
}

/// For a setting of the configuration file: what its value should have been.
#[must_use]
pub fn reason(error: &Error) -> String {
    match error.kind() {
        ErrorKind::InvalidValue => {
            let meant = suggestion(error, ContextKind::SuggestedValue);
            format!("there is no such choice{meant}{}", choices(error, "; there are"))
        }
        // What the option's own parser says.
        ErrorKind::ValueValidation => {
            error.source().map_or_else(|| first_paragraph(error), ToString::to_string)
        }
        _ => first_paragraph(error),
    }
}

/// `--theme` of `--theme <THEME>`.
fn option(argument: &str) -> &str {
    argument.split([' ', '[']).next().unwrap_or(argument)
}

/// clap's own words, up to the usage.
fn first_paragraph(error: &Error) -> String {
    let said = error.render().to_string();
    let is_over = |line: &str| line.starts_with("Usage:") || line.starts_with("For more");
    let lines: Vec<&str> = said.lines().map(str::trim).take_while(|line| !is_over(line)).collect();
    lines.join(" ").trim().trim_start_matches("error: ").to_owned()
}

fn text(error: &Error, kind: ContextKind) -> String {
    words(error, kind).into_iter().next().unwrap_or_default()
}

fn suggestion(error: &Error, kind: ContextKind) -> String {
    let meant = words(error, kind);
    if meant.is_empty() { String::new() } else { format!("; did you mean {}?", meant.join(" or ")) }
}

fn choices(error: &Error, before: &str) -> String {
    let all = words(error, ContextKind::ValidValue);
    if all.is_empty() { String::new() } else { format!("{before} {}", all.join(", ")) }
}

fn words(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(word)) => vec![word.clone()],
        Some(ContextValue::Strings(words)) => words.clone(),
        _ => Vec::new(),
    }
}

/// The built-in command that somebody has meant who wrote a similar word.
#[must_use]
pub fn meant(word: &str, definition: &clap::Command) -> Option<String> {
    let all =
        definition.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name);
    let distance = |name: &str| strsim::damerau_levenshtein(word, name);
    let near = all.filter(|name| name.len() > 3 && distance(name) <= name.len() / 3);
    near.min_by_key(|name| distance(name)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use crate::cli::{definition, read};

    fn said(line: &str) -> String {
        let words: Vec<_> = line.split(' ').map(Into::into).collect();
        super::line(&read(definition, &words).unwrap_err())
    }

    #[test]
    fn a_wrong_command_line_is_one_line_with_what_to_do() {
        for (line, expected) in [
            ("zetop --no-histroy ls", "there is no option --no-histroy; did you mean --no-history?"),
            ("zetop --theme=pink ls", "--theme pink: there is no such choice; there are auto, dark, light"),
            ("zetop --theme drak ls", "there is no such choice; did you mean dark?"),
            ("zetop --refresh 0 ls", "--refresh 0: must be at least 0.01 seconds"),
            ("zetop doctor -p x", "-p takes a number; to start a program, leave out -p"),
            ("zetop -p (", "neither a process id nor a regular expression"),
            ("zetop bench trasnfers", "there is no trasnfers; did you mean transfers?"),
            ("zetop diff a", "<B> is missing (see"),
            ("zetop --json", "--json"),
        ] {
            let said = said(line);
            assert!(said.contains(expected), "{line}: {said}");
            assert!(said.lines().count() == 1 && said.ends_with("(see zetop --help)"), "{line}: {said}");
            assert!(!said.contains("error:") && !said.contains("For more"), "{line}: {said}");
        }
    }

    #[test]
    fn a_mistyped_command_is_recognised() {
        let meant = |word| super::meant(word, &definition());
        assert_eq!(meant("dmeo").as_deref(), Some("demo"));
        assert_eq!(meant("docter").as_deref(), Some("doctor"));
        assert_eq!(meant("reply").as_deref(), Some("replay"));
        for other in ["python", "ls", "make", "./demo", "zetop-bench-worker"] {
            assert_eq!(meant(other), None, "{other}");
        }
    }
}
