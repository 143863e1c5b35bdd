//! zetop's figures, from process files to what can be shown.
//!
//! ```text
//! source -> sink -> aggregate -> snapshot -> view
//!              \-> recording, trace   \-> advice, diff, history
//! ```
//!
//! Knows neither how a program is started nor what a screen looks like, and no API by heart: names come from the catalog
//! that a probe writes.
//!
//! The rows of a snapshot that a filter lets through, as tables show them:
//!
//! ```
//! use zetop_figures::snapshot::{Api, Snapshot};
//! use zetop_figures::view::filter::Filter;
//! use zetop_figures::view::items::List;
//!
//! let api = |name: &str, p99_ns| Api { name: name.into(), p99_ns: Some(p99_ns), ..Api::default() };
//! let mut snapshot = Snapshot::default();
//! snapshot.host.apis = vec![api("cuStreamSynchronize", 2_500_000), api("cuLaunchKernel", 4_000)];
//!
//! let is_slow = Filter::parse("p99>1ms")?;
//! let mut slow = List::Api.items(&snapshot, None);
//! slow.retain(|item| is_slow.matches(item));
//! assert_eq!(slow.len(), 1);
//! assert_eq!(slow[0].name(), "cuStreamSynchronize");
//! # Ok::<(), String>(())
//! ```

#[cfg(test)]
use zetop_testing as _; // signals and time limits

pub mod advice;
pub mod aggregate;
pub mod ascending;
pub mod budget;
pub mod call_site;
pub mod diff;
pub mod history;
pub mod job;
pub mod memory_places;
pub mod own_code;
pub mod ranks;
pub mod recording;
pub mod replay_session;
pub mod sensors;
pub mod session;
pub mod sink;
pub mod snapshot;
pub mod source;
pub mod sum;
mod ticks;
pub mod trace;
pub mod view;
pub mod watch;
