//! Characters that are drawn rather than written.

use super::elements::{Classes, HEIGHT, WIDTH, n, rect};
use std::fmt::Write;

pub enum Shape {
    /// A filled part of the cell: left, top, width and height as shares of it.
    Block(f64, f64, f64, f64),
    /// Lines from the middle: left, right, up, down.
    Lines(bool, bool, bool, bool),
    /// A rounded corner between two sides: right or left, down or up.
    Corner { right: bool, down: bool },
}

pub struct Cells {
    pub x: f64,
    pub y: f64,
    /// How many cells in a row have this shape.
    pub cells: usize,
}

pub fn shape_for(symbol: &str) -> Option<Shape> {
    let mut chars = symbol.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else { return None };
    let eighths = |from: char| f64::from(c as u32 - from as u32 + 1) / 8.0;
    Some(match c {
        '▁'..='█' => {
            let height = eighths('▁');
            Shape::Block(0.0, 1.0 - height, 1.0, height)
        }
        '▉'..='▏' => Shape::Block(0.0, 0.0, 1.0 - eighths('▉'), 1.0),
        '─' => Shape::Lines(true, true, false, false),
        '│' => Shape::Lines(false, false, true, true),
        '┤' => Shape::Lines(true, false, true, true),
        '├' => Shape::Lines(false, true, true, true),
        '┼' => Shape::Lines(true, true, true, true),
        '╭' => Shape::Corner { right: true, down: true },
        '╮' => Shape::Corner { right: false, down: true },
        '╰' => Shape::Corner { right: true, down: false },
        '╯' => Shape::Corner { right: false, down: false },
        _ => return None,
    })
}

pub fn draw(shape: &Shape, place: &Cells, color: &str, classes: &mut Classes, out: &mut String) {
    let run = place.cells as f64 * WIDTH;
    match *shape {
        Shape::Block(left, top, width, height) => {
            let class = classes.name(format!("fill:{color}"));
            let y = place.y + top * HEIGHT;
            if width >= 1.0 {
                rect(out, &class, place.x, y, run, height * HEIGHT);
            } else {
                for i in 0..place.cells {
                    let x = place.x + (i as f64 + left) * WIDTH;
                    rect(out, &class, x, y, width * WIDTH, height * HEIGHT);
                }
            }
        }
        Shape::Lines(true, true, false, false) => {
            let y = place.y + HEIGHT / 2.0;
            path(out, classes, color, &format!("M{} {}h{}", n(place.x), n(y), n(run)));
        }
        Shape::Lines(left, right, up, down) => {
            let mut d = String::new();
            for i in 0..place.cells {
                let (x, y) = (place.x + (i as f64 + 0.5) * WIDTH, place.y + HEIGHT / 2.0);
                for (drawn, dx, dy) in [
                    (left, -WIDTH / 2.0, 0.0),
                    (right, WIDTH / 2.0, 0.0),
                    (up, 0.0, -HEIGHT / 2.0),
                    (down, 0.0, HEIGHT / 2.0),
                ] {
                    if drawn {
                        let _ = write!(d, "M{} {}l{} {}", n(x), n(y), n(dx), n(dy));
                    }
                }
            }
            path(out, classes, color, &d);
        }
        Shape::Corner { right, down } => {
            let (x, y) = (place.x + WIDTH / 2.0, place.y + HEIGHT / 2.0);
            let (dx, dy) = (
                if right { WIDTH / 2.0 } else { -WIDTH / 2.0 },
                if down { HEIGHT / 2.0 } else { -HEIGHT / 2.0 },
            );
            let d = format!("M{} {}Q{} {} {} {}", n(x), n(y + dy), n(x), n(y), n(x + dx), n(y));
            path(out, classes, color, &d);
        }
    }
}

fn path(out: &mut String, classes: &mut Classes, color: &str, d: &str) {
    let class = classes.name(format!("fill:none;stroke:{color};stroke-width:1.2"));
    let _ = writeln!(out, "<path class=\"{class}\" d=\"{d}\"/>");
}
