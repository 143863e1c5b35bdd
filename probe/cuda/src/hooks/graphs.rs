//! Graphs: captured operations are not submitted to the device; the operations of a graph are, each time it
//! is launched.

use super::macros::hook;
use super::memory::current_device;
use crate::driver;
use crate::timing::{self, Looks, Nodes, Noted, Stream, captures, submit};
use cuda_sys::*;
use std::ffi::{c_char, c_uint, c_ulonglong};
use std::ptr::null_mut;
use zetop_probe_core::guard;
use zetop_probe_core::publish::OpClass;
use zetop_wire::layout::OpKind;

fn begun(result: CUresult, handle: CUstream, per_thread: bool) -> CUresult {
    if result == CUDA_SUCCESS {
        guard::quietly(|| captures::begin(Stream { handle, per_thread }));
    }
    result
}

hook! { fn cuStreamBeginCapture, cuStreamBeginCapture_ptsz => (hStream: CUstream) |call| { begun(call(), hStream, PER_THREAD) } }
hook! { fn cuStreamBeginCapture_v2, cuStreamBeginCapture_v2_ptsz => (hStream: CUstream, mode: CUstreamCaptureMode) |call| { begun(call(), hStream, PER_THREAD) } }
hook! { fn cuStreamBeginCaptureToGraph, cuStreamBeginCaptureToGraph_ptsz => (hStream: CUstream, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, mode: CUstreamCaptureMode) |call| { begun(call(), hStream, PER_THREAD) } }
hook! { fn cuStreamEndCapture, cuStreamEndCapture_ptsz => (hStream: CUstream, phGraph: *mut CUgraph) |call| {
    captures::ending(Stream { handle: hStream, per_thread: PER_THREAD }, call)
}}

/// Where a kind of node is counted: kernels, copies, sets.
fn place(kind: CUgraphNodeType) -> Option<usize> {
    [CU_GRAPH_NODE_TYPE_KERNEL, CU_GRAPH_NODE_TYPE_MEMCPY, CU_GRAPH_NODE_TYPE_MEMSET]
        .iter()
        .position(|known| *known == kind)
}

/// Kernels, copies and sets of a graph, including those of the graphs inside it.
fn count(graph: CUgraph, depth: usize) -> Nodes {
    let mut sums = Nodes::default();
    let mut nodes = 0;
    // SAFETY: a graph of the program; asks for the count.
    if depth > 16 || unsafe { driver::cuGraphGetNodes(graph, null_mut(), &raw mut nodes) } != CUDA_SUCCESS {
        return sums;
    }
    let mut all = vec![null_mut(); nodes];
    // SAFETY: an array of that many elements.
    if unsafe { driver::cuGraphGetNodes(graph, all.as_mut_ptr(), &raw mut nodes) } != CUDA_SUCCESS {
        return sums;
    }
    for node in all.into_iter().take(nodes) {
        let mut kind = CU_GRAPH_NODE_TYPE_EMPTY;
        // SAFETY: a node of that graph and a live variable.
        unsafe { driver::cuGraphNodeGetType(node, &raw mut kind) };
        match place(kind) {
            Some(place) => sums.counts[place] += 1,
            None if kind == CU_GRAPH_NODE_TYPE_CONDITIONAL => sums.and_more = true,
            None if kind == CU_GRAPH_NODE_TYPE_GRAPH => {
                let mut child = null_mut();
                // SAFETY: a child graph's node and a live variable.
                if unsafe { driver::cuGraphChildGraphNodeGetGraph(node, &raw mut child) } == CUDA_SUCCESS {
                    let inner = count(child, depth + 1);
                    sums.counts.iter_mut().zip(inner.counts).for_each(|(sum, inner)| *sum += inner);
                    sums.and_more |= inner.and_more;
                }
            }
            _ => {}
        }
    }
    sums
}

/// # Safety
/// On success `exec` was written by the driver.
unsafe fn instantiated(result: CUresult, exec: *mut CUgraphExec, graph: CUgraph) -> CUresult {
    if result == CUDA_SUCCESS && !exec.is_null() {
        guard::quietly(|| {
            let nodes = count(graph, 0);
            // SAFETY: the caller's promise.
            timing::with_graphs(|graphs| graphs.insert(unsafe { *exec } as usize, nodes));
        });
    }
    result
}

