//! The loop: the only place that knows the time, the terminal and the session.

use crate::report::Reports;
use crate::tui::app::App;
use crate::tui::background::{self, BackgroundAnswer, Part};
use crate::tui::colors::Colors;
use crate::tui::keyboard::{Heard, Keyboard};
use crate::tui::keys::Command;
use crate::tui::options::{Options, Outcome, Story};
use crate::tui::save;
use crate::tui::signals::Signals;
use crate::tui::state::{Action, DashboardState, Effect, Message};
use crate::tui::terminal::{self, Terminal};
use crate::tui::theme::{Background, Depth, Theme};
use crate::tui::typing;
use anyhow::bail;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use rustix::process::Signal;
use std::sync::Arc;
use std::time::{Duration, Instant};
use zetop_figures::session::Session;
use zetop_figures::view::columns::Columns;

/// 20 frames a second at most.
const FRAME: Duration = Duration::from_millis(50);
/// The longest time that signals, a program's end, and the end of a message wait for the loop. As long as figures take to be new.
const TURN: Duration = Duration::from_millis(250);
/// How long after the start figures are shown as soon as they come: somebody waits for the first ones.
const BEGINNING: Duration = Duration::from_secs(3);
/// Between two looks at the figures in that time.
const AT_FIRST: Duration = Duration::from_millis(200);
/// The clock keeps running even when the program makes no calls.
const TICK: Duration = Duration::from_secs(1);
const MESSAGE: Duration = Duration::from_secs(4);
/// A program that was told to end is killed after this long.
const PATIENCE: Duration = Duration::from_secs(3);

/// How much of a line that the program has not finished is shown.
const LINE: usize = 60;
/// The number of the screen with the program's output, as the key has it, less one.
const LOG: u8 = 5;

struct Loop<'a> {
    session: &'a mut dyn Session,
    reports: Option<&'a mut Reports>,
    app: App,
    // Dropped before the terminal is given back: keys are the shell's from then on.
    keyboard: Keyboard,
    terminal: Terminal,
    started: Instant,
    /// The session has something newer than the last snapshot.
    stale: bool,
    fed: Option<Instant>,
    drawn: Option<Instant>,
    dirty: bool,
    message_since: Option<(Message, Instant)>,
    told_to_end: Option<Instant>,
    /// The terminal has gone.
    hung_up: bool,
    /// What the program does next, until it has done it.
    story: Option<Story>,
    /// Run the program again once it has ended.
    again: bool,
    /// Keys are the program's.
    typing: bool,
    /// The terminal was asked what it looks like.
    background: BackgroundAnswer,
    colors: Colors,
    /// Between two looks at the figures.
    refresh: Duration,
}

/// What some terminals say without being asked: `COLORFGBG=15;0`, text and background among the 16.
fn by_environment(env: impl Fn(&str) -> Option<String>) -> Option<Background> {
    let value = env("COLORFGBG")?;
    let background: u8 = value.rsplit(';').next()?.parse().ok()?;
    Some(if matches!(background, 7 | 9..=15) { Background::Light } else { Background::Dark })
}

pub fn run(
    session: &mut dyn Session,
    reports: Option<&mut Reports>,
    options: &Options,
) -> anyhow::Result<Outcome> {
    let mut state = DashboardState::new(options.parsed_filter()?, options.parsed_sort()?);
    state.screen = options.screen;
    state.keys = options.parsed_keys()?;
    state.columns = Columns::new(&options.columns);
    let depth = options.color.resolve(|name| std::env::var(name).ok());
    let chosen = options.background.or_else(|| by_environment(|name| std::env::var(name).ok()));
    let app = App::new(state, Theme::with(&options.colors, chosen.unwrap_or_default(), depth, options.ascii));
    // Not needed without colours, and not asked of consoles that would print the question.
    let term = std::env::var("TERM").unwrap_or_default();
    let ask = chosen.is_none() && depth != Depth::Mono && !matches!(term.as_str(), "linux" | "dumb" | "");
    let signals = Signals::register()?;
    let mut this = Loop {
        session,
        reports,
        app,
        terminal: Terminal::enter()?,
        started: Instant::now(),
        stale: true,
        fed: None,
        drawn: None,
        dirty: true,
        message_since: None,
        told_to_end: None,
        keyboard: Keyboard::listen()?,
        hung_up: false,
        story: options.story.clone(),
        again: false,
        typing: false,
        background: BackgroundAnswer::default(),
        colors: options.colors.clone(),
        refresh: options.refresh,
    };
    if ask {
        this.terminal.ask(background::ASK)?;
        this.background = BackgroundAnswer::expected();
    }
    let outcome = this.turn(options, &signals)?;
    Ok(Outcome { since_mark: this.app.state.since_mark(), ..outcome })
}

