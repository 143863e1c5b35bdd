//! `--markdown`: the summary, to paste into an issue or a pull request: findings, tables, notes.

use super::interface::{AtTheEnd, Report};
use super::summary::{self, Rows, Style};
use std::path::PathBuf;
use zetop_figures::snapshot::{Finding, Snapshot};
use zetop_figures::view::format::clean;
use zetop_figures::view::items::{Field, List};
use zetop_system::output::Destination;
use zetop_system::width::cut;

/// The tables, with their titles.
const TABLES: [(List, &str); 4] = [
    (List::Api, "Calls"),
    (List::Kernels, "Kernels"),
    (List::Transfers, "Transfers"),
    (List::Memory, "Memory by line"),
];
/// Figures of the summary that are left out: an issue is narrower than a terminal.
const LEFT_OUT: [Field; 2] = [Field::Min, Field::Max];
/// Widest a name gets before it is cut: more than in a terminal, since it breaks into lines.
const WIDEST: usize = 120;
/// What Markdown, and GitHub's in particular, takes for marks within a line.
const MARKS: [char; 10] = ['\\', '`', '*', '_', '[', '<', '|', '~', '&', '$'];

/// Where it goes, and how it is to look.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub path: PathBuf,
    pub style: Style,
}

/// `--markdown`: all of it at the end.
#[derive(Debug)]
pub struct Markdown {
    file: AtTheEnd,
    style: Style,
}

impl Markdown {
    /// # Errors
    /// When it could not be written at the end.
    pub fn open(Wanted { path, style }: Wanted) -> anyhow::Result<Self> {
        Ok(Self { file: AtTheEnd::open(Destination::File(path))?, style })
    }
}

impl Report for Markdown {
    fn finish(&mut self, snapshot: &Snapshot, give_up: &mut dyn FnMut() -> bool) -> anyhow::Result<()> {
        self.file.write(text(snapshot, &self.style).into_bytes(), give_up)
    }
}

/// All of it.
#[must_use]
pub fn text(s: &Snapshot, style: &Style) -> String {
    let command = code(&s.target.command.join(" "));
    let about = format!("{}; {}", summary::devices(s), summary::made_by());
    let mut out = format!("## zetop: {command}: {}\n\n{}\n", summary::figures(s), plain(&about));
    if let Some(last) = &s.last_run {
        out += &format!("\n{}\n", plain(last));
    }
    out += &items("Findings", s.findings.iter().map(finding));
    for (list, title) in TABLES {
        out += &Rows::of(s, style, list).map_or_else(String::new, |rows| table(title, list, &rows));
    }
    out += &items("Notes", summary::lines(s).iter().map(|line| plain(line)));
    if style.ascii { summary::to_ascii(&out) } else { out }
}

/// A list with its title, if it has anything.
fn items(title: &str, lines: impl Iterator<Item = String>) -> String {
    let items: String = lines.map(|line| format!("- {line}\n")).collect();
    if items.is_empty() { items } else { format!("\n### {title}\n\n{items}") }
}

fn finding(f: &Finding) -> String {
    let reasons = format!("{}{}{}", f.evidence, f.place(), f.gain());
    format!("**{}**: {}", plain(f.headline().trim()), plain(&reasons))
}

