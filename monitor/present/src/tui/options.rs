//! How the dashboard should look, and why it was left.

use crate::tui::colors::Colors;
use crate::tui::own_keys::{Keys, OwnKey};
use crate::tui::panels::Screen;
use crate::tui::theme::{Background, ColorChoice};
use anyhow::anyhow;
use std::time::Duration;
use zetop_figures::view::columns::OwnColumns;
use zetop_figures::view::filter::Filter;
use zetop_figures::view::items::Field;

#[derive(Debug, Clone)]
pub struct Options {
    /// Nothing but ASCII on the screen.
    pub ascii: bool,
    pub color: ColorChoice,
    /// `None`: the terminal is asked.
    pub background: Option<Background>,
    /// The first screen.
    pub screen: Screen,
    /// As typed after `/`.
    pub filter: Option<String>,
    /// One of the names of [`Field::NAMED`].
    pub sort: Option<String>,
    /// Leave as soon as the program has ended, instead of showing the final figures.
    pub exit_when_done: bool,
    /// Leave after this long.
    pub duration: Option<Duration>,
    /// The program plays a story.
    pub story: Option<Story>,
    /// Between two looks at the figures.
    pub refresh: Duration,
    pub keys: Vec<OwnKey>,
    pub colors: Colors,
    pub columns: Vec<OwnColumns>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            ascii: false,
            color: ColorChoice::default(),
            background: None,
            screen: Screen::default(),
            filter: None,
            sort: None,
            exit_when_done: false,
            duration: None,
            story: None,
            refresh: REFRESH,
            keys: Vec::new(),
            colors: Colors::default(),
            columns: Vec::new(),
        }
    }
}

/// Figures that change faster than this can't be read, and each look at them costs.
pub const REFRESH: Duration = Duration::from_millis(500);

/// The next act of a program that plays a story.
#[derive(Debug, Clone)]
pub struct Story {
    /// When it does so by itself.
    pub after: Duration,
    /// The message for the user.
    pub text: String,
}

impl Options {
    /// Checks the options before anything is started.
    pub fn check(&self) -> anyhow::Result<()> {
        self.parsed_filter()?;
        self.parsed_sort()?;
        self.parsed_keys()?;
        Ok(())
    }

    /// What the user should know about how the options were read.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        self.parsed_filter().ok()?.note().map(|note| format!("--filter: {note}"))
    }

    pub(super) fn parsed_filter(&self) -> anyhow::Result<Filter> {
        let text = self.filter.as_deref().unwrap_or("");
        Filter::parse(text).map_err(|error| anyhow!("filter '{text}': {error}"))
    }

    /// No key has two meanings.
    pub fn check_keys(&self) -> anyhow::Result<()> {
        self.parsed_keys().map(drop)
    }

    pub(super) fn parsed_keys(&self) -> anyhow::Result<Keys> {
        Keys::new(&self.keys).map_err(|(command, why)| anyhow!("{command}: {why}"))
    }

    pub(super) fn parsed_sort(&self) -> anyhow::Result<Option<Field>> {
        let Some(name) = &self.sort else { return Ok(None) };
        let known = || Field::NAMED.iter().map(|(field, _)| field.name()).collect::<Vec<_>>().join(", ");
        let field = Field::from_name(name)
            .ok_or_else(|| anyhow!("no column '{name}' to sort by; try {}", known()))?;
        Ok(Some(field))
    }
}

/// Why the dashboard was left.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// By `q`, Ctrl-C or the answer to the question whether to end the program.
    pub quit_by_user: bool,
    /// The user chose to end the started program; it is gone.
    pub killed: bool,
    /// The program had ended by itself, or has been ended.
    pub finished: bool,
    /// The user wants the program to be run again, after it has ended or was ended.
    pub again: bool,
    /// [`Options::duration`] is over.
    pub timed_out: bool,
    /// SIGTERM, SIGHUP, SIGINT or SIGQUIT came.
    pub signal: Option<i32>,
    /// What has changed since the mark, where one was set, in a sentence.
    pub since_mark: Option<String>,
}
