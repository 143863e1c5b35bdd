//! A run to compare: from a recording, a JSON file, or the last one that was kept.

use super::spread::Spread;
use crate::history::History;
use crate::recording::OpenError;
use crate::replay_session::ReplaySession;
use crate::session::Session;
use crate::snapshot::{SCHEMA, Snapshot};
use crate::sum::sum;
use crate::watch::WatchSession;
use anyhow::{Context, bail};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::marker::PhantomData;
use std::os::unix::fs::FileExt;
use std::path::Path;
use zetop_system::clean::clean;
use zetop_system::limit;

/// A longer line of JSON is not read: a text in it takes three times its length while it is read, and there are two files.
const LONGEST: u64 = 6 << 20;
/// Rows of all tables of an object in a file.
const MOST_ROWS: usize = 16_000;
/// Characters of a schema that are shown.
const SHOWN: usize = 60;

thread_local! {
    /// Rows that the object may still have that this thread reads.
    static ROWS_LEFT: Cell<usize> = const { Cell::new(0) };
}

/// What a row is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RowKind {
    Api,
    Kernel,
    Transfer,
    /// All of it.
    Run,
}

/// The name of the row for the whole run.
pub const RUN: &str = "run";

/// Names a row in both runs. Rows of several devices are told apart by their numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    pub kind: RowKind,
    /// `zeMemFree`, a kernel, `heap->device`.
    pub name: String,
    pub device: u32,
}

/// Figures of a row. Absent ones are unknown, or do not exist.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Figures {
    /// Calls, launches or copies.
    pub count: u64,
    pub errors: Option<u64>,
    pub bytes: Option<u64>,
    pub total_ns: u64,
    /// One standard error of the time, %: 0 where all calls were timed.
    pub error_pct: f64,
    pub min_ns: Option<f64>,
    pub max_ns: Option<f64>,
    pub avg_ns: Option<f64>,
    pub p50_ns: Option<f64>,
    pub p90_ns: Option<f64>,
    pub p99_ns: Option<f64>,
    pub bandwidth_gbps: Option<f64>,
    pub throughput_gbps: Option<f64>,
    /// How long the whole run took. The fields from here on are about the run, and not about a row: the time in which a
    /// device worked, the most memory of each kind at a time, and the number of findings.
    pub elapsed_ns: Option<u64>,
    pub busy_ns: Option<u64>,
    pub peak_bytes: Option<u64>,
    pub findings: Option<u64>,
    /// Only from a recording.
    pub spread: Option<Spread>,
}

/// The number of a kept run: `last` is 1, `@3` is 3.
fn kept(name: &Path) -> Option<u32> {
    match name.to_str()? {
        "last" => Some(1),
        name => name.strip_prefix('@')?.parse().ok(),
    }
}

/// One of two runs.
#[derive(Debug, Clone, Default)]
pub struct Run {
    /// As the user named it.
    pub name: String,
    pub command: String,
    pub elapsed_ns: u64,
    pub rows: BTreeMap<Key, Figures>,
    /// What it advises: rule and text.
    pub findings: BTreeSet<(String, String)>,
    /// What the user should know about it.
    pub notes: Vec<String>,
}

