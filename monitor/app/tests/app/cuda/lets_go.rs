//! What is left behind: by a detach from a program that has changed meanwhile, by ends of all kinds, and by a session for the
//! next one.

use crate::common::{self, zetop};
use crate::cuda::attach::{probes_in_place, until_attached};
use crate::cuda::program::{built, calls, program_watched};
use crate::cuda::trouble::untimed;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// A program that runs without zetop, and takes orders.
pub struct Program {
    pub child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Program {
    pub fn start(folder: &Path, environment: &[(&str, &str)], arguments: &[&str]) -> Self {
        let mut child = Command::new(folder.join("lets_go"))
            .args(arguments)
            .env("LD_LIBRARY_PATH", folder)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut program = Self { child, lines };
        assert_eq!(program.line(), "ready");
        program
    }

    fn line(&mut self) -> String {
        self.lines.next().unwrap_or_else(|| panic!("{:?}", self.child.wait())).unwrap()
    }

    /// Gives an order. What it says then.
    pub fn order(&mut self, order: &str) -> String {
        writeln!(self.child.stdin.as_mut().unwrap(), "{order}").unwrap();
        self.line()
    }

    /// Switches its own profiler on for 100 launches.
    fn profile(&mut self) -> String {
        self.order("on");
        self.order("launch");
        self.order("off")
    }

    fn kinds(&mut self) -> String {
        self.order("kinds")
    }

    pub fn attach(&self) -> Attached {
        self.attach_with(&[])
    }

    pub fn attach_with(&self, options: &[&str]) -> Attached {
        let json = NamedTempFile::new().unwrap();
        let pid = self.child.id();
        let mut command = zetop();
        command.args(["--no-tui", "--no-history", "--json"]).arg(json.path());
        command.args(["-p", &pid.to_string()]).args(options).stdout(Stdio::null()).stderr(Stdio::piped());
        let zetop = until_attached(pid, 1, || command.spawn().unwrap());
        Attached { zetop, json, pid }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// A zetop that is attached.
pub struct Attached {
    zetop: Child,
    json: NamedTempFile,
    pid: u32,
}

impl Attached {
    fn order_detach(&self) {
        // SAFETY: a child of this process that was not waited for.
        unsafe { libc::kill(self.zetop.id() as i32, libc::SIGTERM) };
    }

    /// Waits until the latest figures are so; needs `--interval`.
    pub fn until(&self, what: &str, is_so: impl Fn(&Value) -> bool) {
        common::eventually(what, || {
            let text = std::fs::read_to_string(self.json.path()).unwrap();
            let latest = text.lines().rev().find_map(|line| serde_json::from_str(line).ok());
            latest.is_some_and(|figures| is_so(&figures))
        });
    }

    /// Detaches. The final figures.
    pub fn detach(self) -> Value {
        self.order_detach();
        let output = self.zetop.wait_with_output().unwrap();
        common::eventually("the end of the attach", || probes_in_place(self.pid) == 0);
        let text = std::fs::read_to_string(self.json.path()).unwrap();
        let last = serde_json::Deserializer::from_str(&text).into_iter().last();
        let said = || panic!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
        last.unwrap_or_else(said).unwrap()
    }
}

/// Timed and untimed operations.
fn operations(figures: &Value) -> (u64, u64) {
    let device = &figures["device"];
    (device["timed"].as_u64().unwrap(), device["untimed"].as_u64().unwrap())
}

#[test]
fn a_detach_leaves_alone_what_has_gone() {
    let Some(folder) = built() else { return };
    let plugin = folder.join("plugin.so");
    for mode in ["plugin", "remapped"] {
        let mut program = Program::start(folder, &[], &[mode, plugin.to_str().unwrap()]);
        let attached = program.attach();
        assert_eq!(program.order("close"), "closed", "{mode}");
        let figures = attached.detach();
        assert_eq!(figures["state"], "detached");
        assert_eq!(program.order("end"), "ended well", "{mode}");
        assert!(program.child.wait().unwrap().success(), "{mode}");
    }
}

/// The child has locks of the probe's and of CUPTI's as threads of its parent held them, but not the threads.
#[test]
fn forked_children_may_call_exit() {
    let Some(folder) = built() else { return };
    let slow = [("SLOW_FLUSH_US", "5000")];
    let (output, figures) = program_watched("lets_go", folder, &slow, &["--no-tui"], &["forks", "30"]);
    assert_eq!(common::stdout(&output), "hung 0 wrong 0\n");
    assert!(calls(&figures, "cuLaunchKernel").0 > 30);
}

/// The handler may be on top of whatever a launch has locked.
#[test]
fn a_signal_handler_may_call_exit() {
    let Some(folder) = built() else { return };
    for run in 0..12 {
        let begun = Instant::now();
        let us = (120_000 + run * 7_001).to_string();
        let slow = [("SLOW_FLUSH_US", if run % 2 == 0 { "0" } else { "30000" })];
        let (output, figures) = program_watched("lets_go", folder, &slow, &["--no-tui"], &["handler", &us]);
        assert_eq!(output.status.code(), Some(6), "{}", common::stderr(&output));
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
        let (timed, untimed) = operations(&figures);
        let launches = calls(&figures, "cuLaunchKernel").0;
        // The call that was interrupted may be counted already.
        assert!((launches..=launches + 1).contains(&(timed + untimed)), "{launches} {}", figures["device"]);
    }
}

/// The stand-in ends a program that calls it after it was taken down, or is inside of it then.
#[test]
fn cupti_is_not_called_when_it_is_taken_down() {
    let Some(folder) = built() else { return };
    for us in ["0", "20000", "70000", "200000"] {
        let slow = [("SLOW_FLUSH_US", us)];
        let mut tries = 3;
        let (output, figures) = loop {
            let begun = Instant::now();
            let (output, figures) =
                program_watched("lets_go", folder, &slow, &["--no-tui"], &["exits", "100"]);
            tries -= 1;
            // An exit waits a second and more for a thread that is inside, which may have no processor for as long.
            let was_held_up = common::stderr(&output).contains("taken down while it is called")
                && begun.elapsed() > Duration::from_secs(1);
            if !was_held_up || tries == 0 {
                break (output, figures);
            }
        };
        assert_eq!(output.status.code(), Some(5), "{us}: {}", common::stderr(&output));
        let (timed, untimed) = operations(&figures);
        assert_eq!(timed + untimed, 100, "{us}: {}", figures["device"]);
    }
}

/// Every worker of Python's `multiprocessing` ends so.
#[test]
fn operations_before_an_end_without_exit_handlers_are_counted() {
    let Some(folder) = built() else { return };
    for _ in 0..3 {
        let (output, figures) = program_watched("lets_go", folder, &[], &["--no-tui"], &["quits", "40"]);
        assert_eq!(output.status.code(), Some(5));
        let (timed, untimed) = operations(&figures);
        assert_eq!(timed + untimed, 40, "{}", figures["device"]);
        let unseen = figures["device"]["untimed_reasons"]["completion not seen"].as_u64().unwrap_or(0);
        assert_eq!(unseen, untimed, "{}", figures["device"]);
    }
}

/// It registers its functions once, before anybody attaches.
#[test]
fn a_program_that_had_cupti_before_us_keeps_it() {
    let Some(folder) = built() else { return };
    let mut program = Program::start(folder, &[], &["registered"]);
    assert_eq!(program.profile(), "100 records");
    program.order("on");
    let attached = program.attach();
    program.order("launch");
    assert_eq!(program.kinds(), "kinds 1", "only its own");
    assert_eq!(program.order("off"), "100 records", "switched on before the attach");
    assert_eq!(program.profile(), "100 records", "during it");
    // As long as zetop waits after a program that has let go.
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(program.kinds(), "kinds 0", "nobody knows what else it has switched on");
    let figures = attached.detach();
    assert_eq!(untimed(&figures), &json!({"the program uses CUPTI itself": 200}));
    assert_eq!(program.profile(), "100 records", "after it");
    let attached = program.attach();
    program.order("finalize");
    common::eventually("CUPTI in our hands", || program.kinds() == "kinds 4");
    program.order("launch");
    assert_eq!(operations(&attached.detach()), (100, 0));
}

/// It registers its functions during an attach, and has let go when we leave.
#[test]
fn a_program_gets_cupti_back_as_it_had_left_it() {
    let Some(folder) = built() else { return };
    let mut program = Program::start(folder, &[], &["own"]);
    let attached = program.attach();
    common::eventually("CUPTI in our hands", || program.kinds() == "kinds 4");
    program.order("register");
    assert_eq!(program.profile(), "100 records");
    common::eventually("CUPTI in our hands again", || program.kinds() == "kinds 4");
    program.order("launch");
    assert_eq!(operations(&attached.detach()), (100, 100));
    assert_eq!(program.kinds(), "kinds 0");
    assert_eq!(program.profile(), "100 records", "without registering again");
}

/// Another thread launches while CUPTI goes from hand to hand, which takes a while.
#[test]
fn operations_are_counted_once_while_cupti_changes_hands() {
    let Some(folder) = built() else { return };
    let slow = [("SLOW_ENABLE_MS", "30"), ("SLOW_FLUSH_US", "20000")];
    let (output, figures) = program_watched("lets_go", folder, &slow, &["--no-tui"], &["profiles", "4"]);
    assert!(output.status.success(), "{}", common::stderr(&output));
    let (timed, untimed) = operations(&figures);
    let launches = calls(&figures, "cuLaunchKernel").0;
    assert!(timed > 0 && untimed > 0, "{}", figures["device"]);
    assert_eq!(timed + untimed, launches, "{}", figures["device"]);
}

/// The end of a session takes a while, too, and the program may take CUPTI meanwhile.
#[test]
fn a_program_that_takes_cupti_during_a_detach_has_it() {
    let Some(folder) = built() else { return };
    let slow = [("SLOW_FLUSH_US", "100000")];
    for after in [60, 150, 250] {
        let mut program = Program::start(folder, &slow, &["own"]);
        let attached = program.attach();
        program.order("register");
        program.profile();
        common::eventually("CUPTI in our hands", || program.kinds() == "kinds 4");
        attached.order_detach();
        std::thread::sleep(Duration::from_millis(after));
        program.order("on");
        // Until zetop has left.
        attached.detach();
        program.order("launch");
        assert_eq!(program.order("off"), "100 records", "{after}");
    }
}

/// Taking CUPTI back takes a while, and the session may end meanwhile.
#[test]
fn a_detach_while_cupti_is_taken_back_leaves_it_off() {
    let Some(folder) = built() else { return };
    let dir = tempfile::tempdir().unwrap();
    let hold = dir.path().join("hold");
    let slow = [("SLOW_ENABLE_MS", "150"), ("ENABLE_HOLD", hold.to_str().unwrap())];
    let mut program = Program::start(folder, &slow, &["own"]);
    for round in 0..3 {
        let attached = program.attach();
        if round == 0 {
            common::eventually("CUPTI in our hands", || program.kinds() == "kinds 4");
            std::fs::write(&hold, "").unwrap();
            program.order("register");
        }
        assert_eq!(program.profile(), "100 records", "{round}");
        if round == 0 {
            common::eventually("CUPTI half in our hands", || program.kinds() == "kinds 1");
            attached.order_detach();
            std::fs::remove_file(&hold).unwrap();
        }
        attached.detach();
        assert_eq!(program.kinds(), "kinds 0", "{round}");
    }
    let attached = program.attach();
    for _ in 0..7 {
        program.order("launch");
    }
    let figures = attached.detach();
    let (timed, untimed) = operations(&figures);
    assert_eq!((timed + untimed, calls(&figures, "cuLaunchKernel").0), (700, 700));
}

#[test]
fn memory_goes_with_its_context_and_mappings_go_together() {
    let Some(folder) = built() else { return };
    let (_, figures) = program_watched("lets_go", folder, &[], &["--no-tui"], &["memory"]);
    let left = &figures["memory"].as_array().unwrap().iter().find(|kind| kind["kind"] == "device").unwrap();
    // What was made last, whose context others have.
    let found = (&left["live_count"], &left["live_bytes"], &left["allocs"]);
    assert_eq!(found, (&json!(1), &json!(4096), &json!(25)), "{left}");
}
