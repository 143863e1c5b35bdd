//! What came with API version 1.14: appends in other forms, and the zer functions.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::product::checksum;
use crate::ze::{Allocation, Device, Ending, Gpu, Kind, List, Module, api};
use anyhow::{Result, ensure};
use level_zero_sys::ZE_RESULT_SUCCESS;

pub const NEWER_FORMS: Program = Program {
    name: "newer-forms",
    about: "n appends in each of the WithParameters and WithArguments forms and n calls of each zer function, on a \
            loader that has them",
    keys: &[("n", "5")],
    run: newer_forms,
};

const BYTES: usize = 16384;

fn newer_forms(arguments: &Arguments) -> Result<()> {
    let n = arguments.get::<u64>("n")?;
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let module = Module::with_kernels(context, &device, &["parameters", "arguments"])?;
    let (parameters, with_arguments) = (module.kernel("parameters")?, module.kernel("arguments")?);
    let list = List::synchronous(context, &device, device.compute_ordinal()?)?;
    let target = Allocation::new(context, &device, Kind::Device, BYTES)?;
    let source = Allocation::new(context, &device, Kind::Host, BYTES)?;
    for _ in 0..n {
        list.launch_with_parameters(&parameters, [1, 2, 3], Ending::NONE)?;
        list.launch_with_arguments(&with_arguments, [2, 1, 1], [4, 1, 1], Ending::NONE)?;
        list.fill_with_parameters(source.place(), &[7], Ending::NONE)?;
        list.copy_with_parameters(target.place(), source.place(), Ending::NONE)?;
    }
    println!("source {:016x}", checksum(source.bytes()));
    let mut ledger = Ledger::new();
    for name in ["parameters", "arguments"] {
        ledger.kernel(name, n);
    }
    ledger.transfer("host", "device", n, BYTES);
    (0..n).for_each(|_| ledger.fill(BYTES));
    for _ in 0..n {
        for_runtimes(&device)?;
    }
    for function in ZER {
        ledger.calls(function, n, 0);
    }
    ledger.print();
    Ok(())
}

const ZER: [&str; 4] = [
    "zerGetLastErrorDescription",
    "zerTranslateDeviceHandleToIdentifier",
    "zerTranslateIdentifierToDeviceHandle",
    "zerGetDefaultContext",
];

/// A call of each zer function. Three of them return no result.
fn for_runtimes(device: &Device) -> Result<()> {
    let api = api()?;
    let mut text = std::ptr::null();
    // SAFETY: a local for the answer.
    let result = unsafe { api.zerGetLastErrorDescription(&mut text) };
    ensure!(result == ZE_RESULT_SUCCESS && !text.is_null(), "no description: {result:#x}");
    // SAFETY: a live device, then what the driver calls it; no pointers.
    let back = unsafe {
        let identifier = api.zerTranslateDeviceHandleToIdentifier(device.handle());
        api.zerTranslateIdentifierToDeviceHandle(identifier)
    };
    ensure!(back == device.handle(), "a device became another one");
    // SAFETY: no arguments.
    ensure!(!unsafe { api.zerGetDefaultContext() }.is_null(), "no default context");
    Ok(())
}
