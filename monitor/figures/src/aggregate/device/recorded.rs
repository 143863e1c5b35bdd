//! A moment of a device's side, for a recording and from one.

use super::DeviceSide;
use super::busy::Busy;
use super::operations::recent_of_each;
use crate::aggregate::condensed::{Condensed, Moment};
use crate::aggregate::timeline::{STRIP_NS, Span, Timeline};
use crate::budget::Budget;
use zetop_wire::layout::DEVICES;

impl DeviceSide {
    /// What single operations added up to since the last time. If `strip_due`, also at most `strip` of those of the
    /// last moments, and stamps of kernels. The totals include operations that are not added up yet.
    pub(in crate::aggregate) fn condense(
        &mut self,
        since_start: u64,
        strip: usize,
        strip_due: bool,
    ) -> Condensed {
        let devices = self.busy.len().max(self.timelines.len()) as u32;
        let devices = (0..devices).map(|n| (n, self.moment(n as usize, since_start, strip, strip_due)));
        let devices: Vec<_> = devices.collect();
        let mut stamps = Vec::new();
        let classes =
            self.classes.iter().enumerate().filter_map(|(n, class)| Some((n as u32, class.as_ref()?)));
        for (number, class) in classes.filter(|_| strip_due) {
            let timed = class.now.timed;
            if let Some(last) = class.recent.back()
                && self.stamped.insert(number, timed) != Some(timed)
            {
                stamps.push((number, *last));
            }
        }
        let in_ranges = std::mem::take(&mut self.not_recorded);
        Condensed { throughput: self.journal.take(), devices, stamps, in_ranges }
    }

    fn moment(&mut self, device: usize, since_start: u64, most: usize, strip_due: bool) -> Moment {
        let busy = self.busy.get(device).map_or((0, 0), |busy| busy.last_second(since_start));
        let Some(timeline) = self.timelines.get_mut(device) else {
            return Moment { busy, ..Moment::default() };
        };
        let first = timeline.strip_is_new();
        let strip = (strip_due || first).then(|| {
            let (_, lanes) = timeline.last(STRIP_NS);
            let each = most / lanes.len().max(1);
            let newest = |spans: Vec<Span>| spans.into_iter().rev().take(each).rev().collect::<Vec<_>>();
            lanes.into_values().flat_map(newest).collect()
        });
        Moment { busy, totals: timeline.totals(), newest: timeline.newest(), strip }
    }

    /// Restores a moment of a recording.
    pub(in crate::aggregate) fn give(&mut self, condensed: &Condensed, budget: &mut Budget) {
        for (direction, interval, bytes) in &condensed.throughput {
            if let Some(throughput) = self.throughput.get_mut(usize::from(*direction)) {
                throughput.add(*interval, *bytes);
            }
        }
        for (device, moment) in condensed.devices.iter().filter(|(device, _)| *device as usize <= DEVICES) {
            let device = *device as usize;
            while self.busy.len() <= device {
                self.busy.push(Busy::default());
            }
            while self.timelines.len() <= device {
                self.timelines.push(Timeline::default());
            }
            self.busy[device].give(moment.busy);
            let timeline = &mut self.timelines[device];
            if !timeline.is_unused() || budget.take_spare(Timeline::BYTES, &mut self.room) {
                timeline.give(moment.totals, moment.newest, moment.strip.as_deref());
            }
        }
        let most = recent_of_each(self.classes.len());
        for (class, stamps) in &condensed.stamps {
            if let Some(Some(class)) = self.classes.get_mut(*class as usize) {
                class.add_recent(*stamps, most);
            }
        }
        condensed.in_ranges.iter().for_each(|(class, row)| self.add_range(*class, *row));
    }
}
