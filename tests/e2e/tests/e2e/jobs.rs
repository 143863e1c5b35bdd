//! Jobs of several ranks, by launchers that are installed and by the variables of those that are not.

use crate::support::{PROGRAMS, needs_loader};
use std::path::Path;
use std::process::{Command, Stdio};
use zetop_e2e::figures::{Figures, Process};
use zetop_e2e::process::{Outcome, start};
use zetop_e2e::scene::LIMIT;

/// `zetop` with what all of these tests have.
const ZETOP: [&str; 4] = [PROGRAMS.zetop, "--sim", "--no-tui", "--no-history"];

/// What starts N ranks of a command here, if it is installed.
fn launchers() -> Vec<(&'static str, Vec<&'static str>)> {
    let open_mpi = ["mpiexec.openmpi", "--allow-run-as-root", "--oversubscribe", "-n"];
    let all = [("MPICH", vec!["mpiexec.mpich", "-n"]), ("Open MPI", open_mpi.to_vec())];
    let is_here =
        |program: &str| Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
    all.into_iter().filter(|(_, command)| is_here(command[0])).collect()
}

/// Launchers of MPI that are here, and Slurm, whose tasks do not descend from what starts them.
fn launchers_and_schedulers() -> Vec<(&'static str, Vec<&'static str>)> {
    let nodes = Command::new("sinfo").arg("-h").stderr(Stdio::null()).output();
    let has_slurm = nodes.is_ok_and(|nodes| nodes.status.success() && !nodes.stdout.is_empty());
    let slurm = has_slurm.then(|| ("Slurm", vec!["srun", "--overcommit", "-n"]));
    launchers().into_iter().chain(slurm).collect()
}

/// Runs four ranks of the workload under zetop.
fn ranks(launcher: &[&str], folder: &Path, options: &[&str], workload: &str) -> Outcome {
    let mut command = Command::new(launcher[0]);
    command.args(&launcher[1..]).arg("4").args(ZETOP).args(options).arg("--").arg(PROGRAMS.workload);
    start(command.args(workload.split_whitespace()).current_dir(folder)).finish(LIMIT)
}

fn read(folder: &Path, name: &str) -> Figures {
    Figures::read(&folder.join(name), name)
}

/// One rank's figures were left, without a word.
#[test]
fn each_rank_has_its_file() {
    needs_loader!();
    let launchers = launchers_and_schedulers();
    if launchers.is_empty() {
        return zetop_testing::skip!("neither MPICH nor Open MPI nor Slurm");
    }
    for (name, launcher) in launchers {
        let dir = tempfile::tempdir().expect("temporary folder");
        let options =
            ["--json", "out.json", "--csv", "%h-%r.csv", "--trace", "out.trace", "--record", "job/"];
        let outcome = ranks(&launcher, dir.path(), &options, "calls calls=100 threads=1").succeeded();
        println!("{name}: {}", outcome.stderr);
        for rank in 0..4 {
            let figures = read(dir.path(), &format!("out.rank{rank}.json"));
            let [process] = &figures.processes[..] else { panic!("{name}: {:?}", figures.processes) };
            assert_eq!((process.rank, process.world_size), (Some(rank), Some(4)), "{name}: {process:?}");
            assert_eq!(process.local_rank, Some(rank), "{name}: {process:?}");
            assert_eq!(process.calls, figures.host.calls, "{name}: {process:?}");
            assert!(process.started.is_some() && process.state == "exited", "{name}: {process:?}");
            let host = &process.host;
            for file in [
                format!("{host}-{rank}.csv"),
                format!("out.rank{rank}.trace"),
                format!("job/{host}-{rank}.zetop"),
            ] {
                assert!(dir.path().join(&file).exists(), "{name}: {file}");
            }
            let said =
                format!("this is rank {rank}, which writes files of its own: --json out.rank{rank}.json");
            assert_eq!(outcome.stderr.matches(&said).count(), 1, "{name}: {}", outcome.stderr);
        }
        assert!(!dir.path().join("out.json").exists());
    }
}

/// zetop around the launcher: its ranks are sorted, whoever comes first.
#[test]
fn ranks_under_one_zetop_are_sorted() {
    needs_loader!();
    for (name, launcher) in launchers() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let mut command = Command::new(ZETOP[0]);
        command
            .args(&ZETOP[1..])
            .args(["--json", "out.json", "--csv", "out.csv", "--"])
            .args(&launcher)
            .arg("4");
        command
            .args([PROGRAMS.workload, "calls", "calls=100", "rate=200", "threads=1"])
            .current_dir(dir.path());
        let outcome = start(&mut command).finish(LIMIT).succeeded();
        let figures = read(dir.path(), "out.json");
        let ranks: Vec<_> = figures.processes.iter().map(|process| process.rank).collect();
        assert_eq!(ranks, (0..4).map(Some).collect::<Vec<_>>(), "{name}: {}", outcome.stderr);
        assert_eq!(figures.processes.iter().map(|process| process.calls).sum::<u64>(), figures.host.calls);
        assert!(outcome.stderr.contains("\nRank "), "{name}: {}", outcome.stderr);
        let table =
            std::fs::read_to_string(dir.path().join("out_processes.csv")).expect("the table of processes");
        assert_eq!(table.lines().count(), 5, "{table}");
        assert!((0..4).all(|rank| dir.path().join(format!("out_rank{rank}.csv")).exists()));
    }
}

