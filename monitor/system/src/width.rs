//! How text looks on stdout: how wide terminals are, colours, and text that fits.

use std::os::fd::AsFd;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How the text should look.
#[derive(Debug, Clone, Copy, Default)]
pub struct Look {
    pub colors: bool,
    /// Lines are wrapped at this width; `None`: not at all.
    pub width: Option<usize>,
}

impl Look {
    /// For stdout: colours and wrapping on a terminal only.
    #[must_use]
    pub fn of_stdout() -> Self {
        let out = std::io::stdout();
        if !rustix::termios::isatty(&out) {
            return Self::default();
        }
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let colors = set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb");
        Self { colors, width: columns(&out).filter(|width| *width >= 40) }
    }

    pub fn paint(self, code: &str, text: &str) -> String {
        if self.colors { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// The columns of the terminal behind a descriptor; `None` where there is no terminal, or where it does not know.
pub fn columns(of: impl AsFd) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(of).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

/// Breaks at spaces; a word that is too long stays whole.
pub fn wrap(text: &str, room: Option<usize>) -> Vec<String> {
    let Some(room) = room else { return vec![text.to_owned()] };
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if lines[last].is_empty() {
            lines[last].push_str(word);
        } else if lines[last].width() + 1 + word.width() <= room {
            lines[last].push(' ');
            lines[last].push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// What is too long ends with the mark.
pub fn cut(text: &str, room: usize, mark: &str) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    // Where not even the mark fits, it is cut, too.
    let (text, mark) = if mark.width() < room { (text, mark) } else { (mark, "") };
    let mut left = room - mark.width();
    let fits = |c: &char| {
        let rest = left.checked_sub(c.width().unwrap_or(0));
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    text.chars().take_while(fits).chain(mark.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_to_the_room() {
        for (room, expected) in
            [(9, "very long"), (8, "very ..."), (4, "v..."), (3, "..."), (2, ".."), (0, "")]
        {
            assert_eq!(cut("very long", room, "..."), expected);
        }
        assert_eq!(cut("日本語", 5, "…"), "日本…", "each is two columns wide");
        assert_eq!(cut("日本語", 4, "…"), "日…");
    }

    #[test]
    fn text_is_wrapped_at_spaces() {
        assert_eq!(wrap("one two three", Some(7)), ["one two", "three"]);
        assert_eq!(wrap("one two three", None), ["one two three"]);
        assert_eq!(wrap("incomprehensible", Some(7)), ["incomprehensible"]);
    }

    #[test]
    fn a_terminal_has_a_width_and_a_file_has_none() {
        use rustix::{pty, termios};
        let terminal = pty::openpt(pty::OpenptFlags::RDWR | pty::OpenptFlags::NOCTTY).unwrap();
        assert_eq!(columns(&terminal), None, "nobody has told it yet");
        let size = termios::Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        termios::tcsetwinsize(&terminal, size).unwrap();
        assert_eq!(columns(&terminal), Some(80));
        assert_eq!(columns(tempfile::tempfile().unwrap()), None);
    }
}
