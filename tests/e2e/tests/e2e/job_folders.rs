//! Folders of recordings that are not as they should be, for those who write there and for those who read.

use crate::support::{PROGRAMS, is_root, needs_loader, try_out};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use zetop_e2e::figures::Figures;
use zetop_e2e::process::{Outcome, Running, start};
use zetop_e2e::scene::LIMIT;

const ZETOP: [&str; 4] = [PROGRAMS.zetop, "--sim", "--no-tui", "--no-history"];
const CALLS: [&str; 4] = [PROGRAMS.workload, "calls", "calls=100", "threads=1"];

/// A rank of a job that records into a folder.
fn rank(dir: &Path, folder: &str, rank: u32, job: &str) -> Outcome {
    let mut command = Command::new(ZETOP[0]);
    command.args(&ZETOP[1..]).args(["--record", folder, "--"]).args(CALLS).current_dir(dir);
    command.env("SLURM_PROCID", rank.to_string()).env("SLURM_NTASKS", "4").env("SLURM_STEP_ID", "0");
    start(command.env("SLURM_JOB_ID", job)).finish(LIMIT)
}

fn zetop(dir: &Path, arguments: &[&str]) -> Outcome {
    // Thousands of recordings take minutes where the processors are busy.
    start(Command::new(PROGRAMS.zetop).args(arguments).current_dir(dir)).finish(4 * LIMIT)
}

fn report(dir: &Path, folder: &str) -> (Figures, String) {
    let outcome = zetop(dir, &["report", folder, "--json", "report.json"]).succeeded();
    (Figures::read(&dir.join("report.json"), &outcome.stderr), outcome.stderr)
}

fn recordings(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut all: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").flatten().map(|entry| entry.path()).collect();
    all.sort();
    all
}

/// They count together, which is said.
#[test]
fn recordings_of_two_jobs() {
    needs_loader!();
    let dir = tempfile::tempdir().expect("temporary folder");
    for job in ["4242", "4243"] {
        let _ = rank(dir.path(), "job/", 0, job).succeeded();
    }
    let (all, said) = report(dir.path(), "job");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("recordings of 2 jobs are added up: 4242, 4243"), "{said}");
    assert_eq!(all.processes.len(), 2);
    let single: u64 = recordings(&dir.path().join("job"))
        .iter()
        .map(|file| report(dir.path(), file.to_str().expect("a plain name")).0.host.calls)
        .sum();
    assert_eq!(all.host.calls, single);
}

/// `%` and spaces: those who read take them as they are, those who write as in every other path.
#[test]
fn names_with_percent_signs_and_spaces() {
    needs_loader!();
    let dir = tempfile::tempdir().expect("temporary folder");
    let _ = rank(dir.path(), "my job of 100%, %j/", 3, "77").succeeded();
    let folder = "my job of 100%, 77";
    let files = recordings(&dir.path().join(folder));
    assert!(matches!(&files[..], [file] if file.to_string_lossy().ends_with("-3.zetop")), "{files:?}");
    for name in ["a b.zetop", "%r %h.zetop", "100%.zetop", "\u{e9} \"quoted\"; $(x).zetop"] {
        let _ = std::fs::copy(&files[0], dir.path().join(folder).join(name)).expect("a copy");
    }
    std::fs::rename(dir.path().join(folder), dir.path().join("%r %% b")).expect("another name");
    let (all, said) = report(dir.path(), "%r %% b");
    assert_eq!(all.processes.len(), 5, "{said}");
    assert!(said.contains("rank 3 is there 5 times") && said.contains("%r %h.zetop"), "{said}");
}

/// More than are read: the first ones count, and how many do not is said.
#[test]
fn ten_thousand_recordings() {
    needs_loader!();
    let dir = tempfile::tempdir().expect("temporary folder");
    let _ = rank(dir.path(), "job/", 0, "1").succeeded();
    let [file] = &recordings(&dir.path().join("job"))[..] else { panic!("one recording") };
    let (one, _) = report(dir.path(), file.to_str().expect("a plain name"));
    for number in 1..10_000 {
        std::fs::hard_link(file, dir.path().join(format!("job/zz{number:05}.zetop"))).expect("a link");
    }
    let before = Instant::now();
    let (all, said) = report(dir.path(), "job");
    println!("a folder of 10,000 recordings is read after {:.1} s\n{said}", before.elapsed().as_secs_f64());
    assert!(said.contains("only the first 2048 recordings are read, 7952 are left out"), "{said}");
    assert!(said.lines().all(|line| line.len() < 1000), "{said}");
    assert_eq!((all.processes.len(), all.host.calls), (2048, 2048 * one.host.calls));
}

