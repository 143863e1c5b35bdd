//! Workers as Python's servers and data loaders have them: forked, spawned, from a fork server, restarted.

use crate::support::{PROGRAMS, needs_loader};
use std::path::{Path, PathBuf};
use std::process::Command;
use zetop_e2e::attacher::Attacher;
use zetop_e2e::figures::Figures;
use zetop_e2e::process::start;
use zetop_e2e::scene::LIMIT;
use zetop_e2e::target::Target;

const CALL: &str = "zeDriverGetApiVersion";
const METHODS: [&str; 3] = ["fork", "spawn", "forkserver"];

fn program() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/workers.py")
}

fn python() -> Option<PathBuf> {
    zetop_testing::pythons().pop_last().map(|(_, python)| python)
}

/// Under zetop from the start.
fn launched(python: &Path, method: &str, mode: &str) -> Figures {
    let dir = tempfile::tempdir().expect("temporary folder");
    let json = dir.path().join("out.json");
    let mut command = Command::new(PROGRAMS.zetop);
    command.args(["--sim", "--no-tui", "--no-history", "--json"]).arg(&json).arg("--").arg(python);
    command.arg(program()).args([method, "4", mode]);
    let outcome = start(&mut command).finish(LIMIT).succeeded();
    assert_eq!(outcome.stdout, "done\n", "{outcome:#?}");
    Figures::read(&json, &outcome.stderr)
}

#[test]
fn each_worker_is_counted_once() {
    needs_loader!();
    let Some(python) = python() else { return zetop_testing::skip!("no Python") };
    for method in METHODS {
        let figures = launched(&python, method, "run");
        assert_eq!(figures.calls(CALL), (400, 0), "{method}");
        assert_eq!(figures.processes.len(), 4, "{method}: {:#?}", figures.processes);
        assert!(figures.processes.iter().all(|worker| worker.state == "exited"), "{method}");
        let of_all: u64 = figures.processes.iter().map(|worker| worker.calls).sum();
        assert_eq!(of_all, figures.host.calls, "{method}");
        assert_eq!(figures.quality.notes, [""; 0], "{method}");
    }
}

/// gunicorn's `preload_app`: the parent has used the API before it forks.
#[test]
fn workers_of_a_parent_that_has_used_the_api() {
    needs_loader!();
    let Some(python) = python() else { return zetop_testing::skip!("no Python") };
    let figures = launched(&python, "fork", "preload");
    assert_eq!(figures.calls(CALL), (450, 0));
    assert_eq!(figures.processes.len(), 5, "{:#?}", figures.processes);
    let of_all: u64 = figures.processes.iter().map(|worker| worker.calls).sum();
    assert_eq!(of_all, figures.host.calls);
}

/// Workers that have ended keep their row, and stay in the sums.
#[test]
fn workers_that_are_started_again() {
    needs_loader!();
    let Some(python) = python() else { return zetop_testing::skip!("no Python") };
    for method in METHODS {
        let figures = launched(&python, method, "restart");
        assert_eq!(figures.calls(CALL), (1200, 0), "{method}");
        assert_eq!(figures.processes.len(), 12, "{method}: {:#?}", figures.processes);
        assert!(figures.processes.iter().all(|worker| worker.state == "exited"), "{method}");
    }
}

/// Attached to their parent, before there are any.
#[test]
fn workers_of_an_attached_parent() {
    needs_loader!();
    let Some(python) = python() else { return zetop_testing::skip!("no Python") };
    for method in METHODS {
        let dir = tempfile::tempdir().expect("temporary folder");
        let mut command = Command::new(&python);
        command.arg(program()).args([method, "4", "wait"]).arg(dir.path());
        let program = Target::run(command.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()));
        let zetop = Attacher::start(PROGRAMS.zetop, program.pid(), &[]);
        let tell = |name: &str| std::fs::write(dir.path().join(name), "").expect("a file");
        let ending = std::thread::spawn(move || program.end("start"));
        // A worker is there shortly before its calls are seen.
        zetop.until("calls of all workers are seen", |figures| {
            figures.processes.len() == 4 && figures.processes.iter().all(|worker| worker.calls > 0)
        });
        tell("go");
        zetop.until("all calls are there", |figures| {
            figures.host.apis.iter().any(|api| api.name == CALL && api.calls == 400)
        });
        tell("end");
        let (said, status) = ending.join().expect("it ends");
        assert!(status.success() && said.ends_with("done\n"), "{method}: {said} {status}");
        let figures = zetop.end(0).figures();
        assert_eq!(figures.calls(CALL), (400, 0), "{method}");
        assert_eq!(figures.processes.len(), 4, "{method}: {:#?}", figures.processes);
        assert!(figures.processes.iter().all(|worker| worker.state == "exited"), "{method}");
    }
}
