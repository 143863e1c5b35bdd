//! The table of API functions as CSV: the columns of the Level Zero Timing Checker first, then ours.
//!
//! One table only, so that every line has the same columns; kernels and transfers are in the JSON.

use super::columns::CSV;
use super::interface::Report;
use anyhow::Context;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zetop_figures::snapshot::{Api, Snapshot};
use zetop_figures::view::items::{Field, Item};
use zetop_system::output::Destination;

/// `--csv`: the table at the end.
#[derive(Debug)]
pub struct Csv {
    path: PathBuf,
    /// With several processes, one file for each.
    each: Vec<(u32, Arc<Snapshot>)>,
}

impl Csv {
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self { path, each: Vec::new() }
    }
}

impl Report for Csv {
    fn of_each(&mut self, processes: &[(u32, Arc<Snapshot>)]) {
        self.each = processes.to_vec();
    }

    fn finish(&mut self, snapshot: &Snapshot, give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        let mut write = |path: PathBuf, snapshot: &Snapshot| {
            let to = Destination::File(path);
            to.write(table(snapshot)?, &mut *give_up).with_context(|| to.name())
        };
        // The name of a pipe or a device is left alone.
        let special = std::fs::metadata(&self.path).is_ok_and(|meta| !meta.is_file());
        if self.each.is_empty() || special {
            return write(self.path.clone(), snapshot);
        }
        self.each.iter().try_for_each(|(pid, snapshot)| write(of_process(&self.path, *pid), snapshot))
    }
}

/// `out_4711.csv` for `out.csv`.
fn of_process(path: &Path, pid: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("_{pid}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// The table. Figures that do not exist are empty.
///
/// # Errors
/// Never in practice: it is written to memory.
pub fn table(snapshot: &Snapshot) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(CSV.iter().map(|(_, title)| title)).context("CSV")?;
    for api in &snapshot.host.apis {
        writer.write_record(CSV.iter().map(|(field, _)| cell(api, *field))).context("CSV")?;
    }
    writer.into_inner().context("CSV")
}

/// A name for a cell. What a spreadsheet would take for a formula is text for it behind an apostrophe: names come from
/// programs and recordings.
pub fn text(name: &str) -> String {
    if name.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) {
        format!("'{name}")
    } else {
        name.to_owned()
    }
}

fn cell(api: &Api, field: Field) -> String {
    match field {
        Field::Name => text(&api.name),
        Field::Family => text(&api.family),
        Field::Share => format!("{:.2}", api.share_pct),
        Field::TotalError => format!("{:.3}", api.total_error_pct),
        // whole nanoseconds and calls, exact up to 2^53
        field => Item::Api(api).value(field).map_or_else(String::new, |value| format!("{value:.0}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_figures::snapshot::Host;

    #[test]
    fn each_process_has_its_file_when_there_are_several() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out.2.csv");
        let of = |name: &str| {
            let api = Api { name: name.into(), calls: 1, ..Api::default() };
            Arc::new(Snapshot { host: Host { apis: vec![api], ..Host::default() }, ..Snapshot::default() })
        };
        let mut csv = Csv::new(path.clone());
        csv.of_each(&[(11, of("first")), (12, of("second"))]);
        csv.finish(&Snapshot::default(), &mut || false).unwrap();
        assert!(!path.exists());
        for (name, function) in [("out.2_11.csv", "first"), ("out.2_12.csv", "second")] {
            let text = std::fs::read_to_string(dir.path().join(name)).unwrap();
            assert!(text.lines().nth(1).unwrap().starts_with(function), "{text}");
        }
        assert_eq!(of_process(Path::new("/tmp/plain"), 7), Path::new("/tmp/plain_7"));
    }

    #[test]
    fn a_name_is_no_formula() {
        for name in ["=cmd|'/C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            let api = Api { name: name.into(), family: name.into(), ..Api::default() };
            let host = Host { apis: vec![api], ..Host::default() };
            let table = table(&Snapshot { host, ..Snapshot::default() }).unwrap();
            let mut reader = csv::Reader::from_reader(&table[..]);
            let row = reader.records().next().unwrap().unwrap();
            let quoted = format!("'{name}");
            let family = CSV.iter().position(|(field, _)| *field == Field::Family).unwrap();
            assert_eq!((&row[0], &row[family]), (&*quoted, &*quoted));
            assert!(row.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@', '\t', '\r'])), "{row:?}");
        }
        assert_eq!(text("zeInit"), "zeInit");
    }

    #[test]
    fn columns_and_empty_figures() {
        let api = Api {
            name: "zeInit".into(),
            family: "ze".into(),
            calls: 20,
            timed: 12,
            total_ns: 30,
            total_error_pct: 1.25,
            share_pct: 100.0,
            ..Api::default()
        };
        let snapshot = Snapshot { host: Host { apis: vec![api], ..Host::default() }, ..Snapshot::default() };
        let text = String::from_utf8(table(&snapshot).unwrap()).unwrap();
        assert_eq!(
            text,
            "Function,Calls,TotalNs,MinNs,MaxNs,AvgNs,%,P50Ns,P90Ns,P99Ns,Errors,Family,Timed,TotalErrorPct\n\
             zeInit,20,30,,,,100.00,,,,0,ze,12,1.250\n"
        );
    }
}
