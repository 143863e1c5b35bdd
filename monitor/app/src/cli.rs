//! The command line. Help, man page and completions all come from this one definition.

pub mod cold;
mod common;
mod completions;
pub mod named;
mod simulated;
pub mod usage_error;
mod who;

pub use common::{Common, SETTINGS};
pub use completions::completions;
pub use simulated::Simulated;
pub use who::Who;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args as _, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use zetop_figures::history::KEPT;
use zetop_figures::view::columns::OwnColumns;
use zetop_present::report::metrics::Listen;
use zetop_present::report::otlp::Endpoint;
use zetop_present::report::{Wanted, html, summary};
use zetop_present::tui;
use zetop_present::tui::colors::{Colors, OwnColor};
use zetop_present::tui::own_keys::OwnKey;
use zetop_present::tui::panels::Screen;
use zetop_process::launch::{Launch, Output};
use zetop_system::output::Destination;

/// The hidden subcommand that runs the demonstration's workload; `zetop demo` starts it under itself.
pub const WORKLOAD: &str = "zetop-demo-workload";

/// Subcommands that zetop starts itself with.
pub const INTERNAL_SUBCOMMANDS: [&str; 5] = [
    WORKLOAD,
    zetop_bench::messages::WORKER,
    zetop_process::doctor::ASK,
    zetop_process::backend::cuda::ASK,
    zetop_figures::call_site::apart::RESOLVE,
];

const USAGE: &str = "\
zetop [OPTIONS] [--] COMMAND [ARGUMENT]...   start a program and watch it
       zetop [OPTIONS] -p PID...|NAME            attach to running programs and what they have started
       zetop [OPTIONS] -p                        choose one that uses a GPU's API
       zetop [OPTIONS] demo                      the built-in workload on the simulated GPU
       zetop replay FILE                         a recording, in the same dashboard
       zetop watch FOLDER                        all recordings in it as one session: a job's ranks
       zetop report FILE|FOLDER                  the figures of a recording: summary, --json, --csv, --interval
       zetop diff A B                            two recordings or JSON files side by side; \"last\" is the previous run
       zetop history [RUN]                       runs that are kept; what was said at the end of one
       zetop [--sim] bench transfers             what the device can do: GB/s by kind of memory and size
       zetop [--sim] bench matmul|hot-cold       kernel time against host time; a kernel in and out of the cache
       zetop [--sim] bench flops|latency         GFLOP/s by work groups; access time by working set
       zetop [--sim] bench parallel|stride       accesses at once; lines from memory by groups, items and stride
       zetop [--sim] bench interference|all      CPU and GPU at once; all, also as a page (--html FILE)
       zetop doctor [-p PID] [--json]            what would keep zetop from working here
       zetop completions SHELL
       zetop man";

const AFTER_HELP: &str = "\
The first word that is not an option starts the program's command line: everything after it belongs to the \
program. To run a program called demo, write `zetop -- demo`. Without a terminal on stdout zetop shows no \
dashboard: it leaves the program's streams alone and ends with a summary on stderr.

Put options that you always want into ~/.config/zetop/config.toml, by their long names: \
theme = \"dark\". --print-config shows those in effect.

Exit status: the program's own, also if it was killed by a signal; 127 if it does not exist, 126 if it \
cannot be executed, 2 for a wrong command line, 1 if zetop itself fails. After an attach it is 0. `zetop diff` \
exits with 3 if a condition of --fail-if holds, `zetop bench` with 130 after Ctrl-C, with the figures that it has.";

/// top for GPU programs on oneAPI Level Zero and CUDA
#[derive(Debug, Parser)]
#[command(name = "zetop", disable_version_flag = true, override_usage = USAGE, after_help = AFTER_HELP)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
#[command(args_override_self = true)]
#[command(subcommand_value_name = "COMMAND", subcommand_help_heading = "Built in")]
pub struct Cli {
    #[command(flatten)]
    pub options: Options,
    /// Write the settings in effect to stdout, as a configuration file
    #[arg(long)]
    pub print_config: bool,
    /// Print the version
    #[arg(short = 'V', long)]
    pub version: bool,
    /// With --version: also the commit, the C libraries that zetop and its probes need, and which files it reads
    #[arg(long, requires = "version")]
    pub verbose: bool,
    #[command(subcommand)]
    pub action: Option<Action>,
}

