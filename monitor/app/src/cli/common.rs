//! What programs that are watched and benchmarks have in common.

use super::simulated::Simulated;
use std::ffi::OsString;
use std::path::PathBuf;

/// Options below this heading may also be set in the configuration file: by their names or, if they can be repeated,
/// in a table.
pub const SETTINGS: &str = "Settings, also in the configuration file";

#[derive(Debug, Clone, clap::Args)]
pub struct Common {
    /// Use the simulated GPU instead of a real one; which one may be said: a discrete card, an entry-level one, or one of Intel's Gen9
    #[arg(long, global = true, value_name = "PROFILE", num_args = 0..=1, require_equals = true,
        default_missing_value = "usual")]
    pub sim: Option<Simulated>,

    /// Write the figures as JSON at the end; `-` means stdout, without a dashboard. In names of outputs, %r, %h, %p
    /// and %j are rank, host, PID and job
    #[arg(long, global = true, value_name = "FILE|-")]
    pub json: Option<OsString>,

    /// Write the table of API functions (of a benchmark: its figures) as CSV at the end; if several processes
    /// ran, one file per process, with _rankN or _PID before the extension, and a table of them (_processes)
    #[arg(long, global = true, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Write one page at the end that needs nothing else, to send to somebody: findings, plots, tables, call sites; of a
    /// benchmark its summary, advice, plots and figures
    #[arg(long, global = true, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// In the summary: all rows, not only the top 20 of each table
    #[arg(long, global = true, help_heading = SETTINGS)]
    pub full: bool,

    /// Draw with ASCII characters only
    #[arg(long, global = true, help_heading = SETTINGS)]
    pub ascii: bool,
}

impl Common {
    /// No file is asked for: the summary goes to the screen.
    pub fn wants_no_file(&self) -> bool {
        self.json.is_none() && self.csv.is_none() && self.html.is_none()
    }
}