/// A folder that cannot be written costs the program nothing, and is one line; what is there can still be read.
#[test]
fn a_folder_that_is_read_only_or_full() {
    needs_loader!();
    if !is_root() {
        return zetop_testing::skip!("needs root, for file systems of its own");
    }
    let unshare = ["unshare", "--mount", "true"];
    if let Err(why) = try_out(&unshare) {
        return zetop_testing::skip!("{}: {why}", unshare.join(" "));
    }
    let dir = tempfile::tempdir().expect("temporary folder");
    let _ = rank(dir.path(), "job/", 0, "1").succeeded();
    let plain =
        start(Command::new(CALLS[0]).args(&CALLS[1..]).env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()));
    let plain = plain.finish(LIMIT).succeeded().stdout;
    let within = |mount: &str, arguments: &[&str]| {
        let script = format!("{mount} && exec \"$@\"");
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", &script, "sh"]).args(arguments).current_dir(dir.path());
        command.env("SLURM_PROCID", "1").env("SLURM_NTASKS", "4").env("SLURM_STEP_ID", "0");
        start(&mut command).finish(LIMIT)
    };
    let recorded = [&ZETOP[..], &["--record", "job/", "--"], &CALLS].concat();
    let full = "mount -t tmpfs -o size=4k none job && head -c 4096 /dev/zero > job/rest";
    for (mount, words) in [
        ("mount --bind job job && mount -o remount,bind,ro job", "Read-only file system"),
        (full, "No space left"),
    ] {
        let outcome = within(mount, &recorded);
        println!("{mount}: {}\n{}", outcome.status, outcome.stderr);
        assert_eq!(outcome.stdout, plain, "{}", outcome.stderr);
        assert_eq!(outcome.status.code(), Some(1), "{}", outcome.stderr);
        let said: Vec<&str> = outcome.stderr.lines().filter(|line| line.starts_with("zetop: ")).collect();
        let about = |line: &&&str| line.contains(" job/");
        assert_eq!(said.iter().filter(about).count(), 1, "{}", outcome.stderr);
        assert!(said.iter().find(about).is_some_and(|line| line.contains(words)), "{}", outcome.stderr);
    }
    let read_only = "mount --bind job job && mount -o remount,bind,ro job";
    let outcome = within(read_only, &[PROGRAMS.zetop, "report", "job"]).succeeded();
    assert!(outcome.stderr.is_empty() && outcome.stdout.contains("zeEventQueryStatus"), "{outcome:?}");
}

/// `zetop watch job`, which writes lines.
struct Watching<'a> {
    dir: &'a Path,
    zetop: Running,
}

impl<'a> Watching<'a> {
    fn start(dir: &'a Path) -> Self {
        let mut command = Command::new(PROGRAMS.zetop);
        command.args(["watch", "job", "--no-tui", "--interval", "0.1", "--json", "lines"]).current_dir(dir);
        Self { dir, zetop: start(&mut command) }
    }

    fn last(&self) -> Option<Figures> {
        let text = std::fs::read_to_string(self.dir.join("lines")).unwrap_or_default();
        text.lines().rev().find_map(|line| serde_json::from_str(line).ok())
    }

