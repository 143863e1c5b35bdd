//! How the tests begin and end.

use zetop_e2e::account::Account;
use zetop_e2e::attacher::Attacher;
use zetop_e2e::process::{Outcome, shell_status};
use zetop_e2e::scene::{Plain, Programs, Scene, Watched};
use zetop_e2e::target::Target;

/// Kernel times that many tests use; each a whole number of cycles at 19.2 MHz.
pub const KERNELS: &str =
    "long=1000000,short=10000,alternating=1000000|10000,work=20000,empty=0,endless=3000000000";

pub const PROGRAMS: Programs = Programs {
    zetop: env!("CARGO_BIN_EXE_zetop-under-test"),
    workload: env!("CARGO_BIN_EXE_ze-workload-under-test"),
};

pub fn scene(command: &str) -> Scene {
    Scene::new(PROGRAMS, command).env("ZESIM_KERNEL_NS", KERNELS)
}

/// The simulated drivers: a patient one, and those that behave like Intel's.
pub const DRIVERS: [&str; 4] = ["patient", "intel-tgl", "intel-dg2", "intel-bmg"];

/// The workload on each of them in turn. With `--exact` on Tiger Lake, where kernels of lists that are recorded once are left
/// untimed otherwise.
pub fn on_each_driver(command: &str) -> impl Iterator<Item = (&'static str, Scene)> {
    DRIVERS.into_iter().map(move |driver| {
        println!("{driver}: {command}");
        let scene = scene(command).env("ZESIM_DRIVER", driver);
        (driver, if driver == "intel-tgl" { scene.option("--exact") } else { scene })
    })
}

/// Runs scenes side by side. For scenes that wait most of the time.
pub fn at_once<T: Send>(scenes: impl Iterator<Item = T>, run: impl Fn(T) + Sync) {
    let run = &run;
    std::thread::scope(|scope| scenes.for_each(|scene| drop(scope.spawn(move || run(scene)))));
}

/// A program that runs without zetop.
pub fn target(arguments: &str) -> Target {
    Target::start(PROGRAMS.workload, arguments)
}

/// zetop, attached to it.
pub fn attached(target: &Target, options: &[&str]) -> Attacher {
    Attacher::start(PROGRAMS.zetop, target.pid(), options).attached()
}

/// zetop, about to attach to it.
pub fn attaching(target: &Target, options: &[&str]) -> Attacher {
    Attacher::start(PROGRAMS.zetop, target.pid(), options)
}

/// Runs the workload both ways: same output, same status, and calls and device work as it says itself.
pub fn same_and_as_expected(scene: &Scene) -> (Plain, Watched) {
    let (plain, watched) = both(scene);
    assert!(plain.program.status.success(), "{:#?}", plain.program);
    let account = Account::read(&plain.program.stdout);
    account.assert_calls(&watched.figures);
    account.assert_device(&watched.figures);
    account.assert_leaks(&watched.figures);
    (plain, watched)
}

/// Checks what [`same_and_as_expected`] checks, and that every operation is timed, with the duration that the simulator gave it.
pub fn exact(scene: &Scene) -> Watched {
    let (plain, watched) = same_and_as_expected(scene);
    watched.figures.assert_all_timed();
    plain.oracle.assert_durations(&watched.figures);
    watched
}

/// Checks what [`exact`] checks, in a scene that leaves operations untimed: `untimed` has each reason with its count.
pub fn exact_but(scene: &Scene, untimed: &[(&str, u64)]) -> Watched {
    let (plain, watched) = same_and_as_expected(scene);
    let device = &watched.figures.device;
    let reasons: Vec<_> =
        device.untimed_reasons.iter().map(|(reason, count)| (reason.as_str(), *count)).collect();
    assert_eq!(reasons, untimed, "{device:#?}");
    assert_eq!(device.untimed, untimed.iter().map(|(_, count)| count).sum::<u64>());
    assert_eq!(watched.figures.quality.invalid_timestamps, 0);
    if untimed.is_empty() {
        plain.oracle.assert_durations(&watched.figures);
    }
    watched
}

/// Runs the workload both ways and compares what it wrote and how it ended, byte for byte.
pub fn both(scene: &Scene) -> (Plain, Watched) {
    let (plain, watched) = (scene.plain(), scene.watched());
    let said =
        |outcome: &Outcome| (outcome.stdout.clone(), outcome.stderr.clone(), shell_status(outcome.status));
    assert_eq!(
        said(&watched.program),
        said(&plain.program),
        "with zetop and without; zetop said\n{}",
        watched.zetop
    );
    (plain, watched)
}

/// Skips a test, and prints the reason, if no loader is installed.
macro_rules! needs_loader {
    () => {
        if !zetop_e2e::loader_is_here() {
            return;
        }
    };
}
pub(crate) use needs_loader;

/// Skips a test, and prints the reason, if we are not root.
macro_rules! needs_root {
    () => {
        if !crate::support::is_root() {
            return zetop_testing::skip!("needs root");
        }
    };
}
pub(crate) use needs_root;

pub fn is_root() -> bool {
    // SAFETY: has no preconditions.
    unsafe { libc::geteuid() == 0 }
}

/// As user and group nobody, without other groups.
pub const NOBODY: [&str; 6] = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"];

/// Skips a test, and prints the reason, if `wrapper COMMAND` does not work here: no permission, no such tool,
/// or the programs under test cannot be reached that way.
macro_rules! needs {
    ($wrapper:expr) => {
        if let Err(why) = crate::support::try_out(&$wrapper) {
            return zetop_testing::skip!("{}: {why}", $wrapper.join(" "));
        }
    };
}
pub(crate) use needs;

pub fn try_out(wrapper: &[&str]) -> Result<(), String> {
    // Without arguments the workload lists what there is.
    let mut command = std::process::Command::new(wrapper[0]);
    let output =
        command.args(&wrapper[1..]).arg(PROGRAMS.workload).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if output.status.success() { Ok(()) } else { Err(said) }
}
