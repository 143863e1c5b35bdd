//! Graphs, which loaders before 1.28 don't know: these tests talk to the driver by itself.

use crate::harness::{Sim, bytes, described, floats, oracle, run as run_with_loader};
use level_zero_sys::*;
use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

#[track_caller]
fn run(knobs: &[(&str, &str)], body: impl FnOnce(&Sim)) {
    run_with_loader(knobs, |_| body(&Sim::without_loader()));
}

/// A launch that adds one to a number, and the number.
fn counter(sim: &Sim) -> (ze_kernel_handle_t, *mut u8) {
    let (one, sum, kernel) = (sim.shared(4), sim.shared(4), sim.kernel("saxpy"));
    (floats(one, 1)[0], floats(sum, 1)[0]) = (1.0, 0.0);
    sim.argument(kernel, 0, 1.0_f32);
    sim.argument(kernel, 1, one);
    sim.argument(kernel, 2, sum);
    sim.argument(kernel, 3, 1_u32);
    (kernel, sum)
}

const IN_ORDER: u32 = ZE_COMMAND_QUEUE_FLAG_IN_ORDER;

#[test]
fn what_is_captured_is_executed_with_each_graph_that_is_appended() {
    run(&[("ZESIM_KERNEL_NS", "*=1000")], |sim| {
        let ((kernel, sum), list) = (counter(sim), sim.immediate(0, IN_ORDER));
        let copy = sim.on_host(4);
        assert_eq!(result!(sim, zeCommandListIsGraphCaptureEnabledExt(list)), ZE_RESULT_QUERY_FALSE);
        call!(sim, zeCommandListBeginGraphCaptureExt(list, null()));
        assert_eq!(result!(sim, zeCommandListIsGraphCaptureEnabledExt(list)), ZE_RESULT_QUERY_TRUE);
        sim.launch(list, kernel, 1, null_mut(), &[]);
        sim.launch(list, kernel, 1, null_mut(), &[]);
        sim.copy(list, copy, sum, 4, null_mut(), &[]);
        let (mut graph, mut before_the_end) = (null_mut(), null_mut());
        call!(sim, zeCommandListGetGraphExt(list, &mut before_the_end));
        call!(sim, zeCommandListEndGraphCaptureExt(list, null(), &mut graph));
        assert_eq!(graph, before_the_end);
        // Nothing has been executed, and the list works as before.
        let event = sim.events(0, 1)[0];
        call!(sim, zeCommandListAppendSignalEvent(list, event));
        sim.wait(event);
        assert_eq!(floats(sum, 1)[0], 0.0);
        let mut executable = null_mut();
        call!(sim, zeGraphInstantiateExt(graph, null(), &mut executable));
        let events = sim.events(0, 2);
        let mut gate = events[0];
        call!(sim, zeCommandListAppendGraphExt(list, executable, null(), events[1], 1, &mut gate));
        assert!(!sim.is_signalled(events[1]));
        call!(sim, zeEventHostSignal(gate));
        sim.wait(events[1]);
        assert_eq!((floats(sum, 1)[0], floats(copy, 1)[0]), (2.0, 2.0));
        call!(sim, zeCommandListAppendGraphExt(list, executable, null(), null_mut(), 0, null_mut()));
        call!(sim, zeCommandListHostSynchronize(list, u64::MAX));
        assert_eq!(floats(copy, 1)[0], 4.0);
        let (mut source, mut primary) = (null_mut(), null_mut());
        call!(sim, zeExecutableGraphGetSourceGraphExt(executable, &mut source));
        call!(sim, zeGraphGetPrimaryCommandListExt(graph, &mut primary));
        assert_eq!((source, primary), (graph, list));
        call!(sim, zeExecutableGraphDestroyExt(executable));
        call!(sim, zeGraphDestroyExt(graph));
    });
}

#[test]
fn operations_of_graphs_take_their_time() {
    let file = std::env::temp_dir().join(format!("ze-sim-graphs-{}", std::process::id()));
    let knobs = [("ZESIM_KERNEL_NS", "k=5000"), ("ZESIM_ORACLE", file.to_str().expect("UTF-8"))];
    run(&knobs, |sim| {
        let (list, kernel) = (sim.immediate(0, IN_ORDER), sim.kernel("k"));
        let (mut graph, mut executable) = (null_mut(), null_mut());
        call!(sim, zeCommandListBeginGraphCaptureExt(list, null()));
        sim.launch(list, kernel, 1, null_mut(), &[]);
        call!(sim, zeCommandListEndGraphCaptureExt(list, null(), &mut graph));
        call!(sim, zeGraphInstantiateExt(graph, null(), &mut executable));
        for _ in 0..3 {
            call!(sim, zeCommandListAppendGraphExt(list, executable, null(), null_mut(), 0, null_mut()));
        }
        call!(sim, zeCommandListHostSynchronize(list, u64::MAX));
        assert_eq!(oracle().iter().filter(|line| line.contains("\"kernel\"")).count(), 3);
    });
    drop(std::fs::remove_file(file));
}

