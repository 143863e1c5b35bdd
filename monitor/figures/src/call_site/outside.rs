//! Where a call that has not returned was made, read from outside: the thread is not stopped, and does nothing for it.
//!
//! While a thread is in a call, everything on its stack above the wrapper's frame stays as it is. What is read is worth
//! nothing if the call has returned meanwhile: then it is not the same call any more.

use super::arch;
use super::sample::{PythonThread, Registers, StackSample};
use crate::snapshot::About;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::time::Duration;
use zetop_system::limit::look;
use zetop_wire::reader::{self, Head};
use zetop_wire::samples::STACK_WORDS;

/// How long the program's memory may take to answer.
const PATIENCE: Duration = Duration::from_millis(500);

/// A call that has not returned.
#[derive(Debug, Clone)]
pub struct CallToPlace {
    pub about: About,
    pub pid: u32,
    /// The process file, and the block in which the call is noted.
    file: Arc<File>,
    block: usize,
    head: Head,
}

impl CallToPlace {
    pub(crate) fn new(about: About, pid: u32, file: Arc<File>, block: usize, head: Head) -> Self {
        Self { about, pid, file, block, head }
    }

    /// The thread has not returned from it.
    pub(super) fn goes_on(&self) -> bool {
        let now = reader::head(&*self.file, self.block);
        (now.tid, now.in_call, now.call_frame) == (self.head.tid, self.head.in_call, self.head.call_frame)
    }

    /// The stack from the wrapper's frame upwards; `None` if it can't be read.
    pub(super) fn sample(&self) -> Option<StackSample> {
        let (sp, bp) = self.head.call_frame;
        let mut stack = stack_above(self.pid, sp.checked_sub(arch::PUSHED)?, 8 * STACK_WORDS)?;
        let pushed = stack.get(..8).and_then(|word| word.try_into().ok()).map(u64::from_le_bytes);
        let ip = arch::wrapper_ip(&self.head, pushed)?;
        stack.drain(..arch::PUSHED as usize);
        let layout = reader::python(&*self.file);
        let python_thread = layout.map(|layout| PythonThread { layout, tid: self.head.tid });
        Some(StackSample { registers: Registers { ip, sp, bp }, stack, python: None, python_thread })
    }
}

/// What is on a stack from there upwards, bytes.
pub(super) fn stack_above(pid: u32, from: u64, most: usize) -> Option<Vec<u8>> {
    look(pid, PATIENCE, move || {
        let memory = File::open(format!("/proc/{pid}/mem")).ok()?;
        let mut stack = vec![0; most];
        let mut read = 0;
        // It ends where the stack does.
        while let Ok(more @ 1..) = memory.read_at(&mut stack[read..], from.checked_add(read as u64)?) {
            read += more;
        }
        stack.truncate(read);
        Some(stack)
    })?
}
