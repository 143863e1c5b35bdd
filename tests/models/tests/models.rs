//! What must hold in every order of steps. Each model runs a few thousand orders, the same ones each time.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::sync::Mutex;
use shuttle::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use shuttle::{Runner, thread};
use std::sync::Arc;
use std::time::Duration;
use zetop_models::blocks::Blocks;
use zetop_models::clock;
use zetop_models::heap::class::{Class, UNIT};
use zetop_models::heap::lists::{FreeBlock, FreeList, PrivateList};
use zetop_models::own_events::reserve::Reserve;
use zetop_models::ring::Ring;
use zetop_models::samples::turn;
use zetop_models::sync::counters::{Announcements, Counters, Pending};
use zetop_models::sync::lock_fairness::Turns;
use zetop_models::sync::marks::Marks;
use zetop_models::sync::noted::Noted;
use zetop_models::timing::deferred::Deferred;
use zetop_models::timing::outstanding::Outstanding;
use zetop_models::timing::state::State;
use zetop_testing as _; // signals and time limits
use zetop_wire::samples::{ARMED, FREE, TAKEN};

const SEED: u64 = 0x5eed;

/// Tries `orders` orders at random, and as many with few changes of thread, which find what needs one long delay.
fn in_many_orders(orders: usize, model: impl Fn() + Send + Sync + 'static) {
    let model = Arc::new(model);
    let again = model.clone();
    Runner::new(RandomScheduler::new_from_seed(SEED, orders), shuttle::Config::new()).run(move || model());
    Runner::new(PctScheduler::new_from_seed(SEED, 3, orders), shuttle::Config::new()).run(move || again());
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
        assert!(counters.share(EVENTS[0], EVENTS[1]));
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
