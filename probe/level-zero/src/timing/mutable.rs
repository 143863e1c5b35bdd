//! Lists that the program changes after recording them, and copies of lists.

use super::commands::{Command, Timing};
use super::lists::{Kind, List, NextCommand, Recorded};
use super::operations::Run;
use super::plan::{self, Stamped};
use super::runs::Info;
use super::state::State;
use crate::result;
use level_zero_sys::ze_event_handle_t;
use smallvec::SmallVec;
use std::sync::atomic::Ordering;
use zetop_probe_core::publish::OpClass;
use zetop_wire::layout::Untimed;

impl State {
    /// The next command of a list is one that the program may change later, by `id`. Where it may change the event,
    /// that stays the program's: it would be changed in place of ours.
    pub fn next_command(&mut self, handle: usize, next: NextCommand) {
        if let Some(list) = self.registry.lists.get_mut(&handle) {
            list.next = next;
            if next != NextCommand::default() {
                self.notes.lists.forget(handle);
            }
        }
    }

    /// A command launches another kernel from now on.
    pub fn change_kernel(&mut self, list: usize, id: u64, kernel: &OpClass) {
        let Some(device) = self.registry.lists.get(&list).map(|l| l.device) else { return };
        let new = Info::new(self, device, kernel);
        self.change(list, id, |info| {
            *info = Info { groups: info.groups, holds_back: info.holds_back, ..new }
        });
    }

    /// A command launches other groups from now on.
    pub fn change_groups(&mut self, list: usize, id: u64, groups: Option<[u32; 3]>, size: Option<[u32; 3]>) {
        self.change(list, id, |info| {
            info.groups = groups.unwrap_or(info.groups);
            info.group_size = size.unwrap_or(info.group_size);
        });
    }

    fn change(&mut self, list: usize, id: u64, change: impl Fn(&mut Info)) {
        let Some(recorded) = self.recorded_mut(list).filter(|_| id != 0) else { return };
        let commands = recorded.commands.iter().enumerate().filter(|(_, command)| command.id == id);
        let changed: SmallVec<[usize; 1]> = commands.map(|(at, _)| at).collect();
        for at in changed {
            recorded.change(at, |command| change(&mut command.info));
        }
    }

    /// A command signals another event from now on, or none.
    pub fn change_event(&mut self, handle: usize, id: u64, event: usize) {
        self.adopt_event(event);
        let known = self.registry.events.get(&event);
        let reading = known.filter(|e| e.stamped != Stamped::No).map(|e| plan::reading(e.stamped, e.nature));
        let Some(list) = self.recorded_mut(handle).filter(|_| id != 0) else { return };
        let Some(at) = list.commands.iter().position(|c| c.id == id) else { return };
        let command = list.commands[at];
        // Not one whose event the program could change.
        if command.timing.own().is_some() {
            return;
        }
        if let Some(before) = command.timing.program() {
            list.signalled.remove(&before);
        }
        let mut unread = None;
        let timing = match reading {
            None => Timing::Untimed(Untimed::EventWithoutTimestamps),
            // Two commands signal it, and there is no telling which comes last.
            Some(_) if list.signalled.contains_key(&event) || list.unkept.contains(&event) => {
                let other = list.signalled.remove(&event);
                unread = other.and_then(|other| list.drop_command(other, Untimed::EventReused));
                Timing::Untimed(Untimed::EventReused)
            }
            Some(reading) => {
                list.signalled.insert(event, at);
                Timing::Program(event, reading)
            }
        };
        list.change(at, |command| *command = Command { timing, ..*command });
        self.signals_unread(unread);
    }

    /// A list was copied, with what is in it: both signal the same events from now on.
    pub fn clone_list(&mut self, from: usize, to: usize) {
        self.adopt_list(from);
        let next = self.flight.next_run;
        let Some(list) = self.registry.lists.get_mut(&from) else { return };
        let Kind::Regular(original) = &mut list.kind else { return };
        original.void_unread();
        if original.family.is_none() {
            original.family = Some(next);
            self.flight.next_run += 1;
        }
        // One may have signalled the events before the other is executed.
        original.is_executed = true;
        let recorded = Recorded {
            commands: original.commands.clone(),
            family: original.family,
            signalled: original.signalled.clone(),
            unkept: original.unkept.clone(),
            earlier: original.earlier,
            unread: original.unread.clone(),
            sums: original.sums.clone(),
            is_executed: true,
            holds_back: original.holds_back,
            was_reset: original.was_reset,
            ..Recorded::default()
        };
        let unread: Vec<usize> = recorded.unkept.iter().copied().collect();
        let own: Vec<usize> = recorded.own_events().collect();
        let copy = List {
            kind: Kind::Regular(Box::new(recorded)),
            captured_from: None,
            next: NextCommand::default(),
            ..*list
        };
        for event in unread {
            self.signals_unread(Some(event));
        }
        for event in own {
            self.own.share(event);
        }
        self.add_list(to, copy);
    }

