//! What is counted after an attach, exactly, and what is timed.

use crate::support::{attached, needs_loader, target};
use zetop_e2e::account::Account;

#[test]
fn calls_of_all_families_by_old_and_new_threads_are_counted_exactly() {
    needs_loader!();
    let mut target = target("threads=3 busy=4");
    // Before the attach, so not counted.
    target.tell("calls 1000");
    let zetop = attached(&target, &[]);
    let mut said = target.tell("calls 20000");
    said += &target.tell("threads 5 3000");
    said += &target.tell("calls 1");
    let figures = zetop.end(libc::SIGTERM).figures();
    target.tell("calls 1000");
    let account = Account::read(&said);
    println!("{:?}", account.calls);
    assert!(account.calls.contains_key("zeDriverGetApiVersion"));
    assert!(account.calls.contains_key("zetMetricGroupGet"));
    assert!(account.calls.contains_key("zesDeviceEnumMemoryModules"));
    account.assert_calls(&figures);
    assert!(figures.calls("zeEventQueryStatus").0 > 0, "the busy threads were not seen");
    assert_eq!(figures.state, "detached");
    assert_eq!(figures.target.pids, [target.pid()]);
    let (said, status) = target.quit();
    assert!(status.success() && said.starts_with("busy true"), "{said} {status}");
}

#[test]
fn each_attach_has_a_budget_of_its_own() {
    needs_loader!();
    let mut target = target("threads=2 busy=2");
    for (budget, is_sampled) in [("0", true), ("none", false), ("0", true), ("100", false), ("0.01", true)] {
        let zetop = attached(&target, &["--budget", budget]);
        // More than may be timed at once.
        let said = target.tell("calls 20000");
        let figures = zetop.end(libc::SIGTERM).figures();
        Account::read(&said).assert_calls(&figures);
        let host = &figures.host;
        assert_eq!(host.timed < host.calls, is_sampled, "{budget}: {} of {}", host.timed, host.calls);
        assert_eq!(host.total_error_pct > 0.0, is_sampled, "{budget}");
    }
    assert!(target.quit().1.success());
}

#[test]
fn operations_on_lists_from_before_and_after_are_timed() {
    needs_loader!();
    let mut target = target("");
    target.tell("immediate 5");
    target.tell("signal 5");
    let zetop = attached(&target, &[]);
    let mut said = String::new();
    for order in ["immediate 50", "signal 20", "fresh 30", "record 10"] {
        said += &target.tell(order);
    }
    let figures = zetop.end(libc::SIGTERM).figures();
    let account = Account::read(&said);
    account.assert_device(&figures);
    figures.assert_all_timed();
    let kernel = figures.kernel("work");
    assert_eq!((kernel.min_ns, kernel.max_ns), (Some(20_000), Some(20_000)), "{kernel:?}");
    assert!(target.quit().1.success());
}

/// zetop finds out that they are in order, so that our event can time the operation and theirs be signalled
/// after it.
#[test]
fn events_without_timestamps_from_before_on_in_order_lists() {
    needs_loader!();
    let mut target = target("");
    target.tell("in-order 5");
    for _ in 0..2 {
        let zetop = attached(&target, &[]);
        let said = target.tell("in-order 40");
        let figures = zetop.end(libc::SIGTERM).figures();
        Account::read(&said).assert_device(&figures);
        figures.assert_all_timed();
        let kernel = figures.kernel("work");
        assert_eq!((kernel.min_ns, kernel.max_ns), (Some(20_000), Some(20_000)), "{kernel:?}");
        target.tell("in-order 5");
    }
    assert!(target.quit().1.success());
}

/// If nothing orders what follows, only the operation itself can signal their event.
#[test]
fn events_without_timestamps_from_before_on_other_lists_are_untimed() {
    needs_loader!();
    let mut target = target("");
    target.tell("plain 5");
    let zetop = attached(&target, &[]);
    let said = target.tell("plain 40");
    let figures = zetop.end(libc::SIGTERM).figures();
    Account::read(&said).assert_device(&figures);
    let reasons = &figures.device.untimed_reasons;
    assert_eq!(reasons.get("event without timestamps"), Some(&80), "{:#?}", figures.device);
    assert_eq!((figures.device.timed, figures.device.untimed), (0, 80));
    assert!(target.quit().1.success());
}

