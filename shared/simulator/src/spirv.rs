//! SPIR-V, as far as it is needed by a driver that does not execute it: the kernels of a module and their
//! parameters.
//!
//! - `format`: numbers of the specification; `parameter`: what a kernel's parameter can be;
//! - `read`: the kernels of a module; `specialize`: values for its constants.

mod format;
mod parameter;
mod read;
mod specialize;

pub use format::MAGIC;
pub use parameter::Parameter;
pub use read::{Kernel, kernels};
pub use specialize::{Constant, constant_sizes, specialized};
