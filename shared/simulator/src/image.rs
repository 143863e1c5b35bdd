//! Images: bytes in rows, slices and layers without padding.

use crate::Outcome;
use crate::handle::HandleKind;
use crate::memory::{Freed, MemoryKind, allocate, take};
use level_zero_sys::*;
use std::sync::Arc;

/// The memory of an image, which views share.
struct Storage {
    base: usize,
    _memory: Freed,
}

pub struct Image {
    storage: Arc<Storage>,
    pub device: u32,
    pub id: u64,
    pub bytes_per_pixel: usize,
    /// Pixels of a row, rows of a slice, slices. Layers of an array count as rows (1D) or slices (2D).
    pub extent: [usize; 3],
}
impl HandleKind for Image {
    const MAGIC: u64 = u64::from_le_bytes(*b"ze image");
    type Raw = _ze_image_handle_t;
}

/// Bytes of a pixel; none for formats in planes and other media formats.
pub fn bytes_per_pixel(layout: ze_image_format_layout_t) -> Option<usize> {
    Some(match layout {
        ZE_IMAGE_FORMAT_LAYOUT_8 => 1,
        ZE_IMAGE_FORMAT_LAYOUT_16
        | ZE_IMAGE_FORMAT_LAYOUT_8_8
        | ZE_IMAGE_FORMAT_LAYOUT_5_6_5
        | ZE_IMAGE_FORMAT_LAYOUT_5_5_5_1
        | ZE_IMAGE_FORMAT_LAYOUT_4_4_4_4 => 2,
        ZE_IMAGE_FORMAT_LAYOUT_8_8_8 => 3,
        ZE_IMAGE_FORMAT_LAYOUT_32
        | ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8
        | ZE_IMAGE_FORMAT_LAYOUT_16_16
        | ZE_IMAGE_FORMAT_LAYOUT_10_10_10_2
        | ZE_IMAGE_FORMAT_LAYOUT_11_11_10 => 4,
        ZE_IMAGE_FORMAT_LAYOUT_16_16_16 => 6,
        ZE_IMAGE_FORMAT_LAYOUT_16_16_16_16 | ZE_IMAGE_FORMAT_LAYOUT_32_32 => 8,
        ZE_IMAGE_FORMAT_LAYOUT_32_32_32 => 12,
        ZE_IMAGE_FORMAT_LAYOUT_32_32_32_32 => 16,
        _ => return None,
    })
}

/// The largest extent in each dimension.
pub const MAX_EXTENT: usize = 16_384;

impl Image {
    pub fn new(desc: &ze_image_desc_t, device: u32) -> Outcome<Self> {
        let (bytes_per_pixel, extent) = shape(desc)?;
        let bytes = extent.iter().product::<usize>() * bytes_per_pixel;
        let base = allocate(MemoryKind::Image, Some(device), bytes, 0)?;
        // Image memory has no pointer that the program could look up.
        let memory = take(base)?;
        let storage = Arc::new(Storage { base, _memory: memory });
        Ok(Self { storage, device, id: crate::memory::new_id(), bytes_per_pixel, extent })
    }

    /// Another look at the same memory.
    pub fn view(&self, desc: &ze_image_desc_t) -> Outcome<Self> {
        let (bytes_per_pixel, extent) = shape(desc)?;
        if extent.iter().product::<usize>() * bytes_per_pixel > self.size() {
            return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
        }
        let storage = Arc::clone(&self.storage);
        Ok(Self { storage, device: self.device, id: self.id, bytes_per_pixel, extent })
    }

    pub fn base(&self) -> usize {
        self.storage.base
    }

    pub fn row_pitch(&self) -> usize {
        self.extent[0] * self.bytes_per_pixel
    }

    pub fn slice_pitch(&self) -> usize {
        self.row_pitch() * self.extent[1]
    }

    pub fn size(&self) -> usize {
        self.slice_pitch() * self.extent[2]
    }

    /// Origin and extent of a region in pixels; without one, of the whole image.
    pub fn region(&self, region: Option<&ze_image_region_t>) -> Outcome<([usize; 3], [usize; 3])> {
        let Some(region) = region else { return Ok(([0; 3], self.extent)) };
        let origin = [region.originX as usize, region.originY as usize, region.originZ as usize];
        // Programs leave dimensions that an image does not have at zero.
        let extent = [region.width as usize, region.height.max(1) as usize, region.depth.max(1) as usize];
        let inside = (0..3).all(|axis| origin[axis] + extent[axis] <= self.extent[axis]);
        if inside { Ok((origin, extent)) } else { Err(ZE_RESULT_ERROR_INVALID_ARGUMENT) }
    }
}

fn shape(desc: &ze_image_desc_t) -> Outcome<(usize, [usize; 3])> {
    let bytes = bytes_per_pixel(desc.format.layout).ok_or(ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT)?;
    let (width, height, depth) = (desc.width as usize, desc.height as usize, desc.depth as usize);
    let layers = desc.arraylevels as usize;
    let extent = match desc.type_ {
        ZE_IMAGE_TYPE_1D | ZE_IMAGE_TYPE_BUFFER => [width, 1, 1],
        ZE_IMAGE_TYPE_1DARRAY => [width, layers, 1],
        ZE_IMAGE_TYPE_2D => [width, height, 1],
        ZE_IMAGE_TYPE_2DARRAY => [width, height, layers],
        ZE_IMAGE_TYPE_3D => [width, height, depth],
        _ => return Err(ZE_RESULT_ERROR_INVALID_ENUMERATION),
    };
    let limit = if desc.type_ == ZE_IMAGE_TYPE_BUFFER { usize::MAX >> 8 } else { MAX_EXTENT };
    if extent.contains(&0) || extent.iter().any(|side| *side > limit) {
        return Err(ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
    }
    Ok((bytes, extent))
}
