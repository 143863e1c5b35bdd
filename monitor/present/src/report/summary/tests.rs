use super::*;
use zetop_figures::snapshot::{About, Api, Finding, Host, Kernel, Severity, Site};

fn snapshot() -> Snapshot {
    let api = |name: &str, total_ns, share_pct| Api {
        name: name.into(),
        family: "ze".into(),
        calls: 1_200,
        timed: 1_200,
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
            timed: 2_400,
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
fn what_comes_from_some_of_the_calls_is_marked() {
    let mut snapshot = snapshot();
    let exact = text(&snapshot, &Style::default());
    assert!(!exact.contains('~') && !exact.contains("--exact"), "{exact}");
    let host = &mut snapshot.host;
    (host.timed, host.total_error_pct) = (1_200 + 130, 0.4);
    (host.apis[1].timed, host.apis[1].total_error_pct, host.apis[1].p99_uncertain) = (130, 1.5, true);
    host.apis[1].p99_ns = Some(9_000);
    let text = text(&snapshot, &Style::default());
    let row = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap();
    assert!(!row("zeFenceHostSynchronize").contains('~'), "{text}");
    let cells: Vec<&str> =
        row("zeMemFree").split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let marked: Vec<bool> = cells.iter().map(|cell| cell.starts_with('~')).collect();
    // Counts, the share and the percentiles that are known as well as ever have no mark.
    assert_eq!(marked, [false, false, true, true, true, true, false, true, false], "{cells:?}");
    assert!(text.contains("host calls: 1 330 of 2 400 timed (~), their total within 0.4 %"), "{text}");
}

#[test]
fn filter_sort_and_ascii_apply() {
    let style = Style { ascii: true, filter: Some("free".into()), ..Style::default() };
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

#[test]
fn a_thousand_kernels_are_cut_to_the_top_with_a_count_of_the_rest() {
    let mut large = snapshot();
    let kernel = |n: usize| Kernel {
        name: format!("kernel_{n:04}"),
        launches: 1,
        timed: 1,
        share_pct: 0.1,
        ..Kernel::default()
    };
    large.device.kernels = (0..1_000).map(kernel).collect();
    let short = text(&large, &Style::default());
    assert!(short.contains("kernel_0019") && !short.contains("kernel_0020"), "{short}");
    assert!(short.contains("and 980 more, 98.0 % together; --full has all"), "{short}");
    let full = text(&large, &Style { full: true, ..Style::default() });
    assert!(full.contains("kernel_0999") && !full.contains("--full"), "{full}");
    let few = text(&large, &Style { rows: Some(5), ..Style::default() });
    assert!(few.contains("kernel_0004") && !few.contains("kernel_0005"), "{few}");
    assert!(few.contains("and 995 more, 99.5 % together; --full has all"), "{few}");
}

#[test]
fn what_to_do_comes_first() {
    let mut with = snapshot();
    with.findings = vec![Finding {
        id: "tiny-copies",
        severity: Severity::Hint,
        text: "Gather copies".to_owned(),
        evidence: "many".to_owned(),
        about: About::Api(0),
        sites: vec![Site { place: "a.cpp:3 in f".to_owned(), share_pct: 80.0, ..Site::default() }],
        ..Finding::default()
    }];
    let text = text(&with, &Style::default());
    assert!(
        text.find("finding: Gather copies: many; called at a.cpp:3 in f (80 %)") < text.find("Function"),
        "{text}"
    );
}
