//! `level-zero-api.tsv`: family, function, table, field, index, since.

use anyhow::{Context, Result, ensure};
use std::path::Path;

pub struct FunctionRow {
    pub family: String,
    pub function: String,
    /// The getter that a layer or driver exports, for example `zeGetGlobalProcAddrTable`.
    pub table: String,
    pub field: String,
    pub index: usize,
    /// First API version whose table has the field, as `ze_api_version_t` packs it.
    pub since: u32,
}

pub fn read(path: &Path) -> Result<Vec<FunctionRow>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let mut rows = Vec::new();
    for line in text.lines().filter(|l| !l.starts_with('#')).skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        ensure!(cells.len() == 6, "six cells expected: {line}");
        let (major, minor) = cells[5].split_once('.').context("version")?;
        rows.push(FunctionRow {
            family: cells[0].into(),
            function: cells[1].into(),
            table: cells[2].into(),
            field: cells[3].into(),
            index: cells[4].parse()?,
            since: major.parse::<u32>()? << 16 | minor.parse::<u32>()?,
        });
    }
    Ok(rows)
}