#[derive(Debug, Subcommand)]
pub enum Action {
    /// Watch the built-in workload on the simulated GPU
    Demo,
    /// Show a recording in the dashboard: play, pause, jump
    Replay {
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Show all recordings in a folder as one session, while they are written and afterwards: a job's ranks
    Watch {
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
    /// Write the figures of a recording, or of all in a folder: the summary, or what --json, --csv, --html and --interval
    /// ask for
    Report {
        #[arg(value_name = "FILE|FOLDER")]
        file: PathBuf,
    },
    /// Compare two recordings, folders of them, JSON files, or runs that are kept; `last` is the previous one
    Diff(Diff),
    /// List the runs that are kept, or show what was said at the end of one
    History {
        /// Its number in the list: 1 is the one that ended last
        #[arg(value_name = "RUN")]
        run: Option<u32>,
    },
    /// Measure the device, for a program's figures to stand beside
    #[command(subcommand)]
    Bench(zetop_bench::options::Benchmark),
    /// Say what would keep zetop from working here, and how to fix it
    Doctor(Doctor),
    /// Write a shell's completions to stdout
    Completions {
        #[arg(value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Write the manual page to stdout
    Man,
    #[command(name = WORKLOAD, hide = true)]
    Workload { seconds: Option<f64> },
    #[command(name = zetop_bench::messages::WORKER, hide = true)]
    BenchWorker { socket: String, task: String },
    #[command(name = zetop_process::doctor::ASK, hide = true)]
    DoctorDevices,
    #[command(name = zetop_process::backend::cuda::ASK, hide = true)]
    DoctorCuda,
    #[command(name = zetop_figures::call_site::apart::RESOLVE, hide = true)]
    CallSites,
    #[command(external_subcommand)]
    Program(Vec<OsString>),
}

#[derive(Debug, Clone, clap::Args)]
pub struct Doctor {
    /// Also check what would prevent an attach to this program
    #[arg(id = "doctor-pid", short = 'p', long = "pid", value_name = "PID", value_parser = pid)]
    pub pid: Option<u32>,

    /// Write the findings as JSON
    // same name and type as the global option, which it replaces here
    #[arg(id = "json", long = "json", value_name = "FILE|-", num_args = 0..=1, require_equals = true,
        default_missing_value = "-")]
    pub json: Option<OsString>,
}

#[derive(Debug, Clone, clap::Args)]
pub struct Diff {
    /// A recording, a folder of them, a file written by --json or --interval, `last`, or a run of `zetop history` by its
    /// number: @3
    #[arg(value_name = "A")]
    pub a: PathBuf,

    /// The same; A is compared with it
    #[arg(value_name = "B")]
    pub b: PathBuf,

    /// Exit with status 3 if a figure has changed by more than this, beyond noise: `p99 zeMemFree > +20%`,
    /// `bandwidth heap->device < -10%`. Figures: calls, errors, bytes, total, min, max, avg, p50, p90, p99,
    /// bandwidth, throughput; of the whole `run`: elapsed, busy, peak, findings. Can be given several times
    #[arg(long, value_name = "CONDITION")]
    pub fail_if: Vec<String>,
}

#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// Attach to programs that are running and to what they have started, now or later; leaving puts them back
    /// as they were. By number, or by a regular expression for the command line, as `pgrep -f` takes it; without
    /// either: choose one of those that use Level Zero or CUDA
    #[arg(short, long, value_name = "PID|NAME", num_args = 0..=1, default_missing_value = "", value_parser = Who::parse)]
    pub pid: Vec<Who>,

    /// With -p: these processes alone, without those that they have started
    #[arg(long, requires = "pid")]
    pub only: bool,

    /// With -p and --only: if the program does not use Level Zero or CUDA yet, wait until it does, but no longer than --duration
    /// if that is given
    #[arg(long, requires = "pid")]
    pub wait: bool,

    #[command(flatten)]
    pub common: Common,

    /// Write the JSON as one line every SECONDS, to the file of --json or else to stdout; the last line is
    /// the final one
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    pub interval: Option<Duration>,

