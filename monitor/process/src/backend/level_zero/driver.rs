//! The child process that initialises Level Zero and says what it found: both ends of it.

use crate::ask_in_child::{self, Silent};
use level_zero_sys::{
    LevelZero, ZE_RESULT_SUCCESS, ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES, ze_device_handle_t,
    ze_device_properties_t, ze_driver_handle_t, ze_result_t,
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::process::Command;
use zetop_wire::api;

/// Most handles of one kind that are requested.
const MAX_HANDLES: u32 = 256;

/// What the child found.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LoaderAnswer {
    /// Why the loader could not be opened.
    pub(super) no_loader: Option<String>,
    /// The function that failed, and its result.
    pub(super) failed: Option<(String, u32)>,
    pub(super) drivers: u32,
    pub(super) devices: Vec<String>,
    /// The layer that was mapped after the initialisation.
    pub(super) layer: Option<PathBuf>,
}

/// Starts the child with an environment, and waits for its answer.
pub(super) fn ask(set: impl FnOnce(&mut Command)) -> Result<LoaderAnswer, Silent> {
    ask_in_child::ask(api::LEVEL_ZERO.id, set)
}

/// The child's side: asks the driver, and writes the answer to stdout.
///
/// # Errors
/// When stdout is closed.
pub(super) fn answer() -> anyhow::Result<()> {
    let mut answer = LoaderAnswer::default();
    match LevelZero::open(level_zero_sys::LOADER_FILE) {
        Ok(ze) => {
            answer.failed = look(&ze, &mut answer).err().map(|(name, code)| (name.to_owned(), code));
            // Some drivers crash when they are unloaded; that does not matter here.
            std::mem::forget(ze);
        }
        Err(error) => answer.no_loader = Some(error.to_string()),
    }
    let is_layer = |path: &PathBuf| path.file_name().is_some_and(|n| n == zetop_wire::session::LAYER_FILE);
    answer.layer = zetop_system::proc::mapped_files(std::process::id()).into_iter().find(is_layer);
    ask_in_child::answer(&answer)
}

type Failed = (&'static str, ze_result_t);

fn check(name: &'static str, result: ze_result_t) -> Result<(), Failed> {
    if result == ZE_RESULT_SUCCESS { Ok(()) } else { Err((name, result)) }
}

fn look(ze: &LevelZero, answer: &mut LoaderAnswer) -> Result<(), Failed> {
    // SAFETY: no requirements.
    check("zeInit", unsafe { ze.zeInit(0) })?;
    let mut count = 0;
    // SAFETY: a live counter; a null array asks for the number.
    check("zeDriverGet", unsafe { ze.zeDriverGet(&raw mut count, std::ptr::null_mut()) })?;
    count = count.min(MAX_HANDLES);
    let mut drivers: Vec<ze_driver_handle_t> = vec![std::ptr::null_mut(); count as usize];
    // SAFETY: the array has room for `count` handles.
    check("zeDriverGet", unsafe { ze.zeDriverGet(&raw mut count, drivers.as_mut_ptr()) })?;
    answer.drivers = count;
    for driver in drivers.into_iter().filter(|driver| !driver.is_null()) {
        let mut count = 0;
        // SAFETY: a driver of this loader; a null array asks for the number.
        check("zeDeviceGet", unsafe { ze.zeDeviceGet(driver, &raw mut count, std::ptr::null_mut()) })?;
        count = count.min(MAX_HANDLES);
        let mut devices: Vec<ze_device_handle_t> = vec![std::ptr::null_mut(); count as usize];
        // SAFETY: the array has room for `count` handles.
        check("zeDeviceGet", unsafe { ze.zeDeviceGet(driver, &raw mut count, devices.as_mut_ptr()) })?;
        for device in devices.into_iter().filter(|device| !device.is_null()) {
            let mut properties =
                ze_device_properties_t { stype: ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES, ..Default::default() };
            // SAFETY: a device of this driver, and a live structure that says what it is.
            let result = unsafe { ze.zeDeviceGetProperties(device, &raw mut properties) };
            check("zeDeviceGetProperties", result)?;
            let name: Vec<u8> = properties.name.iter().take_while(|c| **c != 0).map(|c| *c as u8).collect();
            answer.devices.push(String::from_utf8_lossy(&name).into_owned());
        }
    }
    Ok(())
}
