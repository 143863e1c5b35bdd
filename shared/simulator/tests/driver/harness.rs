//! Runs a test's body in a child process with the driver's settings, and helpers for the bodies.

use level_zero_sys::*;
use std::ffi::{CString, c_void};
use std::path::PathBuf;
use std::process::Command;
use std::ptr::{null, null_mut};
use std::time::{Duration, Instant};

const CHILD: &str = "ZESIM_TEST_CHILD";
/// A call that waits for what the test does afterwards never ends.
const LIMIT: Duration = Duration::from_secs(300);

/// Starts this test again in a child process with these settings, where `body` runs.
#[track_caller]
pub fn run(knobs: &[(&str, &str)], body: impl FnOnce(&Sim)) {
    let thread = std::thread::current();
    let test = thread.name().expect("tests run in threads with their names");
    if std::env::var_os(CHILD).is_some() {
        return body(&Sim::open(LevelZero::open(LOADER_FILE).expect("the loader is there")));
    }
    if let Err(reason) = LevelZero::open(LOADER_FILE) {
        zetop_testing::skip!("no Level Zero loader (Debian: apt install libze1): {reason}");
        return;
    }
    let mut child = Command::new(std::env::current_exe().expect("known"))
        .args([test, "--exact", "--include-ignored", "--nocapture", "--test-threads=1"])
        .env(CHILD, "1")
        .env("ZE_ENABLE_ALT_DRIVERS", driver_file())
        .envs(knobs.iter().copied())
        .spawn()
        .expect("the test can be started again");
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child of this process") {
            break status;
        }
        if begun.elapsed() > LIMIT {
            let _ = child.kill();
            panic!("{test} does not end");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    assert!(status.success(), "{test}: {status}");
}

/// The driver that was built with this test.
pub fn driver_file() -> PathBuf {
    let test = std::env::current_exe().expect("known");
    let folder = test.parent().expect("in a folder");
    let file = folder.join("libze_sim.so");
    assert!(file.exists(), "{} is not there", file.display());
    file
}

/// The driver's own function of a name, even if the loader is too old to have it.
pub fn function(name: &str) -> *const c_void {
    let function = FUNCTIONS.iter().find(|function| function.name == name).expect("in the specification");
    let (file, getter) = (driver_file(), CString::new(function.table).expect("no zero inside"));
    let file = CString::new(file.into_os_string().into_encoded_bytes()).expect("no zero inside");
    // SAFETY: the driver is loaded already, and stays.
    let getter = unsafe { libc::dlsym(libc::dlopen(file.as_ptr(), libc::RTLD_NOW), getter.as_ptr()) };
    assert!(!getter.is_null(), "{name}");
    type Getter = unsafe extern "C" fn(ze_api_version_t, *mut *const c_void) -> ze_result_t;
    // SAFETY: all getters have this type, but for that of the table.
    let getter: Getter = unsafe { std::mem::transmute(getter) };
    let mut table = [null(); 128];
    // SAFETY: no table of the specification is as long.
    ok(unsafe { getter(0x1_0011, table.as_mut_ptr()) });
    table[function.index]
}

#[track_caller]
pub fn ok(result: ze_result_t) {
    assert_eq!(result, ZE_RESULT_SUCCESS, "{result:#x}");
}

/// Calls a function of the loader and gives its result.
macro_rules! result {
    ($sim:expr, $function:ident($($argument:expr),* $(,)?)) => {{
        // SAFETY: the tests keep the specification's contract: live handles, valid pointers.
        let result = unsafe { $sim.ze.$function($($argument),*) };
        result
    }};
}

/// Calls a function of the loader, which must succeed.
macro_rules! call {
    ($sim:expr, $function:ident($($argument:expr),* $(,)?)) => {
        $crate::harness::ok(result!($sim, $function($($argument),*)))
    };
}

/// A structure of the specification, all zero but its `stype`.
pub fn described<T>(stype: ze_structure_type_t) -> T {
    // SAFETY: the specification's structures are plain data, for which zero is valid.
    let mut structure: T = unsafe { std::mem::zeroed() };
    // SAFETY: extensible structures begin with their `stype`.
    unsafe { (&raw mut structure).cast::<ze_structure_type_t>().write(stype) };
    structure
}

