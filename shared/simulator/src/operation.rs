//! Commands: what a list records and a queue executes.

use crate::clock::DeviceClock;
use crate::device::Device;
use crate::engine::{Call, Computed};
use crate::event::Event;
use crate::handle::Shared;
use crate::kernels::Extent;
use crate::memory::{Location, MemoryKind};
use crate::module::Target;
use crate::settings::settings;
use crate::sync::lock;
use crate::work::{self, Region};
use level_zero_sys::*;
use std::sync::Arc;

/// A recorded command.
pub struct Command {
    pub work: Action,
    pub src: Option<Location>,
    pub dst: Option<Location>,
    pub bytes: u64,
    pub waits: Vec<Shared<Event>>,
    pub signal: Option<Shared<Event>>,
}

impl Command {
    /// A command that moves no bytes.
    pub fn new(work: Action) -> Self {
        Self { work, src: None, dst: None, bytes: 0, waits: Vec::new(), signal: None }
    }
}

/// What a command does. Pointers are kept as addresses, since a worker thread uses them.
pub enum Action {
    Launch(Launch),
    /// Kernels one after the other, as many as the number at an address says.
    LaunchSeveral {
        count: usize,
        launches: Vec<Launch>,
    },
    Copy {
        dst: usize,
        src: usize,
        size: usize,
    },
    CopyRegion(Region),
    ImageCopy(Region, ImageRefs),
    Fill {
        dst: usize,
        pattern: Box<[u8]>,
        size: usize,
    },
    Barrier,
    Signal,
    Wait,
    Reset(Shared<Event>),
    WriteTimestamp {
        dst: usize,
    },
    QueryTimestamps {
        events: Vec<Shared<Event>>,
        places: Vec<usize>,
    },
    HostFunction {
        function: unsafe extern "C" fn(*mut std::ffi::c_void),
        data: usize,
    },
    /// Advice and prefetches: nothing to do.
    Hint,
}

/// Keeps the images of a command alive.
pub type ImageRefs = Vec<Shared<crate::image::Image>>;

/// A kernel launch with everything that was set when it was appended.
pub struct Launch {
    pub target: Arc<Target>,
    pub arguments: Vec<u8>,
    /// Work items of a group, by its sides.
    pub group_size: [u32; 3],
    /// Where the numbers of work items begin.
    pub offset: [u32; 3],
    pub groups: Groups,
}

/// The number of groups, or where it will be found when the launch runs.
#[derive(Clone, Copy)]
pub enum Groups {
    Count(ze_group_count_t),
    At(usize),
}

impl Launch {
    /// Groups of the launch, by its sides.
    ///
    /// # Safety
    /// An address of group counts is readable.
    unsafe fn groups(&self) -> [u32; 3] {
        let count = match self.groups {
            Groups::Count(count) => count,
            Groups::At(address) => {
                let pointer: *const ze_group_count_t = std::ptr::with_exposed_provenance(address);
                // SAFETY: as promised by the caller.
                unsafe { pointer.read_unaligned() }
            }
        };
        [count.groupCountX, count.groupCountY, count.groupCountZ]
    }

