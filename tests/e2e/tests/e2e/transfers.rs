//! Kinds, bytes and rates of copies; every kind of list is covered.

use crate::support::{exact, needs_loader, scene};
use zetop_e2e::figures::Figures;
use zetop_e2e::scene::Watched;

#[test]
fn every_kind_of_list_is_timed() {
    needs_loader!();
    for kind in [
        "one-shot",
        "again",
        "reset",
        "in-order",
        "sync",
        "async",
        "immediate-in-order",
        "copy-only",
        "copy-only-immediate",
        "several",
        "fence",
    ] {
        println!("{kind}");
        let _ = exact(&scene(&format!("lists kind={kind} n=7")));
    }
}

/// How many are complete before the next one depends on the machine.
#[test]
fn a_list_again_in_flight_keeps_its_last_times() {
    needs_loader!();
    for (kind, operations) in [("again-in-flight", 2), ("copy-only-again", 1)] {
        let (_, watched) = crate::support::both(&scene(&format!("lists kind={kind} n=7")));
        let device = &watched.figures.device;
        assert!(device.timed >= operations, "{device:#?}");
        assert_eq!(device.timed + device.untimed, 7 * operations, "{device:#?}");
        let again = device.untimed_reasons.get("list executed again while running").copied().unwrap_or(0);
        assert_eq!(device.untimed, again, "{device:#?}");
    }
}

/// Nothing of the probe's goes between the program's lists: see `timing::execute`.
#[test]
fn a_list_several_times_in_one_call_keeps_its_last_times() {
    needs_loader!();
    let (_, watched) = crate::support::both(&scene("lists kind=same-twice n=7"));
    let device = &watched.figures.device;
    assert_eq!((device.timed, device.untimed), (2, 12), "{device:#?}");
    assert_eq!(device.untimed_reasons["list executed again while running"], 12);
}

#[test]
fn every_form_of_launch_is_timed() {
    needs_loader!();
    let _ = exact(&scene("launches n=7"));
}

#[test]
fn every_kind_of_event_pool_is_timed() {
    needs_loader!();
    let _ = exact(&scene("pool-kinds n=7"));
}

#[test]
fn every_pair_of_kinds_on_the_copy_engine() {
    needs_loader!();
    let _ = exact(&scene("copies size=64K n=3 engine=copy"));
}

const RATES: &str = "h2d=12,heap_h2d=8,d2h=11,heap_d2h=7,d2d=300,shared=20,h2h=5";

/// Each pair of kinds, and the rate that is set for it, in GB/s.
const PAIRS: [(&str, &str, f64); 16] = [
    ("host", "device", 12.0),
    ("heap", "device", 8.0),
    ("device", "host", 11.0),
    ("device", "heap", 7.0),
    ("device", "device", 300.0),
    ("shared", "shared", 20.0),
    ("host", "host", 5.0),
    ("shared", "device", 20.0),
    ("device", "shared", 20.0),
    ("host", "shared", 20.0),
    ("shared", "host", 20.0),
    ("heap", "shared", 20.0),
    ("shared", "heap", 20.0),
    ("heap", "host", 5.0),
    ("host", "heap", 5.0),
    ("heap", "heap", 5.0),
];

/// Small copies in bulk, large ones once; the largest between the host and the device, and on the device.
#[test]
fn bandwidth_is_the_set_rate_for_each_pair_and_size() {
    needs_loader!();
    for (size, n) in [("8K", 50), ("256K", 10), ("4M", 3), ("32M", 1)] {
        let watched = copied(&format!("copies size={size} n={n}"));
        for (src, dst, rate) in PAIRS {
            check_rate(&watched.figures, src, dst, rate, size);
        }
    }
    // Each alone, since they take much memory.
    let is_of_device = |pair: &(&str, &str, f64)| [pair.0, pair.1].contains(&"device");
    let is_shared = |pair: &(&str, &str, f64)| [pair.0, pair.1].contains(&"shared");
    for (src, dst, rate) in PAIRS.into_iter().filter(|pair| is_of_device(pair) && !is_shared(pair)) {
        let watched = copied(&format!("copies pair={src}-{dst} size=256M n=1"));
        check_rate(&watched.figures, src, dst, rate, "256M");
    }
}

fn copied(program: &str) -> Watched {
    // A device clock fine enough that 8 KB at 300 GB/s is not one cycle.
    let scene = scene(program).env("ZESIM_TIMER_HZ", "1000000000");
    exact(&scene.env("ZESIM_COPY_GBPS", RATES).env("ZESIM_TIME", "model"))
}

fn check_rate(figures: &Figures, src: &str, dst: &str, rate: f64, size: &str) {
    let transfer = figures.transfer(src, dst);
    let what = format!("{src} -> {dst}, {size}: {transfer:#?}");
    let off = |seen: Option<f64>| (seen.unwrap_or(0.0) / rate - 1.0).abs();
    // 8 KB at 300 GB/s are 27.3 ns, and the clock has whole ones.
    let tolerance = if rate > 100.0 && size == "8K" { 0.02 } else { 0.01 };
    assert!(off(transfer.bandwidth_gbps) < tolerance, "{what}");
    assert!(transfer.by_size.iter().all(|class| off(class.bandwidth_gbps) < tolerance), "{what}");
    assert_eq!(transfer.by_size.iter().map(|class| class.ops).sum::<u64>(), transfer.ops, "{what}");
    assert_eq!(transfer.by_size.iter().map(|class| class.bytes).sum::<u64>(), transfer.bytes, "{what}");
    let bytes = transfer.bytes / transfer.ops;
    for class in &transfer.by_size {
        assert!(class.up_to.is_none_or(|up_to| bytes <= up_to), "{what}");
    }
}

#[test]
fn directions_are_what_the_kinds_say() {
    needs_loader!();
    let watched = exact(&scene("copies size=64K n=1"));
    for transfer in &watched.figures.device.transfers {
        let expected = match (transfer.src.as_str(), transfer.dst.as_str()) {
            ("shared", _) | (_, "shared") => "shared",
            ("device", "device") => "d2d",
            ("device", _) => "d2h",
            (_, "device") => "h2d",
            _ => "h2h",
        };
        assert_eq!(transfer.direction, expected, "{transfer:?}");
    }
}

#[test]
fn memory_that_is_never_freed_is_reported() {
    needs_loader!();
    let watched = exact(&scene("leaks n=10 size=4K"));
    let device = watched.figures.memory.iter().find(|memory| memory.kind == "device").expect("device memory");
    assert_eq!((device.allocs, device.frees), (12, 10));
}

#[test]
fn each_operation_is_in_its_devices_lane() {
    needs_loader!();
    let watched = exact(&scene("devices n=10").env("ZESIM_DEVICES", "2"));
    let launches = |device| {
        let kernels = watched.figures.device.kernels.iter().filter(|kernel| kernel.device == device);
        kernels.map(|kernel| kernel.launches).sum::<u64>()
    };
    assert_eq!((launches(0), launches(1)), (20, 40));
}

/// Intel's driver copies from it as fast as from its own: advice to allocate otherwise would be wrong.
#[test]
fn imported_memory_is_not_heap() {
    needs_loader!();
    let watched = exact(&scene("imports n=50 size=1M").env("ZESIM_TIME", "model"));
    assert_eq!(watched.figures.transfer("imported", "device").ops, 50);
}
