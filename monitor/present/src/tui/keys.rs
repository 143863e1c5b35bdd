//! The one table of key bindings: the parser, the help overlay and the footer's hints all come from it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    Screen(u8),
    NextScreen,
    PreviousScreen,
    Up,
    Down,
    PageUp,
    PageDown,
    Top,
    Bottom,
    Detail,
    Back,
    NextPanel,
    Zoom,
    Filter,
    Sort,
    SortLeft,
    SortRight,
    Invert,
    Process,
    Device,
    Pause,
    Baseline,
    ClearBaseline,
    Scale,
    Coarser,
    Finer,
    Reset,
    Again,
    RawNames,
    NextAct,
    Input,
    Log,
    Follow,
    Save,
    Redraw,
    Help,
    Suspend,
    Quit,
    // While a recording is played.
    PlayPause,
    StepForward,
    StepBack,
    Faster,
    Slower,
    Later,
    Earlier,
    MuchLater,
    MuchEarlier,
    // While a filter is typed.
    Apply,
    Cancel,
    Erase,
    EraseWord,
    EraseAll,
    // While a question is asked.
    Yes,
    No,
}

/// Which key bindings apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Normal,
    /// In addition to the normal ones, while a recording is played.
    Replay,
    Filter,
    Confirm,
}

impl Mode {
    pub const ALL: [Mode; 4] = [Mode::Normal, Mode::Replay, Mode::Filter, Mode::Confirm];

    pub fn title(self) -> &'static str {
        match self {
            Mode::Normal => "Keys",
            Mode::Replay => "While a recording is played",
            Mode::Filter => "While typing a filter",
            Mode::Confirm => "When asked",
        }
    }
}

/// A key; of the modifiers only Ctrl counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    pub code: KeyCode,
    pub control: bool,
}

const fn key(code: KeyCode) -> Key {
    Key { code, control: false }
}

const fn char(c: char) -> Key {
    key(KeyCode::Char(c))
}

const fn control(c: char) -> Key {
    Key { code: KeyCode::Char(c), control: true }
}

