//! Drivers and devices.

use super::loader::api;
use super::result::{ZeResult, check};
use anyhow::Result;
use level_zero_sys::*;

#[derive(Clone, Copy)]
pub struct Driver {
    pub(super) api: &'static LevelZero,
    pub(super) handle: ze_driver_handle_t,
}
// SAFETY: driver handles are valid in every thread for as long as the process lives.
unsafe impl Send for Driver {}
// SAFETY: as above.
unsafe impl Sync for Driver {}

#[derive(Clone, Copy)]
pub struct Device {
    pub(super) api: &'static LevelZero,
    pub(super) handle: ze_device_handle_t,
}
// SAFETY: device handles are valid in every thread for as long as the process lives.
unsafe impl Send for Device {}
// SAFETY: as above.
unsafe impl Sync for Device {}

impl Driver {
    #[must_use]
    pub fn handle(&self) -> ze_driver_handle_t {
        self.handle
    }

    /// Initialises Level Zero with `zeInit` and takes the first driver.
    ///
    /// # Errors
    /// No loader, no driver.
    pub fn first() -> Result<Self> {
        let api = api()?;
        // SAFETY: no requirements on the caller.
        check("zeInit", unsafe { api.zeInit(0) })?;
        let (mut count, mut handle) = (1, std::ptr::null_mut());
        // SAFETY: room for the one handle that is asked for.
        check("zeDriverGet", unsafe { api.zeDriverGet(&mut count, &mut handle) })?;
        anyhow::ensure!(count > 0 && !handle.is_null(), "no Level Zero driver");
        Ok(Self { api, handle })
    }

    /// # Errors
    /// The driver's error.
    pub fn devices(&self) -> ZeResult<Vec<Device>> {
        let mut count = 0;
        // SAFETY: a count of 0 asks for the number only.
        let result = unsafe { self.api.zeDeviceGet(self.handle, &mut count, std::ptr::null_mut()) };
        check("zeDeviceGet", result)?;
        let mut handles = vec![std::ptr::null_mut(); count as usize];
        // SAFETY: room for `count` handles.
        check("zeDeviceGet", unsafe { self.api.zeDeviceGet(self.handle, &mut count, handles.as_mut_ptr()) })?;
        Ok(handles.into_iter().map(|handle| Device { api: self.api, handle }).collect())
    }

    /// # Errors
    /// The driver's error.
    pub fn api_version(&self) -> ZeResult<u32> {
        let mut version = 0;
        // SAFETY: a live driver, a local for the answer.
        check("zeDriverGetApiVersion", unsafe { self.api.zeDriverGetApiVersion(self.handle, &mut version) })?;
        Ok(version)
    }

    /// The driver's function of that name, if it has one.
    #[must_use]
    pub fn extension(&self, name: &std::ffi::CStr) -> Option<*mut std::ffi::c_void> {
        let mut function = std::ptr::null_mut();
        // SAFETY: a live driver, a zero-ended name, a local for the answer.
        let result = unsafe {
            self.api.zeDriverGetExtensionFunctionAddress(self.handle, name.as_ptr(), &mut function)
        };
        (result == ZE_RESULT_SUCCESS && !function.is_null()).then_some(function)
    }
}

impl Device {
    #[must_use]
    pub fn handle(&self) -> ze_device_handle_t {
        self.handle
    }

    /// # Errors
    /// The driver's error.
    pub fn properties(&self) -> ZeResult<ze_device_properties_t> {
        let mut properties =
            ze_device_properties_t { stype: ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES, ..Default::default() };
        // SAFETY: a live device, a local with its stype for the answer.
        check("zeDeviceGetProperties", unsafe {
            self.api.zeDeviceGetProperties(self.handle, &mut properties)
        })?;
        Ok(properties)
    }

    /// Cycles of the device's clock per second; none where the driver does not say.
    ///
    /// # Errors
    /// The driver's error.
    pub fn timer_hz(&self) -> ZeResult<Option<f64>> {
        // From 1.2 on the resolution can be had in cycles per second, which is exact.
        let mut properties =
            ze_device_properties_t { stype: ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2, ..Default::default() };
        // SAFETY: a live device, a local with its stype for the answer.
        check("zeDeviceGetProperties", unsafe {
            self.api.zeDeviceGetProperties(self.handle, &mut properties)
        })?;
        // A driver from before says nanoseconds per cycle all the same: no device counts that slowly.
        const SLOWEST: u64 = 10_000;
        Ok(match properties.timerResolution {
            0 => None,
            ns_per_cycle @ 1..SLOWEST => Some(1e9 / ns_per_cycle as f64),
            hz => Some(hz as f64),
        })
    }

