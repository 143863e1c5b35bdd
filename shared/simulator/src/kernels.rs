//! The kernels that compute. Every other kernel only takes time.
//!
//! Buffers are `f32` unless it says otherwise, sizes `u32`; arguments in this order:
//!
//! | kernel | arguments | computes |
//! |---|---|---|
//! | `vector_add` | `a, b, c, n` | `c[i] = a[i] + b[i]` |
//! | `saxpy` | `alpha, x, y, n` | `y[i] = alpha * x[i] + y[i]` (`alpha` is an `f32`) |
//! | `matmul` | `a, b, c, n` | `c = a * b`, all n x n, by rows |
//! | `reduce_sum` | `in, out, n` | `out[0]` = sum of `in[0..n]` |
//! | `stencil_5pt` | `in, out, w, h` | `out` = mean of a point and its four neighbours; border points are copied |
//! | `grid_copy` | `from, to, n` | `to[i] = from[i]`, all n, however many work items there are |
//! | `multiply_add` | `out, rounds` | 8 x rounds multiply-adds for each work item, each with the one before; 32 items are a thread |
//! | `multiply_add_double` | `out, rounds` | the same with `f64` |
//! | `chase` | `next, places, steps, lines` | each group goes on from `places[group]` from line to line of 16 words of its `lines` lines, as the first word of each says |
//! | `stream` | `from, out, words, rounds` | all items together read `words`, and the same ones again in each round |
//! | `strided` | `from, out, start, stride` | each item reads 256 words, from line `start` on; no word is read twice |
//!
//! Otherwise one work item makes one element (of `c`, `y`, `out`; reads one element of `in` for `reduce_sum`), in the
//! order of the elements: a launch with fewer items than elements computes the first of them. A launch with a
//! null buffer computes nothing.
//!
//! Modelled time, unless set: launch overhead + the larger of operations / peak rate and bytes / peak bandwidth.
//! What `grid_copy` finds in the L3 has the L3's bandwidth. The last five are in [`crate::gen9`].

mod arguments;
mod walks;

pub use arguments::{Arguments, Extent};

use crate::contention::Walk;
use crate::device::Device;
use crate::gen9::{self, dependent_ns};
use crate::profile::Profile;
use crate::spirv::Parameter::{self, Buffer, F32, U32};
use crate::sync::lock;

/// Modelled nanoseconds before a kernel's work begins.
pub const LAUNCH_NS: f64 = 1_500.0;

