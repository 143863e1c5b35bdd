//! Which line of the program made a call.
//!
//! At a sampled call the probe copies its registers and the top of its stack into shared memory; nothing is
//! unwound inside the program. Here the copy is unwound with the unwind tables of the program's files
//! (`unwind`), and the addresses get their functions and lines from its debug information (`symbols`).
//! Frames of the API's own libraries are left out, so that the program's line is shown. In a Python program the probe
//! also copies where the interpreter is (`python`). [`sampler`] decides
//! which calls are sampled, and counts the results.

pub mod apart;
mod arch;
mod calls;
pub(crate) mod earlier;
mod entered;
mod frame;
mod functions;
mod lossy;
mod mapped;
mod memory;
mod modules;
pub(crate) mod outside;
mod python;
pub mod replaced;
pub mod sample;
pub mod sampler;
mod sections;
mod symbols;
pub(crate) mod tree;
mod unwind;

pub use frame::Frame;
use modules::Modules;
use python::Python;
pub use sample::{Registers, StackSample};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use symbols::Symbols;
use unwind::{Trace, Unwinder};
use zetop_wire::catalog::Catalog;

/// How many of the program's frames are kept: enough to tell callers of a helper function apart.
const KEPT_FRAMES: usize = 8;

/// Where a call came from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CallSite {
    /// The program's frames, innermost first; empty if the copied part had none.
    pub frames: Vec<Frame>,
    /// The stack could not be unwound up to the program: the module where it ended.
    #[serde(with = "lossy::option")]
    pub lost_in: Option<Arc<Path>>,
    /// The thread was on a stack that the program made itself, whose bounds are unknown: it was not copied.
    pub strange_stack: bool,
}

impl CallSite {
    /// About what it takes in memory.
    fn bytes(&self) -> usize {
        let text = |text: &Option<Arc<str>>| text.as_ref().map_or(0, |text| text.len());
        let frame = |frame: &Frame| size_of::<Frame>() + text(&frame.function) + text(&frame.file);
        size_of::<Self>() + self.frames.iter().map(frame).sum::<usize>()
    }
}

impl fmt::Display for CallSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.frames.first(), &self.lost_in) {
            (Some(frame), _) => frame.fmt(f),
            (None, Some(module)) => {
                let name = module.file_name().unwrap_or(module.as_os_str()).to_string_lossy();
                write!(f, "unknown: the stack can't be unwound beyond {name}")
            }
            (None, None) if self.strange_stack => {
                f.write_str("unknown: the thread runs on a stack that the program made itself")
            }
            (None, None) => f.write_str("unknown: no frame of the program on the copied part of the stack"),
        }
    }
}

/// Finds the call sites of one process. Keeps what it has read from the process's files.
#[derive(Debug)]
pub struct Resolver {
    pid: u32,
    modules: Modules,
    unwinder: Unwinder,
    symbols: Symbols,
    python: Python,
    /// Starts of the names of files that are no part of the program.
    runtime: Vec<String>,
    /// Starts of the names of functions that are no part of the program.
    runtime_functions: Vec<String>,
    /// The API's functions.
    functions: HashSet<String>,
    /// Which of them is at an address in the API's libraries.
    api_functions: HashMap<u64, Option<String>>,
    /// Is told of each file before anything is read of it, and says whether that is done.
    look: fn(&Path) -> bool,
}

/// Libraries that every program uses, whatever its API.
const SYSTEM: [&str; 7] =
    ["libc.so", "libc-2", "ld-linux", "libpthread", "libstdc++.so", "libgcc_s", "linux-vdso"];

/// Sources of templates and inline functions that were compiled into the program: the line that called them
/// is the program's.
const LIBRARY_SOURCES: [&str; 5] =
    ["/usr/include/", "/include/c++/", "/include/sycl/", "/rustc/", "/oneapi/"];

impl Resolver {
    /// Frames are left out by the start of their file's name (`runtime` in the catalog: the loader, drivers,
    /// runtimes) or, in the program itself, of their function's name (`runtime_functions`). Functions in the
    /// program with the name of one of the API's are bindings, and are left out as well.
    #[must_use]
    pub fn new(pid: u32, catalog: &Catalog) -> Self {
        Self {
            pid,
            modules: Modules::default(),
            unwinder: Unwinder::default(),
            symbols: Symbols::default(),
            python: Python::default(),
            runtime: catalog.runtime.clone(),
            runtime_functions: catalog.runtime_functions.clone(),
            functions: catalog.functions.iter().map(|function| function.name.clone()).collect(),
            api_functions: HashMap::new(),
            look: |_| true,
        }
    }

    /// Before anything is read of a file, `look` is told of it, and says whether that is done.
    #[must_use]
    pub fn asking(self, look: fn(&Path) -> bool) -> Self {
        Self { look, ..self }
    }

    /// Looks at the process's modules now, because it may be gone when its samples are resolved.
    pub fn meet(&mut self) {
        self.refresh();
        self.python.meet(self.pid);
    }

    /// The program's frames of a sample.
    pub fn resolve(&mut self, sample: &StackSample) -> CallSite {
        self.traced(sample).0
    }

