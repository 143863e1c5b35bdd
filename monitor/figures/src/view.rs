//! The words of a view: what a row is, its fields with their units, the order of columns, filters, and how figures are written.
//!
//! Dashboard, reports and findings share them, so that a figure has one name and one form everywhere.

pub mod columns;
pub mod device_state;
pub mod filter;
pub mod format;
pub mod items;