/// The simulated driver, its first device and a context.
pub struct Sim {
    pub ze: LevelZero,
    pub driver: ze_driver_handle_t,
    pub device: ze_device_handle_t,
    pub context: ze_context_handle_t,
}

pub const FOREVER: u64 = u64::MAX;

impl Sim {
    /// The driver by itself, without a loader, for functions that older loaders don't have or refuse.
    pub fn without_loader() -> Self {
        // SAFETY: the driver may be opened by anybody; its functions are the specification's, and it stays.
        let ze = unsafe {
            let library = libloading::Library::new(driver_file()).expect("built with this test");
            LevelZero::with_functions(library, function)
        };
        Self::open(ze)
    }

    fn open(ze: LevelZero) -> Self {
        let mut sim = Self { ze, driver: null_mut(), device: null_mut(), context: null_mut() };
        call!(sim, zeInit(0));
        let mut count = 1;
        call!(sim, zeDriverGet(&mut count, &mut sim.driver));
        sim.device = sim.devices()[0];
        let desc: ze_context_desc_t = described(ZE_STRUCTURE_TYPE_CONTEXT_DESC);
        call!(sim, zeContextCreate(sim.driver, &desc, &mut sim.context));
        sim
    }

    pub fn devices(&self) -> Vec<ze_device_handle_t> {
        let mut count = 0;
        call!(self, zeDeviceGet(self.driver, &mut count, null_mut()));
        let mut devices = vec![null_mut(); count as usize];
        call!(self, zeDeviceGet(self.driver, &mut count, devices.as_mut_ptr()));
        devices
    }

    pub fn properties(&self, stype: ze_structure_type_t) -> ze_device_properties_t {
        let mut properties = described(stype);
        call!(self, zeDeviceGetProperties(self.device, &mut properties));
        properties
    }

    pub fn on_device(&self, size: usize) -> *mut u8 {
        self.on(self.device, size)
    }

    pub fn on(&self, device: ze_device_handle_t, size: usize) -> *mut u8 {
        let desc: ze_device_mem_alloc_desc_t = described(ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC);
        let mut pointer = null_mut();
        call!(self, zeMemAllocDevice(self.context, &desc, size, 0, device, &mut pointer));
        pointer.cast()
    }

    pub fn on_host(&self, size: usize) -> *mut u8 {
        let desc: ze_host_mem_alloc_desc_t = described(ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC);
        let mut pointer = null_mut();
        call!(self, zeMemAllocHost(self.context, &desc, size, 0, &mut pointer));
        pointer.cast()
    }

    pub fn shared(&self, size: usize) -> *mut u8 {
        let device: ze_device_mem_alloc_desc_t = described(ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC);
        let host: ze_host_mem_alloc_desc_t = described(ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC);
        let mut pointer = null_mut();
        call!(self, zeMemAllocShared(self.context, &device, &host, size, 0, self.device, &mut pointer));
        pointer.cast()
    }

    /// An asynchronous immediate list on a queue of a group.
    pub fn immediate(&self, ordinal: u32, flags: u32) -> ze_command_list_handle_t {
        self.immediate_on(self.device, ordinal, flags, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS)
    }

