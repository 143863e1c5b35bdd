//! Choosing with the keys, on the alternate screen. The terminal is restored on every path.

use super::candidates::{Candidate, age, candidates, none};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Cell, Paragraph, Row, Table, TableState, Wrap};
use std::time::{Duration, Instant};
use zetop_present::tui::keyboard::{Heard, Keyboard};
use zetop_present::tui::signals::Signals;
use zetop_present::tui::terminal::{Terminal, panicked};
use zetop_present::tui::theme::{ColorChoice, Theme};
use zetop_system::handle::Handle;

/// How often the list is refreshed.
const REFRESH: Duration = Duration::from_secs(2);
/// Longest wait for a key.
const WAIT: Duration = Duration::from_millis(250);
/// More than that is not typed, in bytes.
const LONGEST: usize = 256;
const NO_MATCH: &str = "None of them has that in its command line.";

/// What a key does.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Stay,
    Leave,
    Suspend,
    Choose(Handle),
}

#[derive(Debug, Default)]
struct State {
    all: Vec<Candidate>,
    /// What was typed, and those that have it in their command line, or their number begins with it.
    typed: String,
    candidates: Vec<Candidate>,
    table: TableState,
}

impl State {
    fn refresh(&mut self, all: Vec<Candidate>) {
        self.all = all;
        self.filter();
    }

    fn filter(&mut self) {
        let wanted = self.typed.to_lowercase();
        let is_wanted = |one: &&Candidate| {
            one.command.to_lowercase().contains(&wanted) || one.pid().to_string().starts_with(&wanted)
        };
        let candidates: Vec<Candidate> = self.all.iter().filter(is_wanted).cloned().collect();
        let pid = self.selected().map(Candidate::pid);
        let at = pid.and_then(|pid| candidates.iter().position(|one| one.pid() == pid));
        let last = candidates.len().checked_sub(1);
        let same_place = self.table.selected().unwrap_or(0);
        self.table.select(at.or_else(|| last.map(|last| same_place.min(last))));
        self.candidates = candidates;
    }

    fn selected(&self) -> Option<&Candidate> {
        self.candidates.get(self.table.selected()?)
    }

    fn go_to(&mut self, at: impl FnOnce(usize, usize) -> usize) {
        if let Some(last) = self.candidates.len().checked_sub(1) {
            self.table.select(Some(at(self.table.selected().unwrap_or(0), last).min(last)));
        }
    }

    fn press(&mut self, key: KeyEvent) -> Step {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Step::Leave,
            KeyCode::Char('z') if control => return Step::Suspend,
            KeyCode::Esc if self.typed.is_empty() => return Step::Leave,
            KeyCode::Esc => {
                self.typed.clear();
                self.filter();
            }
            KeyCode::Backspace => {
                self.typed.pop();
                self.filter();
            }
            KeyCode::Down => self.go_to(|at, _| at + 1),
            KeyCode::Up => self.go_to(|at, _| at.saturating_sub(1)),
            KeyCode::PageDown => self.go_to(|at, _| at + 10),
            KeyCode::PageUp => self.go_to(|at, _| at.saturating_sub(10)),
            KeyCode::Home => self.go_to(|_, _| 0),
            KeyCode::End => self.go_to(|_, last| last),
            KeyCode::Enter => {
                if let Some(one) = self.selected().filter(|one| one.obstacle.is_none()) {
                    return Step::Choose(one.process.clone());
                }
            }
            KeyCode::Char(letter) if !control && self.typed.len() < LONGEST => {
                self.typed.push(letter);
                self.filter();
            }
            _ => {}
        }
        Step::Stay
    }
}

/// Shows the programs until one is chosen; `None` when the user leaves.
///
/// # Errors
/// When the terminal cannot be used.
pub fn choose(ascii: bool, some: Option<&[Handle]>) -> anyhow::Result<Option<Handle>> {
    let env = |name: &str| std::env::var(name).ok();
    let theme = Theme::new(ColorChoice::Auto.resolve(env), ascii);
    let signals = Signals::register()?;
    let mut state = State::default();
    state.refresh(candidates(some));
    let mut refreshed = Instant::now();
    let mut terminal = Terminal::enter()?;
    let keyboard = Keyboard::listen()?;
    loop {
        if signals.end().is_some() || signals.take_to_pass_on().is_some() || panicked() || terminal.is_gone()
        {
            return Ok(None);
        }
        if signals.take_stop() {
            suspend(&mut terminal, &keyboard)?;
        }
        if signals.take_continue() {
            terminal.clear()?;
        }
        if refreshed.elapsed() >= REFRESH {
            state.refresh(candidates(some));
            refreshed = Instant::now();
        }
        if terminal.is_ready() {
            terminal.draw(|frame| draw(frame, &mut state, &theme))?;
        }
        let mut wait = WAIT;
        loop {
            let heard = keyboard.next(wait);
            wait = Duration::ZERO;
            let key = match heard {
                Heard::Event(Event::Key(key)) => key,
                Heard::Event(_) => continue,
                Heard::Nothing => break,
                Heard::Gone => return Ok(None),
            };
            if key.kind == KeyEventKind::Release {
                continue;
            }
            match state.press(key) {
                Step::Stay => {}
                Step::Leave => return Ok(None),
                Step::Suspend => suspend(&mut terminal, &keyboard)?,
                Step::Choose(process) => return Ok(Some(process)),
            }
        }
    }
}

fn suspend(terminal: &mut Terminal, keyboard: &Keyboard) -> std::io::Result<()> {
    keyboard.pause();
    terminal.suspend()?;
    keyboard.resume();
    Ok(())
}

