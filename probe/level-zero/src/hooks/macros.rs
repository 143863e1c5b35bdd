//! How a hook is written.

/// Defines a hook: an `extern "C-unwind"` function with the signature of the specification. A
/// thread that is cancelled inside the driver, or ends itself there, unwinds through it.
///
/// Its body may call `plain::NAME(...)`: the program's own call, counted.
macro_rules! hook {
    ($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block) => {
        $(#[$doc])*
        #[allow(non_snake_case, clippy::too_many_arguments)]
        pub unsafe extern "C-unwind" fn $name($($argument: $type),*) -> level_zero_sys::ze_result_t $body
    };
}
pub(crate) use hook;

/// The program's own call, with its own arguments (but for an event that `append` chose).
macro_rules! plain {
    ($name:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: the program's own call: what it passed, but for an event of the probe's in place of none.
        unsafe { crate::wrappers::plain::$name($($argument),*) }
    };
}
pub(crate) use plain;
