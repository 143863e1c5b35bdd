//! The colours of the two themes.

use ratatui::style::Color;

/// The colour of a role: in true colour (256 follows from it) and among the 16.
pub type Role = ((u8, u8, u8), Color);

pub struct Palette {
    pub dim: Role,
    pub title: Role,
    pub border: Role,
    pub accent: Role,
    pub good: Role,
    pub warn: Role,
    pub bad: Role,
    pub directions: [Role; 6],
    pub selected: (u8, u8, u8),
    pub on_accent: (u8, u8, u8),
}

pub const DARK: Palette = Palette {
    dim: ((122, 130, 158), Color::DarkGray),
    title: ((192, 202, 245), Color::Reset),
    border: ((70, 78, 112), Color::DarkGray),
    accent: ((122, 162, 247), Color::Cyan),
    good: ((158, 206, 106), Color::Green),
    warn: ((224, 175, 104), Color::Yellow),
    bad: ((247, 118, 142), Color::Red),
    directions: [
        ((125, 207, 255), Color::Cyan),
        ((187, 154, 247), Color::Magenta),
        ((158, 206, 106), Color::Green),
        ((224, 175, 104), Color::Yellow),
        ((255, 158, 100), Color::Red),
        ((122, 130, 158), Color::Gray),
    ],
    selected: (45, 52, 84),
    on_accent: (22, 24, 36),
};

/// Dark enough for a white background. Of the 16, yellow, cyan and grey are unreadable there.
pub const LIGHT: Palette = Palette {
    dim: ((92, 99, 122), Color::DarkGray),
    title: ((38, 50, 110), Color::Reset),
    border: ((168, 176, 204), Color::DarkGray),
    accent: ((30, 84, 196), Color::Blue),
    good: ((42, 112, 24), Color::Green),
    warn: ((150, 84, 0), Color::Magenta),
    bad: ((184, 20, 56), Color::Red),
    directions: [
        ((0, 108, 140), Color::Blue),
        ((112, 56, 176), Color::Magenta),
        ((42, 112, 24), Color::Green),
        ((150, 84, 0), Color::Black),
        ((184, 76, 16), Color::Red),
        ((92, 99, 122), Color::DarkGray),
    ],
    selected: (212, 221, 246),
    on_accent: (255, 255, 255),
};
