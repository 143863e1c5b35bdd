//! The dashboard.
//!
//! ```text
//! session -> Action::Feed -\
//! keys, mouse -> Action ----> update(&mut DashboardState) -> draw(&Snapshot, &DashboardState, &Theme) -> terminal
//!                                              \-> Effect -> event loop -> session
//! ```
//!
//! Only `event_loop` knows the time, the terminal and the session; everything else is plain data.

pub mod app;
mod backend;
mod background;
pub mod colors;
pub mod compare;
pub mod draw;
mod event_loop;
pub mod histogram;
pub mod hits;
pub mod keyboard;
pub mod keys;
pub mod of_process;
mod options;
pub mod own_keys;
pub mod palette;
pub mod panels;
mod save;
mod screen;
pub mod signals;
pub mod state;
pub mod svg;
pub mod terminal;
pub mod theme;
pub mod tty;
mod typing;

pub use options::{Options, Outcome, Story};
pub use theme::{Background, ColorChoice};

use crate::report::Reports;
use zetop_figures::session::Session;

/// Shows the session until the user leaves, and has its reports written meanwhile. Afterwards the terminal is as it was
/// before, even after an error, a panic or a signal.
pub fn run(
    session: &mut dyn Session,
    reports: Option<&mut Reports>,
    options: &Options,
) -> anyhow::Result<Outcome> {
    event_loop::run(session, reports, options)
}
