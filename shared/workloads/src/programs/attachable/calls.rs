//! Calls of all families.

use crate::ledger::Ledger;
use crate::ze::{Device, Driver, api};
use anyhow::Result;
use level_zero_sys::{ZE_RESULT_ERROR_UNINITIALIZED, ZE_RESULT_SUCCESS};
use std::ptr::null_mut;

/// By family, how often its function was called, and how many calls failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Calls {
    ze: (u64, u64),
    zet: (u64, u64),
    zes: (u64, u64),
    zer: (u64, u64),
}

impl Calls {
    pub fn add(&mut self, other: Self) {
        let add = |to: &mut (u64, u64), from: (u64, u64)| *to = (to.0 + from.0, to.1 + from.1);
        add(&mut self.ze, other.ze);
        add(&mut self.zet, other.zet);
        add(&mut self.zes, other.zes);
        add(&mut self.zer, other.zer);
    }

    pub fn print(self) {
        let mut ledger = Ledger::new();
        for (function, (calls, errors)) in [
            ("zeDriverGetApiVersion", self.ze),
            ("zetMetricGroupGet", self.zet),
            ("zesDeviceEnumMemoryModules", self.zes),
            ("zerGetLastErrorDescription", self.zer),
        ] {
            if calls > 0 {
                ledger.calls(function, calls, errors);
            }
        }
        ledger.print();
    }
}

/// Calls one cheap function of each family `n` times. Families that the loader does not pass on to a driver
/// (zes without sysman, zer before 1.14) are left out.
pub fn of_all_families(driver: &Driver, device: &Device, n: u64) -> Result<Calls> {
    let api = api()?;
    let mut calls = Calls::default();
    let count = |to: &mut (u64, u64), result: u32| {
        // The loader's own answer for a family that it has no functions of.
        if result != ZE_RESULT_ERROR_UNINITIALIZED {
            *to = (to.0 + 1, to.1 + u64::from(result != ZE_RESULT_SUCCESS));
        }
    };
    for _ in 0..n {
        driver.api_version()?;
        calls.ze.0 += 1;
        let mut groups = 0;
        // SAFETY: a live device; a count of 0 asks for the number only.
        let result = unsafe { api.zetMetricGroupGet(device.handle().cast(), &mut groups, null_mut()) };
        count(&mut calls.zet, result);
        let mut modules = 0;
        // SAFETY: as above; with ZES_ENABLE_SYSMAN a device is a sysman device.
        let result =
            unsafe { api.zesDeviceEnumMemoryModules(device.handle().cast(), &mut modules, null_mut()) };
        count(&mut calls.zes, result);
        if api.has("zerGetLastErrorDescription") {
            let mut text = std::ptr::null();
            // SAFETY: a local for the answer.
            let result = unsafe { api.zerGetLastErrorDescription(&mut text) };
            count(&mut calls.zer, result);
        }
    }
    Ok(calls)
}
