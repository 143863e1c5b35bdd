//! Asks one process for samples of its calls, within the limits of what that may cost it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};
use zetop_system::mapped::Foreign;
use zetop_wire::requests::{self, Asked, RequestState, Sample};
use zetop_wire::samples::SLOTS;

/// Most samples taken of a process in a second.
pub const MOST_A_SECOND: usize = 20;
/// Requests for the same thing at a time, so that a frequent one gets its share of them.
const AT_A_TIME: usize = 2;

/// Something to sample; the number comes back with each sample.
pub type Wish = (u64, Asked);

/// The result of a request: the wish, and the sample, or nothing if the thread's stack has unknown bounds.
pub type Came = (u64, Option<Box<Sample>>);

#[derive(Debug)]
struct Pending {
    wish: Wish,
    request: u64,
}

/// The requests to one process.
#[derive(Debug, Default)]
pub(super) struct Requests {
    file: Option<Foreign>,
    /// This process can't be asked.
    refused: bool,
    slots: [Option<Pending>; SLOTS],
    /// When the latest requests were made.
    asked_at: VecDeque<Instant>,
    last: u64,
    /// Its threads were told to look.
    looking: bool,
}

impl Requests {
    /// Takes what has come and asks for more. `blocks` threads are to look, `records` says whether they write
    /// records, too.
    pub(super) fn round(
        &mut self,
        open: impl FnOnce() -> std::io::Result<Foreign>,
        blocks: usize,
        records: bool,
        wishes: &[Wish],
    ) -> Vec<Came> {
        if self.refused || (wishes.is_empty() && !self.looking) {
            return Vec::new();
        }
        if self.file.is_none() {
            let prepare = |file: &Foreign| requests::prepare(file, file.file().metadata()?.len());
            let opened = open().and_then(|file| Ok(prepare(&file)?.then_some(file)));
            self.file = opened.ok().flatten();
        }
        let Some(file) = self.file.take() else {
            self.refused = true;
            return Vec::new();
        };
        let came = self.collect(&file);
        let asked = self.ask(&file, blocks, records, wishes);
        // A process whose file has been removed is not asked again.
        self.refused = asked.is_err();
        self.file = Some(file);
        came
    }

    /// What has come since the last round, without asking for more: at the end.
    pub(super) fn rest(&mut self) -> Vec<Came> {
        let Some(file) = self.file.take() else { return Vec::new() };
        self.collect(&file)
    }

    fn collect(&mut self, file: &Foreign) -> Vec<Came> {
        let mut came = Vec::new();
        for (number, slot) in self.slots.iter_mut().enumerate() {
            let Some(pending) = slot else { continue };
            let sample = match requests::answer(file, number, pending.request) {
                RequestState::Waiting => continue,
                RequestState::Taken(sample) => Some(sample),
                RequestState::Refused => None,
            };
            came.push((pending.wish.0, sample));
            *slot = None;
        }
        came
    }

    fn ask(&mut self, file: &Foreign, blocks: usize, records: bool, wishes: &[Wish]) -> std::io::Result<()> {
        for (number, slot) in self.slots.iter_mut().enumerate() {
            if slot.as_ref().is_some_and(|pending| !wishes.contains(&pending.wish)) {
                requests::disarm(file, number)?;
                *slot = None;
            }
        }
        let now = Instant::now();
        while self.asked_at.front().is_some_and(|at| now.duration_since(*at) > Duration::from_secs(1)) {
            self.asked_at.pop_front();
        }
        for wish in wishes.iter().cycle().take(wishes.len() * AT_A_TIME) {
            // Those that wait from before may be answered in this second, too.
            let waiting = self.slots.iter().flatten().count();
            let same = self.slots.iter().flatten().filter(|pending| pending.wish.0 == wish.0).count();
            let free = self.slots.iter().position(Option::is_none);
            let (Some(slot), true) = (free, self.asked_at.len() + waiting < MOST_A_SECOND) else { break };
            if same >= AT_A_TIME {
                continue;
            }
            self.last += 1;
            requests::arm(file, slot, self.last, &wish.1)?;
            self.slots[slot] = Some(Pending { wish: wish.clone(), request: self.last });
            self.asked_at.push_back(now);
        }
        let look = !wishes.is_empty();
        if look || self.looking {
            requests::look(file, blocks, look, records)?;
        }
        self.looking = look;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::os::unix::fs::FileExt;
    use zetop_wire::layout::{FILE_SIZE, samples_offset};
    use zetop_wire::samples::{ARMED, Slot, TAKEN};

    /// Answers every request, as a busy program would; returns how many there were.
    fn answer_all(file: &File) -> usize {
        let at = |slot: usize, field: usize| (samples_offset() + slot * size_of::<Slot>() + field) as u64;
        let mut answered = 0;
        for slot in 0..SLOTS {
            let (mut state, mut request) = ([0; 4], [0; 8]);
            file.read_exact_at(&mut state, at(slot, std::mem::offset_of!(Slot, state))).unwrap();
            if u32::from_le_bytes(state) == ARMED {
                file.read_exact_at(&mut request, at(slot, std::mem::offset_of!(Slot, request))).unwrap();
                file.write_all_at(&request, at(slot, std::mem::offset_of!(Slot, answers))).unwrap();
                file.write_all_at(&TAKEN.to_le_bytes(), at(slot, std::mem::offset_of!(Slot, state))).unwrap();
                answered += 1;
            }
        }
        answered
    }

    #[test]
    fn no_process_is_asked_for_more_than_it_may_cost() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(FILE_SIZE as u64).unwrap();
        let wishes: Vec<Wish> =
            (0..3).map(|n| (n, Asked::Function { number: n as u16, errors_only: false })).collect();
        let mut requests = Requests::default();
        let start = Instant::now();
        let (mut taken, mut came) = (0, 0);
        for _ in 0..200 {
            came += requests.round(|| file.try_clone().map(Foreign::new), 1, false, &wishes).len();
            taken += answer_all(&file);
        }
        let most = MOST_A_SECOND * (start.elapsed().as_secs() as usize + 1);
        assert!(taken <= most && came > 0, "{taken} taken, {came} came");
        // What is no longer wanted is no longer asked for.
        requests.round(|| file.try_clone().map(Foreign::new), 1, false, &[]);
        assert_eq!(answer_all(&file), 0);
        assert!(!requests.looking);
    }

    #[test]
    fn a_file_that_is_too_short_is_left_alone() {
        let file = tempfile::tempfile().unwrap();
        let mut requests = Requests::default();
        let wish = (1, Asked::Classes(vec![1]));
        assert_eq!(requests.round(|| file.try_clone().map(Foreign::new), 1, false, &[wish]), []);
        assert!(requests.refused && file.metadata().unwrap().len() == 0);
    }
}
