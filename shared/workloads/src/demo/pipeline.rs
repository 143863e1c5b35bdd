//! Small kernels and copies on an in-order immediate list, polled for.

use super::pace::Pace;
use crate::ze::{Allocation, Ending, EventPool, Gpu, Kind, List, Module, PoolKind};
use anyhow::Result;
use level_zero_sys::{ZE_COMMAND_QUEUE_FLAG_IN_ORDER, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
use std::time::Duration;

const FRAME: usize = 64 << 10;

pub fn run(gpu: &Gpu, mut pace: Pace) -> Result<String> {
    let (context, device) = (&gpu.context, gpu.device());
    let module = Module::with_kernels(context, &device, &super::kernels::STAGES)?;
    let kernels = super::kernels::STAGES.map(|name| module.kernel(name));
    let kernels = kernels.into_iter().collect::<Result<Vec<_>, _>>()?;
    let (mode, flags) = (ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
    let list = List::immediate(context, &device, device.compute_ordinal()?, mode, flags)?;
    let pool = EventPool::new(context, PoolKind::Timestamps, 1)?;
    let done = pool.event(0)?;
    let input = Allocation::new(context, &device, Kind::Host, FRAME)?;
    let frame = Allocation::new(context, &device, Kind::Device, FRAME)?;
    let (mut frames, mut announced) = (0_u64, 0);
    while pace.next() {
        // Between one and six frames at a time.
        for _ in 0..1 + (5.0 * pace.wave(7.0)) as u32 {
            list.copy(frame.place(), input.place(), Ending::NONE)?;
            for kernel in &kernels {
                list.launch(kernel, [16, 16, 1], Ending::NONE)?;
            }
            list.copy(input.place(), frame.place(), Ending::signal(&done))?;
            while !done.query()? {
                std::thread::sleep(Duration::from_micros(30));
            }
            done.reset()?;
            frames += 1;
        }
        if frames >= announced + 1000 {
            announced = frames;
            say!("pipeline: {frames} frames");
        }
    }
    Ok(format!("{frames} frames"))
}
