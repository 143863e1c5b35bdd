//! Folders of recordings of a job's ranks: reported, compared, and watched while they are written.

use super::*;
use crate::support::{PROGRAMS, needs_loader};
use std::path::Path;
use std::process::Command;
use zetop_e2e::figures::{Figures, Process};
use zetop_e2e::process::{Outcome, start};
use zetop_e2e::scene::LIMIT;

/// Runs zetop to its end.
fn zetop(folder: &Path, arguments: &[&str]) -> Outcome {
    let mut command = Command::new(PROGRAMS.zetop);
    start(command.args(arguments).current_dir(folder)).finish(LIMIT)
}

/// A folder `job` with the recordings of three ranks, without a launcher.
fn recorded(workload: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("temporary folder");
    for rank in 0..3 {
        let mut command = Command::new(ZETOP[0]);
        command.args(&ZETOP[1..]).args(["--record", "job/", "--"]).arg(PROGRAMS.workload);
        command.args(workload.split_whitespace()).current_dir(dir.path());
        command
            .env("PMI_RANK", rank.to_string())
            .env("PMI_SIZE", "3")
            .env("ZESIM_KERNEL_NS", crate::support::KERNELS);
        let _ = start(&mut command).finish(LIMIT).succeeded();
    }
    dir
}

fn report(dir: &Path, of: &str) -> (Figures, String) {
    let outcome = zetop(dir, &["report", of, "--json", "report.json"]).succeeded();
    (read(dir, "report.json"), outcome.stderr)
}

/// Pages say what the JSON says, of a running program, of its recording and of the folder that this is in.
#[test]
fn pages_have_the_figures_of_the_json() {
    needs_loader!();
    let dir = recorded("saxpy n=20");
    let grouped = |n: u64| zetop_figures::view::format::group(n);
    for (of, ranks) in [(recordings(dir.path())[0].clone(), 1), ("job".to_owned(), 3)] {
        let figures = report(dir.path(), &of).0;
        let _ = zetop(dir.path(), &["report", &of, "--html", "page.html"]).succeeded();
        let page = std::fs::read_to_string(dir.path().join("page.html")).expect("a page");
        assert!(page.contains(&format!("{} calls", grouped(figures.host.calls))), "{page}");
        for api in &figures.host.apis {
            let row =
                page.split("<tr>").find(|row| row.contains(&*api.name)).expect("a row for each function");
            assert!(row.contains(&format!(">{}<", grouped(api.calls))), "{row}");
        }
        assert_eq!(page.matches("rank ").count() >= 3, ranks == 3, "{page}");
    }
    let live = zetop(
        dir.path(),
        &[
            "--no-tui",
            "--sim",
            "--html",
            "live.html",
            "--",
            PROGRAMS.workload,
            "calls",
            "calls=1000",
            "threads=1",
        ],
    );
    let _ = live.succeeded();
    let page = std::fs::read_to_string(dir.path().join("live.html")).expect("a page");
    assert!(page.contains("<h2>Calls</h2>"), "{page}");
}

fn recordings(dir: &Path) -> Vec<String> {
    let names = std::fs::read_dir(dir.join("job")).expect("the folder").flatten();
    let mut names: Vec<String> =
        names.map(|entry| format!("job/{}", entry.file_name().to_str().expect("a plain name"))).collect();
    names.sort();
    names
}

/// Sums of a folder are those of its recordings, exactly.
#[test]
fn a_folder_of_recordings_is_their_sum() {
    needs_loader!();
    let dir = recorded("saxpy n=20");
    let (all, said) = report(dir.path(), "job");
    assert_eq!(said, "");
    let single: Vec<Figures> = recordings(dir.path()).iter().map(|file| report(dir.path(), file).0).collect();
    assert_eq!(single.len(), 3);
    let ranks: Vec<_> = all.processes.iter().map(|process| process.rank).collect();
    assert_eq!(ranks, [Some(0), Some(1), Some(2)]);
    // When they started is known to the ms.
    let without = |process: &Process| Process { started: None, ..process.clone() };
    let each: Vec<_> = single.iter().flat_map(|figures| &figures.processes).map(without).collect();
    assert_eq!(all.processes.iter().map(without).collect::<Vec<_>>(), each);
    assert!(all.host.calls > 100 && all.device.timed > 10, "{all:#?}");
    assert_eq!(all.host.calls, single.iter().map(|figures| figures.host.calls).sum::<u64>());
    for api in &all.host.apis {
        let of = |figures: &Figures| {
            figures
                .host
                .apis
                .iter()
                .find(|row| row.name == api.name)
                .map_or((0, 0, 0), |row| (row.calls, row.errors, row.total_ns))
        };
        let sum =
            single.iter().map(of).fold((0, 0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1, sum.2 + row.2));
        assert_eq!((api.calls, api.errors, api.total_ns), sum, "{}", api.name);
    }
    let device = |figures: &Figures| {
        let kernels = figures.device.kernels.iter();
        let kernels =
            kernels.fold((0, 0, 0), |sum, k| (sum.0 + k.launches, sum.1 + k.timed, sum.2 + k.total_ns));
        let copies =
            figures.device.transfers.iter().fold((0, 0), |sum, t| (sum.0 + t.bytes, sum.1 + t.total_ns));
        (kernels, copies, figures.device.timed, figures.device.untimed)
    };
    let sum = single.iter().map(device).fold(((0, 0, 0), (0, 0), 0, 0), |a, b| {
        ((a.0.0 + b.0.0, a.0.1 + b.0.1, a.0.2 + b.0.2), (a.1.0 + b.1.0, a.1.1 + b.1.1), a.2 + b.2, a.3 + b.3)
    });
    assert_eq!(device(&all), sum);
    assert_eq!(all.state, "exited");
    // Without a terminal, watching ends with the last recording, and has the same figures.
    let outcome = zetop(dir.path(), &["watch", "job", "--json", "watched.json"]).succeeded();
    let watched = read(dir.path(), "watched.json");
    assert_eq!((watched.processes, watched.host.calls), (all.processes, all.host.calls));
    assert!(outcome.stderr.contains("\nRank "), "{}", outcome.stderr);
}

