//! Contexts.

use crate::handle::{HandleKind, Object, Shared};
use crate::memory::Freed;
use level_zero_sys::*;
use std::sync::{Mutex, OnceLock};

pub struct Context {
    /// Memory that will be released when the device is done with it.
    pub deferred: Mutex<Vec<Freed>>,
}
impl HandleKind for Context {
    const MAGIC: u64 = u64::from_le_bytes(*b"zcontext");
    type Raw = _ze_context_handle_t;
}

impl Context {
    pub fn new() -> Self {
        Self { deferred: Mutex::default() }
    }
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

/// The context that belongs to the driver itself.
pub fn default_context() -> ze_context_handle_t {
    static DEFAULT: OnceLock<Shared<Context>> = OnceLock::new();
    DEFAULT.get_or_init(|| Object::new(Context::new())).handle()
}