/// What a launch goes through, and how many lines it reads.
type Walks = fn(&Arguments<'_>, Extent) -> (Walk, f64);

/// A kernel that computes.
struct Named {
    name: &'static str,
    parameters: &'static [Parameter],
    /// Runs it over the first `items` elements.
    run: fn(&Arguments<'_>, Extent),
    /// Operations and bytes of a run over `items` elements.
    cost: fn(&Arguments<'_>, usize) -> (f64, f64),
    /// Addresses and lengths of the memory that it goes through once, from first to last; none where its time does
    /// not depend on what is in the cache.
    streams: fn(&Arguments<'_>) -> Vec<(usize, usize)>,
    /// The memory that it goes through again and again, and how many lines it reads, where that can be beside the host.
    walk: Option<Walks>,
    /// Nanoseconds of a launch with this extent, where that is not a matter of rates.
    time: Option<fn(&Arguments<'_>, Extent, &Profile) -> f64>,
}

static NAMED: [Named; 11] = [
    Named {
        name: "vector_add",
        parameters: &[Buffer, Buffer, Buffer, U32],
        run: vector_add,
        cost: |a, items| {
            let n = a.size(3).min(items) as f64;
            (n, 12.0 * n)
        },
        streams: |_| Vec::new(),
        walk: None,
        time: None,
    },
    Named {
        name: "saxpy",
        parameters: &[F32, Buffer, Buffer, U32],
        run: saxpy,
        cost: |a, items| {
            let n = a.size(3).min(items) as f64;
            (2.0 * n, 12.0 * n)
        },
        streams: |_| Vec::new(),
        walk: None,
        time: None,
    },
    Named {
        name: "matmul",
        parameters: &[Buffer, Buffer, Buffer, U32],
        run: matmul,
        cost: |a, items| {
            let n = a.size(3);
            let made = (n * n).min(items) as f64;
            (2.0 * made * n as f64, 12.0 * made)
        },
        streams: |_| Vec::new(),
        walk: None,
        time: None,
    },
    Named {
        name: "reduce_sum",
        parameters: &[Buffer, Buffer, U32],
        run: reduce_sum,
        cost: |a, items| {
            let n = a.size(2).min(items) as f64;
            (n, 4.0 * n)
        },
        streams: |_| Vec::new(),
        walk: None,
        time: None,
    },
    Named {
        name: "stencil_5pt",
        parameters: &[Buffer, Buffer, U32, U32],
        run: stencil_5pt,
        cost: |a, items| {
            let n = (a.size(2) * a.size(3)).min(items) as f64;
            (5.0 * n, 8.0 * n)
        },
        streams: |_| Vec::new(),
        walk: None,
        time: None,
    },
    Named {
        name: "grid_copy",
        parameters: &[Buffer, Buffer, U32],
        run: grid_copy,
        cost: |a, _| (0.0, 8.0 * a.size(2) as f64),
        streams: |a| [0, 1].map(|side| (a.buffer(side).addr(), 4 * a.size(2))).to_vec(),
        walk: None,
        time: None,
    },
    Named {
        name: "multiply_add",
        parameters: &[Buffer, U32],
        run: multiply_add,
        cost: |_, _| (0.0, 0.0),
        streams: |_| Vec::new(),
        walk: None,
        time: Some(|a, extent, profile| {
            let groups = extent.items.div_ceil(THREAD_ITEMS) as u64;
            dependent_ns(groups, (2 * 8 * THREAD_ITEMS * a.size(1)) as f64, profile.gflops(), profile)
        }),
    },
    Named {
        name: "multiply_add_double",
        parameters: &[Buffer, U32],
        run: multiply_add_double,
        cost: |_, _| (0.0, 0.0),
        streams: |_| Vec::new(),
        walk: None,
        time: Some(|a, extent, profile| {
            let groups = extent.items.div_ceil(THREAD_ITEMS) as u64;
            dependent_ns(groups, (2 * 8 * THREAD_ITEMS * a.size(1)) as f64, profile.double_gflops(), profile)
        }),
    },
    Named {
        name: "chase",
        parameters: &[Buffer, Buffer, U32, U32],
        run: walks::chase,
        cost: |_, _| (0.0, 0.0),
        streams: |_| Vec::new(),
        walk: Some(|a, extent| {
            let bytes = (walks::WORDS_PER_LINE * size_of::<u32>() * a.size(3) * extent.groups) as u64;
            // Several chases at once are not modelled beside the host.
            let streams = false;
            (Walk { bytes: if extent.groups == 1 { bytes } else { 0 }, streams }, a.size(2) as f64)
        }),
        time: Some(|a, extent, profile| {
            let set = (walks::WORDS_PER_LINE * size_of::<u32>() * a.size(3)) as u64;
            a.size(2) as f64 * gen9::chase_ns(extent.groups as u64, set, profile)
        }),
    },
    Named {
        name: "stream",
        parameters: &[Buffer, Buffer, U32, U32],
        run: walks::stream,
        cost: |_, _| (0.0, 0.0),
        streams: |_| Vec::new(),
        walk: Some(|a, _| {
            let bytes = (size_of::<u32>() * a.size(2)) as u64;
            (Walk { bytes, streams: true }, walks::lines_read(a))
        }),
        time: Some(|a, _, profile| {
            walks::lines_read(a) * gen9::stream_ns((size_of::<u32>() * a.size(2)) as u64, profile)
        }),
    },
    Named {
        name: "strided",
        parameters: &[Buffer, Buffer, U32, U32],
        run: walks::strided,
        cost: |_, _| (0.0, 0.0),
        streams: |_| Vec::new(),
        walk: None,
        time: Some(|a, extent, profile| {
            let items = (extent.items / extent.groups.max(1)) as u64;
            gen9::strided_ns(
                extent.groups as u64,
                items,
                walks::WORDS_PER_ITEM as u64,
                a.size(3) as u64,
                profile,
            )
        }),
    },
];

/// The parameters of a kernel that computes; none for others.
pub fn parameters(name: &str) -> &'static [Parameter] {
    NAMED.iter().find(|named| named.name == name).map_or(&[], |named| named.parameters)
}

/// A kernel found by name, ready to run.
#[derive(Clone, Copy)]
pub struct Computation(&'static Named);

/// The computation behind a name, if the kernel also has the parameters that belong to it.
pub fn computation(name: &str, parameters: &[Parameter]) -> Option<Computation> {
    NAMED.iter().find(|named| named.name == name && named.parameters == parameters).map(Computation)
}

impl Computation {
    pub fn run(self, arguments: &Arguments<'_>, extent: Extent) {
        let buffers = self.0.parameters.iter().enumerate().filter(|(_, p)| **p == Buffer);
        if buffers.map(|(index, _)| arguments.buffer(index)).all(|pointer| !pointer.is_null()) {
            (self.0.run)(arguments, extent);
        }
    }

    /// Modelled nanoseconds of a run, which leaves in the cache what it went through.
    pub fn nanoseconds(
        self,
        arguments: &Arguments<'_>,
        extent: Extent,
        profile: &Profile,
        device: &Device,
    ) -> f64 {
        let walk = self.0.walk.map(|walk| walk(arguments, extent)).filter(|(walk, _)| walk.bytes > 0);
        if let Some((walk, lines)) = walk
            && let Some(times) = device.host.beside(walk, profile)
        {
            let at_once = if walk.streams { gen9::OUTSTANDING as f64 } else { 1.0 };
            return (LAUNCH_NS + lines * times.gpu / at_once).round();
        }
        if let Some(time) = self.0.time {
            return (LAUNCH_NS + time(arguments, extent, profile)).round();
        }
        let (operations, bytes) = (self.0.cost)(arguments, extent.items);
        let streams = (self.0.streams)(arguments);
        let found = match streams.is_empty() {
            true => 0.0,
            false => {
                let mut cache = lock(&device.cache);
                streams.iter().map(|(start, len)| cache.touch(*start, *len)).sum::<usize>() as f64
            }
        };
        let moved = (bytes - found) / profile.memory_gbps() + found / profile.l3_gbps();
        (LAUNCH_NS + (operations / profile.gflops()).max(moved)).round()
    }
}

fn vector_add(arguments: &Arguments<'_>, Extent { items, .. }: Extent) {
    let (a, b, c) = (arguments.buffer(0), arguments.buffer(1), arguments.buffer(2));
    for i in 0..arguments.size(3).min(items) {
        // SAFETY: the program promises buffers of n elements, and i < n.
        unsafe { *c.add(i) = *a.add(i) + *b.add(i) };
    }
}

fn saxpy(arguments: &Arguments<'_>, Extent { items, .. }: Extent) {
    let (alpha, x, y) = (arguments.float(0), arguments.buffer(1), arguments.buffer(2));
    for i in 0..arguments.size(3).min(items) {
        // SAFETY: the program promises buffers of n elements, and i < n.
        unsafe { *y.add(i) += alpha * *x.add(i) };
    }
}

fn matmul(arguments: &Arguments<'_>, Extent { items, .. }: Extent) {
    let (a, b, c, n) = (arguments.buffer(0), arguments.buffer(1), arguments.buffer(2), arguments.size(3));
    let mut left = items;
    for row in 0..n {
        let columns = n.min(left);
        let mut sums = vec![0.0_f32; columns];
        for k in 0..n {
            // SAFETY: the program promises n x n elements; row and k are below n.
            let factor = unsafe { *a.add(row * n + k) };
            for (column, sum) in sums.iter_mut().enumerate() {
                // SAFETY: as above, and column < columns <= n.
                *sum += factor * unsafe { *b.add(k * n + column) };
            }
        }
        for (column, sum) in sums.iter().enumerate() {
            // SAFETY: as above.
            unsafe { *c.add(row * n + column) = *sum };
        }
        left -= columns;
        if left == 0 {
            break;
        }
    }
}

/// Work items of a hardware thread.
const THREAD_ITEMS: usize = 32;

/// The result of `step`, applied `times` times, one after the other. Where a step changes nothing, none after it does: a modelled
/// kernel takes as long as it takes, and the host need not.
fn repeated<T: Copy + PartialEq>(times: usize, first: T, step: impl Fn(T) -> T) -> T {
    let mut x = first;
    for _ in 0..times {
        let next = step(x);
        if next == x {
            break;
        }
        x = next;
    }
    x
}

fn multiply_add(arguments: &Arguments<'_>, Extent { items, .. }: Extent) {
    let (out, rounds) = (arguments.buffer(0), arguments.size(1));
    let results: [f32; THREAD_ITEMS] =
        std::array::from_fn(|item| repeated(8 * rounds, item as f32, |x| x * 0.5 + 1.0));
    for i in 0..items {
        // SAFETY: the program promises an element for each work item.
        unsafe { *out.add(i) = results[i % THREAD_ITEMS] };
    }
}

fn multiply_add_double(arguments: &Arguments<'_>, Extent { items, .. }: Extent) {
    let (out, rounds) = (arguments.buffer(0).cast::<f64>(), arguments.size(1));
    let results: [f64; THREAD_ITEMS] =
        std::array::from_fn(|item| repeated(8 * rounds, item as f64, |x| x * 0.5 + 1.0));
    for i in 0..items {
        // SAFETY: the program promises an element for each work item.
        unsafe { out.add(i).write_unaligned(results[i % THREAD_ITEMS]) };
    }
}

fn grid_copy(arguments: &Arguments<'_>, _: Extent) {
    // SAFETY: the program promises n elements on both sides, which do not overlap.
    unsafe {
        std::ptr::copy_nonoverlapping(arguments.buffer(0), arguments.buffer(1), arguments.size(2));
    }
}

fn reduce_sum(arguments: &Arguments<'_>, Extent { items, .. }: Extent) {
    let (input, output) = (arguments.buffer(0), arguments.buffer(1));
    // SAFETY: the program promises n elements to read, and i < n.
    let sum: f64 = (0..arguments.size(2).min(items)).map(|i| f64::from(unsafe { *input.add(i) })).sum();
    // SAFETY: the program promises one element to write.
    unsafe { *output = sum as f32 };
}

fn stencil_5pt(arguments: &Arguments<'_>, Extent { items, .. }: Extent) {
    let (input, output) = (arguments.buffer(0), arguments.buffer(1));
    let (w, h) = (arguments.size(2), arguments.size(3));
    // SAFETY: the program promises w x h elements; every index used below is inside.
    let at = |x: usize, y: usize| unsafe { *input.add(y * w + x) };
    for i in 0..(w * h).min(items) {
        let (x, y) = (i % w, i / w);
        let border = x == 0 || y == 0 || x + 1 == w || y + 1 == h;
        let value = if border {
            at(x, y)
        } else {
            (at(x, y) + at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) / 5.0
        };
        // SAFETY: i < w x h.
        unsafe { *output.add(i) = value };
    }
}

#[cfg(test)]
mod tests {
    use super::repeated;
    use std::cell::Cell;

    #[test]
    fn steps_that_change_nothing_are_left_out_and_no_others() {
        let halved = |x: f32| x * 0.5 + 1.0;
        for times in 0..100 {
            for first in [0.0, 2.0, 31.0] {
                let steps = Cell::new(0);
                let counted = |x| {
                    steps.set(steps.get() + 1);
                    halved(x)
                };
                let all = (0..times).fold(first, |x, _| halved(x));
                assert_eq!(
                    repeated(times, first, counted).to_bits(),
                    all.to_bits(),
                    "{first}, {times} times"
                );
                assert!(steps.get() <= times.min(40), "{first}, {times} times: {} steps", steps.get());
            }
        }
    }
}
