//! What each command does.

mod compared;
mod ended;
mod kept;
mod recorded;
mod targets;
mod watched;

use crate::cli::named::Writer;
use crate::cli::{Action, Cli, Doctor, Options, Simulated, WORKLOAD, completions, definition, usage_error};
use crate::headless;
use crate::live_session::{LiveSession, Settings, StartError};
use ended::{Left, end};
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;
use zetop_bench as bench;
use zetop_bench::options::Benchmark;
use zetop_figures::history::History;
use zetop_figures::session::Session;
use zetop_present::report::Reports;
use zetop_present::tui;
use zetop_process::attach::Wait;
use zetop_process::doctor;
use zetop_process::launch::{Launch, LaunchError};
use zetop_process::tree::Tree;
use zetop_system::console::{EXIT_FAILURE, EXIT_USAGE, fail, print, say};
use zetop_system::handle::Handle;
use zetop_system::output::{Destination, stderr};
use zetop_system::signals::{Signals, end_like};
use zetop_system::width;

/// Which device the simulated GPU is.
const PROFILE: &str = "ZESIM_PROFILE";

/// Does what the command line says, and returns zetop's exit status. If the program was killed by a signal,
/// zetop kills itself with the same one, and this does not return.
#[must_use]
pub fn run(cli: Cli) -> i32 {
    let status = act(cli);
    // An attach may be in progress that nobody waits for any more.
    zetop_inject::settle();
    status
}

fn act(mut cli: Cli) -> i32 {
    zetop_process::inherited::raise_limits();
    zetop_figures::call_site::apart::program_answers();
    if let Some(profile) = cli.options.common.sim.and_then(Simulated::profile) {
        simulate(profile);
    }
    targets::take_further_pids(&mut cli);
    let roots = match &cli.action {
        Some(Action::Doctor(_)) => None,
        Some(_) if !cli.options.pid.is_empty() => {
            say("-p attaches to a program that is running: give no command with it");
            return EXIT_USAGE;
        }
        _ => match targets::find(&cli.options) {
            Ok(found) => found,
            Err(status) => return status,
        },
    };
    let writer = Writer::own(roots.as_ref().and_then(|roots| Some(roots.first()?.pid())));
    if let Some(note) = cli.name_outputs(&writer) {
        say(&note);
    }
    let action = match (roots, cli.action) {
        (Some(roots), _) => return attach(&cli.options, &roots),
        (None, Some(Action::Doctor(of))) => {
            Action::Doctor(Doctor { pid: of.pid.or(targets::one(&cli.options)), ..of })
        }
        (None, Some(action)) => action,
        (None, None) => {
            say("nothing to watch: give a command, -p PID or demo (see zetop --help)");
            return EXIT_USAGE;
        }
    };
    let result = match action {
        Action::Program(command) => return watch(&cli.options, command, None),
        Action::Demo => return demo(cli.options),
        Action::Doctor(of) => return doctor(&of, cli.options.common.sim.is_some()),
        Action::Watch { folder } => return watched::watch(&cli.options, &folder),
        Action::Report { file } if file.is_dir() => return watched::report(&cli.options, &file),
        Action::Replay { file } => return recorded::replay(&cli.options, &file),
        Action::Report { file } => return recorded::report(&cli.options, &file),
        Action::History { run } => return kept::history(&cli.options, run),
        Action::Diff(of) => return compared::diff(&cli.options, &of),
        Action::Bench(benchmark) => return bench(&cli.options, &benchmark),
        Action::BenchWorker { socket, task } => bench::worker::run(socket, &task),
        Action::AskDriver { api } => zetop_process::backend::answer(&api),
        Action::CallSites => {
            zetop_figures::call_site::apart::answer();
            Ok(())
        }
        Action::Workload { seconds } => {
            // The demonstration shows the modelled device, however slowly this machine copies. SAFETY: no
            // other thread runs yet.
            unsafe { std::env::set_var("ZESIM_TIME", "model") };
            zetop_workloads::demo::run(seconds)
        }
        Action::Completions { shell } => print(&completions(shell, definition())),
        Action::Man => manual().and_then(|page| print(&page)),
    };
    match result {
        Ok(()) => 0,
        Err(error) => fail(&error),
    }
}

/// Between two readings of a benchmark's figures: each of its steps waits for one.
const BENCH_REFRESH: Duration = Duration::from_millis(200);

fn bench(options: &Options, benchmark: &Benchmark) -> i32 {
    if let Err(error) = options.check_outputs() {
        say(&error);
        return EXIT_USAGE;
    }
    let start = |command| -> anyhow::Result<Box<dyn Session>> {
        // What a benchmark says of a call, it says of all of them.
        let probe = zetop_wire::session::Options { threads_stay: true, exact: true, ..options.probe() };
        let settings = Settings { probe, refresh: BENCH_REFRESH, ..Settings::default() };
        Ok(Box::new(LiveSession::launch(&options.launch(command, false), settings)?))
    };
    let request = bench::Request {
        is_simulated: options.common.sim.is_some(),
        json: options.common.json.as_deref(),
        csv: options.common.csv.as_deref(),
        html: options.common.html.as_deref(),
        ascii: options.common.ascii,
        full: options.common.full,
        start: &start,
    };
    bench::run(&request, benchmark)
}