/// One of the lists, with the cells that the summary has.
fn table(title: &str, list: List, rows: &Rows) -> String {
    if rows.cells.is_empty() {
        return String::new();
    }
    let shown = |field: Field| !LEFT_OUT.contains(&field);
    let line = |cell: &dyn Fn(usize, Field) -> String| {
        let columns = rows.columns.iter().enumerate().filter(|(_, (field, _))| shown(*field));
        let cells: Vec<String> = columns.map(|(at, (field, _))| cell(at, *field)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut out = format!("\n### {title}\n\n");
    out += &line(&|at, _| rows.columns[at].1.to_owned());
    out += &line(&|_, field| if field == Field::Name { ":--" } else { "--:" }.to_owned());
    for row in &rows.cells {
        out += &line(&|at, field| match (field, list) {
            // Names of zetop's own, with sizes below them.
            (Field::Name, List::Transfers) => indented(&row[at]),
            (Field::Name, _) => code(&cut(&clean(&row[at]), WIDEST, "…")),
            (Field::Kind, _) => plain(&row[at]),
            _ => row[at].clone(),
        });
    }
    if let Some(rest) = &rows.rest {
        out += &format!("\n{rest}\n");
    }
    out
}

/// A cell whose first spaces stay.
fn indented(text: &str) -> String {
    let inner = text.trim_start();
    "&emsp;".repeat((text.len() - inner.len()) / 2) + &plain(inner)
}

/// A name as code, in which nobody is mentioned and nothing is a link.
fn code(name: &str) -> String {
    let name = clean(name);
    // What would end the code, or the table's cell.
    if name.trim().is_empty() || name.contains(['`', '|']) { plain(&name) } else { format!("`{name}`") }
}

/// Text that is shown as it is, in one line.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in clean(text).chars() {
        out.extend(MARKS.contains(&c).then_some('\\'));
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_figures::snapshot::{About, Api, Host, Kernel, Site};

    fn api(name: &str) -> Api {
        Api {
            name: name.into(),
            calls: 1_200,
            timed: 1_200,
            total_ns: 30_000_000,
            share_pct: 96.8,
            avg_ns: Some(25_000.0),
            p50_ns: Some(2_480),
            ..Api::default()
        }
    }

    fn snapshot(apis: Vec<Api>) -> Snapshot {
        let mut s = Snapshot {
            elapsed_ns: 2_000_000_000,
            host: Host { calls: 2_400, timed: 2_400, total_ns: 31_000_000, apis, ..Host::default() },
            ..Snapshot::default()
        };
        s.target.command = vec!["./app".to_owned(), "a_b".to_owned()];
        s
    }

    /// The cells of a table's line as a reader of Markdown finds them.
    fn cells(line: &str) -> Vec<String> {
        let mut cells = vec![String::new()];
        let mut chars = line.chars();
        while let Some(c) = chars.next() {
            match c {
                '|' => cells.push(String::new()),
                '\\' => cells.last_mut().unwrap().extend([c].into_iter().chain(chars.next())),
                c => cells.last_mut().unwrap().push(c),
            }
        }
        assert_eq!((&*cells[0], &*cells[cells.len() - 1]), ("", ""), "{line}");
        cells[1..cells.len() - 1].iter().map(|cell| cell.trim().to_owned()).collect()
    }

    /// What is read where `marked` stands.
    fn read(marked: &str) -> String {
        if let Some(code) = marked.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
            assert!(!code.contains('`'), "{marked}");
            return code.to_owned();
        }
        let mut chars = marked.chars();
        let mut out = String::new();
        while let Some(c) = chars.next() {
            assert!(c == '\\' || !MARKS.contains(&c), "{marked}");
            out.extend(if c == '\\' { chars.next() } else { Some(c) });
        }
        out
    }

    #[test]
    fn figures_are_those_of_the_summary() {
        let mut s = snapshot(vec![api("zeFenceHostSynchronize"), api("zeMemFree")]);
        (s.host.apis[1].timed, s.host.timed) = (130, 1_330);
        let text = text(&s, &Style::default());
        let begin =
            "## zetop: `./app a_b`: 2 400 calls, 31.0 ms in calls, 2.00 s elapsed\n\nno device; zetop ";
        assert!(text.starts_with(begin), "{text}");
        let table = "\n### Calls\n\n\
            | Function | Calls | Total | Avg | p50 | p99 | % |\n\
            | :-- | --: | --: | --: | --: | --: | --: |\n\
            | `zeFenceHostSynchronize` | 1 200 | 30.0 ms | 25.0 µs | 2.48 µs | – | 96.8 % |\n\
            | `zeMemFree` | 1 200 | ~30.0ms | ~25.0µs | 2.48 µs | – | 96.8 % |\n";
        assert!(text.contains(table), "{text}");
        assert!(
            text.contains("\n### Notes\n\n- host calls: 1 330 of 2 400 timed (\\~), their total"),
            "{text}"
        );
        let of_summary = summary::text(&s, &Style::default());
        for cell in table.lines().skip(5).flat_map(cells) {
            assert!(of_summary.contains(cell.trim_matches('`')), "{cell} in {of_summary}");
        }
    }

    /// Names come from programs and recordings.
    #[test]
    fn no_name_breaks_a_table() {
        let names = [
            "a|b",
            "a\\|b",
            "a\\",
            "`",
            "``x|",
            "f<b>&lt;",
            "**x** ~~y~~ [z](http://a)",
            "<!-- @all #1",
            "$x$",
            "operator||(int)",
            "",
            "  ",
        ];
        let kernel =
            |name: &&str| Kernel { name: (*name).to_owned(), launches: 1, timed: 1, ..Kernel::default() };
        let mut s = snapshot(Vec::new());
        s.device.kernels = names.iter().map(kernel).collect();
        let text = text(&s, &Style::default());
        let mut rows = text.lines().skip_while(|line| !line.starts_with("| Kernel")).map(cells);
        let columns = rows.next().unwrap().len();
        rows.next();
        for (name, row) in names.iter().zip(rows.by_ref()) {
            assert_eq!((row.len(), read(&row[0]).trim()), (columns, name.trim()), "{row:?}");
        }
        let lines = ["a\nb", "a\rb|", "a\r\n\r\n# b", "\u{1b}[31mred\u{2028}"];
        for name in lines {
            assert!(!code(name).contains(['\n', '\r', '\u{1b}', '\u{2028}']), "{name:?}");
        }
        let long = Kernel { name: "k".repeat(2_000), launches: 1, ..Kernel::default() };
        s.device.kernels = vec![long];
        assert!(super::text(&s, &Style::default()).lines().all(|line| line.chars().count() < 2 * WIDEST));
    }

    #[test]
    fn a_finding_has_its_place_and_its_gain() {
        let mut s = snapshot(vec![api("zeMemFree")]);
        s.findings = vec![Finding {
            text: "Gather `copies`".to_owned(),
            evidence: "3 of 4 are <4 KiB".to_owned(),
            about: About::Api(0),
            gain_pct: Some(24.0),
            sites: vec![Site { place: "a_b.cpp:3 in f".to_owned(), share_pct: 80.0, ..Site::default() }],
            ..Finding::default()
        }];
        let text = text(&s, &Style::default());
        let item = "\n### Findings\n\n- **Gather \\`copies\\`**: 3 of 4 are \\<4 KiB; called at a\\_b.cpp:3 in f (80 %); \
            up to 24 % of wall time to gain\n\n### Calls\n";
        assert!(text.contains(item), "{text}");
    }

    #[test]
    fn rows_filter_and_ascii_apply() {
        let s = snapshot(vec![api("first"), api("second"), api("third")]);
        let of = |style: Style| text(&s, &style);
        let two = of(Style { rows: Some(2), ..Style::default() });
        assert!(two.contains("`second`") && !two.contains("third"), "{two}");
        assert!(two.contains("|\n\nand 1 more, 96.8 % together; --full has all\n"), "{two}");
        assert!(!of(Style { filter: Some("first".into()), ..Style::default() }).contains("second"));
        assert!(of(Style { ascii: true, ..Style::default() }).is_ascii());
    }

    #[test]
    fn without_calls_there_is_the_heading() {
        let text = text(&snapshot(Vec::new()), &Style::default());
        assert!(!text.contains("###") && text.ends_with(" UTC\n"), "{text}");
    }
}
