//! Calls that do not return: who is in one, since when, and where it was made.

mod odd;

use crate::attach::eventually;
use crate::in_c::in_c;
use crate::support::{PROGRAMS, needs_loader};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use zetop_e2e::process::start;

const LIMIT: Duration = Duration::from_secs(120);

/// `hangs.c:30 in function`, for the line with the comment.
fn place(source: &str, function: &str) -> String {
    place_of("waits here", source, function)
}

fn place_of(comment: &str, source: &str, function: &str) -> String {
    let path = format!("{}/programs/{source}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a program of ours");
    let line = text.lines().position(|line| line.ends_with(comment)).expect("the line") + 1;
    format!("{source}:{line} in {function}")
}

/// The figures of each moment, as zetop writes them while it watches.
fn moments(arguments: &[&str], program: &[&Path]) -> Vec<Value> {
    let json = tempfile::NamedTempFile::new().expect("temporary folder");
    moments_in(json.path(), arguments, program)
}

/// The figures of each moment, which zetop writes to `json`: others may read it meanwhile.
fn moments_in(json: &Path, arguments: &[&str], program: &[&Path]) -> Vec<Value> {
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--no-tui", "--no-history", "--interval", "0.2", "--json"]).arg(json).args(arguments);
    zetop.args(program).env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
    let outcome = start(&mut zetop).finish(LIMIT).succeeded();
    let text = std::fs::read_to_string(json).expect("the figures");
    let all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(!all.is_empty(), "{outcome:?}");
    all
}

/// The figures of a program that hangs for `seconds`, or for longer where zetop, on a busy machine, has looked too seldom.
fn moments_until(
    seconds: u32,
    run: impl Fn(&Path) -> Vec<Value>,
    enough: impl Fn(&[Value]) -> bool,
) -> Vec<Value> {
    let mut runs = [1, 3, 9].map(|longer| (seconds * longer).to_string()).into_iter();
    let mut all = Vec::new();
    while let Some(seconds) = runs.next().filter(|_| !enough(&all)) {
        all = run(Path::new(&seconds));
    }
    all
}

/// The calls in progress of a moment, with the names of threads, and the places that are known.
fn waiting(moment: &Value) -> Vec<(String, String, Option<String>)> {
    let text = |call: &Value, field: &str| call[field].as_str().map(str::to_owned);
    let of = |call: &Value| {
        (
            text(call, "thread_name").expect("a name"),
            text(call, "function").expect("a name"),
            text(call, "site"),
        )
    };
    moment["waiting"].as_array().expect("a list").iter().map(of).collect()
}

fn host_ns(moment: &Value) -> u64 {
    moment["host"]["total_ns"].as_u64().expect("a time")
}

/// The moments in which both threads are in their calls at `site`, and nothing else is.
fn seen<'a>(moments: &'a [Value], threads: [&str; 2], function: &str, site: &str) -> Vec<&'a Value> {
    let expected: Vec<_> =
        threads.iter().map(|name| ((*name).to_owned(), function.to_owned(), Some(site.to_owned()))).collect();
    let is_it = |moment: &&Value| {
        let mut calls = waiting(moment);
        calls.sort();
        calls == expected
    };
    moments.iter().filter(is_it).collect()
}

fn elapsed_ns(moment: &Value) -> u64 {
    moment["elapsed_ns"].as_u64().expect("a time")
}

/// Each moment with the first one that is a second later: on a busy machine, two that are closer may have the same figures.
fn a_second_apart<'a>(moments: &[&'a Value]) -> Vec<[&'a Value; 2]> {
    let later = |first: &Value| {
        moments.iter().copied().find(|later| elapsed_ns(later) >= elapsed_ns(first) + 1_000_000_000)
    };
    moments.iter().filter_map(|first| Some([*first, later(first)?])).collect()
}

/// Both threads were seen in their calls at `site`, and their time counted as it passed.
fn assert_seen(moments: &[Value], threads: [&str; 2], function: &str, site: &str) {
    let pairs = a_second_apart(&seen(moments, threads, function, site));
    let all: Vec<_> = moments.iter().map(waiting).collect();
    assert!(!pairs.is_empty(), "{threads:?}, {function}, {site} in {all:?}");
    for [first, later] in pairs {
        let host = (host_ns(later) - host_ns(first)) as f64;
        let passed = (elapsed_ns(later) - elapsed_ns(first)) as f64;
        assert!((1.2..=2.8).contains(&(host / passed)), "two threads: {host} ns in {passed} ns");
    }
    let last = moments.last().expect("at least one");
    assert_eq!(waiting(last), [], "the program has gone on");
}

