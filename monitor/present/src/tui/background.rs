//! Is the terminal light or dark? We ask it (OSC 11), and it may or may not answer, at any time, among the
//! keys: nothing waits for the answer.

use crate::tui::theme::Background;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// The question.
pub const ASK: &str = "\x1b]11;?\x1b\\";

/// Longest answer: `11;rgba:ffff/ffff/ffff/ffff`.
const LONGEST: usize = 32;

/// Picks the answer out of the keys.
#[derive(Debug, Default)]
pub struct BackgroundAnswer {
    /// The question has not been answered yet.
    open: bool,
    /// The part of the answer received so far.
    text: Option<String>,
}

/// What an event means for the answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Part {
    /// It is not part of it, but the user's.
    None,
    /// A piece of the answer.
    Some,
    /// The last one.
    Whole(Background),
}

impl BackgroundAnswer {
    /// The question was asked.
    pub fn expected() -> Self {
        Self { open: true, text: None }
    }

    pub fn feed(&mut self, event: &Event) -> Part {
        let Event::Key(KeyEvent { code, modifiers, kind: KeyEventKind::Press, .. }) = event else {
            return Part::None;
        };
        match (&mut self.text, code) {
            // ESC ] begins it, and reads like Alt-].
            (None, KeyCode::Char(']')) if self.open && modifiers.contains(KeyModifiers::ALT) => {
                self.text = Some(String::new());
                Part::Some
            }
            (None, _) => Part::None,
            // BEL or ESC \ ends it.
            (Some(text), KeyCode::Char('g' | '\\'))
                if !modifiers.difference(KeyModifiers::SHIFT).is_empty() =>
            {
                let found = background(text);
                *self = Self::default();
                found.map_or(Part::Some, Part::Whole)
            }
            (Some(text), KeyCode::Char(c))
                if text.len() < LONGEST && (c.is_ascii_alphanumeric() || ";:/".contains(*c)) =>
            {
                text.push(*c);
                Part::Some
            }
            // It was the user's Alt-] after all.
            (Some(_), _) => {
                self.text = None;
                Part::None
            }
        }
    }
}

/// `11;rgb:ffff/ffff/ffff`, with one to four digits for each colour.
fn background(answer: &str) -> Option<Background> {
    let colours = answer.strip_prefix("11;rgb")?.trim_start_matches('a').strip_prefix(':')?;
    let part = |hex: &str| -> Option<f64> {
        let most = 16f64.powi(i32::try_from(hex.len()).ok()?) - 1.0;
        Some(f64::from(u32::from_str_radix(hex, 16).ok()?) / most)
    };
    let parts: Vec<f64> = colours.split('/').take(3).map(part).collect::<Option<_>>()?;
    let &[red, green, blue] = parts.as_slice() else { return None };
    // Perceived brightness (ITU-R BT.601).
    let light = 0.299 * red + 0.587 * green + 0.114 * blue;
    Some(if light > 0.5 { Background::Light } else { Background::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: char, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(KeyCode::Char(code), modifiers))
    }

    /// The answer as crossterm hands it on.
    fn answer(text: &str, end: (char, KeyModifiers)) -> Vec<Event> {
        let begin = key(']', KeyModifiers::ALT);
        let middle = text.chars().map(|c| key(c, KeyModifiers::NONE));
        std::iter::once(begin).chain(middle).chain([key(end.0, end.1)]).collect()
    }

    #[test]
    fn the_answer_is_picked_out_and_nothing_of_it_is_a_key() {
        let (bel, st) = (('g', KeyModifiers::CONTROL), ('\\', KeyModifiers::ALT));
        for (text, end, found) in [
            ("11;rgb:ffff/ffff/ffff", st, Some(Background::Light)),
            ("11;rgb:1e1e/1e1e/2e2e", bel, Some(Background::Dark)),
            ("11;rgba:ff/ff/f0/ff", bel, Some(Background::Light)),
            ("11;nonsense", st, None),
        ] {
            let mut waiting = BackgroundAnswer::expected();
            let parts: Vec<Part> = answer(text, end).iter().map(|event| waiting.feed(event)).collect();
            assert!(!parts.contains(&Part::None), "{text}: {parts:?}");
            let expected = found.map_or(Part::Some, Part::Whole);
            assert_eq!(parts.last(), Some(&expected), "{text}");
        }
    }

    #[test]
    fn keys_are_the_users() {
        let mut waiting = BackgroundAnswer::expected();
        assert_eq!(waiting.feed(&key('q', KeyModifiers::NONE)), Part::None);
        assert_eq!(waiting.feed(&key(']', KeyModifiers::ALT)), Part::Some);
        assert_eq!(waiting.feed(&key(' ', KeyModifiers::NONE)), Part::None);
        assert_eq!(waiting.feed(&key('r', KeyModifiers::NONE)), Part::None);
        assert_eq!(
            BackgroundAnswer::default().feed(&key(']', KeyModifiers::ALT)),
            Part::None,
            "nobody asked"
        );
    }
}
