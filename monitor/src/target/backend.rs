//! What getting into a program of one API needs.

pub mod cuda;
