//! The options for programs that are watched, and what each part of zetop is told of them.

use super::cold;
use super::common::{Common, SETTINGS};
use super::who::Who;
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use zetop_figures::history::KEPT;
use zetop_figures::view::columns::OwnColumns;
use zetop_present::report::metrics::Listen;
use zetop_present::report::otlp::Endpoint;
use zetop_present::report::{Wanted, html, markdown, summary};
use zetop_present::tui;
use zetop_present::tui::colors::{Colors, OwnColor};
use zetop_present::tui::own_keys::OwnKey;
use zetop_present::tui::panels::Screen;
use zetop_process::launch::{Launch, Output};
use zetop_system::output::Destination;

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

    /// Write the summary as Markdown at the end, to paste into an issue or a pull request; --rows, --full, --filter,
    /// --sort and --ascii hold for it, too
    #[arg(long, global = true, value_name = "FILE")]
    pub markdown: Option<PathBuf>,

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

    /// Time every host call and every operation on a device, as --budget none does, and --live and --trace imply
    #[arg(long, help_heading = SETTINGS, global = true)]
    pub exact: bool,

    /// What timing host calls may add to a thread's time, and timing operations on a Level Zero device once more. Beyond that,
    /// one of 16 calls of those functions is timed, at random, whose calls take less than 16 times what timing them costs, and
    /// operations are timed in windows; counts, bytes and errors are exact all the same
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
    #[arg(long, help_heading = SETTINGS, global = true, value_name = "SECONDS", default_value = "0.5", value_parser = seconds)]
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
    pub(super) fn parse(text: &str) -> Result<Self, String> {
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

pub(super) fn pid(text: &str) -> Result<u32, String> {
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

    /// The outputs that are files, by the option that names them.
    pub(super) fn files(&mut self) -> [(&'static str, &mut Option<PathBuf>); 5] {
        [
            ("--csv", &mut self.common.csv),
            ("--html", &mut self.common.html),
            ("--markdown", &mut self.markdown),
            ("--record", &mut self.record),
            ("--trace", &mut self.trace),
        ]
    }

    /// Refuses two outputs to the same file, which would spoil each other, and `-` where a file is needed.
    ///
    /// # Errors
    /// Names the options and the file.
    pub fn check_outputs(&self) -> Result<(), String> {
        let mut options = self.clone();
        let mut json = self.common.json.as_ref().filter(|path| *path != "-").map(PathBuf::from);
        let files = options.files();
        let all = [("--json", &mut json)].into_iter().chain(files);
        let known: Vec<_> = all.filter_map(|(name, path)| Some((name, resolved(path.as_ref()?)))).collect();
        for (at, (name, path)) in known.iter().enumerate() {
            if let Some((other, _)) = known[..at].iter().find(|(_, known)| known == path) {
                return Err(format!("{other} and {name} are the same file: {}", path.display()));
            }
        }
        for (name, path) in options.files() {
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
            markdown: self.markdown.clone().map(|path| markdown::Wanted { path, style: style.clone() }),
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

    /// How often figures are looked at.
    #[must_use]
    pub fn reading(&self) -> Duration {
        self.interval.map_or(self.refresh, |interval| interval.min(self.refresh))
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
