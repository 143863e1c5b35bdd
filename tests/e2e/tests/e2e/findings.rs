//! Each finding has a program that triggers it, and a similar one that does not. Costs are set in the
//! simulator, far above anything that a loaded machine adds.

use crate::support::{needs_loader, scene};
use zetop_e2e::figures::Finding;
use zetop_e2e::scene::Scene;

/// One copy of 4 MiB takes 8 ms from any memory.
const SLOW_LINK: &str = "h2d=0.5,heap_h2d=0.5,d2h=0.5,heap_d2h=0.5";

fn findings(scene: &Scene) -> Vec<Finding> {
    scene.watched().figures.findings
}

/// The finding with this `id`, and no other. What one costs is compared with the whole run, which takes longer on a busy machine:
/// without any, the scene runs again.
fn only(scene: &Scene, id: &str) -> Finding {
    let mut runs = std::iter::repeat_with(|| findings(scene)).take(10);
    let mut all = runs.find(|all| !all.is_empty()).unwrap_or_default();
    assert_eq!(all.iter().map(|f| f.id.as_str()).collect::<Vec<_>>(), [id], "{all:#?}");
    all.remove(0)
}

fn none(scene: &Scene) {
    let all = findings(scene);
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn copies_from_malloc_are_named_without_a_witness() {
    needs_loader!();
    let scene =
        |pair: &str| scene(&format!("copies size=4M n=20 pair={pair}")).env("ZESIM_COPY_GBPS", SLOW_LINK);
    for (pair, way) in [("heap-device", "to the GPU from"), ("device-heap", "from the GPU to")] {
        let all = findings(&scene(pair));
        let finding = all.iter().find(|f| f.evidence.contains(way)).expect("a finding for this way");
        assert_eq!((finding.id.as_str(), finding.severity.as_str()), ("slow-kind", "warning"));
        assert_eq!(finding.text, "Allocate with zeMemAllocHost (sycl::malloc_host)");
        let figures = "malloc'd memory at 0.50 GB/s, 2 % of PCIe 4 x16 (31.5)";
        assert!(finding.evidence.contains(figures), "{finding:?}");
        assert_eq!(finding.gain_pct, None, "nothing faster was seen");
    }
    none(&scene("host-device engine=copy"));
}

#[test]
fn a_copy_engine_that_lies_idle_is_named() {
    needs_loader!();
    let scene = |engine: &str| {
        scene(&format!("copies size=4M n=20 pair=host-device engine={engine}"))
            .env("ZESIM_COPY_GBPS", SLOW_LINK)
    };
    let finding = only(&scene("compute"), "slower-engine");
    assert_eq!(finding.text, "Try a queue of the copy engine (queue group 1)");
    assert!(
        finding.evidence.ends_with(
            "host→device at 0.50 GB/s, 2 % of PCIe 4 x16 (31.5), all on the compute engine (queue group 0)"
        ),
        "{finding:?}"
    );
    none(&scene("copy"));
}

#[test]
fn copies_that_never_run_beside_kernels_are_named() {
    needs_loader!();
    let scene = |queues: &str| {
        scene(&format!("pipeline n=100 queues={queues}"))
            .env("ZESIM_COPY_GBPS", SLOW_LINK)
            .env("ZESIM_KERNEL_NS", "slow=8_000_000")
    };
    let mut runs = std::iter::repeat_with(|| findings(&scene("one"))).take(10);
    // What the finding costs is compared with the whole run, which a busy machine makes longer.
    let finding = runs.find_map(|all| all.into_iter().find(|f| f.id == "no-overlap"));
    let finding = finding.expect("copies after kernels");
    assert_eq!(
        finding.text,
        "Copy the next data while kernels run, on a queue of the copy engine (queue group 1)"
    );
    assert!(finding.evidence.ends_with(" % of that at the same time, all on one queue"), "{finding:?}");
    assert!(finding.gain_pct.is_some_and(|pct| pct > 5.0), "{finding:?}");
    // On a busy machine the device may wait for the program: that would be another finding.
    let beside = findings(&scene("two"));
    assert!(beside.iter().all(|f| f.id != "no-overlap"), "{beside:#?}");
}

#[test]
fn many_tiny_copies_are_named() {
    needs_loader!();
    let latency = ("ZESIM_COPY_LATENCY_NS", "200_000");
    let scene = |command: &str| scene(command).env(latency.0, latency.1);
    let finding = only(&scene("copies size=4K n=2000 pair=host-device"), "tiny-copies");
    assert!(finding.evidence.contains("of at most 8 KiB, 4.10 KB each on average"), "{finding:?}");
    assert!(finding.gain_pct.is_some_and(|pct| pct > 20.0), "{finding:?}");
    let few = findings(&scene("copies size=4M n=4 pair=host-device"));
    assert!(few.iter().all(|f| f.id != "tiny-copies"), "{few:#?}");
}

#[test]
fn waits_that_starve_the_device_are_named() {
    needs_loader!();
    let scene = |wait: &str| {
        scene(&format!("habits n=200 wait={wait}")).env("ZESIM_CALL_NS", "zeEventHostSynchronize=5_000_000")
    };
    let finding = only(&scene("each"), "synchronous-waits");
    assert_eq!(finding.text, "Submit more work before each zeEventHostSynchronize");
    assert!(finding.gain_pct.is_some_and(|pct| pct > 20.0), "{finding:?}");
    none(&scene("last"));
}

#[test]
fn allocating_for_each_kernel_is_named() {
    needs_loader!();
    let scene = |memory: &str| {
        scene(&format!("habits n=200 memory={memory}")).env("ZESIM_CALL_NS", "zeMemAllocHost=5_000_000")
    };
    let finding = only(&scene("new"), "allocation-churn");
    let took = finding.evidence.strip_prefix("201 allocations and 201 frees took ");
    let seconds = took.and_then(|took| took.split_once(" s")?.0.parse().ok());
    // Each allocation takes 5 ms, and longer on a busy machine.
    assert!(seconds.is_some_and(|seconds: f64| seconds >= 1.0), "{finding:?}");
    none(&scene("kept"));
}

#[test]
fn a_function_that_keeps_failing_is_named() {
    needs_loader!();
    let failing: Vec<_> = findings(&scene("errors n=12"));
    let about: Vec<&str> = failing.iter().map(|f| f.text.as_str()).collect();
    assert!(failing.iter().all(|f| f.id == "repeated-errors"), "{failing:#?}");
    assert!(about.contains(&"Find out why zeModuleCreate fails") && about.len() == 4, "{about:?}");
    let module = failing.iter().find(|f| f.text.contains("zeModuleCreate")).unwrap();
    assert!(
        module.evidence.contains("12 of 13 calls returned an error, last ZE_RESULT_ERROR_"),
        "{module:?}"
    );
    none(&scene("errors n=3"));
}
