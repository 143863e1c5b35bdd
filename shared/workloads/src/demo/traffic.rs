//! Copies back, on the device and of shared memory, with rates that swell and fade.

use super::pace::Pace;
use crate::product::number;
use crate::ze::{Allocation, Ending, Gpu, Kind, List};
use anyhow::{Result, ensure};

const LARGE: usize = 4 << 20;
const MEDIUM: usize = 512 << 10;
const SMALL: usize = 16 << 10;
/// Bytes in flight at the top of a wave, per step.
const TOP: f64 = 24.0 * (1 << 20) as f64;

pub fn run(gpu: &Gpu, mut pace: Pace) -> Result<String> {
    let (context, device) = (&gpu.context, gpu.device());
    let memory = |kind| Allocation::new(context, &device, kind, LARGE);
    let (mut host, shared) = (memory(Kind::Host)?, memory(Kind::Shared)?);
    let (first, second) = (memory(Kind::Device)?, memory(Kind::Device)?);
    number(host.bytes_mut());
    let mut returned = memory(Kind::Host)?;

    // Downloads on the copy engine where there is one, the rest on the compute engine.
    let compute = List::synchronous(context, &device, device.compute_ordinal()?)?;
    let copy = match device.copy_ordinal() {
        Ok(ordinal) => List::synchronous(context, &device, ordinal)?,
        Err(_) => List::synchronous(context, &device, device.compute_ordinal()?)?,
    };
    let (mut steps, mut bytes) = (0_u64, 0_usize);
    while pace.next() {
        let mut send = |list: &List,
                        to: crate::ze::MemoryRange,
                        from: crate::ze::MemoryRange,
                        share: f64,
                        size: usize| {
            let count = (TOP * share / size as f64).round() as usize;
            bytes += count * size;
            (0..count).try_for_each(|_| list.copy(to.part(0, size), from.part(0, size), Ending::NONE))
        };
        let (slow, fast) = (pace.wave(16.0), pace.wave(5.0));
        send(&copy, returned.place(), first.place(), slow, MEDIUM)?;
        send(&compute, second.place(), first.place(), 0.2 + 0.8 * (1.0 - slow), LARGE)?;
        send(&compute, shared.place(), second.place(), 0.1 * (1.0 - fast), MEDIUM)?;
        send(&compute, second.place(), shared.place(), 0.02 * fast, SMALL)?;
        steps += 1;
        if steps % 20 == 0 {
            compute.fill(second.place().part(0, MEDIUM), &[0; 4], Ending::NONE)?;
        }
        if steps % 100 == 0 {
            check(&copy, &host, &first, &mut returned)?;
            say!("traffic: {:.1} GB moved, contents right", bytes as f64 / 1e9);
        }
    }
    check(&copy, &host, &first, &mut returned)?;
    Ok(format!("{:.1} GB moved, contents right", bytes as f64 / 1e9))
}

/// There and back again.
fn check(list: &List, host: &Allocation, device: &Allocation, returned: &mut Allocation) -> Result<()> {
    returned.bytes_mut().fill(0);
    list.copy(device.place(), host.place(), Ending::NONE)?;
    list.copy(returned.place(), device.place(), Ending::NONE)?;
    ensure!(returned.bytes() == host.bytes(), "something else came back");
    Ok(())
}