/// The second rank's program was not even started.
#[test]
fn every_rank_serves_its_metrics() {
    needs_loader!();
    for (name, launcher) in launchers_and_schedulers() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("it is bound").port().to_string();
        drop(free);
        let outcome =
            ranks(&launcher, dir.path(), &["--metrics", &port, "--json", "%r"], "calls calls=100 threads=1");
        let outcome = outcome.succeeded();
        assert!((0..4).all(|rank| read(dir.path(), &rank.to_string()).host.calls > 0), "{name}");
        println!("{name}: {}", outcome.stderr);
    }
}

/// Nobody can say where ranks compute.
fn samples_are_refused(moments: &[serde_json::Value]) -> bool {
    let ranks = moments.last().expect("the end")["processes"].as_array().expect("a list");
    ranks.iter().all(|rank| rank["own_code_ns"].is_null())
}

/// The ranks keep step by MPI, of which zetop sees nothing; one's kernels take three times as long, or its own code between them.
#[test]
fn a_slow_rank_of_an_mpi_program_is_named_with_its_line() {
    needs_loader!();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/mpi_ranks.c");
    let text = std::fs::read_to_string(source).expect("a program of ours");
    let line = text.lines().position(|line| line.ends_with("// launches here")).expect("the line") + 1;
    for (name, launcher) in launchers() {
        let dir = tempfile::tempdir().expect("temporary folder");
        std::fs::write(dir.path().join("module"), zetop_workloads::spirv::named(&["work", "rest"]))
            .expect("a file");
        let compiler = if name == "MPICH" { "mpicc.mpich" } else { "mpicc.openmpi" };
        let mut compile = Command::new(compiler);
        compile
            .args(["-g", "-O1", "-o", "mpi_ranks", source, "-l:libze_loader.so.1"])
            .current_dir(dir.path());
        match compile.output() {
            Ok(made) if made.status.success() => {}
            other => return zetop_testing::skip!("{compiler}: {other:?}"),
        }
        for (slow, host) in [("2", None), ("-1", None), ("2", Some("host")), ("-1", Some("host"))] {
            // With more ranks than processors, Open MPI gives its processor away while it waits: there is nothing to be seen.
            if host.is_some() && name != "MPICH" {
                continue;
            }
            let mut command = Command::new(ZETOP[0]);
            command.args(&ZETOP[1..]).args(["--interval", "0.5", "--json", "out.json", "--"]).args(&launcher);
            command.args(["4", "./mpi_ranks", "module", "70", slow]).args(host).env("ZESIM_ENGINE", "none");
            let _ = start(command.current_dir(dir.path())).finish(LIMIT).succeeded();
            let text = std::fs::read_to_string(dir.path().join("out.json")).expect("figures");
            let moments = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
            let moments: Vec<serde_json::Value> = moments.collect();
            let found = |moment: &serde_json::Value| {
                let findings = moment["findings"].as_array().expect("a list");
                findings.iter().find(|finding| finding["id"] == "imbalance").cloned()
            };
            if host.is_some() && samples_are_refused(&moments) {
                return zetop_testing::skip!("the kernel permits no samples here");
            }
            if slow == "-1" {
                assert!(moments.iter().all(|moment| found(moment).is_none()), "{name}: {text}");
                continue;
            }
            let finding = found(moments.last().expect("the end")).unwrap_or_else(|| panic!("{name}: {text}"));
            assert_eq!(finding["text"], "Balance the ranks: the others wait for rank 2", "{name}");
            let place = finding["sites"][0]["place"].as_str().unwrap_or_default();
            match host {
                None => assert_eq!(place, format!("mpi_ranks.c:{line} in launch"), "{name}: {finding}"),
                Some(_) => {
                    assert!(
                        finding["evidence"]
                            .as_str()
                            .unwrap_or_default()
                            .contains("its main thread computes for")
                    );
                    assert!(
                        place.starts_with("mpi_ranks.c:") && place.ends_with(" in compute"),
                        "{name}: {finding}"
                    );
                }
            }
            let first = moments.iter().find(|moment| {
                found(moment)
                    .is_some_and(|finding| finding["sites"].as_array().is_some_and(|sites| !sites.is_empty()))
            });
            println!(
                "{name}: named with its line after {} ns",
                first.expect("at the end at least")["elapsed_ns"]
            );
        }
    }
}

#[test]
fn torchrun_and_slurm_are_known_by_their_variables() {
    needs_loader!();
    let torchrun =
        [("RANK", "5"), ("LOCAL_RANK", "1"), ("WORLD_SIZE", "8"), ("TORCHELASTIC_RUN_ID", "run/7")];
    let slurm = [
        ("SLURM_PROCID", "5"),
        ("SLURM_LOCALID", "1"),
        ("SLURM_NTASKS", "8"),
        ("SLURM_STEP_ID", "0"),
        ("SLURM_JOB_ID", "4242"),
    ];
    for (variables, job) in [(&torchrun[..], "run_7"), (&slurm[..], "4242")] {
        let dir = tempfile::tempdir().expect("temporary folder");
        let mut command = Command::new(ZETOP[0]);
        command.args(&ZETOP[1..]).args(["--json", "%j-%r.json", "--interval", "10", "--"]);
        command.args([PROGRAMS.workload, "calls", "calls=100", "threads=1"]).current_dir(dir.path());
        let _ = start(command.envs(variables.iter().copied())).finish(LIMIT).succeeded();
        let figures = read(dir.path(), &format!("{job}-5.json"));
        let process = &figures.processes[0];
        assert_eq!((process.rank, process.local_rank, process.world_size), (Some(5), Some(1), Some(8)));
    }
}

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
