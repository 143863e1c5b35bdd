//! Appends that copy and fill memory.

use super::append::append;
use crate::Outcome;
use crate::command_list::CommandList;
use crate::context::Context;
use crate::ddi::Api;
use crate::handle::{get, input};
use crate::memory::Location;
use crate::operation::{Action, Command};
use crate::work::{Region, Side};
use level_zero_sys::*;
use std::ffi::c_void;

impl Api {
    pub unsafe fn zeCommandListAppendMemoryCopy(
        hCommandList: ze_command_list_handle_t,
        dstptr: *mut c_void,
        srcptr: *const c_void,
        size: usize,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        if dstptr.is_null() || srcptr.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        let work = Action::Copy { dst: dstptr.expose_provenance(), src: srcptr.expose_provenance(), size };
        let command = Command {
            src: Some(Location::from_pointer(srcptr)),
            dst: Some(Location::from_pointer(dstptr)),
            bytes: size as u64,
            ..Command::new(work)
        };
        // SAFETY: contract.
        unsafe { append(hCommandList, command, hSignalEvent, numWaitEvents, phWaitEvents) }
    }

    pub unsafe fn zeCommandListAppendMemoryCopyWithParameters(
        hCommandList: ze_command_list_handle_t,
        dstptr: *mut c_void,
        srcptr: *const c_void,
        size: usize,
        _pNext: *const c_void,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            Self::zeCommandListAppendMemoryCopy(
                hCommandList,
                dstptr,
                srcptr,
                size,
                hSignalEvent,
                numWaitEvents,
                phWaitEvents,
            )
        }
    }

    pub unsafe fn zeCommandListAppendMemoryCopyFromContext(
        hCommandList: ze_command_list_handle_t,
        dstptr: *mut c_void,
        hContextSrc: ze_context_handle_t,
        srcptr: *const c_void,
        size: usize,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            if !hContextSrc.is_null() {
                get::<Context>(hContextSrc)?;
            }
            Self::zeCommandListAppendMemoryCopy(
                hCommandList,
                dstptr,
                srcptr,
                size,
                hSignalEvent,
                numWaitEvents,
                phWaitEvents,
            )
        }
    }

    pub unsafe fn zeCommandListAppendMemoryFill(
        hCommandList: ze_command_list_handle_t,
        ptr: *mut c_void,
        pattern: *const c_void,
        pattern_size: usize,
        size: usize,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        if ptr.is_null() || pattern.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        let list = unsafe { get::<CommandList>(hCommandList) }?;
        if !pattern_size.is_power_of_two() || pattern_size > list.group.max_fill_pattern {
            return Err(ZE_RESULT_ERROR_INVALID_SIZE);
        }
        // SAFETY: contract.
        let pattern = unsafe { std::slice::from_raw_parts(pattern.cast::<u8>(), pattern_size) };
        let command = Command {
            dst: Some(Location::from_pointer(ptr)),
            bytes: size as u64,
            ..Command::new(Action::Fill { dst: ptr.expose_provenance(), pattern: pattern.into(), size })
        };
        // SAFETY: contract.
        unsafe { append(hCommandList, command, hSignalEvent, numWaitEvents, phWaitEvents) }
    }

    pub unsafe fn zeCommandListAppendMemoryFillWithParameters(
        hCommandList: ze_command_list_handle_t,
        ptr: *mut c_void,
        pattern: *const c_void,
        pattern_size: usize,
        size: usize,
        _pNext: *const c_void,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        // SAFETY: contract.
        unsafe {
            Self::zeCommandListAppendMemoryFill(
                hCommandList,
                ptr,
                pattern,
                pattern_size,
                size,
                hSignalEvent,
                numWaitEvents,
                phWaitEvents,
            )
        }
    }

    pub unsafe fn zeCommandListAppendMemoryCopyRegion(
        hCommandList: ze_command_list_handle_t,
        dstptr: *mut c_void,
        dstRegion: *const ze_copy_region_t,
        dstPitch: u32,
        dstSlicePitch: u32,
        srcptr: *const c_void,
        srcRegion: *const ze_copy_region_t,
        srcPitch: u32,
        srcSlicePitch: u32,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    ) -> Outcome {
        if dstptr.is_null() || srcptr.is_null() {
            return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: contract.
        let (to, from) = unsafe { (input(dstRegion)?, input(srcRegion)?) };
        let rows = to.height.max(1) as usize;
        let side = |base: usize, region: &ze_copy_region_t, pitch: u32, slice_pitch: u32| {
            let row_pitch = if pitch == 0 { region.width } else { pitch } as usize;
            let slice_pitch = if slice_pitch == 0 { row_pitch * rows } else { slice_pitch as usize };
            let origin = region.originX as usize
                + region.originY as usize * row_pitch
                + region.originZ as usize * slice_pitch;
            Side { start: base + origin, row_pitch, slice_pitch }
        };
        let region = Region {
            dst: side(dstptr.expose_provenance(), to, dstPitch, dstSlicePitch),
            src: side(srcptr.expose_provenance(), from, srcPitch, srcSlicePitch),
            row_bytes: to.width as usize,
            rows,
            slices: to.depth.max(1) as usize,
        };
        let command = Command {
            src: Some(Location::from_pointer(srcptr)),
            dst: Some(Location::from_pointer(dstptr)),
            bytes: region.bytes(),
            ..Command::new(Action::CopyRegion(region))
        };
        // SAFETY: contract.
        unsafe { append(hCommandList, command, hSignalEvent, numWaitEvents, phWaitEvents) }
    }
}