/// 64 ranks of four machines, of which one rank is killed and one is started again.
#[test]
fn sixty_four_ranks_of_four_hosts() {
    needs_loader!();
    if !crate::support::is_root() {
        return zetop_testing::skip!("only root may give a machine another name");
    }
    let dir = tempfile::tempdir().expect("temporary folder");
    let rank = |rank: u32, workload: &str| {
        let script = format!("hostname node{} && exec \"$@\"", rank / 16);
        let mut command = Command::new("unshare");
        command.args(["--uts", "sh", "-c", &script, "sh"]).args(ZETOP).args(["--record", "job/", "--"]);
        command.arg(PROGRAMS.workload).args(workload.split_whitespace()).current_dir(dir.path());
        command.env("SLURM_PROCID", rank.to_string()).env("SLURM_NTASKS", "64").env("SLURM_STEP_ID", "0");
        start(command.env("SLURM_LOCALID", (rank % 16).to_string()).env("SLURM_JOB_ID", "4242"))
    };
    // Eight at a time: a machine has no room for 64.
    for first in (0..64).step_by(8) {
        let running: Vec<_> = (first..first + 8).map(|n| rank(n, "saxpy n=3")).collect();
        running.into_iter().for_each(|one| drop(one.finish(LIMIT).succeeded()));
    }
    let _ = rank(17, "saxpy n=3").finish(LIMIT).succeeded();
    let before = std::time::Instant::now();
    let (all, said) = report(dir.path(), "job");
    println!("a report of 65 recordings after {:.2} s", before.elapsed().as_secs_f64());
    assert!(said.contains("rank 17 is there 2 times"), "{said}");
    assert_eq!(recordings(dir.path()).len(), 65);
    let ranks: Vec<_> = all.processes.iter().filter_map(|process| process.rank).collect();
    let mut expected: Vec<u32> = (0..64).chain([17]).collect();
    expected.sort_unstable();
    assert_eq!(ranks, expected);
    for process in &all.processes {
        let rank = process.rank.expect("all have one");
        assert_eq!(
            (process.host.as_str(), process.local_rank),
            (&*format!("node{}", rank / 16), Some(rank % 16))
        );
        assert_eq!((process.world_size, process.job.as_deref()), (Some(64), Some("4242")));
    }
    assert_eq!(all.processes.iter().map(|process| process.calls).sum::<u64>(), all.host.calls);
    let single: u64 = recordings(dir.path()).iter().map(|file| report(dir.path(), file).0.host.calls).sum();
    assert_eq!(all.host.calls, single);
    // One device of each machine, whatever they have in common.
    assert_eq!(all.devices.len(), 4, "{:#?}", all.devices);
    let text = zetop(dir.path(), &["report", "job"]).succeeded().stdout;
    println!("{text}");
    assert!(text.contains("node3") && text.contains("\nmedian"), "{text}");
}

/// Jobs are compared as runs are.
#[test]
fn two_folders_are_compared() {
    needs_loader!();
    let (few, many) = (recorded("calls calls=100 threads=1"), recorded("calls calls=300 threads=1"));
    let path = |dir: &tempfile::TempDir| dir.path().join("job").display().to_string();
    let (one, other) = (path(&few), path(&many));
    let condition = "calls zeEventQueryStatus > +150%";
    let arguments = ["diff", &one, &other, "--json", "diff.json", "--fail-if", condition];
    let outcome = zetop(few.path(), &arguments);
    assert_eq!(outcome.status.code(), Some(3), "{}", outcome.stderr);
    let json = std::fs::read_to_string(few.path().join("diff.json")).expect("the differences");
    assert!(json.contains("zeEventQueryStatus"), "{json}");
    println!("{}", zetop(few.path(), &arguments[..3]).succeeded().stdout);
}

