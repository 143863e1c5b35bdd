//! The `zetop` program: reads the command line and exits with the resulting status.

use clap::error::ErrorKind;
use std::cell::LazyCell;
use std::ffi::OsString;
use std::io::Write;
use zetop::cli::{self, Action};
use zetop::{config, version};
use zetop_system::clean::clean;
use zetop_system::console::{EXIT_USAGE, say};

fn main() {
    let definition = LazyCell::new(cli::definition);
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let typed = arguments.clone();
    let file = config::path(|name| std::env::var_os(name));
    // Without arguments there is nothing to set, and zetop's own helpers must get exactly their own
    // arguments.
    let helper =
        arguments.get(1).is_some_and(|word| cli::INTERNAL_SUBCOMMANDS.iter().any(|helper| word == helper));
    if let Some(file) = file.as_deref().filter(|_| arguments.len() > 1 && !helper) {
        match config::arguments(file, &definition) {
            Ok(more) => drop(arguments.splice(1..1, more)),
            Err(all) => {
                for wrong in all {
                    let _ = writeln!(std::io::stderr(), "zetop: {}", clean(&wrong.to_string()));
                }
                std::process::exit(2);
            }
        }
    }
    let (given, cli) = cli::read(|| definition.clone(), &arguments).unwrap_or_else(|error| refuse(&error));
    if cli.version {
        let _ = std::io::stdout().write_all(version::text(cli.verbose).as_bytes());
        return;
    }
    if cli.print_config {
        let text = config::effective(&definition, &given, file.as_deref());
        let _ = std::io::stdout().write_all(text.as_bytes());
        return;
    }
    if matches!(cli.action, Some(Action::Bench(_)))
        && let Some(wrong) = cli::refused_by_bench(&definition, &typed)
    {
        say(&wrong);
        end(EXIT_USAGE);
    }
    end(zetop::app::run(cli));
}

/// Exits, after what was written to stderr has reached the terminal.
fn end(status: i32) -> ! {
    zetop_system::output::stderr::flush();
    zetop::exit(status);
}

/// Prints help as it is. An error quotes the command line, which may contain file names from
/// elsewhere.
fn refuse(error: &clap::Error) -> ! {
    if !error.use_stderr() {
        error.exit();
    }
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    let text: String = if is_help {
        error.render().to_string().lines().map(|line| clean(line) + "\n").collect()
    } else {
        format!("zetop: {}\n", clean(&cli::usage_error::line(error)))
    };
    // there is nobody left to tell when stderr is closed
    let _ = std::io::stderr().write_all(text.as_bytes());
    std::process::exit(error.exit_code());
}
