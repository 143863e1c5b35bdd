//! What the files know as `crate::sync`.

pub use shuttle::sync::{Mutex, atomic};

#[path = "../../../probe/level-zero/src/sync/marks.rs"]
pub mod marks;

#[path = "../../../probe/level-zero/src/sync/noted.rs"]
pub mod noted;

#[path = "../../../probe/level-zero/src/sync/pending/counters.rs"]
pub mod counters;

#[path = "../../../probe/level-zero/src/sync/lock_fairness.rs"]
pub mod lock_fairness;
