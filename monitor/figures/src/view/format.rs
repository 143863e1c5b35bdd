//! Numbers as a person reads them: at most seven columns wide, three significant digits, never `1000 ms`
//! where `1.00 s` is due.

use crate::snapshot::Direction;
use crate::snapshot::Flushes;
use std::time::SystemTime;
pub use zetop_system::clean::clean;

/// Shown where a figure does not exist.
pub const NONE: &str = "–";

/// Three significant digits of a number below 1000: `2.55`, `29.5`, `332`.
///
/// None when the number is, or is rounded to, 1000 or more: that is for the next unit.
fn three_digits(value: f64) -> Option<String> {
    match value {
        v if v < 9.995 => Some(format!("{v:.2}")),
        v if v < 99.95 => Some(format!("{v:.1}")),
        v if v < 999.5 => Some(format!("{v:.0}")),
        _ => None,
    }
}

/// Picks the first unit in which the value stays below 1000 after rounding.
fn in_unit(value: f64, units: &[(f64, &str)]) -> Option<String> {
    units
        .iter()
        .filter(|(size, _)| value / size < 1000.0)
        .find_map(|(size, unit)| Some(format!("{} {unit}", three_digits(value / size)?)))
}

/// A duration of nanoseconds: `419 ns`, `29.5 µs`, `2.55 ms`, `31.6 s`; at most 7 columns.
pub fn time(ns: f64) -> String {
    if !ns.is_finite() || ns < 0.0 {
        return NONE.to_owned();
    }
    if ns == 0.0 {
        return "0 ns".to_owned();
    }
    // A fraction of a nanosecond is noise for one call, but not in an average of many.
    if ns < 999.5 {
        return if ns < 9.95 { format!("{ns:.1} ns") } else { format!("{ns:.0} ns") };
    }
    let long = &[(1e3, "µs"), (1e6, "ms"), (1e9, "s"), (3.6e12, "h"), (8.64e13, "d"), (8.64e16, "kd")];
    // Seconds are read easily up to some thousands; hours only after that.
    if (999.5e9..9_999.5e9).contains(&ns) {
        return format!("{:.0} s", ns / 1e9);
    }
    in_unit(ns, long).unwrap_or_else(|| "> 999 y".to_owned())
}

/// A count: grouped in threes below a million, then `3.1 M`; at most 7 columns.
pub fn count(n: u64) -> String {
    if n < 1_000_000 {
        return group(n);
    }
    let value = n as f64;
    for (size, unit) in [(1e6, "M"), (1e9, "G"), (1e12, "T"), (1e15, "P"), (1e18, "E")] {
        let scaled = value / size;
        if scaled < 99.95 {
            return format!("{scaled:.1} {unit}");
        }
        if scaled < 999.5 {
            return format!("{scaled:.0} {unit}");
        }
    }
    "many".to_owned()
}

/// How many, with the word for it: `1 kind`, `1 234 copies`.
pub fn many(n: u64, one: &str, more: &str) -> String {
    format!("{} {}", group(n), if n == 1 { one } else { more })
}

/// Before how many launches the caches were flushed, and why not before others.
#[must_use]
pub fn flushes(of: &Flushes) -> String {
    let mut line = format!("caches flushed before {}", many(of.done, "launch", "launches"));
    if of.not_done > 0 {
        let reasons: Vec<String> =
            of.not_done_reasons.iter().map(|(reason, n)| format!("{} {reason}", count(*n))).collect();
        line += &format!(", not before {} ({})", group(of.not_done), reasons.join(", "));
    }
    line
}

/// All digits, in groups of three: `1 234 567`.
pub fn group(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(c);
    }
    out
}

/// Events per second: `142`, `1.7k`, `36k`, `3.1M`; at most 4 columns.
pub fn rate(per_second: f64) -> String {
    if !per_second.is_finite() || per_second < 0.05 {
        return "0".to_owned();
    }
    if per_second < 9.95 {
        return format!("{per_second:.1}").trim_end_matches(".0").to_owned();
    }
    if per_second < 999.5 {
        return format!("{per_second:.0}");
    }
    for (size, unit) in [(1e3, "k"), (1e6, "M"), (1e9, "G"), (1e12, "T")] {
        let scaled = per_second / size;
        if scaled < 9.95 {
            return format!("{scaled:.1}{unit}");
        }
        if scaled < 999.5 {
            return format!("{scaled:.0}{unit}");
        }
    }
    ">1P".to_owned()
}

/// Events per second with three digits, for the header: `41.2k`; at most 5 columns.
pub fn rate_long(per_second: f64) -> String {
    if !per_second.is_finite() || per_second < 999.5 {
        return rate(per_second);
    }
    for (size, unit) in [(1e3, "k"), (1e6, "M"), (1e9, "G"), (1e12, "T")] {
        let scaled = per_second / size;
        if scaled < 99.95 {
            return format!("{scaled:.1}{unit}");
        }
        if scaled < 999.5 {
            return format!("{scaled:.0}{unit}");
        }
    }
    ">1P".to_owned()
}

/// A figure that is estimated. The mark takes the place of the space before the unit, so that the cell is no wider.
#[must_use]
pub fn estimated(text: &str) -> String {
    format!("~{}", text.replacen(' ', "", 1))
}

/// How many of all operations were timed: `1 of 8 timed`.
#[must_use]
pub fn one_of(timed: u64, all: u64) -> String {
    match timed {
        0 => format!("0 of {} timed", count(all)),
        timed => format!("1 of {} timed", format_each(all as f64 / timed as f64)),
    }
}

