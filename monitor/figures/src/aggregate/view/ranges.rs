//! The table of ranges that programs mark themselves: those of all threads and processes in view by what is around them.

use crate::aggregate::latency::{Latencies, spread};
use crate::aggregate::process::Process;
use crate::aggregate::ranges::RangeRow;
use crate::aggregate::scope::Scope;
use crate::snapshot::{Range, RangeWork};
use crate::ticks::ns;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use zetop_wire::layout::{RANGE_INTERFACES, RangeSort};

/// What a range without a name is called.
pub(super) const UNNAMED: &str = "(unnamed)";

/// Longest path that is shown whole, bytes; a longer one is cut to its last name. Paths are that long only where a function with a
/// long name calls itself.
const LONGEST_PATH: usize = 4096;

/// What tells rows apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    /// Row of the range around it.
    parent: Option<usize>,
    sort: RangeSort,
    interface: u8,
    domain: Arc<str>,
    name: Arc<str>,
}

#[derive(Default)]
struct Sums<'a> {
    open: u64,
    count: u64,
    total_ns: u64,
    min_ns: Option<u64>,
    max_ns: u64,
    waits_ns: u64,
    work: RangeWork,
    /// With the ns of a tick.
    latencies: Vec<(&'a Latencies, f64)>,
}

#[derive(Default)]
struct Table<'a> {
    numbers: BTreeMap<Key, usize>,
    rows: Vec<(Key, Sums<'a>)>,
}

impl<'a> Table<'a> {
    fn number(&mut self, key: Key) -> usize {
        if let Some(known) = self.numbers.get(&key) {
            return *known;
        }
        let number = self.rows.len();
        self.numbers.insert(key.clone(), number);
        self.rows.push((key, Sums::default()));
        number
    }

    fn add(&mut self, process: &'a Process) {
        let common = common_names(process);
        // Numbers here, by those of the process.
        let mut numbers: HashMap<u32, usize> = HashMap::new();
        for (number, row) in process.ranges.marked() {
            let figures = row.figures();
            let parent = figures.parent.and_then(|parent| numbers.get(&parent).copied());
            let name = common.get(&row.names.name).unwrap_or(&row.names.name);
            let at = self.number(Key {
                parent,
                sort: figures.sort,
                interface: figures.interface,
                domain: Arc::clone(&row.names.domain),
                name: Arc::clone(name),
            });
            numbers.insert(*number, at);
            self.rows[at].1.add(row, process.ns_per_tick);
        }
    }
}

impl<'a> Sums<'a> {
    fn add(&mut self, row: &'a RangeRow, ns_per_tick: f64) {
        let figures = row.figures();
        self.count = self.count.saturating_add(figures.ended);
        self.open = self.open.saturating_add(figures.begun.saturating_sub(figures.ended));
        self.total_ns = self.total_ns.saturating_add(ns(figures.total, ns_per_tick));
        let min = figures.min.map(|min| ns(min, ns_per_tick));
        self.min_ns = [self.min_ns, min].into_iter().flatten().min();
        self.max_ns = self.max_ns.max(ns(figures.max, ns_per_tick));
        self.waits_ns = self.waits_ns.saturating_add(ns(figures.waited, ns_per_tick));
        self.work = self.work.plus(RangeWork {
            kernels: figures.kernels,
            kernel_ns: figures.kernel_ns,
            copies: figures.copies,
            copy_ns: figures.copy_ns,
            bytes: figures.bytes,
        });
        self.latencies.push((&row.latencies, ns_per_tick));
    }
}

/// Names of which the probe has counted further ones together (`step #`), by those that it has kept apart (`step 3`).
pub(super) fn common_names(process: &Process) -> HashMap<Arc<str>, Arc<str>> {
    let names: BTreeSet<&Arc<str>> = process.ranges.marked().map(|(_, row)| &row.names.name).collect();
    let with_common = names.iter().filter_map(|name| {
        let common = without_digits(name)?;
        Some((Arc::clone(name), Arc::clone(names.get(&Arc::<str>::from(common))?)))
    });
    with_common.collect()
}

/// Paths of a process's rows, as [`ranges`] has them.
pub(super) struct Paths<'a> {
    process: &'a Process,
    common: Option<HashMap<Arc<str>, Arc<str>>>,
    known: HashMap<u32, Option<Arc<str>>>,
}

impl<'a> Paths<'a> {
    pub(super) fn new(process: &'a Process) -> Self {
        Self { process, common: None, known: HashMap::new() }
    }

    /// `None` for a row that is not known.
    pub(super) fn path(&mut self, row: u32) -> Option<Arc<str>> {
        if let Some(known) = self.known.get(&row) {
            return known.clone();
        }
        let path = self.find(row);
        self.known.insert(row, path.clone());
        path
    }

