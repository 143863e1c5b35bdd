//! ze-sim
