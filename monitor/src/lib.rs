//! zetop: `top` for GPU programs on oneAPI Level Zero.
//!
//! ```text
//! source -> aggregate -> snapshot -> tui (draw)
//!                                 \-> report (json, csv, summary)
//! ```

pub mod session;
pub mod snapshot;
pub mod tui;
