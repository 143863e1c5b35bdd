use super::description::size_of_type;
use super::*;
use std::ffi::CStr;
use zetop_wire::layout::{ALGORITHMS, OPERATIONS, PROTOCOLS, number_of};

#[test]
fn types_have_their_sizes() {
    let sizes =
        ["ncclInt8", "ncclFloat16", "ncclBfloat16", "ncclFloat32", "ncclUint64", "ncclFloat8e4m3", ""];
    assert_eq!(sizes.map(size_of_type), [1, 2, 2, 4, 8, 1, 1]);
}

/// The description of an event, with these words at these places.
fn described(words: &[(usize, u64)]) -> [u8; 160] {
    let mut event = [0; 160];
    for (at, word) in words {
        event[*at..at + 8].copy_from_slice(&word.to_le_bytes());
    }
    event
}

/// Tests that have communicators.
static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());

#[test]
fn an_event_names_the_last_launch_of_its_thread() {
    let _alone = ALONE.lock();
    let (mut context, mut mask) = (std::ptr::null_mut(), 0);
    // SAFETY: live variables.
    unsafe { init_5(&raw mut context, 0xabc, &raw mut mask, std::ptr::null(), 1, 4, 2, std::ptr::null()) };
    assert_eq!(mask, WITH_CALLS);
    let (other, number) = (launch(), launch());
    let address = |name: &'static CStr| name.as_ptr() as u64;
    let event = described(&[
        (0, 2),
        (16, 2),
        (24, 41),
        (32, address(c"AllReduce")),
        (56, 1_000),
        (72, address(c"ncclFloat32")),
        (88, address(c"RING")),
        (96, address(c"LL128")),
    ]);
    let mut handle = std::ptr::null_mut();
    // Two of them are in one kernel.
    let mut second = event;
    second[24] += 1;
    for event in [event, second] {
        // SAFETY: a context from above, a live variable, and a description.
        unsafe { start_5(context, &raw mut handle, event.as_ptr()) };
    }
    assert!(!handle.is_null());
    // SAFETY: all fields are atomics, for which zero bytes are valid; it is never given back.
    let process: &Process =
        unsafe { &*std::alloc::alloc_zeroed(std::alloc::Layout::new::<Process>()).cast() };
    complete(process, other, 1, 2, 3);
    assert_eq!(process.collectives.written(), 0, "a kernel of the program's own");
    let what = Collective {
        communicator: 0xabc,
        sequence: 42,
        operation: 1,
        rank: 2,
        ranks: 4,
        ..Collective::default()
    };
    tell(&process.communicators[3], &what);
    complete(process, number, 10, 20, 30);
    let place = &process.communicators[3];
    assert_eq!(place.launched.load(Relaxed), operation(1, 42));
    assert_eq!((place.complete.load(Relaxed), place.rank.load(Relaxed)), (operation(1, 42), 2 | 4 << 32));
    leave(place);
    complete(process, number, 10, 20, 30);
    assert_eq!((place.number.load(Relaxed), place.complete.load(Relaxed)), (0, 0), "it has ended");
    let record = Collective::unpack(process.collectives.last().unwrap());
    let expected = Collective {
        communicator: 0xabc,
        sequence: 41,
        bytes: 8_000,
        launched: 10,
        start: 20,
        end: 30,
        operation: number_of(&OPERATIONS, "AllReduce"),
        algorithm: number_of(&ALGORITHMS, "RING"),
        protocol: number_of(&PROTOCOLS, "LL128"),
        rank: 2,
        ranks: 4,
    };
    assert_eq!(record, expected);

    // Another one is complete before its thread comes to say what it is.
    let number = launch();
    complete(process, number, 40, 50, 60);
    complete_late(process);
    let written = process.collectives.written();
    // SAFETY: a context from above, a live variable, and a description.
    unsafe { start_5(context, &raw mut handle, second.as_ptr()) };
    (0..2).for_each(|_| complete_late(process));
    assert_eq!(process.collectives.written(), written + 1);
    let record = Collective::unpack(process.collectives.last().unwrap());
    let late = Collective { sequence: 42, bytes: 4_000, launched: 40, start: 50, end: 60, ..expected };
    assert_eq!(record, late);

    // A name that comes long after is not for the thread's last kernel.
    complete(process, launch(), 70, 80, 90);
    (0..=MOST_LOOKS).for_each(|_| complete_late(process));
    // SAFETY: a context from above, a live variable, and a description.
    unsafe { start_5(context, &raw mut handle, second.as_ptr()) };
    complete_late(process);
    assert_eq!(process.collectives.written(), written + 1);
}

#[test]
fn communicators_that_have_ended_make_room_for_others() {
    let _alone = ALONE.lock();
    let begin = || {
        let (mut context, mut mask) = (std::ptr::null_mut(), 0);
        begin(&raw mut context, &raw mut mask, WITH_CALLS, 5, 2);
        (context, mask)
    };
    for _ in 0..3 * MOST_COMMUNICATORS {
        let (context, mask) = begin();
        assert_eq!((context.is_null(), mask), (false, WITH_CALLS));
        // SAFETY: a context from above.
        unsafe { finalize(context) };
    }
    // Another test has one.
    let all: Vec<_> = (0..MOST_COMMUNICATORS).map(|_| begin().0).filter(|of| !of.is_null()).collect();
    assert!(all.len() >= MOST_COMMUNICATORS - 1);
    let different: std::collections::BTreeSet<_> = all.iter().collect();
    assert_eq!(different.len(), all.len());
    assert_eq!(begin(), (std::ptr::null_mut(), 0), "too many at a time");
    for context in all.into_iter().chain([std::ptr::null_mut()]) {
        // SAFETY: a context from above, or none.
        assert_eq!(unsafe { finalize(context) }, 0);
    }
    assert!(!begin().0.is_null());
}
