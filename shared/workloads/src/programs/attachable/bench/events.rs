//! Operations that signal events, of every kind that a program may have made before anyone attached.

use super::{Bench, has_input, kernels_and_copies};
use crate::ledger::Ledger;
use crate::programs::cancelled::cancel_a_wait;
use crate::ze::{Ending, Event, EventPool, List, PoolKind, ZeResult};
use anyhow::{Context as _, Result, ensure};

impl Bench {
    pub fn signal(&mut self, n: u64) -> Result<()> {
        for _ in 0..n {
            self.immediate.launch(&self.kernel, [1, 1, 1], Ending::signal(&self.stamped))?;
            self.stamped.wait()?;
            self.stamped.reset()?;
        }
        let mut ledger = Ledger::new();
        ledger.kernel("work", n);
        ledger.print();
        Ok(())
    }

    /// Whoever asks about one of the events afterwards, or reads what the device has written, does so too late.
    pub fn pools(&mut self) -> Result<()> {
        let device = self.gpu.device();
        let list = List::asynchronous(&self.gpu.context, &device, device.compute_ordinal()?)?;
        let mut n = 0;
        while !has_input() {
            n += 1;
            let pool = EventPool::new(&self.gpu.context, PoolKind::Timestamps, 1)?;
            let event = pool.event(0)?;
            list.launch(&self.kernel, [1, 1, 1], Ending::signal(&event))?;
            // Not by a wait: one that is under way at a detach ends in the wrapper, which reads the event then.
            while !event.query()? {
                std::thread::sleep(std::time::Duration::from_micros(100));
            }
            event.reset()?;
            drop(event);
            drop(pool);
        }
        let mut ledger = Ledger::new();
        ledger.kernel("work", n);
        ledger.print();
        Ok(())
    }

    /// On `list`, a kernel and a copy that each signal an event without timestamps; `wait` waits for it and
    /// resets it.
    pub(super) fn append_signalling(&self, list: &List, wait: impl Fn() -> ZeResult) -> Result<()> {
        list.launch(&self.kernel, [4, 1, 1], Ending::signal(&self.done))?;
        wait()?;
        list.copy(self.device.place(), self.host.place(), Ending::signal(&self.done))?;
        Ok(wait()?)
    }

    pub fn cancel(&mut self, n: u64) -> Result<()> {
        (0..n).try_for_each(|_| cancel_a_wait(&self.done))
    }

    pub(super) fn wait_and_reset(&self) -> ZeResult {
        self.done.wait()?;
        self.done.reset()
    }

    pub fn plain(&mut self, n: u64) -> Result<()> {
        (0..n).try_for_each(|_| self.append_signalling(&self.immediate, || self.wait_and_reset()))?;
        kernels_and_copies(n);
        Ok(())
    }

    /// What the program learns from its own event must be its kernel's.
    pub fn counter_based(&mut self, n: u64) -> Result<()> {
        let event = self.counter_based.as_ref().context("no counter-based event")?;
        self.signal_by_turns(event, n, || {
            let stamps = event.timestamps()?.context("no timestamps")?;
            let cycles = stamps.context.1.wrapping_sub(stamps.context.0);
            ensure!(cycles == self.cycles, "a kernel of {} cycles took {cycles}", self.cycles);
            Ok(())
        })
    }

    pub fn counter_plain(&mut self, n: u64) -> Result<()> {
        let event = self.counter_plain.as_ref().context("no counter-based event")?;
        self.signal_by_turns(event, n, || Ok(()))
    }

    /// Kernels that signal an event and are waited for, and others that signal none.
    fn signal_by_turns(&self, event: &Event, n: u64, check: impl Fn() -> Result<()>) -> Result<()> {
        for _ in 0..n {
            self.in_order.launch(&self.kernel, [1, 1, 1], Ending::signal(event))?;
            event.wait()?;
            check()?;
            self.in_order.launch(&self.kernel, [1, 1, 1], Ending::NONE)?;
        }
        self.finish(&self.in_order)?;
        let mut ledger = Ledger::new();
        ledger.kernel("work", 2 * n);
        ledger.print();
        Ok(())
    }

    pub fn kept(&mut self, n: u64) -> Result<()> {
        let maker = self.event_maker.as_ref().context("no function for counter-based events")?;
        for _ in 0..n {
            let event = maker.make(&self.gpu.context, &self.gpu.device())?;
            self.in_order.launch(&self.kernel, [1, 1, 1], Ending::signal(&event))?;
            event.wait()?;
            self.in_order.launch(&self.kernel, [1, 1, 1], Ending::NONE)?;
        }
        self.finish(&self.in_order)?;
        ensure!(maker.other_words() == (1, 1), "somebody wrote into the object");
        let mut ledger = Ledger::new();
        ledger.kernel("work", 2 * n);
        ledger.print();
        Ok(())
    }
}
