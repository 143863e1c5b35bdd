//! The `zetop` program: reads the command line and leaves with the status that comes of it.

use clap::Parser;

fn main() {
    let cli = zetop::cli::Cli::parse();
    std::process::exit(zetop::app::run(cli));
}
