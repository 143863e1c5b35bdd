//! Appends that copy images.

use super::append::append;
use crate::Outcome;
use crate::ddi::Api;
use crate::handle::{Shared, share};
use crate::image::Image;
use crate::memory::{Location, MemoryKind};
use crate::operation::{Action, Command};
use crate::work::{Region, Side};
use level_zero_sys::*;
use std::ffi::c_void;

/// An image's side of a copy.
fn image_side(image: &Image, origin: [usize; 3]) -> Side {
    let start = image.base()
        + origin[0] * image.bytes_per_pixel
        + origin[1] * image.row_pitch()
        + origin[2] * image.slice_pitch();
    Side { start, row_pitch: image.row_pitch(), slice_pitch: image.slice_pitch() }
}

fn image_place(image: &Image) -> Location {
    Location { kind: MemoryKind::Image, device: Some(image.device) }
}

/// A copy between memory and a region of an image. Memory pitches of zero mean rows and slices without padding.
struct MemoryCopy {
    memory: usize,
    pitches: (u32, u32),
    image: Shared<Image>,
    to_memory: bool,
}

impl MemoryCopy {
    fn command(self, region: Option<&ze_image_region_t>) -> Outcome<Command> {
        let (origin, extent) = self.image.region(region)?;
        let row_bytes = extent[0] * self.image.bytes_per_pixel;
        let row_pitch = if self.pitches.0 == 0 { row_bytes } else { self.pitches.0 as usize };
        let slice_pitch = if self.pitches.1 == 0 { row_pitch * extent[1] } else { self.pitches.1 as usize };
        let memory = Side { start: self.memory, row_pitch, slice_pitch };
        let memory_place = Location::from_pointer(std::ptr::with_exposed_provenance::<u8>(self.memory));
        let image = image_side(&self.image, origin);
        let image_place = image_place(&self.image);
        let ((dst, dst_place), (src, src_place)) = match self.to_memory {
            true => ((memory, memory_place), (image, image_place)),
            false => ((image, image_place), (memory, memory_place)),
        };
        let region = Region { dst, src, row_bytes, rows: extent[1], slices: extent[2] };
        Ok(Command {
            src: Some(src_place),
            dst: Some(dst_place),
            bytes: region.bytes(),
            ..Command::new(Action::ImageCopy(region, vec![self.image]))
        })
    }
}

impl Api {
    pub unsafe fn zeCommandListAppendImageCopy(
        hCommandList: ze_command_list_handle_t,
        hDstImage: ze_image_handle_t,
        hSrcImage: ze_image_handle_t,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            Self::zeCommandListAppendImageCopyRegion(
                hCommandList,
                hDstImage,
                hSrcImage,
                std::ptr::null(),
                std::ptr::null(),
                hSignalEvent,
                numWaitEvents,
                phWaitEvents,
            )
        }
    }

    pub unsafe fn zeCommandListAppendImageCopyRegion(
        hCommandList: ze_command_list_handle_t,
        hDstImage: ze_image_handle_t,
        hSrcImage: ze_image_handle_t,
        pDstRegion: *const ze_image_region_t,
        pSrcRegion: *const ze_image_region_t,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        let (to, from) = unsafe { (share::<Image>(hDstImage)?, share::<Image>(hSrcImage)?) };
        // SAFETY: contract.
        let (to_region, from_region) = unsafe { (pDstRegion.as_ref(), pSrcRegion.as_ref()) };
        let (to_origin, to_extent) = to.region(to_region)?;
        let (from_origin, from_extent) = from.region(from_region)?;
        if to.bytes_per_pixel != from.bytes_per_pixel {
            return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
        }
        let extent: [usize; 3] = std::array::from_fn(|axis| to_extent[axis].min(from_extent[axis]));
        let overlap = |axis: usize| to_origin[axis].abs_diff(from_origin[axis]) < extent[axis];
        if to.base() == from.base() && (0..3).all(overlap) {
            return Err(ZE_RESULT_ERROR_OVERLAPPING_REGIONS);
        }
        let region = Region {
            dst: image_side(&to, to_origin),
            src: image_side(&from, from_origin),
            row_bytes: extent[0] * to.bytes_per_pixel,
            rows: extent[1],
            slices: extent[2],
        };
        let command = Command {
            src: Some(image_place(&from)),
            dst: Some(image_place(&to)),
            bytes: region.bytes(),
            ..Command::new(Action::ImageCopy(region, vec![to, from]))
        };
        // SAFETY: contract.
        unsafe { append(hCommandList, command, hSignalEvent, numWaitEvents, phWaitEvents) }
    }

    pub unsafe fn zeCommandListAppendImageCopyToMemory(
        hCommandList: ze_command_list_handle_t,
        dstptr: *mut c_void,
        hSrcImage: ze_image_handle_t,
        pSrcRegion: *const ze_image_region_t,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            Self::zeCommandListAppendImageCopyToMemoryExt(
                hCommandList,
                dstptr,
                hSrcImage,
                pSrcRegion,
                0,
                0,
                hSignalEvent,
                numWaitEvents,
                phWaitEvents,
            )
        }
    }

    pub unsafe fn zeCommandListAppendImageCopyFromMemory(
        hCommandList: ze_command_list_handle_t,
        hDstImage: ze_image_handle_t,
        srcptr: *const c_void,
        pDstRegion: *const ze_image_region_t,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            Self::zeCommandListAppendImageCopyFromMemoryExt(
                hCommandList,
                hDstImage,
                srcptr,
                pDstRegion,
                0,
                0,
                hSignalEvent,
                numWaitEvents,
                phWaitEvents,
            )
        }
    }

    pub unsafe fn zeCommandListAppendImageCopyToMemoryExt(
        hCommandList: ze_command_list_handle_t,
        dstptr: *mut c_void,
        hSrcImage: ze_image_handle_t,
        pSrcRegion: *const ze_image_region_t,
        destRowPitch: u32,
        destSlicePitch: u32,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        if dstptr.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        let image = unsafe { share::<Image>(hSrcImage) }?;
        let memory = dstptr.expose_provenance();
        let copy = MemoryCopy { memory, pitches: (destRowPitch, destSlicePitch), image, to_memory: true };
        // SAFETY: contract.
        let command = copy.command(unsafe { pSrcRegion.as_ref() })?;
        // SAFETY: contract.
        unsafe { append(hCommandList, command, hSignalEvent, numWaitEvents, phWaitEvents) }
    }

    pub unsafe fn zeCommandListAppendImageCopyFromMemoryExt(
        hCommandList: ze_command_list_handle_t,
        hDstImage: ze_image_handle_t,
        srcptr: *const c_void,
        pDstRegion: *const ze_image_region_t,
        srcRowPitch: u32,
        srcSlicePitch: u32,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        if srcptr.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        let image = unsafe { share::<Image>(hDstImage) }?;
        let memory = srcptr.expose_provenance();
        let copy = MemoryCopy { memory, pitches: (srcRowPitch, srcSlicePitch), image, to_memory: false };
        // SAFETY: contract.
        let command = copy.command(unsafe { pDstRegion.as_ref() })?;
        // SAFETY: contract.
        unsafe { append(hCommandList, command, hSignalEvent, numWaitEvents, phWaitEvents) }
    }
}
