//! Which of the API's functions a thread is in, by its stack alone: for calls that began before the probe came.

use super::memory::Memory;
use super::unwind::Trace;
use super::{CallSite, Resolver, StackSample};
use serde::{Deserialize, Serialize};
use std::fs::File;

/// How far above the stack pointer the innermost frame that needs the frame pointer register may end, bytes.
const FARTHEST: u64 = 16 << 10;
/// No frame ends there: unwinding stops where the register is needed.
const UNKNOWN: u64 = 1;

/// A call of the API.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entered {
    pub function: String,
    pub site: CallSite,
}

impl Resolver {
    /// The call that the thread with this stack is in, if it is in one. The frame pointer register is not known: while the
    /// thread sleeps in the kernel, nobody says what is in it.
    ///
    /// `None` also where the stack can't be followed up to the program, and in a call that came through a probe.
    #[must_use]
    pub fn entered(&mut self, sample: &StackSample) -> Option<Entered> {
        let file = File::open(format!("/proc/{}/mem", self.pid)).ok();
        let memory = Memory::of(file.as_ref())?;
        let mut sample = sample.clone();
        sample.registers.bp = UNKNOWN;
        let trace = self.unwinder.trace(&sample);
        if !self.is_followed(&trace) {
            self.refresh();
        }
        // Its frames begin in the driver, whose own are not told from the program's here: no line is better than a wrong one.
        let entered = |function| Entered { function, site: CallSite::default() };
        let mut partly = None;
        let from = sample.registers.sp;
        let ends = (0..FARTHEST / 8).map(|word| from + 8 * word);
        for bp in std::iter::once(UNKNOWN).chain(ends) {
            if bp != UNKNOWN {
                // A frame pointer has a return address above it.
                let returns = bp.checked_add(8).and_then(|at| sample.word(at));
                if !returns.is_some_and(|to| self.modules.covers(to) && called(memory, to).is_some()) {
                    continue;
                }
            }
            sample.registers.bp = bp;
            let trace = self.unwinder.trace(&sample);
            // A frame pointer was guessed right if all frames up to the thread's first one follow from it.
            if !self.is_followed(&trace) || bp != UNKNOWN && !trace.whole {
                continue;
            }
            if trace.addresses.iter().any(|address| self.is_probe(*address)) {
                return None;
            }
            let function = self.outermost(memory, &trace);
            if trace.whole {
                return function.map(entered);
            }
            partly = partly.or(function);
        }
        partly.map(entered)
    }

    /// All its frames are in known code.
    fn is_followed(&self, trace: &Trace) -> bool {
        trace.addresses.iter().all(|address| self.modules.covers(*address))
    }

    fn is_probe(&self, address: u64) -> bool {
        let name = self.modules.find(address).and_then(|module| module.path.file_name());
        name.is_some_and(|name| name.as_encoded_bytes().starts_with(b"libzetop_"))
    }

    /// The API's function of the outermost frame that is in one, or was called as one: a loader often jumps on to the driver,
    /// and leaves no frame.
    fn outermost(&mut self, memory: Memory<'_>, trace: &Trace) -> Option<String> {
        let last = trace.addresses.len().saturating_sub(1);
        trace.addresses.iter().enumerate().rev().find_map(|(at, address)| {
            let by_call = if at > 0 { called(memory, address.wrapping_add(1)) } else { None };
            // Beyond the last frame that is known there may be another of the API's.
            let own = Some(*address).filter(|_| trace.whole || at < last);
            by_call.into_iter().chain(own).find_map(|address| self.api_function(address))
        })
    }

    /// The name of the API's function at an address in one of its libraries.
    fn api_function(&mut self, address: u64) -> Option<String> {
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

/// What the instruction before a return address calls, if that is written in it: a function, by way of the linkage table too.
fn called(memory: Memory<'_>, returns: u64) -> Option<u64> {
    let code = memory.bytes(returns.checked_sub(7)?, 7)?;
    let relative = |bytes: &[u8], from: u64| {
        let offset = i32::from_le_bytes(bytes.try_into().ok()?);
        Some(from.wrapping_add_signed(i64::from(offset)))
    };
    match code[..] {
        // call *[rip + offset]
        [_, 0xff, 0x15, ..] => memory.word(relative(&code[3..], returns)?),
        // call offset
        [_, _, 0xe8, ..] => {
            let target = relative(&code[3..], returns)?;
            Some(linked(memory, target).unwrap_or(target))
        }
        // call *register, call *[register + offset]: nobody knows any more what was in the register.
        [.., 0xff, 0x10..=0x17 | 0xd0..=0xd7]
        | [.., 0xff, 0x14 | 0x50..=0x57, _]
        | [.., 0xff, 0x54, _, _]
        | [_, 0xff, 0x90..=0x97, ..]
        | [0xff, 0x94, ..] => Some(0),
        _ => None,
    }
}

/// Where an entry of the linkage table leads, if there is one.
fn linked(memory: Memory<'_>, target: u64) -> Option<u64> {
    let code = memory.bytes(target, 12)?;
    // endbr64, bnd
    let mut at = if code.starts_with(&[0xf3, 0x0f, 0x1e, 0xfa]) { 4 } else { 0 };
    at += usize::from(code[at] == 0xf2);
    let jump = code.get(at..at + 6)?;
    // jmp *[rip + offset]
    if !jump.starts_with(&[0xff, 0x25]) {
        return None;
    }
    let offset = i32::from_le_bytes(jump[2..].try_into().ok()?);
    memory.word(target.wrapping_add(at as u64 + 6).wrapping_add_signed(i64::from(offset)))
}
