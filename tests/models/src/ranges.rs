//! Ranges that the program marks.

#[path = "../../../probe/core/src/ranges/index.rs"]
pub mod index;

#[path = "../../../probe/core/src/ranges/names/table.rs"]
pub mod names;

#[path = "../../../probe/core/src/ranges/open.rs"]
pub mod open;
