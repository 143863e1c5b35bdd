//! Colours by role, in four depths: true colour, 256, 16 and none. Panels name a role, never a colour.

use crate::tui::colors::Colors;
use crate::tui::palette::{DARK, LIGHT, Role};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthStr;
use zetop_figures::snapshot::Direction;

/// What the user asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// By NO_COLOR, COLORTERM and TERM.
    #[default]
    Auto,
    Mono,
    Ansi16,
    Indexed256,
    True,
}

impl ColorChoice {
    /// The depth to draw with, given how to read an environment variable.
    pub fn resolve(self, env: impl Fn(&str) -> Option<String>) -> Depth {
        let set = |name: &str| env(name).filter(|value| !value.is_empty());
        match self {
            ColorChoice::Mono => Depth::Mono,
            ColorChoice::Ansi16 => Depth::Ansi16,
            ColorChoice::Indexed256 => Depth::Indexed256,
            ColorChoice::True => Depth::True,
            ColorChoice::Auto => {
                let term = set("TERM").unwrap_or_default();
                if set("NO_COLOR").is_some() || term == "dumb" {
                    Depth::Mono
                } else if matches!(set("COLORTERM").as_deref(), Some("truecolor" | "24bit"))
                    || term.ends_with("-direct")
                {
                    Depth::True
                } else if term.contains("256color") {
                    Depth::Indexed256
                } else {
                    Depth::Ansi16
                }
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    Mono,
    Ansi16,
    Indexed256,
    True,
}

/// What colours have to contrast with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Background {
    #[default]
    Dark,
    Light,
}

#[derive(Debug, Clone)]
pub struct Theme {
    /// What it is made for.
    pub background: Background,
    pub depth: Depth,
    pub ascii: bool,
    pub text: Style,
    pub dim: Style,
    /// Figures that matter most.
    pub strong: Style,
    pub title: Style,
    pub border: Style,
    pub border_focus: Style,
    pub accent: Style,
    pub good: Style,
    pub warn: Style,
    pub bad: Style,
    /// The selected row; patched over what the row's cells have.
    pub selected: Style,
    pub tab: Style,
    pub key: Style,
    /// What an engine did.
    pub kernel: Style,
    pub copy: Style,
    directions: [Style; 6],
    heat: [(u8, u8, u8); 3],
}

impl Theme {
    pub fn new(depth: Depth, ascii: bool) -> Theme {
        Theme::on(Background::Dark, depth, ascii)
    }

    pub fn on(background: Background, depth: Depth, ascii: bool) -> Theme {
        Theme::with(&Colors::default(), background, depth, ascii)
    }

    /// With the user's own colours.
    pub fn with(colors: &Colors, background: Background, depth: Depth, ascii: bool) -> Theme {
        let palette = colors.change(match background {
            Background::Dark => DARK,
            Background::Light => LIGHT,
        });
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        let role = |role: Role| match depth {
            Depth::Mono => plain,
            Depth::Ansi16 => plain.fg(role.1),
            _ => plain.fg(rgb(depth, role.0)),
        };
        let mono = depth == Depth::Mono;
        Theme {
            background,
            depth,
            ascii,
            text: plain,
            dim: if mono { plain.add_modifier(Modifier::DIM) } else { role(palette.dim) },
            strong: bold,
            title: role(palette.title).add_modifier(Modifier::BOLD),
            border: if mono { plain.add_modifier(Modifier::DIM) } else { role(palette.border) },
            border_focus: if mono { bold } else { role(palette.accent) },
            accent: if mono { bold } else { role(palette.accent) },
            good: role(palette.good),
            warn: if mono { bold } else { role(palette.warn) },
            bad: if mono {
                bold.add_modifier(Modifier::UNDERLINED)
            } else {
                role(palette.bad).add_modifier(Modifier::BOLD)
            },
            selected: match depth {
                Depth::Mono => plain.add_modifier(Modifier::REVERSED),
                // With 16 colours no background is sure to suit the user's palette; reversed always does.
                Depth::Ansi16 => plain.add_modifier(Modifier::REVERSED),
                _ => plain.bg(rgb(depth, palette.selected)).add_modifier(Modifier::BOLD),
            },
            tab: match depth {
                Depth::Mono | Depth::Ansi16 => bold.add_modifier(Modifier::REVERSED),
                _ => bold.fg(rgb(depth, palette.on_accent)).bg(rgb(depth, palette.accent.0)),
            },
            key: if mono { bold } else { role(palette.accent).add_modifier(Modifier::BOLD) },
            kernel: role(palette.accent),
            copy: role(palette.directions[3]),
            directions: palette.directions.map(role),
            heat: [palette.good.0, palette.warn.0, palette.bad.0],
        }
    }

    /// Each direction of transfer has its colour everywhere.
    pub fn direction(&self, direction: Direction) -> Style {
        let i = match direction {
            Direction::HostToDevice => 0,
            Direction::DeviceToHost => 1,
            Direction::DeviceToDevice => 2,
            Direction::Shared => 3,
            Direction::Peer => 4,
            Direction::HostToHost => 5,
        };
        self.directions[i]
    }

    /// Green over yellow to red for 0..=1.
    pub fn heat(&self, t: f64) -> Style {
        let t = if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 };
        match self.depth {
            Depth::Mono => Style::new(),
            Depth::Ansi16 => Style::new().fg(match t {
                t if t < 0.34 => Color::Green,
                t if t < 0.67 => Color::Yellow,
                _ => Color::Red,
            }),
            depth => {
                let (from, to, t) = if t < 0.5 {
                    (self.heat[0], self.heat[1], t * 2.0)
                } else {
                    (self.heat[1], self.heat[2], t * 2.0 - 1.0)
                };
                let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * t).round() as u8;
                Style::new().fg(rgb(depth, (mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))))
            }
        }
    }

    /// The last step of every frame: with `--ascii`, cell by cell, a stand-in for each character that is not
    /// ASCII, wherever it came from. One cell stays one cell, so nothing moves.
    pub fn finish(&self, buffer: &mut Buffer) {
        if !self.ascii {
            return;
        }
        for y in buffer.area.top()..buffer.area.bottom() {
            let mut x = buffer.area.left();
            while x < buffer.area.right() {
                let cell = &mut buffer[(x, y)];
                let width = cell.symbol().width().max(1) as u16;
                if !cell.symbol().is_ascii() {
                    let stand_in = ascii(cell.symbol());
                    cell.set_char(stand_in);
                }
                x += width;
            }
        }
    }
}

