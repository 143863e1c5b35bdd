//! Graphs: captured operations are not submitted to the device; the operations of a graph are, each time it
//! is launched.

use super::kernels::name_of;
use super::macros::hook;
use super::memory::current_device;
use crate::driver;
use crate::timing::{self, Looks, Nodes, Noted, Stream, captures, submit};
use cuda_sys::*;
use std::ffi::{c_char, c_uint, c_ulonglong};
use std::ptr::null_mut;
use std::sync::Arc;
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

impl Nodes {
    /// Counts a node of this kind once more, or once less.
    fn change(&mut self, node: CUgraphNode, kind: CUgraphNodeType, more: bool) {
        let change = |count: &mut u64| *count = if more { *count + 1 } else { count.saturating_sub(1) };
        match kind {
            CU_GRAPH_NODE_TYPE_KERNEL => {
                let (name, groups, group_size) = kernel(node);
                let known = Arc::make_mut(&mut self.kernels).entry(name).or_default();
                (known.groups, known.group_size) = (groups, group_size);
                change(&mut known.count);
            }
            CU_GRAPH_NODE_TYPE_MEMCPY => change(&mut self.copies),
            CU_GRAPH_NODE_TYPE_MEMSET => change(&mut self.sets),
            CU_GRAPH_NODE_TYPE_CONDITIONAL => self.and_more |= more,
            _ => {}
        }
    }
}

/// What a kernel's node launches: its name, if the driver tells, group counts and sizes.
fn kernel(node: CUgraphNode) -> (Option<String>, [u32; 3], [u32; 3]) {
    let mut new = CUDA_KERNEL_NODE_PARAMS::default();
    let mut old = CUDA_KERNEL_NODE_PARAMS_v1::default();
    // SAFETY: a kernel's node of the program's, and a live variable.
    let (function, groups, group_size) = unsafe {
        if driver::cuGraphKernelNodeGetParams_v2(node, &raw mut new) == CUDA_SUCCESS {
            // A node has one of the two; functions that name either take both.
            let function = if new.func.is_null() { new.kern as CUfunction } else { new.func };
            let size = [new.blockDimX, new.blockDimY, new.blockDimZ];
            (function, [new.gridDimX, new.gridDimY, new.gridDimZ], size)
        } else if driver::cuGraphKernelNodeGetParams(node, &raw mut old) == CUDA_SUCCESS {
            let size = [old.blockDimX, old.blockDimY, old.blockDimZ];
            (old.func, [old.gridDimX, old.gridDimY, old.gridDimZ], size)
        } else {
            (null_mut(), [0; 3], [0; 3])
        }
    };
    let name = if function.is_null() { None } else { name_of(function) };
    (name, groups, group_size)
}

/// Adds kernels, copies and sets of a graph, including those of the graphs inside it.
fn count(graph: CUgraph, depth: usize, sums: &mut Nodes) {
    let mut nodes = 0;
    // SAFETY: a graph of the program; asks for the count.
    if depth > 16 || unsafe { driver::cuGraphGetNodes(graph, null_mut(), &raw mut nodes) } != CUDA_SUCCESS {
        return;
    }
    let mut all = vec![null_mut(); nodes];
    // SAFETY: an array of that many elements.
    if unsafe { driver::cuGraphGetNodes(graph, all.as_mut_ptr(), &raw mut nodes) } != CUDA_SUCCESS {
        return;
    }
    for node in all.into_iter().take(nodes) {
        let mut kind = CU_GRAPH_NODE_TYPE_EMPTY;
        // SAFETY: a node of that graph and a live variable.
        unsafe { driver::cuGraphNodeGetType(node, &raw mut kind) };
        if kind == CU_GRAPH_NODE_TYPE_GRAPH {
            let mut child = null_mut();
            // SAFETY: a child graph's node and a live variable.
            if unsafe { driver::cuGraphChildGraphNodeGetGraph(node, &raw mut child) } == CUDA_SUCCESS {
                count(child, depth + 1, sums);
            }
        } else {
            sums.change(node, kind, true);
        }
    }
}

/// # Safety
/// On success `exec` was written by the driver.
unsafe fn instantiated(result: CUresult, exec: *mut CUgraphExec, graph: CUgraph) -> CUresult {
    if result == CUDA_SUCCESS && !exec.is_null() {
        guard::quietly(|| {
            let mut nodes = Nodes::default();
            count(graph, 0, &mut nodes);
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
    if before != after && unsafe { driver::cuGraphNodeGetType(hNode, &raw mut kind) } == CUDA_SUCCESS {
        guard::quietly(|| {
            let known = timing::with_graphs(|graphs| graphs.get(&(hGraphExec as usize)).cloned()).flatten();
            // Asks the driver, so without the lock.
            if let Some(mut nodes) = known {
                nodes.change(hNode, kind, after == Some(true));
                timing::with_graphs(|graphs| graphs.insert(hGraphExec as usize, nodes));
            }
        });
    }
    result
}}

fn launch(call: impl FnOnce() -> CUresult, exec: CUgraphExec, stream: Stream) -> CUresult {
    let known = guard::quietly(|| timing::with_graphs(|graphs| graphs.get(&(exec as usize)).cloned()));
    let nodes = known.flatten().flatten();
    // It was made before an attach, or decides on the device what it does.
    let is_open = nodes.as_ref().is_none_or(|nodes| nodes.and_more);
    let noted = timing::note(stream, if is_open { Looks::UNKNOWN_GRAPH } else { Looks::GRAPH });
    let is_noted = noted.is_some();
    let result = call();
    if result != CUDA_SUCCESS {
        noted.into_iter().for_each(Noted::cancel);
        return result;
    }
    // Its records bring the rest. While CUPTI is started or stopped, no launch is noted.
    if is_open && (is_noted || timing::may_be_recorded()) {
        timing::submit_unknown(stream);
        return result;
    }
    let nodes = nodes.unwrap_or_default();
    // Their records bring the names.
    if timing::may_be_recorded() {
        let all = nodes.kernels.values().map(|kernel| kernel.count).sum();
        submit(stream, all, || (timing::kernel(UNNAMED, 0), current_device()));
    } else {
        for (name, kernel) in nodes.kernels.iter() {
            submit(stream, kernel.count, || {
                let name = name.as_deref().unwrap_or(UNNAMED);
                let of_name = timing::kernel(name, timing::cold::in_graph(name));
                let (groups, group_size) = (kernel.groups, kernel.group_size);
                (OpClass { groups, group_size, ..of_name }, current_device())
            });
        }
    }
    for (kind, count) in [(OpKind::Copy, nodes.copies), (OpKind::Fill, nodes.sets)] {
        submit(stream, count, || (OpClass::from_kind(kind), current_device()));
    }
    result
}

/// A kernel whose name the driver does not tell.
const UNNAMED: &str = "(in a graph)";

hook! { fn cuGraphLaunch => (hGraph: CUgraphExec, hStream: CUstream) |call| { launch(call, hGraph, Stream { handle: hStream, per_thread: PER_THREAD }) } }
hook! { fn cuGraphLaunch_ptsz => (hGraphExec: CUgraphExec, hStream: CUstream) |call| { launch(call, hGraphExec, Stream { handle: hStream, per_thread: PER_THREAD }) } }