    /// Write a recording: everything that the dashboard shows, for `zetop replay` and `zetop report`; in a
    /// folder (FOLDER/): HOST-RANK.zetop
    #[arg(long, global = true, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Write a Perfetto trace for ui.perfetto.dev: every call and every operation on the device, with arrows from one
    /// to the other
    #[arg(long, global = true, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// With --trace: keep at least the last SECONDS (30 or 30s) and drop what is older
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds_with_unit, requires = "trace")]
    pub trace_last: Option<Duration>,

    /// Serve the figures to Prometheus (OpenMetrics) at http://ADDR:PORT/metrics, or at the next port that is
    /// free; a PORT alone listens on localhost only, unix:PATH at a socket that only you can use
    #[arg(long, help_heading = SETTINGS, global = true, value_name = "ADDR:PORT|unix:PATH", value_parser = Listen::parse)]
    pub metrics: Option<Listen>,

    /// With --metrics: answer only who brings the token in FILE (`Authorization: Bearer TOKEN`)
    #[arg(long, help_heading = SETTINGS, global = true, value_name = "FILE", requires = "metrics")]
    pub metrics_token: Option<PathBuf>,

    /// Push the figures to an OpenTelemetry collector, or whatever else takes OTLP over HTTP, every 10 seconds and at the end;
    /// without a path: http://HOST:PORT/v1/metrics
    #[arg(long, help_heading = SETTINGS, global = true, value_name = "URL", value_parser = Endpoint::parse)]
    pub otlp: Option<Endpoint>,

    /// No dashboard, even on a terminal: leave the program's streams alone and end with a summary on stderr
    #[arg(long, global = true)]
    pub no_tui: bool,

    /// Write a line per call to stderr, without a dashboard
    #[arg(long, global = true)]
    pub live: bool,

    /// Time host calls only: no device operations, no transfers, no memory
    #[arg(long, help_heading = SETTINGS, global = true)]
    pub no_device: bool,

    /// Level Zero: learn of the driver only by its API. Without this, the memory of objects behind the handles of Intel's
    /// driver is read, too; with it, some operations of programs that were attached to are not timed, and the driver is
    /// asked more often whether something is complete
    #[arg(long, help_heading = SETTINGS, global = true, conflicts_with = "no_device")]
    pub public_api: bool,

    /// Time every host call, as --budget none does, and --live and --trace imply
    #[arg(long, help_heading = SETTINGS, global = true)]
    pub exact: bool,

    /// What timing host calls may add to a thread's time. Once it adds more, one of 16 calls of those functions is timed, at
    /// random, whose calls take less than 16 times what timing them costs; counts and errors are exact all the same
    #[arg(long, help_heading = SETTINGS, global = true, value_name = "PERCENT|none", default_value = "3", value_parser = Budget::parse)]
    pub budget: Budget,

    #[command(flatten)]
    pub cold: cold::Flushing,

    /// Do not compare with the last run of the same command, and do not keep this one
    #[arg(long, help_heading = SETTINGS, global = true)]
    pub no_history: bool,

    /// How many runs of a command are kept, for `zetop history` and for comparison
    #[arg(long, help_heading = SETTINGS, global = true, value_name = "RUNS", default_value_t = KEPT,
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub keep: u32,

    /// Show only what matches: text, a regular expression, a comparison like `p99>1ms`, or `range:NAME` for the
    /// kernels and copies that were given to a device in that range of the program's
    #[arg(long, help_heading = SETTINGS, global = true, value_name = "EXPRESSION")]
    pub filter: Option<String>,

    /// In the summary: the top N rows of each table
    #[arg(long, help_heading = SETTINGS, global = true, value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub rows: Option<u32>,

    /// Sort by a column: share, calls, total, avg, p99, ...
    #[arg(long, help_heading = SETTINGS, global = true, value_name = "COLUMN")]
    pub sort: Option<String>,

    /// Stop after SECONDS: the program gets SIGTERM, and SIGKILL two seconds later; with -p, zetop only
    /// detaches
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    pub duration: Option<Duration>,

    /// With -p: count calls through the loader's tracing layer even if its function tables are found, to
    /// compare the two
    #[arg(long, requires = "pid")]
    pub tracing_layer: bool,

    /// The dashboard's first screen
    #[arg(long, help_heading = SETTINGS, global = true, value_name = "SCREEN", default_value = "overview", value_parser = screens())]
    pub screen: Screen,

    /// Colours for a dark or light background; by default zetop asks the terminal
    #[arg(long, help_heading = SETTINGS, global = true, value_name = "THEME", default_value = "auto")]
    pub theme: Theme,

    /// Your own colour for a role: warn=#ff8800, h2d=light-blue. Can be given several times
    #[arg(long, help_heading = SETTINGS, value_name = "ROLE=COLOR", value_parser = OwnColor::parse)]
    pub color: Vec<OwnColor>,

    /// Your own keys for a dashboard command: quit=Q, page-down="pgdn ctrl-d". Can be given several times
    #[arg(long, help_heading = SETTINGS, value_name = "COMMAND=KEY", value_parser = OwnKey::parse)]
    pub key: Vec<OwnKey>,

    /// The columns of a table, in their order: api=calls,avg,p99. Can be given several times
    #[arg(long, help_heading = SETTINGS, value_name = "TABLE=COLUMN,...", value_parser = OwnColumns::parse)]
    pub columns: Vec<OwnColumns>,

    /// How often the dashboard shows new figures
    #[arg(long, help_heading = SETTINGS, global = true, value_name = "SECONDS", default_value = "0.2", value_parser = seconds)]
    pub refresh: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Theme {
    Auto,
    Dark,
    Light,
}