    fn find(&mut self, row: u32) -> Option<Arc<str>> {
        let process = self.process;
        let common = self.common.get_or_insert_with(|| common_names(process));
        let (mut names, mut next) = (Vec::new(), Some(row));
        while let Some(number) = next {
            let row = process.ranges.rows.get(&number)?;
            let name = common.get(&row.names.name).unwrap_or(&row.names.name);
            names.push(if name.is_empty() { UNNAMED } else { name });
            // The range around it comes before it, so this ends.
            next = row.figures().parent.filter(|parent| *parent < number);
        }
        names.reverse();
        Some(names.join("/").into())
    }
}

/// Replaces each row of digits by `#`, as the probe does in names that it counts together; `None` for a name without digits.
fn without_digits(name: &str) -> Option<String> {
    let mut text = String::with_capacity(name.len());
    let mut after_digit = false;
    for character in name.chars() {
        let is_digit = character.is_ascii_digit();
        if !(is_digit && after_digit) {
            text.push(if is_digit { '#' } else { character });
        }
        after_digit = is_digit;
    }
    (text != name).then_some(text)
}

/// Each range is followed by those within it, those that took longest first.
pub(super) fn ranges(view: &Scope<'_>) -> Vec<Range> {
    let mut table = Table::default();
    view.processes.iter().for_each(|process| table.add(process));
    // What is in a range is in the ones around it, which come before it.
    let mut shows: Vec<bool> = table.rows.iter().map(|(_, sums)| sums.count > 0 || sums.open > 0).collect();
    for number in (0..table.rows.len()).rev() {
        let (key, sums) = &table.rows[number];
        if let Some(parent) = key.parent {
            let work = sums.work;
            shows[parent] |= shows[number];
            table.rows[parent].1.work = table.rows[parent].1.work.plus(work);
        }
    }
    let mut within: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for (number, (key, _)) in table.rows.iter().enumerate().filter(|(number, _)| shows[*number]) {
        within.entry(key.parent).or_default().push(number);
    }
    for numbers in within.values_mut() {
        numbers.sort_by_key(|number| {
            let (key, sums) = &table.rows[*number];
            (Reverse(sums.total_ns), Reverse(sums.count), &key.name, &key.domain, key.sort)
        });
    }
    let mut all = Vec::with_capacity(table.rows.len());
    // Rows that come next are popped first.
    let mut next: Vec<(usize, String, u32)> = Vec::new();
    let push = |next: &mut Vec<(usize, String, u32)>, of: Option<usize>, path: &str, depth: u32| {
        let numbers = within.get(&of).into_iter().flatten().rev();
        next.extend(numbers.map(|number| (*number, path.to_owned(), depth)));
    };
    push(&mut next, None, "", 0);
    while let Some((number, around, depth)) = next.pop() {
        let around = if around.len() > LONGEST_PATH { "…/" } else { &*around };
        let (key, sums) = &table.rows[number];
        let row = range(key, sums, around, depth);
        push(&mut next, Some(number), &format!("{}/", row.path), depth + 1);
        all.push(row);
    }
    all
}

fn range(key: &Key, sums: &Sums<'_>, around: &str, depth: u32) -> Range {
    let Key { sort, interface, domain, name, .. } = key;
    let extremes = sums.min_ns.map(|min| (min, sums.max_ns));
    let spread = spread(sums.latencies.iter().copied()).within(extremes);
    let name: Arc<str> = if name.is_empty() { UNNAMED.into() } else { Arc::clone(name) };
    let is_timed = sums.count > 0 && *sort != RangeSort::Mark;
    Range {
        path: format!("{around}{name}"),
        name,
        depth,
        domain: Some(Arc::clone(domain)).filter(|domain| !domain.is_empty()),
        interface: RANGE_INTERFACES.get(usize::from(*interface)).copied().unwrap_or_default(),
        kind: match sort {
            RangeSort::Nested => "nested",
            RangeSort::Started => "started",
            RangeSort::Mark => "mark",
            RangeSort::Frame => "frame",
            RangeSort::Round => "round",
        },
        count: sums.count,
        open: sums.open,
        total_ns: sums.total_ns,
        min_ns: sums.min_ns.filter(|_| is_timed),
        max_ns: Some(sums.max_ns).filter(|_| is_timed),
        avg_ns: is_timed.then(|| sums.total_ns as f64 / sums.count as f64),
        p50_ns: spread.p50,
        p90_ns: spread.p90,
        p99_ns: spread.p99,
        waits_ns: sums.waits_ns,
        work: sums.work,
        histogram: spread.buckets,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_become_one_sign() {
        assert_eq!(without_digits("step 17 of 200").as_deref(), Some("step # of #"));
        assert_eq!(without_digits("7").as_deref(), Some("#"));
        assert_eq!(without_digits("step #"), None);
        assert_eq!(without_digits(""), None);
    }
}
