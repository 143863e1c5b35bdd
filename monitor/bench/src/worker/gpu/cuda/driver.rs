//! The driver's functions and what they return, in words.

use anyhow::{Context as _, Result, bail};
use cuda_sys::*;
use std::ffi::{CStr, c_char};

/// The driver's functions; never closed, since its threads live on.
pub(super) fn open() -> Result<&'static Cuda> {
    let driver = Cuda::open(DRIVER_FILE)
        .with_context(|| format!("no CUDA driver ({DRIVER_FILE}): install NVIDIA's driver"))?;
    Ok(Box::leak(Box::new(driver)))
}

/// `cuMemAlloc returned 2 (CUDA_ERROR_OUT_OF_MEMORY: out of memory)`.
pub(super) fn check(driver: &Cuda, function: &str, result: CUresult) -> Result<()> {
    if result == CUDA_SUCCESS {
        return Ok(());
    }
    // SAFETY: a local for the answer.
    let name = text(|place| unsafe { driver.cuGetErrorName(result, place) });
    // SAFETY: as above.
    let words = text(|place| unsafe { driver.cuGetErrorString(result, place) });
    match (name, words) {
        (Some(name), Some(words)) => bail!("{function} returned {result} ({name}: {words})"),
        (Some(name), None) => bail!("{function} returned {result} ({name})"),
        _ => bail!("{function} returned {result}"),
    }
}

/// The driver's word for something, if it has one.
fn text(ask: impl Fn(*mut *const c_char) -> CUresult) -> Option<String> {
    let mut found = std::ptr::null();
    let is_known = ask(&raw mut found) == CUDA_SUCCESS && !found.is_null();
    // SAFETY: the driver's strings end with a zero and are never freed.
    is_known.then(|| unsafe { CStr::from_ptr(found) }.to_string_lossy().into_owned())
}

/// From the parent module: calls a function of the driver, whose name for people has no version, and passes on its error with both.
macro_rules! call {
    ($driver:expr, $name:ident $(as $symbol:ident)? ($($argument:expr),* $(,)?)) => {
        driver::check(
            $driver,
            stringify!($name),
            call!(@symbol $driver, $name $($symbol)?; $($argument),*),
        )
    };
    (@symbol $driver:expr, $name:ident; $($argument:expr),*) => { $driver.$name($($argument),*) };
    (@symbol $driver:expr, $name:ident $symbol:ident; $($argument:expr),*) => { $driver.$symbol($($argument),*) };
}
pub(super) use call;