pub struct Binding {
    pub mode: Mode,
    pub keys: &'static [Key],
    pub command: Command,
    /// As the help shows the keys.
    pub shown: &'static str,
    pub help: &'static str,
    /// Label in the footer, and its rank there: lower ones stay longer when it gets narrow.
    pub hint: Option<(u8, &'static str)>,
}

const fn normal(
    keys: &'static [Key],
    command: Command,
    shown: &'static str,
    help: &'static str,
    hint: Option<(u8, &'static str)>,
) -> Binding {
    Binding { mode: Mode::Normal, keys, command, shown, help, hint }
}

const fn replay(keys: &'static [Key], command: Command, shown: &'static str, help: &'static str) -> Binding {
    Binding { mode: Mode::Replay, keys, command, shown, help, hint: None }
}

const fn filter(keys: &'static [Key], command: Command, shown: &'static str, help: &'static str) -> Binding {
    Binding { mode: Mode::Filter, keys, command, shown, help, hint: None }
}

const fn confirm(keys: &'static [Key], command: Command, shown: &'static str, help: &'static str) -> Binding {
    Binding { mode: Mode::Confirm, keys, command, shown, help, hint: None }
}

pub const BINDINGS: &[Binding] = &[
    normal(&[char('1')], Command::Screen(0), "1", "overview", None),
    normal(&[char('2')], Command::Screen(1), "2", "host API functions", None),
    normal(&[char('3')], Command::Screen(2), "3", "kernels", None),
    normal(&[char('4')], Command::Screen(3), "4", "transfers", None),
    normal(&[char('5')], Command::Screen(4), "5", "memory", None),
    normal(&[char('6')], Command::Screen(5), "6", "the program's output", None),
    normal(&[char('7')], Command::Screen(6), "7", "engines: kernels and copies side by side", None),
    normal(&[char('8')], Command::Screen(7), "8", "ranks or processes side by side", None),
    normal(&[char('9')], Command::Screen(8), "9", "now: calls that have not returned", None),
    normal(&[char('0')], Command::Screen(9), "0", "ranges that the program marks itself", None),
    normal(&[key(KeyCode::Tab)], Command::NextScreen, "Tab", "next screen", None),
    normal(&[key(KeyCode::BackTab)], Command::PreviousScreen, "Shift-Tab", "previous screen", None),
    normal(&[key(KeyCode::Up), char('k')], Command::Up, "↑ k", "row up", None),
    normal(&[key(KeyCode::Down), char('j')], Command::Down, "↓ j", "row down", None),
    normal(&[key(KeyCode::PageUp), control('b')], Command::PageUp, "PgUp", "page up", None),
    normal(&[key(KeyCode::PageDown), control('f')], Command::PageDown, "PgDn", "page down", None),
    normal(&[char('g'), key(KeyCode::Home)], Command::Top, "g Home", "first row", None),
    normal(&[char('G'), key(KeyCode::End)], Command::Bottom, "G End", "last row", None),
    normal(
        &[key(KeyCode::Enter)],
        Command::Detail,
        "Enter",
        "detail of the selected row",
        Some((7, "detail")),
    ),
    normal(&[key(KeyCode::Esc)], Command::Back, "Esc", "close, go back, clear the filter", None),
    normal(&[char('f')], Command::NextPanel, "f", "focus the next panel", None),
    normal(&[char('z')], Command::Zoom, "z", "zoom the focused panel", Some((6, "zoom"))),
    normal(
        &[char('/')],
        Command::Filter,
        "/",
        "filter: words, regex, p99>1ms, calls>=1000, share>5",
        Some((4, "filter")),
    ),
    normal(&[char('s')], Command::Sort, "s", "sort by the next column", Some((5, "sort"))),
    normal(
        &[key(KeyCode::Left), char('h'), char('<')],
        Command::SortLeft,
        "← h",
        "sort by the column to the left",
        None,
    ),
    normal(
        &[key(KeyCode::Right), char('>')],
        Command::SortRight,
        "→ >",
        "sort by the column to the right",
        None,
    ),
    normal(&[char('i')], Command::Invert, "i", "invert the order", None),
    normal(&[char('p')], Command::Process, "p", "only the next process; after the last, all", None),
    normal(&[char('d')], Command::Device, "d", "only the next device; after the last, all", None),
    normal(
        &[char(' ')],
        Command::Pause,
        "space",
        "freeze the display; measuring goes on",
        Some((2, "pause")),
    ),
    normal(
        &[char('b')],
        Command::Baseline,
        "b",
        "mark a baseline, show changes since then",
        Some((3, "baseline")),
    ),
    normal(&[char('B')], Command::ClearBaseline, "B", "forget the baseline", None),
    normal(&[char('y')], Command::Scale, "y", "throughput: scale to the largest value or to the limit", None),
    normal(&[char('+'), char('=')], Command::Coarser, "+", "throughput: more time per column", None),
    normal(&[char('-')], Command::Finer, "-", "throughput: less time per column", None),
    normal(&[char('r')], Command::Reset, "r", "reset all figures to zero", None),
    normal(&[char('R')], Command::Again, "R", "run the program again, same options; asks first", None),
    normal(&[char('n')], Command::RawNames, "n", "kernel names: readable or raw", None),
    normal(&[char('N')], Command::NextAct, "N", "in the demo: make the change now", None),
    normal(&[char('I')], Command::Input, "I", "give the keyboard to the program; Ctrl-] takes it back", None),
    normal(&[char('l')], Command::Log, "l", "the program's output and back", None),
    normal(&[char('F')], Command::Follow, "F", "follow the end of the output", None),
    normal(&[char('S')], Command::Save, "S", "save the frame as SVG with its JSON", Some((8, "save"))),
    normal(&[control('l')], Command::Redraw, "Ctrl-L", "redraw the screen", None),
    normal(&[char('?'), key(KeyCode::F(1))], Command::Help, "? F1", "this help", Some((1, "help"))),
    normal(&[control('z')], Command::Suspend, "Ctrl-Z", "suspend zetop; fg brings it back", None),
    normal(&[char('q'), control('c')], Command::Quit, "q Ctrl-C", "quit", Some((0, "quit"))),
    replay(&[char(' ')], Command::PlayPause, "space", "play, pause; at the end: start over"),
    replay(&[char('.')], Command::StepForward, ".", "pause, and one moment forward"),
    replay(&[char(',')], Command::StepBack, ",", "pause, and one moment back"),
    replay(&[char(']')], Command::Faster, "]", "faster: up to 100 times"),
    replay(&[char('[')], Command::Slower, "[", "slower: down to a tenth"),
    replay(&[char(')')], Command::Later, ")", "10 s forward"),
    replay(&[char('(')], Command::Earlier, "(", "10 s back"),
    replay(&[char('}')], Command::MuchLater, "}", "a tenth of the recording forward"),
    replay(&[char('{')], Command::MuchEarlier, "{", "a tenth of the recording back"),
    filter(&[key(KeyCode::Enter)], Command::Apply, "Enter", "keep the filter"),
    filter(&[key(KeyCode::Esc), control('c')], Command::Cancel, "Esc", "go back to the previous filter"),
    filter(&[key(KeyCode::Backspace), control('h')], Command::Erase, "Backspace", "erase a character"),
    filter(&[control('w')], Command::EraseWord, "Ctrl-W", "erase a word"),
    filter(&[control('u')], Command::EraseAll, "Ctrl-U", "erase all"),
    confirm(
        &[char('y'), char('Y'), control('c')],
        Command::Yes,
        "y",
        "yes: end the program and quit, or run it again",
    ),
    confirm(&[char('n'), char('N'), char('q'), key(KeyCode::Esc)], Command::No, "n Esc", "no, keep watching"),
];

/// The character that a key types, for text input.
pub fn typed(event: &KeyEvent) -> Option<char> {
    match event.code {
        KeyCode::Char(c) if !event.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => Some(c),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::own_keys::Keys;

    #[test]
    fn no_key_is_bound_twice_in_a_mode() {
        for mode in Mode::ALL {
            let mut seen: Vec<Key> = Vec::new();
            for key in BINDINGS.iter().filter(|b| b.mode == mode).flat_map(|b| b.keys) {
                assert!(!seen.contains(key), "{key:?} twice in {mode:?}");
                seen.push(*key);
            }
        }
    }

    #[test]
    fn every_binding_is_reached_by_its_keys() {
        for binding in BINDINGS {
            assert!(!binding.help.is_empty() && !binding.shown.is_empty());
            for key in binding.keys {
                let modifiers = if key.control { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
                assert_eq!(
                    Keys::default().parse(binding.mode, &KeyEvent::new(key.code, modifiers)),
                    Some(binding.command)
                );
            }
        }
    }

    #[test]
    fn shift_does_not_matter_and_alt_is_nothing() {
        let event = |c, m| KeyEvent::new(KeyCode::Char(c), m);
        assert_eq!(
            Keys::default().parse(Mode::Normal, &event('S', KeyModifiers::SHIFT)),
            Some(Command::Save)
        );
        assert_eq!(Keys::default().parse(Mode::Normal, &event('S', KeyModifiers::NONE)), Some(Command::Save));
        assert_eq!(Keys::default().parse(Mode::Normal, &event('q', KeyModifiers::ALT)), None);
    }

    #[test]
    fn hints_keep_the_most_important_when_narrow() {
        assert_eq!(Keys::default().hints(8, |_| false), [(Command::Quit, "q", "quit")]);
        let keys = Keys::default();
        let wide = keys.hints(200, |_| false);
        assert!(wide.len() >= 8 && wide.last() == Some(&(Command::Quit, "q", "quit")));
    }
}
