//! What a terminal sends for a key, for a program that has the keyboard.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Takes the keyboard back: Ctrl-], which terminals send as crossterm's Ctrl-5.
pub fn ends(key: &KeyEvent) -> bool {
    matches!(key.code, KeyCode::Char(']' | '5')) && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// The bytes of a key; none for keys that have none.
pub fn bytes(key: &KeyEvent) -> Vec<u8> {
    if key.kind == KeyEventKind::Release {
        return Vec::new();
    }
    let sequence: &[u8] = match key.code {
        KeyCode::Char(c) => return character(c, key.modifiers),
        KeyCode::Enter => b"\r",
        KeyCode::Backspace => b"\x7f",
        KeyCode::Tab => b"\t",
        KeyCode::BackTab => b"\x1b[Z",
        KeyCode::Esc => b"\x1b",
        KeyCode::Up => b"\x1b[A",
        KeyCode::Down => b"\x1b[B",
        KeyCode::Right => b"\x1b[C",
        KeyCode::Left => b"\x1b[D",
        KeyCode::Home => b"\x1b[H",
        KeyCode::End => b"\x1b[F",
        KeyCode::Insert => b"\x1b[2~",
        KeyCode::Delete => b"\x1b[3~",
        KeyCode::PageUp => b"\x1b[5~",
        KeyCode::PageDown => b"\x1b[6~",
        _ => b"",
    };
    sequence.to_vec()
}

fn character(c: char, modifiers: KeyModifiers) -> Vec<u8> {
    let mut bytes = Vec::new();
    if modifiers.contains(KeyModifiers::ALT) {
        bytes.push(0x1b);
    }
    if modifiers.contains(KeyModifiers::CONTROL) {
        bytes.extend(match c.to_ascii_lowercase() {
            c @ 'a'..='z' => Some(c as u8 - b'a' + 1),
            ' ' | '@' => Some(0),
            // crossterm's names of 0x1c to 0x1f.
            c @ '4'..='7' => Some(c as u8 - b'4' + 0x1c),
            c @ '['..='_' => Some(c as u8 - b'@'),
            _ => None,
        });
        return bytes;
    }
    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_what_terminals_send() {
        let key = |code, modifiers| bytes(&KeyEvent::new(code, modifiers));
        let (none, control) = (KeyModifiers::NONE, KeyModifiers::CONTROL);
        assert_eq!(key(KeyCode::Char('é'), none), "é".as_bytes());
        assert_eq!(key(KeyCode::Char('d'), control), [4]);
        assert_eq!(key(KeyCode::Char('4'), control), [0x1c]);
        assert_eq!(key(KeyCode::Char('x'), KeyModifiers::ALT), b"\x1bx");
        assert_eq!(
            (key(KeyCode::Enter, none), key(KeyCode::Backspace, none)),
            (b"\r".into(), b"\x7f".into())
        );
        assert_eq!(key(KeyCode::F(5), none), b"");
        assert!(ends(&KeyEvent::new(KeyCode::Char('5'), control)));
        assert!(!ends(&KeyEvent::new(KeyCode::Char('5'), none)));
    }
}