/// What timing host calls may add to a thread's time, in 1/100 %; `None` for any amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget(pub Option<u32>);

impl Budget {
    fn parse(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self(None));
        }
        let percent: Option<f64> = text.strip_suffix('%').unwrap_or(text).parse().ok();
        match percent.filter(|percent| (0.0..=100.0).contains(percent)) {
            Some(percent) => Ok(Self(Some((percent * 100.0).round() as u32))),
            None => Err("takes a percentage from 0 to 100, or none".to_owned()),
        }
    }
}

fn screens() -> impl TypedValueParser<Value = Screen> {
    let named = |name: String| Screen::ALL.into_iter().find(|screen| screen.name() == name);
    PossibleValuesParser::new(Screen::ALL.map(Screen::name)).map(move |name| named(name).unwrap_or_default())
}

fn pid(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| "not a process id: -p takes a number; to start a program, leave out -p".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if duration >= Duration::from_millis(10) => Ok(duration),
        _ => Err("must be at least 0.01 seconds".to_owned()),
    }
}

/// `30`, `30s`.
fn seconds_with_unit(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    match seconds(number)? {
        length if length >= Duration::from_millis(100) => Ok(length),
        _ => Err("must be at least 0.1 seconds".to_owned()),
    }
}

impl Options {
    /// What the probe is told.
    #[must_use]
    pub fn probe(&self) -> zetop_wire::session::Options {
        zetop_wire::session::Options {
            device: !self.no_device,
            tables: !self.tracing_layer,
            records: self.live || self.trace.is_some(),
            exact: self.exact || self.budget.0.is_none(),
            budget: self.budget.0.unwrap_or(0),
            cold: self.cold.wanted(),
            public_api: self.public_api,
            threads_stay: false,
        }
    }

    /// Whether the dashboard is shown, given whether stdout is a terminal.
    #[must_use]
    pub fn has_dashboard(&self, stdout_is_terminal: bool) -> bool {
        let stdout_taken = self.common.json.as_deref() == Some("-".as_ref())
            || (self.interval.is_some() && self.common.json.is_none());
        stdout_is_terminal && !self.no_tui && !self.live && !stdout_taken
    }

    /// Refuses two outputs to the same file, which would spoil each other, and `-` where a file is needed.
    ///
    /// # Errors
    /// Names the options and the file.
    pub fn check_outputs(&self) -> Result<(), String> {
        let file = |path: &OsString| (path != "-").then(|| PathBuf::from(path));
        let outputs = [
            ("--json", self.common.json.as_ref().and_then(file)),
            ("--csv", self.common.csv.clone()),
            ("--html", self.common.html.clone()),
            ("--record", self.record.clone()),
            ("--trace", self.trace.clone()),
        ];
        let known: Vec<_> =
            outputs.into_iter().filter_map(|(name, path)| Some((name, resolved(&path?)))).collect();
        for (at, (name, path)) in known.iter().enumerate() {
            if let Some((other, _)) = known[..at].iter().find(|(_, known)| known == path) {
                return Err(format!("{other} and {name} are the same file: {}", path.display()));
            }
        }
        for (name, path) in [
            ("--csv", &self.common.csv),
            ("--html", &self.common.html),
            ("--record", &self.record),
            ("--trace", &self.trace),
        ] {
            if path.as_deref() == Some("-".as_ref()) {
                return Err(format!("{name} takes a file, not -"));
            }
        }
        Ok(())
    }

    /// The reports that were asked for.
    #[must_use]
    pub fn reports(&self, dashboard: bool) -> Wanted {
        let style = summary::Style {
            ascii: self.common.ascii,
            filter: self.filter.clone(),
            sort: self.sort.clone(),
            full: self.common.full,
            rows: self.rows.map(|rows| rows as usize),
        };
        Wanted {
            json: self.common.json.as_deref().map(Destination::from_argument),
            csv: self.common.csv.clone(),
            html: self.common.html.clone().map(|path| html::Wanted { path, is_played: false }),
            interval: self.interval,
            live: self.live,
            metrics: self.metrics.clone(),
            metrics_token: self.metrics_token.clone(),
            otlp: self.otlp.clone(),
            summary: (!dashboard).then(|| style.clone()),
            closing: dashboard.then_some(style),
        }
    }

