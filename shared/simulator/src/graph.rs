//! Graphs: what was appended to an immediate list while it was captured, to be executed any number of times.

use crate::Outcome;
use crate::context::Context;
use crate::handle::{HandleKind, Shared};
use crate::operation::Command;
use crate::sync::lock;
use level_zero_sys::*;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

pub struct Graph {
    pub context: Shared<Context>,
    state: Mutex<State>,
    /// The callback for its destruction, and its argument, as an address.
    callbacks: Mutex<Vec<(Callback, usize)>>,
}
impl HandleKind for Graph {
    const MAGIC: u64 = u64::from_le_bytes(*b"ze graph");
    type Raw = _ze_graph_handle_t;
}

pub type Callback = unsafe extern "C" fn(*mut c_void);

#[derive(Default)]
struct State {
    recording: bool,
    commands: Arc<Vec<Command>>,
    /// The handle of the list that is or was captured, as an address.
    list: usize,
    in_order: bool,
    ordinal: u32,
}

/// A graph that can be executed.
pub struct ExecutableGraph {
    pub source: Shared<Graph>,
    pub commands: Arc<Vec<Command>>,
    pub in_order: bool,
    pub ordinal: u32,
}
impl HandleKind for ExecutableGraph {
    const MAGIC: u64 = u64::from_le_bytes(*b"ze exegr");
    type Raw = _ze_executable_graph_handle_t;
}

impl Graph {
    pub fn new(context: Shared<Context>) -> Self {
        Self { context, state: Mutex::default(), callbacks: Mutex::default() }
    }

    /// Begins to record what is appended to a list. A graph records one list, once.
    fn begin(&self, list: usize, in_order: bool, ordinal: u32) -> Outcome {
        let mut state = lock(&self.state);
        if state.list != 0 {
            return Err(ZE_RESULT_ERROR_INVALID_GRAPH);
        }
        *state = State { recording: true, commands: Arc::default(), list, in_order, ordinal };
        Ok(())
    }

    fn record(&self, command: Command) -> Outcome {
        let mut state = lock(&self.state);
        Arc::get_mut(&mut state.commands).ok_or(ZE_RESULT_ERROR_GRAPH_CAPTURE_INVALIDATED)?.push(command);
        Ok(())
    }

    fn end(&self) {
        lock(&self.state).recording = false;
    }

    pub fn is_empty(&self) -> bool {
        lock(&self.state).commands.is_empty()
    }

    /// The list that it was captured from.
    pub fn list(&self) -> Outcome<ze_command_list_handle_t> {
        match lock(&self.state).list {
            0 => Err(ZE_RESULT_ERROR_INVALID_GRAPH),
            list => Ok(std::ptr::with_exposed_provenance_mut(list)),
        }
    }

    /// Its contents, in Graphviz's language.
    pub fn text(&self) -> String {
        let state = lock(&self.state);
        let mut text = "digraph {\n".to_owned();
        for (number, command) in state.commands.iter().enumerate() {
            let label = format!("{} {}", command.work.op(), command.work.name());
            text += &format!("  n{number} [label=\"{}\"];\n", label.trim().replace(['"', '\\'], "_"));
            if number > 0 && state.in_order {
                text += &format!("  n{} -> n{number};\n", number - 1);
            }
        }
        text + "}\n"
    }

    pub fn add_destruction_callback(&self, callback: Callback, data: usize) {
        lock(&self.callbacks).push((callback, data));
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        for (callback, data) in std::mem::take(&mut *lock(&self.callbacks)) {
            // SAFETY: the program passed the function to be called with this, once.
            unsafe { callback(std::ptr::with_exposed_provenance_mut(data)) };
        }
    }
}

impl ExecutableGraph {
    /// Fails while the graph is still being recorded, or was never.
    pub fn new(source: Shared<Graph>) -> Outcome<Self> {
        let state = lock(&source.state);
        if state.recording || state.list == 0 {
            return Err(ZE_RESULT_ERROR_INVALID_GRAPH);
        }
        let (commands, in_order, ordinal) = (Arc::clone(&state.commands), state.in_order, state.ordinal);
        drop(state);
        Ok(Self { source, commands, in_order, ordinal })
    }
}

/// Whether a list is being captured, and for which graph.
#[derive(Default)]
pub struct Capture {
    /// So that appends need no lock as long as there is none.
    is_on: AtomicBool,
    graph: Mutex<Option<Shared<Graph>>>,
}

impl Capture {
    #[inline]
    pub fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Relaxed)
    }

    pub fn begin(&self, graph: Shared<Graph>, list: usize, in_order: bool, ordinal: u32) -> Outcome {
        let mut current = lock(&self.graph);
        if current.is_some() {
            return Err(ZE_RESULT_ERROR_INVALID_GRAPH);
        }
        graph.begin(list, in_order, ordinal)?;
        *current = Some(graph);
        self.is_on.store(true, Ordering::Relaxed);
        Ok(())
    }

    pub fn end(&self) -> Outcome<Shared<Graph>> {
        let graph = lock(&self.graph).take().ok_or(ZE_RESULT_ERROR_INVALID_GRAPH)?;
        self.is_on.store(false, Ordering::Relaxed);
        graph.end();
        Ok(graph)
    }

    pub fn graph(&self) -> Outcome<Shared<Graph>> {
        lock(&self.graph).clone().ok_or(ZE_RESULT_ERROR_INVALID_GRAPH)
    }

    /// Records a command.
    pub fn record(&self, command: Command) -> Outcome {
        self.graph()?.record(command)
    }
}
