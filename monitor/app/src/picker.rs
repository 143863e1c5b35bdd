//! `zetop -p` without a number: which of the running programs?
//!
//! ```text
//! candidates (/proc) -> list   printed, without a terminal
//!                    \-> choose  with the arrow keys
//! ```

mod candidates;
mod screen;

pub use candidates::{Candidate, candidates};
pub use screen::choose;

use candidates::{age, none};
use std::fmt::Write;
use zetop_system::width::Look;

/// A table; below each program that cannot be attached to, the reason.
#[must_use]
pub fn list(candidates: &[Candidate], look: Look) -> String {
    if candidates.is_empty() {
        return none() + "\n";
    }
    let head = format!("{:>8}  {:>9}  {:<9} {:<7} {}", "PID", "UPTIME", "LOADER", "ATTACH", "COMMAND");
    let mut out = format!("{}\n", look.paint("1", &head));
    for one in candidates {
        let (word, color) = if one.obstacle.is_none() { ("yes", "32") } else { ("no", "1;31") };
        let attach = look.paint(color, &format!("{word:<7}"));
        let age = age(one.uptime);
        let room = look.width.map_or(usize::MAX, |width| width.saturating_sub(40).max(20));
        // writing to a string cannot fail
        let _ = writeln!(
            out,
            "{:>8}  {age:>9}  {:<9} {attach} {}",
            one.pid(),
            one.version,
            cut(&one.command, room)
        );
        if let Some(why) = &one.obstacle {
            let _ = writeln!(out, "{:>10}{}", "", look.paint("36", &format!("> {why}")));
        }
    }
    out
}

/// Truncates to a number of characters.
fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use zetop_system::handle::Handle;

    fn one(pid: u32, obstacle: Option<&str>) -> Candidate {
        let (version, command) = ("1.8.0".to_owned(), "./app --fast".to_owned());
        Candidate {
            process: Handle::open(pid),
            uptime: Duration::from_secs(307),
            version,
            obstacle: obstacle.map(str::to_owned),
            command,
        }
    }

    #[test]
    fn the_list_is_aligned() {
        let expected = "     PID     UPTIME  LOADER    ATTACH  COMMAND
      12   5:07 min  1.8.0     yes     ./app --fast
   34567   5:07 min  1.8.0     no      ./app --fast
          > it is stopped
";
        assert_eq!(list(&[one(12, None), one(34567, Some("it is stopped"))], Look::default()), expected);
        assert!(list(&[], Look::default()).starts_with("No running program"));
    }
}
