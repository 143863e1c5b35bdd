//! A ratatui buffer as SVG: an exact grid of cells, block and line characters as shapes, so that they join
//! without seams in every viewer and font.

mod elements;
mod shapes;

use crate::tui::theme::Background;
use elements::{Classes, HEIGHT, WIDTH, n, rect};
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

const FONT_SIZE: f64 = 14.0;
const BASELINE: f64 = 13.5;
const PADDING: f64 = 10.0;

/// A terminal's own colours.
struct Paper {
    background: &'static str,
    foreground: &'static str,
    dim: &'static str,
    ansi: [&'static str; 16],
}

const DARK: Paper = Paper {
    background: "#16181f",
    foreground: "#c8d0e0",
    dim: "#7c8496",
    ansi: [
        "#1d1f28", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#abb2bf", "#6b7389",
        "#ef8790", "#b2d99a", "#f0d49b", "#8ac6f5", "#d8a0e8", "#7fd0da", "#ffffff",
    ],
};

const LIGHT: Paper = Paper {
    background: "#fcfcfd",
    foreground: "#24283a",
    dim: "#6a7086",
    ansi: [
        "#24283a", "#c01c38", "#2a7018", "#96731a", "#1e54c4", "#8338b0", "#006c8c", "#b4bac8", "#6a7086",
        "#d6405a", "#3d8a2a", "#b08a20", "#3d70dc", "#9d58c6", "#1a86a6", "#ffffff",
    ],
};

fn paper(background: Background) -> &'static Paper {
    match background {
        Background::Dark => &DARK,
        Background::Light => &LIGHT,
    }
}

/// Colours of a cell as they are seen, reversal and dimming applied.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    fg: String,
    bg: Option<String>,
    bold: bool,
    underlined: bool,
}

impl Look {
    fn from_cell(cell: &Cell, paper: &Paper) -> Look {
        let mut fg = color(cell.fg, paper).unwrap_or_else(|| paper.foreground.to_owned());
        let mut bg = color(cell.bg, paper);
        if cell.modifier.contains(Modifier::DIM) {
            fg = paper.dim.to_owned();
        }
        if cell.modifier.contains(Modifier::REVERSED) {
            let under = bg.unwrap_or_else(|| paper.background.to_owned());
            bg = Some(fg);
            fg = under;
        }
        Look {
            fg,
            bg,
            bold: cell.modifier.contains(Modifier::BOLD),
            underlined: cell.modifier.contains(Modifier::UNDERLINED),
        }
    }
}

/// The buffer as a terminal with this background shows it.
pub fn render(buffer: &Buffer, background: Background) -> String {
    let paper = paper(background);
    let area = buffer.area;
    let mut classes = Classes::default();
    let mut body = String::new();
    for y in area.top()..area.bottom() {
        let row: Vec<&Cell> = (area.left()..area.right()).map(|x| &buffer[(x, y)]).collect();
        let looks: Vec<Look> = row.iter().map(|cell| Look::from_cell(cell, paper)).collect();
        line(&row, &looks, f64::from(y - area.top()) * HEIGHT, &mut classes, &mut body);
    }
    let (width, height) = (f64::from(area.width) * WIDTH, f64::from(area.height) * HEIGHT);
    let mut out = String::new();
    // Writing to a String can't fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"{p} {p} {w} {h}\">\n\
         <style>text{{font-family:'DejaVu Sans Mono','Menlo','Consolas',monospace;font-size:{FONT_SIZE}px;\
         white-space:pre}}{css}</style>\n\
         <rect x=\"{p}\" y=\"{p}\" width=\"{w}\" height=\"{h}\" rx=\"8\" fill=\"{background}\"/>\n{body}</svg>\n",
        w = n(width + 2.0 * PADDING),
        h = n(height + 2.0 * PADDING),
        p = n(-PADDING),
        css = classes.css(),
        background = paper.background,
    );
    out
}

fn line(row: &[&Cell], looks: &[Look], top: f64, classes: &mut Classes, out: &mut String) {
    runs(
        row.len(),
        |a, b| looks[a].bg == looks[b].bg,
        |from, to| {
            if let Some(bg) = &looks[from].bg {
                let class = classes.name(format!("fill:{bg}"));
                rect(out, &class, from as f64 * WIDTH, top, (to - from) as f64 * WIDTH, HEIGHT);
            }
        },
    );
    let shape = |i: usize| shapes::shape_for(row[i].symbol());
    runs(
        row.len(),
        |a, b| looks[a].fg == looks[b].fg && row[a].symbol() == row[b].symbol(),
        |from, to| {
            if let Some(shape) = shape(from) {
                let place = shapes::Cells { x: from as f64 * WIDTH, y: top, cells: to - from };
                shapes::draw(&shape, &place, &looks[from].fg, classes, out);
            }
        },
    );
    let is_text = |i: usize| shape(i).is_none() && !row[i].symbol().is_empty();
    runs(
        row.len(),
        |a, b| looks[a] == looks[b] && is_text(a) && is_text(b) && wide_follows(row, b),
        |from, to| {
            if is_text(from) {
                words(row, from, to, &looks[from], top, classes, out);
            }
        },
    );
}

