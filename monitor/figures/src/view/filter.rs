//! What `/` and `--filter` accept: words or regular expressions on the name, and comparisons of figures,
//! `p99>1ms`, `GB/s<20`, `calls>=1000`, `bytes > 1 GB`; `range:forward` are the kernels and copies that were given to a device in a
//! range of the program's own, or within it. Terms are separated by spaces and must all hold; `!` in front of one turns it round. `heap->device` is the arrow of the names, no comparison.

use crate::view::items::{Field, Item};
use regex_lite::{Regex, RegexBuilder};

#[derive(Debug, Clone, Default)]
pub struct Filter {
    text: String,
    terms: Vec<(bool, Term)>,
    /// A word that looks like a regular expression and is none.
    taken_literally: Option<String>,
}

#[derive(Debug, Clone)]
enum Term {
    Name(Regex),
    /// On the path of one of its ranges.
    Range(Regex),
    Compare(Field, Comparison, f64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

/// Longest first, so that `>=` is not read as `>`.
const COMPARISONS: &[(&str, Comparison)] = &[
    (">=", Comparison::GreaterEqual),
    ("<=", Comparison::LessEqual),
    ("!=", Comparison::NotEqual),
    (">", Comparison::Greater),
    ("<", Comparison::Less),
    ("=", Comparison::Equal),
];

impl Filter {
    /// Parses a filter; the error says in one line what is wrong with it.
    pub fn parse(text: &str) -> Result<Filter, String> {
        let mut terms = Vec::new();
        let mut taken_literally = None;
        let joined = joined(text);
        for word in joined.split_whitespace() {
            let (negated, word) = match word.strip_prefix('!') {
                Some(rest) if !rest.is_empty() && !rest.starts_with('=') => (true, rest),
                _ => (false, word),
            };
            let (term, is_literal) = parse_term(word)?;
            if is_literal {
                taken_literally.get_or_insert_with(|| word.to_owned());
            }
            terms.push((negated, term));
        }
        Ok(Filter { text: text.trim().to_owned(), terms, taken_literally })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the user should know about how it was read.
    pub fn note(&self) -> Option<String> {
        let word = self.taken_literally.as_ref()?;
        Some(format!("'{word}' is not a regular expression: taken as plain text"))
    }

    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Looks at ranges: what it leaves may have run elsewhere, too, and figures are not told apart.
    pub fn is_by_range(&self) -> bool {
        self.terms.iter().any(|(_, term)| matches!(term, Term::Range(_)))
    }

    pub fn matches(&self, item: &Item<'_>) -> bool {
        self.terms.iter().all(|(negated, term)| term.matches(item) != *negated)
    }
}

/// With the spaces taken out that belong to a comparison, `p99 > 1 ms`, and the arrow as the names have it.
fn joined(text: &str) -> String {
    let mut out = text.replace("->", "\u{2192}");
    for (sign, _) in COMPARISONS.iter().filter(|(sign, _)| sign.len() == 2) {
        out = out.replace(&format!(" {sign}"), sign).replace(&format!("{sign} "), sign);
    }
    for sign in ["<", ">", "="] {
        out = out.replace(&format!(" {sign}"), sign).replace(&format!("{sign} "), sign);
    }
    let mut words: Vec<String> = Vec::new();
    for word in out.split_whitespace() {
        // A unit alone goes with the number before it.
        match words.last_mut() {
            Some(before)
                if UNITS.iter().any(|(names, _)| names.contains(&word))
                    && before.contains(['<', '>', '='])
                    && before.ends_with(|c: char| c.is_ascii_digit()) =>
            {
                before.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words.join(" ")
}

impl Term {
    fn matches(&self, item: &Item<'_>) -> bool {
        match self {
            Term::Name(regex) => regex.is_match(&item.name()),
            Term::Range(regex) => item.ranges().iter().any(|path| regex.is_match(path)),
            // A figure that does not exist satisfies no comparison.
            Term::Compare(field, comparison, wanted) => {
                item.value(*field).is_some_and(|value| match comparison {
                    Comparison::Less => value < *wanted,
                    Comparison::LessEqual => value <= *wanted,
                    Comparison::Greater => value > *wanted,
                    Comparison::GreaterEqual => value >= *wanted,
                    Comparison::Equal => value == *wanted,
                    Comparison::NotEqual => value != *wanted,
                })
            }
        }
    }
}

/// In front of what the path of a range has to match.
const RANGE: &str = "range:";

/// The term, and whether it was taken literally because it is no regular expression.
fn parse_term(word: &str) -> Result<(Term, bool), String> {
    if let Some(pattern) = word.strip_prefix(RANGE) {
        return expression(pattern).map(|(regex, is_literal)| (Term::Range(regex), is_literal));
    }
    let split = COMPARISONS
        .iter()
        .filter_map(|(sign, comparison)| Some((word.find(sign)?, sign.len(), *comparison)))
        .min_by_key(|(at, length, _)| (*at, usize::MAX - length));
    if let Some((at, length, comparison)) = split {
        let (name, value) = (&word[..at], &word[at + length..]);
        let field = Field::from_name(name).filter(|field| !field.is_text()).ok_or_else(|| {
            format!("no figure is called '{name}'; try calls, share, total, avg, p99, bytes")
        })?;
        return Ok((Term::Compare(field, comparison, parse_value(value)?), false));
    }
    expression(word).map(|(regex, is_literal)| (Term::Name(regex), is_literal))
}

/// A regular expression, and whether it was taken literally because it is none.
fn expression(word: &str) -> Result<(Regex, bool), String> {
    let pattern = word.strip_prefix('/').map_or(word, |rest| rest.strip_suffix('/').unwrap_or(rest));
    let build = |pattern: &str| RegexBuilder::new(pattern).case_insensitive(true).size_limit(1 << 20).build();
    // Half-typed expressions such as `Alloc(` are taken literally rather than refused.
    let expression = build(pattern);
    let is_literal = expression.is_err();
    expression
        .or_else(|_| build(&regex_lite::escape(pattern)))
        .map(|regex| (regex, is_literal))
        .map_err(|_| format!("the expression '{pattern}' is too large"))
}

/// A number with an optional unit: of time (converted to ns), of size (to bytes), or `%` and `GB/s`, which
/// change nothing.
fn parse_value(text: &str) -> Result<f64, String> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: f64 = number.parse().map_err(|_| format!("'{text}' is not a number, as in p99>1ms"))?;
    let size = UNITS.iter().find(|(names, _)| names.contains(&unit)).map(|(_, size)| *size);
    let size =
        size.ok_or_else(|| format!("'{unit}' is not a unit; try ns, us, ms, s, k, M, MB, MiB, GB, GB/s, %"))?;
    Ok(number * size)
}

/// Units with what they stand for: ns, bytes, GB/s, percent.
const UNITS: [(&[&str], f64); 8] = [
    (&["", "%", "ns", "B", "GB/s", "b"], 1.0),
    (&["us", "µs", "K", "k", "KB", "kB"], 1e3),
    (&["ms", "M", "MB"], 1e6),
    (&["s", "G", "GB"], 1e9),
    (&["m", "min"], 60e9),
    (&["KiB"], 1024.0),
    (&["MiB"], 1_048_576.0),
    (&["GiB"], 1_073_741_824.0),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::Api;

    fn api() -> Api {
        Api {
            name: "zeMemAllocHost".into(),
            calls: 3102,
            share_pct: 7.1,
            avg_ns: Some(1.25e6),
            p99_ns: Some(3_020_000),
            ..Api::default()
        }
    }

    fn matches(text: &str) -> bool {
        Filter::parse(text).unwrap().matches(&Item::Api(&api()))
    }

    #[test]
    fn words_and_expressions() {
        assert!(matches(""));
        assert!(matches("memalloc"));
        assert!(matches("^ze.*Host$"));
        assert!(matches("/Alloc(Host|Device)/"));
        assert!(matches("alloc host"), "all words must match");
        assert!(!matches("alloc device"));
        assert!(matches("!device"));
        assert!(!matches("mem("), "taken literally");
    }

    #[test]
    fn spaces_and_arrows_are_read_as_they_are_meant() {
        assert!(matches("p99 > 1 ms"));
        assert!(matches("p99 >= 1 ms mem"));
        assert!(!matches("calls < 3 k"));
        assert!(matches("calls != 3"));
        assert!(!matches("p99 > 1 mem ms"), "a word between the number and the unit");
        let transfer = crate::snapshot::Transfer {
            src: crate::snapshot::Endpoint::new("heap", crate::snapshot::Place::Pageable),
            dst: crate::snapshot::Endpoint::new("device", crate::snapshot::Place::Device),
            bandwidth_gbps: Some(12.0),
            ops: 16,
            bytes: 1 << 20,
            ..Default::default()
        };
        for (text, passes) in [
            ("heap->device", true),
            ("host->device", false),
            ("GB/s<20", true),
            ("gb/s > 20", false),
            ("GB/s < 20 GB/s", true),
            ("heap->device GB/s>11", true),
            ("each <= 64 KiB", true),
            ("each < 64 KiB", false),
        ] {
            assert_eq!(Filter::parse(text).unwrap().matches(&Item::Transfer(&transfer)), passes, "{text}");
        }
    }

    #[test]
    fn kernels_and_copies_are_found_by_their_ranges() {
        let kernel = crate::snapshot::Kernel {
            name: "gemm".to_owned(),
            ranges: vec!["step #/forward/aten::addmm".into(), "eval".into()],
            ..Default::default()
        };
        let transfer = crate::snapshot::Transfer { ranges: vec!["step #/load".into()], ..Default::default() };
        for (text, of_kernel, of_copy) in [
            ("range:forward", true, false),
            ("range:STEP", true, true),
            ("range:^step.*load$", false, true),
            ("range:/forward/", true, false),
            ("range:backward", false, false),
            ("!range:forward", false, true),
            ("range:forward gemm", true, false),
            ("range:forward copy", false, false),
            ("range:aten::addmm", true, false),
            ("range:add(", false, false),
            ("range:", true, true),
            ("forward", false, false),
        ] {
            let filter = Filter::parse(text).unwrap();
            let found = [Item::Kernel(&kernel), Item::Transfer(&transfer)].map(|item| filter.matches(&item));
            assert_eq!(found, [of_kernel, of_copy], "{text}");
        }
        assert!(Filter::parse("range:add(").unwrap().note().is_some());
        let is_by_range = |text: &str| Filter::parse(text).unwrap().is_by_range();
        assert!(is_by_range("gemm !range:forward") && !is_by_range("ranges calls>1"));
        assert!(!matches("range:") && matches("!range:x"), "calls of functions are in none");
    }

    #[test]
    fn comparisons() {
        assert!(matches("p99>1ms"));
        assert!(matches("p99>3000us"));
        assert!(!matches("p99>1s"));
        assert!(matches("calls>=3102"));
        assert!(matches("calls=3102"));
        assert!(!matches("calls!=3102"));
        assert!(matches("share>5 share<=7.1"));
        assert!(matches("share>5%"));
        assert!(matches("calls>3k mem"));
        assert!(matches("!calls<1000"));
        assert!(!matches("max>0"), "a figure that is not there");
        assert!(!matches("!calls>1"));
    }

    #[test]
    fn mistakes_are_explained() {
        for (text, word) in
            [("p98>1", "p98"), ("p99>fast", "fast"), ("p99>1mms", "mms"), ("name>1", "name"), (">1", "''")]
        {
            let error = Filter::parse(text).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
    }
}
