//! Images of two formats.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::product::checksum;
use crate::ze::{Ending, Format, Gpu, Heap, Image, List};
use anyhow::{Result, ensure};
use level_zero_sys::ze_image_region_t;

pub const IMAGES: Program = Program {
    name: "images",
    about: "RGBA32F and R8 images, in 2D and 3D: memory -> image -> image -> memory, whole and by regions",
    keys: &[("width", "33"), ("height", "17"), ("depth", "3")],
    run: images,
};

fn images(arguments: &Arguments) -> Result<()> {
    let size =
        [arguments.get::<u32>("width")?, arguments.get::<u32>("height")?, arguments.get::<u32>("depth")?];
    let gpu = Gpu::open()?;
    let device = gpu.device();
    let list = List::synchronous(&gpu.context, &device, device.compute_ordinal()?)?;
    let mut ledger = Ledger::new();
    for format in [Format::Rgba32f, Format::R8] {
        for size in [[size[0], size[1], 1], size] {
            let first = Image::new(&gpu.context, &device, format, size)?;
            let second = Image::new(&gpu.context, &device, format, size)?;
            let all = first.bytes_of(None);
            let mut source = Heap::new(all);
            source.bytes_mut().iter_mut().enumerate().for_each(|(i, byte)| *byte = (i % 249) as u8);
            let mut target = Heap::new(all);

            list.image_from_memory(&first, source.place(), None, Ending::NONE)?;
            list.image_copy(&second, &first, Ending::NONE)?;
            list.image_to_memory(target.place(), &second, None, Ending::NONE)?;
            ledger.transfer("heap", "image", 1, all);
            ledger.transfer("image", "image", 1, all);
            ledger.transfer("image", "heap", 1, all);
            ensure!(target.bytes() == source.bytes(), "{format:?} {size:?}: something else came back");

            let region = ze_image_region_t {
                originX: 1,
                originY: 2,
                originZ: 0,
                width: size[0] - 3,
                height: size[1] - 5,
                depth: 1,
            };
            let part = first.bytes_of(Some(region));
            let mut marks = Heap::new(part);
            marks.bytes_mut().fill(0xAB);
            list.image_from_memory(&first, marks.place(), Some(region), Ending::NONE)?;
            list.image_copy_region(&second, &first, Some(region), Ending::NONE)?;
            // A null region is the whole image, whichever function it is given to.
            list.image_copy_region(&first, &second, None, Ending::NONE)?;
            let mut seen = Heap::new(part);
            list.image_to_memory(seen.place(), &first, Some(region), Ending::NONE)?;
            ledger.transfer("heap", "image", 1, part);
            ledger.transfer("image", "image", 1, part);
            ledger.transfer("image", "image", 1, all);
            ledger.transfer("image", "heap", 1, part);
            ensure!(seen.bytes() == marks.bytes(), "{format:?} {size:?}: another region came back");
            println!("{format:?} {size:?} {:016x}", checksum(target.bytes()));
        }
    }
    ledger.print();
    Ok(())
}
