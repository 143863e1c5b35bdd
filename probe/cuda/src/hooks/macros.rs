//! How hooks are defined.

/// Programs compiled for a default stream per thread call the functions with these endings.
pub const fn is_per_thread(name: &str) -> bool {
    let name = name.as_bytes();
    let (last, before) = (name[name.len() - 1], name[name.len() - 2]);
    name.len() > 5
        && name[name.len() - 5] == b'_'
        && ((before == b's' && last == b'z') || (before == b'd' && last == b's'))
}

/// Defines hooks of one signature and one body. The body may ask whether the function is
/// `PER_THREAD`.
macro_rules! hook {
    ($(#[$doc:meta])* fn $($name:ident),+ => ($($argument:ident: $type:ty),* $(,)?) |$call:ident| $body:block) => {
        $crate::hooks::macros::hook! { @each ($($name)+) ($($argument: $type),*) $call $body }
    };
    (@each ($($name:ident)+) $arguments:tt $call:ident $body:tt) => {
        $($crate::hooks::macros::hook! { @one $name $arguments $call $body })+
    };
    (@one $name:ident ($($argument:ident: $type:ty),*) $call:ident $body:block) => {
        #[allow(non_snake_case, clippy::missing_safety_doc, clippy::too_many_arguments)]
        pub unsafe fn $name($($argument: $type),*) -> cuda_sys::CUresult {
            /// Null is the thread's own default stream for this function.
            #[allow(dead_code)]
            const PER_THREAD: bool = $crate::hooks::macros::is_per_thread(stringify!($name));
            let _in_hook = $crate::timing::InHook::enter();
            // SAFETY: the program's own call, with what it passed.
            let $call = || unsafe { $crate::wrappers::plain::$name($($argument),*) };
            $body
        }
    };
}
pub(crate) use hook;
