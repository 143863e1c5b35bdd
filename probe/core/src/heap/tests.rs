mod give_back;

use super::class::{END, LARGE, PAGE, REGIONS};
use super::*;
use proptest::prelude::*;
use std::collections::VecDeque;
use std::process::Command;
use std::sync::mpsc;

fn layout(size: usize, align: usize) -> Layout {
    Layout::from_size_align(size, align).unwrap()
}

/// Bytes of all blocks that were made.
fn made(heap: &Heap) -> usize {
    heap.made.load(Ordering::Relaxed)
}

/// A region that is not in use yet.
fn region(heap: &Heap) -> &Region {
    heap.regions.map(0, &heap.mappings).unwrap()
}

fn address(region: &Region) -> *mut Region {
    std::ptr::from_ref(region).cast_mut()
}

fn is_mapped(address: *mut u8) -> bool {
    // SAFETY: mincore writes one byte for each page, here for one.
    unsafe { libc::mincore(address.map_addr(|a| a & !(PAGE - 1)).cast(), PAGE, [0_u8].as_mut_ptr()) == 0 }
}

/// Whether this process runs only this test. If not, another one does that now. Other tests may map something where a block was.
fn is_alone(test: &str) -> bool {
    const ALONE: &str = "ZETOP_TEST_ALONE";
    if std::env::var_os(ALONE).is_some() {
        return true;
    }
    let program = std::env::current_exe().unwrap();
    let test = format!("heap::tests::{test}");
    let output = Command::new(program).args(["--exact", &test]).env(ALONE, "1").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{output:?}");
    false
}

/// A block of a heap's, filled with a byte, which it must still be filled with when it goes.
struct Filled<'a> {
    heap: &'a Heap,
    block: *mut u8,
    layout: Layout,
    byte: u8,
}

// SAFETY: a block may be given up by any thread.
unsafe impl Send for Filled<'_> {}

impl<'a> Filled<'a> {
    fn new(heap: &'a Heap, layout: Layout, byte: u8) -> Self {
        let block = heap.take(layout);
        assert!(!block.is_null() && block.addr().is_multiple_of(layout.align()), "{block:?} for {layout:?}");
        // SAFETY: a block of that size, and nobody else's.
        unsafe { block.write_bytes(byte, layout.size()) };
        Self { heap, block, layout, byte }
    }
}

impl Drop for Filled<'_> {
    fn drop(&mut self) {
        // SAFETY: the block, which has been written and is given up.
        unsafe {
            let bytes = std::slice::from_raw_parts(self.block, self.layout.size());
            assert!(bytes.iter().all(|byte| *byte == self.byte), "somebody else had {:?}, too", self.layout);
            self.heap.put_back(self.block, self.layout);
        }
    }
}

proptest! {
    #[test]
    fn a_class_is_the_smallest_that_fits(size in prop_oneof![1..100_000_usize, 1..END]) {
        let class = Class::of_size(size.max(UNIT));
        prop_assert!(class.size() >= size);
        prop_assert!(class.0 == 0 || Class(class.0 - 1).size() < size);
        prop_assert_eq!(Class::of_size(class.size()), class);
        // A quarter of a power of two at most, or a unit.
        prop_assert!(class.size() - size < (size / 4).max(UNIT));
    }

    #[test]
    fn blocks_are_aligned_and_nobody_elses(
        asked in prop::collection::vec((0..5000_usize, 0..13_u32, 0..40_usize), 1..300)
    ) {
        let heap = Heap::new();
        let mut kept = VecDeque::new();
        for (index, (size, power, keep)) in asked.into_iter().enumerate() {
            kept.push_back(Filled::new(&heap, layout(size, 1 << power), index as u8));
            while kept.len() > keep {
                kept.pop_front();
            }
        }
    }
}

#[test]
fn there_are_no_blocks_of_absurd_sizes() {
    let heap = Heap::new();
    // More than a process can address, so that no setting of the machine grants it.
    let beyond = 1 << 50;
    for (size, align) in [(END + 1, 1), (isize::MAX as usize & !0xfff, 16), (beyond, 32), (8, 8192)] {
        assert!(heap.take(layout(size, align)).is_null(), "{size} {align}");
    }
    // And all is as before.
    drop(Filled::new(&heap, layout(100, 8), 1));
}

#[test]
fn what_is_freed_is_used_again() {
    let heap = Heap::new();
    let round = || {
        let blocks: Vec<_> = (0..2000).map(|n| Filled::new(&heap, layout(n % 500 + 1, 8), n as u8)).collect();
        drop(blocks);
        made(&heap)
    };
    let first = round();
    assert!((0..100).all(|_| round() == first));
}

/// An operation is noted by a thread of the program's, and forgotten by one of the probe's.
#[test]
fn what_another_thread_frees_is_used_again() {
    let heap = Heap::new();
    let round = || {
        let (to, from) = mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| from.into_iter().for_each(drop::<Filled<'_>>));
            for n in 0..1000 {
                to.send(Filled::new(&heap, layout(200, 8), n as u8)).unwrap();
            }
            drop(to);
        });
        made(&heap)
    };
    round();
    let most = 1000 * 224;
    assert!((0..50).all(|_| round() <= most));
}

