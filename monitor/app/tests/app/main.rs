//! zetop's own program, as its users call it: what it says, writes and returns, also where others make that hard. Apart from this are
//! tests that look at all processes below their own (`limits.rs`, `call_sites.rs`: an attach to the
//! whole tree, the memory of each), and `hostile.rs`, which counts what it allocates.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test fails by panicking

mod attach_limits;
mod common;
mod cuda;
mod dashboard_output;
mod diff;
mod doctor;
mod documents;
mod exit_status;
mod folders;
mod getting_in;
mod headless;
mod inherited;
mod knows_no_api;
mod live_session;
mod metrics;
mod obstacles;
mod outputs;
mod reference;
mod schema;
mod terminal;
