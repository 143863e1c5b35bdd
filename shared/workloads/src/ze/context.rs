//! Contexts.

use super::driver::Driver;
use super::result::{ZeResult, check, owned};
use level_zero_sys::*;

owned!(Context, ze_context_handle_t, zeContextDestroy);

impl Context {
    /// # Errors
    /// The driver's error.
    pub fn new(driver: &Driver) -> ZeResult<Self> {
        let desc = ze_context_desc_t { stype: ZE_STRUCTURE_TYPE_CONTEXT_DESC, ..Default::default() };
        let mut handle = std::ptr::null_mut();
        // SAFETY: a live driver, a descriptor with its stype, a local for the handle.
        check("zeContextCreate", unsafe { driver.api.zeContextCreate(driver.handle, &desc, &mut handle) })?;
        Ok(Self { api: driver.api, handle })
    }
}
