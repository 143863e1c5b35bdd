//! The user's own colours: `--color warn=#ff8800`, or `warn = "#ff8800"` below `[color]` in the configuration
//! file.

use crate::tui::palette::{Palette, Role};
use ratatui::style::Color;

/// What has a colour. Directions of transfers are named as in the JSON.
const ROLES: [&str; 15] = [
    "dim",
    "title",
    "border",
    "accent",
    "good",
    "warn",
    "bad",
    "h2d",
    "d2h",
    "d2d",
    "shared",
    "peer",
    "h2h",
    "selected",
    "on-accent",
];

/// The colours that terminals with 16 have, with what they look like in xterm.
const NAMED: [(&str, Color, (u8, u8, u8)); 16] = [
    ("black", Color::Black, (0, 0, 0)),
    ("red", Color::Red, (205, 0, 0)),
    ("green", Color::Green, (0, 205, 0)),
    ("yellow", Color::Yellow, (205, 205, 0)),
    ("blue", Color::Blue, (0, 0, 238)),
    ("magenta", Color::Magenta, (205, 0, 205)),
    ("cyan", Color::Cyan, (0, 205, 205)),
    ("gray", Color::Gray, (229, 229, 229)),
    ("dark-gray", Color::DarkGray, (127, 127, 127)),
    ("light-red", Color::LightRed, (255, 0, 0)),
    ("light-green", Color::LightGreen, (0, 255, 0)),
    ("light-yellow", Color::LightYellow, (255, 255, 0)),
    ("light-blue", Color::LightBlue, (92, 92, 255)),
    ("light-magenta", Color::LightMagenta, (255, 0, 255)),
    ("light-cyan", Color::LightCyan, (0, 255, 255)),
    ("white", Color::White, (255, 255, 255)),
];

/// The colour of one role, instead of the theme's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnColor {
    role: &'static str,
    color: Role,
    /// As it was given.
    text: String,
}

impl OwnColor {
    /// From `warn=#ff8800` or `warn=yellow`.
    ///
    /// # Errors
    /// Says what would be right.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (role, color) = text.split_once('=').ok_or("takes ROLE=COLOR, such as warn=#ff8800")?;
        let Some(role) = ROLES.into_iter().find(|known| *known == role) else {
            return Err(format!("no role '{role}' has a colour; the roles are {}", ROLES.join(", ")));
        };
        let named = NAMED.iter().find(|(name, ..)| *name == color).map(|(_, color, rgb)| (*rgb, *color));
        let found = named.or_else(|| hexadecimal(color).map(|rgb| (rgb, nearest(rgb)))).ok_or_else(|| {
            let names: Vec<&str> = NAMED.iter().map(|(name, ..)| *name).collect();
            format!("'{color}' is not a colour; use #rrggbb, {}", names.join(", "))
        })?;
        Ok(Self { role, color: found, text: color.to_owned() })
    }
}

fn hexadecimal(text: &str) -> Option<(u8, u8, u8)> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some((part(0)?, part(2)?, part(4)?))
}

/// The nearest of the 16 colours that have a name.
fn nearest(rgb: (u8, u8, u8)) -> Color {
    let (r, g, b) = rgb;
    let distance = |(x, y, z): (u8, u8, u8)| {
        let d = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        d(r, x) + d(g, y) + d(b, z)
    };
    NAMED.iter().min_by_key(|(.., named)| distance(*named)).map_or(Color::Reset, |(_, color, _)| *color)
}

/// The colours that the user has chosen.
#[derive(Debug, Clone, Default)]
pub struct Colors(Vec<OwnColor>);

impl Colors {
    /// Later ones replace earlier ones of the same role.
    #[must_use]
    pub fn new(own: &[OwnColor]) -> Self {
        Self(own.to_vec())
    }

    /// What can have a colour.
    #[must_use]
    pub fn roles() -> String {
        ROLES.join(", ")
    }

    /// The colours that the user has chosen, by role.
    #[must_use]
    pub fn all(&self) -> Vec<(&'static str, String)> {
        let mut all: Vec<(&'static str, String)> = Vec::new();
        for own in &self.0 {
            all.retain(|(role, _)| *role != own.role);
            all.push((own.role, own.text.clone()));
        }
        all
    }

    pub fn change(&self, mut palette: Palette) -> Palette {
        for OwnColor { role, color, .. } in &self.0 {
            match *role {
                "selected" => palette.selected = color.0,
                "on-accent" => palette.on_accent = color.0,
                role => *place(&mut palette, role) = *color,
            }
        }
        palette
    }
}

fn place<'a>(palette: &'a mut Palette, role: &str) -> &'a mut Role {
    match role {
        "title" => &mut palette.title,
        "border" => &mut palette.border,
        "accent" => &mut palette.accent,
        "good" => &mut palette.good,
        "warn" => &mut palette.warn,
        "bad" => &mut palette.bad,
        "h2d" => &mut palette.directions[0],
        "d2h" => &mut palette.directions[1],
        "d2d" => &mut palette.directions[2],
        "shared" => &mut palette.directions[3],
        "peer" => &mut palette.directions[4],
        "h2h" => &mut palette.directions[5],
        _ => &mut palette.dim,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Background, Depth, Theme};
    use zetop_figures::snapshot::Direction;

    fn theme(own: &[&str], depth: Depth) -> Theme {
        let own: Vec<OwnColor> = own.iter().map(|text| OwnColor::parse(text).unwrap()).collect();
        Theme::with(&Colors::new(&own), Background::Dark, depth, false)
    }

    #[test]
    fn chosen_colours_are_drawn_in_each_depth_that_has_any() {
        let own = ["warn=#ff0102", "h2d=light-blue", "warn=#00fe00"];
        let in_true = theme(&own, Depth::True);
        assert_eq!(in_true.warn.fg, Some(Color::Rgb(0, 254, 0)), "the last one");
        assert_eq!(in_true.direction(Direction::HostToDevice).fg, Some(Color::Rgb(92, 92, 255)));
        assert_eq!(in_true.good, theme(&[], Depth::True).good, "the others are the theme's");
        assert_eq!(theme(&own, Depth::Ansi16).warn.fg, Some(Color::LightGreen), "the nearest of the 16");
        assert_eq!(theme(&own, Depth::Mono).warn.fg, None);
    }

    #[test]
    fn every_role_changes_something() {
        let plain = format!("{:?}", theme(&[], Depth::True));
        for role in ROLES {
            let own = format!("{role}=#010203");
            assert_ne!(format!("{:?}", theme(&[&own], Depth::True)), plain, "{role}");
        }
    }

    #[test]
    fn what_is_wrong_names_the_choices() {
        for (own, words) in [
            ("warning=red", "no role 'warning' has a colour; the roles are dim, title,"),
            ("warn=orange", "'orange' is not a colour; use #rrggbb, black, red,"),
            ("warn=#12345", "'#12345' is not a colour"),
            ("warn=#12345g", "'#12345g' is not a colour"),
            ("warn", "takes ROLE=COLOR"),
        ] {
            assert!(OwnColor::parse(own).unwrap_err().contains(words), "{own}");
        }
    }
}