/// The error, and the built-in command that is spelled like a program that does not exist.
fn with_what_was_meant(error: &StartError, launch: &Launch) -> String {
    let word = launch.command.first().and_then(|word| word.to_str());
    let meant = || usage_error::meant(word?, &definition());
    match (error, meant()) {
        (StartError::Launch(LaunchError::NotFound { .. }), Some(meant)) => {
            format!("{error}; did you mean zetop {meant}?")
        }
        _ => error.to_string(),
    }
}

fn manual() -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(definition()).render(&mut page)?;
    Ok(page)
}

/// Names the device that the simulated GPU is, to the program and to zetop, which reads its sensors. No other thread runs yet.
fn simulate(profile: &str) {
    // SAFETY: as said.
    unsafe { std::env::set_var(PROFILE, profile) };
}

/// zetop starts itself with a hidden subcommand, on the simulated GPU.
fn demo(mut options: Options) -> i32 {
    let executable = match std::env::current_exe() {
        Ok(path) => path,
        Err(error) => return fail(&anyhow::Error::from(error).context("cannot find zetop's own file")),
    };
    options.common.sim = options.common.sim.or_else(|| {
        // What the demonstration gains must not depend on the machine: its processor moves bytes faster than this device's link,
        // unless the user has chosen another.
        let is_chosen = std::env::var_os(PROFILE).is_some();
        Some(if is_chosen { Simulated::Usual } else { Simulated::Entry })
    });
    if let Some(profile) = options.common.sim.and_then(Simulated::profile) {
        simulate(profile);
    }
    let mut command = vec![executable.into_os_string(), OsString::from(WORKLOAD)];
    // The workload ends by itself, so that it exits with 0.
    if let Some(duration) = options.duration {
        command.push(duration.as_secs_f64().to_string().into());
    }
    watch(&options, command, Some(vec!["zetop".to_owned(), "demo".to_owned()]))
}

/// What is measured of programs that are started or attached to.
fn settings(options: &Options) -> Settings {
    Settings {
        probe: options.probe(),
        live: options.live,
        refresh: options.reading(),
        record: options.record.clone(),
        trace: options.trace.clone().map(|file| (file, options.trace_last)),
        ..Settings::default()
    }
}

fn watch(options: &Options, command: Vec<OsString>, shown: Option<Vec<String>>) -> i32 {
    let dashboard = options.has_dashboard(rustix::termios::isatty(std::io::stdout()));
    if let Err(error) = options.dashboard().check() {
        say(&format!("{error:#}"));
        return EXIT_USAGE;
    }
    if let Some(note) = options.dashboard().note() {
        say(&note);
    }
    if let Err(error) = options.check_outputs() {
        say(&error);
        return EXIT_USAGE;
    }
    let is_demo = shown.is_some();
    // The demonstration is the same every time.
    let history = (!options.no_history && !is_demo).then(|| History::of_user(|name| std::env::var_os(name)));
    let history = history.flatten().map(|history| history.keeping(options.keep));
    let settings = Settings { shown_command: shown, history, ..settings(options) };
    // Before making anything that a signal would leave behind. The dashboard has handlers of its own.
    let signals = match Signals::take_over() {
        Ok(signals) => signals,
        Err(error) => return fail(&anyhow::Error::from(error).context("cannot handle signals")),
    };
    let mut reports = Reports::start_those_that_can_be(options.reports(dashboard));
    let mut told: Vec<String> = reports.failed().iter().map(|error| format!("{error:#}")).collect();
    told.extend_from_slice(reports.notes());
    told.iter().for_each(|text| say(text));
    let launch = options.launch(command, dashboard);
    loop {
        let mut session = match LiveSession::launch(&launch, settings.clone()) {
            Ok(session) => session,
            Err(error) => {
                say(&with_what_was_meant(&error, &launch));
                return match error {
                    StartError::Launch(error) => error.exit_status(),
                    StartError::Folder(_) => EXIT_FAILURE,
                };
            }
        };
        if dashboard {
            // It covers what was said before.
            told.iter().for_each(|text| session.warn(text.clone()));
        }
        let left = if dashboard {
            with_dashboard(&mut session, &mut reports, options, is_demo)
        } else {
            without_dashboard(&mut session, &mut reports, options, is_demo, &signals);
            Ok(Left::default())
        };
        if !session.finished() {
            // The program is not left behind, however the dashboard was left.
            headless::end_program(&mut session);
        }
        let result = end(&mut session, &mut reports, left, &signals);
        let status = session.exit_status();
        let is_whole = reports.failed().is_empty() && !session.lacks_outputs();
        // remove the folders before zetop ends
        drop(session);
        if !matches!(result, Ok(true)) {
            return finish(status, is_whole && result.is_ok());
        }
    }
}

