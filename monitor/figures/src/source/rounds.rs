//! Rounds: kernels that a queue repeats in the same numbers again and again, found from the records of single operations. In a
//! program that marks no ranges, a round is a guess at what a step is.
//!
//! Between two launches of a kernel lie launches of others. If these are the same again and again, in whatever order, the kernel
//! may close a round. Of all that may, those of the longest rounds count (a step has many layers), and of them the one after
//! which the queue pauses most. A record takes the same short time however long a round is: for each kernel it is known what the
//! queue had done at its last launch.
//!
//! There is no guess where less than nearly all that a queue does is in rounds, or where the queue does less than half of what
//! the process's devices do. Copies are not compared: many programs read a figure back every tenth step.

use crate::budget::Share;
use crate::sink::RangeNames;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use zetop_wire::histogram::bucket;
use zetop_wire::layout::{DeviceRecord, OpKind, RANGES, RECORD_INVALID, RangeSort};
use zetop_wire::reader::RangeFigures;

/// Queues of a process that are looked at.
const MOST_QUEUES: usize = 32;
/// Kernels of a queue that are.
const MOST_KERNELS: usize = 1024;
/// Kernels that have closed rounds, one after the other, as the program changed.
const MOST_ROWS: usize = 16;
/// Rounds that are alike, before they are taken for some.
const LEAST_ALIKE: u64 = 10;
/// Part of a queue's kernels that are in rounds at least.
const COVERED: (u64, u64) = (97, 100);
/// Rounds that a kernel's usual one outlives if they differ from it.
const MOST_DOUBTED: u8 = 8;
/// Kernels between two choices.
const BETWEEN_CHOICES: u64 = 64;
/// What a kernel of a queue takes, bytes.
const ROOM: usize = 2 * size_of::<Mark>();

/// What was done so far.
#[derive(Debug, Clone, Copy, Default)]
struct Work {
    kernels: u64,
    kernel_ns: u64,
    copies: u64,
    copy_ns: u64,
    bytes: u64,
}

impl Work {
    fn since(self, before: Self) -> Self {
        Self {
            kernels: self.kernels - before.kernels,
            kernel_ns: self.kernel_ns - before.kernel_ns,
            copies: self.copies - before.copies,
            copy_ns: self.copy_ns - before.copy_ns,
            bytes: self.bytes - before.bytes,
        }
    }
}

/// Kernels of a queue so far: how many, and the sum of a number for each of them. So two rounds with the same kernels have
/// the same difference, whatever their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Launches {
    count: u64,
    sum: u64,
}

/// A kernel of a queue, by its last launch.
#[derive(Debug)]
struct Mark {
    at: Launches,
    /// What the whole process had done by then.
    work: Work,
    /// When it ended, ns; 0 if that is not known, or records were lost since then.
    ended: u64,
    /// What most rounds that it has closed are: how many kernels, and their sum.
    usual: Launches,
    /// For how many that differ this one will still be the usual one.
    trust: u8,
    /// How many kernels the queue had had when the first of the usual rounds began.
    since: u64,
    /// How many of its rounds were usual ones since then.
    alike: u64,
    /// For how long the queue had nothing to do after it, ns.
    pause_ns: u64,
}

impl Mark {
    fn is_steady(&self, now: Launches) -> bool {
        let length = self.usual.count;
        let whole = self.at.count - self.since;
        // A kernel alone in its round may be anything.
        length >= 2
            // Others of the same round are one ahead, or behind.
            && self.alike + 1 >= LEAST_ALIKE
            && u128::from(self.alike) * u128::from(length) * u128::from(COVERED.1)
                >= u128::from(whole) * u128::from(COVERED.0)
            // The program may have gone on to something else.
            && now.count - self.at.count <= 2 * length
    }

    /// It was launched again. True if that closes a usual round.
    fn closes(&mut self, now: Launches) -> bool {
        let before = std::mem::replace(&mut self.at, now);
        let round = Launches { count: now.count - before.count, sum: now.sum.wrapping_sub(before.sum) };
        if round == self.usual {
            self.trust = (self.trust + 1).min(MOST_DOUBTED);
            self.alike += 1;
            return true;
        }
        self.trust = self.trust.saturating_sub(1);
        if self.trust == 0 {
            (self.usual, self.trust, self.since, self.alike) = (round, 1, before.count, 1);
        }
        false
    }
}

