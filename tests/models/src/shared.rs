//! The process file.

#[path = "../../../probe/core/src/shared/given_pages.rs"]
pub mod given_pages;
