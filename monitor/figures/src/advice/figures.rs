//! What rules look at.

use crate::snapshot::{Api, Device, Role, RunState, Snapshot, Transfer};
use crate::sum::sum;

/// What is worth a line: a cost of this share of wall time, or of the time that the device worked.
pub(super) const WORTH_PCT: f64 = 5.0;

/// While the program runs, what it has not done for this long it may have stopped doing.
const LATELY_NS: f64 = 5e9;

/// Largest copy or fill that is tiny, bytes: the smallest size class.
pub(super) const TINY: u64 = 8_192;
/// Fewer tiny operations are no habit.
pub(super) const MANY_TINY: u64 = 1_000;

/// The figures that rules look at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Figures<'a> {
    pub(super) snapshot: &'a Snapshot,
    /// Time watched, ns; at least 1.
    pub(super) wall_ns: f64,
}

/// What copies reach on real links: some of it goes to packets' headers.
pub(super) const REACHED: f64 = 0.8;

impl Figures<'_> {
    pub(super) fn pct_of_wall(&self, ns: f64) -> f64 {
        100.0 * ns / self.wall_ns
    }

    /// Does the program still do what it has done `times` times, and not for `quiet_ns`? After its end, what it
    /// did counts. What is done rarely may be quiet for longer.
    pub(super) fn is_current(&self, quiet_ns: u64, times: u64) -> bool {
        self.is_over() || !self.is_quiet(quiet_ns, times)
    }

    /// After the program's end: for how long it had stopped doing that.
    pub(super) fn over_ns(&self, quiet_ns: u64, times: u64) -> Option<u64> {
        (self.is_over() && self.is_quiet(quiet_ns, times)).then_some(quiet_ns)
    }

    fn is_over(&self) -> bool {
        matches!(self.snapshot.state, RunState::Exited | RunState::Detached)
    }

    fn is_quiet(&self, quiet_ns: u64, times: u64) -> bool {
        quiet_ns as f64 > (2.0 * self.wall_ns / times.max(1) as f64).max(LATELY_NS)
    }

    /// Time that the host spent in calls of a role that have returned: one that does not is no habit.
    pub(super) fn host_ns(&self, role: Role) -> f64 {
        let apis = self.snapshot.host.apis.iter().filter(|api| api.role == role);
        sum(apis.map(Api::returned_ns)) as f64
    }

    /// Kernels, copies and fills.
    pub(super) fn operations(&self) -> u64 {
        let work = &self.snapshot.device;
        let kernels = work.kernels.iter().map(|kernel| kernel.launches);
        sum(kernels.chain(work.transfers.iter().map(|transfer| transfer.ops)).chain([work.fills.ops]))
    }

    /// Time of all timed operations, those that ran at once counted each.
    pub(super) fn device_ns(&self) -> f64 {
        let work = &self.snapshot.device;
        let kernels = work.kernels.iter().chain(&work.others).map(|kernel| kernel.total_ns);
        let copies = work.transfers.iter().map(|transfer| transfer.total_ns);
        sum(kernels.chain(copies).chain([work.fills.total_ns])) as f64
    }

    /// Time that the host waited while the device had nothing to do that was timed.
    pub(super) fn idle_wait_ns(&self) -> f64 {
        (self.host_ns(Role::Wait).min(self.wall_ns) - self.device_ns()).max(0.0)
    }

    /// What many small operations cost: the time of their calls, and what of the waiting is for them. That is the time that the
    /// device works on them, and their part, by number, of the waiting for a device that does nothing which is timed:
    /// starting an operation takes time that no stamp shows.
    pub(super) fn spent_ns(&self, calls_ns: f64, ops: u64, device_ns: f64) -> f64 {
        let is_timed = self.snapshot.device.coverage_pct.is_some_and(|pct| pct > 90.0);
        let idle = if is_timed { self.idle_wait_ns() } else { 0.0 };
        let part = ops as f64 / self.operations().max(1) as f64;
        let waited = (device_ns + idle * part).min(self.host_ns(Role::Wait));
        (calls_ns + waited).max(device_ns).min(self.wall_ns)
    }

    pub(super) fn device(&self, id: u32) -> Option<&Device> {
        self.snapshot.devices.iter().find(|device| device.id == id)
    }

    /// Has the program anything on that device? It knows the others of the machine, too.
    pub(super) fn uses(&self, device: &Device) -> bool {
        let work = &self.snapshot.device;
        let users = device.sensors.iter().flat_map(|sensors| sensors.processes.iter().flatten());
        users.into_iter().any(|process| process.own)
            || work.kernels.iter().any(|kernel| kernel.device == device.id)
            || work.transfers.iter().any(|transfer| transfer.device == device.id)
    }

    /// How much of the device time that copies would save the program would feel: no more than it spends in calls that
    /// may wait for them, and no more than the device copies without doing anything else.
    pub(super) fn felt_ns(&self, device: u32, saved_ns: f64) -> f64 {
        let engines = self.snapshot.device.engines.iter().find(|engines| engines.device == device);
        let alone = engines.filter(|e| e.copy_ns > 0).map(|e| e.copy_ns.saturating_sub(e.both_ns) as f64);
        let calls = [Role::Wait, Role::Copy, Role::Submit].map(|role| self.host_ns(role)).iter().sum::<f64>();
        let calls = (!self.snapshot.host.apis.is_empty()).then_some(calls);
        alone.into_iter().chain(calls).fold(saved_ns, f64::min)
    }

    /// What copies across the link of a device can be expected to reach, GB/s, and in words.
    pub(super) fn reachable(&self, device: u32) -> Option<(f64, String)> {
        let device = self.device(device)?;
        let (peak, link) = (device.link_peak_gbps?, device.link.as_deref().unwrap_or("the link"));
        Some((REACHED * peak, format!("{:.0} % of {link}", 100.0 * REACHED)))
    }

    /// Each copy of the transfer is of memory that was allocated for it: an end of a kind with as many allocations as copies.
    /// The first use of new memory costs more than the copy.
    pub(super) fn is_of_new_memory(&self, transfer: &Transfer) -> bool {
        let ends = [&transfer.src.kind, &transfer.dst.kind];
        let kinds = self.snapshot.memory.iter().filter(|memory| ends.contains(&&memory.kind));
        transfer.ops > 0
            && kinds.into_iter().any(|memory| {
                memory.frees >= memory.allocs - memory.allocs / 10
                    && transfer.ops <= memory.allocs.saturating_add(memory.allocs / 10)
            })
    }
}
