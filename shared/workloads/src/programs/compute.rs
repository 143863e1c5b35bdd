//! Kernels that compute, and kernels that only take time.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::product::checksum;
use crate::ze::{Allocation, Ending, EventPool, Gpu, Kind, List, Module, PoolKind, Queue};
use anyhow::{Result, bail, ensure};
use std::time::Duration;

pub const SAXPY: Program = Program {
    name: "saxpy",
    about: "y = a * x + y over `size` elements, n times: host -> device, kernel, device -> host, on a regular list",
    keys: &[("size", "65536"), ("n", "4")],
    run: saxpy,
};

fn saxpy(arguments: &Arguments) -> Result<()> {
    let (size, n) = (arguments.get::<u32>("size")?, arguments.get::<u32>("n")?);
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let ordinal = device.compute_ordinal()?;
    let bytes = size as usize * 4;
    let mut x_host = Allocation::new(context, &device, Kind::Host, bytes)?;
    let mut y_host = Allocation::new(context, &device, Kind::Host, bytes)?;
    x_host.write_f32(|i| (i % 100) as f32);
    y_host.write_f32(|i| (i % 7) as f32);
    let x = Allocation::new(context, &device, Kind::Device, bytes)?;
    let y = Allocation::new(context, &device, Kind::Device, bytes)?;

    let module = Module::with_kernels(context, &device, &["saxpy"])?;
    let kernel = module.kernel("saxpy")?;
    kernel.group_size(64, 1, 1)?;
    kernel.set_f32(0, 2.0)?;
    kernel.set_buffer(1, x.place())?;
    kernel.set_buffer(2, y.place())?;
    kernel.set_u32(3, size)?;

    let queue = Queue::new(context, &device, ordinal, 0)?;
    let list = List::regular(context, &device, ordinal, 0)?;
    list.copy(x.place(), x_host.place(), Ending::NONE)?;
    list.copy(y.place(), y_host.place(), Ending::NONE)?;
    list.barrier(Ending::NONE)?;
    for _ in 0..n {
        list.launch(&kernel, [size.div_ceil(64), 1, 1], Ending::NONE)?;
        list.barrier(Ending::NONE)?;
    }
    list.copy(y_host.place(), y.place(), Ending::NONE)?;
    list.close()?;
    queue.execute(&[&list], None)?;
    queue.finish()?;

    let wrong = y_host
        .read_f32()
        .iter()
        .enumerate()
        .find(|(i, y)| **y != (i % 7) as f32 + n as f32 * 2.0 * (i % 100) as f32)
        .map(|(i, y)| (i, *y));
    ensure!(wrong.is_none(), "wrong at {wrong:?}");
    println!("y {:016x}", checksum(y_host.bytes()));
    let mut ledger = Ledger::new();
    ledger.kernel("saxpy", u64::from(n));
    ledger.transfer("host", "device", 2, bytes);
    ledger.transfer("device", "host", 1, bytes);
    ledger.print();
    Ok(())
}

pub const MATMUL: Program = Program {
    name: "matmul",
    about: "c = a * b, size x size, in shared memory, n times on an immediate synchronous list",
    keys: &[("size", "64"), ("n", "3")],
    run: matmul,
};

fn matmul(arguments: &Arguments) -> Result<()> {
    let (size, n) = (arguments.get::<u32>("size")?, arguments.get::<u32>("n")?);
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let side = size as usize;
    let shared = || Allocation::new(context, &device, Kind::Shared, side * side * 4);
    let (mut a, mut b, c) = (shared()?, shared()?, shared()?);
    a.write_f32(|i| (i % 5) as f32);
    b.write_f32(|i| if i / side == i % side { 3.0 } else { 0.0 });

    let module = Module::with_kernels(context, &device, &["matmul"])?;
    let kernel = module.kernel("matmul")?;
    kernel.group_size(8, 8, 1)?;
    for (index, buffer) in [&a, &b, &c].into_iter().enumerate() {
        kernel.set_buffer(index as u32, buffer.place())?;
    }
    kernel.set_u32(3, size)?;
    let list = List::synchronous(context, &device, device.compute_ordinal()?)?;
    for _ in 0..n {
        list.launch(&kernel, [size.div_ceil(8), size.div_ceil(8), 1], Ending::NONE)?;
    }
    ensure!(c.read_f32().iter().enumerate().all(|(i, c)| *c == 3.0 * (i % 5) as f32), "a times 3 is not 3 a");
    println!("c {:016x}", checksum(c.bytes()));
    let mut ledger = Ledger::new();
    ledger.kernel("matmul", u64::from(n));
    ledger.print();
    Ok(())
}