impl Loop<'_> {
    fn turn(&mut self, options: &Options, signals: &Signals) -> anyhow::Result<Outcome> {
        loop {
            if let Some(signal) = signals.end() {
                return Ok(Outcome { signal: Some(signal), ..Outcome::default() });
            }
            while let Some(signal) = signals.take_to_pass_on() {
                // A recording has no program, and an attached one is not zetop's to signal.
                if self.session.is_attached() || self.session.pid().is_none() {
                    return Ok(Outcome { signal: Some(signal.as_raw()), ..Outcome::default() });
                }
                self.session.signal(signal);
            }
            if terminal::panicked() {
                bail!("part of zetop has panicked; its message is above");
            }
            if signals.take_stop() {
                self.suspend(signals)?;
            }
            if signals.take_continue() {
                self.terminal.clear()?;
                self.dirty = true;
            }
            self.read_session();
            self.session.select_row(self.app.state.looked_at());
            if self.app.state.finished && (options.exit_when_done || self.app.state.ending) {
                let (killed, again) = (self.app.state.ending, self.again);
                let quit_by_user = killed && !again;
                return Ok(Outcome { finished: true, killed, again, quit_by_user, ..Outcome::default() });
            }
            if options.duration.is_some_and(|limit| self.started.elapsed() >= limit) {
                return Ok(Outcome { timed_out: true, ..Outcome::default() });
            }
            if self.story.as_ref().is_some_and(|story| self.started.elapsed() >= story.after) {
                self.next_act();
            }
            self.press_for_end();
            self.tell_about_input();
            self.expire_message();
            self.draw()?;
            if self.hung_up || self.terminal.is_gone() {
                return Ok(Outcome { signal: Some(signal_hook::consts::SIGHUP), ..Outcome::default() });
            }
            if self.read_events(signals)? {
                let finished = self.app.state.finished;
                return Ok(Outcome { quit_by_user: true, finished, ..Outcome::default() });
            }
        }
    }

    /// Reads what the session has, even while the display is paused, so that nothing piles up.
    fn read_session(&mut self) {
        self.stale |= self.session.poll();
        if let Some(reports) = &mut self.reports {
            reports.during(self.session);
        }
        let since = self.fed.map_or(Duration::MAX, |at| at.elapsed());
        let finished = self.session.finished();
        let just_finished = finished && !self.app.state.finished;
        let refresh =
            if self.started.elapsed() < BEGINNING { self.refresh.min(AT_FIRST) } else { self.refresh };
        let due = (self.stale && since >= refresh)
            || (!finished && since >= TICK.max(self.refresh))
            || just_finished;
        if due {
            self.feed();
        }
        if just_finished {
            self.app.update(Action::Finished);
            self.dirty = true;
        }
    }

    fn feed(&mut self) {
        self.stale = false;
        self.fed = Some(Instant::now());
        let before = self.app.state.release();
        let snapshot = self.session.snapshot(self.app.state.process);
        // A folder's figures are the same ones until its ranks have written more.
        self.dirty |= before.as_ptr() != Arc::as_ptr(&snapshot);
        self.app.update(Action::Feed(snapshot));
        let dropped = self.session.log_dropped();
        let log = self.session.log();
        let total = dropped + log.len() as u64;
        let new = total.saturating_sub(self.app.state.log.seen).min(log.len() as u64) as usize;
        // What came and went between two looks counts as seen.
        let missed = total.saturating_sub(self.app.state.log.seen + new as u64);
        let lines = log[log.len() - new..].to_vec();
        self.app.state.log.seen += missed;
        if new > 0 || missed > 0 {
            self.app.update(Action::Log(lines, dropped));
            self.dirty = true;
        }
    }

    /// Continues the story, and marks the moment in the figures.
    fn next_act(&mut self) {
        let Some(story) = self.story.take() else { return };
        self.session.next_act();
        self.app.update(Action::Command(Command::Baseline));
        self.app.update(Action::Message(Message::Info(story.text)));
        self.dirty = true;
    }

    /// Kills a program that was told to end and does not.
    fn press_for_end(&mut self) {
        if let Some(at) = self.told_to_end
            && at.elapsed() >= PATIENCE
        {
            self.session.kill();
            self.told_to_end = Some(Instant::now());
        }
    }

    /// The program's question, while its answer is typed; before that, how to type it.
    fn tell_about_input(&mut self) {
        self.typing &= !self.session.finished();
        let text = if self.typing {
            let line = self.session.unfinished_line();
            let line: String = line.chars().rev().take(LINE).collect::<Vec<_>>().into_iter().rev().collect();
            format!("{line}_   (the keyboard is the program's; Ctrl-] takes it back)")
        } else if self.app.state.message.is_none() && self.session.awaits_input() {
            "the program waits for its input: I gives it the keyboard (or use --no-tui)".to_owned()
        } else {
            return;
        };
        let message = Message::Info(text);
        if self.app.state.message.as_ref() != Some(&message) {
            self.app.update(Action::Message(message));
            self.dirty = true;
        }
    }

    /// True if the event was the program's.
    fn type_in(&mut self, event: &Event) -> bool {
        if !self.typing {
            return false;
        }
        let bytes = match event {
            Event::Key(key) if typing::ends(key) => {
                self.typing = false;
                self.app.update(Action::ClearMessage);
                self.dirty = true;
                return true;
            }
            // As a terminal does: the one that the program reads from is nobody's to interrupt.
            Event::Key(KeyEvent { code: KeyCode::Char('c'), modifiers: KeyModifiers::CONTROL, .. }) => {
                self.session.signal(Signal::INT);
                return true;
            }
            Event::Key(key) => typing::bytes(key),
            Event::Paste(text) => text.replace('\n', "\r").into_bytes(),
            _ => return false,
        };
        if !self.session.write_input(&bytes) && !self.session.finished() {
            self.app
                .update(Action::Message(Message::Error("the program does not read its input".to_owned())));
        }
        true
    }

    fn expire_message(&mut self) {
        let current = self.app.state.message.as_ref();
        match (&self.message_since, current) {
            (Some((known, since)), Some(message)) if known == message => {
                if since.elapsed() >= MESSAGE {
                    self.message_since = None;
                    self.app.update(Action::ClearMessage);
                    self.dirty = true;
                }
            }
            (_, message) => self.message_since = message.map(|m| (m.clone(), Instant::now())),
        }
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        if !self.dirty || !self.terminal.is_ready() || self.drawn.is_some_and(|at| at.elapsed() < FRAME) {
            return Ok(());
        }
        let app = &mut self.app;
        self.terminal.draw(|frame| app.draw(frame))?;
        self.drawn = Some(Instant::now());
        self.dirty = false;
        Ok(())
    }

    /// Waits for events no longer than the session may wait; true when the user wants to leave.
    fn read_events(&mut self, signals: &Signals) -> anyhow::Result<bool> {
        let mut wait = self.session.poll_interval().clamp(Duration::from_millis(1), TURN);
        if self.dirty && self.terminal.is_ready() {
            wait = wait.min(FRAME.saturating_sub(self.drawn.map_or(FRAME, |at| at.elapsed())));
        }
        loop {
            let event = match self.keyboard.next(wait) {
                Heard::Event(event) => event,
                Heard::Nothing => return Ok(false),
                Heard::Gone => {
                    self.hung_up = true;
                    return Ok(false);
                }
            };
            wait = Duration::ZERO;
            match self.background.feed(&event) {
                Part::None => {}
                Part::Some => continue,
                Part::Whole(found) => {
                    let theme = &self.app.theme;
                    self.app.theme = Theme::with(&self.colors, found, theme.depth, theme.ascii);
                    self.dirty = true;
                    continue;
                }
            }
            if self.type_in(&event) {
                continue;
            }
            let effects = match &event {
                Event::Resize(..) => {
                    self.dirty = true;
                    continue;
                }
                Event::Paste(text) if self.app.state.input.is_some() => {
                    for c in text.chars().filter(|c| !c.is_control()) {
                        self.app.update(Action::Type(c));
                    }
                    self.dirty = true;
                    continue;
                }
                event => self.app.action(event).map(|action| self.app.update(action)),
            };
            let Some(effect) = effects else { continue };
            self.dirty = true;
            if let Some(effect) = effect
                && self.perform(effect, signals)?
            {
                return Ok(true);
            }
        }
    }

    fn perform(&mut self, effect: Effect, signals: &Signals) -> anyhow::Result<bool> {
        match effect {
            Effect::Quit => return Ok(true),
            Effect::Kill => {
                self.session.kill();
                self.told_to_end = Some(Instant::now());
            }
            Effect::Again => {
                self.again = true;
                if !self.session.finished() {
                    self.session.kill();
                    self.told_to_end = Some(Instant::now());
                }
            }
            Effect::Reset => {
                self.session.reset();
                self.feed();
            }
            Effect::Save => {
                let (width, height) = self.terminal.size()?;
                let message = match save::save(&self.app.state, &self.app.theme, width, height) {
                    Ok(name) => Message::Info(format!("saved {name}.svg and {name}.json")),
                    Err(error) => Message::Error(format!("not saved: {error:#}")),
                };
                self.app.update(Action::Message(message));
            }
            Effect::NextAct => self.next_act(),
            Effect::Input => {
                self.typing = self.session.write_input(&[]);
                let action = if self.typing {
                    Action::Command(Command::Screen(LOG))
                } else {
                    let text = "no program here reads what is typed in this terminal";
                    Action::Message(Message::Error(text.to_owned()))
                };
                self.app.update(action);
            }
            Effect::Control(control) => {
                self.session.control(control);
                self.feed();
            }
            Effect::Suspend => self.suspend(signals)?,
            Effect::Redraw => self.terminal.clear()?,
            Effect::Refetch => self.feed(),
        }
        Ok(false)
    }

    fn suspend(&mut self, signals: &Signals) -> anyhow::Result<()> {
        self.keyboard.pause();
        self.terminal.suspend()?;
        self.keyboard.resume();
        signals.take_stop();
        signals.take_continue();
        self.dirty = true;
        Ok(())
    }
}