    /// Runs the kernel.
    ///
    /// # Safety
    /// The arguments point to what the kernel expects.
    unsafe fn run(&self, device: &Device) -> Cost {
        // SAFETY: as promised by the caller.
        let groups = unsafe { self.groups() };
        let product =
            |sides: [u32; 3]| sides.into_iter().fold(1_usize, |n, side| n.saturating_mul(side as usize));
        let of_group = product(self.group_size);
        let extent = Extent { groups: product(groups), items: product(groups).saturating_mul(of_group) };
        let arguments = self.target.code.arguments(&self.arguments);
        let mut real = None;
        if let Some(computation) = self.target.code.computation {
            computation.run(&arguments, extent);
        } else if !self.target.code.is_empty && extent.items > 0 {
            let call = Call {
                code: &self.target.code,
                arguments: &self.arguments,
                group_size: self.group_size,
                offset: self.offset,
                groups,
            };
            // SAFETY: as promised by the caller.
            match unsafe { self.target.module.program.run(&call) } {
                Computed::In(nanoseconds) => real = Some(nanoseconds),
                Computed::Refused => {}
                Computed::Endless => {
                    std::mem::forget(Arc::clone(&self.target));
                    device.lose();
                }
            }
        }
        let modelled = match (
            settings().kernel_time(self.target.code.display_name()),
            self.target.code.computation,
            real,
        ) {
            (Some(set), ..) => set as f64,
            (None, Some(computation), _) => {
                computation.nanoseconds(&arguments, extent, settings().profile, device)
            }
            (None, None, Some(real)) => settings().kernel_time("*").unwrap_or(real) as f64,
            (None, None, None) => settings().other_kernel_time() as f64,
        };
        Cost { modelled, waited: real.unwrap_or(0) }
    }
}

/// What an operation costs, in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    pub modelled: f64,
    /// For others that did the work.
    pub waited: u64,
}

impl From<f64> for Cost {
    fn from(modelled: f64) -> Self {
        Self { modelled, waited: 0 }
    }
}

impl Action {
    /// The name of the operation in the oracle.
    pub fn op(&self) -> &'static str {
        match self {
            Self::Launch(_) | Self::LaunchSeveral { .. } => "kernel",
            Self::Copy { .. } => "copy",
            Self::CopyRegion(_) => "copy_region",
            Self::ImageCopy(..) => "image_copy",
            Self::Fill { .. } => "fill",
            Self::Barrier => "barrier",
            Self::Signal => "signal",
            Self::Wait => "wait",
            Self::Reset(_) => "reset",
            Self::WriteTimestamp { .. } => "timestamp",
            Self::QueryTimestamps { .. } => "query",
            Self::HostFunction { .. } => "host_function",
            Self::Hint => "hint",
        }
    }

    /// The kernels' names, joined by `+`.
    pub fn name(&self) -> String {
        match self {
            Self::Launch(launch) => launch.target.code.display_name().to_owned(),
            Self::LaunchSeveral { launches, .. } => {
                launches.iter().map(|l| l.target.code.display_name()).collect::<Vec<_>>().join("+")
            }
            _ => String::new(),
        }
    }

    /// Whether it copies or fills.
    pub fn moves_bytes(&self) -> bool {
        matches!(self, Self::Copy { .. } | Self::CopyRegion(_) | Self::ImageCopy(..) | Self::Fill { .. })
    }

    /// Whether it only orders or advises, and takes no device time.
    pub fn takes_no_time(&self) -> bool {
        matches!(self, Self::Wait | Self::Reset(_) | Self::Hint)
    }
}

/// Copies of more bytes than this may take longer than their model.
const HEAVY_BYTES: u64 = 64 << 10;

impl Command {
    /// Whether the real work may take longer than the modelled time.
    pub fn is_heavy(&self) -> bool {
        match &self.work {
            Action::Launch(launch) => !launch.target.code.is_empty,
            Action::LaunchSeveral { .. } | Action::HostFunction { .. } => true,
            _ => self.bytes > HEAVY_BYTES,
        }
    }

