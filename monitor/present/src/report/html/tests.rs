use super::timeline::Timeline;
use super::*;
use std::sync::Arc;
use zetop_figures::job::Member;
use zetop_figures::snapshot::{
    About, Api, Caller, DeviceWork, Finding, Histogram, Host, Kernel, Process, Severity, Site, Target,
    Transfer,
};

/// Names that would be markup if they were not escaped, and characters that terminals obey.
const EVIL: &str = "<script>alert(\"1\")</script>&\u{1b}[31m'";

fn evil() -> Snapshot {
    let name = || EVIL.to_owned();
    let member =
        |rank| Arc::new(Member { rank: Some(rank), host: name(), job: Some(name()), ..Member::default() });
    let site = Site {
        place: name(),
        callers: vec![name()],
        tree: vec![Caller { depth: 0, place: name(), samples: 1, share_pct: 100.0 }],
        samples: 1,
        share_pct: 60.0,
        ..Site::default()
    };
    let histogram = Histogram { buckets: vec![(10, 12, 3)], count: 3 };
    Snapshot {
        elapsed_ns: 5_000_000_000,
        target: Target { command: vec![name()], ..Target::default() },
        processes: (0..3)
            .map(|rank| Process {
                pid: rank + 1,
                member: member(rank),
                command: name(),
                ..Process::default()
            })
            .collect(),
        host: Host {
            calls: 3,
            timed: 3,
            apis: vec![Api {
                name: name().into(),
                calls: 3,
                timed: 3,
                total_ns: 90,
                histogram: histogram.clone(),
                ..Api::default()
            }],
            ..Host::default()
        },
        device: DeviceWork {
            kernels: vec![Kernel { name: name(), launches: 3, total_ns: 60, histogram, ..Kernel::default() }],
            transfers: vec![Transfer { bytes: 100, ops: 1, ..Transfer::default() }],
            ..DeviceWork::default()
        },
        findings: vec![Finding {
            id: "x",
            severity: Severity::Warning,
            text: name(),
            evidence: name(),
            sites: vec![site.clone()],
            ..Finding::default()
        }],
        sites: vec![(About::Api(0), vec![site])],
        ..Snapshot::default()
    }
}

fn page_of(s: &Snapshot) -> String {
    page::page(s, &Timeline::default()).into_string()
}

#[test]
fn what_the_program_names_is_text() {
    let page = page_of(&evil());
    assert_eq!(page.matches("<script").count(), 1, "only its own: {page}");
    assert!(!page.contains('\u{1b}') && page.contains("&lt;script&gt;"), "{page}");
}

#[test]
fn it_needs_nothing_else() {
    let page = page_of(&evil());
    for outside in ["http:", "https:", "src=", "@import", "url(", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
}

#[test]
fn what_to_do_comes_first_with_its_line() {
    let page = page_of(&evil());
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text} in {page}"));
    assert!(
        at("Findings") < at("Ranks")
            && at("Ranks") < at("Kernels")
            && at("Calls") < at("Where calls come from")
    );
    let end = page[at("Findings")..].find("</section>").unwrap();
    assert!(page[at("Findings")..][..end].contains("<code>"), "{page}");
}

#[test]
fn a_program_without_calls_has_a_page_too() {
    let page = page_of(&Snapshot::default());
    assert!(page.contains("None.") && !page.contains("<table"), "{page}");
}

#[test]
fn thousands_of_kernels_stay_a_small_page() {
    let mut snapshot = evil();
    let buckets = (0..60).map(|at| (1_000 << (at / 8), 1_100 << (at / 8), at + 1)).collect();
    let kernel =
        Kernel { histogram: Histogram { buckets, count: 1_830 }, ..snapshot.device.kernels[0].clone() };
    snapshot.device.kernels = (0..5_000)
        .map(|n| Kernel { name: format!("{}{n}", "kernel<float>".repeat(20)), ..kernel.clone() })
        .collect();
    let page = page_of(&snapshot);
    assert!(page.contains("and 4 800 more"), "{}", &page[page.len() - 2_000..]);
    assert!(page.len() < 2 << 20, "{}", page.len());
}

#[test]
fn it_is_written_at_the_end_with_what_was_seen_on_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.html");
    let mut report = Html::open(Wanted { path: path.clone(), is_played: true }).unwrap();
    let mut snapshot = evil();
    for second in 1..=4 {
        snapshot.elapsed_ns = second * 1_000_000_000;
        snapshot.host.calls = second * 10;
        report.timeline.add(&snapshot);
    }
    report.finish(&snapshot, &mut || false).unwrap();
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page.contains("<polyline") && page.contains("at most 10/s"), "{page}");
}

#[test]
fn a_comparison_marks_what_is_more_than_noise() {
    use zetop_figures::diff::{Run, compare};
    let run = |name: &str, calls: u64| {
        let mut snapshot = evil();
        (snapshot.host.calls, snapshot.host.apis[0].calls, snapshot.host.apis[0].timed) =
            (calls, calls, calls);
        snapshot.schema = zetop_figures::snapshot::SCHEMA;
        Run::of_snapshot(name, &snapshot).unwrap()
    };
    let page = compared::page(&compare(run("before", 1_000), run("after", 2_000)));
    assert!(page.contains("<mark>+100 %</mark>") && page.contains(">2 000<"), "{page}");
    assert_eq!(page.matches("<script").count(), 1, "{page}");
    let page = compared::page(&compare(run("before", 1_000), run("again", 1_000)));
    assert!(!page.contains("<mark>") && page.contains("The same in both."), "{page}");
}
