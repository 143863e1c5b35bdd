//! What an hour takes in a recording, and how long it takes to open it and to jump in it.
//!
//! `cargo bench -p zetop-figures --bench recording`

#![allow(clippy::unwrap_used)] // a bench fails by panicking

#[path = "../tests/recordings/feed.rs"]
mod feed;

use feed::Program;
use std::time::{Duration, Instant};
use zetop_figures::aggregate::Aggregate;
use zetop_figures::job::Member;
use zetop_figures::recording::format::RecordingHeader;
use zetop_figures::recording::frame::SessionPart;
use zetop_figures::recording::{Player, Recorder, Tee};

const START: u64 = 5_000_000_000;
const HOUR: u64 = 36_000;

fn main() {
    let dir = tempfile::tempdir().unwrap();
    for (calls_per_s, words) in [(1e3, "a thousand"), (10e6, "ten million")] {
        let path = dir.path().join("recording");
        let mut recorder = Recorder::open(&path).unwrap();
        recorder.begin(&RecordingHeader { start: START, ..RecordingHeader::default() }).unwrap();
        let mut aggregate = Aggregate::new(START);
        let mut program = Program::new(
            calls_per_s,
            START,
            Member::default(),
            &mut Tee { aggregate: &mut aggregate, recorder: &mut recorder },
        );
        let mut alone = Aggregate::new(START);
        let mut twin = Program::new(calls_per_s, START, Member::default(), &mut alone);
        let (mut with, mut without) = (Duration::ZERO, Duration::ZERO);
        for _ in 0..HOUR {
            let start = Instant::now();
            recorder.before_reading(&mut aggregate, program.next()).unwrap();
            program.reading(&mut Tee { aggregate: &mut aggregate, recorder: &mut recorder });
            with += start.elapsed();
            let start = Instant::now();
            twin.reading(&mut alone);
            without += start.elapsed();
            // The writer is a separate thread, which in reality has an hour for this.
            if with.as_millis() % 50 == 0 {
                std::thread::sleep(Duration::from_micros(100));
            }
        }
        program.end(&mut Tee { aggregate: &mut aggregate, recorder: &mut recorder });
        aggregate.end();
        recorder.session(|_| SessionPart { ended: true, ..SessionPart::default() });
        recorder.finish(&mut aggregate, || false).unwrap();
        let size = std::fs::metadata(&path).unwrap().len();
        let adds = with.saturating_sub(without).as_secs_f64() / 3600.0 * 100.0;
        println!(
            "an hour at {words} calls/s: {:.1} MB; recording adds {adds:.3} % of a core",
            size as f64 / 1e6
        );
        let start = Instant::now();
        let mut player = Player::open(&path).unwrap();
        println!("  opened in {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
        let mut rng = fastrand::Rng::with_seed(1);
        let mut jumps: Vec<f64> = (0..60)
            .map(|_| {
                let to = rng.u64(..3_600_000_000_000);
                let start = Instant::now();
                player.jump(to);
                start.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        jumps.sort_by(f64::total_cmp);
        println!("  jumps: half within {:.0} ms, all within {:.0} ms", jumps[30], jumps[59]);
    }
}
