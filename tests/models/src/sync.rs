//! What the files know as `crate::sync`.

pub use shuttle::sync::{Mutex, atomic};

#[path = "../../../probe/level-zero/src/sync/marks.rs"]
pub mod marks;

#[path = "../../../probe/level-zero/src/sync/noted.rs"]
pub mod noted;
