//! Every API function and every function-pointer table, as data.

use crate::bindings::*;

/// An API function and where its pointer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Function {
    /// `ze`, `zet`, `zes` or `zer`.
    pub family: &'static str,
    /// For example `zeMemAllocHost`.
    pub name: &'static str,
    /// The getter of the table that holds it, for example `zeGetMemProcAddrTable`.
    pub table: &'static str,
    /// The table's field, for example `pfnAllocHost`.
    pub field: &'static str,
    /// Position in the table, in pointers.
    pub index: usize,
    /// First API version whose table has the field, packed as `ze_api_version_t` (major << 16 | minor).
    pub since: u32,
}

/// A function-pointer table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// What a layer or driver exports to hand the table out: `fn(version, *mut table) -> ze_result_t`.
    pub getter: &'static str,
    /// `ze`, `zet`, `zes` or `zer`.
    pub family: &'static str,
    /// Bytes of the table in API version 1.17.
    pub size: usize,
}

macro_rules! functions {
    ($([$id:literal $family:ident $name:ident $getter:ident $table:ident $field:ident $index:literal $since:literal ($($arguments:tt)*) -> $result:ty])*) => {
        /// All API functions; the position is the function's id.
        pub static FUNCTIONS: [Function; FUNCTION_COUNT] = [$(Function {
            family: stringify!($family),
            name: stringify!($name),
            table: stringify!($getter),
            field: stringify!($field),
            index: $index,
            since: $since,
        }),*];
        /// Number of API functions of ze, zet, zes and zer together.
        pub const FUNCTION_COUNT: usize = [$($id),*].len();

        /// The ids as constants that bear the functions' names: `id::zeInit`.
        #[allow(non_upper_case_globals)]
        pub mod id {
            $(pub const $name: usize = $id;)*
        }
    };
}
crate::for_each_function!(functions);

macro_rules! tables {
    ($([$getter:ident $family:ident $table:ident])*) => {
        /// All function-pointer tables.
        pub static TABLES: &[Table] = &[$(Table {
            getter: stringify!($getter),
            family: stringify!($family),
            size: size_of::<$table>(),
        }),*];
    };
}
crate::for_each_table!(tables);

/// The id of a function, by its name.
#[must_use]
pub fn function_id(name: &str) -> Option<usize> {
    FUNCTIONS.iter().position(|f| f.name == name)
}
