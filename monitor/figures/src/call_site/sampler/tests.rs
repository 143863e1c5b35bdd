use super::limits::SELDOM;
use super::*;
use crate::call_site::Frame;
use crate::snapshot::{Role, Snapshot};
use std::path::Path;

fn site(lines: &[u32]) -> CallSite {
    let frame = |line: &u32| Frame {
        function: Some("work".into()),
        file: Some("/src/app.cpp".into()),
        line: Some(*line),
        module: Path::new("/bin/app").into(),
        address: 0x100,
    };
    CallSite { frames: lines.iter().map(frame).collect(), ..CallSite::default() }
}

#[test]
fn the_place_of_an_earlier_call_stays_until_a_snapshot_has_the_call() {
    let mut sampler = Sampler::default();
    let seen = |sight| {
        Done::Observations(Observations { pid: 1, catalog: Arc::default(), threads: vec![(7, sight)] })
    };
    let about = About::Call { pid: 1, thread: 7, ticks: InProgress::BEFORE };
    let call = || Observation::Call { function: "wait".to_owned(), site: Box::new(site(&[12])), runs: 3 };
    sampler.done(seen(call()));
    sampler.forget_calls(&[]);
    sampler.done(seen(Observation::Still));
    assert_eq!(sampler.sites(&about).len(), 1, "no snapshot has had it yet");
    let waiting = Waiting { about: about.clone(), ..Waiting::default() };
    sampler.forget_calls(&[waiting]);
    assert_eq!(sampler.sites(&about).len(), 1);
    sampler.forget_calls(&[]);
    assert!(sampler.sites(&about).is_empty(), "it has returned");
    for other in [Observation::Moves, Observation::Elsewhere] {
        sampler.done(seen(call()));
        sampler.done(seen(other));
        assert!(sampler.sites(&about).is_empty());
    }
    let nowhere =
        Observation::Call { function: "wait".to_owned(), site: Box::new(CallSite::default()), runs: 3 };
    sampler.done(seen(nowhere));
    assert!(sampler.sites(&about).is_empty());
    assert_eq!((sampler.bytes, sampler.seen().len()), (0, 7));
}

#[test]
fn places_are_counted_by_line_with_their_shares() {
    let mut sampler = Sampler::default();
    sampler.name([About::Api(4)].into_iter());
    let wish = sampler.wishes()[0].0;
    for (lines, times) in [(&[10, 20][..], 3), (&[10, 30], 4), (&[11, 20], 1)] {
        (0..times).for_each(|_| sampler.count(wish, site(lines)));
    }
    let sites = sampler.sites(&About::Api(4));
    assert_eq!(sites.iter().map(|s| (s.line, s.samples)).collect::<Vec<_>>(), [(Some(10), 7), (Some(11), 1)]);
    assert_eq!((sites[0].share_pct, sites[0].callers[0].as_str()), (87.5, "app.cpp:30 in work"));
    assert_eq!(sites[0].place, "app.cpp:10 in work");
    assert_eq!(sampler.sites(&About::Api(5)), []);
    sampler.reset();
    assert_eq!(sampler.all(), []);
}

/// A program chooses the names of its files and functions, and they go into the JSON as they are here.
#[test]
fn names_from_the_programs_files_are_harmless() {
    let evil = "/tmp/\u{1b}[31mred\u{9b}2J\u{202e}";
    let frame = Frame {
        function: Some(evil.into()),
        file: Some(evil.into()),
        line: Some(1),
        module: Path::new(evil).into(),
        address: 0,
    };
    let mut sampler = Sampler::default();
    sampler.name([About::Api(4)].into_iter());
    let wish = sampler.wishes()[0].0;
    sampler.count(wish, CallSite { frames: vec![frame; 2], ..CallSite::default() });
    let site = &sampler.sites(&About::Api(4))[0];
    let names = [&site.file, &site.function, &site.module].map(|name| name.as_deref().unwrap_or_default());
    assert_eq!(names, ["/tmp/red"; 3]);
    assert_eq!((site.place.as_str(), site.callers[0].as_str()), ("red:1 in /tmp/red", "red:1 in /tmp/red"));
}

