//! Recordings of a made-up job: ranks on hosts, each host with its own boot, clock and time of day.

use super::feed::{Program, READING};
use std::path::{Path, PathBuf};
use zetop_figures::aggregate::Aggregate;
use zetop_figures::job::Member;
use zetop_figures::recording::format::RecordingHeader;
use zetop_figures::recording::frame::SessionPart;
use zetop_figures::recording::{Recorder, Tee};
use zetop_figures::sink::Sink;
use zetop_figures::snapshot::Snapshot;
use zetop_wire::layout::Collective;

/// When the job began, in ns since 1970.
pub const BEGAN: u64 = 1_764_000_000_000_000_000;

/// One rank of it.
#[derive(Debug, Clone, Copy)]
pub struct Rank {
    pub rank: u32,
    pub ranks: u32,
    pub hosts: u32,
    pub readings: u64,
    pub calls_per_s: f64,
    /// What its host's clock is off, in ns.
    pub clock_off: i64,
    /// How much later than the first one it starts, in ns.
    pub later: u64,
}

impl Rank {
    pub fn host(&self) -> u32 {
        self.rank * self.hosts / self.ranks
    }

    fn about(&self) -> RecordingHeader {
        let host = self.host();
        let member = Member {
            host: format!("node{host}"),
            rank: Some(self.rank),
            local_rank: Some(self.rank % (self.ranks / self.hosts).max(1)),
            world_size: Some(self.ranks),
            job: Some("4242".to_owned()),
        };
        let unix_ns = (BEGAN + self.later).saturating_add_signed(self.clock_off);
        RecordingHeader {
            command: ["./stencil", "--grid", "4096"].map(str::to_owned).into(),
            // Each machine has been running for another time.
            start: (u64::from(host) + 1) * 3_600_000_000_000 + self.later,
            unix: unix_ns / 1_000_000_000,
            unix_ns,
            boot: format!("boot-{host}"),
            member,
            ..RecordingHeader::default()
        }
    }

    pub fn path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("node{}-{}.zetop", self.host(), self.rank))
    }

    /// Writes its recording; returns what it showed at its end.
    pub fn record(&self, folder: &Path) -> Snapshot {
        self.record_with(folder, |_| Vec::new())
    }

    /// Writes its recording with the rank's parts in collective operations of each reading, whose times count from the start of
    /// the job.
    pub fn record_with(&self, folder: &Path, collectives: impl Fn(u64) -> Vec<Collective>) -> Snapshot {
        let about = self.about();
        let start = about.start;
        let mut recorder = Recorder::open(&self.path(folder)).unwrap();
        recorder.begin(&about).unwrap();
        let mut aggregate = Aggregate::new(start);
        aggregate.began_at(about.unix_ns());
        let mut both = Tee { aggregate: &mut aggregate, recorder: &mut recorder };
        let mut program = Program::new(self.calls_per_s, start, about.member, &mut both);
        for reading in 0..self.readings {
            recorder.before_reading(&mut aggregate, program.next()).unwrap();
            let mut both = Tee { aggregate: &mut aggregate, recorder: &mut recorder };
            program.reading(&mut both);
            for part in collectives(reading) {
                let [launched, begun, end] = [part.launched, part.start, part.end].map(|time| start + time);
                both.collective(program.id, &Collective { launched, start: begun, end, ..part });
            }
        }
        program.end(&mut Tee { aggregate: &mut aggregate, recorder: &mut recorder });
        aggregate.end();
        recorder.session(|_| SessionPart { ended: true, exit_status: Some(0), ..SessionPart::default() });
        recorder.finish(&mut aggregate, || false).unwrap();
        aggregate.snapshot(None)
    }
}

/// How long a number of readings takes, in seconds.
pub fn seconds(readings: u64) -> f64 {
    (readings * READING) as f64 / 1e9
}