#[test]
fn threads_never_share_a_block() {
    let heap = Heap::new();
    let (to, from) = mpsc::channel();
    std::thread::scope(|scope| {
        for thread in 0..8_usize {
            let (heap, to) = (&heap, to.clone());
            scope.spawn(move || {
                let mut kept = VecDeque::new();
                for n in 0..20_000_usize {
                    // Few classes, so that they meet.
                    let size = [16, 40, 300, 300_000][usize::from(n % 7 == 0) * (n / 7 % 4)];
                    let block = Filled::new(heap, layout(size, 8), (thread * 31 + n) as u8);
                    if n % 16 == 0 {
                        to.send(block).unwrap()
                    } else {
                        kept.push_back(block)
                    }
                    if kept.len() > 5 {
                        kept.pop_front();
                    }
                }
            });
        }
        drop(to);
        scope.spawn(|| from.into_iter().for_each(drop::<Filled<'_>>));
    });
}

/// A thread was interrupted by a signal, or was not forked along, while it took a block.
#[test]
fn a_list_that_stays_taken_stops_nobody() {
    let heap = Heap::new();
    let class = Class::for_layout(layout(64, 8)).unwrap();
    heap.free[class.0].iter().for_each(|list| list.pop_lock.store(true, Ordering::Relaxed));
    for n in 0..100 {
        drop(Filled::new(&heap, layout(64, 8), n));
    }
    // Those of other lists are used again.
    heap.free[class.0][0].pop_lock.store(false, Ordering::Relaxed);
    let before = made(&heap);
    drop(Filled::new(&heap, layout(64, 8), 1));
    assert_eq!(made(&heap), before);
}

#[test]
fn large_blocks_are_given_back() {
    if !is_alone("large_blocks_are_given_back") {
        return;
    }
    let heap = Heap::new();
    let of = layout(1 << 20, 8);
    let block = Filled::new(&heap, of, 1);
    let address = block.block;
    drop(block);
    assert!(is_mapped(address));
    heap.give_back();
    assert!(!is_mapped(address));
    drop(Filled::new(&heap, of, 2));
}

#[test]
fn the_next_region_is_there_before_it_is_needed() {
    let heap = Heap::new();
    heap.provide();
    let next = heap.spare.load(Ordering::Relaxed);
    assert!(!next.is_null());
    heap.provide();
    assert_eq!(heap.spare.load(Ordering::Relaxed), next);
    drop(Filled::new(&heap, layout(1000, 8), 1));
    assert_eq!(heap.current.load(Ordering::Relaxed), next);
    assert!(heap.spare.load(Ordering::Relaxed).is_null());
}

/// Two threads bring one at the same time: what is too many was unmapped, for which a filter of the program's may kill.
#[test]
fn a_region_too_many_is_kept_for_later() {
    let heap = Heap::new();
    let (first, second) = (region(&heap), region(&heap));
    heap.keep(first);
    heap.keep(second);
    let mut used = Vec::new();
    let blocks: Vec<_> = (0..2 * REGIONS[0] / 1024)
        .map(|n| {
            used.push(heap.current.load(Ordering::Relaxed));
            Filled::new(&heap, layout(1000, 8), n as u8)
        })
        .collect();
    used.dedup();
    assert_eq!(used, [null_mut(), address(second), address(first)], "{} blocks", blocks.len());
}

/// It took the place of the region in use, whose rest was lost.
#[test]
fn a_spare_region_that_is_too_short_stays_spare() {
    let heap = Heap::new();
    let short = region(&heap);
    assert!(short.cut(REGIONS[0] - 2000).is_some());
    heap.keep(short);
    let block = Filled::new(&heap, layout(LARGE, 8), 1);
    assert_eq!(heap.spare.load(Ordering::Relaxed), address(short));
    assert_ne!(heap.current.load(Ordering::Relaxed), address(short));
    drop(block);
}

/// What is the program's own must not be unmapped.
#[test]
fn what_is_borrowed_is_used_again_and_not_given_back() {
    let heap = Heap::new();
    for of in [layout(100, 8), layout(64, 64), layout(1 << 20, 8), layout(1 << 21, 4096)] {
        let class = Class::for_layout(of).unwrap();
        let block = heap.borrow(class).unwrap();
        assert!(block.addr().is_multiple_of(of.align()));
        // SAFETY: a block for this layout, which is given up.
        unsafe { heap.put_back(block, of) };
        heap.give_back_regions().unwrap();
        assert_eq!(heap.take(of), block);
        // SAFETY: as above; it was not unmapped.
        unsafe {
            block.write_bytes(7, of.size());
            heap.put_back(block, of);
        }
    }
}

#[test]
fn regions_follow_each_other() {
    let heap = Heap::new();
    let blocks: Vec<_> = (0..100).map(|n| Filled::new(&heap, layout(LARGE / 2, 8), n)).collect();
    assert!(blocks.len() * LARGE / 2 > 2 * REGIONS[0]);
}

#[test]
fn a_block_that_grows_keeps_what_is_in_it() {
    let mut of = layout(1, 1);
    // SAFETY: blocks with their layouts, each given up once.
    unsafe {
        let mut block = ProbeMemory.alloc(of);
        block.write(7);
        for size in [2, 16, 17, 1000, 200_000, 3_000_000, 50] {
            block = ProbeMemory.realloc(block, of, size);
            of = layout(size, 1);
            assert_eq!(block.read(), 7);
            block.add(size - 1).write(9);
            assert!(size == 1 || block.read() == 7);
        }
        ProbeMemory.dealloc(block, of);
    }
}