/// The driver does not tell whether an event without a pool has timestamps, so that it must be left as it is.
#[test]
fn counter_based_events_without_a_pool_from_before() {
    needs_loader!();
    let mut target = target("");
    let zetop = attached(&target, &[]);
    let said = target.tell("counter-based 30");
    let figures = zetop.end(libc::SIGTERM).figures();
    Account::read(&said).assert_device(&figures);
    let reasons = &figures.device.untimed_reasons;
    assert_eq!(reasons.get("list or event made before attach"), Some(&30), "{:#?}", figures.device);
    // The others, and the barrier at the end.
    assert_eq!((figures.device.timed, figures.device.untimed), (31, 30));
    assert!(target.quit().1.success());
}

/// A function that the program asked for before, and keeps in an object on its heap, as Intel's SYCL runtime does: events that
/// it makes later are known, and after the detach it is the driver's own again.
#[test]
fn counter_based_events_by_a_function_kept_from_before() {
    needs_loader!();
    let mut target = target("");
    target.tell("kept 5");
    for _ in 0..2 {
        let zetop = attached(&target, &[]);
        let said = target.tell("kept 30");
        let figures = zetop.end(libc::SIGTERM).figures();
        Account::read(&said).assert_device(&figures);
        // And the barrier at the end.
        assert_eq!((figures.device.timed, figures.device.untimed), (61, 0), "{:#?}", figures.device);
        target.tell("kept 5");
    }
    assert!(target.quit().1.success());
}

#[test]
fn a_list_recorded_before_is_counted_untimed() {
    needs_loader!();
    let mut target = target("");
    let zetop = attached(&target, &[]);
    target.tell("execute 7");
    let said = target.tell("immediate 3");
    let figures = zetop.end(libc::SIGTERM).figures();
    assert_eq!(
        figures.device.untimed_reasons.get("recorded before attach"),
        Some(&7),
        "{:#?}",
        figures.device
    );
    assert_eq!(figures.device.untimed, 7);
    assert_eq!(figures.device.timed, 3 + 3 + 1);
    Account::read(&said).assert_device(&figures);
    assert!(target.quit().1.success());
}

#[test]
fn pointers_from_before_are_classified_by_the_driver() {
    needs_loader!();
    let mut target = target("");
    target.tell("kinds");
    let zetop = attached(&target, &[]);
    let said = target.tell("kinds");
    let figures = zetop.end(libc::SIGTERM).figures();
    Account::read(&said).assert_device(&figures);
    figures.assert_all_timed();
    assert!(target.quit().1.success());
}

/// After the second attach they named thread 0: a thread that keeps its block had told only the first session who it is.
#[test]
fn live_lines_name_their_thread_after_a_second_attach() {
    needs_loader!();
    let mut target = target("threads=2 busy=0");
    for _ in 0..2 {
        let zetop = attached(&target, &["--live"]);
        target.tell("calls 5");
        zetop.until("the calls", |figures| figures.calls("zeDriverGetApiVersion").0 == 10);
        let end = zetop.end(libc::SIGTERM);
        assert!(end.status.success(), "{end:#?}");
        // `0.123456 PID/TID function duration`
        let of = |line: &str| {
            let mut words = line.split_whitespace().skip(1);
            let (ids, function) = (words.next()?, words.next()?);
            (function == "zeDriverGetApiVersion").then(|| ids.to_owned())
        };
        let lines: Vec<String> = end.stderr.lines().filter_map(of).collect();
        let tasks = std::fs::read_dir(format!("/proc/{}/task", target.pid())).expect("it is there");
        let known: Vec<String> = tasks
            .flatten()
            .map(|task| format!("{}/{}", target.pid(), task.file_name().to_string_lossy()))
            .collect();
        // On a busy machine, zetop may have been too late for some.
        assert!(lines.len() == 10 || end.stderr.contains("came too fast"), "{}", end.stderr);
        assert!(lines.iter().all(|ids| known.contains(ids)), "{lines:?}, threads {known:?}");
    }
    assert!(target.quit().1.success());
}
