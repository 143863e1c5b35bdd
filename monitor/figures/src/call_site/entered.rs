//! Which of the API's functions a thread is in, and which line called it, by its stack alone: for calls that began before the
//! probe came.
//!
//! ```text
//! sleep in the kernel -> driver, whoever's -> the API's function -> the program -> first frame of the thread
//!                                            (outermost such frame)  \- the line
//! ```
//!
//! The frame pointer register is not known: while the thread sleeps in the kernel, nobody says what is in it. Where a frame
//! needs it, every value that it may have is tried. One is possible if all frames up to the thread's first one follow from it.
//! What former calls have left on the stack may look like frames, so a line counts only if all possible values lead to it,
//! and if each frame calls the one inside it.

use super::arch::calls::called;
use super::calls::Called;
use super::memory::Memory;
use super::python::is_programs;
use super::unwind::Trace;
use super::{CallSite, Resolver, StackSample, is_python};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::path::Path;

/// How far above the stack pointer the innermost frame that needs the frame pointer register may end, bytes.
const FARTHEST: u64 = 16 << 10;
/// No frame ends there: unwinding stops where the register is needed.
const UNKNOWN: u64 = 1;
/// Where the return address is, seen from the frame pointer; in the frame of libffi's that makes the call, two words are in between.
const RETURNS: u64 = 8;
const RETURNS_IN_FFI: u64 = 24;

/// Addresses whose functions are kept.
const MOST_KEPT: usize = 1 << 14;

/// A call of the API.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entered {
    pub function: String,
    /// Empty where the line is not known for certain.
    pub site: CallSite,
}

/// A stack as it may be.
struct Possible {
    trace: Trace,
    /// The API's function, and the first frame outside it.
    function: String,
    from: usize,
}

impl Resolver {
    /// The call that the thread with this stack is in, if it is in one.
    ///
    /// `None` also where the stack can't be followed up to the program, and in a call that came through a probe.
    #[must_use]
    pub fn entered(&mut self, sample: &StackSample) -> Option<Entered> {
        let file = File::open(format!("/proc/{}/mem", self.pid)).ok();
        let memory = Memory::new(file.as_ref())?;
        let mut sample = sample.clone();
        sample.registers.bp = UNKNOWN;
        let mut trace = self.unwinder.trace_guess(&sample);
        if !self.is_followed(&trace) && self.refresh() {
            trace = self.unwinder.trace_guess(&sample);
        }
        if !self.is_followed(&trace) || self.is_through_probe(&trace) {
            return None;
        }
        let known = self.outermost(memory, &trace);
        if trace.whole {
            let (function, from) = known?;
            return Some(self.placed(memory, &sample, &Possible { trace, function, from }));
        }
        let is_ffi = self.ends_in_ffi(&trace);
        // Called straight from Python, which says itself where it is: what is farther out does not matter.
        if let Some((function, from)) = known.clone()
            && is_ffi
            && from + 1 == trace.addresses.len()
            && sample.python.as_ref().is_some_and(|python| !python.frames.is_empty())
        {
            return Some(self.placed(memory, &sample, &Possible { trace, function, from }));
        }
        let returns = if is_ffi { RETURNS_IN_FFI } else { RETURNS };
        let start = trace.addresses.last().and_then(|address| self.unwinder.function_start(*address));
        let mut proved = Vec::new();
        let mut others = Vec::new();
        for bp in (0..FARTHEST / 8).filter_map(|word| trace.sp.checked_add(8 * word)) {
            let Some(to) = bp.checked_add(returns).and_then(|at| sample.word(at)) else { continue };
            match called(memory, to).filter(|_| self.modules.covers(to)) {
                Some(Called::Function(target)) if start == Some(target) => proved.push(bp),
                Some(_) => others.push(bp),
                None => {}
            }
        }
        let mut all = Vec::new();
        // Where a call to that very function is seen, nothing else needs to be tried.
        for guesses in [proved, others] {
            for bp in guesses {
                sample.registers.bp = bp;
                let guessed = self.unwinder.trace_guess(&sample);
                // No thread begins in libffi: a wrong guess has found a 0 there.
                if !guessed.whole || !self.is_followed(&guessed) || self.ends_in_ffi(&guessed) {
                    continue;
                }
                if self.is_through_probe(&guessed) {
                    return None;
                }
                // Beyond the program's frames there is none of the API's.
                if let Some((function, from)) = self.outermost(memory, &guessed) {
                    all.push(Possible { trace: guessed, function, from });
                }
            }
            if !all.is_empty() {
                break;
            }
        }
        // The frames that need no guess are in it, whatever is farther out.
        let without_line = |function| Entered { function, site: CallSite::default() };
        let Some(first) = all.first() else { return Some(without_line(known?.0)) };
        if all.iter().any(|other| other.function != first.function) {
            let certain = known.map(|(function, _)| function);
            return Some(without_line(certain.unwrap_or_else(|| first.function.clone())));
        }
        let programs = |possible: &Possible| possible.trace.addresses[possible.from..].to_vec();
        if all.iter().any(|other| programs(other) != programs(first)) {
            return Some(without_line(first.function.clone()));
        }
        Some(self.placed(memory, &sample, first))
    }