    /// The program's frames of a sample, and the addresses of all frames of its stack.
    pub fn traced(&mut self, sample: &StackSample) -> (CallSite, Vec<u64>) {
        if !self.modules.covers(sample.registers.ip) {
            self.refresh();
        }
        let mut trace = self.unwinder.trace(sample);
        // A library that was loaded since the last look.
        if trace.addresses.iter().any(|address| !self.modules.covers(*address)) && self.refresh() {
            trace = self.unwinder.trace(sample);
        }
        let site = self.site(sample, &trace, 0);
        (site, trace.addresses)
    }

    /// The program's frames of a sample, from one of its frames outwards.
    fn site(&mut self, sample: &StackSample, trace: &Trace, from: usize) -> CallSite {
        self.python.meet(self.pid);
        let outside = sample.python_thread.and_then(|thread| self.python.thread(&thread));
        let python = sample.python.as_ref().or(outside.as_ref());
        let python = python.map(|python| self.python.frames(python)).unwrap_or_default();
        let mut site = CallSite::default();
        let (mut last, mut interpreter, mut has_python) = (None, None, false);
        for &address in trace.addresses.iter().skip(from) {
            let Some(module) = self.modules.find(address) else { break };
            last = Some(module.path.clone());
            has_python |= is_python(&module.path);
            if self.is_runtime(&module.path) {
                continue;
            }
            if self.symbols.is_new(&module.path) {
                (self.look)(&module.path);
            }
            for frame in self.symbols.frames(module, address) {
                if !python.is_empty() && frame.function.as_deref() == Some(INTERPRETER) {
                    interpreter = Some(module.path.clone());
                }
                let inlined = frame
                    .file
                    .as_deref()
                    .is_some_and(|file| LIBRARY_SOURCES.iter().any(|folder| file.contains(folder)));
                if !inlined && !self.is_no_caller(&frame) {
                    site.frames.push(frame);
                }
            }
            let is_enough = python.is_empty() && site.frames.len() >= KEPT_FRAMES;
            if is_enough || interpreter.is_some() {
                break;
            }
        }
        // The state of a thread may be in use by another one, to which it was handed.
        let is_there = !trace.whole || has_python;
        if !python.is_empty() && is_there {
            site.frames = with_python(site.frames, interpreter.as_deref(), python);
        }
        site.frames.truncate(KEPT_FRAMES);
        if site.frames.is_empty() && !trace.whole {
            site.lost_in = last;
        }
        site
    }

    /// Reads the process's mappings again. True when there is something new.
    fn refresh(&mut self) -> bool {
        let added = self.modules.refresh(self.pid, self.look);
        for module in &added {
            (self.look)(&module.path);
            self.unwinder.add(module);
            // Another library may have been at its addresses.
            self.api_functions.clear();
        }
        !added.is_empty()
    }

    /// A function of a runtime that was linked into the program, or another language's binding, which has the
    /// same name as the API's function (`level_zero_sys::LevelZero::zeMemAllocHost`).
    fn is_no_caller(&self, frame: &Frame) -> bool {
        let function = frame.function.as_deref().unwrap_or_default();
        let last = function.rsplit("::").next().unwrap_or_default();
        // Names of templates begin with the return type: `cudaError cudaMallocHost<float>`.
        let bare = function.split('<').next().and_then(|start| start.rsplit(' ').next()).unwrap_or_default();
        let is_runtimes =
            |start: &String| function.starts_with(start.as_str()) || bare.starts_with(start.as_str());
        self.functions.contains(last) || self.runtime_functions.iter().any(is_runtimes)
    }

    fn is_runtime(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        let mut starts = self.runtime.iter().map(String::as_str).chain(SYSTEM);
        starts.any(|start| name.starts_with(start.as_bytes()))
    }
}

/// The function that runs Python's functions.
const INTERPRETER: &str = "_PyEval_EvalFrameDefault";

/// Whether a module has an interpreter in it.
fn is_python(module: &Path) -> bool {
    let name = module.file_name().unwrap_or_default().as_encoded_bytes();
    [&b"python3"[..], b"libpython3"].iter().any(|start| name.starts_with(start))
}

/// What a Python program's user can change: lines of the program in other languages, below which are its Python lines.
/// Packages' own lines are left out, if the program has any.
fn with_python(native: Vec<Frame>, interpreter: Option<&Path>, python: Vec<Frame>) -> Vec<Frame> {
    let (programs, packages): (Vec<Frame>, Vec<Frame>) =
        python.into_iter().partition(|frame| python::is_programs(&frame.module));
    let is_own = |frame: &Frame| {
        frame.line.is_some() && Some(&*frame.module) != interpreter && python::is_programs(&frame.module)
    };
    let own = native.into_iter().filter(is_own).chain(programs).collect::<Vec<_>>();
    if own.is_empty() { packages } else { own }
}

/// The addresses of a sample's frames by these tables of a file, whatever is in them: what a hostile program can make of
/// its own.
#[must_use]
pub fn addresses_by_tables(eh_frame_hdr: &[u8], eh_frame: &[u8], sample: &StackSample) -> Vec<u64> {
    unwind::addresses_by_tables(eh_frame_hdr, eh_frame, sample)
}

#[cfg(test)]
mod tests;
