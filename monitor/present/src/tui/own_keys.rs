//! The user's own keys: `--key quit=Q`, or `quit = "Q"` below `[key]` in the configuration file.

use crate::tui::keys::{BINDINGS, Binding, Command, Key, Mode};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::fmt::Write;

/// The names of commands whose keys can be chosen. The keys for typing and answering are fixed.
const NAMES: &[(Command, &str)] = &[
    (Command::Screen(0), "overview"),
    (Command::Screen(1), "api"),
    (Command::Screen(2), "kernels"),
    (Command::Screen(3), "transfers"),
    (Command::Screen(4), "memory"),
    (Command::Screen(5), "output"),
    (Command::Screen(6), "engines"),
    (Command::Screen(7), "ranks"),
    (Command::Screen(8), "now"),
    (Command::Screen(9), "ranges"),
    (Command::NextScreen, "next-screen"),
    (Command::PreviousScreen, "previous-screen"),
    (Command::Up, "up"),
    (Command::Down, "down"),
    (Command::PageUp, "page-up"),
    (Command::PageDown, "page-down"),
    (Command::Top, "top"),
    (Command::Bottom, "bottom"),
    (Command::Detail, "detail"),
    (Command::Back, "back"),
    (Command::NextPanel, "next-panel"),
    (Command::Zoom, "zoom"),
    (Command::Filter, "filter"),
    (Command::Sort, "sort"),
    (Command::SortLeft, "sort-left"),
    (Command::SortRight, "sort-right"),
    (Command::Invert, "invert"),
    (Command::Process, "process"),
    (Command::Device, "device"),
    (Command::Pause, "pause"),
    (Command::Baseline, "baseline"),
    (Command::ClearBaseline, "clear-baseline"),
    (Command::Scale, "scale"),
    (Command::Coarser, "coarser"),
    (Command::Finer, "finer"),
    (Command::Reset, "reset"),
    (Command::Again, "again"),
    (Command::RawNames, "names"),
    (Command::NextAct, "next-act"),
    (Command::Input, "input"),
    (Command::Log, "log"),
    (Command::Follow, "follow"),
    (Command::Save, "save"),
    (Command::Redraw, "redraw"),
    (Command::Help, "help"),
    (Command::Suspend, "suspend"),
    (Command::Quit, "quit"),
    (Command::PlayPause, "play"),
    (Command::StepForward, "step-forward"),
    (Command::StepBack, "step-back"),
    (Command::Faster, "faster"),
    (Command::Slower, "slower"),
    (Command::Later, "later"),
    (Command::Earlier, "earlier"),
    (Command::MuchLater, "much-later"),
    (Command::MuchEarlier, "much-earlier"),
];

/// Keys with names of their own.
const NAMED_KEYS: &[(KeyCode, &str)] = &[
    (KeyCode::Char(' '), "space"),
    (KeyCode::Tab, "tab"),
    (KeyCode::BackTab, "shift-tab"),
    (KeyCode::Enter, "enter"),
    (KeyCode::Esc, "esc"),
    (KeyCode::Backspace, "backspace"),
    (KeyCode::Delete, "delete"),
    (KeyCode::Insert, "insert"),
    (KeyCode::Up, "up"),
    (KeyCode::Down, "down"),
    (KeyCode::Left, "left"),
    (KeyCode::Right, "right"),
    (KeyCode::PageUp, "pgup"),
    (KeyCode::PageDown, "pgdn"),
    (KeyCode::Home, "home"),
    (KeyCode::End, "end"),
];

/// The keys of one command, instead of those that it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnKey {
    command: Command,
    keys: Vec<Key>,
}

impl OwnKey {
    /// From `quit=Q ctrl-c`.
    ///
    /// # Errors
    /// Says what would be right.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, keys) = text.split_once('=').ok_or("takes COMMAND=KEY, such as quit=Q")?;
        let Some((command, _)) = NAMES.iter().find(|(_, known)| *known == name) else {
            let all: Vec<&str> = NAMES.iter().map(|(_, name)| *name).collect();
            return Err(format!("no command '{name}'; there are {}", all.join(", ")));
        };
        let keys = keys.split_whitespace().map(key).collect::<Result<Vec<Key>, String>>()?;
        if keys.is_empty() {
            return Err(format!("no key for {name}"));
        }
        Ok(Self { command: *command, keys })
    }

    /// As the configuration file names the command.
    #[must_use]
    pub fn name(&self) -> &'static str {
        name(self.command).unwrap_or_default()
    }
}

