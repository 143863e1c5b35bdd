//! The workload's own account, and whether zetop's figures agree.

use crate::figures::Figures;
use std::collections::BTreeMap;

/// Every `expect` line of a workload's output.
#[derive(Debug, Default)]
pub struct Account {
    /// (name, device) -> launches
    pub kernels: BTreeMap<(String, u32), u64>,
    /// (source, destination, device) -> operations, bytes
    pub transfers: BTreeMap<(String, String, u32), (u64, u64)>,
    pub fills: (u64, u64),
    /// function -> calls, errors
    pub calls: BTreeMap<String, (u64, u64)>,
    /// kind -> count, bytes
    pub leaks: BTreeMap<String, (u64, u64)>,
}

impl Account {
    /// # Panics
    /// If an `expect` line cannot be parsed.
    #[must_use]
    pub fn read(stdout: &str) -> Self {
        let mut account = Self::default();
        for line in stdout.lines().filter(|line| line.starts_with("expect ")) {
            account.add(line).unwrap_or_else(|| panic!("not understood: {line}"));
        }
        account
    }

    fn add(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split(' ').skip(1).collect();
        let number = |word: &str| word.split_once('=')?.1.parse().ok();
        match words.as_slice() {
            ["kernel", name, device, launches] => {
                *self.kernels.entry(((*name).to_owned(), device.parse().ok()?)).or_default() +=
                    number(launches)?;
            }
            ["transfer", from, to, device, ops, bytes] => {
                let key = ((*from).to_owned(), (*to).to_owned(), device.parse().ok()?);
                let entry = self.transfers.entry(key).or_default();
                *entry = (entry.0 + number(ops)?, entry.1 + number(bytes)?);
            }
            ["fill", ops, bytes] => self.fills = (self.fills.0 + number(ops)?, self.fills.1 + number(bytes)?),
            ["call", function, calls, errors] => {
                let entry = self.calls.entry((*function).to_owned()).or_default();
                *entry = (entry.0 + number(calls)?, entry.1 + number(errors)?);
            }
            ["leak", kind, count, bytes] => {
                self.leaks.insert((*kind).to_owned(), (number(count)?, number(bytes)?));
            }
            _ => return None,
        }
        Some(())
    }

    /// Host side: the functions that the workload counted, exactly.
    ///
    /// # Panics
    /// They differ.
    pub fn assert_calls(&self, figures: &Figures) {
        for (function, expected) in &self.calls {
            assert_eq!(figures.calls(function), *expected, "calls and errors of {function}");
        }
    }

    /// Device side: exactly these kernels, transfers and fills, no more and no fewer.
    ///
    /// # Panics
    /// They differ.
    pub fn assert_device(&self, figures: &Figures) {
        let kernels = figures.device.kernels.iter().map(|k| ((k.name.clone(), k.device), k.launches));
        assert_eq!(kernels.collect::<BTreeMap<_, _>>(), self.kernels, "kernels");
        let mut transfers = BTreeMap::new();
        for t in &figures.device.transfers {
            // Transfers between two devices have a row for each direction.
            let sum: &mut (u64, u64) = transfers.entry((t.src.clone(), t.dst.clone(), t.device)).or_default();
            *sum = (sum.0 + t.ops, sum.1 + t.bytes);
        }
        assert_eq!(transfers, self.transfers, "transfers: operations, bytes");
        assert_eq!(
            (figures.device.fills.ops, figures.device.fills.bytes),
            self.fills,
            "fills: operations, bytes"
        );
    }

    /// Memory that was never freed.
    ///
    /// # Panics
    /// They differ.
    pub fn assert_leaks(&self, figures: &Figures) {
        for (kind, expected) in &self.leaks {
            let memory = figures.memory.iter().find(|memory| memory.kind == *kind);
            let live = memory.map(|memory| (memory.live_count, memory.live_bytes));
            assert_eq!(live, Some(*expected), "{kind}: count and bytes that were never freed");
        }
    }
}
