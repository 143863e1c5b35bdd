//! Allocations by the line that made them.
//!
//! ```text
//! source -> allocations and frees, in their order -> ledger -> sink
//!                              stacks of allocations \-> sampler, which follows them, and back
//! ```
//!
//! What was allocated and freed is counted in its order, so that peaks are exact: it waits until all stacks before it are
//! known. A stack that was seen before is known by its return addresses; the others are followed one after the other. First the
//! process is looked at: where other code has come, a stack may be from what was there before, and has no place.

use crate::call_site::StackSample;
use crate::call_site::replaced::may_be_in;
use crate::call_site::sampler::{Sampler, Traced};
use crate::sink::{ProcessId, Sink};
use crate::source::Allocated;
use crate::source::allocations::{Event, What};
use account::{AT_A_TIME, Account, Entry, Key, Origin};
use place::Amount;
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

/// What stacks that wait may take, bytes. Allocations beyond have no place.
const MOST_WAITING: usize = 32 << 20;
const MOST_PROCESSES: usize = 4096;
/// Events of a process that wait for a place. With more, those that wait longest have none.
const MOST_QUEUED: usize = 1 << 18;

/// Follows allocations from their stacks to their lines.
#[derive(Debug, Default)]
pub struct Ledger {
    accounts: BTreeMap<ProcessId, Account>,
    /// Stacks that are being followed, by number.
    asked: HashMap<u64, (ProcessId, u64, StackSample)>,
    last: u64,
    waiting: usize,
}

impl Ledger {
    /// Takes what was allocated and freed.
    pub fn came(&mut self, allocated: Vec<Allocated>) {
        for Allocated { process, pid, catalog, events } in allocated {
            if !self.accounts.contains_key(&process) && self.accounts.len() >= MOST_PROCESSES {
                continue;
            }
            let account = self.accounts.entry(process).or_insert_with(|| Account::new(pid, catalog));
            if account.queue.len() > MOST_QUEUED {
                account.give_up(&mut self.waiting);
            }
            for Event { at, what } in events {
                account.queue.push_back(match what {
                    What::Freed { id } => Entry::Freed { id },
                    What::Made { id, kind, size, mean, stack } => {
                        let stack = stack.map(|stack| StackSample::from(*stack));
                        let stack = stack.filter(|stack| self.waiting + stack.stack.len() <= MOST_WAITING);
                        let from = stack.map_or(Origin::Site(None), |stack| {
                            self.waiting += stack.stack.len();
                            Origin::Stack(Box::new(stack))
                        });
                        Entry::Made { id, kind, amount: Amount::new(size, mean), at, from }
                    }
                });
            }
        }
    }

    /// Counts what has a place by now, and has further stacks followed.
    pub fn round(&mut self, sampler: &mut Sampler, to: &mut dyn Sink) {
        self.go_on(sampler, to, false);
    }

    fn go_on(&mut self, sampler: &mut Sampler, to: &mut dyn Sink, is_last: bool) {
        for Traced { number, site, addresses } in sampler.traced() {
            let Some((process, id, sample)) = self.asked.remove(&number) else { continue };
            if let Some(account) = self.accounts.get_mut(&process) {
                account.learn(id, &sample, site, &addresses);
            }
        }
        for (process, account) in &mut self.accounts {
            let replaced = account.look(sampler, is_last, &mut self.waiting);
            // Answers to what was asked before would be learned as if the code was still there.
            let in_replaced =
                self.asked.extract_if(|_, (of, _, sample)| of == process && may_be_in(&replaced, sample));
            in_replaced.for_each(|(_, (_, _, sample))| {
                account.under_way.retain(|key| *key != Key::from_sample(&sample))
            });
            for (id, sample) in account.resolve(&mut self.waiting) {
                if self.asked.len() >= AT_A_TIME {
                    break;
                }
                self.last += 1;
                if !sampler.trace(self.last, account.pid, &account.catalog, sample.clone()) {
                    break;
                }
                account.under_way.insert(Key::from_sample(&sample));
                self.asked.insert(self.last, (*process, id, sample));
            }
            account.count();
            account.tell(*process, to);
        }
    }

    /// Waits for stacks that are being followed, but no longer than `limit`. What has no place then will have none.
    pub fn settle(&mut self, sampler: &mut Sampler, to: &mut dyn Sink, limit: Duration) {
        let end = Instant::now() + limit;
        self.go_on(sampler, to, true);
        while !self.asked.is_empty() && sampler.settle_one(end.saturating_duration_since(Instant::now())) {
            self.go_on(sampler, to, true);
        }
        for (process, account) in &mut self.accounts {
            account.give_up(&mut self.waiting);
            account.tell(*process, to);
        }
    }
}

mod account;
mod place;
#[cfg(test)]
mod tests;