    /// Does the work. `start` is the tick at which it begins.
    ///
    /// # Safety
    /// The memory is valid, as the program promised when it appended the command.
    pub unsafe fn perform(&self, device: &Device, start: u64) -> Cost {
        let one_cycle = 1e9 / device.clock.hz as f64;
        match &self.work {
            // SAFETY: as promised by the caller.
            Action::Launch(launch) => return unsafe { launch.run(device) },
            Action::LaunchSeveral { count, launches } => {
                let count: *const u32 = std::ptr::with_exposed_provenance(*count);
                // SAFETY: as promised by the caller.
                let count = unsafe { count.read_unaligned() } as usize;
                // SAFETY: as promised by the caller.
                let costs = launches.iter().take(count).map(|launch| unsafe { launch.run(device) });
                return costs.fold(Cost::from(0.0), |sum, cost| Cost {
                    modelled: sum.modelled + cost.modelled,
                    waited: sum.waited + cost.waited,
                });
            }
            Action::Copy { dst, src, size } => {
                self.go_through(device, &[*src, *dst], *size);
                // SAFETY: as promised by the caller.
                unsafe { work::copy(*dst, *src, *size) };
            }
            // SAFETY: as promised by the caller; image regions were checked against the image.
            Action::CopyRegion(region) | Action::ImageCopy(region, _) => unsafe { work::copy_region(region) },
            Action::Fill { dst, pattern, size } => {
                self.go_through(device, &[*dst], *size);
                // SAFETY: as promised by the caller.
                unsafe { work::fill(*dst, pattern, *size) };
            }
            Action::Barrier | Action::Signal => return one_cycle.into(),
            Action::Wait | Action::Hint => return 0.0.into(),
            Action::Reset(event) => {
                event.reset();
                return 0.0.into();
            }
            Action::WriteTimestamp { dst } => {
                let dst: *mut u64 = std::ptr::with_exposed_provenance_mut(*dst);
                // SAFETY: as promised by the caller.
                unsafe { dst.write_unaligned(device.timestamp(start)) };
                return one_cycle.into();
            }
            Action::QueryTimestamps { events, places } => {
                for (event, place) in events.iter().zip(places) {
                    let dst: *mut ze_kernel_timestamp_result_t =
                        std::ptr::with_exposed_provenance_mut(*place);
                    // SAFETY: as promised by the caller.
                    unsafe { dst.write_unaligned(event.query_in_list().unwrap_or_default()) };
                }
                return one_cycle.into();
            }
            Action::HostFunction { function, data } => {
                // SAFETY: the program passed the function to be called with this.
                unsafe { function(std::ptr::with_exposed_provenance_mut(*data)) };
                return 0.0.into();
            }
        }
        (settings().copy_latency_ns + self.bytes as f64 / self.rate()).into()
    }

    /// What is copied or filled on the device takes the place of something else in its cache. Its own time does not
    /// depend on that.
    fn go_through(&self, device: &Device, addresses: &[usize], size: usize) {
        use MemoryKind::{Device, Shared};
        let on_device = |place: Option<Location>| place.is_some_and(|p| matches!(p.kind, Device | Shared));
        if on_device(self.dst) {
            let mut cache = lock(&device.cache);
            for address in addresses {
                cache.touch(*address, size);
            }
        }
    }

    /// The modelled rate of a copy or fill, in bytes per nanosecond.
    fn rate(&self) -> f64 {
        use MemoryKind::{Device, Heap, Image, Shared};
        let rates = &settings().rates;
        let Some(dst) = self.dst else { return rates.h2h };
        let on_device = |place: Location| matches!(place.kind, Device | Image);
        let Some(src) = self.src else {
            return if on_device(dst) || dst.kind == Shared { rates.fill } else { rates.h2h };
        };
        let large = settings().profile.large_copies.map_or(1.0, |large| large.part(self.bytes));
        let rate = match (on_device(src), on_device(dst)) {
            _ if src.kind == Shared || dst.kind == Shared => rates.shared,
            (true, true) if src.device != dst.device => rates.peer,
            (true, true) => rates.d2d,
            (true, false) if dst.kind == Heap => rates.heap_d2h,
            (true, false) => rates.d2h,
            (false, true) if src.kind == Heap => rates.heap_h2d,
            (false, true) => rates.h2d,
            (false, false) => rates.h2h,
        };
        rate * large
    }
}

/// When an operation ran, in ticks of the device's clock.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    pub start: u64,
    pub end: u64,
}

impl Span {
    /// The span in nanoseconds of the host clock.
    pub fn host(self, clock: &DeviceClock) -> (u64, u64) {
        (clock.host_at(self.start), clock.host_at(self.end))
    }
}