fn draw(frame: &mut Frame<'_>, state: &mut State, theme: &Theme) {
    let areas = Layout::vertical([
        Constraint::Length(2),
        Constraint::Min(1),
        Constraint::Length(2),
        Constraint::Length(1),
    ]);
    let [title, body, note, keys] = areas.areas(frame.area());
    let text = Line::from(vec![
        Span::styled("zetop", theme.title),
        Span::styled("  attach to which program?  ", theme.text),
        Span::styled(state.typed.clone(), theme.strong),
    ]);
    frame.render_widget(Paragraph::new(text), title);
    if state.candidates.is_empty() {
        let none = if state.all.is_empty() { none() } else { NO_MATCH.to_owned() };
        frame.render_widget(Paragraph::new(none).style(theme.dim).wrap(Wrap { trim: true }), body);
    } else {
        table(frame, body, state, theme);
    }
    if let Some(why) = state.selected().and_then(|one| one.obstacle.as_deref()) {
        frame.render_widget(Paragraph::new(why).style(theme.warn).wrap(Wrap { trim: true }), note);
    }
    let key =
        |key: &'static str, what: &'static str| [Span::styled(key, theme.key), Span::styled(what, theme.dim)];
    let help = [
        key("↑↓", " select  "),
        key("Enter", " attach  "),
        key("type", " to filter  "),
        key("Esc", " leave"),
    ];
    frame.render_widget(Line::from(help.concat()), keys);
    theme.finish(frame.buffer_mut());
}

fn table(frame: &mut Frame<'_>, area: ratatui::layout::Rect, state: &mut State, theme: &Theme) {
    let right = |text: String| Cell::from(Line::from(text).right_aligned());
    let rows = state.candidates.iter().map(|one| {
        let (word, style) = if one.obstacle.is_none() { ("yes", theme.good) } else { ("no", theme.bad) };
        Row::new([
            right(one.pid().to_string()),
            right(age(one.uptime)),
            Cell::from(one.version.as_str()),
            Cell::from(Span::styled(word, style)),
            Cell::from(one.command.as_str()),
        ])
    });
    let widths = [
        Constraint::Length(8),
        Constraint::Length(9),
        Constraint::Length(9),
        Constraint::Length(6),
        Constraint::Min(10),
    ];
    let head = Row::new([
        right("PID".to_owned()),
        right("UPTIME".to_owned()),
        "LOADER".into(),
        "ATTACH".into(),
        "COMMAND".into(),
    ]);
    let table = Table::new(rows, widths)
        .header(head.style(theme.dim))
        .column_spacing(2)
        .row_highlight_style(theme.selected);
    frame.render_stateful_widget(table, area, &mut state.table);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(state: &mut State) -> Option<u32> {
        match press(state, KeyCode::Enter) {
            Step::Choose(process) => Some(process.pid()),
            _ => None,
        }
    }

    fn one(pid: u32, obstacle: Option<&str>) -> Candidate {
        let (version, command) = ("1.8.0".to_owned(), "./app".to_owned());
        let obstacle = obstacle.map(str::to_owned);
        Candidate { process: Handle::open(pid), uptime: Duration::from_secs(7), version, obstacle, command }
    }

    fn press(state: &mut State, code: KeyCode) -> Step {
        state.press(KeyEvent::new(code, KeyModifiers::NONE))
    }

    #[test]
    fn keys_select_and_choose() {
        let mut state = State::default();
        assert_eq!(press(&mut state, KeyCode::Enter), Step::Stay);
        state.refresh(vec![one(1, None), one(2, None), one(3, Some("stopped"))]);
        press(&mut state, KeyCode::Down);
        assert_eq!(chosen(&mut state), Some(2));
        for _ in 0..3 {
            press(&mut state, KeyCode::Down);
        }
        assert_eq!(press(&mut state, KeyCode::Enter), Step::Stay, "it cannot be attached to");
        press(&mut state, KeyCode::Up);
        // the selection stays with the program
        state.refresh(vec![one(2, None), one(3, None)]);
        assert_eq!(chosen(&mut state), Some(2));
        state.refresh(vec![]);
        assert_eq!(press(&mut state, KeyCode::Enter), Step::Stay);
        assert_eq!(press(&mut state, KeyCode::Esc), Step::Leave);
    }

    #[test]
    fn what_is_typed_filters() {
        let mut state = State::default();
        let named = |pid, command: &str| Candidate { command: command.to_owned(), ..one(pid, None) };
        let all = || vec![named(11, "python Train.py"), named(12, "./serve"), named(21, "python serve.py")];
        state.refresh(all());
        let shown = |state: &State| state.candidates.iter().map(Candidate::pid).collect::<Vec<_>>();
        for letter in "serve".chars() {
            assert_eq!(press(&mut state, KeyCode::Char(letter)), Step::Stay);
        }
        assert_eq!(shown(&state), [12, 21]);
        press(&mut state, KeyCode::Down);
        state.refresh(all());
        assert_eq!(chosen(&mut state), Some(21));
        press(&mut state, KeyCode::Char('x'));
        assert_eq!((shown(&state), press(&mut state, KeyCode::Enter)), (vec![], Step::Stay));
        press(&mut state, KeyCode::Backspace);
        assert_eq!(shown(&state), [12, 21]);
        assert_eq!((press(&mut state, KeyCode::Esc), shown(&state)), (Step::Stay, vec![11, 12, 21]));
        press(&mut state, KeyCode::Char('1'));
        assert_eq!(shown(&state), [11, 12], "numbers begin with it");
        for letter in "tRAIN".chars() {
            assert_eq!(press(&mut state, KeyCode::Char(letter)), Step::Stay);
        }
        assert_eq!(shown(&state), [0; 0]);
    }
}