/// 6 s in one call were "host 0 % of wall".
#[test]
fn calls_that_do_not_return_are_shown_with_their_lines() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("hangs", folder.path(), &["-g"]) else { return };
    let (threads, site) = (["hangs", "second"], place("hangs.c", "wait_for_it"));
    let enough =
        |all: &[Value]| !a_second_apart(&seen(all, threads, "zeEventHostSynchronize", &site)).is_empty();
    let all = moments_until(3, |seconds| moments(&["--"], &[&program, seconds]), enough);
    assert_seen(&all, threads, "zeEventHostSynchronize", &site);
    let last = all.last().expect("the end");
    let wait =
        last["host"]["apis"].as_array().unwrap().iter().find(|api| api["name"] == "zeEventHostSynchronize");
    assert_eq!(wait.expect("its row")["calls"], 2);
}

#[test]
fn calls_that_do_not_return_are_shown_after_an_attach() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("hangs", folder.path(), &["-g"]) else { return };
    let site = place("hangs.c", "wait_for_it");
    let is_it = |moment: &&Value| {
        let calls = waiting(moment);
        calls.len() == 2 && calls.iter().all(|call| call.2.as_deref() == Some(&*site))
    };
    let enough = |all: &[Value]| all.iter().filter(is_it).count() >= 2;
    let all = moments_until(4, |seconds| attached_before(&program, seconds), enough);
    assert!(enough(&all), "{:?}", all.iter().map(waiting).collect::<Vec<_>>());
}

/// Attaches to the program before it makes the calls that hang, and stays to its end.
fn attached_before(program: &Path, seconds: &Path) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut target = Command::new(program);
    target.arg(seconds).arg("read").env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
    let mut target = target.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
    let mut lines = BufReader::new(target.stdout.take().expect("a pipe")).lines();
    assert_eq!(lines.next().expect("a line").expect("text"), "ready");
    let (pid, json) = (target.id().to_string(), folder.path().join("json"));
    let to = json.clone();
    let attached = std::thread::spawn(move || moments_in(&to, &["-p", &pid], &[]));
    eventually("zetop is there", || {
        let text = std::fs::read_to_string(&json).unwrap_or_default();
        text.lines()
            .last()
            .is_some_and(|line| line.contains("\"state\":\"running\"") && !line.contains("\"pids\":[]"))
    });
    target.stdin.take().expect("a pipe").write_all(b"\n").expect("the program reads");
    let all = attached.join().expect("zetop");
    assert_eq!(lines.next().expect("a line").expect("text"), "done");
    assert!(target.wait().expect("its end").success());
    all
}

/// In which zetop looks at a thread twice.
const TWO_LOOKS: Duration = Duration::from_secs(1);

/// Threads of a process that sleep in the system call that waits on a word of memory.
fn sleeping(pid: u32) -> usize {
    let sleeps = |thread: &std::fs::DirEntry| {
        let call = std::fs::read_to_string(thread.path().join("syscall"));
        call.is_ok_and(|call| call.starts_with("202 "))
    };
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).expect("it runs");
    threads.flatten().filter(sleeps).count()
}

/// Attaches to a program two threads of which are in their calls, until both are shown at two looks, one of them at least with this
/// line: a stack that can be read in several ways gives none. Then the program is let go on.
fn attached_late(mut target: Command, line: Option<&str>) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("temporary folder");
    target.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
    let mut target = target.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("the program");
    let pid = target.id();
    eventually("both threads wait", || sleeping(pid) == 2);
    let json = folder.path().join("json");
    let (to, pid) = (json.clone(), pid.to_string());
    let attached = std::thread::spawn(move || moments_in(&to, &["-p", &pid], &[]));
    eventually("both calls are shown at two looks", || {
        let text = std::fs::read_to_string(&json).unwrap_or_default();
        let moments = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let are_there = |calls: &[(String, String, Option<String>)]| {
            calls.len() == 2
                && line.is_none_or(|line| calls.iter().any(|call| call.2.as_deref() == Some(line)))
        };
        let since = |moment: Value| moment["waiting"][0]["since_ns"].as_u64().expect("a time");
        let mut shown = moments.filter(|moment| are_there(&waiting(moment))).map(since);
        let first = shown.next();
        first.is_some_and(|first| shown.any(|later| later > first + TWO_LOOKS.as_nanos() as u64))
    });
    target.stdin.take().expect("a pipe").write_all(b"\n").expect("the program reads");
    let all = attached.join().expect("zetop");
    assert!(target.wait().expect("its end").success());
    all
}

