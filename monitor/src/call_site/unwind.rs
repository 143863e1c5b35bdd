//! From registers and a piece of stack to return addresses.

use super::mapped::Tables;
use super::modules::{Image, Module};
use super::sample::StackSample;
use framehop::x86_64::{CacheX86_64, UnwindRegsX86_64, UnwinderX86_64};
use framehop::{ExplicitModuleSectionInfo, Unwinder as _};
use object::read::ReadCache;
use object::{Object, ObjectSection};
use std::fmt;
use std::fs::File;
use std::ops::Range;

/// No interesting stack is deeper, and a damaged one must not be followed for ever.
const DEEPEST: usize = 256;

/// The addresses of a stack.
#[derive(Debug, Default)]
pub struct Trace {
    /// Innermost first; each is within the call instruction.
    pub addresses: Vec<u64>,
    /// The stack was followed to its end.
    pub whole: bool,
}

fn sections(file: &File) -> Option<ExplicitModuleSectionInfo<Vec<u8>>> {
    let cache = ReadCache::new(file);
    let file = object::File::parse(&cache).ok()?;
    let range = |name: &str| -> Option<Range<u64>> {
        let section = file.section_by_name(name)?;
        Some(section.address()..section.address().checked_add(section.size())?)
    };
    let data = |name: &str| -> Option<Vec<u8>> {
        Some(file.section_by_name(name)?.uncompressed_data().ok()?.into_owned())
    };
    Some(ExplicitModuleSectionInfo {
        base_svma: 0,
        text_svma: range(".text"),
        text: data(".text"),
        got_svma: range(".got"),
        eh_frame_svma: range(".eh_frame"),
        eh_frame: data(".eh_frame"),
        eh_frame_hdr_svma: range(".eh_frame_hdr"),
        eh_frame_hdr: data(".eh_frame_hdr"),
        debug_frame: data(".debug_frame"),
        ..Default::default()
    })
}

fn mapped(tables: &Tables) -> ExplicitModuleSectionInfo<Vec<u8>> {
    ExplicitModuleSectionInfo {
        base_svma: 0,
        text_svma: Some(tables.code.clone()),
        eh_frame_svma: Some(tables.eh_frame.range.clone()),
        eh_frame: Some(tables.eh_frame.bytes.clone()),
        eh_frame_hdr_svma: Some(tables.eh_frame_hdr.range.clone()),
        eh_frame_hdr: Some(tables.eh_frame_hdr.bytes.clone()),
        ..Default::default()
    }
}

#[derive(Default)]
pub struct Unwinder {
    inner: UnwinderX86_64<Vec<u8>>,
    cache: CacheX86_64,
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
        };
        let Some(info) = info else { return };
        let name = module.path.to_string_lossy().into_owned();
        self.inner.add_module(framehop::Module::new(name, module.range.clone(), module.bias, info));
    }

    pub fn trace(&mut self, sample: &StackSample) -> Trace {
        let r = sample.registers;
        let mut read = |address| sample.word(address).ok_or(());
        let regs = UnwindRegsX86_64::new(r.ip, r.sp, r.bp);
        let mut frames = self.inner.iter_frames(r.ip, regs, &mut self.cache, &mut read);
        let mut trace = Trace::default();
        while trace.addresses.len() < DEEPEST {
            match frames.next() {
                Ok(Some(frame)) => trace.addresses.push(frame.address_for_lookup()),
                Ok(None) => {
                    trace.whole = true;
                    break;
                }
                Err(_) => break,
            }
        }
        trace
    }
}
