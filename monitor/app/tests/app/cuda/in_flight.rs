//! Operations that are in flight when something ends: a session, a context, the program's use of CUPTI. The stand-in CUPTI has
//! records of what has completed only.

use crate::common;
use crate::cuda::attach::probes_in_place;
use crate::cuda::lets_go::{Attached, Program};
use crate::cuda::program::{built, calls, kernel, program_watched};
use serde_json::Value;
use std::time::Duration;

const LATE: [(&str, &str); 1] = [("CUPTI_STUB_LATE", "1")];

/// Timed and untimed operations.
fn operations(figures: &Value) -> (u64, u64) {
    let device = &figures["device"];
    (device["timed"].as_u64().unwrap(), device["untimed"].as_u64().unwrap())
}

/// Attaches, and waits until CUPTI records, and the attach is over that has started it. Figures come every 50 ms.
fn attach(program: &mut Program) -> Attached {
    let attached = program.attach_with(&["--interval", "0.05"]);
    common::eventually("CUPTI in our hands", || program.order("kinds") == "kinds 4");
    common::eventually("the end of the attach", || probes_in_place(program.child.id()) == 1);
    attached
}

/// All in flight at the detach that follows one graph whose records have come: that had more than was known of it, so that what
/// came later seemed to be complete, and was in no figure.
#[test]
fn what_is_in_flight_at_a_detach_is_counted_after_graphs_from_before_the_attach() {
    let Some(folder) = built() else { return };
    let mut program = Program::start(folder, &LATE, &["late"]);
    for (orders, count) in [(["graph", "launch"], 4), (["graph", "graph"], 6), (["graph", "devices"], 5)] {
        let attached = attach(&mut program);
        program.order(orders[0]);
        attached.until("the records of the graph", |figures| operations(figures).0 == 3);
        program.order(orders[1]);
        let figures = attached.detach();
        let (timed, untimed) = operations(&figures);
        assert_eq!(timed + untimed, count, "{orders:?}: {}", figures["device"]);
        // The rest was in flight for longer than a detach waits, on a busy machine.
        assert!(timed >= 3, "{orders:?}: {}", figures["device"]);
    }
}

fn submissions(figures: &Value) -> u64 {
    ["cuLaunchKernel", "cuMemsetD8Async"].map(|name| calls(figures, name).0).iter().sum()
}

/// CUPTI was started before the program's pointers were replaced: what was submitted in between had a record, but was not given
/// by anybody, so that what was given later seemed to be complete.
#[test]
fn a_program_that_is_busy_during_an_attach_has_an_operation_for_each_call() {
    let Some(folder) = built() else { return };
    let mut program = Program::start(folder, &[("SLOW_ENABLE_MS", "30")], &["busy"]);
    let attached = attach(&mut program);
    attached.until("records of what came after the attach", |figures| operations(figures).0 > 0);
    program.order("rest");
    let figures = attached.detach();
    let (timed, untimed) = operations(&figures);
    assert_eq!(timed + untimed, submissions(&figures), "{}", figures["device"]);
    let reasons = figures["device"]["untimed_reasons"].as_object().unwrap();
    assert!(timed > 0 && reasons.keys().all(|reason| reason.contains("was started")), "{reasons:?}");
}

/// What is submitted after the wrappers are gone has records, too, while a detach waits for others.
#[test]
fn a_program_that_is_busy_during_a_detach_has_what_is_in_flight_timed() {
    let Some(folder) = built() else { return };
    let mut program = Program::start(folder, &[LATE[0], ("CUPTI_STUB_BUFFERS", "1")], &["busy"]);
    let attached = attach(&mut program);
    program.order("late");
    let figures = attached.detach();
    let late = kernel(&figures, "late_100000000");
    assert_eq!((&late["launches"], &late["timed"]), (&1.into(), &1.into()), "{late}");
    let (timed, untimed) = operations(&figures);
    let submissions = submissions(&figures);
    // The thread may be in a call whose wrapper is left when that counts no more.
    assert!(
        (submissions - 1..=submissions).contains(&(timed + untimed)),
        "{submissions} {}",
        figures["device"]
    );
}

/// Launches that were given no place made later ones seem complete.
#[test]
fn a_launch_on_several_devices_is_an_operation_on_each() {
    let Some(folder) = built() else { return };
    let mut program = Program::start(folder, &LATE, &["late"]);
    let attached = attach(&mut program);
    for _ in 0..3 {
        program.order("devices");
    }
    attached.until("the records of the launches", |figures| operations(figures).0 == 6);
    program.order("launch");
    let figures = attached.detach();
    let (timed, untimed) = operations(&figures);
    assert_eq!(timed + untimed, 7, "{}", figures["device"]);
    let kernels = figures["device"]["kernels"].as_array().unwrap();
    let launches: u64 = kernels.iter().map(|kernel| kernel["launches"].as_u64().unwrap()).sum();
    assert_eq!((launches + untimed, kernels.len()), (7, 2), "{kernels:?}");
}

/// What is known of its streams was forgotten, and with it when the kernels were launched.
#[test]
fn a_context_that_others_have_stays_known_when_it_is_released() {
    let Some(folder) = built() else { return };
    let (output, figures) = program_watched("lets_go", folder, &LATE, &["--no-tui"], &["released"]);
    assert!(output.status.success(), "{}", common::stderr(&output));
    let late = kernel(&figures, "late_100000000");
    assert_eq!(late["launches"], 1, "{late}");
    assert!(late["submit_avg_ns"].is_number(), "when it was launched is forgotten: {late}");
}

/// The thread that waits for the program to let go sees it at work again, and leaves, at the moment at which it lets go.
#[test]
fn cupti_is_taken_back_however_often_the_program_has_it() {
    let Some(folder) = built() else { return };
    let mut program = Program::start(folder, &[], &["own"]);
    let attached = attach(&mut program);
    program.order("register");
    for round in 0..5_u64 {
        for step in 0..12 {
            program.order("on");
            // Around the moments at which that thread looks.
            std::thread::sleep(Duration::from_millis(92 + (round * 12 + step) % 16));
            program.order("off");
        }
        common::eventually("CUPTI in our hands again", || program.order("kinds") == "kinds 4");
    }
    attached.detach();
    assert_eq!(program.order("kinds"), "kinds 0");
}

/// CUPTI may need any time for it. The program's thread called it by itself, and waited for that.
#[test]
fn the_end_of_a_context_waits_for_cupti_within_a_limit() {
    let Some(folder) = built() else { return };
    let slow = [("SLOW_FLUSH_US", "20000000")];
    let (output, figures) = program_watched("lets_go", folder, &slow, &["--no-tui"], &["slow"]);
    let took: u64 = common::stdout(&output).trim().parse().unwrap();
    assert!(took < 10_000, "{took} ms");
    let (timed, untimed) = operations(&figures);
    assert_eq!(timed + untimed, 1, "{}", figures["device"]);
}