/// Characters of two columns end a run, for the next one to stand in its own place.
fn wide_follows(row: &[&Cell], at: usize) -> bool {
    at == 0 || row[at - 1].symbol().width() < 2
}

/// Calls `each` with every maximal run of equal neighbours.
fn runs(len: usize, alike: impl Fn(usize, usize) -> bool, mut each: impl FnMut(usize, usize)) {
    let mut from = 0;
    for i in 1..=len {
        if i == len || !alike(i - 1, i) {
            each(from, i);
            from = i;
        }
    }
}

/// Text in pieces that no blank of two cells interrupts, so that each starts exactly in its cell.
fn words(
    row: &[&Cell],
    from: usize,
    to: usize,
    look: &Look,
    top: f64,
    classes: &mut Classes,
    out: &mut String,
) {
    let mut rule = format!("fill:{}", look.fg);
    if look.bold {
        rule.push_str(";font-weight:bold");
    }
    if look.underlined {
        rule.push_str(";text-decoration:underline");
    }
    let mut start = from;
    while start < to {
        if row[start].symbol() == " " {
            start += 1;
            continue;
        }
        let mut end = start;
        let mut text = String::new();
        while end < to && !(row[end].symbol() == " " && (end + 1 >= to || row[end + 1].symbol() == " ")) {
            text.push_str(row[end].symbol());
            end += 1;
        }
        let class = classes.name(rule.clone());
        let _ = writeln!(
            out,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" textLength=\"{}\">{}</text>",
            n(start as f64 * WIDTH),
            n(top + BASELINE),
            n((end - start) as f64 * WIDTH),
            escape(&text)
        );
        start = end.max(start + 1);
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// None for the terminal's own colour.
fn color(color: Color, paper: &Paper) -> Option<String> {
    let ansi = |i: usize| Some(paper.ansi[i].to_owned());
    match color {
        Color::Reset => None,
        Color::Black => ansi(0),
        Color::Red => ansi(1),
        Color::Green => ansi(2),
        Color::Yellow => ansi(3),
        Color::Blue => ansi(4),
        Color::Magenta => ansi(5),
        Color::Cyan => ansi(6),
        Color::Gray => ansi(7),
        Color::DarkGray => ansi(8),
        Color::LightRed => ansi(9),
        Color::LightGreen => ansi(10),
        Color::LightYellow => ansi(11),
        Color::LightBlue => ansi(12),
        Color::LightMagenta => ansi(13),
        Color::LightCyan => ansi(14),
        Color::White => ansi(15),
        Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
        Color::Indexed(i @ 0..16) => ansi(usize::from(i)),
        Color::Indexed(i @ 16..232) => {
            let i = i - 16;
            let step = |v: u8| if v == 0 { 0 } else { 55 + 40 * u32::from(v) };
            Some(format!("#{:02x}{:02x}{:02x}", step(i / 36), step(i / 6 % 6), step(i % 6)))
        }
        Color::Indexed(i) => {
            let v = 8 + 10 * u32::from(i - 232);
            Some(format!("#{v:02x}{v:02x}{v:02x}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    fn svg(text: &str, style: Style) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        buffer.set_string(0, 0, text, style);
        render(&buffer, Background::Dark)
    }

    #[test]
    fn text_stands_in_its_cell_and_is_escaped() {
        let out = svg("a <b  c&d", Style::new());
        assert!(out.contains(">a &lt;b</text>"), "{out}");
        assert!(out.contains("x=\"50.4\"") && out.contains(">c&amp;d</text>"), "{out}");
    }

    #[test]
    fn blocks_and_lines_are_shapes() {
        let out = svg("▁█▌──╭", Style::new());
        assert!(!out.contains("<text"), "{out}");
        assert!(out.contains("h16.8\""), "one line of two cells: {out}");
    }

    #[test]
    fn styles() {
        assert!(svg("x", Style::new().bold().red()).contains("fill:#e06c75;font-weight:bold"));
        let reversed = svg("x", Style::new().reversed());
        assert!(
            reversed.contains(&format!("fill:{}", DARK.foreground))
                && reversed.contains(&format!("fill:{}", DARK.background))
        );
        assert!(svg("x", Style::new().fg(Color::Indexed(196))).contains("#ff0000"));
    }

    #[test]
    fn a_light_terminal_is_light() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        buffer.set_string(0, 0, "x", Style::new().reversed());
        let light = render(&buffer, Background::Light);
        assert!(light.contains("fill=\"#fcfcfd\"") && light.contains("fill:#24283a"), "{light}");
        assert!(!light.contains(DARK.background) && !light.contains(DARK.foreground), "{light}");
    }

    #[test]
    fn wide_characters_keep_the_grid() {
        let out = svg("日x", Style::new());
        assert!(out.contains("x=\"16.8\""), "{out}");
    }
}
