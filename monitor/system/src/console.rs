//! What every command says, and how it ends.

use crate::clean::clean;
use crate::output::{quiet_when_closed, stderr};
use std::io::Write;

/// Exit status for a wrong command line, as clap has it.
pub const EXIT_USAGE: i32 = 2;
/// Exit status when zetop itself fails.
pub const EXIT_FAILURE: i32 = 1;

/// One clear line.
pub fn fail(error: &anyhow::Error) -> i32 {
    say(&format!("{error:#}"));
    EXIT_FAILURE
}

pub fn say(text: &str) {
    stderr::send(format!("zetop: {}\n", clean(text)));
}

pub fn print(bytes: &[u8]) -> anyhow::Result<()> {
    Ok(quiet_when_closed(std::io::stdout().write_all(bytes))?)
}
