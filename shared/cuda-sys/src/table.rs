//! Every function of the driver API, as data.

macro_rules! names {
    ($([$id:literal $name:ident])*) => {
        /// Names of all functions; the position is the function's id.
        pub static NAMES: [&str; NAME_COUNT] = [$(stringify!($name)),*];
        /// Number of functions.
        pub const NAME_COUNT: usize = [$($id),*].len();

        /// The ids as constants that bear the functions' names: `id::cuInit`.
        #[allow(non_upper_case_globals)]
        pub mod id {
            $(pub const $name: usize = $id;)*
        }
    };
}
crate::for_each_name!(names);

/// What the driver exports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbol {
    /// For example `cuMemcpyHtoDAsync_v2_ptsz`, as a C string.
    pub symbol: &'static std::ffi::CStr,
    /// Its function: position in [`NAMES`].
    pub id: usize,
}

macro_rules! symbols {
    ($([$number:literal $id:literal $symbol:ident ($($arguments:tt)*) -> $result:ty])*) => {
        /// All symbols; the position is the symbol's number.
        pub static SYMBOLS: [Symbol; SYMBOL_COUNT] = [$(Symbol {
            symbol: match std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($symbol), "\0").as_bytes()) {
                Ok(symbol) => symbol,
                Err(_) => c"",
            },
            id: $id,
        }),*];
        /// Number of symbols.
        pub const SYMBOL_COUNT: usize = [$($number),*].len();

        /// The numbers as constants that bear the symbols: `symbol::cuMemAlloc_v2`.
        #[allow(non_upper_case_globals)]
        pub mod symbol {
            $(pub const $symbol: usize = $number;)*
        }
    };
}
crate::for_each_symbol!(symbols);