#[derive(Debug, Default)]
struct Queue {
    now: Launches,
    /// Time of its kernels, ns.
    kernel_ns: u64,
    /// By the number of the class.
    kernels: HashMap<u32, Mark>,
    /// The last kernel, and when it ended.
    last: Option<(u32, u64)>,
    /// There are more kernels than there is room for.
    is_full: bool,
}

/// Rounds closed by one kernel.
#[derive(Debug)]
struct RoundRow {
    names: RangeNames,
    figures: RangeFigures,
    /// Durations that were not reported yet, in ticks.
    durations: BTreeMap<u16, u64>,
}

/// What a row has become.
#[derive(Debug)]
pub(super) struct News {
    pub(super) row: u32,
    pub(super) figures: RangeFigures,
    pub(super) names: RangeNames,
    /// Durations since the last time, in ticks.
    pub(super) durations: Vec<(u16, u64)>,
}

/// A queue, by the number of its device and its own.
type QueueId = (u32, u32);

#[derive(Debug, Default)]
pub(super) struct Rounds {
    /// Kinds, devices, and names of kernels, by the number of the class.
    classes: Vec<Option<(OpKind, u32, Arc<str>)>>,
    queues: HashMap<QueueId, Queue>,
    work: Work,
    /// The kernel that closes rounds, by its class, and its row.
    chosen: Option<(QueueId, u32, usize)>,
    /// How many kernels there are to be before the next choice.
    next_choice: u64,
    rows: Vec<RoundRow>,
}

impl Rounds {
    pub(super) fn class(&mut self, number: usize, kind: OpKind, device: u32, name: &Arc<str>) {
        if self.classes.len() <= number {
            self.classes.resize(number + 1, None);
        }
        if self.classes[number].is_none() {
            self.classes[number] = Some((kind, device, Arc::clone(name)));
        }
    }

    /// An operation is complete. They come in the order in which their queues have executed them. A tick is `ns_per_tick`.
    pub(super) fn record(&mut self, record: &DeviceRecord, ns_per_tick: f64, share: &mut Share<'_>) {
        self.add(record, ns_per_tick, share);
        // Here, not once per reading: what is found does not depend on how often zetop gets to read.
        if self.work.kernels >= self.next_choice {
            self.next_choice = self.work.kernels + (self.work.kernels / 16).max(BETWEEN_CHOICES);
            self.choose();
        }
    }

    fn add(&mut self, record: &DeviceRecord, ns_per_tick: f64, share: &mut Share<'_>) {
        let Some(Some((kind, device, _))) = self.classes.get(record.class as usize) else { return };
        let is_valid = record.flags & RECORD_INVALID == 0;
        let took = if is_valid { record.duration_ns } else { 0 };
        match kind {
            OpKind::Kernel => {
                self.work.kernels += 1;
                self.work.kernel_ns = self.work.kernel_ns.saturating_add(took);
            }
            OpKind::Copy | OpKind::Fill => {
                self.work.copies += 1;
                self.work.copy_ns = self.work.copy_ns.saturating_add(took);
                self.work.bytes = self.work.bytes.saturating_add(record.bytes);
                return;
            }
            OpKind::Barrier | OpKind::Other => return,
        }
        let id = (*device, record.lane);
        if !self.queues.contains_key(&id) && self.queues.len() >= MOST_QUEUES {
            return;
        }
        let queue = self.queues.entry(id).or_default();
        let is_related = is_valid && record.start_raw_ns != 0;
        let ended = if is_related { record.start_raw_ns.saturating_add(took) } else { 0 };
        if let Some((last, until)) = queue.last.replace((record.class, ended))
            && until != 0
            && is_related
            && let Some(last) = queue.kernels.get_mut(&last)
        {
            last.pause_ns = last.pause_ns.saturating_add(record.start_raw_ns.saturating_sub(until));
        }
        queue.kernel_ns = queue.kernel_ns.saturating_add(took);
        queue.now.count += 1;
        queue.now.sum = queue.now.sum.wrapping_add(number(record.class));
        let now = queue.now;
        let Some(mark) = queue.kernels.get_mut(&record.class) else {
            let fits = queue.kernels.len() < MOST_KERNELS && share.take_room(ROOM);
            queue.is_full |= !fits;
            if fits {
                let new = Mark {
                    at: now,
                    work: self.work,
                    ended,
                    usual: Launches::default(),
                    trust: 0,
                    since: now.count,
                    alike: 0,
                    pause_ns: 0,
                };
                queue.kernels.insert(record.class, new);
            }
            return;
        };
        let began = std::mem::replace(&mut mark.ended, ended);
        let before = std::mem::replace(&mut mark.work, self.work);
        if !mark.closes(now) || began == 0 || ended < began {
            return;
        }
        if let Some((of, class, row)) = self.chosen
            && (of, class) == (id, record.class)
            && let Some(row) = self.rows.get_mut(row)
        {
            row.add(((ended - began) as f64 / ns_per_tick) as u64, self.work.since(before));
        }
    }

