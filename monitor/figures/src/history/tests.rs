use super::*;
use crate::snapshot::RunState;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

fn history(folder: &Path) -> History {
    History::of_user(|name| (name == "XDG_STATE_HOME").then(|| folder.into())).unwrap()
}

fn command(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn summary() -> String {
    "a summary".to_owned()
}

fn run(elapsed_ns: u64) -> Snapshot {
    Snapshot { elapsed_ns, state: RunState::Exited, ..Snapshot::default() }
}

#[test]
fn a_run_comes_back_for_its_command_alone() {
    let folder = tempfile::tempdir().unwrap();
    let history = history(folder.path());
    let app = command(&["./app", "-n", "5"]);
    assert!(history.last(&app).unwrap().is_none() && history.run(1).unwrap().is_none());
    history.keep(&app, &run(1_000), SystemTime::now(), summary(), None).unwrap();
    history.keep(&app, &run(2_000), SystemTime::now(), summary(), None).unwrap();
    assert_eq!(history.last(&app).unwrap().unwrap().snapshot.elapsed_ns, 2_000);
    assert_eq!(history.run(1).unwrap().unwrap().snapshot["elapsed_ns"], 2_000);
    assert!(history.last(&command(&["./app", "-n", "6"])).unwrap().is_none());
}

#[test]
fn only_the_owner_reads_it_and_only_the_newest_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let history = history(folder.path());
    let apps = [command(&["app", "1"]), command(&["app", "2"])];
    for elapsed_ns in 1..=KEPT + 5 {
        for app in &apps {
            history.keep(app, &run(elapsed_ns.into()), SystemTime::now(), summary(), None).unwrap();
        }
    }
    let files = history.files();
    assert_eq!(files.len(), 2 * KEPT as usize);
    assert!(history.list().iter().all(|run| run.figures.elapsed_ns > 5));
    assert_eq!(history.clone().keeping(3).files_of(&apps[0]).len(), KEPT as usize);
    history.clone().keeping(3).keep(&apps[0], &run(99), SystemTime::now(), summary(), None).unwrap();
    assert_eq!([history.files_of(&apps[0]).len(), history.files_of(&apps[1]).len()], [3, KEPT as usize]);
    assert_eq!(history.last(&apps[0]).unwrap().unwrap().snapshot.elapsed_ns, 99);
    for path in files.into_iter().filter(|path| path.exists()) {
        assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let mode = std::fs::metadata(&history.folder).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o700);
}

#[test]
fn damaged_and_foreign_files_are_said_and_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let history = history(folder.path());
    let app = command(&["app"]);
    history.keep(&app, &run(1), SystemTime::now(), summary(), None).unwrap();
    let file = history.files().remove(0);
    let good = std::fs::read(&file).unwrap();
    for bad in [&b""[..], b"{", b"[1,2]", b"\xff\xfe", &good[..good.len() / 2]] {
        std::fs::write(&file, bad).unwrap();
        let error = history.last(&app).unwrap_err().to_string();
        assert!(error.contains("the run kept in"), "{error}");
    }
    assert!(history.list().is_empty());
    let newer = String::from_utf8(good).unwrap().replace("\"version\":2", "\"version\":99");
    std::fs::write(&file, newer).unwrap();
    assert!(history.last(&app).unwrap_err().to_string().contains("another version"));
    history.keep(&app, &run(7), SystemTime::now(), summary(), None).unwrap();
    assert_eq!(history.last(&app).unwrap().unwrap().snapshot.elapsed_ns, 7);
}

#[test]
fn no_home_no_history() {
    assert!(History::of_user(|_| None).is_none());
    assert!(History::of_user(|_| Some("relative".into())).is_none());
}

fn figures(kinds: &[(&str, &str, &str, f64)]) -> Figures {
    let transfers = kinds
        .iter()
        .map(|(src, dst, direction, gbps)| TransferFigures {
            src: (*src).to_owned(),
            dst: (*dst).to_owned(),
            direction: (*direction).to_owned(),
            bytes: 1_000_000_000,
            total_ns: (1e9 / gbps) as u64,
            bandwidth_gbps: Some(*gbps),
        })
        .collect();
    Figures { device: DeviceFigures { transfers }, ..Default::default() }
}

#[test]
fn what_has_changed_in_a_sentence() {
    let before = figures(&[("heap", "device", "h2d", 11.7), ("device", "host", "d2h", 22.0)]);
    let after = figures(&[("host", "device", "h2d", 23.1), ("device", "host", "d2h", 22.1)]);
    let ago = Duration::from_secs(600);
    let text = sentence(&before, ago, &after).unwrap();
    assert_eq!(
        text,
        "last run 10 min ago: to device 11.7 → 23.1 GB/s (+97 %); heap→device gone; host→device new"
    );
    assert!(sentence(&before, ago, &before).unwrap().ends_with("transfers as before"));
    assert_eq!(sentence(&Figures::default(), ago, &after), None);
    let start = sentence(&before, ago, &Figures::default()).unwrap();
    assert_eq!(start, "last run 10 min ago: to device 11.7 GB/s, from device 22.0 GB/s");
}

#[test]
fn the_figures_of_a_snapshot_are_those_of_its_json() {
    use crate::snapshot::{Direction, Endpoint, Place, Transfer};
    let mut snapshot = run(5);
    snapshot.device.transfers = vec![Transfer {
        src: Endpoint::new("heap", Place::Pageable),
        dst: Endpoint::new("device", Place::Device),
        direction: Direction::HostToDevice,
        bytes: 7,
        total_ns: 9,
        bandwidth_gbps: Some(0.75),
        ..Transfer::default()
    }];
    let json = serde_json::to_value(&snapshot).unwrap();
    assert_eq!(Figures::deserialize(json).unwrap(), Figures::from_snapshot(&snapshot));
}