    #[must_use]
    pub fn dashboard(&self) -> tui::Options {
        tui::Options {
            ascii: self.common.ascii,
            background: match self.theme {
                Theme::Auto => None,
                Theme::Dark => Some(tui::Background::Dark),
                Theme::Light => Some(tui::Background::Light),
            },
            screen: self.screen,
            filter: self.filter.clone(),
            sort: self.sort.clone(),
            duration: self.duration,
            refresh: self.refresh,
            keys: self.key.clone(),
            colors: Colors::new(&self.color),
            columns: self.columns.clone(),
            ..tui::Options::default()
        }
    }

    #[must_use]
    pub fn launch(&self, command: Vec<OsString>, dashboard: bool) -> Launch {
        let output = if dashboard { Output::Capture } else { Output::Inherit };
        Launch { command, simulator: self.common.sim.is_some(), output }
    }
}

/// The absolute path of a file, whether it exists or not, for comparison with others.
fn resolved(path: &std::path::Path) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or_else(|| ".".as_ref()).canonicalize();
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// Options that benchmarks don't take.
fn foreign_to_bench(definition: &clap::Command) -> Vec<clap::Id> {
    let taken = Common::augment_args(clap::Command::new("bench"));
    let is_taken = |arg: &&clap::Arg| taken.get_arguments().any(|other| other.get_id() == arg.get_id());
    definition.get_arguments().filter(|arg| !is_taken(arg)).map(|arg| arg.get_id().clone()).collect()
}

/// The definition, for completions and the manual page.
#[must_use]
pub fn definition() -> clap::Command {
    let mut all = Cli::command();
    let foreign = foreign_to_bench(&all);
    // Hands the global options on to the subcommands.
    all.build();
    let hidden = |arg: clap::Arg| {
        let is_foreign = arg.is_global_set() && foreign.contains(arg.get_id());
        if is_foreign { arg.hide(true) } else { arg }
    };
    let one = |command: clap::Command| command.mut_args(hidden);
    all.mut_subcommand("bench", |command| {
        // `bench all` draws all charts on one page.
        let no_svg = |arg: clap::Arg| if arg.get_id() == "svg" { arg.hide(true) } else { arg };
        let each = |command: clap::Command| {
            let is_all = command.get_name() == "all";
            if is_all { one(command).mut_args(no_svg) } else { one(command) }
        };
        one(command).mut_subcommands(each)
    })
}

/// The first option of a benchmark's command line that is for programs that are watched. Settings of the configuration
/// file, which are for all runs, are not among the arguments.
#[must_use]
pub fn refused_by_bench(definition: &clap::Command, arguments: &[OsString]) -> Option<String> {
    let given = definition.clone().try_get_matches_from(arguments).ok()?;
    given.subcommand_name().filter(|name| *name == "bench")?;
    let is_given = |id: &&clap::Id| given.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    let foreign = foreign_to_bench(&Cli::command());
    let wrong = foreign.iter().find(is_given)?;
    let long = definition.get_arguments().find(|arg| arg.get_id() == wrong)?.get_long()?;
    Some(format!("--{long} is for programs that are watched, not for a benchmark"))
}

/// Reads a command line. clap takes the program to start for the name of a subcommand, and those have to be UTF-8; names of
/// files need not be.
///
/// # Errors
/// What is wrong with it, or the help that was asked for.
pub fn read(
    definition: &clap::Command,
    arguments: &[OsString],
) -> Result<(clap::ArgMatches, Cli), clap::Error> {
    let parse = |arguments: &[OsString]| -> Result<_, clap::Error> {
        let given = definition.clone().try_get_matches_from(arguments)?;
        let cli = Cli::from_arg_matches(&given)?;
        Ok((given, cli))
    };
    let error = match parse(arguments) {
        Err(error) if error.kind() == ErrorKind::InvalidUtf8 => error,
        other => return other,
    };
    for (at, name) in arguments.iter().enumerate().filter(|(_, word)| word.to_str().is_none()) {
        let mut readable = arguments.to_vec();
        // No subcommand has a replacement character.
        readable[at] = name.to_string_lossy().into_owned().into();
        if let Ok((given, mut cli)) = parse(&readable)
            && let Some(Action::Program(command)) = &mut cli.action
            && command.first() == Some(&readable[at])
        {
            command[0].clone_from(name);
            return Ok((given, cli));
        }
    }
    Err(error)
}

#[cfg(test)]
mod tests;
