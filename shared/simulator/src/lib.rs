//! ze-sim: a Level Zero driver whose device is the CPU.
//!
//! The Level Zero loader loads it with `ZE_ENABLE_ALT_DRIVERS=/path/libze_sim.so` (loaders 1.8.12 to 1.32,
//! through `zeInit` and `zeInitDrivers`). It does the work: copies, fills, regions and images move the bytes,
//! a few named kernels compute real results (see [`kernels`]), and so does every other kernel where PoCL is
//! installed (see [`engine`]); without it they take modelled time only. Functions that it does not implement
//! return `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE`.
//!
//! # Time is modelled, and exact
//! An operation starts at the latest of: its submission, the signal of each event that it waits for, and the
//! end of the operation before it on its queue. Its length is the modelled one, converted to cycles of the device
//! clock first (to the nearest cycle, at least one if the length is not zero); its end is start + cycles. It
//! completes for the program when both the real work is done and that end has passed. Its stamps are the
//! modelled ones. Where the real work took more processor time, the queue stays busy that much longer, and a copy
//! or fill gets stamps that are as long, since the program would see another rate by its own clock. With
//! `ZESIM_TIME=model` copies and fills have the modelled length in their stamps and on their queue, however long they
//! took.
//! The context clock is the same counter with another origin ([`clock::CONTEXT_ORIGIN`] cycles ahead of the
//! global one), so the two wrap at different moments. Both are masked to `kernelTimestampValidBits`.
//! Barriers and signals take one cycle; an event signalled by the host has zeros for stamps.
//!
//! # Settings
//! Environment variables, read once when the driver is first used. Numbers may contain `_`.
//!
//! | variable | meaning |
//! |---|---|
//! | `ZESIM_PROFILE` | `discrete` (default; 512 EUs at 2.1 GHz, 560 GB/s, PCIe 4.0 x16, 19.2 MHz), `entry` (128 EUs at 2.0 GHz, 186 GB/s, PCIe 3.0 x8), `hd530` (24 EUs, 1.15 GHz, 441.6 GFLOP/s, dual-channel DDR4-2133, 12.5 MHz), `hd630` (as hd530, with the copy rates published for it), `iris650` (48 EUs, 883.2 GFLOP/s, otherwise as hd530) |
//! | `ZESIM_DRIVER` | `patient` (default), or one that behaves like Intel's driver: `intel-tgl` (or `intel`),
//! `intel-dg2`, `intel-bmg`; see below |
//! | `ZESIM_DEVICES` | number of devices (1; at most 16) |
//! | `ZESIM_KERNEL_NS` | `name=ns,other=ns,*=ns`; `k=1000000\|10000` goes through the values in turn, one per
//! launch. `*` is for kernels with neither an entry of their own nor a model (default: the time that
//! computing them took, or 10000) |
//! | `ZESIM_ENGINE` | what computes kernels that are not known by name: `any` (default; PoCL, and another
//! OpenCL engine for the CPU for what it refuses), `pocl`, or `none` |
//! | `ZESIM_KERNEL_LIMIT_MS` | a kernel that is computed for longer does not end, and the device is lost (60000) |
//! | `ZESIM_COPY_GBPS` | `key=rate,...` in 10^9 bytes per second; keys below |
//! | `ZESIM_COMPUTE_ENGINE_RATE` | part of the rates in `ZESIM_COPY_GBPS` that a copy or fill has on an engine for kernels (1) |
//! | `ZESIM_COPY_LATENCY_NS` | added to every copy and fill (0) |
//! | `ZESIM_TIMER_HZ` | frequency of the device clock (of the profile) |
//! | `ZESIM_TS_BITS` | `N` valid bits of both counters, or `K,D`: kernel stamps, device timestamp (32,36) |
//! | `ZESIM_TS_START` | value of the device counter when the driver starts (decimal or 0x..; 0) |
//! | `ZESIM_CLOCK_PPM` | the device clock runs this much faster than the host's (may be negative; 0) |
//! | `ZESIM_TIME` | `real` (default): copies that took longer than their model have longer stamps; `model`: they don't |
//! | `ZESIM_CALL_NS` | `function=ns,...` the host call takes at least that much longer |
//! | `ZESIM_FAULT` | comma-separated: `device_lost_after=N` (operations), `oom_after=N` (allocations), `event_pool_oom_after=N`, `zero_stamps`, `reversed_stamps`, `no_timestamps`, `timer_resolution_0`, `global_timestamps_fail`, `slow_sync=NS`, `half_written=NS` (Intel-like drivers: how long stamps are half written; 2000), `no_ipc_pools` (refused), `no_ip_version` (the extension is not known), `no_host` (no model of the host beside the device), `null_pools` (all events say that they are of none), `gone_at_exit=NS` (an exit handler takes the driver down, which takes so long; a call that comes then ends the process, see [`gone`]), `destroyed_is_fatal` (a call with the handle of an object that was destroyed ends the process) |
//! | `ZESIM_MEMORY_BYTES` | memory of a device (of the profile) |
//! | `ZESIM_THROTTLE` | `reason@MHz`: the clock of a device that works, and why it is no higher: `power`, `thermal`, `current`, `voltage` or `psu` |
//! | `ZESIM_SHARED` | file of the processes that share the devices, made on demand: sysman adds up what they use, see [`usage`]. Without one, it knows its own process only. A program can name it by `zesimShare`, too |
//! | `ZESIM_ORACLE` | file that gets one line of JSON per completed operation, see [`oracle`] |
//!
//! Copy keys, by what the two pointers are (imported memory counts as host, an image as device):
//! `peer` (device memory of two devices), `shared` (either side is shared), `d2d`, `h2d`, `heap_h2d` (from memory
//! that Level Zero did not allocate), `d2h`, `heap_d2h`, `h2h` (neither side is on the device), and `fill`
//! (device and shared memory; fills of other memory take `h2h`).
//!
//! # Intel's driver
//! By default the driver is patient: calls wait only if they are meant to, and operations of a queue or
//! immediate list don't overlap. The others do what Intel's driver (26.27) was seen to do on Tiger Lake, DG2
//! and Battlemage:
//! - `zeEventQueryKernelTimestamp` of a counter-based event spins until its stamps are there, for 5 s at most. They
//!   are there a moment before the event is complete (`half_written`): the end on the context clock is still
//!   4294967295 then.
//! - `intel-bmg`: timestamp events of a pool become counter-based internally when an in-order immediate list
//!   signals them, so the above is true of them; but not after one `zeCommandListAppendEventReset` of the
//!   event on any list, nor if its pool has the IPC flag.
//! - `intel-tgl`: `zeEventHostSynchronize` of a complete counter-based event flushes caches after everything
//!   that was appended to its list, even with a timeout of 0.
//! - `zeEventGetEventPool` succeeds with a null pool for events without one, and `zeEventGetCounterBasedFlags` says
//!   1 for all.
//! - Kernels and copies in out-of-order lists of a compute engine overlap, without slowing each other down.
//!   They are separated ([`lane`]) by barriers, by signals of host scope, and by a kernel's own event: always
//!   on `intel-tgl`, if of host scope on `intel-dg2`, never on `intel-bmg`. A list that relies on its order
//!   without saying so goes wrong.
//! - `zeCommandQueueExecuteCommandLists` writes a jump to its neighbour in the call into the end of each list
//!   ([`stream`]): if a list is executed again with a different neighbour, an execution in flight goes there
//!   as well. If there are no commands there (that list was reset or destroyed), the device is lost, and
//!   stderr says why.
//!
//! With every driver `zeCommandListDestroy` waits for work in flight.
//!
//! # The host beside the device
//! A benchmark of both at once needs a host that belongs to the device. `zesimHostBegin(device, kind, bytes)`, which
//! programs find by `zeDriverGetExtensionFunctionAddress`, has the modelled host go through that many bytes from now on: kind 1
//! is a chase, 2 streaming, 0 nothing. The kernels `chase` (of one group) and `stream` then take the time that they have beside
//! that, and `zesimHostAccessTime(device, ns)` says what an access of the host's takes beside the last of them. Only
//! `hd530` has such a model; with another profile both are unsupported. `zesimHostTimeAlone(device, bytes, ns)` says what an
//! access of the host's takes while the device does nothing: `hd530` and `iris650` have that.
//!
//! # Where things are
//! - [`ddi`]: the exported getters and the tables; [`api`]: the functions of the specification, a file per object;
//!   [`calls`]: what happens before each call, [`gone`]: the driver's end;
//! - [`driver`], [`device`], [`queue_group`], [`context`], [`event`], [`fence`]: objects behind the handles ([`handle`]);
//! - [`lane`]: the worker behind a queue, [`stream`]: the lists that it follows, [`operation`]: what it executes,
//!   [`work`]: the bytes that move;
//! - [`module`], [`kernel_code`]: modules and what they say about kernels; [`engine`]: kernels from any SPIR-V module, by
//!   PoCL;
//! - [`memory`], [`virtual_memory`], [`shared_file`], [`shared_events`]: memory, and what other processes can have;
//! - [`activity`], [`usage`]: what sysman reads, of this process and of others; [`cache`]: what the L3 holds;
//! - [`gen9`]: execution units and levels of memory; [`contention`]: the host's processor beside them, [`host`]: what it does;
//! - [`settings`], [`profile`], [`personality`], [`clock`], [`kernels`], [`oracle`]: the model;
//! - [`spirv`]: reads kernels out of SPIR-V; [`sync`], [`quick`]: locks and waits.
//!
//! Imports between these files go one way: an object below a lane, such as an event, knows it as a
//! [`Backlog`](device::Backlog).

#[cfg(test)]
use zetop_testing as _; // signals and time limits

pub mod activity;
pub mod api;
pub mod cache;
pub mod calls;
pub mod cancel;
pub mod clock;
pub mod command_list;
pub mod contention;
pub mod context;
pub mod ddi;
pub mod device;
pub mod driver;
pub mod engine;
pub mod event;
pub mod fence;
pub mod gen9;
pub mod gone;
pub mod graph;
pub mod handle;
pub mod host;
pub mod image;
pub mod kernel_code;
pub mod kernels;
pub mod lane;
pub mod memory;
pub mod module;
pub mod operation;
pub mod oracle;
pub mod personality;
pub mod profile;
pub mod queue_group;
pub mod quick;
pub mod settings;
pub mod shared_events;
pub mod shared_file;
pub mod spirv;
pub mod stream;
pub mod sync;
pub mod usage;
pub mod virtual_memory;
pub mod work;

/// What an implemented function gives back: nothing, or the result code that is not `ZE_RESULT_SUCCESS`.
pub type Outcome<T = ()> = Result<T, level_zero_sys::ze_result_t>;
