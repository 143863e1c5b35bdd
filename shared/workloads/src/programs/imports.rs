//! The program's own memory, imported into Intel's driver (`zexDriverImportExternalPointer`).

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Allocation, Ending, Gpu, Heap, Kind, List};
use anyhow::{Context as _, Result, ensure};
use level_zero_sys::{ZE_RESULT_SUCCESS, ze_driver_handle_t, ze_result_t};
use std::ffi::c_void;

pub const IMPORTS: Program = Program {
    name: "imports",
    about: "n copies to the device from malloc'd memory that was imported, and n more when it no longer is",
    keys: &[("size", "64K"), ("n", "3")],
    run: imports,
};

type Import = unsafe extern "C" fn(ze_driver_handle_t, *mut c_void, usize) -> ze_result_t;
type Release = unsafe extern "C" fn(ze_driver_handle_t, *mut c_void) -> ze_result_t;

fn imports(arguments: &Arguments) -> Result<()> {
    let (size, n) = (arguments.bytes("size")?, arguments.get::<u64>("n")?);
    let gpu = Gpu::open()?;
    let device = gpu.device();
    let find = |name: &std::ffi::CStr| gpu.driver.extension(name).with_context(|| format!("no {name:?}"));
    // SAFETY: the signatures with which Intel's driver declares its functions.
    let (import, release) = unsafe {
        (
            std::mem::transmute::<*mut c_void, Import>(find(c"zexDriverImportExternalPointer")?),
            std::mem::transmute::<*mut c_void, Release>(find(c"zexDriverReleaseImportedPointer")?),
        )
    };
    let list = List::synchronous(&gpu.context, &device, device.compute_ordinal()?)?;
    let target = Allocation::new(&gpu.context, &device, Kind::Device, size)?;
    let mut heap = Heap::new(size);
    let start = heap.bytes_mut().as_mut_ptr().cast();
    let mut copy = |n: u64| (0..n).try_for_each(|_| list.copy(target.place(), heap.place(), Ending::NONE));
    // SAFETY: a live driver; the memory lives until it is released.
    ensure!(unsafe { import(gpu.driver.handle(), start, size) } == ZE_RESULT_SUCCESS, "not imported");
    copy(n)?;
    // SAFETY: as above.
    ensure!(unsafe { release(gpu.driver.handle(), start) } == ZE_RESULT_SUCCESS, "not released");
    copy(n)?;
    let mut ledger = Ledger::new();
    ledger.transfer("imported", "device", n, size);
    ledger.transfer("heap", "device", n, size);
    ledger.print();
    Ok(())
}
