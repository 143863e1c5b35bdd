//! Programs with limits (setrlimit).

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::{Ending, EventPool, Gpu, List, PoolKind};
use anyhow::{Context, Result, bail, ensure};

pub const FILE_LIMIT: Program = Program {
    name: "file-limit",
    about: "may not make a file of more than `kib`; n calls",
    keys: &[("kib", "64"), ("n", "1000")],
    run: file_limit,
};

fn file_limit(arguments: &Arguments) -> Result<()> {
    let (kib, n) = (arguments.get::<u64>("kib")?, arguments.get::<u64>("n")?);
    limit(libc::RLIMIT_FSIZE, kib << 10)?;
    let gpu = Gpu::open()?;
    ensure!((0..n).all(|_| gpu.driver.api_version().is_ok()), "a call failed");
    println!("{n} calls");
    Ok(())
}

pub const MEMORY_LIMIT: Program = Program {
    name: "memory-limit",
    about: "keeps what `malloc` has, and then may have no more memory than it has, and `kib` more (limit=address-space, or \
            limit=data); makes n events",
    keys: &[("limit", "address-space"), ("kib", "0"), ("n", "10000")],
    run: memory_limit,
};

fn memory_limit(arguments: &Arguments) -> Result<()> {
    let (kib, n) = (arguments.get::<u64>("kib")?, arguments.get::<u32>("n")?);
    let (what, line) = match arguments.text("limit")? {
        "address-space" => (libc::RLIMIT_AS, "VmSize:"),
        "data" => (libc::RLIMIT_DATA, "VmData:"),
        other => bail!("limit={other}"),
    };
    // All of its memory in one piece, of which nothing is given back.
    const KEPT: usize = 200 << 20;
    for (option, value) in [
        (libc::M_TOP_PAD, KEPT as i32),
        (libc::M_MMAP_MAX, 0),
        (libc::M_TRIM_THRESHOLD, i32::MAX),
        (libc::M_ARENA_MAX, 1),
    ] {
        // SAFETY: sets a variable of the allocator's.
        ensure!(unsafe { libc::mallopt(option, value) } == 1, "mallopt failed");
    }
    drop(std::hint::black_box(Vec::<u8>::with_capacity(KEPT / 2)));
    let gpu = Gpu::open()?;
    let device = gpu.device();
    let list = List::asynchronous(&gpu.context, &device, device.compute_ordinal()?)?;
    let first = EventPool::new(&gpu.context, PoolKind::Plain, 1)?;
    let done = first.event(0)?;
    // The driver's own threads come with the first operation.
    list.barrier(Ending::signal(&done))?;
    done.wait()?;
    let status = std::fs::read_to_string("/proc/self/status")?;
    let now = status.lines().find_map(|text| text.strip_prefix(line)).context("no such line")?;
    let now: u64 = now.trim().trim_end_matches(" kB").parse()?;
    limit(what, (now + kib) << 10)?;
    let mut events = Vec::new();
    for _ in 0..n {
        let pool = EventPool::new(&gpu.context, PoolKind::Plain, 1)?;
        events.push((pool.event(0)?, pool));
    }
    println!("{n} events");
    let mut ledger = Ledger::new();
    ledger.calls("zeEventCreate", u64::from(n) + 1, 0);
    ledger.print();
    Ok(())
}

fn limit(what: libc::__rlimit_resource_t, value: u64) -> Result<()> {
    let limit = libc::rlimit { rlim_cur: value, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: a live structure.
    ensure!(unsafe { libc::setrlimit(what, &raw const limit) } == 0, "setrlimit failed");
    Ok(())
}
