//! `S`: the frame as SVG and the JSON of the same snapshot, side by side in the current folder.

use crate::tui::draw;
use crate::tui::state::DashboardState;
use crate::tui::svg;
use crate::tui::theme::Theme;
use anyhow::Context as _;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use zetop_system::output;

/// Returns the name of both files without the extension.
pub fn save(state: &DashboardState, theme: &Theme, width: u16, height: u16) -> anyhow::Result<String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let base = format!("zetop-{}", timestamp(now.as_secs()));
    // Two frames saved in the same second get different names; nothing is overwritten.
    let mut name = base.clone();
    let mut n = 1;
    while Path::new(&format!("{name}.svg")).exists() || Path::new(&format!("{name}.json")).exists() {
        n += 1;
        name = format!("{base}-{n}");
    }
    write(&format!("{name}.svg"), frame(state, theme, width, height).as_bytes())?;
    let json = serde_json::to_vec_pretty(&*state.snapshot).context("JSON")?;
    write(&format!("{name}.json"), &json)?;
    Ok(name)
}

/// The frame as it is on the screen, without the message about an earlier save.
fn frame(state: &DashboardState, theme: &Theme, width: u16, height: u16) -> String {
    let mut state = state.clone();
    state.message = None;
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    draw::draw_buffer(&state.shown, &state, theme, area, &mut buffer);
    svg::render(&buffer, theme.background)
}

fn write(name: &str, content: &[u8]) -> anyhow::Result<()> {
    output::write_new(Path::new(name), content).with_context(|| name.to_owned())
}

/// `20260131-142530`, in UTC.
fn timestamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Civil date from days since 1970, after Howard Hinnant.
    let z = days as i64 + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let day = doy - (153 * mp + 2) / 5 + 1;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    let year = yoe + era * 400 + i64::from(month <= 2);
    format!("{year:04}{month:02}{day:02}-{:02}{:02}{:02}", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(timestamp(0), "19700101-000000");
        assert_eq!(timestamp(951_782_400), "20000229-000000");
        assert_eq!(timestamp(1_795_231_895), "20261121-033135");
    }
}