    /// The program has begun to capture what is appended to a list.
    pub fn capture_begins(&mut self, list: usize) {
        self.adopt_list(list);
        self.capture_list(list, list);
    }

    /// It has ended that. False if it was not known that it had begun.
    pub fn capture_ends(&mut self, list: usize) -> bool {
        let was_known = self.registry.captures.lists.contains_key(&list);
        if !was_known && !self.registry.captures.adopted.contains(&list) {
            self.was_capturing();
        }
        self.forget_captures_from(list);
        // Captures that had begun before the attach end here, too.
        let driver = self.driver;
        self.registry.captures.adopted.retain(|list| {
            // SAFETY: a list that is forgotten when it goes.
            let answer = unsafe { driver.zeCommandListIsGraphCaptureEnabledExt(*list as _) };
            let goes_on = result::truth(answer) == Some(true);
            if !goes_on {
                super::capture::ended();
            }
            goes_on
        });
        was_known
    }

    /// A capture has ended, or its first list has gone.
    pub fn forget_captures_from(&mut self, list: usize) {
        self.registry.captures.events.retain(|_, root| *root != list);
        for (of, _) in self.registry.captures.lists.extract_if(|_, root| *root == list) {
            if let Some(of) = self.registry.lists.get_mut(&of) {
                of.captured_from = None;
            }
        }
    }

    /// A list from before the attach is known from now on, and may be captured: from now on the driver is asked each time.
    pub fn look_for_capture(&mut self, list: usize) {
        // SAFETY: the program's list, which it is using right now.
        let answer = unsafe { self.driver.zeCommandListIsGraphCaptureEnabledExt(list as _) };
        if result::truth(answer) == Some(true) && self.registry.captures.adopted.insert(list) {
            super::capture::begun();
            self.was_capturing();
        }
    }

    /// A capture from before the attach has come to light. What was appended since may belong to its graph, if it waited for
    /// something captured, and each execution of that graph would signal an event of ours there: none is used again.
    fn was_capturing(&mut self) {
        let is_ours = |run: &Run| run.list == 0 && run.ops.iter().any(|op| op.ours);
        let runs: Vec<u64> =
            self.flight.runs.iter().filter(|(_, run)| is_ours(run)).map(|(number, _)| number).collect();
        for number in runs {
            self.give_up(number, 0, Untimed::NeverCompleted);
        }
        let process = self.publisher.process;
        let untimed: u64 = process.totals.untimed.iter().map(|reason| reason.load(Ordering::Relaxed)).sum();
        process.maybe_captured.fetch_max(untimed.try_into().unwrap_or(u32::MAX), Ordering::Relaxed);
    }

    fn capture_list(&mut self, list: usize, root: usize) {
        self.registry.captures.lists.insert(list, root);
        self.notes.lists.forget(list);
        if let Some(list) = self.registry.lists.get_mut(&list) {
            list.captured_from = Some(root);
        }
    }

    /// A command that waits for these events is about to be appended to `list`.
    pub fn capture_waits(&mut self, list: usize, events: &[ze_event_handle_t]) {
        let root =
            events.iter().find_map(|event| self.registry.captures.events.get(&(*event as usize))).copied();
        if let Some(root) = root.filter(|_| !self.registry.captures.lists.contains_key(&list)) {
            self.adopt_list(list);
            self.capture_list(list, root);
        }
    }

    /// A command that signals this event, or none, is about to be appended to `list`. True if it is captured.
    pub fn capture_signals(&mut self, list: usize, event: usize) -> bool {
        if !self.registry.lists.get(&list).is_some_and(|of| of.is_captured(self.driver, list)) {
            return false;
        }
        let known =
            self.registry.captures.lists.get(&list).or_else(|| self.registry.captures.adopted.get(&list));
        let root = known.or_else(|| self.registry.captures.lists.values().next());
        if let Some(root) = root.copied().filter(|_| event != 0) {
            self.registry.captures.events.insert(event, root);
        }
        self.tie_to_captured(event);
        true
    }
}