/// Those of other calls have been on the stack where the driver's frames are now.
#[test]
fn calls_from_before_an_attach_are_shown_with_their_lines() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    for flags in [&["-g"][..], &["-g", "-O0"], &["-g", "-fno-omit-frame-pointer"]] {
        let Some(program) = in_c("hangs", folder.path(), flags) else { return };
        let mut target = Command::new(&program);
        target.args(["0", "line", "before"]);
        let line = place("hangs.c", "wait_for_it");
        let all = attached_late(target, Some(&line));
        assert_lines(&all, &line);
        let most = all.iter().map(|moment| waiting(moment).len()).max();
        assert_eq!(most, Some(2), "the thread that reads is in no call");
        assert_eq!(waiting(all.last().expect("the end")), [], "it has gone on");
    }
}

/// Each call is the right one from before the attach, with that line or none.
fn assert_lines(all: &[Value], line: &str) {
    for call in all.iter().flat_map(|moment| moment["waiting"].as_array().expect("a list")) {
        assert_eq!(
            (&call["function"], &call["since_before_attach"]),
            (&"zeEventHostSynchronize".into(), &true.into())
        );
        assert!(call["site"].is_null() || call["site"] == line, "{call}");
    }
}

/// Without debug information the program's functions have no names: nothing is said that is not known.
#[test]
fn calls_from_before_an_attach_have_no_line_in_a_stripped_program() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("hangs", folder.path(), &["-s"]) else { return };
    let mut target = Command::new(&program);
    target.args(["0", "line", "before"]);
    let all = attached_late(target, None);
    for call in all.iter().flat_map(|moment| moment["waiting"].as_array().expect("a list")) {
        assert_eq!(call["function"], "zeEventHostSynchronize");
        let site = call["site"].as_str().unwrap_or("hangs+0x");
        assert!(site.contains("hangs+0x"), "{site}");
    }
}

/// Those of which zetop can read where they are. Where there is none, that is said.
fn supported_pythons() -> Vec<PathBuf> {
    let all = zetop_testing::pythons();
    let supported: Vec<_> = all
        .into_iter()
        .filter(|(version, _)| ((3, 10)..=(3, 15)).contains(version))
        .map(|(_, path)| path)
        .collect();
    if supported.is_empty() {
        zetop_testing::skip!("no Python from 3.10 to 3.15");
    }
    supported
}

/// What a wrong guess at one stack leads to is not applied to the next one.
#[test]
fn calls_of_python_from_before_an_attach_are_shown_with_their_lines() {
    needs_loader!();
    for python in supported_pythons() {
        let mut target = Command::new(python);
        target.arg(format!("{}/programs/hangs.py", env!("CARGO_MANIFEST_DIR"))).args(["1e9", "line"]);
        let line = place("hangs.py", "wait_for_it");
        assert_lines(&attached_late(target, Some(&line)), &line);
    }
}

#[test]
fn calls_of_python_that_do_not_return_have_their_lines() {
    needs_loader!();
    let script = format!("{}/programs/hangs.py", env!("CARGO_MANIFEST_DIR"));
    let place = place("hangs.py", "wait_for_it");
    for python in supported_pythons() {
        let sites_in = |all: &[Value]| -> Vec<String> {
            all.iter().flat_map(waiting).filter_map(|(_, _, site)| site).collect()
        };
        let run = |seconds: &Path| moments(&["--"], &[&python, Path::new(&script), seconds]);
        let sites = sites_in(&moments_until(3, run, |all| sites_in(all).len() >= 4));
        assert!(sites.len() >= 4 && sites.iter().all(|site| *site == place), "{python:?}: {sites:?}");
    }
}

/// What was left by `longjmp` stays noted until the thread makes a call from where its stack is shorter.
#[test]
fn a_call_that_was_left_by_a_jump_is_not_in_progress() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("jumps", folder.path(), &["-g"]) else { return };
    let all = moments(&["--"], &[&program]);
    let calls = |moment: &Value| moment["host"]["calls"].as_u64().expect("a number");
    let left = all.iter().filter(|moment| !waiting(moment).is_empty()).map(calls).max();
    // While it lasts, no other call is made; four are made behind it, half a second apart.
    let last = calls(all.last().expect("the end"));
    assert!(left.is_some_and(|left| left + 4 <= last), "{left:?} of {last}");
}

/// What the last findings of a moment are.
fn stuck(moment: &Value) -> Option<&Value> {
    moment["findings"].as_array()?.iter().find(|finding| finding["id"] == "stuck")
}

