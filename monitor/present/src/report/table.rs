//! A table of text whose columns are as wide as they need to be.

use std::fmt;
use unicode_width::UnicodeWidthStr;
use zetop_system::width::cut;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// Widest a left column gets before its text is cut; kernels can have very long names.
const WIDEST: usize = 60;

#[derive(Debug, Default)]
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn column(&mut self, name: &str, align: Align) -> &mut Self {
        self.columns.push((name.to_owned(), align));
        self
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| cut(&cell, WIDEST, "…")).collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let lines = || std::iter::once(&names).chain(&self.rows);
        let width =
            |column: usize| lines().filter_map(|l| l.get(column)).map(|cell| cell.width()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        for line in lines() {
            let mut text = String::new();
            for (((_, align), width), cell) in self.columns.iter().zip(&widths).zip(line) {
                let padding = " ".repeat(width - cell.width());
                match align {
                    Align::Left => text += &format!("{cell}{padding}  "),
                    Align::Right => text += &format!("{padding}{cell}  "),
                }
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::default();
        table.column("Name", Align::Left).column("Total", Align::Right);
        table.row(["a".into(), "1.00 µs".into()]);
        table.row(["longer".into(), "5 s".into()]);
        assert_eq!(table.to_string(), "Name      Total\na       1.00 µs\nlonger      5 s\n");
    }

    #[test]
    fn very_long_names_are_cut() {
        let mut table = Table::default();
        table.column("Name", Align::Left);
        table.row(["x".repeat(500)]);
        assert_eq!(table.to_string().lines().map(UnicodeWidthStr::width).max(), Some(WIDEST));
    }
}
