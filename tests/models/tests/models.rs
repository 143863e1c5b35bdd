//! What must hold in every order of steps. Each model runs a few thousand orders, the same ones each time.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use shuttle::sync::{Condvar, Mutex};
use shuttle::{Runner, thread};
use std::sync::Arc;
use std::time::Duration;
use zetop_models::blocks::Blocks;
use zetop_models::clock;
use zetop_models::ending::door::Door;
use zetop_models::heap::class::{Class, UNIT};
use zetop_models::heap::lists::{FreeBlock, FreeList, PrivateList};
use zetop_models::heap::mappings::Mappings;
use zetop_models::heap::regions::Regions;
use zetop_models::nccl::launches::Launches;
use zetop_models::own_events::reserve::Reserve;
use zetop_models::own_thread::RUNNING;
use zetop_models::path_slot::PathSlot;
use zetop_models::ranges::names::{Names, hash};
use zetop_models::ranges::{index, open::Open};
use zetop_models::ring::Ring;
use zetop_models::samples::turn;
use zetop_models::shared::given_pages::GivenPages;
use zetop_models::sync::counters::{Announcements, Counters, Pending};
use zetop_models::sync::lock_fairness::Turns;
use zetop_models::sync::marks::Marks;
use zetop_models::sync::noted::Noted;
use zetop_models::timing::deferred::Deferred;
use zetop_models::timing::harvester::Harvester;
use zetop_models::timing::outstanding::Outstanding;
use zetop_models::timing::state::State;
use zetop_testing as _; // signals and time limits
use zetop_wire::layout::{OTHER_NAME, RangeName};
use zetop_wire::samples::{ARMED, FREE, TAKEN};

const SEED: u64 = 0x5eed;

/// Tries `orders` orders at random, and as many with few changes of thread, which find what needs one long delay.
fn in_many_orders(orders: usize, model: impl Fn() + Send + Sync + 'static) {
    let (model, mut config) = (Arc::new(model), shuttle::Config::new());
    // Names and regions are large with shuttle's atomics.
    config.stack_size = 1 << 20;
    let again = model.clone();
    Runner::new(RandomScheduler::new_from_seed(SEED, orders), config.clone()).run(move || model());
    Runner::new(PctScheduler::new_from_seed(SEED, 3, orders), config).run(move || again());
}

