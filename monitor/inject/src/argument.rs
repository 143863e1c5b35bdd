//! What functions in the target are called with.

use std::ffi::CStr;

/// An argument of a call; strings are copied into the target.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'a> {
    Word(u64),
    Text(&'a CStr),
}
