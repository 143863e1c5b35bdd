//! Memory that is never freed.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Allocation, Gpu, Kind};
use anyhow::Result;

pub const LEAKS: Program = Program {
    name: "leaks",
    about: "n allocations of each kind that are freed; 1 host, 2 device and 3 shared ones that are not",
    keys: &[("n", "10"), ("size", "4K")],
    run: leaks,
};

fn leaks(arguments: &Arguments) -> Result<()> {
    let (n, size) = (arguments.get::<usize>("n")?, arguments.bytes("size")?);
    let gpu = Gpu::open()?;
    let mut ledger = Ledger::new();
    let kinds = [(Kind::Host, "host", "zeMemAllocHost"), (Kind::Device, "device", "zeMemAllocDevice")];
    let kinds = [&kinds[..], &[(Kind::Shared, "shared", "zeMemAllocShared")]].concat();
    for (index, (kind, name, function)) in kinds.into_iter().enumerate() {
        let leaked = index + 1;
        for _ in 0..n {
            Allocation::new(&gpu.context, &gpu.device(), kind, size)?.free()?;
        }
        for _ in 0..leaked {
            Allocation::new(&gpu.context, &gpu.device(), kind, size)?.leak();
            ledger.leak(name, size);
        }
        ledger.calls(function, (n + leaked) as u64, 0);
    }
    ledger.calls("zeMemFree", 3 * n as u64, 0);
    println!("6 allocations are still alive");
    ledger.print();
    // The context would take the memory with it.
    std::mem::forget(gpu);
    Ok(())
}