fn name(command: Command) -> Option<&'static str> {
    NAMES.iter().find(|(known, _)| *known == command).map(|(_, name)| *name)
}

fn key(text: &str) -> Result<Key, String> {
    let (control, name) = match text.strip_prefix("ctrl-") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut characters = name.chars();
    let code = match (characters.next(), characters.next()) {
        (Some(one), None) => Some(KeyCode::Char(one)),
        _ => {
            let function = || name.strip_prefix('f')?.parse().ok().filter(|n| (1..=12).contains(n));
            let named = NAMED_KEYS.iter().find(|(_, known)| *known == name).map(|(code, _)| *code);
            named.or_else(|| function().map(KeyCode::F))
        }
    };
    code.map(|code| Key { code, control }).ok_or_else(|| {
        let named: Vec<&str> = NAMED_KEYS.iter().map(|(_, name)| *name).collect();
        format!(
            "no key '{text}'; there are single characters, {}, f1 to f12, and ctrl- before one",
            named.join(", ")
        )
    })
}

fn text(key: Key) -> String {
    let mut text = if key.control { "ctrl-".to_owned() } else { String::new() };
    let _ = match (NAMED_KEYS.iter().find(|(code, _)| *code == key.code), key.code) {
        (Some((_, name)), _) => write!(text, "{name}"),
        (None, KeyCode::Char(c)) => write!(text, "{c}"),
        (None, KeyCode::F(n)) => write!(text, "f{n}"),
        (None, other) => write!(text, "{other:?}"),
    };
    text
}

/// The keys in use: the table's, except where the user has chosen others.
#[derive(Debug, Clone, Default)]
pub struct Keys {
    /// With what the help shows.
    own: Vec<(OwnKey, String)>,
}

impl Keys {
    /// Later ones replace earlier ones of the same command.
    ///
    /// # Errors
    /// A key would have two meanings: returns the command that it was chosen for, and the message.
    pub fn new(own: &[OwnKey]) -> Result<Self, (&'static str, String)> {
        let mut keys = Self::default();
        for of in own {
            keys.own.retain(|(known, _)| known.command != of.command);
            let shown: Vec<String> = of.keys.iter().copied().map(text).collect();
            keys.own.push((of.clone(), shown.join(" ")));
        }
        for (of, _) in &keys.own {
            for one in of.keys.iter().copied() {
                if let Some(other) = keys.clash(of.command, one) {
                    let (key, other) = (text(one), name(other).unwrap_or("something else"));
                    return Err((
                        of.name(),
                        format!("{key} is already the key of {other}: choose another key for one of them"),
                    ));
                }
            }
        }
        Ok(keys)
    }

    /// Another command of the same mode that has the key.
    fn clash(&self, command: Command, key: Key) -> Option<Command> {
        let mode = BINDINGS.iter().find(|b| b.command == command)?.mode;
        let mut others = BINDINGS.iter().filter(|b| b.mode == mode && b.command != command);
        others.find(|b| self.keys_of(b).contains(&key)).map(|b| b.command)
    }

    fn own(&self, binding: &Binding) -> Option<&(OwnKey, String)> {
        let chosen = matches!(binding.mode, Mode::Normal | Mode::Replay);
        self.own.iter().find(|(own, _)| chosen && own.command == binding.command)
    }

    fn keys_of(&self, binding: &Binding) -> &[Key] {
        self.own(binding).map_or(binding.keys, |(own, _)| &own.keys)
    }

    /// As the help shows the keys of a command.
    pub fn shown<'a>(&'a self, binding: &'a Binding) -> &'a str {
        self.own(binding).map_or(binding.shown, |(_, shown)| shown)
    }

    /// All commands with their keys, as the configuration file has them.
    #[must_use]
    pub fn all(&self) -> Vec<(&'static str, Vec<String>)> {
        let named = BINDINGS.iter().filter_map(|b| Some((name(b.command)?, self.keys_of(b))));
        named.map(|(name, keys)| (name, keys.iter().copied().map(text).collect())).collect()
    }
}

