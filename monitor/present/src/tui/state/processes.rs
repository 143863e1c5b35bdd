//! How processes are listed: by rank, or by a column, with one of them selected.

use crate::tui::of_process::OfProcess;
use zetop_figures::snapshot::Process;

/// The list as the user wants it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ProcessesView {
    /// `None`: in the order of ranks.
    pub sort: Option<OfProcess>,
    pub inverted: bool,
    /// By its key.
    pub selected: Option<u32>,
}

impl ProcessesView {
    /// Positions of processes, in the order in which they are shown.
    pub fn order(&self, processes: &[Process]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..processes.len()).collect();
        if let Some(sort) = self.sort {
            let value = |at: &usize| sort.value(&processes[*at]).unwrap_or(f64::NEG_INFINITY);
            // The largest first; stable, so that ranks stay in their order otherwise.
            order.sort_by(|a, b| value(b).total_cmp(&value(a)));
        }
        if self.inverted {
            order.reverse();
        }
        order
    }

    /// Selects another row.
    pub fn step(&mut self, rows: isize, processes: &[Process]) {
        let order = self.order(processes);
        let Some(last) = order.len().checked_sub(1) else { return };
        let key = |at: usize| processes.get(order[at]).map(|process| process.key);
        let at = self.selected.and_then(|selected| (0..=last).find(|at| key(*at) == Some(selected)));
        let next = match at {
            Some(at) => at.saturating_add_signed(rows).min(last),
            None if rows > 1 => rows.unsigned_abs().min(last),
            None => 0,
        };
        self.selected = key(next);
    }

    /// Sorts by the next of `columns`; after the last one, by rank.
    pub fn sort_by_next(&mut self, by: isize, columns: &[OfProcess]) {
        let count = columns.len() as isize + 1;
        let at = self.sort.and_then(|sort| columns.iter().position(|column| *column == sort));
        let at = at.map_or(0, |at| at as isize + 1);
        let next = (at + by).rem_euclid(count);
        self.sort = usize::try_from(next - 1).ok().map(|at| columns[at]);
        self.inverted = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_rank_or_by_a_column_with_a_selection_that_stays() {
        let of = |key, calls| Process { key, calls, ..Process::default() };
        let all = [of(7, 10), of(8, 30), of(9, 20)];
        let mut view = ProcessesView::default();
        assert_eq!(view.order(&all), [0, 1, 2]);
        view.step(1, &all);
        assert_eq!(view.selected, Some(7), "the first key selects the first row");
        view.sort_by_next(1, &OfProcess::ALL);
        assert_eq!((view.sort, view.order(&all)), (Some(OfProcess::Calls), vec![1, 2, 0]));
        view.step(-1, &all);
        assert_eq!(view.selected, Some(9));
        view.inverted = true;
        assert_eq!(view.order(&all), [0, 2, 1]);
        view.step(isize::MAX, &all);
        assert_eq!(view.selected, Some(8));
        view.sort_by_next(-1, &OfProcess::ALL);
        assert_eq!((view.sort, view.inverted), (None, false));
        view.sort_by_next(-1, &[OfProcess::Calls, OfProcess::Host]);
        assert_eq!(view.sort, Some(OfProcess::Host));
        view.step(1, &[]);
    }
}
