//! From registers and a piece of stack to return addresses.

use super::arch;
use super::functions::Functions;
use super::mapped::{Section, Tables};
use super::modules::{Image, Module};
use super::sample::StackSample;
use super::sections::Sections;
use framehop::{ExplicitModuleSectionInfo, FrameAddress, Unwinder as _};
use object::read::elf::SectionHeader;
use std::cell::Cell;
use std::fmt;
use std::fs::File;
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

/// No interesting stack is deeper, and a damaged one must not be followed for ever.
const DEEPEST: usize = 256;

/// The addresses of a stack.
#[derive(Debug, Default)]
pub struct Trace {
    /// Innermost first; each is within the call instruction.
    pub addresses: Vec<u64>,
    /// The stack was followed to its end.
    pub whole: bool,
    /// The stack pointer in the outermost frame, at its call.
    pub sp: u64,
}

/// The text is left out: it says more only about functions that are interrupted, and samples are taken at calls.
fn sections(file: &File) -> Option<ExplicitModuleSectionInfo<Table>> {
    let file = Sections::new(file)?;
    let headers = file.headers()?;
    let range = |name: &str| -> Option<Range<u64>> {
        let section = headers.section(name)?;
        let start = section.sh_addr(headers.endian);
        Some(start..start.checked_add(section.sh_size(headers.endian))?)
    };
    let data = |name: &str| Some(Table::File(file.data(&headers, name)?));
    Some(ExplicitModuleSectionInfo {
        base_svma: 0,
        text_svma: range(".text"),
        got_svma: range(".got"),
        eh_frame_svma: range(".eh_frame"),
        eh_frame: data(".eh_frame"),
        eh_frame_hdr_svma: range(".eh_frame_hdr"),
        eh_frame_hdr: data(".eh_frame_hdr"),
        debug_frame: data(".debug_frame"),
        ..Default::default()
    })
}

/// Unwind tables: of a file, or copied from the program's memory.
#[derive(Clone)]
pub enum Table {
    File(&'static [u8]),
    Memory(Arc<[u8]>),
}

impl Default for Table {
    fn default() -> Self {
        Self::File(&[])
    }
}

impl Deref for Table {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::File(bytes) => bytes,
            Self::Memory(bytes) => bytes,
        }
    }
}

fn mapped(tables: &Tables) -> ExplicitModuleSectionInfo<Table> {
    ExplicitModuleSectionInfo {
        base_svma: 0,
        text_svma: Some(tables.code.clone()),
        eh_frame_svma: Some(tables.eh_frame.range.clone()),
        eh_frame: Some(Table::Memory(Arc::clone(&tables.eh_frame.bytes))),
        eh_frame_hdr_svma: Some(tables.eh_frame_hdr.range.clone()),
        eh_frame_hdr: Some(Table::Memory(Arc::clone(&tables.eh_frame_hdr.bytes))),
        ..Default::default()
    }
}

#[derive(Default)]
pub struct Unwinder {
    inner: arch::Unwinder<Table>,
    cache: arch::Cache,
    functions: Functions<Table>,
}

impl fmt::Debug for Unwinder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unwinder").finish_non_exhaustive()
    }
}

impl Unwinder {
    /// Takes in a module's unwind tables.
    pub fn add(&mut self, module: &Module) {
        let info = match &module.image {
            Image::File(file) => sections(file),
            Image::Memory(tables) => Some(mapped(tables)),
            Image::LeftOut => None,
        };
        let Some(info) = info else { return };
        self.functions.add(module, &info);
        let name = module.path.to_string_lossy().into_owned();
        self.inner.add_module(framehop::Module::new(name, module.range.clone(), module.bias, info));
    }

    pub fn trace(&mut self, sample: &StackSample) -> Trace {
        let r = sample.registers;
        let is_short = Cell::new(false);
        let mut read = |address| {
            let word = sample.word(address);
            is_short.set(is_short.get() || word.is_none());
            word.ok_or(())
        };
        let mut regs = arch::unwind_registers(r);
        let mut address = FrameAddress::from_instruction_pointer(r.ip);
        let mut trace = Trace { addresses: vec![r.ip], whole: false, sp: r.sp };
        while trace.addresses.len() < DEEPEST {
            match self.inner.unwind_frame(address, &mut regs, &mut self.cache, &mut read) {
                Ok(Some(returns)) => {
                    let Some(caller) = FrameAddress::from_return_address(returns) else { break };
                    address = caller;
                    trace.addresses.push(caller.address_for_lookup());
                    trace.sp = regs.sp();
                }
                Ok(None) => {
                    trace.whole = true;
                    break;
                }
                Err(_) => break,
            }
        }
        if is_short.get() {
            self.forget_rules();
        }
        trace
    }

    /// The addresses of a stack whose frame pointer register is a guess. Nothing of a wrong guess is left for later stacks.
    pub fn trace_guess(&mut self, sample: &StackSample) -> Trace {
        let trace = self.trace(sample);
        self.forget_rules();
        trace
    }

    /// Where a frame's rule can't be applied, because a word of the stack can't be read or a register is wrong, framehop keeps
    /// another rule for that address, which is wrong for every other stack.
    fn forget_rules(&mut self) {
        self.cache = arch::Cache::default();
    }

    /// Where the function with this address begins; `None` where the tables don't say it.
    pub fn function_start(&self, address: u64) -> Option<u64> {
        self.functions.start(address)
    }
}

/// For code from 0x1000 to 0x2000, with the tables after it.
pub fn addresses_by_tables(eh_frame_hdr: &[u8], eh_frame: &[u8], sample: &StackSample) -> Vec<u64> {
    let section =
        |start: u64, bytes: &[u8]| Section { range: start..start + bytes.len() as u64, bytes: bytes.into() };
    let tables = Tables {
        code: 0x1000..0x2000,
        eh_frame_hdr: section(0x2000, eh_frame_hdr),
        eh_frame: section(0x2000 + eh_frame_hdr.len() as u64, eh_frame),
    };
    let mut unwinder = Unwinder::default();
    let path = Path::new("made up").into();
    unwinder.add(&Module { path, range: 0x1000..0x2000, bias: 0, image: Image::Memory(tables) });
    unwinder.trace(sample).addresses
}