/// A program under a second: its finding comes with its end.
#[test]
fn what_a_finding_could_be_about_is_sampled_before_there_is_one() {
    let wait = |id, quiet_ns| crate::snapshot::Api { id, role: Role::Wait, quiet_ns, ..Default::default() };
    let mut snapshot = Snapshot::default();
    snapshot.host.apis = vec![wait(3, 0), wait(4, 5_000_000_000)];
    let mut sampler = Sampler::default();
    sampler.look_ahead(&snapshot);
    let wishes = sampler.wishes();
    assert_eq!(wishes.iter().map(|(_, row)| row).collect::<Vec<_>>(), [&About::Api(3)]);
    let (wish, catalog) = (wishes[0].0, Arc::new(Catalog::default()));
    for _ in 0..EARLY {
        sampler.came(wish, std::process::id(), &catalog, Some(Box::default()));
    }
    assert_eq!(sampler.wishes(), [], "a few are enough");
    assert_eq!((sampler.kept.len(), sampler.all()), (EARLY, Vec::new()), "nobody has asked for its lines");
    sampler.name([About::Api(3)].into_iter());
    sampler.settle(Duration::from_secs(60));
    assert_eq!((sampler.kept.len(), sampler.sites(&About::Api(3))[0].samples), (0, EARLY as u64));
    assert_eq!(sampler.wishes().len(), 1, "now the shares matter");
}

/// Where ranks hear late of what their devices have done, a slow one may be named in the last snapshot only.
#[test]
fn the_kernel_of_the_rank_whose_device_works_longest_is_sampled_before_it_is_named() {
    let kernel = |name: &str| Some(About::Kernel { name: name.to_owned(), device: 0 });
    let rank = |rank, device_ns, name| crate::snapshot::Process {
        member: Arc::new(crate::job::Member { rank: Some(rank), ..Default::default() }),
        dearest: crate::snapshot::Dearest { kernel: kernel(name), ..Default::default() },
        device_ns,
        running: true,
        ..Default::default()
    };
    let row =
        |name: &str| crate::snapshot::Kernel { name: name.to_owned(), launches: 7, ..Default::default() };
    let ranks = [rank(0, 5, "fast"), rank(1, 9, "slow"), rank(2, 5, "fast")];
    let mut snapshot = Snapshot { processes: ranks.to_vec(), ..Snapshot::default() };
    snapshot.device.kernels = vec![row("fast"), row("slow")];
    let rows = |sampler: &mut Sampler, snapshot: &Snapshot| {
        sampler.look_ahead(snapshot);
        sampler.wishes().into_iter().map(|(_, row)| row).collect::<Vec<_>>()
    };
    let mut sampler = Sampler::default();
    assert_eq!(rows(&mut sampler, &snapshot), [kernel("slow").unwrap()]);
    // Nobody launches it any more: nothing would answer.
    sampler.slowest.as_mut().unwrap().2 -= Duration::from_secs(2);
    assert_eq!(rows(&mut sampler, &snapshot), []);
    snapshot.device.kernels[1].launches += 1;
    assert_eq!(rows(&mut sampler, &snapshot), [kernel("slow").unwrap()]);
    snapshot.processes[1].running = false;
    assert_eq!(rows(&mut sampler, &snapshot), []);
    snapshot.processes = ranks[1..].to_vec();
    assert_eq!(rows(&mut sampler, &snapshot), [], "two ranks have no odd one");
}

#[test]
fn the_selected_row_comes_first_and_enough_is_enough() {
    let mut sampler = Sampler::default();
    sampler.name((0..20).map(About::Api));
    sampler.select(Some(About::Api(99)));
    let wishes = sampler.wishes();
    assert_eq!((wishes.len(), &wishes[0].1), (MOST_ROWS, &About::Api(99)));
    (0..ENOUGH).for_each(|_| sampler.count(wishes[0].0, CallSite::default()));
    let asked = (0..SELDOM).filter(|_| sampler.wishes().iter().any(|wish| wish.1 == About::Api(99)));
    assert_eq!(asked.count(), 1);
}
