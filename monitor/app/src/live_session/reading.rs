//! Reads figures, and looks for processes without a probe.

use super::{AT_FIRST, LiveSession, STARTUP, feed_sinks};
use std::time::Duration;
use zetop_system::clock::raw_ns;

/// Time between two readings while single calls are wanted. A record is overwritten after 8,192 more calls of its thread: up
/// to 400,000 calls a second leave no gap.
const RECORDS_INTERVAL: Duration = Duration::from_millis(20);
/// Longest time between two readings that take little: figures over time have an interval of as much.
pub(super) const INTERVAL: Duration = Duration::from_millis(250);
/// Time between two readings when nothing is happening.
const IDLE_INTERVAL: Duration = Duration::from_millis(250);
/// Readings without news after which nothing is happening.
const IDLE_AFTER: u32 = 10;
/// Time between two readings, in durations of the last one: many threads take long to read, and reading is to take one part
/// in this many of the time.
const READING_FACTOR: u32 = 200;
/// Longest time between two readings, however long they take. Probes rely on it that zetop looks for filters of system calls that
/// often.
const MAX_INTERVAL: Duration = Duration::from_secs(1);

/// When room will be half full of which a part was filled in that time.
fn half_full(since: Duration, part: f64) -> Duration {
    let seconds = since.as_secs_f64() / (2.0 * part);
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

impl LiveSession {
    pub(super) fn read_figures(&mut self, last: bool) -> bool {
        self.calibration.update();
        let rate = self.calibration.ns_per_tick();
        let now = raw_ns();
        if let Some(recorder) = &mut self.recorder {
            let result = recorder.before_reading(&mut self.aggregate, now);
            self.warn_on_error(result);
        }
        let live = self.wants_records();
        if let Some(tracer) = &mut self.tracer {
            tracer.before_reading(now, self.calibration.ends(), rate);
        }
        self.update_sensor_selection(last);
        let sensors = self.sensors.take();
        let computed = self.sample_rank_code();
        let (source, late) = (&mut self.source, &mut self.late);
        let mut reading = feed_sinks(&mut self.aggregate, &mut self.recorder, &mut self.tracer, |sink| {
            sink.tick(now, rate);
            let mut reading = source.read(sink, rate, live, last);
            late.read(sink, rate, live, last, &mut reading);
            sink.sensors(&sensors);
            computed.iter().for_each(|(id, computed)| sink.own_code(*id, *computed));
            reading
        });
        if let Some(tracer) = &mut self.tracer {
            let result = tracer.after_reading(&reading);
            self.warn_on_error(result);
        }
        let since = self.read_at.map_or(Duration::ZERO, |at| at.elapsed());
        self.half_full_in = half_full(since, reading.fullest);
        let mut changed = self.log_reading(&mut reading) | !sensors.is_empty();
        if self.live {
            self.calls.extend(reading.calls);
            self.lost += reading.lost;
        }
        self.ledger.came(reading.allocated);
        changed |= self.sample();
        for text in if last { Vec::new() } else { self.attend() } {
            self.note(text);
            changed = true;
        }
        changed | self.look()
    }

    /// Time between two readings of figures.
    pub(super) fn reading_interval(&self) -> Duration {
        let is_new = self.started.elapsed() < STARTUP;
        let least = self.refresh.min(if is_new { AT_FIRST } else { INTERVAL });
        match self.quiet {
            _ if self.wants_records() => RECORDS_INTERVAL,
            0..IDLE_AFTER => {
                let usual = (self.reading_took * READING_FACTOR).clamp(least, MAX_INTERVAL);
                usual.min(self.half_full_in.max(RECORDS_INTERVAL))
            }
            _ => least.max(IDLE_INTERVAL),
        }
    }

    /// When processes without a probe are to be looked for, in a session that has a program to look at.
    pub(super) fn until_look(&self) -> Option<Duration> {
        Some(self.late.next_look()?.saturating_sub(self.started.elapsed()))
    }

    /// Looks for processes without a probe. Figures need not be read for that, but it has to be known which probes are there.
    pub(super) fn find_and_look(&mut self) -> bool {
        let source = &mut self.source;
        let mut found =
            feed_sinks(&mut self.aggregate, &mut self.recorder, &mut self.tracer, |sink| source.find(sink));
        self.log_reading(&mut found) | self.look()
    }

    pub(super) fn look(&mut self) -> bool {
        let source = &self.source;
        let news = self.late.look(self.started.elapsed(), || source.probed().collect());
        let is_new = !news.is_empty();
        self.tell(news);
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_reading_comes_before_there_is_no_room() {
        let after = |part| half_full(Duration::from_millis(100), part);
        assert_eq!(after(0.25), Duration::from_millis(200));
        assert_eq!(after(1.0), Duration::from_millis(50));
        assert_eq!(after(5.0), Duration::from_millis(10));
        assert_eq!(after(0.0), Duration::MAX);
        assert_eq!(half_full(Duration::ZERO, 0.0), Duration::MAX, "nothing is known");
    }
}
