//! The `zetop` program: reads the command line and leaves with the status that comes of it.

use clap::Parser;
use std::io::Write;
use zetop::clean::clean;

fn main() {
    let cli = zetop::cli::Cli::try_parse().unwrap_or_else(|error| refuse(&error));
    std::process::exit(zetop::app::run(cli));
}

/// Help and version as they are; an error quotes the command line, where file names from elsewhere may stand.
fn refuse(error: &clap::Error) -> ! {
    if !error.use_stderr() {
        error.exit();
    }
    let text: String = error.render().to_string().lines().map(|line| clean(line) + "\n").collect();
    // there is nobody left to tell when stderr is closed
    let _ = std::io::stderr().write_all(text.as_bytes());
    std::process::exit(error.exit_code());
}