/// A rank that was killed, half a block, another version, rubbish, and a rank that is there twice: said, never fatal.
#[test]
fn a_folder_with_recordings_that_lack_something() {
    needs_loader!();
    let dir = recorded("calls calls=500 threads=1");
    let files = recordings(dir.path());
    let whole: Vec<Figures> = files.iter().map(|file| report(dir.path(), file).0).collect();
    let path = |file: &str| dir.path().join(file);
    let bytes = std::fs::read(path(&files[0])).expect("a recording");
    // Without its end; in the middle of its block; of another version; twice.
    std::fs::write(path("job/rank0.2.zetop"), &bytes).expect("a copy");
    std::fs::write(path("job/cut.zetop"), &bytes[..bytes.len() - 20]).expect("a copy");
    std::fs::write(path("job/half.zetop"), &bytes[..bytes.len() * 2 / 3]).expect("a copy");
    let mut other = bytes.clone();
    other[16] = 99;
    std::fs::write(path("job/other.zetop"), &other).expect("a copy");
    let mut damaged = bytes.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    std::fs::write(path("job/damaged.zetop"), &damaged).expect("a copy");
    std::fs::write(path("job/rubbish.zetop"), "rubbish").expect("a file");
    std::fs::write(path("job/empty.zetop"), "").expect("a file");
    std::fs::write(path("job/notes.txt"), "not a recording").expect("a file");
    let (all, said) = report(dir.path(), "job");
    for words in [
        "cut.zetop: the recording was cut off",
        "half.zetop: the recording was cut off",
        "other.zetop is a version 99 recording",
        "damaged.zetop: block 1 of the recording is damaged",
        "rubbish.zetop is not a zetop recording",
        "rank 0 is there 5 times, and all of it counts",
    ] {
        assert!(said.contains(words), "{words} in {said}");
    }
    assert!(!said.contains("notes.txt") && !said.contains("empty.zetop"), "{said}");
    let calls = |rank: usize| whole[rank].host.calls;
    // Only recordings without a gap count.
    assert_eq!(all.host.calls, calls(0) * 3 + calls(1) + calls(2), "{said}");
}

#[test]
fn folders_that_cannot_be_reported() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let empty = zetop(dir.path(), &["report", "."]);
    assert_eq!(empty.status.code(), Some(1));
    assert!(
        empty.stderr.contains("has no recording") && empty.stderr.lines().count() == 1,
        "{}",
        empty.stderr
    );
    let gone = zetop(dir.path(), &["watch", "nowhere", "--no-tui"]);
    assert_eq!(gone.status.code(), Some(1));
    assert!(
        gone.stderr.contains("nowhere: No such file") && gone.stderr.lines().count() == 1,
        "{}",
        gone.stderr
    );
}

/// While they are written: ranks appear as they start, and one that is killed holds nobody up.
#[test]
fn a_folder_is_watched_while_it_is_written() {
    needs_loader!();
    let dir = tempfile::tempdir().expect("temporary folder");
    std::fs::create_dir(dir.path().join("job")).expect("a folder");
    let mut command = Command::new(PROGRAMS.zetop);
    command.args(["watch", "job", "--interval", "0.1", "--json", "lines"]).current_dir(dir.path());
    let watching = start(&mut command);
    let rank = |rank: u32, ms: u32| {
        let mut command = Command::new(ZETOP[0]);
        command.args(&ZETOP[1..]).args(["--record", "job/", "--"]).arg(PROGRAMS.workload);
        command
            .args(["calls", "threads=1", "rate=100", &format!("calls={}", ms / 10)])
            .current_dir(dir.path());
        start(command.env("PMI_RANK", rank.to_string()).env("PMI_SIZE", "2"))
    };
    let first = rank(0, 8_000);
    let second = rank(1, 9_000);
    let (_, _) = (first.finish(LIMIT).succeeded(), second.finish(LIMIT).succeeded());
    let outcome = watching.finish(LIMIT).succeeded();
    let lines = std::fs::read_to_string(dir.path().join("lines")).expect("lines");
    let lines: Vec<Figures> = lines.lines().map(|line| serde_json::from_str(line).expect("a line")).collect();
    let (all, _) = report(dir.path(), "job");
    assert!(lines.iter().any(|line| line.state == "running" && line.host.calls > 0), "{}", outcome.stderr);
    let last = lines.last().expect("a line");
    assert_eq!((&last.processes, last.host.calls), (&all.processes, all.host.calls));
    assert_eq!(last.processes.len(), 2);
}