impl Keys {
    /// What a key means in this mode, if anything.
    pub fn parse(&self, mode: Mode, event: &KeyEvent) -> Option<Command> {
        // Terminals differ in whether they report Shift with capitals and with BackTab; the code says enough.
        let pressed = Key { code: event.code, control: event.modifiers.contains(KeyModifiers::CONTROL) };
        if event.modifiers.contains(KeyModifiers::ALT) {
            return None;
        }
        BINDINGS.iter().find(|b| b.mode == mode && self.keys_of(b).contains(&pressed)).map(|b| b.command)
    }

    /// The footer's hints that fit: (command, key, label), in the order of the table.
    pub fn hints(
        &self,
        width: usize,
        leave_out: impl Fn(Command) -> bool,
    ) -> Vec<(Command, &str, &'static str)> {
        let mut all: Vec<(u8, usize, Command, &str, &'static str)> = BINDINGS
            .iter()
            .enumerate()
            .filter(|(_, b)| !leave_out(b.command))
            .filter_map(|(i, b)| {
                let (rank, label) = b.hint?;
                let shown = self.shown(b);
                Some((rank, i, b.command, shown.split(' ').next().unwrap_or(shown), label))
            })
            .collect();
        all.sort_by_key(|(rank, ..)| *rank);
        let mut left = width;
        let mut kept: Vec<_> = all
            .into_iter()
            .map_while(|hint| {
                left = left.checked_sub(hint.3.chars().count() + 1 + hint.4.len() + 2)?;
                Some(hint)
            })
            .collect();
        kept.sort_by_key(|(_, i, ..)| *i);
        kept.into_iter().map(|(_, _, command, key, label)| (command, key, label)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(own: &[&str]) -> Result<Keys, (&'static str, String)> {
        Keys::new(&own.iter().map(|text| OwnKey::parse(text).unwrap()).collect::<Vec<_>>())
    }

    fn press(keys: &Keys, c: char) -> Option<Command> {
        keys.parse(Mode::Normal, &KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE))
    }

    #[test]
    fn chosen_keys_replace_those_of_the_table() {
        let keys = keys(&["quit=x ctrl-q", "zoom=f5"]).unwrap();
        assert_eq!(press(&keys, 'x'), Some(Command::Quit));
        assert_eq!((press(&keys, 'q'), press(&keys, 'z')), (None, None));
        assert_eq!(press(&keys, 'f'), Some(Command::NextPanel));
        let hints = keys.hints(8, |_| false);
        assert_eq!(hints, [(Command::Quit, "x", "quit")]);
    }

    #[test]
    fn what_is_wrong_names_the_choices() {
        for (own, words) in [
            ("leave=x", "no command 'leave'; there are overview, api,"),
            ("quit=hyper-x", "no key 'hyper-x'; there are single characters, space,"),
            ("quit=", "no key for quit"),
            ("quit", "takes COMMAND=KEY"),
        ] {
            assert!(OwnKey::parse(own).unwrap_err().contains(words), "{own}");
        }
        assert_eq!(keys(&["zoom=q"]).unwrap_err().0, "zoom");
        assert!(keys(&["zoom=q"]).unwrap_err().1.contains("q is already the key of quit"));
        assert!(keys(&["zoom=q", "quit=z"]).is_ok(), "they may change places");
        assert!(keys(&["play=p"]).is_ok(), "a recording's keys go before the others");
    }

    #[test]
    fn every_command_that_can_be_chosen_for_has_a_name_and_all_are_read_again() {
        let mut names = Vec::new();
        for binding in BINDINGS.iter().filter(|b| matches!(b.mode, Mode::Normal | Mode::Replay)) {
            names.push(name(binding.command).unwrap_or_else(|| panic!("{:?}", binding.command)));
        }
        assert_eq!(names.len(), NAMES.len());
        for (name, keys) in Keys::default().all() {
            let again = OwnKey::parse(&format!("{name}={}", keys.join(" "))).unwrap();
            let binding = BINDINGS.iter().find(|b| b.command == again.command).unwrap();
            assert_eq!(again.keys, binding.keys, "{name}");
        }
    }
}
