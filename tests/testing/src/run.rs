//! This run of the tests.

use std::io::Write;

/// The process that runs the tests, for tests that start themselves again.
pub const RUN: &str = "ZETOP_TESTING_RUN";

/// Not with `eprintln!`, which tests capture.
pub fn to_stderr(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
