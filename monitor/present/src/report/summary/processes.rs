//! Processes, or a job's ranks side by side.

use super::super::columns;
use super::super::table::{Align, Table};
use std::collections::BTreeSet;
use zetop_figures::ranks::{Rank, Spread, ranks, spread};
use zetop_figures::snapshot::Snapshot;
use zetop_figures::view::format::{NONE, bytes, group, many, time};

pub(super) fn processes(s: &Snapshot) -> String {
    if s.processes.len() < 2 {
        return String::new();
    }
    let ranks = ranks(&s.processes);
    if ranks.len() > 1 {
        return side_by_side(&ranks, s);
    }
    let mut table = Table::default();
    let hosts: BTreeSet<&str> = s.processes.iter().map(|p| &*p.member.host).collect();
    if hosts.len() > 1 {
        table.column("Host", Align::Left);
    }
    table.column("Pid", Align::Left).column("Calls", Align::Right).column("Total", Align::Right);
    table.column("Device", Align::Right).column("Copied", Align::Right).column("Command", Align::Left);
    for p in &s.processes {
        let host = (hosts.len() > 1).then(|| p.member.host.clone());
        let cells = [
            if p.pid == 0 { NONE.to_owned() } else { p.pid.to_string() },
            group(p.calls),
            time(p.host_ns as f64),
            time(p.device_ns as f64),
            bytes(p.bytes),
            p.command.clone(),
        ];
        table.row(host.into_iter().chain(cells));
    }
    format!("\n{table}")
}

/// What `×2` behind a rank means.
pub(crate) const SEVERAL_OF_A_RANK: &str = "×: as many processes say that they are this rank (workers that it has forked, or a new start), and are added up";

/// Ranks, their spread, and a mark at what is far from all others.
fn side_by_side(ranks: &[Rank], s: &Snapshot) -> String {
    let mut table = Table::default();
    table.column("Rank", Align::Left).column("Host", Align::Left);
    for (title, ..) in columns::RANKS {
        table.column(title, Align::Right);
    }
    let spreads = columns::RANKS.map(|(_, value, _)| {
        let values: Option<Vec<f64>> = ranks.iter().map(|rank| Some(value(rank)? as f64)).collect();
        spread(&values?)
    });
    let mut any_odd = false;
    for (at, rank) in ranks.iter().enumerate() {
        let cells = columns::RANKS.iter().zip(&spreads).map(|((_, value, text), spread)| {
            let is_odd = spread.is_some_and(|spread| spread.odd == Some(at));
            any_odd |= is_odd;
            let text = value(rank).map_or_else(|| NONE.to_owned(), |value| text(value as f64));
            format!("{text}{}", if is_odd { "*" } else { "" })
        });
        let cells: Vec<String> = cells.collect();
        table.row([rank.label(), rank.host.clone()].into_iter().chain(cells));
    }
    type Line = (&'static str, fn(&Spread) -> f64);
    let rows: [Line; 3] = [("least", |of| of.least), ("median", |of| of.median), ("most", |of| of.most)];
    for (name, value) in rows {
        let cells = columns::RANKS
            .iter()
            .zip(&spreads)
            .map(|((.., text), spread)| spread.as_ref().map_or_else(String::new, |of| text(value(of))));
        table.row([name.to_owned(), String::new()].into_iter().chain(cells));
    }
    let others = s.processes.iter().filter(|p| p.member.rank.is_none()).count();
    let mut text = format!("\n{table}");
    if any_odd {
        text += "* far from all other ranks\n";
    }
    if ranks.iter().any(|rank| rank.processes > 1) {
        text += &format!("{SEVERAL_OF_A_RANK}\n");
    }
    if others > 0 {
        text += &format!("and {} without a rank\n", many(others as u64, "process", "processes"));
    }
    text
}
