//! zetop: `top` for GPU programs on oneAPI Level Zero.
//!
//! ```text
//! source -> aggregate -> snapshot -> tui (draw)
//!                                 \-> report (json, csv, summary)
//! ```

pub mod advice;
pub mod aggregate;
pub mod app;
pub mod attach;
pub mod capture;
pub mod cli;
pub mod clock;
pub mod doctor;
pub mod embedded;
pub mod headless;
pub mod inject;
pub mod late;
pub mod launch;
pub mod libraries;
pub mod live_session;
pub mod picker;
pub mod proc;
pub mod report;
pub mod session;
pub mod session_folder;
pub mod signals;
pub mod snapshot;
pub mod source;
pub mod tui;
pub mod unseen;
