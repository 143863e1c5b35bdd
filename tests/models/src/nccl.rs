//! What NCCL says of its kernels.

#[path = "../../../probe/cuda/src/timing/nccl/launches.rs"]
pub mod launches;