pub const LAUNCHES: Program = Program {
    name: "launches",
    about: "n launches in each form: form=plain|cooperative|indirect|multiple|all",
    keys: &[("n", "5"), ("form", "all")],
    run: launches,
};

fn launches(arguments: &Arguments) -> Result<()> {
    let (n, wanted) = (arguments.get::<u64>("n")?, arguments.text("form")?);
    let forms = ["plain", "cooperative", "indirect", "multiple"];
    ensure!(wanted == "all" || forms.contains(&wanted), "form={wanted}");
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let module = Module::with_kernels(context, &device, &[&forms[..], &["second"]].concat())?;
    let list = List::asynchronous(context, &device, device.compute_ordinal()?)?;
    let pool = EventPool::new(context, PoolKind::Timestamps, 1)?;
    let done = pool.event(0)?;
    let mut groups = Allocation::new(context, &device, Kind::Host, 24)?;
    for bytes in groups.bytes_mut().as_chunks_mut::<4>().0 {
        *bytes = 1_u32.to_ne_bytes();
    }
    let mut count = Allocation::new(context, &device, Kind::Host, 4)?;
    count.bytes_mut().copy_from_slice(&2_u32.to_ne_bytes());
    let second = module.kernel("second")?;
    let mut ledger = Ledger::new();
    for form in forms.into_iter().filter(|form| wanted == "all" || wanted == *form) {
        let kernel = module.kernel(form)?;
        for _ in 0..n {
            let ending = Ending::signal(&done);
            match form {
                "plain" => list.launch(&kernel, [1, 2, 3], ending)?,
                "cooperative" => list.launch_cooperative(&kernel, [2, 1, 1], ending)?,
                "indirect" => list.launch_indirect(&kernel, groups.place(), ending)?,
                "multiple" => {
                    list.launch_multiple_indirect(
                        &[&kernel, &second],
                        count.place(),
                        groups.place(),
                        ending,
                    )?;
                }
                _ => bail!("form={form}"),
            }
            done.wait()?;
            done.reset()?;
        }
        // One command with one pair of stamps, also when it launches several kernels: it bears the first one's name.
        ledger.kernel(form, n);
    }
    println!("{wanted}: {n} launches each");
    ledger.print();
    Ok(())
}

pub const KERNEL_NAMES: Program = Program {
    name: "kernel-names",
    about: "`rounds` rounds of one launch of each of n kernels, with a pause of `pause_us` behind each",
    keys: &[("n", "2000"), ("rounds", "3"), ("pause_us", "0")],
    run: kernel_names,
};

fn kernel_names(arguments: &Arguments) -> Result<()> {
    let (n, rounds) = (arguments.get::<usize>("n")?, arguments.get::<u64>("rounds")?);
    let pause = Duration::from_micros(arguments.get("pause_us")?);
    let gpu = Gpu::open()?;
    let (context, device) = (&gpu.context, gpu.device());
    let names: Vec<String> = (0..n).map(|number| format!("kernel_{number}_of_a_model")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let module = Module::with_kernels(context, &device, &names)?;
    let kernels = names.iter().map(|name| module.kernel(name)).collect::<Result<Vec<_>, _>>()?;
    let list = List::synchronous(context, &device, device.compute_ordinal()?)?;
    for _ in 0..rounds {
        for kernel in &kernels {
            list.launch(kernel, [1, 1, 1], Ending::NONE)?;
            std::thread::sleep(pause);
        }
    }
    let mut ledger = Ledger::new();
    names.iter().for_each(|name| ledger.kernel(name, rounds));
    ledger.print();
    Ok(())
}
