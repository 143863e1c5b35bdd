//! What a detach gives back.

use super::*;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const MIB: usize = 1 << 20;

fn filled(heap: &Heap, size: usize, count: usize) -> Vec<Filled<'_>> {
    (0..count).map(|n| Filled::new(heap, layout(size, 8), n as u8)).collect()
}

/// Bytes of regions, without the one that is kept for later.
fn mapped(heap: &Heap, held: Held) -> usize {
    let spare = heap.spare.load(Ordering::Relaxed);
    held.mapped - if spare.is_null() { 0 } else { REGIONS[0] }
}

#[test]
fn regions_go_back_once_all_their_blocks_are_free() {
    if !is_alone("give_back::regions_go_back_once_all_their_blocks_are_free") {
        return;
    }
    let heap = Heap::new();
    let mut blocks = filled(&heap, 1000, 8 * MIB / 1024);
    let kept = blocks.remove(2 * MIB / 1024 + 7);
    let others: Vec<_> = blocks.iter().map(|block| block.block).collect();
    drop(blocks);
    let held = heap.give_back_regions().unwrap();
    assert_eq!((held.given_out, mapped(&heap, held)), (1024, 2 * MIB));
    let is_near = |block: *mut u8| block.addr().abs_diff(kept.block.addr()) < 2 * MIB;
    for block in others {
        assert!(is_near(block) || !is_mapped(block), "{block:?}");
    }
    // Its neighbours are used before new ones are made.
    let before = made(&heap);
    let near = filled(&heap, 1000, 1000);
    assert!(near.iter().all(|block| is_near(block.block)));
    assert_eq!(made(&heap), before);
    drop((near, kept));
    let held = heap.give_back_regions().unwrap();
    assert_eq!((held.given_out, mapped(&heap, held)), (0, 0));
    assert_eq!(made(&heap), 0);
    // And all goes on.
    drop(filled(&heap, 1000, 8 * MIB / 1024));
}

#[test]
fn what_is_given_out_is_known_to_the_byte() {
    let heap = Heap::new();
    let mut kept = VecDeque::new();
    let mut expected = 0;
    for n in 0..3000_usize {
        let of = layout(if n % 500 == 3 { 300_000 + n } else { 1 + n * 7 % 5000 }, 8);
        expected += Class::for_layout(of).unwrap().size();
        kept.push_back(Filled::new(&heap, of, n as u8));
        if n % 3 == 0 {
            expected -= Class::for_layout(kept.pop_front().unwrap().layout).unwrap().size();
        }
        if n % 100 == 0 {
            assert_eq!(heap.give_back_regions().unwrap().given_out, expected, "after {n}");
        }
    }
    // Blocks of the program's malloc are some of the probe's.
    let of = layout(2 * MIB, 8);
    heap.has_borrowed.store(true, Ordering::Relaxed);
    let block = Filled::new(&heap, of, 1);
    assert_eq!(heap.give_back_regions().unwrap().given_out, expected + 2 * MIB);
    drop(block);
    assert_eq!(heap.give_back_regions().unwrap().given_out, expected);
}

#[test]
fn one_region_stays_ready() {
    let heap = Heap::new();
    for _ in 0..3 {
        heap.keep(region(&heap));
    }
    let held = heap.give_back_regions().unwrap();
    assert_eq!((held.mapped, mapped(&heap, held)), (2 * MIB, 0));
    let spare = heap.spare.load(Ordering::Relaxed);
    drop(filled(&heap, 100, 1));
    assert_eq!(heap.current.load(Ordering::Relaxed), spare);
}

