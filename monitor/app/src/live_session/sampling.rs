//! Samples of calls and allocations, which find the lines of the program that rows and findings are about.

use super::reading::INTERVAL;
use super::{AT_FIRST, LiveSession, STARTUP, feed_sinks};
use std::time::{Duration, Instant};
use zetop_figures::advice::findings;
use zetop_figures::sink::ProcessId;
use zetop_figures::snapshot::{Finding, Snapshot};
use zetop_figures::source::Wish;
use zetop_wire::requests::Asked;

/// Time between two updates of the calls that findings name, unless a snapshot asks for findings anyway.
const FINDINGS_INTERVAL: Duration = Duration::from_secs(1);
/// How long the end waits for the lines of the calls that were sampled last.
const SITES_TIMEOUT: Duration = Duration::from_secs(2);

impl LiveSession {
    /// Takes the stacks that calls have left since the last reading, before there is no room for more, and before code that they
    /// lead to is gone. True when something has come.
    pub(super) fn read_stacks(&mut self) -> bool {
        if self.stacks_read_at.is_some_and(|at| at.elapsed() < self.stacks_interval()) {
            return false;
        }
        let rate = self.calibration.ns_per_tick();
        for source in std::iter::once(&mut self.source).chain(self.late.sources()) {
            self.ledger.came(source.allocated(rate));
        }
        self.sample()
    }

    /// Time between two looks at stacks: half of that between two readings, where many processes make that long.
    pub(super) fn stacks_interval(&self) -> Duration {
        let reading = self.reading_interval();
        reading.min((reading / 2).max(INTERVAL))
    }

    /// Asks for samples of the calls that somebody wants to know more about. True when something has come.
    pub(super) fn sample(&mut self) -> bool {
        self.stacks_read_at = Some(Instant::now());
        let often = if self.started.elapsed() < STARTUP { AT_FIRST } else { FINDINGS_INTERVAL };
        if self.advised_at.is_none_or(|at| at.elapsed() >= often) {
            let snapshot = self.aggregate.snapshot(None);
            self.advise(&snapshot, &findings(&snapshot));
        }
        let rows = self.sampler.wishes();
        let rows: Vec<_> = rows.iter().map(|(number, row)| (*number, self.aggregate.asked(row))).collect();
        let wishes = |process: ProcessId| -> Vec<Wish> {
            let of = |(number, asked): &(u64, Vec<(ProcessId, Asked)>)| {
                let (_, asked) = asked.iter().find(|(id, _)| *id == process)?;
                Some((*number, asked.clone()))
            };
            rows.iter().filter_map(of).collect()
        };
        let live = self.wants_records();
        let sampler = &mut self.sampler;
        sampler.tick(self.calibration.ns_per_tick());
        for source in std::iter::once(&mut self.source).chain(self.late.sources()) {
            source.sample(live, wishes, |pid, catalog, came| match came {
                None => sampler.meet(pid, catalog),
                Some((wish, sample)) => sampler.came(wish, pid, catalog, sample),
            });
            source.place(|call, catalog| sampler.place(call, catalog));
            source.suspects(|suspects, catalog| sampler.see(suspects, catalog));
        }
        let has_come = sampler.take();
        let seen = sampler.seen();
        let ledger = &mut self.ledger;
        feed_sinks(&mut self.aggregate, &mut self.recorder, &mut self.tracer, |sink| {
            ledger.round(sampler, sink);
        });
        for source in std::iter::once(&mut self.source).chain(self.late.sources()) {
            seen.iter().for_each(|seen| source.seen(seen));
        }
        has_come
    }

    /// The rows that findings are about now.
    pub(super) fn advise(&mut self, snapshot: &Snapshot, findings: &[Finding]) {
        self.advised_at = Some(Instant::now());
        if let Some(tracer) = &mut self.tracer {
            tracer.findings(findings);
        }
        self.sampler.name(findings.iter().map(|finding| finding.about.clone()));
        self.sampler.look_ahead(snapshot);
        self.sampler.forget_calls(&snapshot.waiting);
    }

    /// Finds the lines of the findings with which the session ends.
    pub(super) fn settle_sites(&mut self) {
        let snapshot = self.aggregate.snapshot(None);
        self.sampler.name(findings(&snapshot).into_iter().map(|finding| finding.about));
        self.sampler.settle(SITES_TIMEOUT);
        let (ledger, sampler) = (&mut self.ledger, &mut self.sampler);
        feed_sinks(&mut self.aggregate, &mut self.recorder, &mut self.tracer, |sink| {
            ledger.settle(sampler, sink, SITES_TIMEOUT);
        });
    }
}
