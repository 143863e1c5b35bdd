//! Kernels whose results are known.

use super::pace::Pace;
use crate::ze::{Allocation, Ending, Gpu, Kernel, Kind, List, Module, Queue};
use anyhow::{Result, ensure};

const SIDE: u32 = 96;
const LENGTH: u32 = 1 << 17;
const WIDTH: u32 = 256;

/// Buffers and kernels; results stay in shared memory, where the host checks them.
struct Compute {
    matmul: (Kernel, [Allocation; 3]),
    saxpy: (Kernel, [Allocation; 2]),
    stencil: (Kernel, [Allocation; 2]),
    reduce: (Kernel, Allocation),
}

impl Compute {
    fn new(gpu: &Gpu, module: &Module) -> Result<Self> {
        let shared = |elements: u32, value: fn(usize) -> f32| -> Result<Allocation> {
            let mut memory =
                Allocation::new(&gpu.context, &gpu.device(), Kind::Shared, elements as usize * 4)?;
            memory.write_f32(value);
            Ok(memory)
        };
        let kernel = |name, group: [u32; 2], buffers: &[&Allocation], first: u32, sizes: &[u32]| {
            let kernel = module.kernel(name)?;
            kernel.group_size(group[0], group[1], 1)?;
            let arguments = first + buffers.len() as u32;
            (first..)
                .zip(buffers)
                .try_for_each(|(index, buffer)| kernel.set_buffer(index, buffer.place()))?;
            (arguments..).zip(sizes).try_for_each(|(index, size)| kernel.set_u32(index, *size))?;
            crate::ze::ZeResult::Ok(kernel)
        };
        let square = SIDE * SIDE;
        let diagonal = |i: usize| if i / SIDE as usize == i % SIDE as usize { 3.0 } else { 0.0 };
        let factors =
            [shared(square, |i| (i % 11) as f32)?, shared(square, diagonal)?, shared(square, |_| 0.0)?];
        let vectors = [shared(LENGTH, |i| (i % 16) as f32)?, shared(LENGTH, |_| 0.0)?];
        let planes = [shared(WIDTH * WIDTH, |_| 5.0)?, shared(WIDTH * WIDTH, |_| 0.0)?];
        let sum = shared(1, |_| 0.0)?;
        let saxpy = kernel("saxpy", [64, 1], &[&vectors[0], &vectors[1]], 1, &[LENGTH])?;
        saxpy.set_f32(0, 1.0)?;
        Ok(Self {
            matmul: (
                kernel("matmul", [8, 8], &[&factors[0], &factors[1], &factors[2]], 0, &[SIDE])?,
                factors,
            ),
            stencil: (
                kernel("stencil_5pt", [16, 16], &[&planes[0], &planes[1]], 0, &[WIDTH, WIDTH])?,
                planes,
            ),
            reduce: (kernel("reduce_sum", [64, 1], &[&vectors[1], &sum], 0, &[LENGTH])?, sum),
            saxpy: (saxpy, vectors),
        })
    }

    fn append(&self, list: &List, heavy: bool) -> Result<()> {
        if heavy {
            list.launch(&self.matmul.0, [SIDE / 8, SIDE / 8, 1], Ending::NONE)?;
        }
        for _ in 0..if heavy { 1 } else { 3 } {
            list.launch(&self.stencil.0, [WIDTH / 16, WIDTH / 16, 1], Ending::NONE)?;
        }
        list.launch(&self.saxpy.0, [LENGTH / 64, 1, 1], Ending::NONE)?;
        list.barrier(Ending::NONE)?;
        list.launch(&self.reduce.0, [LENGTH / 64, 1, 1], Ending::NONE)?;
        Ok(list.close()?)
    }

    /// What the buffers hold after `rounds` rounds of saxpy.
    fn check(&self, rounds: u64) -> Result<()> {
        let product = self.matmul.1[2].read_f32();
        ensure!(product.iter().enumerate().all(|(i, c)| *c == 3.0 * (i % 11) as f32), "matmul");
        ensure!(self.stencil.1[1].read_f32().iter().all(|mean| (mean - 5.0).abs() < 1e-5), "stencil_5pt");
        let y = self.saxpy.1[1].read_f32();
        ensure!(y.iter().enumerate().all(|(i, y)| *y == (rounds as usize * (i % 16)) as f32), "saxpy");
        let sum: f64 = y.iter().map(|y| f64::from(*y)).sum();
        let reduced = self.reduce.1.read_f32()[0];
        ensure!((f64::from(reduced) - sum).abs() <= sum * 1e-6, "reduce_sum: {reduced}, not {sum}");
        Ok(())
    }

    /// saxpy adds up: start over before `f32` can no longer hold the sums exactly.
    fn restart(&mut self) {
        self.saxpy.1[1].write_f32(|_| 0.0);
    }
}

pub fn run(gpu: &Gpu, mut pace: Pace) -> Result<String> {
    let (context, device) = (&gpu.context, gpu.device());
    let ordinal = device.compute_ordinal()?;
    let module = Module::with_kernels(context, &device, &["matmul", "saxpy", "stencil_5pt", "reduce_sum"])?;
    let mut compute = Compute::new(gpu, &module)?;
    let queue = Queue::new(context, &device, ordinal, 0)?;
    let heavy = List::regular(context, &device, ordinal, 0)?;
    let light = List::regular(context, &device, ordinal, 0)?;
    compute.append(&heavy, true)?;
    compute.append(&light, false)?;
    let (mut rounds, mut since_restart) = (0_u64, 0);
    while pace.next() {
        // Twelve seconds with the matrix product, eight without; the first round always has it.
        let list = if rounds == 0 || pace.seconds() % 20.0 < 12.0 { &heavy } else { &light };
        queue.execute(&[list], None)?;
        queue.finish()?;
        (rounds, since_restart) = (rounds + 1, since_restart + 1);
        if rounds % 32 == 0 {
            compute.check(since_restart)?;
            say!("compute: {rounds} rounds, results right");
        }
        if since_restart == 100_000 {
            compute.restart();
            since_restart = 0;
        }
    }
    if rounds > 0 {
        compute.check(since_restart)?;
    }
    Ok(format!("{rounds} rounds, results right"))
}
