//! Recordings. Checksums are put right before one is read: they find accidents, and whoever wants to harm computes them.

#[path = "../../../monitor/figures/tests/recordings/feed.rs"]
#[allow(dead_code)] // what other users of it need
mod feed;

use crate::target::Target;
use feed::Program;
use zetop_figures::aggregate::Aggregate;
use zetop_figures::job::Member;
use zetop_figures::recording::format::{HEAD, MAGIC, MOST_ABOUT, RecordingHeader, head, header, u32_at};
use zetop_figures::recording::frame::SessionPart;
use zetop_figures::recording::{Player, Recorder, Tee};

pub const TARGET: Target = Target { name: "recording", run, seeds };

/// Frames that are played of one input.
const FRAMES: usize = 64;

fn run(input: &[u8]) {
    let file = crate::temporary::file_with(&mended(input));
    let Ok(mut player) = Player::open(file.path()) else { return };
    let mut frames = 0;
    while frames < FRAMES && player.step() {
        frames += 1;
    }
    let _ = player.aggregate().snapshot(None);
    let (_, end) = player.position();
    player.jump(end / 2);
    player.step_back();
    player.jump(0);
}

/// `input` with the right checksums of its blocks.
fn mended(input: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    let start = MAGIC.len() + 12;
    let about = u32_at(&bytes, 20) as usize;
    let mut seal = |at: usize, from: usize, length: usize| {
        let sum = crc32fast::hash(bytes.get(from..from.saturating_add(length))?).to_le_bytes();
        bytes.get_mut(at..at + 4)?.copy_from_slice(&sum);
        Some(from + length)
    };
    let mut at = if about <= MOST_ABOUT { seal(24, start, about) } else { None };
    while let Some(from) = at {
        let block = input.get(from..from + HEAD).and_then(|bytes| head(bytes.try_into().ok()?));
        at = block.and_then(|(_, length, _)| seal(from + 8, from + HEAD, length));
    }
    bytes
}

fn seeds() -> Vec<Vec<u8>> {
    const START: u64 = 5_000_000_000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recording");
    let mut recorder = Recorder::open(&path).unwrap();
    recorder
        .begin(&RecordingHeader {
            command: vec!["./app".to_owned()],
            start: START,
            ..RecordingHeader::default()
        })
        .unwrap();
    let mut aggregate = Aggregate::new(START);
    let mut program = Program::new(
        300.0,
        START,
        Member::default(),
        &mut Tee { aggregate: &mut aggregate, recorder: &mut recorder },
    );
    for _ in 0..20 {
        recorder.before_reading(&mut aggregate, program.next()).unwrap();
        program.reading(&mut Tee { aggregate: &mut aggregate, recorder: &mut recorder });
    }
    program.end(&mut Tee { aggregate: &mut aggregate, recorder: &mut recorder });
    aggregate.end();
    recorder.session(|_| SessionPart { ended: true, exit_status: Some(0), ..SessionPart::default() });
    recorder.finish(&mut aggregate, || false).unwrap();
    vec![std::fs::read(path).unwrap(), header(&RecordingHeader::default()).unwrap()]
}
