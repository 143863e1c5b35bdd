//! The lines of the program that a row's calls come from.

use super::paint::{Canvas, Context, fit_middle};
use ratatui::layout::Rect;
use zetop_figures::snapshot::{RunState, Site};
use zetop_figures::view::format;
use zetop_figures::view::items::Item;

/// Columns before a place: the words, and the share.
const WORDS: u16 = 11;
const SHARE: u16 = 7;
/// Columns by which a caller is indented.
const INDENT: u16 = 2;

/// Draws the tree of callers, each with its share, and returns the rows used; at most a third of the room.
pub fn draw(context: Context<'_>, canvas: &mut Canvas<'_>, area: Rect, item: &Item<'_>) -> u16 {
    let Some(about) = item.about() else { return 0 };
    let theme = context.theme;
    let most = area.height / 3;
    if most == 0 {
        return 0;
    }
    let found = context.snapshot.sites.iter().find(|(row, sites)| *row == about && !sites.is_empty());
    canvas.put(area.x, area.y, WORDS, "called at", theme.dim);
    let Some((_, sites)) = found else {
        canvas.put(area.x + WORDS, area.y, area.width.saturating_sub(WORDS), nothing(context), theme.dim);
        return 1;
    };
    draw_tree(context, canvas, area, sites, usize::from(most))
}

/// Draws the tree of call sites into at most `rows` rows; returns how many it took.
pub fn draw_tree(
    context: Context<'_>,
    canvas: &mut Canvas<'_>,
    area: Rect,
    sites: &[Site],
    most: usize,
) -> u16 {
    let theme = context.theme;
    let lines = lines(sites, most);
    for (line, y) in lines.iter().zip(area.y..) {
        let share = Rect::new(area.x + WORDS, y, SHARE, 1);
        let (share_style, style) = match line.kind {
            Kind::First => (theme.strong, theme.accent),
            Kind::Place => (theme.strong, theme.text),
            Kind::Caller(_) => (theme.dim, theme.dim),
        };
        canvas.put_right(share, &format::percent(line.share_pct), share_style);
        let indent = match line.kind {
            Kind::Caller(depth) => INDENT * depth,
            _ => 0,
        };
        let x = share.right() + 1 + indent;
        let room = area.right().saturating_sub(x);
        canvas.put(x, y, room, &fit_middle(&format::clean(&line.text), usize::from(room)), style);
    }
    lines.len() as u16
}

struct Line {
    kind: Kind,
    share_pct: f64,
    text: String,
}

#[derive(Clone, Copy)]
enum Kind {
    First,
    Place,
    Caller(u16),
}

/// The places with what called them. All places have a line before callers take the rest of the room: those of the most
/// frequent place first.
fn lines(sites: &[Site], most: usize) -> Vec<Line> {
    let places = sites.len().min(most);
    let mut left = most - places;
    let mut lines = Vec::with_capacity(most);
    for (at, site) in sites.iter().take(places).enumerate() {
        let kind = if at == 0 { Kind::First } else { Kind::Place };
        let through = site.through.first().map_or_else(String::new, |helper| format!(", through {helper}"));
        lines.push(Line { kind, share_pct: site.share_pct, text: format!("{}{through}", site.place) });
        let callers = site.tree.iter().take(left);
        left -= callers.len();
        lines.extend(callers.map(|caller| Line {
            kind: Kind::Caller(1 + caller.depth.min(64) as u16),
            share_pct: caller.share_pct,
            text: format!("from {}", caller.place),
        }));
    }
    lines
}

/// The reason why no line is known.
fn nothing(context: Context<'_>) -> &'static str {
    match context.snapshot.state {
        RunState::Exited | RunState::Detached => "not known: no call was sampled",
        _ => "no call sampled yet: the next ones will be",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_figures::snapshot::Caller;

    #[test]
    fn all_places_and_then_the_callers_of_the_first_have_the_room() {
        let caller = |depth, place: &str, share_pct| Caller {
            depth,
            place: place.to_owned(),
            share_pct,
            ..Caller::default()
        };
        let site = |place: &str, share_pct, tree: &[Caller]| Site {
            place: place.to_owned(),
            share_pct,
            through: vec!["gpu.h:39 in wait".to_owned()],
            tree: tree.to_vec(),
            ..Site::default()
        };
        let sites = [
            site(
                "a.c:2 in left",
                75.0,
                &[caller(0, "a.c:9 in main", 70.0), caller(0, "a.c:8 in other", 5.0)],
            ),
            site("a.c:3 in right", 25.0, &[caller(0, "a.c:9 in main", 25.0)]),
        ];
        let shown = |most| lines(&sites, most).into_iter().map(|line| line.text).collect::<Vec<_>>();
        assert_eq!(
            shown(3),
            [
                "a.c:2 in left, through gpu.h:39 in wait",
                "from a.c:9 in main",
                "a.c:3 in right, through gpu.h:39 in wait"
            ]
        );
        assert_eq!((shown(1).len(), shown(50).len()), (1, 5));
    }
}