/// A thread was about to cut a block off the region that it had read to be the one in use, when the region went.
#[test]
fn a_region_that_has_gone_gives_no_block() {
    let heap = Heap::new();
    drop(filled(&heap, 100, 1));
    // SAFETY: the place of a region, which stays.
    let late = unsafe { &*heap.current.load(Ordering::Relaxed) };
    assert!(late.has_room(100));
    heap.give_back_regions().unwrap();
    assert!(!late.has_room(100) && late.cut(100).is_none());
    // Another region is in that place, and not in use yet. It gives a block, with which it stays, even when that is free.
    heap.provide();
    assert_eq!(heap.spare.load(Ordering::Relaxed), address(late));
    let block = late.cut(100).unwrap();
    heap.made.fetch_add(112, Ordering::Relaxed);
    heap.keep(region(&heap));
    heap.take_spare(16).unwrap().release();
    for _ in 0..2 {
        assert_eq!(heap.give_back_regions().unwrap().mapped, 2 * MIB);
        assert_eq!(heap.spare.load(Ordering::Relaxed), address(late));
        assert!(is_mapped(block));
        // SAFETY: a block of this layout, the first time; the second time it is taken before.
        unsafe { heap.put_back(block, layout(112, 8)) };
        assert_eq!(heap.give_back_regions().unwrap().given_out, 0);
        assert_eq!(heap.take(layout(112, 8)), block);
    }
}

/// Between counting and closing.
#[test]
fn a_region_stays_if_a_block_was_cut_meanwhile() {
    let heap = Heap::new();
    let (first, second) = (filled(&heap, 100, 1), filled(&heap, 100, 1));
    // SAFETY: the place of a region, which stays.
    let region = unsafe { &*heap.current.load(Ordering::Relaxed) };
    drop(first);
    heap.take_all();
    assert_eq!(region.collected.blocks(), 1);
    let third = filled(&heap, 100, 1);
    drop(second);
    assert!(!region.unmap_if_free(&heap.mappings));
    drop(third);
}

/// A thread was interrupted by a signal, or was not forked along, while it took a block.
#[test]
fn a_region_stays_if_one_of_its_blocks_is_on_a_list_that_is_taken() {
    if !is_alone("give_back::a_region_stays_if_one_of_its_blocks_is_on_a_list_that_is_taken") {
        return;
    }
    let heap = Heap::new();
    let block = Filled::new(&heap, layout(64, 8), 1);
    let address = block.block;
    let list = heap.list(Class::for_layout(block.layout).unwrap(), address);
    drop(block);
    list.pop_lock.store(true, Ordering::Relaxed);
    assert_eq!(heap.give_back_regions().unwrap().given_out, 64);
    assert!(is_mapped(address));
    list.pop_lock.store(false, Ordering::Relaxed);
    assert_eq!(heap.give_back_regions().unwrap().given_out, 0);
    assert!(!is_mapped(address));
}

#[test]
fn one_thread_at_a_time_gives_back_and_not_one_that_is_not_here() {
    let _number = thread::NUMBER.lock();
    let heap = Heap::new();
    assert!(heap.take_turn() && !heap.take_turn());
    assert_eq!(heap.give_back_regions(), None);
    // The parent's, of whose runtime this one is not.
    heap.turn.store(thread::generation() + 2, Ordering::Relaxed);
    assert!(heap.give_back_regions().is_some());
    assert!(heap.give_back_regions().is_some());
}

#[test]
fn there_are_places_for_any_number_of_regions() {
    let heap = Heap::new();
    let blocks = filled(&heap, LARGE, 200 * 2 * MIB / LARGE);
    assert!(heap.regions.iter().count() > 200);
    drop(blocks);
    let held = heap.give_back_regions().unwrap();
    assert!(held.given_out == 0 && held.mapped < MIB, "{held:?}");
}

