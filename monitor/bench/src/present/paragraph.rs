//! Text that is wrapped where it is read on a terminal.

use zetop_system::width::wrap;

/// A line, indented, and on a terminal wrapped, with the rest two columns further in.
pub(super) fn paragraph(text: &str, indent: usize, room: Option<usize>) -> String {
    let room = room.map(|room| room.saturating_sub(indent + 2));
    let lines = wrap(text, room);
    let further = |at: usize| if at == 0 { indent } else { indent + 2 };
    lines.iter().enumerate().map(|(at, line)| format!("{:1$}{line}\n", "", further(at))).collect()
}
