//! Requests for samples of calls.

#[path = "../../../probe/core/src/samples/turn.rs"]
pub mod turn;
