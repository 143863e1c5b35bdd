use super::*;
use crate::snapshot::{Api, Host};

fn snapshot() -> Snapshot {
    let api = |name: &str, total_ns, share_pct| Api {
        name: name.into(),
        family: "ze".into(),
        calls: 1_200,
        total_ns,
        share_pct,
        min_ns: Some(90),
        max_ns: Some(4_100_000),
        avg_ns: Some(total_ns as f64 / 1_200.0),
        p50_ns: Some(2_480),
        p99_ns: None,
        ..Api::default()
    };
    Snapshot {
        elapsed_ns: 2_000_000_000,
        host: Host {
            calls: 2_400,
            total_ns: 31_000_000,
            apis: vec![api("zeFenceHostSynchronize", 30_000_000, 96.8), api("zeMemFree", 1_000_000, 3.2)],
            ..Host::default()
        },
        ..Snapshot::default()
    }
}

#[test]
fn one_aligned_table_sorted_by_share() {
    let text = text(&snapshot(), &Style::default());
    let lines: Vec<&str> = text.lines().skip_while(|l| !l.starts_with("Function")).take(3).collect();
    let columns: Vec<&str> = lines[0].split_whitespace().collect();
    assert_eq!(columns, ["Function", "Calls", "Total", "Min", "Max", "Avg", "p50", "p99", "%"]);
    assert!(lines[1].starts_with("zeFenceHostSynchronize"), "{text}");
    assert!(lines.iter().all(|l| l.chars().count() == lines[0].chars().count()), "{text}");
}

#[test]
fn filter_sort_and_ascii_apply() {
    let style = Style { ascii: true, filter: Some("free".into()), sort: None };
    let filtered = text(&snapshot(), &style);
    assert!(
        filtered.is_ascii() && !filtered.contains("zeFence") && filtered.contains("zeMemFree"),
        "{filtered}"
    );
}

#[test]
fn without_calls_there_is_no_table() {
    assert!(!text(&Snapshot::default(), &Style::default()).contains("Function"));
}