fn ascii(symbol: &str) -> char {
    match symbol {
        "─" | "╌" => '-',
        "━" => '=',
        "‖" => '|',
        "│" | "┤" | "├" | "┊" => '|',
        "╭" | "╮" | "╰" | "╯" | "┼" | "┬" | "┴" | "└" => '+',
        "▁" => '.',
        "▂" => ':',
        "▃" => '-',
        "▄" => '=',
        "▅" => '+',
        "▆" => 'x',
        "▇" => 'X',
        "█" | "▉" | "▊" => '#',
        "▋" | "▌" | "▍" => '=',
        "▎" | "▏" => '-',
        "µ" => 'u',
        "→" | "▸" | "▶" => '>',
        "◂" | "←" => '<',
        "▼" | "↓" => 'v',
        "▲" | "↑" => '^',
        "●" | "◆" => '*',
        "○" => 'o',
        "…" => '~',
        "–" | "−" => '-',
        "×" => 'x',
        "·" => '.',
        "≤" => '<',
        "≥" => '>',
        "Δ" => 'd',
        "±" => '~',
        _ => '?',
    }
}

fn rgb(depth: Depth, color: (u8, u8, u8)) -> Color {
    let (r, g, b) = color;
    if depth == Depth::True { Color::Rgb(r, g, b) } else { Color::Indexed(nearest_256(r, g, b)) }
}

/// The nearest of the 6x6x6 cube and the grey ramp of the 256 colours.
fn nearest_256(r: u8, g: u8, b: u8) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |v: u8| (0..6usize).min_by_key(|&i| v.abs_diff(STEPS[i])).unwrap_or(0);
    let distance = |x: u8, y: u8, z: u8| {
        let d = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        d(r, x) + d(g, y) + d(b, z)
    };
    let (i, j, k) = (step(r), step(g), step(b));
    let average = (u32::from(r) + u32::from(g) + u32::from(b)) / 3;
    let ramp = (average.saturating_sub(3) / 10).min(23) as u8;
    let grey = 8 + 10 * ramp;
    if distance(grey, grey, grey) < distance(STEPS[i], STEPS[j], STEPS[k]) {
        232 + ramp
    } else {
        (16 + 36 * i + 6 * j + k) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(pairs: &[(&str, &str)]) -> Depth {
        ColorChoice::Auto.resolve(|name| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()))
    }

    #[test]
    fn depth_follows_the_environment() {
        assert_eq!(resolve(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]), Depth::Mono);
        assert_eq!(resolve(&[("NO_COLOR", ""), ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(resolve(&[("TERM", "xterm-256color")]), Depth::Indexed256);
        assert_eq!(resolve(&[("TERM", "xterm")]), Depth::Ansi16);
        assert_eq!(resolve(&[("TERM", "dumb")]), Depth::Mono);
    }

    #[test]
    fn nearest_of_256() {
        assert_eq!(nearest_256(255, 0, 0), 196);
        assert_eq!(nearest_256(128, 128, 128), 244);
        assert_eq!(nearest_256(0, 0, 0), 16);
    }

    /// Contrast of WCAG 2, between 1 and 21.
    fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
        let part = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.039_28 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        let light = |(r, g, b)| 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) + 0.05;
        let (a, b) = (light(a), light(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn words_can_be_read_on_both_backgrounds() {
        for (palette, paper) in [(DARK, (22, 24, 36)), (LIGHT, (255, 255, 255))] {
            let roles = [palette.dim, palette.title, palette.accent, palette.good, palette.warn, palette.bad];
            for (colour, _) in roles.into_iter().chain(palette.directions) {
                assert!(
                    contrast(colour, paper) >= 4.5,
                    "{colour:?} on {paper:?}: {}",
                    contrast(colour, paper)
                );
            }
            assert!(contrast(palette.on_accent, palette.accent.0) >= 4.5);
        }
        // Nor is any of the 16 as bright as the background.
        let light = LIGHT.directions.iter().map(|role| role.1);
        assert!(
            light.into_iter().all(|c| !matches!(c, Color::Yellow | Color::Cyan | Color::Gray | Color::White))
        );
    }

    #[test]
    fn mono_has_no_colour_at_all() {
        let theme = Theme::new(Depth::Mono, false);
        for style in [
            theme.dim,
            theme.selected,
            theme.tab,
            theme.bad,
            theme.direction(Direction::HostToDevice),
            theme.heat(1.0),
        ] {
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }
}
