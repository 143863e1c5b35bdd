//! What the probe copies at a sampled call.

use serde::{Deserialize, Serialize};
use zetop_wire::reader::PythonLayout;
use zetop_wire::requests::PythonSample;

/// The registers that unwinding starts from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registers {
    /// Instruction pointer, in the probe.
    pub ip: u64,
    pub sp: u64,
    /// Frame pointer register, whatever it is used for.
    pub bp: u64,
}

/// Registers and the top of the stack at a call.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StackSample {
    pub registers: Registers,
    /// The stack from `registers.sp` upwards, as far as it was copied.
    pub stack: Vec<u8>,
    /// Where Python is, in a thread of a Python program.
    pub python: Option<PythonSample>,
    /// The thread, if where it is in Python is to be read from outside.
    pub python_thread: Option<PythonThread>,
}

/// A thread of a Python program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PythonThread {
    pub layout: PythonLayout,
    pub tid: u32,
}

impl From<zetop_wire::requests::Sample> for StackSample {
    fn from(sample: zetop_wire::requests::Sample) -> Self {
        let registers = Registers { ip: sample.ip, sp: sample.sp, bp: sample.bp };
        Self { registers, stack: sample.stack, python: sample.python, python_thread: None }
    }
}

impl StackSample {
    /// The word at one of the program's addresses; `None` beyond what was copied.
    #[must_use]
    pub fn word(&self, address: u64) -> Option<u64> {
        let offset = usize::try_from(address.checked_sub(self.registers.sp)?).ok()?;
        let bytes = self.stack.get(offset..offset.checked_add(8)?)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }
}
