//! Ranges that the program marks itself: what has been read of them so far.

use super::durations::{Owner, Owners, Seen};
use crate::budget::Share;
use crate::sink::{ProcessId, RangeNames, Sink};
use std::collections::HashMap;
use std::fs::File;
use std::sync::Arc;
use zetop_system::clean::clean;
use zetop_wire::reader::{self, RangeFigures, RangesHead};

/// What a row takes, with its name, bytes.
const ROOM: usize = 2 * size_of::<Row>() + 256;

#[derive(Debug)]
struct Row {
    figures: RangeFigures,
    names: RangeNames,
    durations: Seen,
}

#[derive(Debug, Default)]
pub(super) struct Marked {
    head: RangesHead,
    /// By number.
    rows: HashMap<u32, Row>,
    names: HashMap<u32, Arc<str>>,
}

impl Marked {
    /// Reads what is new. True if there was anything.
    pub(super) fn read(
        &mut self,
        file: &File,
        to: &mut dyn Sink,
        id: ProcessId,
        owners: &mut Owners,
        share: &mut Share<'_>,
    ) -> bool {
        let head = reader::ranges_head(file);
        let mut is_new = head != self.head;
        if is_new {
            to.ranges(id, &head);
            self.head = head;
        }
        for (number, figures) in reader::ranges(file, head.rows).into_iter().enumerate() {
            let (Some(figures), number) = (figures, number as u32) else { continue };
            let is_known = self
                .rows
                .get(&number)
                .is_some_and(|known| known.figures == figures && known.durations.total() == figures.ended);
            if is_known {
                continue;
            }
            if !self.rows.contains_key(&number) {
                if !share.take_room(ROOM) {
                    continue;
                }
                let names = RangeNames {
                    name: self.name(file, figures.name),
                    domain: self.name(file, figures.domain),
                };
                self.rows.insert(number, Row { figures, names, durations: Seen::default() });
            }
            let Some(known) = self.rows.get_mut(&number) else { continue };
            known.figures = figures;
            to.range(id, number, &figures, &known.names);
            let now = owners.read(file, &figures.pages, Owner::Range(number as u16));
            let new = known.durations.update(now, share);
            to.range_durations(id, number, &new);
            is_new = true;
        }
        is_new
    }

    fn name(&mut self, file: &File, number: u32) -> Arc<str> {
        if let Some(known) = self.names.get(&number) {
            return Arc::clone(known);
        }
        let name: Arc<str> = clean(&reader::range_name(file, number)).into();
        // One of another thread's may not be there yet.
        if !name.is_empty() {
            self.names.insert(number, Arc::clone(&name));
        }
        name
    }
}
