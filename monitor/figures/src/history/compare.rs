//! Compares two runs of a program in a sentence.

use super::figures::{Figures, TransferFigures};
use crate::snapshot::Direction;
use crate::view::format;
use std::collections::BTreeSet;
use std::time::Duration;

/// Changes below this are noise, %.
const NOISE_PCT: f64 = 3.0;
/// A direction or kind with a smaller share of all bytes than this is not mentioned, %.
const SMALL_PCT: f64 = 2.0;

/// Directions that are compared.
const DIRECTIONS: [Direction; 3] =
    [Direction::HostToDevice, Direction::DeviceToHost, Direction::DeviceToDevice];

/// `last run 2 min ago: to device 11.7 → 23.1 GB/s (+97 %); heap→device gone`. Bandwidths are for all copies
/// of a direction together; only those of the last run until this one has copied something. `None` if the
/// last run had no timed copies.
#[must_use]
pub fn sentence(before: &Figures, ago: Duration, now: &Figures) -> Option<String> {
    if before.device.transfers.is_empty() {
        return None;
    }
    let ago = format!("last run {} ago: ", format::span(ago.as_nanos().min(u128::from(u64::MAX)) as u64));
    if now.device.transfers.is_empty() {
        let rates = DIRECTIONS.into_iter().filter_map(|direction| {
            let rate = bandwidth(before, |t| t.direction == direction.name())?;
            Some(format!("{} {} GB/s", format::direction(direction), format::gbps(rate)))
        });
        return Some(ago + &rates.collect::<Vec<_>>().join(", ")).filter(|text| !text.ends_with(": "));
    }
    let mut parts = Vec::new();
    for direction in DIRECTIONS {
        let words = format::direction(direction);
        let of = |figures: &Figures| bandwidth(figures, |t| t.direction == direction.name());
        let (Some(old), Some(new)) = (of(before), of(now)) else { continue };
        let pct = (new / old - 1.0) * 100.0;
        if pct.abs() >= NOISE_PCT {
            parts.push(format!(
                "{words} {} → {} GB/s ({})",
                format::gbps(old),
                format::gbps(new),
                format::change(pct)
            ));
        }
    }
    let kinds = |figures: &Figures| -> BTreeSet<(String, String)> {
        let all: u64 = figures.device.transfers.iter().map(|t| t.bytes).fold(0, u64::saturating_add);
        let large = |t: &&TransferFigures| t.bytes as f64 >= all as f64 * SMALL_PCT / 100.0;
        figures.device.transfers.iter().filter(large).map(|t| (t.src.clone(), t.dst.clone())).collect()
    };
    let any = |figures: &Figures| -> BTreeSet<(String, String)> {
        figures.device.transfers.iter().map(|t| (t.src.clone(), t.dst.clone())).collect()
    };
    let word = |(src, dst): &(String, String), word: &str| format!("{src}→{dst} {word}");
    parts.extend(kinds(before).difference(&any(now)).map(|kind| word(kind, "gone")));
    parts.extend(kinds(now).difference(&any(before)).map(|kind| word(kind, "new")));
    let what = if parts.is_empty() { "transfers as before".to_owned() } else { parts.join("; ") };
    Some(ago + &what)
}

/// GB/s of the selected copies, while the device copied; `None` if none was timed.
fn bandwidth(figures: &Figures, meant: impl Fn(&TransferFigures) -> bool) -> Option<f64> {
    let timed = figures.device.transfers.iter().filter(|t| meant(t));
    // The bytes of timed copies follow from their bandwidth and time.
    let (bytes, ns) = timed
        .filter_map(|t| Some((t.bandwidth_gbps? * t.total_ns as f64, t.total_ns as f64)))
        .fold((0.0, 0.0), |(bytes, ns), (more, time)| (bytes + more, ns + time));
    (ns > 0.0 && bytes > 0.0).then(|| bytes / ns)
}