fn doctor(of: &Doctor, simulated: bool) -> i32 {
    let report = doctor::examine(of.pid, simulated);
    let written = match of.json.as_deref() {
        None => print(doctor::text(&report, width::Look::of_stdout()).as_bytes()),
        Some(file) if file == "-" => print(doctor::json(&report).as_bytes()),
        Some(file) => Destination::from_argument(file)
            .write(doctor::json(&report).into_bytes(), || false)
            .map_err(|error| anyhow::anyhow!("cannot write {}: {error}", file.to_string_lossy())),
    };
    match written {
        Ok(()) if report.is_ok() => 0,
        Ok(()) => EXIT_FAILURE,
        Err(error) => fail(&error),
    }
}

/// Attaches, watches, and leaves the programs as they were.
fn attach(options: &Options, roots: &[Handle]) -> i32 {
    let dashboard = options.has_dashboard(rustix::termios::isatty(std::io::stdout()));
    if let Err(error) = options.dashboard().check() {
        say(&format!("{error:#}"));
        return EXIT_USAGE;
    }
    if let Some(note) = options.dashboard().note() {
        say(&note);
    }
    if let Err(error) = options.check_outputs() {
        say(&error);
        return EXIT_USAGE;
    }
    if options.common.sim.is_some() {
        say("--sim is only for programs that zetop starts: a running program already has its devices");
        return EXIT_USAGE;
    }
    let settings = settings(options);
    let mut reports = match Reports::start(options.reports(dashboard)) {
        Ok(reports) => reports,
        Err(error) => return fail(&error),
    };
    reports.notes().iter().for_each(|note| say(note));
    let outputs = match settings.open_outputs(Err) {
        Ok(outputs) => outputs,
        Err(error) => return fail(&error),
    };
    let wait = match options.duration {
        _ if options.only && !options.wait => Wait::No,
        None => Wait::Ever,
        Some(limit) => Wait::For(limit),
    };
    // A wait for the program to use a device ends with Ctrl-C as usual. From then on a signal ends the session, not zetop:
    // there is something to put back, and to report.
    let mut signals = None;
    let found = || signals = Some(Signals::take_over());
    let mut session = match LiveSession::attach(Tree::new(roots, options.only), wait, &settings, found) {
        Ok(session) => session,
        Err(error) => {
            say(&error.to_string());
            return EXIT_FAILURE;
        }
    };
    session.write_to(outputs);
    let signals = match signals.unwrap_or_else(Signals::take_over) {
        Ok(signals) => signals,
        Err(error) => return fail(&anyhow::Error::from(error).context("cannot handle signals")),
    };
    // The dashboard has handlers of its own, and would not know of a signal that came before them.
    let is_over = dashboard && signals.take_any();
    if is_over {
        session.detach();
    }
    let left = if dashboard && !is_over {
        with_dashboard(&mut session, &mut reports, options, false)
    } else {
        without_dashboard(&mut session, &mut reports, options, false, &signals);
        Ok(Left::default())
    };
    session.detach();
    match end(&mut session, &mut reports, left, &signals) {
        Ok(_) => 0,
        Err(_) => EXIT_FAILURE,
    }
}

fn finish(status: Option<ExitStatus>, reported: bool) -> i32 {
    match status {
        Some(status) if status.signal().is_some() => {
            zetop_inject::settle();
            stderr::flush();
            end_like(status)
        }
        // our own failure must not look like success
        Some(status) if !status.success() || reported => status.code().unwrap_or(EXIT_FAILURE),
        _ => EXIT_FAILURE,
    }
}

fn without_dashboard(
    session: &mut dyn Session,
    reports: &mut Reports,
    options: &Options,
    is_demo: bool,
    signals: &Signals,
) {
    // the demonstration ends on its own; this is a little later
    let duration = options.duration.map(|d| if is_demo { d + zetop_figures::session::PATIENCE } else { d });
    headless::run(session, reports, duration, signals);
}

fn with_dashboard(
    session: &mut LiveSession,
    reports: &mut Reports,
    options: &Options,
    is_demo: bool,
) -> anyhow::Result<Left> {
    let mut dashboard = options.dashboard();
    if is_demo {
        // it ends on its own; with a duration, the dashboard then leaves
        dashboard.exit_when_done = dashboard.duration.take().is_some();
        dashboard.story = Some(tui::Story {
            after: zetop_workloads::demo::SWITCH_AFTER,
            text: zetop_workloads::demo::SWITCH_TEXT.to_owned(),
        });
    }
    let unattended = dashboard.duration.is_some() || dashboard.exit_when_done;
    let shown = tui::run(session, Some(reports), &dashboard)?;
    let hurry = shown.signal.is_some() || (unattended && !shown.quit_by_user);
    Ok(Left { again: shown.again, hurry, since_mark: shown.since_mark })
}
