//! Which columns each table has: those of the tables below, or `--columns api=name,calls,p99`.

use crate::view::items::{Field, List};

#[derive(Debug, Clone, Copy)]
pub struct Column {
    pub field: Field,
    pub title: &'static str,
    pub width: u16,
    /// Columns with a higher number are dropped first in narrow panels.
    pub rank: u8,
    /// The share as a bar; takes what width is left.
    pub bar: bool,
}

impl Column {
    /// Whether the text begins at the left of the column.
    #[must_use]
    pub fn is_left_aligned(&self) -> bool {
        self.bar || self.field.is_text()
    }
}

pub const fn column(rank: u8, field: Field, title: &'static str, width: u16) -> Column {
    Column { field, title, width, rank, bar: false }
}

pub const BAR: Column = Column { field: Field::Share, title: "", width: 6, rank: 6, bar: true };

/// All columns of a table.
fn all(list: List, some_failed: bool) -> Vec<Column> {
    match list {
        List::Api => api(some_failed),
        List::Device => device(),
        List::Kernels => kernels(),
        List::Transfers => transfers(),
        List::Memory => memory(),
    }
}

fn api(some_failed: bool) -> Vec<Column> {
    // Errors are rare, and functions that have some stand out by their colour.
    let errors = if some_failed { 7 } else { 12 };
    vec![
        column(0, Field::Name, "function", 0),
        column(2, Field::Calls, "calls", 7),
        column(5, Field::Rate, "/s", 4),
        column(errors, Field::Errors, "errors", 7),
        column(3, Field::Total, "total", 7),
        column(1, Field::Share, "share", 7),
        BAR,
        column(2, Field::ShareChange, "Δ share", 8),
        column(10, Field::Min, "min", 7),
        column(3, Field::Avg, "avg", 7),
        column(2, Field::AvgChange, "Δ avg", 7),
        column(8, Field::P50, "p50", 7),
        column(9, Field::P90, "p90", 7),
        column(4, Field::P99, "p99", 7),
        column(7, Field::Max, "max", 7),
    ]
}

fn device() -> Vec<Column> {
    vec![
        column(0, Field::Name, "kernel or copy", 0),
        column(2, Field::Device, "dev", 3),
        column(6, Field::Shape, "sizes", 17),
        column(1, Field::Bandwidth, "GB/s", 6),
        column(1, Field::BandwidthBefore, "before", 6),
        column(2, Field::BandwidthChange, "Δ GB/s", 7),
        column(4, Field::Calls, "runs", 7),
        column(2, Field::Total, "total", 7),
        column(1, Field::Share, "share", 7),
        BAR,
        column(3, Field::ShareChange, "Δ share", 8),
        column(11, Field::Min, "min", 7),
        column(3, Field::Avg, "avg", 7),
        column(2, Field::AvgChange, "Δ avg", 7),
        column(5, Field::P99, "p99", 7),
        column(9, Field::Max, "max", 7),
        column(7, Field::Note, "", 19),
    ]
}

fn kernels() -> Vec<Column> {
    vec![
        column(0, Field::Name, "kernel", 0),
        column(2, Field::Device, "dev", 3),
        column(2, Field::Calls, "runs", 7),
        column(3, Field::Total, "total", 7),
        column(1, Field::Share, "share", 7),
        BAR,
        column(2, Field::ShareChange, "Δ share", 8),
        column(9, Field::Min, "min", 7),
        column(3, Field::Avg, "avg", 7),
        column(2, Field::AvgChange, "Δ avg", 7),
        column(2, Field::Hot, "hot", 7),
        column(2, Field::Cold, "cold", 7),
        column(8, Field::P50, "p50", 7),
        column(4, Field::P99, "p99", 7),
        column(7, Field::Max, "max", 7),
        column(5, Field::Submit, "queued", 7),
        column(6, Field::HostPer, "host/run", 8),
        column(7, Field::Shape, "groups of size", 23),
    ]
}

fn transfers() -> Vec<Column> {
    vec![
        column(0, Field::Name, "from→to", 0),
        column(2, Field::Device, "dev", 3),
        column(8, Field::Direction, "kind", 6),
        column(4, Field::Shape, "sizes", 17),
        column(3, Field::Calls, "ops", 7),
        column(2, Field::Bytes, "bytes", 7),
        column(1, Field::Bandwidth, "GB/s", 6),
        column(1, Field::BandwidthBefore, "before", 6),
        column(2, Field::BandwidthChange, "Δ GB/s", 7),
        column(5, Field::Total, "total", 7),
        column(2, Field::Share, "share", 7),
        BAR,
        column(2, Field::ShareChange, "Δ share", 8),
        column(10, Field::Min, "min", 7),
        column(7, Field::Avg, "avg", 7),
        column(2, Field::AvgChange, "Δ avg", 7),
        column(9, Field::P99, "p99", 7),
        column(11, Field::Max, "max", 7),
        column(6, Field::Throughput, "thrput", 6),
    ]
}