/// A block of the heap, for as long as the test.
#[repr(align(16))]
struct Block(#[allow(dead_code)] [u8; UNIT]);

#[test]
fn a_free_block_of_the_heap_is_taken_by_one_and_none_is_lost() {
    const BLOCKS: usize = 3;
    in_many_orders(2000, || {
        let list = Arc::new(FreeList::new());
        let owners: Arc<[AtomicU32; BLOCKS]> = Arc::default();
        let blocks: Vec<usize> =
            (0..BLOCKS).map(|_| Box::into_raw(Box::new(Block([0; UNIT]))) as usize).collect();
        for block in &blocks {
            // SAFETY: just made, for this list.
            unsafe { list.push(*block as *mut FreeBlock) };
        }
        let index = |blocks: &[usize], block: usize| blocks.iter().position(|b| *b == block).unwrap();
        let worker = |takes_all: bool| {
            let (list, owners, blocks) = (list.clone(), owners.clone(), blocks.clone());
            thread::spawn(move || {
                for _ in 0..2 {
                    let mut mine = Vec::new();
                    if takes_all {
                        let collected = PrivateList::new();
                        // The private list lives as long as this turn, and the list keeps no reference.
                        list.drain_into(Class(0), |_| &collected);
                        mine.extend(collected.drain().map(|(block, _)| block as usize));
                    } else {
                        mine.extend(list.pop().map(|block| block as usize));
                    }
                    for block in &mine {
                        let before = owners[index(&blocks, *block)].swap(1, Ordering::SeqCst);
                        assert_eq!(before, 0, "two threads have it");
                    }
                    for block in mine {
                        owners[index(&blocks, block)].store(0, Ordering::SeqCst);
                        // SAFETY: taken above, by this thread alone.
                        unsafe { list.push(block as *mut FreeBlock) };
                    }
                }
            })
        };
        let workers = [worker(false), worker(false), worker(true)];
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        let mut left: Vec<usize> = std::iter::from_fn(|| list.pop()).map(|block| block as usize).collect();
        left.sort_unstable();
        let mut all = blocks;
        all.sort_unstable();
        assert_eq!(left, all);
        for block in all {
            // SAFETY: from `into_raw`, and nobody has it any more.
            drop(unsafe { Box::from_raw(block as *mut Block) });
        }
    });
}

#[test]
fn a_block_of_the_process_file_has_one_thread_and_comes_back_once() {
    in_many_orders(1000, || {
        let blocks = Arc::new(Blocks::default());
        blocks.begin(2);
        let owners: Arc<[AtomicU32; 2]> = Arc::default();
        // A thread that ended without giving its block back.
        assert_eq!(blocks.take(9, |_| true), Some(0));
        let sweeper = || {
            let blocks = blocks.clone();
            thread::spawn(move || blocks.give_back_of(|thread| thread == 9).count())
        };
        let worker = |id: u32| {
            let (blocks, owners) = (blocks.clone(), owners.clone());
            thread::spawn(move || {
                for _ in 0..2 {
                    let Some(block) = blocks.take(id, |_| true) else { continue };
                    assert_eq!(owners[block].swap(id, Ordering::SeqCst), 0, "two threads have it");
                    owners[block].store(0, Ordering::SeqCst);
                    blocks.give_back(block);
                }
            })
        };
        let (sweepers, workers) = ([sweeper(), sweeper()], [worker(1), worker(2)]);
        let swept: usize = sweepers.into_iter().map(|sweeper| sweeper.join().unwrap()).sum();
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        assert_eq!((swept, blocks.in_use()), (1, 0));
    });
}

#[test]
fn a_reader_of_a_ring_has_whole_records_and_knows_how_many_it_lost() {
    const SLOTS: u64 = 4;
    const RECORDS: u64 = 7;
    in_many_orders(3000, || {
        let ring: Arc<Ring<{ SLOTS as usize }, 2>> = Arc::default();
        let writer = {
            let ring = ring.clone();
            thread::spawn(move || (0..RECORDS).for_each(|number| ring.push([number + 1, !(number + 1)])))
        };
        let (mut next, mut lost, mut taken) = (0, 0, 0);
        while next < RECORDS {
            let before = ring.written();
            let from = next.max(before.saturating_sub(SLOTS));
            let copied: Vec<[u64; 2]> = (from..before).map(|number| ring.copy(number)).collect();
            let (first, gone) = zetop_models::ring::whole(next, before, ring.written(), SLOTS);
            for number in first..before {
                let record = copied[(number - from) as usize];
                assert_eq!(record, [number + 1, !(number + 1)], "record {number}");
                taken += 1;
            }
            lost += gone;
            next = before;
            thread::yield_now();
        }
        writer.join().unwrap();
        assert_eq!(taken + lost, RECORDS);
    });
}

#[test]
fn an_event_in_reserve_is_taken_once_and_the_count_never_falls_below_zero() {
    const EVENTS: usize = 3;
    in_many_orders(300, || {
        let reserve: Arc<Reserve> = Arc::default();
        let taken: Arc<[AtomicUsize; EVENTS]> = Arc::default();
        let taker = || {
            let (reserve, taken) = (reserve.clone(), taken.clone());
            thread::spawn(move || {
                for _ in 0..2 {
                    if let Some(event) = reserve.take() {
                        assert_eq!(taken[event - 1].fetch_add(1, Ordering::SeqCst), 0);
                    }
                    assert!(reserve.is_low(), "three events are few: the count has wrapped");
                }
            })
        };
        let takers = [taker(), taker()];
        (1..=EVENTS).for_each(|event| reserve.put(event).unwrap());
        takers.into_iter().for_each(|taker| taker.join().unwrap());
        let rest = std::iter::from_fn(|| reserve.take()).count();
        let before: usize = taken.iter().map(|count| count.load(Ordering::SeqCst)).sum();
        assert_eq!((before + rest, reserve.len()), (EVENTS, 0));
    });
}

/// As `timing::after` does it: who does not get the lock defers, and looks once more.
fn after(state: &Mutex<State>, deferred: &Deferred, number: usize) {
    if let Ok(mut state) = state.try_lock() {
        deferred.run(&mut state);
        state.0.push(number);
    } else {
        deferred.push(1, Box::new(move |state: &mut State| state.0.push(number))).ok().unwrap();
    }
    while !deferred.is_empty()
        && let Ok(mut state) = state.try_lock()
    {
        deferred.run(&mut state);
    }
}

#[test]
fn what_is_deferred_is_done_once_in_the_order_of_its_thread_and_nothing_stays() {
    in_many_orders(3000, || {
        let (state, deferred) = (Arc::new(Mutex::new(State(Vec::new()))), Arc::new(Deferred::default()));
        let worker = |thread: usize| {
            let (state, deferred) = (state.clone(), deferred.clone());
            thread::spawn(move || (0..3).for_each(|n| after(&state, &deferred, thread * 10 + n)))
        };
        let workers = [worker(1), worker(2), worker(3)];
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        assert!(deferred.is_empty(), "nobody came back for it");
        let done = state.lock().unwrap().0.clone();
        for thread in 1..=3 {
            let own: Vec<usize> = done.iter().copied().filter(|n| n / 10 == thread).collect();
            assert_eq!(own, [thread * 10, thread * 10 + 1, thread * 10 + 2], "{done:?}");
        }
    });
}

/// Three handles share the only place. Whoever asks after an object has changed, or has gone, does not get what was known before.
#[test]
fn what_was_forgotten_is_not_known_and_never_that_of_another_handle() {
    const HANDLES: [usize; 2] = [8, 16];
    const DESTROYED: usize = 24;
    in_many_orders(3000, || {
        let noted: Arc<Noted<(usize, usize), 1>> = Arc::new(Noted::new());
        noted.note(DESTROYED, (DESTROYED, 0));
        let (changes, is_gone): (Arc<[AtomicUsize; 2]>, Arc<AtomicUsize>) = Default::default();
        // Without the device lock.
        let reader = {
            let (noted, changes, is_gone) = (noted.clone(), changes.clone(), is_gone.clone());
            thread::spawn(move || {
                for (handle, changes) in HANDLES.iter().zip(changes.iter()) {
                    let before = changes.load(Ordering::SeqCst);
                    if let Some((of, version)) = noted.get(*handle) {
                        assert!(
                            of == *handle && version >= before,
                            "{version} of {of} after {before} of {handle}"
                        );
                    }
                    let was_gone = is_gone.load(Ordering::SeqCst) == 1;
                    assert!(!was_gone || noted.get(DESTROYED).is_none());
                }
            })
        };
        // Neither has the hook of what destroys an object.
        let destroyer = {
            let (noted, is_gone) = (noted.clone(), is_gone.clone());
            thread::spawn(move || {
                noted.forget(DESTROYED);
                is_gone.store(1, Ordering::SeqCst);
                assert!(noted.get(DESTROYED).is_none());
            })
        };
        // With it.
        for version in 0..2 {
            HANDLES.iter().for_each(|handle| noted.note(*handle, (*handle, version)));
            for (handle, changes) in HANDLES.iter().zip(changes.iter()) {
                noted.forget(*handle);
                changes.store(version + 1, Ordering::SeqCst);
            }
        }
        [reader, destroyer].into_iter().for_each(|thread| thread.join().unwrap());
        noted.note(HANDLES[0], (HANDLES[0], 9));
        assert_eq!(noted.get(HANDLES[0]), Some((HANDLES[0], 9)), "nobody has the place any more");
        noted.forget_all();
        assert_eq!(noted.get(HANDLES[0]), None, "a session ends");
    });
}

/// One bucket, which threads mark at the same time: no mark is lost, whatever is marked or cleared beside it.
#[test]
fn a_mark_stays_until_it_is_cleared() {
    in_many_orders(2000, || {
        let (marks, handles) = (Arc::new(Marks::<1>::new()), [1, 2, 3, 4, 5, 6, 7, 8, 9].map(|n| 16 * n));
        // Two places are left.
        handles[..6].iter().for_each(|handle| marks.mark(*handle));
        let worker = |own: usize, cleared: usize| {
            let (marks, common) = (marks.clone(), handles[8]);
            thread::spawn(move || {
                marks.mark(common);
                marks.mark(own);
                assert!(marks.has(own) && marks.has(common));
                marks.clear(cleared);
                marks.mark(cleared);
                assert!(marks.has(own) && marks.has(common) && marks.has(cleared));
            })
        };
        let workers = [worker(handles[6], handles[0]), worker(handles[7], handles[1])];
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        assert!(handles.iter().all(|handle| marks.has(*handle)));
        marks.clear_all();
        assert!(!handles.iter().any(|handle| marks.has(*handle)));
    });
}

/// A bucket with room for all: what is cleared is not marked any more, also if two threads had marked it in two places.
#[test]
fn a_mark_that_was_cleared_is_gone() {
    in_many_orders(2000, || {
        let (marks, handles) = (Arc::new(Marks::<1>::new()), [16, 32, 48]);
        let worker = |own: usize| {
            let (marks, common) = (marks.clone(), handles[2]);
            thread::spawn(move || {
                marks.mark(own);
                marks.mark(common);
                marks.clear(own);
                assert!(!marks.has(own) && marks.has(common));
            })
        };
        let workers = [worker(handles[0]), worker(handles[1])];
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        marks.clear(handles[2]);
        assert!(!handles.iter().any(|handle| marks.has(*handle)));
    });
}

#[test]
fn a_slot_for_a_sample_is_filled_by_one_thread_each_time_it_is_armed() {
    in_many_orders(3000, || {
        let (state, answers, filled) =
            (Arc::new(AtomicU32::new(FREE)), Arc::new(AtomicU64::new(0)), Arc::new(AtomicUsize::new(0)));
        let caller = || {
            let (state, answers, filled) = (state.clone(), answers.clone(), filled.clone());
            thread::spawn(move || {
                for _ in 0..3 {
                    if turn::is_armed(&state) && turn::claim(&state) {
                        let before = filled.fetch_add(1, Ordering::SeqCst);
                        answers.store(before as u64 + 1, Ordering::Relaxed);
                        turn::finish(&state, true);
                    }
                }
            })
        };
        let callers = [caller(), caller(), caller()];
        let mut armed = 0;
        for request in 1..=2 {
            state.store(ARMED, Ordering::Release);
            armed = request;
            // zetop looks a few times, and asks again only when the sample has come.
            if !(0..20).any(|_| {
                thread::yield_now();
                state.load(Ordering::Acquire) == TAKEN
            }) {
                break;
            }
            assert_eq!(answers.load(Ordering::Relaxed), request);
        }
        callers.into_iter().for_each(|caller| caller.join().unwrap());
        assert!(filled.load(Ordering::SeqCst) as u64 <= armed);
    });
}

/// A counter that two events share. A thread that has heard of an operation on its event finds it counted until its stamps are
/// read, and what it does to the event is known to the thread that has announced the operation.
#[test]
fn an_event_concerns_us_from_before_its_submission_until_its_stamps_are_read() {
    const EVENTS: [usize; 2] = [8, 16];
    /// What is behind the device lock, by event.
    #[derive(Default)]
    struct Known([(Announcements, Pending); 2]);

    in_many_orders(1500, || {
        let counters: &'static Counters<2> = Box::leak(Box::new(Counters::new()));
        let first = counters.announce(EVENTS[0], Arc::default());
        assert!(counters.concerns(EVENTS[1]), "they share one");
        drop(first);
        let known: Arc<Mutex<Known>> = Arc::default();
        // Of each event: its operation is submitted, its stamps were read, it was reset after it had been heard of.
        let words: Arc<[[AtomicUsize; 3]; 2]> = Arc::default();
        let appender = |at: usize| {
            let (known, words) = (known.clone(), words.clone());
            thread::spawn(move || {
                let [submitted, read, reset] = &words[at];
                let announced = {
                    let mark = known.lock().unwrap().0[at].0.mark();
                    counters.announce(EVENTS[at], mark)
                };
                submitted.store(1, Ordering::SeqCst);
                {
                    let (announcements, pending) = &mut known.lock().unwrap().0[at];
                    let was_reset = reset.load(Ordering::SeqCst) == 1;
                    assert_eq!(announcements.still_hold(&announced), !was_reset);
                    if !was_reset {
                        pending.push(counters, (at as u64, 0), EVENTS[at]);
                    }
                    drop(announced);
                }
                thread::yield_now();
                let (_, pending) = &mut known.lock().unwrap().0[at];
                read.store(1, Ordering::SeqCst);
                pending.retain(|_| false);
            })
        };
        // As the hook of a reset does it.
        let resetter = |at: usize| {
            let (known, words) = (known.clone(), words.clone());
            thread::spawn(move || {
                let [submitted, read, reset] = &words[at];
                if submitted.load(Ordering::SeqCst) == 0 {
                    return;
                }
                if counters.concerns(EVENTS[at]) {
                    let (announcements, _) = &mut known.lock().unwrap().0[at];
                    if announcements.disturb() {
                        reset.store(1, Ordering::SeqCst);
                    }
                } else {
                    let is_settled = read.load(Ordering::SeqCst) == 1 || reset.load(Ordering::SeqCst) == 1;
                    assert!(is_settled, "its stamps are overwritten");
                }
            })
        };
        let threads = [appender(0), appender(1), resetter(0), resetter(1)];
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert!(!EVENTS.iter().any(|event| counters.concerns(*event)), "all is settled");
    });
}

/// Nobody sleeps longer than the lock is held, though nobody wakes without being woken here.
#[test]
fn who_waits_for_the_lock_gets_it_or_gives_up() {
    in_many_orders(1000, || {
        let (turns, lock): (Arc<Turns>, Arc<Mutex<usize>>) = (Arc::new(Turns::new()), Arc::default());
        // As `DeviceSide::lock` does it.
        let worker = |limit: Duration, is_patient: bool| {
            let (turns, lock) = (turns.clone(), lock.clone());
            thread::spawn(move || {
                for _ in 0..2 {
                    turns.give_way();
                    let locked = lock.try_lock().ok();
                    let locked = locked.or_else(|| turns.wait(limit, || lock.try_lock().ok()));
                    assert!(locked.is_some() || !is_patient);
                    if let Some(mut count) = locked {
                        *count += usize::from(is_patient);
                        thread::yield_now();
                        drop(count);
                        turns.freed();
                    }
                }
            })
        };
        let workers = [
            worker(Duration::MAX, true),
            worker(Duration::MAX, true),
            worker(Duration::from_nanos(3 * clock::STEP), false),
        ];
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        assert_eq!(*lock.lock().unwrap(), 4);
        assert!(!turns.is_waited_for());
    });
}

/// A thread that has heard of a call finds that what it has put in flight matters, whether the state knows of it or not.
#[test]
fn what_deferred_work_puts_in_flight_is_outstanding_without_a_gap() {
    in_many_orders(2000, || {
        let outstanding: &'static Outstanding = Box::leak(Box::new(Outstanding::new()));
        let (state, deferred) = (Arc::new(Mutex::new(State(Vec::new()))), Arc::new(Deferred::default()));
        let returned = Arc::new(AtomicUsize::new(0));
        let caller = |number: usize| {
            let (state, deferred, returned) = (state.clone(), deferred.clone(), returned.clone());
            thread::spawn(move || {
                let undone = outstanding.begin();
                let work = move |state: &mut State| {
                    state.0.push(number);
                    undone.end(state.0.len() as u64);
                };
                deferred.push(1, Box::new(work)).ok().unwrap();
                returned.store(1, Ordering::SeqCst);
                while !deferred.is_empty()
                    && let Ok(mut state) = state.try_lock()
                {
                    deferred.run(&mut state);
                    outstanding.await_now(state.0.len() as u64);
                }
            })
        };
        let other = {
            let returned = returned.clone();
            thread::spawn(move || {
                for _ in 0..3 {
                    let has_heard = returned.load(Ordering::SeqCst) == 1;
                    assert!(!has_heard || outstanding.is_any());
                }
            })
        };
        let threads = [caller(1), caller(2), other];
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert!(outstanding.is_any() && state.lock().unwrap().0.len() == 2);
        outstanding.await_now(0);
        assert!(!outstanding.is_any(), "nothing is deferred any more");
    });
}

/// Threads cut blocks off a region that they have known for long. Meanwhile it is given back, and others take its place.
#[test]
fn a_block_is_cut_off_once_and_its_region_stays_while_it_is_in_use() {
    const CLASS: Class = Class(1);
    struct Heap {
        mappings: Mappings,
        free: FreeList,
    }
    in_many_orders(2000, || {
        let heap = Arc::new(Heap { mappings: Mappings::default(), free: FreeList::new() });
        let regions = Arc::new(Regions::new());
        // Blocks that a thread has. Locked between two steps alone.
        let used: Arc<std::sync::Mutex<Vec<usize>>> = Arc::default();
        let give_back = |regions: &Regions, heap: &Heap| {
            let others = PrivateList::new();
            heap.free.drain_into(CLASS, |block| {
                regions.containing(block).map_or(&others, |region| &region.collected)
            });
            assert_eq!(others.blocks(), 0, "a block of no region is free");
            for region in regions.iter().take(7).filter(|region| !region.unmap_if_free(&heap.mappings)) {
                for (block, _) in region.collected.drain() {
                    // SAFETY: a block that was on the list.
                    unsafe { heap.free.push(block) };
                }
            }
        };
        regions.map(CLASS.size(), &heap.mappings).unwrap().release();
        let worker = || {
            let (regions, heap, used) = (regions.clone(), heap.clone(), used.clone());
            thread::spawn(move || {
                let first = regions.iter().next().unwrap();
                for _ in 0..2 {
                    let block = first.cut(CLASS.size()).or_else(|| {
                        let region = regions.map(CLASS.size(), &heap.mappings)?;
                        let block = region.cut(CLASS.size());
                        region.release();
                        block
                    });
                    let block = block.unwrap() as usize;
                    {
                        let mut used = used.lock().unwrap();
                        assert!(!used.contains(&block), "two threads have it");
                        used.push(block);
                    }
                    for _ in 0..2 {
                        let mapped = heap.mappings.mapped.lock().unwrap();
                        let holds = |(start, size): &(usize, usize)| {
                            *start <= block && block + CLASS.size() <= start + size
                        };
                        assert!(mapped.iter().any(holds), "its region is gone");
                    }
                    used.lock().unwrap().retain(|other| *other != block);
                    // SAFETY: a block that this thread alone has, in memory that stays as long as `heap`.
                    unsafe { heap.free.push(block as *mut FreeBlock) };
                }
            })
        };
        let workers = [worker(), worker()];
        for _ in 0..2 {
            give_back(&regions, &heap);
            regions.map(CLASS.size(), &heap.mappings).unwrap().release();
        }
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        give_back(&regions, &heap);
        assert!(heap.mappings.mapped.lock().unwrap().is_empty(), "all blocks are free");
    });
}

/// Whoever has the number of a name can write the whole name into a file.
#[test]
fn a_name_has_one_number_and_is_whole() {
    const TEXTS: [&str; 3] = ["halo", "step 1", "step 2"];
    in_many_orders(2000, || {
        let names: Arc<Names<8, 6>> = Arc::new(Names::new());
        let file: Arc<[RangeName; 8]> = Arc::new(std::array::from_fn(|_| RangeName {
            len_plus_one: 0.into(),
            reserved: 0.into(),
            bytes: [const { std::sync::atomic::AtomicU8::new(0) }; _],
        }));
        let worker = |texts: [usize; 2]| {
            let (names, file) = (names.clone(), file.clone());
            thread::spawn(move || {
                texts.map(|text| {
                    let text = TEXTS[text].as_bytes();
                    let number = names.number(text, hash(text));
                    assert_ne!(number, OTHER_NAME, "there is room for four, and what two put down at once");
                    let told = &file[number as usize - 1];
                    names.tell(number, told);
                    assert_eq!(told.len_plus_one.load(Ordering::SeqCst) as usize, text.len() + 1);
                    number
                })
            })
        };
        let workers = [worker([0, 1]), worker([1, 0]), worker([2, 0])];
        let [[a, b], [c, d], [e, f]] = workers.map(|worker| worker.join().unwrap());
        assert_eq!(([a, b], a), ([d, c], f));
        assert!(a != b && b != e && e != a);
        for (number, text) in [(a, TEXTS[0]), (b, TEXTS[1]), (e, TEXTS[2])] {
            let told = &file[number as usize - 1];
            assert_eq!(told.len_plus_one.load(Ordering::SeqCst) as usize, text.len() + 1);
            let bytes: Vec<u8> =
                told.bytes[..text.len()].iter().map(|byte| byte.load(Ordering::SeqCst)).collect();
            assert_eq!(bytes, text.as_bytes());
        }
    });
}

/// As `rows::make` does it. The places of all begin at the same one.
#[test]
fn a_row_of_ranges_is_one_for_all_threads() {
    const HASHES: [u64; 3] = [0x1_0001, 0x2_0001, 0x3_0001];
    in_many_orders(2000, || {
        let entries: Arc<[AtomicU64; 4]> = Arc::default();
        let rows = Arc::new(AtomicUsize::new(0));
        let worker = |hashes: [usize; 2]| {
            let (entries, rows) = (entries.clone(), rows.clone());
            thread::spawn(move || {
                hashes.map(|at| {
                    let row = index::find(&entries, HASHES[at]).unwrap_or_else(|| {
                        assert!(index::has_room(&entries, HASHES[at]));
                        let row = rows.fetch_add(1, Ordering::SeqCst);
                        index::enter(&entries, HASHES[at], row).unwrap()
                    });
                    assert_eq!(index::find(&entries, HASHES[at]), Some(row));
                    row
                })
            })
        };
        let workers = [worker([0, 1]), worker([1, 2]), worker([2, 0])];
        let [[a, b], [c, d], [e, f]] = workers.map(|worker| worker.join().unwrap());
        assert_eq!([a, b, d], [f, c, e]);
        assert!(a != b && b != d && d != a);
    });
}

/// There are fewer places than ranges, and two threads end each.
#[test]
fn an_open_range_is_ended_once_with_what_is_known_of_it() {
    in_many_orders(1500, || {
        let open: Arc<Open<2>> = Arc::new(Open::new());
        // The numbers of ranges that have begun, and how often each has ended.
        let begun: Arc<[AtomicU64; 4]> = Arc::default();
        let ended: Arc<[AtomicUsize; 4]> = Arc::default();
        let end = |open: &Open<2>, ended: &[AtomicUsize; 4], number: u64| {
            if let Some(what) = open.leave_at(number, number as usize % 2) {
                assert_eq!(what, [number, !number, number + 1]);
                assert_eq!(ended[number as usize / 2 - 1].fetch_add(1, Ordering::SeqCst), 0);
            }
        };
        let starter = |from: u64| {
            let (open, begun) = (open.clone(), begun.clone());
            thread::spawn(move || {
                for count in from..from + 2 {
                    let Some(place) = open.take(count) else { continue };
                    let number = count * 2 + place as u64;
                    open.fill(place, number, [number, !number, number + 1]);
                    begun[count as usize - 1].store(number, Ordering::SeqCst);
                }
            })
        };
        let ender = || {
            let (open, begun, ended) = (open.clone(), begun.clone(), ended.clone());
            thread::spawn(move || {
                for number in begun.iter().cycle().take(6).map(|number| number.load(Ordering::SeqCst)) {
                    if number != 0 {
                        end(&open, &ended, number);
                    }
                }
            })
        };
        let threads = [starter(1), starter(3), ender(), ender()];
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        for (number, ended_before) in begun.iter().map(|of| of.load(Ordering::SeqCst)).zip(ended.iter()) {
            if number != 0 && ended_before.load(Ordering::SeqCst) == 0 {
                end(&open, &ended, number);
            }
            assert_eq!(ended_before.load(Ordering::SeqCst), usize::from(number != 0));
        }
        assert!(open.take(0).is_some() && open.take(0).is_some(), "all places are free");
    });
}

#[test]
fn who_has_closed_the_door_finds_nobody_inside() {
    in_many_orders(2000, || {
        let (door, gone) = (Arc::new(Door::open()), Arc::new(AtomicUsize::new(0)));
        let probes_thread = || {
            let (door, gone) = (door.clone(), gone.clone());
            thread::spawn(move || {
                for _ in 0..2 {
                    door.pass(|| (0..2).for_each(|_| assert_eq!(gone.load(Ordering::SeqCst), 0)));
                }
            })
        };
        let closer = || {
            let (door, gone) = (door.clone(), gone.clone());
            thread::spawn(move || {
                let is_first = door.close(Duration::from_secs(600));
                gone.fetch_add(usize::from(is_first), Ordering::SeqCst);
            })
        };
        let threads = [probes_thread(), probes_thread(), closer(), closer()];
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!((gone.load(Ordering::SeqCst), door.pass(|| ())), (1, None));
    });
}

#[test]
fn a_path_is_read_whole_while_others_take_its_place() {
    const PATHS: [&str; 3] = ["/run/first/session", "/run/2", "/tmp/the-third-session"];
    in_many_orders(1500, || {
        let slot = Arc::new(PathSlot::new());
        let reader = || {
            let slot = slot.clone();
            thread::spawn(move || {
                for found in (0..2).filter_map(|_| slot.get()) {
                    assert!(PATHS.iter().any(|path| found.as_os_str() == *path), "{}", found.display());
                }
            })
        };
        let readers = [reader(), reader()];
        PATHS.iter().for_each(|path| assert!(slot.set(path.as_ref())));
        readers.into_iter().for_each(|reader| reader.join().unwrap());
        assert_eq!(slot.get().unwrap().as_os_str(), PATHS[2]);
    });
}

/// Each thread has a histogram. A session begins, with a new file, while they take pages.
#[test]
fn a_page_of_the_file_is_given_to_one_histogram() {
    const END: usize = 5;
    in_many_orders(2000, || {
        let pages = Arc::new(GivenPages::new());
        let tables: Arc<[[AtomicU16; 2]; 2]> = Arc::default();
        let worker = |own: usize| {
            let (pages, tables) = (pages.clone(), tables.clone());
            thread::spawn(move || {
                for entry in &tables[own] {
                    // There is no memory for this one now.
                    pages.take(END).into_iter().for_each(|page| pages.put_back(page));
                    if let Some(page) = pages.take(END) {
                        pages.enter(page, entry);
                    }
                }
            })
        };
        let workers = [worker(0), worker(1)];
        pages.begin();
        tables.iter().flatten().for_each(|entry| entry.store(0, Ordering::SeqCst));
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        let mut given: Vec<u16> = tables
            .iter()
            .flatten()
            .map(|entry| entry.load(Ordering::SeqCst))
            .filter(|page| *page != 0)
            .collect();
        // Those that are given away from now on, too.
        given.extend(std::iter::from_fn(|| pages.take(END)).map(|page| page.page() as u16));
        let all: std::collections::BTreeSet<u16> = given.iter().copied().collect();
        assert_eq!(all.len(), given.len(), "{given:?}");
        assert!(given.iter().all(|page| usize::from(*page) < END));
    });
}

/// One place for all launches. What is read of one is of this one, whoever writes.
#[test]
fn a_launch_is_never_taken_for_another_one() {
    in_many_orders(3000, || {
        let launches: Arc<Launches<1>> = Arc::new(Launches::new());
        let word = u64::from;
        let namer = |number: u32| {
            let launches = launches.clone();
            thread::spawn(move || {
                let what = [word(number), word(number) + 10, word(number) * 100, word(number), word(number)];
                (0..2).for_each(|_| launches.name(number, what));
            })
        };
        let check = move |launches: &Launches<1>, number: u32| {
            let Some([communicator, sequence, bytes, small, last]) = launches.read(number) else { return };
            assert_eq!(
                [communicator, sequence, small, last],
                [word(number), word(number) + 10, word(number), word(number)]
            );
            assert!(bytes == 100 * word(number) || bytes == 200 * word(number), "{bytes}");
        };
        let reader = {
            let launches = launches.clone();
            thread::spawn(move || [1, 2, 3, 1, 2, 3].iter().for_each(|number| check(&launches, *number)))
        };
        let threads = [namer(1), namer(2), namer(3), reader];
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        let is_there = |number: &u32| launches.read(*number).is_some();
        assert_eq!([1, 2, 3].iter().filter(|number| is_there(number)).count(), 1);
        [1, 2, 3].iter().for_each(|number| check(&launches, *number));
    });
}

/// What the harvester looks at.
#[derive(Default)]
struct Work {
    is_on: bool,
    /// Operations that nobody has looked at; those that are complete at the next look; those that are settled.
    new: usize,
    seen: usize,
    settled: usize,
    looks: usize,
    /// Who looks for this time sleeps before it hears of the result, until it is woken.
    sleeps_at: usize,
    is_woken: bool,
}

shuttle::lazy_static! {
    static ref WORK: (Mutex<Work>, Condvar) = <(Mutex<Work>, Condvar)>::default();
}

fn is_on() -> bool {
    WORK.0.lock().unwrap().is_on
}

fn sweep() -> Option<usize> {
    let mut work = WORK.0.lock().unwrap();
    if !work.is_on {
        return None;
    }
    work.settled += std::mem::take(&mut work.seen);
    work.seen = std::mem::take(&mut work.new);
    work.looks += 1;
    WORK.1.notify_all();
    let in_flight = work.seen;
    let sleeps = work.looks == work.sleeps_at;
    while sleeps && !work.is_woken {
        work = WORK.1.wait(work).unwrap();
    }
    Some(in_flight)
}

fn wait_until(is_so: impl Fn(&Work) -> bool) {
    let mut work = WORK.0.lock().unwrap();
    while !is_so(&work) {
        work = WORK.1.wait(work).unwrap();
    }
}

/// An operation is put in flight and settled: if there were nobody to do that, this would be a deadlock.
fn put_in_flight(harvester: &'static Harvester) {
    let before = {
        let mut work = WORK.0.lock().unwrap();
        work.new += 1;
        work.settled + work.seen + work.new
    };
    harvester.wake(is_on, sweep);
    wait_until(|work| work.settled >= before);
}

/// How many ticks of a harvester are short, and how many with nothing in flight it stays for.
const TICKS: (u32, u32) = (1, 1);
/// After this many looks, one that has found one operation at first, and nothing then, ends.
const LAST_LOOK: usize = 3;

#[test]
fn what_is_put_in_flight_has_a_harvester() {
    in_many_orders(2000, || {
        let harvester: &'static Harvester = Box::leak(Box::new(Harvester::new(TICKS)));
        for _session in 0..2 {
            *WORK.0.lock().unwrap() = Work { is_on: true, ..Work::default() };
            put_in_flight(harvester);
            let worker = |look: usize| {
                thread::spawn(move || {
                    wait_until(|work| work.looks >= look);
                    put_in_flight(harvester);
                })
            };
            let workers = [worker(LAST_LOOK - 1), worker(LAST_LOOK)];
            workers.into_iter().for_each(|worker| worker.join().unwrap());
            WORK.0.lock().unwrap().is_on = false;
            harvester.end();
            assert!(!harvester.is_there());
            harvester.wake(is_on, sweep);
            assert!(!harvester.is_there(), "timing is off");
        }
    });
}

/// A harvester is about to end, and finds work. Then it sleeps, while another one takes over and the session ends.
#[test]
fn a_harvester_that_wakes_too_late_is_none() {
    in_many_orders(500, || {
        let harvester: &'static Harvester = Box::leak(Box::new(Harvester::new(TICKS)));
        *WORK.0.lock().unwrap() = Work { is_on: true, sleeps_at: LAST_LOOK + 1, ..Work::default() };
        put_in_flight(harvester);
        wait_until(|work| work.looks >= LAST_LOOK);
        WORK.0.lock().unwrap().new += 1;
        while WORK.0.lock().unwrap().settled < 2 {
            harvester.wake(is_on, sweep);
            thread::yield_now();
        }
        WORK.0.lock().unwrap().is_on = false;
        harvester.end();
        WORK.0.lock().unwrap().is_woken = true;
        WORK.1.notify_all();
        while RUNNING.load(Ordering::SeqCst) > 0 {
            thread::yield_now();
        }
        assert!(!harvester.is_there());
        WORK.0.lock().unwrap().is_on = true;
        put_in_flight(harvester);
        WORK.0.lock().unwrap().is_on = false;
        harvester.end();
    });
}
