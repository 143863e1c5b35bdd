//! The kernels of the demonstration.

/// Kernels that work on a batch, with their mean time on the simulated device in µs.
pub const NETWORK: [&str; 4] = ["conv3x3_relu", "gemm_128x128_nn", "layer_norm", "softmax_rows"];
pub const NETWORK_US: [f64; 4] = [300.0, 220.0, 50.0, 30.0];
/// Names of the stages of `pipeline`, and what each takes, us.
pub const STAGES: [&str; 3] = ["decode", "blur", "encode"];
pub const STAGES_US: [f64; 3] = [45.0, 18.0, 60.0];
