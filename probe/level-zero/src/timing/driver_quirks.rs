//! What is known of a driver's private objects.

pub mod event_kinds;
pub mod event_memory;
pub mod list_contents;
mod objects;
