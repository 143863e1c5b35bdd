//! Jobs of several ranks, by launchers that are installed and by the variables of those that are not.

mod recorded;

use crate::support::{PROGRAMS, needs_loader};
use std::path::Path;
use std::process::{Command, Stdio};
use zetop_e2e::figures::Figures;
use zetop_e2e::process::{Outcome, start};
use zetop_e2e::scene::LIMIT;

/// `zetop` with the options that all tests of jobs give it.
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
        let run = |calls: u32| {
            let dir = tempfile::tempdir().expect("temporary folder");
            let mut command = Command::new(ZETOP[0]);
            command.args(&ZETOP[1..]).args(["--json", "out.json", "--csv", "out.csv", "--"]);
            command.args(&launcher).args(["4", PROGRAMS.workload, "calls", "rate=200", "threads=1"]);
            command.arg(format!("calls={calls}")).current_dir(dir.path());
            let outcome = start(&mut command).finish(LIMIT).succeeded();
            (read(dir.path(), "out.json"), outcome, dir)
        };
        // Whose rank a process has is not known of one that zetop finds after its end, as it may on a busy machine.
        let are_known = |figures: &Figures| figures.processes.iter().all(|process| process.rank.is_some());
        let mut runs = [100, 400, 1600].into_iter().map(run);
        let (figures, outcome, dir) =
            runs.find(|(figures, ..)| are_known(figures)).expect("ranks that are known");
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
            Ok(made) => {
                let said = String::from_utf8_lossy(&made.stderr);
                return zetop_testing::skip!("{compiler}: {}", said.lines().next().unwrap_or("no word"));
            }
            Err(error) => return zetop_testing::skip!("{compiler}: {error}"),
        }
        for (slow, host) in [("2", None), ("-1", None), ("2", Some("host")), ("-1", Some("host"))] {
            // With more ranks than processors, Open MPI gives its processor away while it waits: there is nothing to be seen.
            if host.is_some() && name != "MPICH" {
                continue;
            }
            let mut command = Command::new(ZETOP[0]);
            command.args(&ZETOP[1..]).args(["--interval", "0.5", "--json", "out.json", "--"]).args(&launcher);
            // With `host`, ranks take all processors while they wait in the barrier: fewer steps.
            let steps = match (host, slow) {
                (None, _) => "150",
                (_, "-1") => "100",
                _ => "60",
            };
            command.args(["4", "./mpi_ranks", "module", steps, slow]).args(host).env("ZESIM_ENGINE", "none");
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