    /// Bytes of the device's largest memory.
    ///
    /// # Errors
    /// The driver's error.
    pub fn memory_bytes(&self) -> ZeResult<u64> {
        const NAME: &str = "zeDeviceGetMemoryProperties";
        let mut count = 0;
        // SAFETY: a count of 0 asks for the number only.
        let result =
            unsafe { self.api.zeDeviceGetMemoryProperties(self.handle, &mut count, std::ptr::null_mut()) };
        check(NAME, result)?;
        let one = ze_device_memory_properties_t {
            stype: ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES,
            ..Default::default()
        };
        let mut memories = vec![one; count as usize];
        // SAFETY: room for `count` structures, each with its stype.
        let result =
            unsafe { self.api.zeDeviceGetMemoryProperties(self.handle, &mut count, memories.as_mut_ptr()) };
        check(NAME, result)?;
        Ok(memories.iter().map(|memory| memory.totalSize).max().unwrap_or(0))
    }

    /// Bytes of the device's largest cache; 0 where the driver does not say.
    ///
    /// # Errors
    /// What the driver says.
    pub fn cache_bytes(&self) -> ZeResult<u64> {
        const NAME: &str = "zeDeviceGetCacheProperties";
        let mut count = 0;
        // SAFETY: a count of 0 asks for the number only.
        let result =
            unsafe { self.api.zeDeviceGetCacheProperties(self.handle, &mut count, std::ptr::null_mut()) };
        check(NAME, result)?;
        let one = ze_device_cache_properties_t {
            stype: ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES,
            ..Default::default()
        };
        let mut caches = vec![one; count as usize];
        // SAFETY: room for `count` structures, each with its stype.
        let result =
            unsafe { self.api.zeDeviceGetCacheProperties(self.handle, &mut count, caches.as_mut_ptr()) };
        check(NAME, result)?;
        Ok(caches.iter().map(|cache| cache.cacheSize as u64).max().unwrap_or(0))
    }

    fn queue_groups(&self) -> ZeResult<Vec<ze_command_queue_group_properties_t>> {
        const NAME: &str = "zeDeviceGetCommandQueueGroupProperties";
        let mut count = 0;
        // SAFETY: a count of 0 asks for the number only.
        let result = unsafe {
            self.api.zeDeviceGetCommandQueueGroupProperties(self.handle, &mut count, std::ptr::null_mut())
        };
        check(NAME, result)?;
        let one = ze_command_queue_group_properties_t {
            stype: ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES,
            ..Default::default()
        };
        let mut groups = vec![one; count as usize];
        // SAFETY: room for `count` structures, each with its stype.
        let result = unsafe {
            self.api.zeDeviceGetCommandQueueGroupProperties(self.handle, &mut count, groups.as_mut_ptr())
        };
        check(NAME, result)?;
        Ok(groups)
    }

    /// A queue group that runs kernels.
    ///
    /// # Errors
    /// No such group.
    pub fn compute_ordinal(&self) -> Result<u32> {
        let found = self
            .queue_groups()?
            .iter()
            .position(|g| g.flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE != 0);
        found.map(|ordinal| ordinal as u32).ok_or_else(|| anyhow::anyhow!("no queue group for kernels"))
    }

    /// A queue group that copies and does nothing else.
    ///
    /// # Errors
    /// No such group.
    pub fn copy_ordinal(&self) -> Result<u32> {
        let kinds = ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE | ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY;
        let found = self
            .queue_groups()?
            .iter()
            .position(|g| g.flags & kinds == ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY);
        found.map(|ordinal| ordinal as u32).ok_or_else(|| anyhow::anyhow!("no queue group for copies only"))
    }

    /// Queues of the group.
    ///
    /// # Errors
    /// The driver's error.
    pub fn queue_count(&self, ordinal: u32) -> ZeResult<u32> {
        Ok(self.queue_groups()?.get(ordinal as usize).map_or(0, |group| group.numQueues))
    }

    /// Host and device time of one moment.
    ///
    /// # Errors
    /// The driver's error.
    pub fn global_timestamps(&self) -> ZeResult<(u64, u64)> {
        let (mut host, mut device) = (0, 0);
        // SAFETY: a live device, two locals for the answers.
        let result = unsafe { self.api.zeDeviceGetGlobalTimestamps(self.handle, &mut host, &mut device) };
        check("zeDeviceGetGlobalTimestamps", result)?;
        Ok((host, device))
    }
}