/// With one digit behind the point where that says more.
fn format_each(each: f64) -> String {
    if each < 9.95 && (each - each.round()).abs() >= 0.05 {
        format!("{each:.1}")
    } else {
        group(each.round() as u64)
    }
}

/// A share: `57.8 %`, `100 %`, `<0.1 %`; at most 6 columns up to 9999 %. 100 only when nothing is missing.
#[must_use]
pub fn percent(value: f64) -> String {
    if !value.is_finite() || value < 0.0 {
        return NONE.to_owned();
    }
    if value == 0.0 {
        "0 %".to_owned()
    } else if value < 0.05 {
        "<0.1 %".to_owned()
    } else if value < 99.95 {
        format!("{value:.1} %")
    } else if value < 100.0 {
        "99.9 %".to_owned()
    } else {
        format!("{:.0} %", value.min(9999.0))
    }
}

/// A share without decimals, for the header; 100 only when nothing is missing.
pub fn percent_whole(value: f64) -> String {
    if !value.is_finite() || value < 0.0 {
        return NONE.to_owned();
    }
    // Without the minus sign that an empty sum may have.
    let value = value + 0.0;
    if value > 99.0 && value < 100.0 {
        return format!("{:.1} %", (value * 10.0).floor() / 10.0);
    }
    if value > 0.0 && value < 9.95 {
        format!("{value:.1} %")
    } else {
        format!("{:.0} %", value.min(99_999.0))
    }
}

/// Bytes in decimal units, as the rates are: `4.20 GB`; at most 7 columns.
pub fn bytes(n: u64) -> String {
    if n < 1000 {
        return format!("{n} B");
    }
    let units = &[(1e3, "KB"), (1e6, "MB"), (1e9, "GB"), (1e12, "TB"), (1e15, "PB"), (1e18, "EB")];
    in_unit(n as f64, units).unwrap_or_else(|| "many".to_owned())
}

/// GB/s without the unit: `24.6`, `412`, `0.42`; at most 5 columns.
pub fn gbps(value: f64) -> String {
    if !value.is_finite() || value < 0.0 {
        return NONE.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    if value < 0.005 {
        return "<0.01".to_owned();
    }
    three_digits(value).unwrap_or_else(|| format!("{:.0}", value.min(99_999.0)))
}

/// Which way a transfer goes, in words: `to device`; at most 11 columns.
pub fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::HostToDevice => "to device",
        Direction::DeviceToHost => "from device",
        Direction::DeviceToDevice => "on device",
        Direction::Shared => "shared",
        Direction::Peer => "peer",
        Direction::HostToHost => "on host",
    }
}

/// A signed difference in percent: `+86 %`, `−3.2 %`; at most 7 columns.
pub fn change(percent: f64) -> String {
    if !percent.is_finite() {
        return NONE.to_owned();
    }
    if percent.abs() < 0.05 {
        return "±0 %".to_owned();
    }
    if percent.abs() < 9.95 {
        signed(percent, 1) + " %"
    } else {
        signed(percent.clamp(-999.0, 9999.0), 0) + " %"
    }
}

/// With its sign, also `+`; the minus is as wide as the plus.
pub fn signed(value: f64, decimals: usize) -> String {
    format!("{value:+.decimals$}").replace('-', "\u{2212}")
}

/// A size class by its upper end, which is a power of two: `≤ 8 KiB` (the smallest, all that is below), `16 MiB`,
/// `> 1 GiB`.
pub fn size_class(up_to: Option<u64>) -> String {
    match up_to {
        Some(..=SMALLEST_CLASS) => format!("≤ {}", size_limit(up_to)),
        up_to => size_limit(up_to),
    }
}

/// Upper end of the smallest size class.
const SMALLEST_CLASS: u64 = 8 << 10;

/// The upper end of a size class: `8 KiB`, `16 MiB`, `> 1 GiB`.
pub fn size_limit(up_to: Option<u64>) -> String {
    let Some(up_to) = up_to else { return "> 1 GiB".to_owned() };
    match up_to {
        n if n < 1 << 10 => format!("{n} B"),
        n if n < 1 << 20 => format!("{} KiB", n >> 10),
        n if n < 1 << 30 => format!("{} MiB", n >> 20),
        n => format!("{} GiB", n >> 30),
    }
}

/// Hours, minutes, seconds: `00:01:27`; days in front when there are any.
pub fn clock(ns: u64) -> String {
    let seconds = ns / 1_000_000_000;
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let text = format!("{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60);
    if days > 0 { format!("{days}d {text}") } else { text }
}

/// `2026-11-25 03:01 UTC`.
pub fn date(at: SystemTime) -> String {
    let seconds = at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, minutes) = (seconds / 86_400, seconds / 60 % 1_440);
    // Years begin in March here, so that the leap day comes last: 400 of them have 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (400 * era + year, if month < 10 { month + 3 } else { month - 9 });
    let year = year + u64::from(month <= 2);
    format!("{year}-{month:02}-{date:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

/// The last `width` seconds or minutes in words, for the titles of sparklines: `47 s`, `3 min`.
pub fn span(ns: u64) -> String {
    match ns / 1_000_000_000 {
        s if s < 180 => format!("{s} s"),
        s if s < 7200 => format!("{} min", s / 60),
        s => format!("{} h", s / 3600),
    }
}

#[cfg(test)]
#[path = "format/tests.rs"]
mod tests;
