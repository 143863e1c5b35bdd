//! Memory that comes and goes, and modules that take a while to build.

use super::pace::Pace;
use crate::ze::{Allocation, Gpu, Kind, Module};
use anyhow::Result;
use std::collections::VecDeque;

/// Sizes in turn; co-prime with the number of kinds, so that each kind gets every size.
const SIZES: [usize; 7] = [4 << 10, 64 << 10, 1 << 20, 256 << 10, 16 << 10, 8 << 20, 128 << 10];
const KINDS: [Kind; 3] = [Kind::Device, Kind::Host, Kind::Shared];

pub fn run(gpu: &Gpu, mut pace: Pace) -> Result<String> {
    let names: Vec<String> = (0..400).map(|index| format!("generated_kernel_{index}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut living = VecDeque::new();
    let (mut steps, mut modules) = (0_usize, 0_u32);
    while pace.next() {
        let (size, kind) = (SIZES[steps % SIZES.len()], KINDS[steps % KINDS.len()]);
        living.push_back(Allocation::new(&gpu.context, &gpu.device(), kind, size)?);
        // The working set swells to 24 pieces and shrinks again.
        while living.len() > 2 + (22.0 * pace.wave(25.0)) as usize {
            living.pop_front().map_or(Ok(()), Allocation::free)?;
        }
        if steps % 33 == 0 {
            let module = Module::with_kernels(&gpu.context, &gpu.device(), &names)?;
            module.kernel(names[steps % names.len()])?;
            modules += 1;
        }
        if steps % 60 == 59 {
            say!("churn: {} allocations alive, {modules} modules built", living.len());
        }
        steps += 1;
    }
    Ok(format!("{steps} allocations, {modules} modules built"))
}
