//! FFI for oneAPI Level Zero, API version 1.17 (loader 1.32.0).
//!
//! Nothing here links the loader. A layer or a driver fills the function-pointer tables
//! (`ze_*_dditable_t`); a program looks functions up with [`LevelZero`] (feature `loader`).
//!
//! - `bindings.rs`: types, constants and tables, as bindgen reads them from the C headers;
//! - `functions.rs`: [`for_each_function!`] and [`for_each_table!`], one row per API function and table;
//! - [`FUNCTIONS`] and [`TABLES`]: the same rows as data. The position in [`FUNCTIONS`] is the function's id
//!   wherever zetop needs one; [`id`] has them as constants.
//!
//! Both files are written by `generator/`.

#[cfg(test)]
use zetop_testing as _; // signals and time limits

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
pub mod results;
mod table;

pub use bindings::*;
#[cfg(feature = "loader")]
pub use loader::{LOADER_FILE, LevelZero};
pub use results::result_name;
pub use table::{FUNCTION_COUNT, FUNCTIONS, Function, TABLES, Table, function_id, id};
