use super::*;
use crate::driver_quirks::quirks::PublicApi;
use crate::driver_trait::Driver;
use crate::timing::runs::Completion;

/// An event of the program with timestamps, made in a pool of the driver.
fn event_of_intels(bench: &mut Bench) -> usize {
    let desc = ze_event_pool_desc_t {
        flags: ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP,
        count: 8,
        ..Default::default()
    };
    let (mut pool, mut event) = (std::ptr::null_mut(), std::ptr::null_mut());
    // SAFETY: descriptors and words of the probe's.
    unsafe {
        let driver = bench.driver;
        driver.zeEventPoolCreate(CONTEXT as _, &raw const desc, 0, std::ptr::null_mut(), &raw mut pool);
        driver.zeEventCreate(pool, &ze_event_desc_t::default(), &raw mut event);
    }
    let known = Event { pool: pool as usize, stamped: Stamped::Yes, host_visible: true, ..Event::default() };
    bench.state.registry.events.insert(event as usize, known);
    event as usize
}

#[test]
fn intels_driver_is_not_asked_about_an_event_that_is_not_signalled() {
    let mut bench = Bench::intels();
    bench.list(LIST, true, false);
    let mut ours = vec![bench.append(LIST, 0).0];
    bench.look();
    ours.extend((1..40).map(|_| bench.append(LIST, 0).0));
    let theirs = event_of_intels(&mut bench);
    bench.append(LIST, theirs);
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.driver.world().not_ready), ((41, 0, 0), 0));
    bench.driver.complete(ours[7], 5);
    bench.driver.complete(theirs, 6);
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.total_ns()), ((41, 1, 0), 5), "one of the first seventeen");
    for event in ours.iter().filter(|event| **event != ours[7]) {
        bench.driver.complete(*event, 5);
    }
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.total_ns()), ((41, 41, 0), 206));
    assert_eq!(bench.driver.world().not_ready, 0);
}

/// In one of thirty runs the driver was asked about every event to the end.
#[test]
fn where_the_words_of_the_first_events_are_not_found_those_of_the_next_are() {
    for refused in [1, 2, 3] {
        let mut bench = Bench::intels();
        bench.driver.world().refused_signals = refused;
        bench.list(LIST, true, false);
        // Sixteen events at a time, eight of which are compared.
        let mut first = Vec::new();
        for _ in 0..2 * refused {
            first.extend((0..8).map(|_| bench.append(LIST, 0).0));
            bench.look();
        }
        let mut ours = vec![bench.append(LIST, 0).0];
        bench.look();
        ours.extend((1..24).map(|_| bench.append(LIST, 0).0));
        let theirs = event_of_intels(&mut bench);
        bench.append(LIST, theirs);
        first.iter().for_each(|event| bench.driver.complete(*event, 5));
        bench.state.sweep();
        bench.driver.world().not_ready = 0;
        bench.state.sweep();
        let (known, all) = (first.len() as u64, first.len() as u64 + 25);
        assert_eq!((bench.totals(), bench.driver.world().not_ready), ((all, known, 0), 0), "{refused}");
        ours.iter().chain([&theirs]).for_each(|event| bench.driver.complete(*event, 5));
        bench.state.sweep();
        assert_eq!(bench.totals(), (all, all, 0), "{refused}");
    }
}

/// Once one pool has shown how events look, the kernel is not asked to read those of others, so they need not wait for a thread
/// of the probe's.
#[test]
fn the_words_of_later_events_are_known_at_once() {
    let mut bench = Bench::intels();
    bench.list(LIST, true, false);
    let first = bench.append(LIST, 0).0;
    bench.look();
    let ours: Vec<usize> = (0..600).map(|_| bench.append(LIST, 0).0).collect();
    bench.state.sweep();
    assert_eq!((bench.totals(), bench.driver.world().not_ready), ((601, 0, 0), 0));
    [first].iter().chain(&ours).for_each(|event| bench.driver.complete(*event, 5));
    bench.state.sweep();
    assert_eq!(bench.totals(), (601, 601, 0));
}

#[test]
fn what_is_not_signalled_when_its_list_goes_is_not_asked_about_either() {
    let mut bench = Bench::intels();
    bench.list(LIST, true, false);
    bench.append(LIST, 0);
    bench.look();
    bench.state.forget_list(LIST);
    assert_eq!((bench.untimed(Untimed::NeverCompleted), bench.driver.world().not_ready), (1, 0));
}

/// A glance only shows when there is no point in asking: what is known to be complete is always asked about.
#[test]
fn what_is_known_to_be_complete_is_asked_about() {
    let mut bench = Bench::intels();
    bench.list(LIST, true, false);
    bench.append(LIST, 0);
    bench.state.settle_lane(LIST, Completion::Complete, 9);
    assert_eq!(bench.driver.world().not_ready, 1);
}

#[test]
fn where_events_are_no_objects_the_driver_is_asked_about_one_at_a_time() {
    let mut bench = Bench::intels();
    bench.driver.world().intels = false;
    bench.list(LIST, true, false);
    for _ in 0..9 {
        bench.append(LIST, 0);
    }
    bench.state.sweep();
    assert_eq!(bench.driver.world().not_ready, 1);
}

/// `--public-api`: the same, though there are objects that could be read.
#[test]
fn with_the_api_alone_nothing_is_looked_for() {
    let mut bench = Bench::intels();
    bench.state.quirks = Box::new(PublicApi);
    bench.driver.world().refused_signals = 1;
    bench.list(LIST, true, false);
    for _ in 0..40 {
        bench.append(LIST, 0);
        bench.look();
    }
    let theirs = event_of_intels(&mut bench);
    bench.append(LIST, theirs);
    bench.state.sweep();
    let world = bench.driver.world();
    assert_eq!((world.not_ready, world.refused_signals), (1, 1), "no event was signalled to look at it");
}
