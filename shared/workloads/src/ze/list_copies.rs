//! Copies and fills on a command list.

use super::context::Context;
use super::image::Image;
use super::list::{Ending, List};
use super::memory::MemoryRange;
use super::result::{ZeResult, check};
use level_zero_sys::*;

/// One side of a region copy: a box of bytes in memory with pitches.
#[derive(Clone, Copy)]
pub struct Region {
    pub place: MemoryRange,
    /// x in bytes, y in rows, z in slices.
    pub origin: [u32; 3],
    pub pitch: u32,
    pub slice_pitch: u32,
}

impl Region {
    fn raw(&self, size: [u32; 3]) -> ze_copy_region_t {
        let ([x, y, z], [width, height, depth]) = (self.origin, size);
        let last_row = (z + depth.max(1) - 1) as usize * self.slice_pitch as usize
            + (y + height - 1) as usize * self.pitch as usize;
        assert!(last_row + (x + width) as usize <= self.place.len(), "the region ends outside of the memory");
        ze_copy_region_t { originX: x, originY: y, originZ: z, width, height, depth }
    }
}

impl List {
    /// # Errors
    /// The driver's error.
    ///
    /// # Panics
    /// The two places differ in length.
    pub fn copy(&self, to: MemoryRange, from: MemoryRange, ending: Ending<'_>) -> ZeResult {
        assert_eq!(to.len(), from.len());
        let mut waits = ending.wait_handles();
        // SAFETY: live handles, equally long places in memory that the workload keeps.
        let result = unsafe {
            self.api.zeCommandListAppendMemoryCopy(
                self.handle,
                to.pointer(),
                from.pointer(),
                to.len(),
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendMemoryCopy", result)
    }

    /// From memory of another context.
    ///
    /// # Errors
    /// The driver's error.
    ///
    /// # Panics
    /// The two places differ in length.
    pub fn copy_from_context(
        &self,
        to: MemoryRange,
        other: &Context,
        from: MemoryRange,
        ending: Ending<'_>,
    ) -> ZeResult {
        assert_eq!(to.len(), from.len());
        let mut waits = ending.wait_handles();
        // SAFETY: live handles, equally long places in memory that the workload keeps.
        let result = unsafe {
            self.api.zeCommandListAppendMemoryCopyFromContext(
                self.handle,
                to.pointer(),
                other.handle(),
                from.pointer(),
                to.len(),
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendMemoryCopyFromContext", result)
    }

    /// # Errors
    /// The driver's error.
    ///
    /// # Panics
    /// The region is not inside of one of the places.
    pub fn copy_region(&self, to: Region, from: Region, size: [u32; 3], ending: Ending<'_>) -> ZeResult {
        let (to_box, from_box) = (to.raw(size), from.raw(size));
        let mut waits = ending.wait_handles();
        // SAFETY: live handles, boxes inside of places in memory that the workload keeps.
        let result = unsafe {
            self.api.zeCommandListAppendMemoryCopyRegion(
                self.handle,
                to.place.pointer(),
                &to_box,
                to.pitch,
                to.slice_pitch,
                from.place.pointer(),
                &from_box,
                from.pitch,
                from.slice_pitch,
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendMemoryCopyRegion", result)
    }

    /// # Errors
    /// The driver's error.
    pub fn fill(&self, to: MemoryRange, pattern: &[u8], ending: Ending<'_>) -> ZeResult {
        let mut waits = ending.wait_handles();
        // SAFETY: live handles, a place in memory that the workload keeps; the pattern is read during the call.
        let result = unsafe {
            self.api.zeCommandListAppendMemoryFill(
                self.handle,
                to.pointer(),
                pattern.as_ptr().cast(),
                pattern.len(),
                to.len(),
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendMemoryFill", result)
    }

    /// # Errors
    /// The driver's error.
    pub fn image_copy(&self, to: &Image, from: &Image, ending: Ending<'_>) -> ZeResult {
        let mut waits = ending.wait_handles();
        // SAFETY: live handles.
        let result = unsafe {
            self.api.zeCommandListAppendImageCopy(
                self.handle,
                to.handle(),
                from.handle(),
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendImageCopy", result)
    }

    /// Copies a region of one image to the same region of another, or all of it.
    ///
    /// # Errors
    /// The driver's error.
    pub fn image_copy_region(
        &self,
        to: &Image,
        from: &Image,
        region: Option<ze_image_region_t>,
        ending: Ending<'_>,
    ) -> ZeResult {
        let region = region.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        let mut waits = ending.wait_handles();
        // SAFETY: live handles; the region is null or outlives the call.
        let result = unsafe {
            self.api.zeCommandListAppendImageCopyRegion(
                self.handle,
                to.handle(),
                from.handle(),
                region,
                region,
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendImageCopyRegion", result)
    }

    /// A region of the image, or all of it, from rows without padding.
    ///
    /// # Errors
    /// The driver's error.
    ///
    /// # Panics
    /// Too few bytes for the region.
    pub fn image_from_memory(
        &self,
        to: &Image,
        from: MemoryRange,
        region: Option<ze_image_region_t>,
        ending: Ending<'_>,
    ) -> ZeResult {
        assert!(from.len() >= to.bytes_of(region));
        let region = region.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        let mut waits = ending.wait_handles();
        // SAFETY: live handles, enough memory for the region, which is null or outlives the call.
        let result = unsafe {
            self.api.zeCommandListAppendImageCopyFromMemory(
                self.handle,
                to.handle(),
                from.pointer(),
                region,
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendImageCopyFromMemory", result)
    }

    /// A region of the image, or all of it, to rows without padding.
    ///
    /// # Errors
    /// The driver's error.
    ///
    /// # Panics
    /// Too few bytes for the region.
    pub fn image_to_memory(
        &self,
        to: MemoryRange,
        from: &Image,
        region: Option<ze_image_region_t>,
        ending: Ending<'_>,
    ) -> ZeResult {
        assert!(to.len() >= from.bytes_of(region));
        let region = region.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        let mut waits = ending.wait_handles();
        // SAFETY: live handles, enough memory for the region, which is null or outlives the call.
        let result = unsafe {
            self.api.zeCommandListAppendImageCopyToMemory(
                self.handle,
                to.pointer(),
                from.handle(),
                region,
                ending.signal_handle(),
                waits.len() as u32,
                waits.as_mut_ptr(),
            )
        };
        check("zeCommandListAppendImageCopyToMemory", result)
    }
}
