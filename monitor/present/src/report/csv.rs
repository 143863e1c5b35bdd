//! The table of API functions as CSV: the columns of the Level Zero Timing Checker first, then zetop's own.
//!
//! One table only, so that every line has the same columns; kernels and transfers are in the JSON.

use super::columns::CSV;
use super::interface::{AtTheEnd, Report};
use anyhow::Context;
use std::path::{Path, PathBuf};
use zetop_figures::snapshot::{Api, Process, RunState, Snapshot};
use zetop_figures::view::items::{Field, Item};
use zetop_system::output::Destination;

/// `--csv`: the table at the end.
#[derive(Debug)]
pub struct Csv {
    path: PathBuf,
    whole: AtTheEnd,
    /// With several processes, one file for each.
    each: Vec<(u32, Snapshot)>,
}

impl Csv {
    /// # Errors
    /// When it could not be written at the end.
    pub fn open(path: PathBuf) -> anyhow::Result<Self> {
        let whole = AtTheEnd::open(Destination::File(path.clone()))?;
        Ok(Self { path, whole, each: Vec::new() })
    }
}

impl Report for Csv {
    fn of_each(&mut self, processes: &mut dyn Iterator<Item = (u32, Snapshot)>) {
        self.each = processes.collect();
    }

    fn finish(&mut self, snapshot: &Snapshot, give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        // The name of a pipe or a device is left alone.
        let special = std::fs::metadata(&self.path).is_ok_and(|meta| !meta.is_file());
        if self.each.is_empty() || special {
            return self.whole.write(table(snapshot)?, give_up);
        }
        let mut write = |suffix: &str, table: Vec<u8>| {
            let to = Destination::File(with_suffix(&self.path, suffix));
            to.write(table, &mut *give_up).with_context(|| to.name())
        };
        for (pid, alone) in &self.each {
            write(&suffix(*pid, &snapshot.processes), table(alone)?)?;
        }
        write("processes", processes(&snapshot.processes)?)
    }
}

/// What tells the file of a process from those of others: its rank, or its pid if it has none or is not alone in it.
fn suffix(key: u32, all: &[Process]) -> String {
    let Some(process) = all.iter().find(|process| process.key == key) else { return key.to_string() };
    match process.member.rank {
        Some(rank) if !all.iter().any(|p| p.key != key && p.member.rank == Some(rank)) => {
            format!("rank{rank}")
        }
        _ if process.key == process.pid => process.pid.to_string(),
        _ => format!("{}-{}", process.member.host.replace('/', "_"), process.pid),
    }
}

/// `out_4711.csv` for `out.csv`.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("_{suffix}"));
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

/// The table of processes, with the keys of the JSON.
///
/// # Errors
/// Never in practice: it is written to memory.
pub fn processes(all: &[Process]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer
        .write_record([
            "pid",
            "host",
            "rank",
            "local_rank",
            "world_size",
            "job",
            "command",
            "started",
            "state",
            "calls",
            "host_ns",
            "device_ns",
            "busy_pct",
            "bytes",
        ])
        .context("CSV")?;
    let some = |value: Option<String>| value.unwrap_or_default();
    let number = |value: Option<u32>| some(value.map(|value| value.to_string()));
    for p in all {
        let member = &p.member;
        let state = match p.state {
            RunState::Waiting | RunState::Running => "running",
            RunState::Exited => "exited",
            RunState::Detached => "detached",
        };
        let row = [
            number(Some(p.pid).filter(|pid| *pid != 0)),
            text(&member.host),
            number(member.rank),
            number(member.local_rank),
            number(member.world_size),
            some(member.job.as_deref().map(text)),
            text(&p.command),
            some(p.started.map(|at| format!("{at:.3}"))),
            state.to_owned(),
            p.calls.to_string(),
            p.host_ns.to_string(),
            p.device_ns.to_string(),
            some(p.busy_pct.map(|share| format!("{share:.2}"))),
            p.bytes.to_string(),
        ];
        writer.write_record(row).context("CSV")?;
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
    use std::sync::Arc;
    use zetop_figures::job::Member;
    use zetop_figures::snapshot::Host;

    #[test]
    fn each_process_has_its_file_when_there_are_several() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out.2.csv");
        let of = |name: &str| {
            let api = Api { name: name.into(), calls: 1, ..Api::default() };
            Snapshot { host: Host { apis: vec![api], ..Host::default() }, ..Snapshot::default() }
        };
        let mut csv = Csv::open(path.clone()).unwrap();
        csv.of_each(&mut [(11, of("first")), (12, of("second"))].into_iter());
        csv.finish(&Snapshot::default(), &mut || false).unwrap();
        assert!(!path.exists());
        for (name, function) in [("out.2_11.csv", "first"), ("out.2_12.csv", "second")] {
            let text = std::fs::read_to_string(dir.path().join(name)).unwrap();
            assert!(text.lines().nth(1).unwrap().starts_with(function), "{text}");
        }
        assert_eq!(with_suffix(Path::new("/tmp/plain"), "7"), Path::new("/tmp/plain_7"));
    }

    #[test]
    fn processes_have_a_table_and_ranks_their_names() {
        let of = |pid, rank| {
            let member = Member { host: "=n7".into(), rank, ..Member::default() };
            Process {
                pid,
                key: pid,
                member: Arc::new(member),
                command: "app, 1".into(),
                ..Process::default()
            }
        };
        let all = [of(10, Some(0)), of(11, Some(1)), of(12, Some(1)), of(13, None)];
        assert_eq!([10, 11, 12, 13].map(|pid| suffix(pid, &all)), ["rank0", "11", "12", "13"]);
        let table = String::from_utf8(processes(&all).unwrap()).unwrap();
        assert_eq!(table.lines().nth(1), Some("10,'=n7,0,,,,\"app, 1\",,running,0,0,0,,0"));
        let dir = tempfile::tempdir().unwrap();
        let mut csv = Csv::open(dir.path().join("out.csv")).unwrap();
        csv.of_each(&mut [10, 11].map(|pid| (pid, Snapshot::default())).into_iter());
        csv.finish(&Snapshot { processes: all.to_vec(), ..Snapshot::default() }, &mut || false).unwrap();
        for name in ["out_rank0.csv", "out_11.csv", "out_processes.csv"] {
            assert!(dir.path().join(name).exists(), "{name}");
        }
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
