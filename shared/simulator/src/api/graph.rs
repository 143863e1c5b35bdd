//! Graphs. One list is captured into a graph; drawing other lists into the capture through events is not
//! supported.

use super::append::append;
use crate::Outcome;
use crate::command_list::CommandList;
use crate::context::Context;
use crate::ddi::Api;
use crate::graph::{ExecutableGraph, Graph};
use crate::handle::{Object, Shared, get, output, publish, retire, share};
use crate::lane::Batch;
use crate::operation::{Action, Command};
use level_zero_sys::*;
use std::ffi::{CStr, OsStr, c_char, c_void};
use std::os::unix::ffi::OsStrExt;
use std::ptr::null_mut;
use std::sync::Arc;

/// A list that can be captured: an immediate one.
unsafe fn capturable<'a>(list: ze_command_list_handle_t) -> Outcome<&'a Object<CommandList>> {
    // SAFETY: contract.
    let list = unsafe { get::<CommandList>(list) }?;
    if list.is_immediate() { Ok(list) } else { Err(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE) }
}

/// Gives the program a handle, with a reference that its destruction takes back.
fn hand_out(graph: &Shared<Graph>) -> ze_graph_handle_t {
    Arc::into_raw(Arc::clone(graph)).cast_mut().cast()
}

fn truth(is: bool) -> Outcome {
    Err(if is { ZE_RESULT_QUERY_TRUE } else { ZE_RESULT_QUERY_FALSE })
}

impl Api {
    pub unsafe fn zeGraphCreateExt(
        hContext: ze_context_handle_t,
        _pNext: *const c_void,
        phGraph: *mut ze_graph_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let context = unsafe { share::<Context>(hContext) }?;
        if phGraph.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        unsafe { output(phGraph, publish(Graph::new(context))) }
    }

    pub unsafe fn zeCommandListBeginGraphCaptureExt(
        hCommandList: ze_command_list_handle_t,
        _pNext: *const c_void,
    ) -> Outcome {
        // SAFETY: contract.
        let list = unsafe { capturable(hCommandList) }?;
        let graph = Object::new(Graph::new(Arc::clone(&list.context)));
        list.capture.begin(
            Arc::clone(&graph),
            hCommandList.expose_provenance(),
            list.in_order,
            list.ordinal,
        )?;
        // The program gets its handle at the end of the capture, or asks for it before.
        hand_out(&graph);
        Ok(())
    }

    pub unsafe fn zeCommandListBeginCaptureIntoGraphExt(
        hCommandList: ze_command_list_handle_t,
        hGraph: ze_graph_handle_t,
        _pNext: *const c_void,
    ) -> Outcome {
        // SAFETY: contract.
        let (list, graph) = unsafe { (capturable(hCommandList)?, share::<Graph>(hGraph)?) };
        list.capture.begin(graph, hCommandList.expose_provenance(), list.in_order, list.ordinal)
    }

    pub unsafe fn zeCommandListIsGraphCaptureEnabledExt(hCommandList: ze_command_list_handle_t) -> Outcome {
        // SAFETY: contract.
        truth(unsafe { get::<CommandList>(hCommandList) }?.capture.is_on())
    }

    pub unsafe fn zeCommandListEndGraphCaptureExt(
        hCommandList: ze_command_list_handle_t,
        _pNext: *const c_void,
        phGraph: *mut ze_graph_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let graph = unsafe { capturable(hCommandList) }?.capture.end()?;
        if !phGraph.is_null() {
            // SAFETY: contract.
            unsafe { *phGraph = graph.handle() };
        }
        Ok(())
    }

    pub unsafe fn zeCommandListGetGraphExt(
        hCommandList: ze_command_list_handle_t,
        phGraph: *mut ze_graph_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(phGraph, get::<CommandList>(hCommandList)?.capture.graph()?.handle()) }
    }

    pub unsafe fn zeGraphGetPrimaryCommandListExt(
        hGraph: ze_graph_handle_t,
        phCommandList: *mut ze_command_list_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(phCommandList, get::<Graph>(hGraph)?.list()?) }
    }

    pub unsafe fn zeGraphSetDestructionCallbackExt(
        hGraph: ze_graph_handle_t,
        pfnCallback: zex_mem_graph_free_callback_fn_t,
        pUserData: *mut c_void,
        _pNext: *const c_void,
    ) -> Outcome {
        // SAFETY: contract.
        let graph = unsafe { get::<Graph>(hGraph) }?;
        let callback = pfnCallback.ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
        graph.add_destruction_callback(callback, pUserData.expose_provenance());
        Ok(())
    }

    pub unsafe fn zeGraphInstantiateExt(
        hGraph: ze_graph_handle_t,
        _pNext: *const c_void,
        phExecutableGraph: *mut ze_executable_graph_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let graph = unsafe { share::<Graph>(hGraph) }?;
        if phExecutableGraph.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        unsafe { output(phExecutableGraph, publish(ExecutableGraph::new(graph)?)) }
    }

    pub unsafe fn zeCommandListAppendGraphExt(
        hCommandList: ze_command_list_handle_t,
        hGraph: ze_executable_graph_handle_t,
        _pNext: *const c_void,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (list, graph) = unsafe { (capturable(hCommandList)?, get::<ExecutableGraph>(hGraph)?) };
        if list.capture.is_on() {
            return Err(ZE_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED);
        }
        if list.ordinal != graph.ordinal {
            return Err(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
        }
        let queue = list.queue()?;
        if numWaitEvents > 0 {
            // SAFETY: contract.
            unsafe {
                append(hCommandList, Command::new(Action::Wait), null_mut(), numWaitEvents, phWaitEvents)
            }?;
        }
        queue.lane.submit(Batch::List(Arc::clone(&graph.commands)), graph.in_order, None)?;
        if hSignalEvent.is_null() {
            return queue.finish_submission();
        }
        // SAFETY: contract.
        unsafe { append(hCommandList, Command::new(Action::Signal), hSignalEvent, 0, null_mut()) }
    }

    pub unsafe fn zeGraphIsEmptyExt(hGraph: ze_graph_handle_t) -> Outcome {
        // SAFETY: contract.
        truth(unsafe { get::<Graph>(hGraph) }?.is_empty())
    }

    pub unsafe fn zeGraphDumpContentsExt(
        hGraph: ze_graph_handle_t,
        filePath: *const c_char,
        _pNext: *const c_void,
    ) -> Outcome {
        // SAFETY: contract.
        let graph = unsafe { get::<Graph>(hGraph) }?;
        if filePath.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        let path = OsStr::from_bytes(unsafe { CStr::from_ptr(filePath) }.to_bytes());
        std::fs::write(path, graph.text()).map_err(|_| ZE_RESULT_ERROR_INVALID_ARGUMENT)
    }

    pub unsafe fn zeGraphDestroyExt(hGraph: ze_graph_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { retire::<Graph>(hGraph) }.map(drop)
    }

    pub unsafe fn zeExecutableGraphGetSourceGraphExt(
        hGraph: ze_executable_graph_handle_t,
        phSourceGraph: *mut ze_graph_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe { output(phSourceGraph, get::<ExecutableGraph>(hGraph)?.source.handle()) }
    }

    pub unsafe fn zeExecutableGraphDestroyExt(hGraph: ze_executable_graph_handle_t) -> Outcome {
        // SAFETY: contract.
        unsafe { retire::<ExecutableGraph>(hGraph) }.map(drop)
    }
}