    /// Records were lost: what came before them is in no round.
    pub(super) fn lost(&mut self) {
        for queue in self.queues.values_mut() {
            queue.last = None;
            queue.kernels.values_mut().for_each(|mark| mark.ended = 0);
        }
    }

    /// Rows that have changed.
    pub(super) fn news(&mut self) -> Vec<News> {
        let rows = self.rows.iter_mut().enumerate().filter(|(_, row)| !row.durations.is_empty());
        let news = rows.map(|(at, row)| {
            let durations = std::mem::take(&mut row.durations).into_iter().collect();
            // Behind those of the program's ranges.
            News { row: (RANGES + at) as u32, figures: row.figures, names: row.names.clone(), durations }
        });
        news.collect()
    }

    fn choose(&mut self) {
        let all_ns = self.work.kernel_ns;
        let best = self
            .queues
            .iter()
            .filter(|(_, queue)| !queue.is_full && queue.kernel_ns >= all_ns / 2)
            .flat_map(|(id, queue)| queue.kernels.iter().map(move |(class, mark)| (id, queue, class, mark)))
            .filter(|(_, queue, _, mark)| mark.is_steady(queue.now))
            .max_by_key(|(id, queue, class, mark)| {
                (queue.kernel_ns, mark.usual.count, mark.pause_ns, **class, **id)
            });
        let Some((id, class, best)) = best.map(|(id, _, class, mark)| (*id, *class, mark)) else {
            self.chosen = None;
            return;
        };
        if best.alike < LEAST_ALIKE {
            return;
        }
        // Which of a round's kernels closes it is decided once.
        if let Some((of, chosen, _)) = self.chosen
            && of == id
            && let Some(queue) = self.queues.get(&of)
            && let Some(known) = queue.kernels.get(&chosen)
            && known.is_steady(queue.now)
            && known.usual.count >= best.usual.count
        {
            return;
        }
        let Some(Some((.., name))) = self.classes.get(class as usize) else { return };
        let known = self.rows.iter().position(|row| row.names.name == *name);
        let row = known.unwrap_or(self.rows.len());
        if row == MOST_ROWS {
            self.chosen = None;
            return;
        }
        if row == self.rows.len() {
            self.rows.push(RoundRow {
                names: RangeNames { name: Arc::clone(name), domain: "".into() },
                figures: RangeFigures::new(RangeSort::Round),
                durations: BTreeMap::new(),
            });
        }
        self.chosen = Some((id, class, row));
    }
}

impl RoundRow {
    fn add(&mut self, ticks: u64, work: Work) {
        let of = &mut self.figures;
        of.begun += 1;
        of.ended += 1;
        of.total = of.total.saturating_add(ticks);
        of.min = Some(of.min.map_or(ticks, |min| min.min(ticks)));
        of.max = of.max.max(ticks);
        of.kernels = of.kernels.saturating_add(work.kernels);
        of.kernel_ns = of.kernel_ns.saturating_add(work.kernel_ns);
        of.copies = of.copies.saturating_add(work.copies);
        of.copy_ns = of.copy_ns.saturating_add(work.copy_ns);
        of.bytes = of.bytes.saturating_add(work.bytes);
        *self.durations.entry(bucket(ticks) as u16).or_default() += 1;
    }
}

/// A number for a class, such that sums of them differ where the classes do (Steele, Lea, Flood: SplitMix64).
fn number(class: u32) -> u64 {
    let mut mixed = u64::from(class).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests;