/// Threads take and free blocks, some of them each other's, while a thread gives regions back all the time.
fn churn(heap: &Heap, during: impl FnOnce()) {
    let end = AtomicBool::new(false);
    let (to, from) = mpsc::sync_channel(500);
    std::thread::scope(|scope| {
        for thread in 0..4_usize {
            let (end, to) = (&end, to.clone());
            scope.spawn(move || {
                let mut kept = VecDeque::new();
                let mut n = thread * 1000;
                while !end.load(Ordering::Relaxed) {
                    n += 1;
                    // Few classes, so that they meet; some large, so that regions are used up soon.
                    let size = [16, 40, 300, 100_000, 40, 300_000][n % 6];
                    let block = Filled::new(heap, layout(size, 8), n as u8);
                    if n % 16 == 0 {
                        to.send(block).unwrap();
                    } else {
                        kept.push_back(block);
                    }
                    // From nothing to about 4 MiB and back.
                    let most = (n / 100 % 4) * 80;
                    while kept.len() > most {
                        kept.pop_front();
                    }
                }
            });
        }
        drop(to);
        scope.spawn(|| from.into_iter().for_each(drop::<Filled<'_>>));
        scope.spawn(|| {
            while !end.load(Ordering::Relaxed) {
                heap.give_back_regions().unwrap();
                heap.provide();
            }
        });
        /// Also when that panics, since the others are waited for.
        struct End<'a>(&'a AtomicBool);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let _end = End(&end);
        during();
    });
}

#[test]
fn blocks_stay_their_owners_while_regions_are_given_back() {
    let heap = Heap::new();
    let (mut fell, mut before) = (0, 0);
    churn(&heap, || {
        let start = Instant::now();
        // Emulated, on a busy machine, it takes minutes.
        let limit = Duration::from_secs(600);
        while start.elapsed() < Duration::from_secs(2) || fell < 20 && start.elapsed() < limit {
            let now = heap.mappings.bytes();
            fell += u32::from(now + 2 * MIB <= before);
            before = now;
            std::thread::yield_now();
        }
    });
    assert!(fell >= 20, "regions were given back {fell} times");
    let held = heap.give_back_regions().unwrap();
    assert_eq!((held.given_out, mapped(&heap, held)), (0, 0));
    // A thread that was about to cut a block off the current region may have cut it off the one that is kept: that one has a
    // place which was the current region's before.
    let others = heap.take_all();
    let free = others.bytes() + heap.regions.iter().map(|region| region.collected.bytes()).sum::<usize>();
    assert_eq!(made(&heap), free);
}

/// So few blocks are in use that regions are mostly free, and taking one cuts it off a region that is about to be given back.
#[test]
fn a_block_is_cut_at_the_moment_at_which_its_region_goes() {
    let heap = Heap::new();
    let end = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for n in (0_usize..).take_while(|_| !end.load(Ordering::Relaxed)) {
                drop(filled(&heap, 16, 1 + n % 3));
            }
        });
        let start = Instant::now();
        let mut went = 0;
        // Emulated, on a busy machine, it takes minutes.
        let limit = Duration::from_secs(600);
        while start.elapsed() < Duration::from_secs(1) || went == 0 && start.elapsed() < limit {
            let before = heap.mappings.bytes();
            let held = heap.give_back_regions();
            went += u32::from(held.is_some_and(|held| held.mapped < before));
        }
        end.store(true, Ordering::Relaxed);
        assert!(went > 0);
    });
}

/// At any moment, also in the middle of giving back.
#[test]
fn a_forked_child_can_go_on() {
    let heap = Heap::new();
    let round = |seed: usize| {
        let mut blocks = VecDeque::new();
        for n in 0..500_usize {
            let of = layout([16, 40, 300, 100_000][n % 4], 8);
            let block = heap.take(of);
            // SAFETY: a block of that size, nobody else's until it is put back.
            unsafe { block.write_bytes((n + seed) as u8, of.size()) };
            blocks.push_back((block, of, (n + seed) as u8));
            while blocks.len() > 100 {
                let (block, of, byte) = blocks.pop_front().unwrap();
                // SAFETY: as above.
                let is_right = unsafe {
                    let bytes = std::slice::from_raw_parts(block, of.size());
                    bytes.iter().all(|other| *other == byte)
                };
                if !is_right {
                    return false;
                }
                // SAFETY: as above.
                unsafe { heap.put_back(block, of) };
            }
        }
        true
    };
    churn(&heap, || {
        let start = Instant::now();
        for seed in (0..100).take_while(|seed| *seed < 10 || start.elapsed() < Duration::from_secs(3)) {
            // SAFETY: the child uses this heap, which no other thread can have locked, and the C library's malloc, which
            // can be used after a fork.
            let child = unsafe { libc::fork() };
            if child == 0 {
                // A child has another runtime than its parent.
                heap.turn.fetch_add(u64::from(heap.turn.load(Ordering::Relaxed) != 0), Ordering::Relaxed);
                let is_right = round(seed) && heap.give_back_regions().is_some() && round(seed);
                // SAFETY: ends this process.
                unsafe { libc::_exit(i32::from(!is_right)) };
            }
            let mut status = 0;
            // SAFETY: our own child, and a live variable.
            assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
            assert_eq!(status, 0, "child {seed}");
        }
    });
}
