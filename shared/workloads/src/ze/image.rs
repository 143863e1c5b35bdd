//! Images.

use super::context::Context;
use super::driver::Device;
use super::result::{ZeResult, check};
use level_zero_sys::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Four `f32` per pixel.
    Rgba32f,
    /// One byte per pixel.
    R8,
}

impl Format {
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Self::Rgba32f => 16,
            Self::R8 => 1,
        }
    }

    fn raw(self) -> ze_image_format_t {
        let (layout, type_) = match self {
            Self::Rgba32f => (ZE_IMAGE_FORMAT_LAYOUT_32_32_32_32, ZE_IMAGE_FORMAT_TYPE_FLOAT),
            Self::R8 => (ZE_IMAGE_FORMAT_LAYOUT_8, ZE_IMAGE_FORMAT_TYPE_UINT),
        };
        let (x, y, z, w) = match self {
            Self::Rgba32f => (
                ZE_IMAGE_FORMAT_SWIZZLE_R,
                ZE_IMAGE_FORMAT_SWIZZLE_G,
                ZE_IMAGE_FORMAT_SWIZZLE_B,
                ZE_IMAGE_FORMAT_SWIZZLE_A,
            ),
            Self::R8 => (
                ZE_IMAGE_FORMAT_SWIZZLE_R,
                ZE_IMAGE_FORMAT_SWIZZLE_0,
                ZE_IMAGE_FORMAT_SWIZZLE_0,
                ZE_IMAGE_FORMAT_SWIZZLE_1,
            ),
        };
        ze_image_format_t { layout, type_, x, y, z, w }
    }
}

/// An image of two or three dimensions.
pub struct Image {
    api: &'static LevelZero,
    handle: ze_image_handle_t,
    format: Format,
    size: [u32; 3],
}

impl Image {
    /// Three dimensions if the last size is above 1.
    ///
    /// # Errors
    /// The driver's error.
    pub fn new(context: &Context, device: &Device, format: Format, size: [u32; 3]) -> ZeResult<Self> {
        let desc = ze_image_desc_t {
            stype: ZE_STRUCTURE_TYPE_IMAGE_DESC,
            flags: ZE_IMAGE_FLAG_KERNEL_WRITE,
            type_: if size[2] > 1 { ZE_IMAGE_TYPE_3D } else { ZE_IMAGE_TYPE_2D },
            format: format.raw(),
            width: u64::from(size[0]),
            height: size[1],
            depth: size[2],
            ..Default::default()
        };
        let mut handle = std::ptr::null_mut();
        // SAFETY: live handles, a descriptor with its stype, a local for the handle.
        let result =
            unsafe { context.api.zeImageCreate(context.handle(), device.handle(), &desc, &mut handle) };
        check("zeImageCreate", result)?;
        Ok(Self { api: context.api, handle, format, size })
    }

    #[must_use]
    pub fn handle(&self) -> ze_image_handle_t {
        self.handle
    }

    /// Bytes of a region's pixels, or of all.
    #[must_use]
    pub fn bytes_of(&self, region: Option<ze_image_region_t>) -> usize {
        let [w, h, d] = region.map_or(self.size, |region| [region.width, region.height, region.depth]);
        w as usize * h as usize * d as usize * self.format.bytes()
    }
}

impl Drop for Image {
    fn drop(&mut self) {
        // SAFETY: the handle came from zeImageCreate, and this is its only destruction.
        unsafe { self.api.zeImageDestroy(self.handle) };
    }
}
