//! Order, selection and scrolling of one table.

use std::cmp::Ordering;
use std::collections::HashMap;
use zetop_figures::snapshot::Snapshot;
use zetop_figures::view::filter::Filter;
use zetop_figures::view::items::{Field, Item, List, RowId};

/// While a row is selected, rows change places at most this often, so that they can be read.
const HOLD_NS: u64 = 2_000_000_000;

#[derive(Debug, Clone)]
pub struct ListState {
    list: List,
    pub sort: Field,
    pub inverted: bool,
    /// Chosen by the user; until then the first row counts as selected.
    pub chosen: Option<RowId>,
    /// The rows that pass the filter, as they are shown.
    pub order: Vec<RowId>,
    /// How many rows there are without the filter.
    pub total: usize,
    pub offset: usize,
    sorted_at: u64,
}

impl ListState {
    pub fn new(list: List) -> ListState {
        ListState {
            list,
            sort: list.sort_fields()[0],
            inverted: false,
            chosen: None,
            order: Vec::new(),
            total: 0,
            offset: 0,
            sorted_at: 0,
        }
    }

    /// Position of the selected row.
    pub fn position(&self) -> Option<usize> {
        if self.order.is_empty() {
            return None;
        }
        let chosen = self.chosen.as_ref();
        Some(chosen.and_then(|id| self.order.iter().position(|row| row == id)).unwrap_or(0))
    }

    pub fn selected(&self) -> Option<&RowId> {
        self.order.get(self.position()?)
    }

    /// First row to show so that the selected one is seen in `height` rows.
    pub fn first(&self, height: usize) -> usize {
        let last_start = self.order.len().saturating_sub(height);
        let position = self.position().unwrap_or(0);
        let lowest = (position + 1).saturating_sub(height);
        self.offset.clamp(lowest, position.max(lowest)).min(last_start)
    }

    /// Adopts a new snapshot, filter or order.
    ///
    /// The selected row stays the selected one, and stays on its line of the screen where that is possible.
    pub fn refresh(&mut self, snapshot: &Snapshot, device: Option<u32>, filter: &Filter, at_once: bool) {
        let mut items = self.list.items(snapshot, device);
        self.total = items.len();
        items.retain(|item| filter.matches(item));
        let before = self.position();
        let held = !at_once
            && self.chosen.is_some()
            && snapshot.elapsed_ns.saturating_sub(self.sorted_at) < HOLD_NS
            && snapshot.elapsed_ns >= self.sorted_at;
        if held {
            let places: HashMap<&RowId, usize> = self.order.iter().zip(0..).collect();
            items.sort_by_cached_key(|item| places.get(&item.id()).copied().unwrap_or(usize::MAX));
        } else {
            items.sort_by(|a, b| compare(a, b, self.sort, self.inverted));
            self.sorted_at = snapshot.elapsed_ns;
        }
        self.order = items.iter().map(Item::id).collect();
        if let (Some(before), Some(after), true) = (before, self.position(), self.chosen.is_some()) {
            self.offset = (self.offset + after).saturating_sub(before);
        }
    }

    pub fn select(&mut self, id: RowId) {
        self.chosen = Some(id);
    }

    /// Moves the selection by rows, stopping at both ends.
    pub fn step(&mut self, rows: isize, height: usize) {
        if let Some(position) = self.position() {
            let to = position.saturating_add_signed(rows).min(self.order.len() - 1);
            self.offset = self.first(height.max(1));
            self.chosen = self.order.get(to).cloned();
            self.offset = self.first(height.max(1));
        }
    }
}

/// Figures go from the largest down, names from A up; rows without a figure come last either way.
fn compare(a: &Item<'_>, b: &Item<'_>, field: Field, inverted: bool) -> Ordering {
    let by_name = || a.name().cmp(&b.name()).then_with(|| a.device().cmp(&b.device()));
    if field.is_text() {
        return if inverted { by_name().reverse() } else { by_name() };
    }
    let order = match (a.value(field), b.value(field)) {
        (Some(a), Some(b)) if inverted => a.total_cmp(&b),
        (Some(a), Some(b)) => b.total_cmp(&a),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    };
    order.then_with(by_name)
}
