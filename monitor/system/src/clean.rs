//! All text from outside passes through here on its way to a terminal or a log: program names, command lines,
//! error texts of other people's libraries, device and kernel names, output of the program.

/// Makes text from outside harmless: no escape sequences, no control, zero-width or bidirectional characters;
/// tabs become spaces, and only the last part remains of a line that overwrites itself with `\r`.
pub fn clean(text: &str) -> String {
    let text = text.trim_end_matches('\r');
    let text = text.rsplit('\r').find(|part| !part.is_empty()).unwrap_or("");
    let mut out = String::with_capacity(text.len());
    let mut column = 0usize;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => skip_escape(&mut chars),
            '\u{9b}' => skip_csi(&mut chars),
            '\t' => {
                let n = 8 - column % 8;
                out.extend(std::iter::repeat_n(' ', n));
                column += n;
            }
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {}
            c if c.is_control() => {
                out.push('·');
                column += 1;
            }
            c => {
                out.push(c);
                column += 1;
            }
        }
    }
    out
}

fn skip_csi(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    for c in chars.by_ref() {
        if ('\u{40}'..='\u{7e}').contains(&c) {
            break;
        }
    }
}

/// Skips what follows an ESC: a CSI sequence, a string (OSC, DCS, APC, PM, SOS) with its end, or two bytes.
fn skip_escape(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    match chars.peek() {
        Some('[') => {
            chars.next();
            skip_csi(chars);
        }
        Some(']' | 'P' | '_' | '^' | 'X') => {
            chars.next();
            while let Some(c) = chars.next() {
                if c == '\u{7}' || c == '\u{9c}' {
                    break;
                }
                if c == '\u{1b}' && chars.peek() == Some(&'\\') {
                    chars.next();
                    break;
                }
            }
        }
        // Designations of character sets and the like have one more byte.
        Some('(' | ')' | '*' | '+' | '#' | '%' | ' ') => {
            chars.next();
            chars.next();
        }
        Some(_) => {
            chars.next();
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::clean;
    use proptest::prelude::*;

    #[test]
    fn hostile_text_becomes_harmless() {
        assert_eq!(clean("\u{1b}[31mred\u{1b}[0m"), "red");
        assert_eq!(clean("\u{1b}]0;title\u{7}after"), "after");
        assert_eq!(clean("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\"), "link");
        assert_eq!(clean("\u{1b}Pdcs\u{1b}\\x\u{9b}2Jy"), "xy");
        assert_eq!(clean("10 %\r50 %\r100 %\r"), "100 %");
        assert_eq!(clean("a\tb"), "a       b");
        assert_eq!(clean("bell\u{7}, del\u{7f}"), "bell·, del·");
        assert_eq!(clean("\u{202e}evil\u{200b}"), "evil");
        assert_eq!(clean("cut \u{1b}["), "cut ");
    }

    proptest! {
        #[test]
        fn clean_text_has_no_control_characters(text in "\\PC*|[\\x00-\\x9f]{0,40}") {
            prop_assert!(!clean(&text).chars().any(char::is_control));
        }
    }
}