#[test]
fn a_program_whose_device_waits_for_ever_is_said_to_be_stuck() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("hangs", folder.path(), &["-g"]) else { return };
    let run = |seconds: &Path| moments(&["--"], &[&program, seconds, Path::new("queued")]);
    let ns = |moment: &Value| moment["waiting"][0]["since_ns"].as_u64().unwrap_or(0);
    let all = moments_until(9, run, |all| all.iter().any(|moment| ns(moment) > 7_000_000_000));
    assert!(all.iter().all(|moment| stuck(moment).is_none() || ns(moment) >= 5_000_000_000));
    assert!(all.iter().all(|moment| stuck(moment).is_some() || ns(moment) < 6_500_000_000));
    let finding = stuck(all.iter().rfind(|moment| stuck(moment).is_some()).unwrap()).unwrap();
    assert_eq!(finding["sites"][0]["place"], place("hangs.c", "wait_for_it"), "{finding}");
    assert!(finding["evidence"].as_str().unwrap().contains("zeEventHostSynchronize"), "{finding}");
    let stands = all.iter().find(|moment| ns(moment) > 1_000_000_000).expect("it hangs");
    assert_eq!(stands["waiting"][0]["on"], "fill", "{stands}");
    assert_eq!(stuck(all.last().unwrap()), None, "it has gone on");
    // A device that gets other work done, and a program that has nothing on a device.
    for how in ["busy", "idle"] {
        let all = moments(&["--"], &[&program, Path::new("7"), Path::new(how)]);
        assert!(all.iter().any(|moment| ns(moment) > 5_000_000_000), "{how}");
        assert!(all.iter().all(|moment| stuck(moment).is_none()), "{how}");
        let on = |moment: &Value| moment["waiting"][0]["on"].clone();
        assert!(how == "busy" || all.iter().all(|moment| on(moment).is_null()), "for nothing");
    }
}

/// A line that is read while the call returns is nobody's.
#[test]
fn a_call_that_returns_while_it_is_looked_at_has_no_wrong_line() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("returns", folder.path(), &["-g"]) else { return };
    let run = |seconds: &Path| moments(&["--"], &[&program, seconds, Path::new("520")]);
    let all = moments_until(8, run, |all| all.iter().flat_map(waiting).count() >= 8);
    let found: Vec<_> = all.iter().flat_map(waiting).collect();
    found.iter().for_each(|(_, function, site)| assert_returns_line(function, site.as_deref()));
    assert!(found.len() >= 8, "{found:?}");
}

/// The line is that of the function in which it is called, or not known.
fn assert_returns_line(function: &str, site: Option<&str>) {
    let lines = [
        ("zeEventHostSynchronize", place_of("waits for the event", "returns.c", "for_the_event")),
        ("zeCommandQueueSynchronize", place_of("waits for the queue", "returns.c", "for_the_queue")),
    ];
    let (_, line) = lines.iter().find(|(name, _)| *name == function).expect("one of the two");
    assert!(site.is_none_or(|site| site == line), "{function}: {site:?}");
}

/// Calls that were made before zetop came have no note of the probe's: their threads' stacks are read instead.
#[test]
fn a_call_from_before_an_attach_that_returns_while_it_is_looked_at_has_no_wrong_line() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("returns", folder.path(), &["-g"]) else { return };
    let mut earlier = 0;
    // On a busy machine zetop comes so late that the call has returned: then calls take longer.
    for milliseconds in ["3000", "9000", "27000"] {
        if earlier >= 3 {
            break;
        }
        let mut target = Command::new(&program);
        target.args(["1000", milliseconds]).env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
        let target = Killed(target.stdout(Stdio::null()).spawn().expect("the program"));
        let pid = target.0.id().to_string();
        let until = std::time::Instant::now() + LIMIT / 3;
        while earlier < 3 && std::time::Instant::now() < until {
            let all = moments(&["-p", &pid, "--duration", "3"], &[]);
            let calls = all.iter().flat_map(|moment| moment["waiting"].as_array().expect("a list"));
            let are_earlier = calls.filter(|call| call["since_before_attach"] == true);
            earlier += are_earlier.filter(|call| call["site"].is_string()).count();
            for (_, function, site) in all.iter().flat_map(waiting) {
                assert_returns_line(&function, site.as_deref());
            }
        }
    }
    assert!(earlier >= 3, "{earlier} calls from before an attach were seen");
}

/// A program that runs until nobody needs it any more.
struct Killed(std::process::Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill().and_then(|()| self.0.wait());
    }
}