    fn until(&self, what: &str, is_so: impl Fn(&Figures) -> bool) -> Figures {
        let before = Instant::now();
        loop {
            let last = self.last();
            if let Some(figures) = last.as_ref().filter(|figures| is_so(figures)) {
                return figures.clone();
            }
            assert!(before.elapsed() < LIMIT, "{what}: {last:#?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// When all ranks have ended.
    fn until_the_end(self) -> Outcome {
        self.zetop.finish(LIMIT).succeeded()
    }

    fn end(self) -> Outcome {
        zetop_e2e::process::kill(self.zetop.pid(), libc::SIGTERM);
        self.zetop.finish(LIMIT)
    }
}

fn notes(figures: &Figures, words: &str) -> usize {
    figures.quality.notes.iter().filter(|note| note.contains(words)).count()
}

/// A rank whose zetop is killed is named, its figures stay, and the others go on.
#[test]
fn a_rank_that_dies_holds_nobody_up() {
    needs_loader!();
    let dir = tempfile::tempdir().expect("temporary folder");
    std::fs::create_dir(dir.path().join("job")).expect("a folder");
    let rank = |rank: u32| {
        let mut command = Command::new(ZETOP[0]);
        command.args(&ZETOP[1..]).args(["--record", "job/", "--", PROGRAMS.workload]).current_dir(dir.path());
        command.args(["calls", "threads=1", "rate=100", "calls=9000"]);
        start(command.env("PMI_RANK", rank.to_string()).env("PMI_SIZE", "2"))
    };
    let (goes_on, dies) = (rank(0), rank(1));
    let watching = Watching::start(dir.path());
    let of = |figures: &Figures, rank: u32| {
        figures.processes.iter().find(|process| process.rank == Some(rank)).map_or(0, |process| process.calls)
    };
    watching.until("both ranks", |figures| of(figures, 0) > 0 && of(figures, 1) > 0);
    zetop_e2e::process::kill(-dies.pid(), libc::SIGKILL);
    let _ = dies.finish(LIMIT);
    let said = watching.until("a note", |figures| notes(figures, "no longer written") == 1);
    assert!(said.quality.notes.iter().any(|note| note.contains("-1.zetop")), "{:?}", said.quality.notes);
    let later = watching.until("the other one", |figures| of(figures, 0) > of(&said, 0) + 100);
    assert!(of(&later, 1) > 0 && later.processes.len() == 2, "{later:#?}");
    zetop_e2e::process::kill(goes_on.pid(), libc::SIGTERM);
    let _ = goes_on.finish(LIMIT);
    let _ = watching.end();
}

/// What was read stays; that the folder has gone is said once, and what comes back is read.
#[test]
fn a_folder_that_vanishes_and_comes_back() {
    needs_loader!();
    let dir = tempfile::tempdir().expect("temporary folder");
    let _ = rank(dir.path(), "job/", 0, "1").succeeded();
    let [file] = &recordings(&dir.path().join("job"))[..] else { panic!("one recording") };
    // Without its end, it may still grow.
    let bytes = std::fs::read(file).expect("a recording");
    std::fs::write(file, &bytes[..bytes.len() - 20]).expect("a shorter one");
    let watching = Watching::start(dir.path());
    let calls = watching.until("the recording", |figures| figures.host.calls > 100).host.calls;
    std::fs::rename(dir.path().join("job"), dir.path().join("elsewhere")).expect("another name");
    watching
        .until("a note", |figures| notes(figures, "job: No such file") == 1 && figures.host.calls == calls);
    std::fs::create_dir(dir.path().join("job")).expect("a folder");
    watching.until("no note", |figures| notes(figures, "job: No such file") == 0);
    let _ = rank(dir.path(), "job/", 2, "1").succeeded();
    watching.until("the second rank", |figures| figures.processes.len() == 2 && figures.host.calls > calls);
    let outcome = watching.end();
    assert!(outcome.stderr.matches("No such file").count() <= 1, "{}", outcome.stderr);
}

/// Nothing in it can be read: one line says so, and nothing looks like a job without calls.
#[test]
fn a_folder_of_which_nothing_can_be_read() {
    let dir = tempfile::tempdir().expect("temporary folder");
    std::fs::create_dir(dir.path().join("job")).expect("a folder");
    for name in ["a.zetop", "b.zetop"] {
        std::fs::write(dir.path().join("job").join(name), "rubbish").expect("a file");
    }
    let outcome = zetop(dir.path(), &["report", "job/"]);
    assert_eq!((outcome.status.code(), outcome.stdout.as_str()), (Some(1), ""), "{outcome:?}");
    let words =
        "job: none of its recordings can be read: job/a.zetop is not a zetop recording; job/b.zetop is";
    assert!(outcome.stderr.starts_with(&format!("zetop: {words}")), "{}", outcome.stderr);
    assert_eq!(outcome.stderr.lines().count(), 1, "{}", outcome.stderr);
}

/// A folder in which nobody has begun to write is waited for, which is said.
#[test]
fn an_empty_folder_is_watched() {
    needs_loader!();
    let dir = tempfile::tempdir().expect("temporary folder");
    std::fs::create_dir(dir.path().join("job")).expect("a folder");
    let watching = Watching::start(dir.path());
    let empty = watching.until("a note", |figures| notes(figures, "job has no recording yet") == 1);
    assert!(empty.processes.is_empty() && empty.target.exit_status.is_none(), "{empty:#?}");
    let _ = rank(dir.path(), "job/", 0, "1").succeeded();
    let outcome = watching.until_the_end();
    assert_eq!(outcome.stderr.matches("has no recording yet").count(), 1, "{}", outcome.stderr);
    let (all, _) = report(dir.path(), "job");
    assert_eq!((all.processes.len(), all.target.exit_status), (1, Some(0)));
}