hook! { fn cuGraphInstantiate, cuGraphInstantiate_v2 => (phGraphExec: *mut CUgraphExec, hGraph: CUgraph, phErrorNode: *mut CUgraphNode, logBuffer: *mut c_char, bufferSize: usize) |call| {
    // SAFETY: the program's pointer, which the driver took.
    unsafe { instantiated(call(), phGraphExec, hGraph) }
}}
hook! { fn cuGraphInstantiateWithFlags => (phGraphExec: *mut CUgraphExec, hGraph: CUgraph, flags: c_ulonglong) |call| {
    // SAFETY: the program's pointer, which the driver took.
    unsafe { instantiated(call(), phGraphExec, hGraph) }
}}
hook! { fn cuGraphInstantiateWithParams, cuGraphInstantiateWithParams_ptsz => (phGraphExec: *mut CUgraphExec, hGraph: CUgraph, instantiateParams: *mut CUDA_GRAPH_INSTANTIATE_PARAMS) |call| {
    // SAFETY: the program's pointer, which the driver took.
    unsafe { instantiated(call(), phGraphExec, hGraph) }
}}
hook! { fn cuGraphExecDestroy => (hGraphExec: CUgraphExec) |call| {
    // Before the call, because the handle may be reused at once.
    guard::quietly(|| timing::with_graphs(|graphs| graphs.remove(&(hGraphExec as usize))));
    call()
}}

fn is_enabled(exec: CUgraphExec, node: CUgraphNode) -> Option<bool> {
    let mut enabled = 0;
    // SAFETY: the program's handles, which the driver checks, and a live variable.
    let result = unsafe { driver::cuGraphNodeGetEnabled(exec, node, &raw mut enabled) };
    (result == CUDA_SUCCESS).then_some(enabled != 0)
}

// A node that is disabled does nothing, and has no record.
hook! { fn cuGraphNodeSetEnabled => (hGraphExec: CUgraphExec, hNode: CUgraphNode, isEnabled: c_uint) |call| {
    let before = is_enabled(hGraphExec, hNode);
    let result = call();
    let after = is_enabled(hGraphExec, hNode);
    let mut kind = CU_GRAPH_NODE_TYPE_EMPTY;
    // SAFETY: a node of the program's that the driver took, and a live variable.
    if before != after && unsafe { driver::cuGraphNodeGetType(hNode, &raw mut kind) } == CUDA_SUCCESS
        && let Some(place) = place(kind)
    {
        guard::quietly(|| timing::with_graphs(|graphs| {
            if let Some(nodes) = graphs.get_mut(&(hGraphExec as usize)) {
                let count = &mut nodes.counts[place];
                *count = if after == Some(true) { *count + 1 } else { count.saturating_sub(1) };
            }
        }));
    }
    result
}}

fn launch(call: impl FnOnce() -> CUresult, exec: CUgraphExec, stream: Stream) -> CUresult {
    let known = guard::quietly(|| timing::with_graphs(|graphs| graphs.get(&(exec as usize)).copied()));
    let nodes = known.flatten().flatten();
    // It was made before an attach, or decides on the device what it does.
    let is_open = nodes.is_none_or(|nodes| nodes.and_more);
    let noted = timing::note(stream, if is_open { Looks::UNKNOWN_GRAPH } else { Looks::GRAPH });
    let is_noted = noted.is_some();
    let result = call();
    if result != CUDA_SUCCESS {
        noted.into_iter().for_each(Noted::cancel);
        return result;
    }
    // Its records bring the rest.
    if is_open && is_noted {
        timing::submit_unknown(stream);
        return result;
    }
    let counts = nodes.unwrap_or_default().counts;
    for (kind, count) in [OpKind::Kernel, OpKind::Copy, OpKind::Fill].into_iter().zip(counts) {
        submit(stream, count, || {
            let name = if kind == OpKind::Kernel { timing::name("(in a graph)") } else { 0 };
            (OpClass { name, ..OpClass::of(kind) }, current_device())
        });
    }
    result
}

hook! { fn cuGraphLaunch => (hGraph: CUgraphExec, hStream: CUstream) |call| { launch(call, hGraph, Stream { handle: hStream, per_thread: PER_THREAD }) } }
hook! { fn cuGraphLaunch_ptsz => (hGraphExec: CUgraphExec, hStream: CUstream) |call| { launch(call, hGraphExec, Stream { handle: hStream, per_thread: PER_THREAD }) } }
