//! The configuration file: root may read one of a user's.

use crate::target::Target;

pub const TARGET: Target = Target { name: "configuration", run, seeds: Vec::new };

fn run(input: &[u8]) {
    thread_local! {
        static DEFINITION: zetop::clap::Command = zetop::cli::definition();
    }
    let Ok(text) = std::str::from_utf8(input) else { return };
    match DEFINITION.with(|definition| zetop::config::parse("config.toml", text, definition)) {
        Ok(arguments) => {
            assert!(arguments.iter().all(|argument| argument.as_encoded_bytes().starts_with(b"--")))
        }
        Err(all) => assert!(!all.is_empty()),
    }
}
