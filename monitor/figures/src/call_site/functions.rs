//! Where functions begin, by the unwind tables of their modules: those without a name as well.

use super::modules::Module;
use addr2line::gimli::{BaseAddresses, EhFrame, EhFrameHdr, NativeEndian, UnwindSection};
use framehop::ExplicitModuleSectionInfo;
use std::ops::{Deref, Range};

/// `T` are the bytes of a table.
pub struct Functions<T>(Vec<OfModule<T>>);

impl<T> Default for Functions<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

struct OfModule<T> {
    range: Range<u64>,
    bias: u64,
    bases: BaseAddresses,
    eh_frame_hdr: T,
    eh_frame: T,
}

impl<T: Clone + Deref<Target = [u8]>> Functions<T> {
    pub fn add(&mut self, module: &Module, sections: &ExplicitModuleSectionInfo<T>) {
        let (Some(eh_frame_hdr), Some(eh_frame)) = (&sections.eh_frame_hdr, &sections.eh_frame) else {
            return;
        };
        let start = |range: &Option<Range<u64>>| range.as_ref().map_or(0, |range| range.start);
        let bases = BaseAddresses::default()
            .set_eh_frame_hdr(start(&sections.eh_frame_hdr_svma))
            .set_eh_frame(start(&sections.eh_frame_svma))
            .set_text(start(&sections.text_svma))
            .set_got(start(&sections.got_svma));
        self.0.push(OfModule {
            range: module.range.clone(),
            bias: module.bias,
            bases,
            eh_frame_hdr: eh_frame_hdr.clone(),
            eh_frame: eh_frame.clone(),
        });
    }

    pub fn start(&self, address: u64) -> Option<u64> {
        // What was mapped last is there now.
        let module = self.0.iter().rev().find(|module| module.range.contains(&address))?;
        let hdr = EhFrameHdr::new(&module.eh_frame_hdr, NativeEndian).parse(&module.bases, 8).ok()?;
        let frames = EhFrame::new(&module.eh_frame, NativeEndian);
        let function = hdr.table()?.fde_for_address(
            &frames,
            &module.bases,
            address.wrapping_sub(module.bias),
            EhFrame::cie_from_offset,
        );
        Some(function.ok()?.initial_address().wrapping_add(module.bias))
    }
}
