//! No hook is forgotten: every function that makes or destroys what timing follows, or puts work on a device,
//! is hooked or listed here with the reason why not.

use super::{ALWAYS, APPENDS, DEVICE};
use level_zero_sys::FUNCTIONS;

/// Functions that match [`matters`] and need no hook.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("zeContextCreate", "contexts are known by their handles alone"),
    ("zeContextCreateEx", "contexts are known by their handles alone"),
    ("zeCommandListClose", "changes nothing that is followed"),
    ("zeCommandListAppendMemAdvise", "a hint: no work, no event"),
    ("zeCommandListUpdateMutableCommandWaitEventsExp", "what a command waits for is not followed"),
    ("zeFenceCreate", "fences are known from their executions"),
    ("zeFenceReset", "its next execution takes its place"),
    ("zeEventPoolOpenIpcHandle", "events of another process's pool are left alone: unknown handles"),
    ("zeEventPoolCloseIpcHandle", "as zeEventPoolOpenIpcHandle"),
    ("zeEventPoolPutIpcHandle", "handles to be shared, no memory"),
    ("zeEventCounterBasedOpenIpcHandle", "events of another process are left alone: unknown handles"),
    ("zeEventCounterBasedCloseIpcHandle", "as zeEventCounterBasedOpenIpcHandle"),
    ("zeMemPutIpcHandle", "handles to be shared, no memory"),
    ("zePhysicalMemCreate", "physical memory has no address; zeVirtualMemMap gives it one"),
    ("zePhysicalMemDestroy", "as zePhysicalMemCreate"),
    ("zeVirtualMemReserve", "addresses without memory"),
    ("zeVirtualMemFree", "addresses without memory: zeVirtualMemUnmap came before"),
    ("zeGraphCreateExt", "what a graph consists of is not followed"),
    ("zeGraphDestroyExt", "what a graph consists of is not followed"),
    ("zeExecutableGraphDestroyExt", "what a graph consists of is not followed"),
    ("zeModuleCreate", "kernels say their names"),
    ("zeModuleBuildLogDestroy", "a text"),
    ("zeModuleDestroy", "its kernels are destroyed first"),
    ("zeRTASBuilderCreateExt", "works on the host"),
    ("zeRTASBuilderCreateExp", "works on the host"),
    ("zeRTASBuilderDestroyExt", "works on the host"),
    ("zeRTASBuilderDestroyExp", "works on the host"),
    ("zetCommandListAppendMetricStreamerMarker", "no work, no event"),
    ("zetCommandListAppendMetricQueryBegin", "no work, no event"),
    ("zetCommandListAppendMetricMemoryBarrier", "no work, no event"),
    ("zetCommandListAppendMarkerExp", "no work, no event"),
    ("zetMetricQueryPoolCreate", "metrics are not followed"),
    ("zetMetricQueryPoolDestroy", "metrics are not followed"),
];

/// By name: what puts work on a device or changes what is put there; what makes, changes or destroys events, pools,
/// lists, queues, fences, contexts, images, kernels and memory; and what tells that work is complete.
fn matters(name: &str) -> bool {
    const ALWAYS: [&str; 8] = [
        "Append",
        "ExecuteCommandLists",
        "Clone",
        "UpdateMutable",
        "NextCommandId",
        "BeginGraph",
        "BeginCapture",
        "EndGraph",
    ];
    const OBJECTS: [&str; 13] = [
        "Event",
        "EventPool",
        "CommandList",
        "CommandQueue",
        "Fence",
        "Context",
        "Image",
        "Kernel",
        "Mem",
        "Module",
        "Graph",
        "QueryPool",
        "RTASBuilder",
    ];
    const VERBS: [&str; 16] = [
        "Create",
        "Destroy",
        "Reset",
        "Open",
        "Close",
        "Alloc",
        "Free",
        "Map",
        "Unmap",
        "Put",
        "Signal",
        "Reserve",
        "Import",
        "Synchronize",
        "HostReset",
        "HostSignal",
    ];
    let is_question = name.contains("Get") && !name.contains("GetNextCommandId");
    let object = OBJECTS.iter().any(|object| name.contains(object));
    let verb = VERBS.iter().any(|verb| name.contains(verb));
    let waits = name.starts_with("ze") && name.ends_with("Synchronize");
    ALWAYS.iter().any(|part| name.contains(part)) || waits || (object && verb && !is_question)
}

#[test]
fn whatever_matters_is_hooked_or_says_why_not() {
    let hooked = |id: usize| ALWAYS.iter().chain(APPENDS).chain(DEVICE).any(|(hook, _)| *hook == id);
    let excepted = |name: &str| EXCEPTIONS.iter().any(|(exception, _)| *exception == name);
    let families = ["ze", "zet", "zer"];
    let mut forgotten = Vec::new();
    for (id, function) in FUNCTIONS.iter().enumerate().filter(|(_, f)| families.contains(&f.family)) {
        if matters(function.name) && !hooked(id) && !excepted(function.name) {
            forgotten.push(function.name);
        }
        if excepted(function.name) {
            assert!(matters(function.name) && !hooked(id), "{} is no exception", function.name);
        }
    }
    assert!(forgotten.is_empty(), "hook these, or say in EXCEPTIONS why not: {forgotten:#?}");
    for (name, _) in EXCEPTIONS {
        assert!(FUNCTIONS.iter().any(|f| f.name == *name), "{name} is no function");
    }
    assert_eq!(FUNCTIONS.len(), 478);
}

/// The tracing layer calls these after the program's own call: each has to count, and not to call again.
#[test]
fn appends_come_with_a_list_of_their_own() {
    for (id, _) in APPENDS {
        assert!(FUNCTIONS[*id].name.contains("Append"), "{}", FUNCTIONS[*id].name);
    }
}
