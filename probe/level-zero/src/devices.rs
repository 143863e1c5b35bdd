//! What is known of each device: what it can do, how its clock relates to the host's, and what its stamps mean.

pub mod clocks;
pub mod facts;
pub mod stamps;
