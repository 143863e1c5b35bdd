//! FFI for the CUDA driver API, version 13.5, and for what zetop uses of CUPTI.
//!
//! Nothing here links the driver or CUPTI: functions are looked up at run time. A program looks the driver's up with
//! `Cuda` (feature `loader`).
//!
//! - `bindings.rs`: types and constants, as bindgen reads them from NVIDIA's headers;
//! - `functions.rs`: [`for_each_name!`], [`for_each_symbol!`] and [`for_each_cupti_function!`];
//! - [`activity`]: CUPTI's records, from their bytes;
//! - [`NAMES`] and [`SYMBOLS`]: the same rows as data.
//!
//! The driver exports several versions of many functions: `cuMemcpyHtoDAsync`, `cuMemcpyHtoDAsync_v2` (sizes
//! of 64 bits) and `cuMemcpyHtoDAsync_v2_ptsz` (a thread's own default stream). Programs write the name
//! without these, and the header picks one. So a *symbol* is what the driver exports, and a *name* is what
//! people know: the position in [`NAMES`] is the function's id wherever zetop needs one.
//!
//! `bindings.rs` and `functions.rs` are written by `generator/`.

pub mod activity;
#[allow(
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    rust_2018_idioms,
    clippy::all,
    clippy::undocumented_unsafe_blocks,
    unsafe_op_in_unsafe_fn
)]
mod bindings;
mod functions;
#[cfg(feature = "loader")]
mod loader;
mod table;

pub use bindings::*;
#[cfg(feature = "loader")]
pub use loader::{Cuda, DRIVER_FILE};
pub use table::{NAME_COUNT, NAMES, SYMBOL_COUNT, SYMBOLS, Symbol, id, symbol};