    pub fn immediate_on(
        &self,
        device: ze_device_handle_t,
        ordinal: u32,
        flags: u32,
        mode: ze_command_queue_mode_t,
    ) -> ze_command_list_handle_t {
        let mut desc: ze_command_queue_desc_t = described(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
        (desc.ordinal, desc.flags, desc.mode) = (ordinal, flags, mode);
        let mut list = null_mut();
        call!(self, zeCommandListCreateImmediate(self.context, device, &desc, &mut list));
        list
    }

    pub fn queue(&self, ordinal: u32) -> ze_command_queue_handle_t {
        let mut desc: ze_command_queue_desc_t = described(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
        (desc.ordinal, desc.mode) = (ordinal, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
        let mut queue = null_mut();
        call!(self, zeCommandQueueCreate(self.context, self.device, &desc, &mut queue));
        queue
    }

    pub fn regular(&self, ordinal: u32, flags: u32) -> ze_command_list_handle_t {
        let mut desc: ze_command_list_desc_t = described(ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC);
        (desc.commandQueueGroupOrdinal, desc.flags) = (ordinal, flags);
        let mut list = null_mut();
        call!(self, zeCommandListCreate(self.context, self.device, &desc, &mut list));
        list
    }

    pub fn execute(&self, queue: ze_command_queue_handle_t, list: ze_command_list_handle_t) {
        let mut list = list;
        call!(self, zeCommandQueueExecuteCommandLists(queue, 1, &mut list, null_mut()));
    }

    pub fn finish(&self, queue: ze_command_queue_handle_t) {
        call!(self, zeCommandQueueSynchronize(queue, FOREVER));
    }

    pub fn finish_list(&self, list: ze_command_list_handle_t) {
        match result!(self, zeCommandListHostSynchronize(list, FOREVER)) {
            // Loaders before 1.9 don't have it.
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE => {
                let event = self.events(0, 1)[0];
                call!(self, zeCommandListAppendBarrier(list, event, 0, null_mut()));
                self.wait(event);
            }
            result => ok(result),
        }
    }

    /// Events that the host sees, of a pool with these further flags.
    pub fn events(&self, flags: u32, count: u32) -> Vec<ze_event_handle_t> {
        let mut desc: ze_event_pool_desc_t = described(ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);
        (desc.flags, desc.count) = (flags | ZE_EVENT_POOL_FLAG_HOST_VISIBLE, count);
        self.events_of(&desc)
    }

    /// All events of a pool.
    pub fn events_of(&self, desc: &ze_event_pool_desc_t) -> Vec<ze_event_handle_t> {
        let mut pool = null_mut();
        call!(self, zeEventPoolCreate(self.context, desc, 0, null_mut(), &mut pool));
        self.events_with(pool, desc.count, ZE_EVENT_SCOPE_FLAG_HOST)
    }

    /// The first events of a pool, with this scope of signals.
    pub fn events_with(
        &self,
        pool: ze_event_pool_handle_t,
        count: u32,
        signal: ze_event_scope_flags_t,
    ) -> Vec<ze_event_handle_t> {
        let create = |index| {
            let mut desc: ze_event_desc_t = described(ZE_STRUCTURE_TYPE_EVENT_DESC);
            (desc.index, desc.signal, desc.wait) = (index, signal, ZE_EVENT_SCOPE_FLAG_HOST);
            let mut event = null_mut();
            call!(self, zeEventCreate(pool, &desc, &mut event));
            event
        };
        (0..count).map(create).collect()
    }

    /// Events with timestamps and this scope of signals.
    pub fn scoped<const N: usize>(&self, signal: ze_event_scope_flags_t) -> [ze_event_handle_t; N] {
        let mut desc: ze_event_pool_desc_t = described(ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);
        (desc.flags, desc.count) =
            (ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP, N as u32);
        let mut pool = null_mut();
        call!(self, zeEventPoolCreate(self.context, &desc, 0, null_mut(), &mut pool));
        self.events_with(pool, N as u32, signal).try_into().expect("N events")
    }

    /// Events with timestamps.
    pub fn stamped<const N: usize>(&self) -> [ze_event_handle_t; N] {
        self.events(ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP, N as u32).try_into().expect("N events")
    }

    pub fn wait(&self, event: ze_event_handle_t) {
        call!(self, zeEventHostSynchronize(event, FOREVER));
    }

    pub fn is_signalled(&self, event: ze_event_handle_t) -> bool {
        match result!(self, zeEventQueryStatus(event)) {
            ZE_RESULT_SUCCESS => true,
            ZE_RESULT_NOT_READY => false,
            other => panic!("{other:#x}"),
        }
    }

    pub fn stamps(&self, event: ze_event_handle_t) -> ze_kernel_timestamp_result_t {
        let mut stamps = ze_kernel_timestamp_result_t::default();
        call!(self, zeEventQueryKernelTimestamp(event, &mut stamps));
        stamps
    }

    /// Cycles between an event's stamps at this width; both clocks must agree.
    #[track_caller]
    pub fn cycles(&self, event: ze_event_handle_t, bits: u32) -> u64 {
        let stamps = self.stamps(event);
        let between = |data: ze_kernel_timestamp_data_t| {
            let all = u64::MAX >> (64 - bits);
            assert!(data.kernelStart <= all && data.kernelEnd <= all, "{stamps:x?} in {bits} bits");
            data.kernelEnd.wrapping_sub(data.kernelStart) & all
        };
        assert_eq!(between(stamps.global), between(stamps.context));
        between(stamps.global)
    }

    pub fn module(&self, binary: &[u8]) -> ze_module_handle_t {
        let mut desc: ze_module_desc_t = described(ZE_STRUCTURE_TYPE_MODULE_DESC);
        (desc.format, desc.inputSize, desc.pInputModule) =
            (ZE_MODULE_FORMAT_IL_SPIRV, binary.len(), binary.as_ptr());
        let mut module = null_mut();
        call!(self, zeModuleCreate(self.context, self.device, &desc, &mut module, null_mut()));
        module
    }

    /// A kernel of a module made for it.
    pub fn kernel(&self, name: &str) -> ze_kernel_handle_t {
        self.kernel_of(self.module(&zetop_workloads::spirv::named(&[name])), name)
    }

    pub fn kernel_of(&self, module: ze_module_handle_t, name: &str) -> ze_kernel_handle_t {
        let name = CString::new(name).expect("no zero inside");
        let mut desc: ze_kernel_desc_t = described(ZE_STRUCTURE_TYPE_KERNEL_DESC);
        desc.pKernelName = name.as_ptr();
        let mut kernel = null_mut();
        call!(self, zeKernelCreate(module, &desc, &mut kernel));
        kernel
    }

    pub fn argument<T>(&self, kernel: ze_kernel_handle_t, index: u32, value: T) {
        call!(self, zeKernelSetArgumentValue(kernel, index, size_of::<T>(), (&raw const value).cast()));
    }

    pub fn launch(
        &self,
        list: ze_command_list_handle_t,
        kernel: ze_kernel_handle_t,
        groups: u32,
        signal: ze_event_handle_t,
        waits: &[ze_event_handle_t],
    ) {
        let count = ze_group_count_t { groupCountX: groups, groupCountY: 1, groupCountZ: 1 };
        let (number, waits) = (waits.len() as u32, waits.as_ptr().cast_mut());
        call!(self, zeCommandListAppendLaunchKernel(list, kernel, &count, signal, number, waits));
    }

    pub fn copy<D, S>(
        &self,
        list: ze_command_list_handle_t,
        dst: *mut D,
        src: *const S,
        size: usize,
        signal: ze_event_handle_t,
        waits: &[ze_event_handle_t],
    ) {
        let (number, waits) = (waits.len() as u32, waits.as_ptr().cast_mut());
        call!(self, zeCommandListAppendMemoryCopy(list, dst.cast(), src.cast(), size, signal, number, waits));
    }
}

/// The bytes behind a pointer of the driver.
pub fn bytes<'a>(pointer: *const u8, size: usize) -> &'a mut [u8] {
    // SAFETY: the tests pass allocations of at least this size, and one reference at a time.
    unsafe { std::slice::from_raw_parts_mut(pointer.cast_mut(), size) }
}

/// The numbers behind a pointer of the driver.
pub fn floats<'a>(pointer: *const u8, count: usize) -> &'a mut [f32] {
    // SAFETY: as for `bytes`; the driver's allocations are aligned to pages.
    unsafe { std::slice::from_raw_parts_mut(pointer.cast_mut().cast(), count) }
}

/// A pointer that means nothing.
pub fn nothing() -> *const c_void {
    null()
}

/// The lines that the oracle has written.
pub fn oracle() -> Vec<String> {
    let path = std::env::var("ZESIM_ORACLE").expect("a knob of the test");
    let text = std::fs::read_to_string(&path).expect("written");
    text.lines().map(str::to_owned).collect()
}

/// A number in a line of the oracle.
pub fn field(line: &str, name: &str) -> u64 {
    let (_, rest) = line.split_once(&format!("\"{name}\":")).unwrap_or_else(|| panic!("{name} in {line}"));
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("a number")
}

/// Processor time of this process in nanoseconds.
pub fn processor_time() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a valid place for the result.
    assert_eq!(unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) }, 0);
    time.tv_sec.cast_unsigned() * 1_000_000_000 + time.tv_nsec.cast_unsigned()
}