fn memory() -> Vec<Column> {
    vec![
        column(0, Field::Name, "line", 0),
        column(2, Field::Kind, "kind", 7),
        column(0, Field::Live, "live", 8),
        column(2, Field::Share, "share", 7),
        BAR,
        column(3, Field::Blocks, "blocks", 7),
        column(1, Field::Peak, "peak", 8),
        column(4, Field::Calls, "allocs", 7),
        column(4, Field::Frees, "frees", 7),
        column(7, Field::BytesEach, "each", 8),
        column(5, Field::Oldest, "oldest", 7),
    ]
}

/// The names of the tables whose columns can be chosen.
const TABLES: [(List, &str); 5] = [
    (List::Api, "api"),
    (List::Device, "device"),
    (List::Kernels, "kernels"),
    (List::Transfers, "transfers"),
    (List::Memory, "memory"),
];

/// The name of a column there.
fn name(field: Field) -> &'static str {
    match field {
        Field::Bandwidth => "bandwidth",
        Field::BandwidthBefore => "before",
        Field::ShareChange => "share-change",
        Field::Shape => "sizes",
        Field::Direction => "direction",
        Field::Note => "note",
        Field::Kind => "kind",
        field => field.name(),
    }
}

fn names(columns: &[Column]) -> Vec<&'static str> {
    columns.iter().filter(|column| !column.bar).map(|column| name(column.field)).collect()
}

/// The columns of one table, instead of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnColumns {
    list: List,
    fields: Vec<Field>,
}

impl OwnColumns {
    /// From `api=name,calls,p99`.
    ///
    /// # Errors
    /// Says what would be right.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (table, columns) = text.split_once('=').ok_or("takes TABLE=COLUMN,..., such as api=calls,p99")?;
        let Some((list, _)) = TABLES.iter().find(|(_, name)| *name == table) else {
            return Err(format!("no table '{table}'; there are {}", TABLES.map(|(_, name)| name).join(", ")));
        };
        let known = all(*list, false);
        let mut fields = vec![Field::Name];
        for wanted in columns.split([',', ' ']).filter(|wanted| !wanted.is_empty()) {
            let Some(column) = known.iter().find(|column| name(column.field) == wanted) else {
                let all = names(&known).join(", ");
                return Err(format!("no column '{wanted}' in the table {table}; there are {all}"));
            };
            if !fields.contains(&column.field) {
                fields.push(column.field);
            }
        }
        if fields.len() == 1 {
            return Err(format!("no column for the table {table}"));
        }
        Ok(Self { list: *list, fields })
    }
}

/// The columns in use.
#[derive(Debug, Clone, Default)]
pub struct Columns(Vec<OwnColumns>);

impl Columns {
    /// Later ones replace earlier ones of the same table.
    #[must_use]
    pub fn new(own: &[OwnColumns]) -> Self {
        Self(own.to_vec())
    }

    /// The columns of a table, in order. If the user has chosen them, the last ones are dropped first in
    /// narrow panels.
    #[must_use]
    pub fn columns_for(&self, list: List, some_failed: bool) -> Vec<Column> {
        let known = all(list, some_failed);
        let Some(own) = self.0.iter().rev().find(|own| own.list == list) else { return known };
        let mut chosen = Vec::new();
        for (rank, field) in own.fields.iter().enumerate() {
            let of_field = known.iter().filter(|column| column.field == *field);
            chosen.extend(of_field.map(|column| Column { rank: rank as u8, ..*column }));
        }
        chosen
    }

    /// All tables with their columns, as the configuration file has them.
    #[must_use]
    pub fn all(&self) -> Vec<(&'static str, Vec<&'static str>)> {
        TABLES.iter().map(|(list, name)| (*name, names(&self.columns_for(*list, false)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_columns_stand_in_their_order_behind_the_name() {
        let own = OwnColumns::parse("api=p99,calls").unwrap();
        let columns = Columns::new(&[OwnColumns::parse("api=min").unwrap(), own]);
        let fields: Vec<Field> =
            columns.columns_for(List::Api, true).iter().map(|column| column.field).collect();
        assert_eq!(fields, [Field::Name, Field::P99, Field::Calls]);
        assert!(columns.columns_for(List::Kernels, true).len() > 10, "the others are as they were");
    }

    #[test]
    fn what_is_wrong_names_the_choices() {
        for (own, words) in [
            ("calls=name", "no table 'calls'; there are api, device, kernels, transfers"),
            ("kernels=errors", "no column 'errors' in the table kernels; there are name, device, calls,"),
            ("api=", "no column for the table api"),
            ("api", "takes TABLE=COLUMN"),
        ] {
            assert!(
                OwnColumns::parse(own).unwrap_err().contains(words),
                "{own}: {:?}",
                OwnColumns::parse(own)
            );
        }
    }

    #[test]
    fn every_column_has_a_name_of_its_own_and_all_are_read_again() {
        for (table, columns) in Columns::default().all() {
            let again = OwnColumns::parse(&format!("{table}={}", columns.join(","))).unwrap();
            assert_eq!(again.fields.len(), columns.len(), "{table}: {columns:?}");
            assert!(columns.iter().all(|name| !name.is_empty()), "{table}: {columns:?}");
        }
    }
}
