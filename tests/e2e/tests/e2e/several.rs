//! Several processes under one zetop: totals are the sum, and each keeps its own figures.

use crate::support::{KERNELS, PROGRAMS, needs_loader};
use std::ffi::OsString;
use std::process::Command;
use zetop::live_session::{LiveSession, Settings};
use zetop_e2e::account::Account;
use zetop_e2e::figures::Figures;
use zetop_e2e::process::start;
use zetop_e2e::scene::LIMIT;
use zetop_figures::session::Session as _;
use zetop_process::launch::{Launch, Output};
use zetop_wire::session::Options;

/// Three at once, then one more.
const SCRIPT: &str = "
    \"$0\" calls threads=2 calls=3000 & \"$0\" lists n=3 & \"$0\" saxpy n=2 & wait
    \"$0\" launches
    \"$0\" lists kind=again n=4
";

#[test]
fn totals_are_the_sum_of_all_ledgers() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let json = folder.path().join("out.json");
    let mut command = Command::new(PROGRAMS.zetop);
    command.args(["--sim", "--no-tui", "--json"]).arg(&json);
    command.args(["--", "sh", "-c", SCRIPT, PROGRAMS.workload]).env("ZESIM_KERNEL_NS", KERNELS);
    let outcome = start(&mut command).finish(LIMIT).succeeded();
    let figures = Figures::read(&json, &outcome.stderr);
    let mut account = Account::read(&outcome.stdout);
    // The other programs call most functions, too, without counting: these two are left.
    account
        .calls
        .retain(|function, _| ["zeEventQueryStatus", "zeDriverGetApiVersion"].contains(&function.as_str()));
    assert_eq!(account.calls.len(), 2);
    account.assert_calls(&figures);
    account.assert_device(&figures);
    figures.assert_all_timed();
    assert_eq!(figures.target.pids.len(), 5, "{:?}", figures.target);
}

#[test]
fn an_ended_process_keeps_its_figures() {
    needs_loader!();
    let argument = |text: &str| OsString::from(text);
    let command = ["sh", "-c", SCRIPT, PROGRAMS.workload].map(argument).to_vec();
    let launch = Launch { command, simulator: true, output: Output::Capture };
    let settings = Settings { probe: Options::default(), ..Settings::default() };
    let mut session = LiveSession::launch(&launch, settings).expect("a start");
    let mut at_its_end = Vec::<(u32, u64)>::new();
    while !session.finished() {
        session.poll();
        for process in session.snapshot(None).processes.iter().filter(|process| !process.running) {
            match at_its_end.iter().find(|(pid, _)| *pid == process.pid) {
                Some((pid, calls)) => assert_eq!(process.calls, *calls, "pid {pid}"),
                None => at_its_end.push((process.pid, process.calls)),
            }
        }
        std::thread::sleep(session.poll_interval());
    }
    let all = session.snapshot(None);
    assert_eq!(all.processes.len(), 5, "{:#?}", all.processes);
    assert!(at_its_end.len() >= 3, "{at_its_end:?}");
    assert_eq!(all.processes.iter().map(|process| process.calls).sum::<u64>(), all.host.calls);
    let calls = |snapshot: &zetop_figures::snapshot::Snapshot, name: &str| {
        snapshot.host.apis.iter().find(|api| *api.name == *name).map_or(0, |api| api.calls)
    };
    let launches = |snapshot: &zetop_figures::snapshot::Snapshot| {
        snapshot.device.kernels.iter().map(|kernel| kernel.launches).sum::<u64>()
    };
    let mut sum = 0;
    for process in &all.processes {
        let alone = session.snapshot(Some(process.pid));
        assert_eq!(alone.host.calls, process.calls, "{process:#?}");
        assert!(!process.running && &*process.mode == "layer" && process.calls > 0, "{process:#?}");
        if process.command.contains("threads=2") {
            assert_eq!((calls(&alone, "zeEventQueryStatus"), launches(&alone)), (6000, 0));
        }
        if process.command.contains("kind=again") {
            assert_eq!((calls(&alone, "zeCommandQueueExecuteCommandLists"), launches(&alone)), (4, 4));
        }
        sum += launches(&alone);
    }
    assert_eq!(sum, launches(&all));
}
