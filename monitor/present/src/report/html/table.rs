//! Tables that a reader can sort.

use maud::{Markup, html};
use zetop_figures::view::format::{NONE, clean};

/// A cell: what is shown, and what its column is sorted by.
pub(super) struct Cell {
    pub shown: Markup,
    pub by: By,
}

/// What a column is sorted by.
pub(super) enum By {
    Text,
    /// What is not known is below everything that is.
    Number(Option<f64>),
}

impl Cell {
    pub fn text(text: &str) -> Self {
        Self { shown: html! { (clean(text)) }, by: By::Text }
    }

    pub fn number(value: Option<f64>, text: impl FnOnce(f64) -> String) -> Self {
        let shown = value.map_or_else(|| NONE.to_owned(), text);
        Self { shown: html! { (shown) }, by: By::Number(value) }
    }
}

/// A table with a line for what was left out. The first column is text.
pub(super) fn table(columns: &[&str], rows: Vec<Vec<Cell>>, rest: Option<String>) -> Markup {
    let is_number = |at: usize| {
        rows.first().and_then(|row| row.get(at)).is_some_and(|cell| matches!(cell.by, By::Number(_)))
    };
    let right: Vec<bool> = (0..columns.len()).map(is_number).collect();
    html! {
        div.scrolls {
            table {
                thead { tr { @for (column, right) in columns.iter().zip(&right) { th.n[*right] { button type="button" { (column) } } } } }
                tbody {
                    @for row in rows {
                        tr {
                            @for cell in row {
                                @match cell.by {
                                    By::Number(value) => td.n data-value=(value.map_or_else(String::new, |value| value.to_string())) { (cell.shown) },
                                    By::Text => td { (cell.shown) },
                                }
                            }
                        }
                    }
                }
            }
        }
        @if let Some(rest) = rest { p.rest { (rest) } }
    }
}
