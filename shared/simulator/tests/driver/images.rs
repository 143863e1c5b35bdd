//! Images of every dimension and the copies between them and memory.

use crate::harness::{Sim, bytes, described, run};
use level_zero_sys::*;
use std::ptr::{null, null_mut};

fn image(
    sim: &Sim,
    kind: ze_image_type_t,
    layout: ze_image_format_layout_t,
    size: [u32; 4],
) -> ze_image_handle_t {
    let mut desc: ze_image_desc_t = described(ZE_STRUCTURE_TYPE_IMAGE_DESC);
    (desc.type_, desc.format.layout) = (kind, layout);
    (desc.width, desc.height, desc.depth, desc.arraylevels) = (size[0].into(), size[1], size[2], size[3]);
    let mut image = null_mut();
    call!(sim, zeImageCreate(sim.context, sim.device, &desc, &mut image));
    image
}

fn list(sim: &Sim) -> ze_command_list_handle_t {
    sim.immediate_on(sim.device, 0, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS)
}

#[test]
fn whole_images_go_there_and_back() {
    run(&[], |sim| {
        let shapes = [
            (ZE_IMAGE_TYPE_1D, ZE_IMAGE_FORMAT_LAYOUT_8, [33, 0, 0, 0], 33),
            (ZE_IMAGE_TYPE_2D, ZE_IMAGE_FORMAT_LAYOUT_32_32_32_32, [7, 5, 0, 0], 7 * 5 * 16),
            (ZE_IMAGE_TYPE_3D, ZE_IMAGE_FORMAT_LAYOUT_16, [6, 5, 4, 0], 6 * 5 * 4 * 2),
            (ZE_IMAGE_TYPE_2DARRAY, ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8, [3, 2, 0, 5], 3 * 2 * 5 * 4),
        ];
        for (kind, layout, size, length) in shapes {
            let (first, second) = (image(sim, kind, layout, size), image(sim, kind, layout, size));
            let source: Vec<u8> = (0..length).map(|i| i as u8).collect();
            let target = sim.on_device(length);
            let (list, none) = (list(sim), null_mut());
            let from = source.as_ptr().cast();
            call!(
                sim,
                zeCommandListAppendImageCopyFromMemory(list, first, from, null(), none, 0, null_mut())
            );
            call!(sim, zeCommandListAppendImageCopy(list, second, first, none, 0, null_mut()));
            call!(
                sim,
                zeCommandListAppendImageCopyToMemory(
                    list,
                    target.cast(),
                    second,
                    null(),
                    none,
                    0,
                    null_mut()
                )
            );
            assert_eq!(bytes(target, length), source);
        }
    });
}

#[test]
fn regions_of_images_are_in_pixels() {
    run(&[], |sim| {
        // 8 x 8 pixels of two bytes; the 3 x 2 at (4,5) are written, with a row pitch of 10 bytes in memory.
        let pixels = image(sim, ZE_IMAGE_TYPE_2D, ZE_IMAGE_FORMAT_LAYOUT_16, [8, 8, 0, 0]);
        let (list, none) = (list(sim), null_mut());
        let zeros = [0_u8; 128];
        call!(
            sim,
            zeCommandListAppendImageCopyFromMemory(
                list,
                pixels,
                zeros.as_ptr().cast(),
                null(),
                none,
                0,
                null_mut()
            )
        );
        let source: Vec<u8> = (1..=20).collect();
        let region = ze_image_region_t { originX: 4, originY: 5, originZ: 0, width: 3, height: 2, depth: 1 };
        let from = source.as_ptr().cast();
        call!(
            sim,
            zeCommandListAppendImageCopyFromMemoryExt(
                list,
                pixels,
                from,
                &region,
                10,
                0,
                none,
                0,
                null_mut()
            )
        );
        let target = sim.on_host(128);
        call!(
            sim,
            zeCommandListAppendImageCopyToMemory(list, target.cast(), pixels, null(), none, 0, null_mut())
        );
        for (at, byte) in bytes(target, 128).iter().enumerate() {
            let (x, y) = (at % 16, at / 16);
            let inside = (8..14).contains(&x) && (5..7).contains(&y);
            let expected = if inside { source[(y - 5) * 10 + x - 8] } else { 0 };
            assert_eq!(*byte, expected, "({x},{y})");
        }
        let outside = ze_image_region_t { originX: 6, ..region };
        let result = result!(
            sim,
            zeCommandListAppendImageCopyFromMemory(list, pixels, from, &outside, none, 0, null_mut())
        );
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_ARGUMENT);
        let shifted = ze_image_region_t { originX: 5, ..region };
        let result = result!(
            sim,
            zeCommandListAppendImageCopyRegion(list, pixels, pixels, &shifted, &region, none, 0, null_mut())
        );
        assert_eq!(result, ZE_RESULT_ERROR_OVERLAPPING_REGIONS);
    });
}

#[test]
fn media_formats_are_refused() {
    run(&[], |sim| {
        let mut desc: ze_image_desc_t = described(ZE_STRUCTURE_TYPE_IMAGE_DESC);
        (desc.type_, desc.format.layout) = (ZE_IMAGE_TYPE_2D, ZE_IMAGE_FORMAT_LAYOUT_NV12);
        (desc.width, desc.height) = (4, 4);
        let mut image = null_mut();
        let result = result!(sim, zeImageCreate(sim.context, sim.device, &desc, &mut image));
        assert_eq!(result, ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT);
    });
}
