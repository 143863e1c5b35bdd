//! Bytes of images, by layout and type.

use level_zero_sys::*;

/// An image, as far as copies of it are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Image {
    pub bits_per_pixel: u64,
    pub width: u64,
    pub height: u64,
    pub depth: u64,
}

impl Image {
    #[must_use]
    pub fn new(desc: &ze_image_desc_t) -> Self {
        let layers = u64::from(desc.arraylevels.max(1));
        let (height, depth) = match desc.type_ {
            ZE_IMAGE_TYPE_1D | ZE_IMAGE_TYPE_BUFFER => (1, 1),
            ZE_IMAGE_TYPE_1DARRAY => (1, layers),
            ZE_IMAGE_TYPE_2D => (u64::from(desc.height), 1),
            ZE_IMAGE_TYPE_2DARRAY => (u64::from(desc.height), layers),
            _ => (u64::from(desc.height), u64::from(desc.depth)),
        };
        Self {
            bits_per_pixel: bits_per_pixel(desc.format.layout),
            width: desc.width,
            height: height.max(1),
            depth: depth.max(1),
        }
    }

    /// Bytes of a region in pixels, or of the whole image.
    #[must_use]
    pub fn bytes(&self, region: Option<&ze_image_region_t>) -> u64 {
        let (w, h, d) = region.map_or((self.width, self.height, self.depth), |r| {
            (u64::from(r.width), u64::from(r.height.max(1)), u64::from(r.depth.max(1)))
        });
        w.saturating_mul(h).saturating_mul(d).saturating_mul(self.bits_per_pixel) / 8
    }
}

/// Bits of a pixel, planes averaged, from the layout's name in the specification; the planar YUV layouts
/// after their FourCC definitions (4:2:0 has 1.5 samples a pixel, 4:2:2 has 2, 4:4:4 has 3).
fn bits_per_pixel(layout: ze_image_format_layout_t) -> u64 {
    match layout {
        ZE_IMAGE_FORMAT_LAYOUT_8
        | ZE_IMAGE_FORMAT_LAYOUT_Y8
        | ZE_IMAGE_FORMAT_LAYOUT_P8
        | ZE_IMAGE_FORMAT_LAYOUT_IA44
        | ZE_IMAGE_FORMAT_LAYOUT_AI44
        | ZE_IMAGE_FORMAT_LAYOUT_400P => 8,
        ZE_IMAGE_FORMAT_LAYOUT_NV12 | ZE_IMAGE_FORMAT_LAYOUT_I420 | ZE_IMAGE_FORMAT_LAYOUT_YV12 => 12,
        ZE_IMAGE_FORMAT_LAYOUT_16
        | ZE_IMAGE_FORMAT_LAYOUT_8_8
        | ZE_IMAGE_FORMAT_LAYOUT_5_6_5
        | ZE_IMAGE_FORMAT_LAYOUT_5_5_5_1
        | ZE_IMAGE_FORMAT_LAYOUT_4_4_4_4
        | ZE_IMAGE_FORMAT_LAYOUT_YUYV
        | ZE_IMAGE_FORMAT_LAYOUT_VYUY
        | ZE_IMAGE_FORMAT_LAYOUT_YVYU
        | ZE_IMAGE_FORMAT_LAYOUT_UYVY
        | ZE_IMAGE_FORMAT_LAYOUT_YUY2
        | ZE_IMAGE_FORMAT_LAYOUT_Y16
        | ZE_IMAGE_FORMAT_LAYOUT_A8P8
        | ZE_IMAGE_FORMAT_LAYOUT_422H
        | ZE_IMAGE_FORMAT_LAYOUT_422V => 16,
        ZE_IMAGE_FORMAT_LAYOUT_P010
        | ZE_IMAGE_FORMAT_LAYOUT_P012
        | ZE_IMAGE_FORMAT_LAYOUT_P016
        | ZE_IMAGE_FORMAT_LAYOUT_8_8_8
        | ZE_IMAGE_FORMAT_LAYOUT_444P
        | ZE_IMAGE_FORMAT_LAYOUT_RGBP
        | ZE_IMAGE_FORMAT_LAYOUT_BRGP => 24,
        ZE_IMAGE_FORMAT_LAYOUT_16_16_16 => 48,
        ZE_IMAGE_FORMAT_LAYOUT_16_16_16_16 | ZE_IMAGE_FORMAT_LAYOUT_32_32 | ZE_IMAGE_FORMAT_LAYOUT_Y416 => 64,
        ZE_IMAGE_FORMAT_LAYOUT_32_32_32 => 96,
        ZE_IMAGE_FORMAT_LAYOUT_32_32_32_32 => 128,
        // 32, 8_8_8_8, 16_16, 10_10_10_2, 11_11_10, AYUV, Y410, Y210, Y216, P216
        _ => 32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(layout: ze_image_format_layout_t, type_: ze_image_type_t) -> Image {
        let mut desc =
            ze_image_desc_t { type_, width: 10, height: 7, depth: 3, arraylevels: 4, ..Default::default() };
        desc.format.layout = layout;
        Image::new(&desc)
    }

    #[test]
    fn trap_08_image_bytes_by_layout_and_type() {
        assert_eq!(image(ZE_IMAGE_FORMAT_LAYOUT_32_32_32_32, ZE_IMAGE_TYPE_2D).bytes(None), 10 * 7 * 16);
        assert_eq!(image(ZE_IMAGE_FORMAT_LAYOUT_8, ZE_IMAGE_TYPE_2D).bytes(None), 70);
        assert_eq!(image(ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8, ZE_IMAGE_TYPE_3D).bytes(None), 10 * 7 * 3 * 4);
        assert_eq!(image(ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8, ZE_IMAGE_TYPE_1D).bytes(None), 40);
        assert_eq!(image(ZE_IMAGE_FORMAT_LAYOUT_16, ZE_IMAGE_TYPE_2DARRAY).bytes(None), 10 * 7 * 4 * 2);
        assert_eq!(image(ZE_IMAGE_FORMAT_LAYOUT_NV12, ZE_IMAGE_TYPE_2D).bytes(None), 105);
    }

    #[test]
    fn trap_08_regions_count_their_own_pixels() {
        let region = ze_image_region_t { width: 3, height: 2, depth: 1, ..Default::default() };
        assert_eq!(image(ZE_IMAGE_FORMAT_LAYOUT_32_32_32_32, ZE_IMAGE_TYPE_2D).bytes(Some(&region)), 96);
    }
}
