//! The command line. Help, man page and completions all come from this one definition.

pub mod cold;
mod common;
mod completions;
pub mod named;
mod options;
mod simulated;
pub mod usage_error;
mod who;

pub use common::{Common, SETTINGS};
pub use completions::completions;
pub use options::{Budget, Options, Theme};
pub use simulated::Simulated;
pub use who::Who;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args as _, CommandFactory, FromArgMatches, Parser, Subcommand};
use options::pid;
use std::ffi::OsString;
use std::path::PathBuf;

/// The hidden subcommand that runs the demonstration's workload; `zetop demo` starts it under itself.
pub const WORKLOAD: &str = "zetop-demo-workload";

/// Subcommands that zetop starts itself with.
pub const INTERNAL_SUBCOMMANDS: [&str; 4] = [
    WORKLOAD,
    zetop_bench::messages::WORKER,
    zetop_process::ask_in_child::ASK,
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
    #[command(name = zetop_process::ask_in_child::ASK, hide = true)]
    AskDriver { api: String },
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

    /// What A is compared with: whatever A may be
    #[arg(value_name = "B")]
    pub b: PathBuf,

    /// Exit with status 3 if a figure has changed by more than this, beyond noise: `p99 zeMemFree > +20%`,
    /// `bandwidth heap->device < -10%`. Figures: calls, errors, bytes, total, min, max, avg, p50, p90, p99,
    /// bandwidth, throughput; of the whole `run`: elapsed, busy, peak, findings. Can be given several times
    #[arg(long, value_name = "CONDITION")]
    pub fail_if: Vec<String>,
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

/// Reads a command line with a definition that is made where something is to be said of it: to hand the global options on to all
/// subcommands takes longer than to read a line. clap takes the program to start for the name of a subcommand, and those have to be UTF-8; names of
/// files need not be.
///
/// # Errors
/// What is wrong with it, or the help that was asked for.
pub fn read(
    definition: impl FnOnce() -> clap::Command,
    arguments: &[OsString],
) -> Result<(clap::ArgMatches, Cli), clap::Error> {
    let parse = |definition: clap::Command, arguments: &[OsString]| -> Result<_, clap::Error> {
        let given = definition.try_get_matches_from(arguments)?;
        let cli = Cli::from_arg_matches(&given)?;
        Ok((given, cli))
    };
    if let Ok(read) = parse(Cli::command(), arguments) {
        return Ok(read);
    }
    let definition = definition();
    let error = match parse(definition.clone(), arguments) {
        Err(error) if error.kind() == ErrorKind::InvalidUtf8 => error,
        other => return other,
    };
    for (at, name) in arguments.iter().enumerate().filter(|(_, word)| word.to_str().is_none()) {
        let mut readable = arguments.to_vec();
        // No subcommand has a replacement character.
        readable[at] = name.to_string_lossy().into_owned().into();
        if let Ok((given, mut cli)) = parse(definition.clone(), &readable)
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