#[test]
fn a_graph_is_dumped_and_tells_of_its_end() {
    static ENDED: AtomicU32 = AtomicU32::new(0);
    unsafe extern "C" fn ended(data: *mut c_void) {
        ENDED.store(data.addr() as u32, Ordering::Relaxed);
    }
    run(&[], |sim| {
        let (list, mut graph) = (sim.immediate(0, IN_ORDER), null_mut());
        call!(sim, zeGraphCreateExt(sim.context, null(), &mut graph));
        assert_eq!(result!(sim, zeGraphIsEmptyExt(graph)), ZE_RESULT_QUERY_TRUE);
        call!(sim, zeCommandListBeginCaptureIntoGraphExt(list, graph, null()));
        sim.launch(list, sim.kernel("first"), 1, null_mut(), &[]);
        sim.launch(list, sim.kernel("second"), 1, null_mut(), &[]);
        call!(sim, zeCommandListEndGraphCaptureExt(list, null(), null_mut()));
        assert_eq!(result!(sim, zeGraphIsEmptyExt(graph)), ZE_RESULT_QUERY_FALSE);
        let file = std::env::temp_dir().join(format!("ze-sim-dump-{}", std::process::id()));
        let path = CString::new(file.as_os_str().as_encoded_bytes()).expect("no zero inside");
        call!(sim, zeGraphDumpContentsExt(graph, path.as_ptr(), null()));
        let text = std::fs::read_to_string(&file).expect("written");
        drop(std::fs::remove_file(&file));
        assert!(text.contains("kernel first") && text.contains("n0 -> n1"), "{text}");
        let data = std::ptr::without_provenance_mut(77);
        call!(sim, zeGraphSetDestructionCallbackExt(graph, Some(ended), data, null()));
        assert_eq!(ENDED.load(Ordering::Relaxed), 0);
        call!(sim, zeGraphDestroyExt(graph));
        assert_eq!(ENDED.load(Ordering::Relaxed), 77);
    });
}

#[test]
fn what_cannot_be_captured_or_executed_is_refused() {
    run(&[], |sim| {
        let (list, other) = (sim.immediate(0, IN_ORDER), sim.immediate(1, IN_ORDER));
        let regular = result!(sim, zeCommandListBeginGraphCaptureExt(sim.regular(0, 0), null()));
        assert_eq!(regular, ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
        let ended = result!(sim, zeCommandListEndGraphCaptureExt(list, null(), null_mut()));
        assert_eq!(ended, ZE_RESULT_ERROR_INVALID_GRAPH);
        let (mut graph, mut executable) = (null_mut(), null_mut());
        call!(sim, zeGraphCreateExt(sim.context, null(), &mut graph));
        let instantiate = |graph, executable: &mut ze_executable_graph_handle_t| {
            result!(sim, zeGraphInstantiateExt(graph, null(), executable))
        };
        assert_eq!(instantiate(graph, &mut executable), ZE_RESULT_ERROR_INVALID_GRAPH);
        call!(sim, zeCommandListBeginCaptureIntoGraphExt(list, graph, null()));
        let twice = result!(sim, zeCommandListBeginGraphCaptureExt(list, null()));
        assert_eq!(twice, ZE_RESULT_ERROR_INVALID_GRAPH);
        assert_eq!(instantiate(graph, &mut executable), ZE_RESULT_ERROR_INVALID_GRAPH);
        let memory = sim.on_host(4);
        bytes(memory, 4).fill(1);
        sim.copy(list, memory, memory, 4, null_mut(), &[]);
        call!(sim, zeCommandListEndGraphCaptureExt(list, null(), &mut graph));
        assert_eq!(instantiate(graph, &mut executable), ZE_RESULT_SUCCESS);
        let append = |list| {
            result!(sim, zeCommandListAppendGraphExt(list, executable, null(), null_mut(), 0, null_mut()))
        };
        assert_eq!(append(other), ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
        assert_eq!(append(null_mut()), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
        call!(sim, zeCommandListBeginGraphCaptureExt(list, null()));
        assert_eq!(append(list), ZE_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED);
    });
}

#[test]
fn the_device_tells_that_it_has_graphs() {
    run(&[], |sim| {
        let mut graphs: ze_record_replay_graph_ext_properties_t =
            described(ZE_STRUCTURE_TYPE_RECORD_REPLAY_GRAPH_EXT_PROPERTIES);
        let mut properties: ze_device_properties_t = described(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES);
        properties.pNext = (&raw mut graphs).cast();
        call!(sim, zeDeviceGetProperties(sim.device, &mut properties));
        assert_eq!(graphs.graphFlags, ZE_RECORD_REPLAY_GRAPH_EXT_FLAG_IMMUTABLE_GRAPH);
    });
}
