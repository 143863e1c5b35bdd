//! Texts of a program: C strings and wide characters.

use std::ffi::{CStr, c_char};
use zetop_probe_core::ranges::Name;

/// What is done with a C string, or with nothing instead of a null pointer.
///
/// # Safety
/// `text` is null or a C string that stays as it is meanwhile.
pub(crate) unsafe fn with_text<T>(text: *const c_char, f: impl FnOnce(Name<'_>) -> T) -> T {
    // SAFETY: the caller's promise.
    f(Name::new(if text.is_null() { b"" } else { unsafe { CStr::from_ptr(text) }.to_bytes() }))
}

/// Reads a string of wide characters. What is no character becomes U+FFFD.
///
/// # Safety
/// `text` is null or points to wide characters with a 0 at the end, which stay as they are meanwhile.
pub(crate) unsafe fn with_wide_text<T>(text: *const libc::wchar_t, f: impl FnOnce(Name<'_>) -> T) -> T {
    let (mut bytes, mut len) = ([0; 4 * 256], 0);
    for at in (0..256).take_while(|_| !text.is_null()) {
        // SAFETY: none before it was the 0 at the end.
        let wide = unsafe { text.add(at).read() };
        if wide == 0 {
            break;
        }
        let character = u32::try_from(wide).ok().and_then(char::from_u32);
        len += character.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut bytes[len..]).len();
    }
    f(Name::new(&bytes[..len]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: Name<'_>) -> Vec<u8> {
        match name {
            Name::Text(text, _) => text.to_vec(),
            Name::Known(_) => panic!("a text"),
        }
    }

    fn wide(characters: &[i32]) -> Vec<u8> {
        // SAFETY: the tests' lists end with 0, or are longer than what is read; a `wchar_t` is an `i32`, or a `u32` (aarch64).
        unsafe { with_wide_text(characters.as_ptr().cast(), text) }
    }

    #[test]
    fn texts_are_taken_as_they_are() {
        // SAFETY: a C string, and null.
        let texts = unsafe { [with_text(c"a\xff".as_ptr(), text), with_text(std::ptr::null(), text)] };
        assert_eq!(texts, [b"a\xff".to_vec(), Vec::new()]);
    }

    #[test]
    fn wide_characters_become_utf_8() {
        assert_eq!(wide(&['S' as i32, 'ü' as i32, '𝄞' as i32, 0, 'x' as i32]), "Sü𝄞".as_bytes());
        assert_eq!(wide(&[-1, 0xd800, 0]), "\u{fffd}\u{fffd}".as_bytes(), "no characters");
        assert_eq!(wide(&[0]), b"");
        let long = ['𝄞' as i32; 300];
        assert_eq!(wide(&long).len(), 4 * 256, "the rest is not looked at");
        // SAFETY: null.
        assert_eq!(unsafe { with_wide_text(std::ptr::null(), text) }, b"");
    }
}