    /// With the line, if each of the program's frames is certain.
    fn placed(&mut self, memory: Memory<'_>, sample: &StackSample, call: &Possible) -> Entered {
        let is_certain = self.is_certain(memory, &call.trace, call.from);
        let site = if is_certain { self.site(sample, &call.trace, call.from) } else { CallSite::default() };
        Entered { function: call.function.clone(), site }
    }

    /// Its outermost frame is in libffi, by which Python's ctypes calls.
    fn ends_in_ffi(&self, trace: &Trace) -> bool {
        let module = trace.addresses.last().and_then(|address| self.modules.find(*address));
        let name = module.and_then(|module| module.path.file_name()).unwrap_or_default();
        name.as_encoded_bytes().starts_with(b"libffi")
    }

    /// All its frames are in known code.
    fn is_followed(&self, trace: &Trace) -> bool {
        trace.addresses.iter().all(|address| self.modules.covers(*address))
    }

    fn is_through_probe(&self, trace: &Trace) -> bool {
        let is_probe = |address: &u64| {
            let name = self.modules.find(*address).and_then(|module| module.path.file_name());
            name.is_some_and(|name| name.as_encoded_bytes().starts_with(b"libzetop_"))
        };
        trace.addresses.iter().any(is_probe)
    }

    /// The frame outside this one calls the function that this one is in; `None` where the instruction doesn't say whom it calls.
    fn calls(&self, memory: Memory<'_>, trace: &Trace, inner: usize) -> Option<bool> {
        let outer = trace.addresses.get(inner + 1)?;
        match called(memory, outer.wrapping_add(1)) {
            Some(Called::Unknown) => None,
            Some(Called::Function(target)) => {
                Some(self.unwinder.function_start(*trace.addresses.get(inner)?) == Some(target))
            }
            None => Some(false),
        }
    }

    /// Unwind tables, and no guess by frame pointers, lead from the kernel to the program; there each frame calls the one inside
    /// it, or the API. Python says itself where it is.
    fn is_certain(&self, memory: Memory<'_>, trace: &Trace, from: usize) -> bool {
        let is_known = |address: &u64| self.unwinder.function_start(*address).is_some();
        if !trace.addresses.iter().take(from + 1).all(is_known) {
            return false;
        }
        // Lines of packages are not shown, either.
        let is_no_programs = |path: &Path| self.is_runtime(path) || !is_programs(path);
        let is_in_library =
            |address: u64| self.modules.find(address).is_some_and(|module| is_no_programs(&module.path));
        for (at, address) in trace.addresses.iter().enumerate().skip(from.max(1)) {
            let Some(module) = self.modules.find(*address) else { return false };
            if is_python(&module.path) {
                break;
            }
            if is_in_library(*address) {
                continue;
            }
            let to_library = || match called(memory, address.wrapping_add(1)) {
                Some(Called::Function(target)) => is_in_library(target),
                _ => false,
            };
            let inner = trace.addresses[at - 1];
            let is_inside = (at == from || is_in_library(inner)) && to_library();
            if !is_inside && self.calls(memory, trace, at - 1) == Some(false) {
                return false;
            }
        }
        true
    }

    /// The API's function of the outermost frame that is in one, or was called as one (a loader often jumps on to the driver,
    /// and leaves no frame), and the first frame outside it.
    fn outermost(&mut self, memory: Memory<'_>, trace: &Trace) -> Option<(String, usize)> {
        let last = trace.addresses.len().saturating_sub(1);
        trace.addresses.iter().enumerate().rev().find_map(|(at, address)| {
            let by_call = match called(memory, address.wrapping_add(1)) {
                Some(Called::Function(target)) if at > 0 => Some((target, at)),
                _ => None,
            };
            // Beyond the last frame that is known there may be another of the API's.
            let own = (trace.whole || at < last).then_some((*address, at + 1));
            let name = |(address, from)| Some((self.api_function(address)?, from));
            by_call.into_iter().chain(own).find_map(name)
        })
    }

    /// The name of the API's function at an address in one of its libraries. Finding names takes longer than some threads sleep.
    fn api_function(&mut self, address: u64) -> Option<String> {
        if let Some(known) = self.api_functions.get(&address) {
            return known.clone();
        }
        let found = self.find_api_function(address);
        if self.api_functions.len() < MOST_KEPT {
            self.api_functions.insert(address, found.clone());
        }
        found
    }

    fn find_api_function(&mut self, address: u64) -> Option<String> {
        let module = self.modules.find(address)?;
        let file = module.path.file_name().unwrap_or_default().as_encoded_bytes();
        if !self.runtime.iter().any(|start| file.starts_with(start.as_bytes())) {
            return None;
        }
        if self.symbols.is_new(&module.path) {
            (self.look)(&module.path);
        }
        let frames = self.symbols.frames(module, address);
        let mut names =
            frames.iter().rev().filter_map(|frame| frame.function.as_deref()?.rsplit("::").next());
        names.find(|name| self.functions.contains(*name)).map(str::to_owned)
    }
}