/// The part of the JSON object that is compared.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Object {
    schema: String,
    elapsed_ns: u64,
    target: Target,
    host: Host,
    device: Device,
    #[serde(deserialize_with = "rows")]
    memory: Vec<Memory>,
    #[serde(deserialize_with = "rows")]
    findings: Vec<Advice>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Memory {
    peak_bytes: u64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Advice {
    id: String,
    text: String,
    over_ns: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Engines {
    kernel_ns: u64,
    copy_ns: u64,
    both_ns: u64,
}

impl Object {
    /// The row for all of it.
    fn whole(&self) -> Figures {
        let device = &self.device;
        let engines = device.engines.iter();
        let busy = sum(engines.map(|e| e.kernel_ns.saturating_add(e.copy_ns).saturating_sub(e.both_ns)));
        // An older file has no engines; those that ran at once then count each.
        let all = device.kernels.iter().chain(&device.transfers).map(|item| item.total_ns);
        Figures {
            count: sum(self.host.apis.iter().filter_map(|api| api.calls)),
            errors: Some(sum(self.host.apis.iter().filter_map(|api| api.errors))),
            bytes: Some(sum(device.transfers.iter().filter_map(|transfer| transfer.bytes))),
            elapsed_ns: Some(self.elapsed_ns),
            busy_ns: Some(if busy > 0 { busy } else { sum(all) }),
            peak_bytes: Some(sum(self.memory.iter().map(|kind| kind.peak_bytes))),
            findings: Some(self.advice().count() as u64),
            ..Figures::default()
        }
    }

    /// What it advises, but for what the program had stopped doing.
    fn advice(&self) -> impl Iterator<Item = &Advice> {
        self.findings.iter().filter(|finding| finding.over_ns.is_none())
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Target {
    command: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Host {
    #[serde(deserialize_with = "rows")]
    apis: Vec<Item>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Device {
    #[serde(deserialize_with = "rows")]
    engines: Vec<Engines>,
    #[serde(deserialize_with = "rows")]
    kernels: Vec<Item>,
    #[serde(deserialize_with = "rows")]
    transfers: Vec<Item>,
}

/// A row of any of the tables.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Item {
    name: String,
    src: String,
    dst: String,
    device: u32,
    calls: Option<u64>,
    launches: Option<u64>,
    ops: Option<u64>,
    timed: Option<u64>,
    errors: Option<u64>,
    bytes: Option<u64>,
    total_ns: u64,
    /// Absent where all calls were timed, as in files of 0.1.
    total_error_pct: f64,
    min_ns: Option<f64>,
    max_ns: Option<f64>,
    avg_ns: Option<f64>,
    p50_ns: Option<f64>,
    p90_ns: Option<f64>,
    p99_ns: Option<f64>,
    bandwidth_gbps: Option<f64>,
    throughput_gbps: Option<f64>,
}

/// A table, if there are no more rows than may be: each takes a hundred times what `{},` takes in the file.
fn rows<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    struct Rows<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Rows<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "tables of at most {MOST_ROWS} rows")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Vec<T>, A::Error> {
            let mut rows = Vec::new();
            while let Some(row) = from.next_element()? {
                rows.push(row);
                let left = ROWS_LEFT.get().checked_sub(1);
                ROWS_LEFT.set(left.ok_or_else(|| A::Error::custom(format!("more than {MOST_ROWS} rows")))?);
            }
            Ok(rows)
        }
    }
    from.deserialize_seq(Rows(PhantomData))
}

/// Where the last line of a file begins that is not empty.
fn last_line(file: &std::fs::File) -> std::io::Result<u64> {
    let mut part = vec![0; 1 << 16];
    let mut end = file.metadata()?.len();
    let mut seen = false;
    while end > 0 {
        let start = end.saturating_sub(part.len() as u64);
        let part = &mut part[..(end - start) as usize];
        file.read_exact_at(part, start)?;
        for (at, byte) in part.iter().enumerate().rev() {
            if *byte == b'\n' && seen {
                return Ok(start + at as u64 + 1);
            }
            seen |= !byte.is_ascii_whitespace();
        }
        end = start;
    }
    Ok(0)
}

impl Item {
    fn row(self, kind: RowKind) -> (Key, Figures) {
        let name = match kind {
            RowKind::Api | RowKind::Kernel => clean(&self.name),
            RowKind::Transfer => format!("{}->{}", clean(&self.src), clean(&self.dst)),
            RowKind::Run => RUN.to_owned(),
        };
        let figures = Figures {
            count: self.calls.or(self.launches).or(self.ops).unwrap_or(0),
            errors: self.errors,
            bytes: self.bytes,
            total_ns: self.total_ns,
            error_pct: self.total_error_pct.max(0.0),
            min_ns: self.min_ns,
            max_ns: self.max_ns,
            avg_ns: self.avg_ns.or_else(|| {
                let timed = self.timed.filter(|timed| *timed > 0)?;
                Some(self.total_ns as f64 / timed as f64)
            }),
            p50_ns: self.p50_ns,
            p90_ns: self.p90_ns,
            p99_ns: self.p99_ns,
            bandwidth_gbps: self.bandwidth_gbps,
            throughput_gbps: self.throughput_gbps,
            ..Figures::default()
        };
        (Key { kind, name, device: self.device }, figures)
    }
}

impl Run {
    /// Opens what the user named: `last`, a recording, a folder of them, or a JSON file, of which the last line counts.
    ///
    /// # Errors
    /// When `name` is neither a kept run, nor a recording, a folder of them or a JSON file.
    pub fn open(name: &Path, history: Option<&History>) -> anyhow::Result<Self> {
        let shown = clean(&name.display().to_string());
        if let Some(number) = kept(name) {
            let no_folder = || format!("{shown}: this environment has no folder where runs are kept");
            let run = history.with_context(no_folder)?.run(number)?;
            let run = run.with_context(|| match number {
                1 => format!("{shown}: no run has been kept yet"),
                _ => format!("{shown}: there is no such run: zetop history lists those that are kept"),
            })?;
            return Self::of_json(&shown, run.snapshot);
        }
        if name.is_dir() {
            let mut session = WatchSession::open(name)?;
            session.to_the_end()?;
            return Self::of_session(&shown, &mut session);
        }
        match ReplaySession::open(name) {
            Ok(mut session) => {
                session.to_the_end();
                Self::of_session(&shown, &mut session)
            }
            Err(OpenError::Foreign(_)) => Self::of_file(&shown, name),
            Err(error) => Err(error.into()),
        }
    }

    fn of_session(shown: &str, session: &mut dyn Session) -> anyhow::Result<Self> {
        let mut run = Self::of_snapshot(shown, &session.snapshot(None))?;
        run.notes = session.notes().iter().map(|note| format!("{shown}: {note}")).collect();
        Ok(run)
    }

    fn of_file(shown: &str, name: &Path) -> anyhow::Result<Self> {
        let neither = || format!("{shown} is neither a recording nor zetop's JSON");
        let file = limit::regular(name).with_context(|| shown.to_owned())?;
        let from = |start: u64| {
            let mut file = &file;
            ROWS_LEFT.set(MOST_ROWS);
            file.seek(SeekFrom::Start(start)).map_err(serde_json::Error::io)?;
            // The text is not kept, so that only rows take memory.
            serde_json::from_reader(BufReader::new(file.take(LONGEST)))
        };
        let start = last_line(&file).with_context(|| shown.to_owned())?;
        // An object spread over many lines is fine, too.
        let object = from(start).or_else(|error| if start == 0 { Err(error) } else { from(0) });
        // What follows is about the part that was read.
        let is_cut = file.metadata().is_ok_and(|found| found.len() - start.min(found.len()) > LONGEST);
        if is_cut && object.is_err() {
            bail!("{shown}: its last line has more than {} MB, and is not read", LONGEST >> 20);
        }
        Self::of_object(shown, object.with_context(neither)?)
    }

    fn of_json(shown: &str, json: serde_json::Value) -> anyhow::Result<Self> {
        // What figures may take is limited where they come from.
        ROWS_LEFT.set(usize::MAX);
        let object = serde_json::from_value(json).with_context(|| format!("{shown} is not zetop's JSON"))?;
        Self::of_object(shown, object)
    }

    fn of_object(shown: &str, object: Object) -> anyhow::Result<Self> {
        if object.schema != SCHEMA {
            let schema = clean(&object.schema.chars().take(SHOWN).collect::<String>());
            bail!("{shown} is JSON of schema \"{schema}\": this zetop compares {SCHEMA}");
        }
        let whole = (Key { kind: RowKind::Run, name: RUN.to_owned(), device: 0 }, object.whole());
        let findings = object.advice().map(|finding| (clean(&finding.id), clean(&finding.text))).collect();
        let apis = object.host.apis.into_iter().map(|item| item.row(RowKind::Api));
        let kernels = object.device.kernels.into_iter().map(|item| item.row(RowKind::Kernel));
        let transfers = object.device.transfers.into_iter().map(|item| item.row(RowKind::Transfer));
        Ok(Self {
            name: shown.to_owned(),
            command: clean(&object.target.command.join(" ")),
            elapsed_ns: object.elapsed_ns,
            rows: apis.chain(kernels).chain(transfers).chain([whole]).collect(),
            findings,
            notes: Vec::new(),
        })
    }

    /// # Errors
    /// Never in practice: a snapshot is plain data.
    pub fn of_snapshot(shown: &str, snapshot: &Snapshot) -> anyhow::Result<Self> {
        let mut run = Self::of_json(shown, serde_json::to_value(snapshot)?)?;
        let apis = snapshot.host.apis.iter();
        let apis = apis.map(|a| ((RowKind::Api, a.name.to_string(), 0), (&a.histogram, a.timed)));
        let kernels = snapshot.device.kernels.iter();
        let kernels = kernels.map(|k| ((RowKind::Kernel, k.name.clone(), k.device), (&k.histogram, k.timed)));
        let transfers = snapshot.device.transfers.iter().map(|t| {
            let name = format!("{}->{}", t.src.kind, t.dst.kind);
            ((RowKind::Transfer, name, t.device), (&t.histogram, t.timed))
        });
        for ((kind, name, device), (histogram, timed)) in apis.chain(kernels).chain(transfers) {
            if let Some(row) = run.rows.get_mut(&Key { kind, name: clean(&name), device }) {
                row.spread = Spread::from_histogram(histogram, timed);
            }
        }
        Ok(run)
    }
}
