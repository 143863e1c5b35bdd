//! How kinds of transfers are written.

/// Kinds of transfers as everywhere else that a person reads: `heap→device`. In data it is `heap->device`.
pub(super) fn arrows(text: &str) -> String {
    text.replace("->", "\u{2192}")
}
