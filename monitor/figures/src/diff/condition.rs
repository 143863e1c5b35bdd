//! `--fail-if`: `p99 zeCommandQueueSynchronize > +20%`, `bandwidth heap->device < -10%`.

use super::compare::{Change, ComparedRow, Comparison, Metric, NOISE_PCT};
use super::run::RowKind;

/// A change that the user does not want.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    pub text: String,
    metric: Metric,
    /// A function, a kernel, or a kind of transfer.
    subject: String,
    more: bool,
    pct: f64,
}

/// The result of a condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    Holds(String),
    /// It does not, or the change could be chance.
    Not,
    /// One of the runs lacks the row, so that there is nothing to compare: what the user should know.
    OneSided(String),
}

/// A condition that makes no sense, with the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    pub text: String,
    /// Characters before the place.
    pub at: usize,
    pub why: String,
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n  {}\n  {}^", self.why, self.text, " ".repeat(self.at))
    }
}

impl std::error::Error for Wrong {}

impl Condition {
    /// `METRIC SUBJECT > +PERCENT%` or `<`.
    ///
    /// # Errors
    /// Says where and why it makes no sense.
    pub fn parse(text: &str) -> Result<Self, Wrong> {
        let wrong = |byte: usize, why: String| {
            let at = text[..byte].chars().count();
            Err(Wrong { text: text.to_owned(), at, why })
        };
        let start = text.len() - text.trim_start().len();
        let word_end = text[start..].find(char::is_whitespace).map_or(text.len(), |at| start + at);
        let word = &text[start..word_end];
        let Some((metric, _)) = Metric::NAMED.iter().find(|(_, names)| names.contains(&word)) else {
            let all: Vec<&str> = Metric::NAMED.iter().flat_map(|(_, names)| names.iter().copied()).collect();
            return wrong(start, format!("not a figure; the figures are {}", all.join(", ")));
        };
        // Names of kernels may contain < and >, those of transfers contain ->: the last one that stands alone
        // counts.
        let alone = |at: &usize| text[..*at].ends_with(char::is_whitespace);
        let Some(operator) = text.rmatch_indices(['<', '>']).map(|(at, _)| at).find(alone) else {
            return wrong(text.len(), "a condition ends with < or > and a change, such as > +20%".to_owned());
        };
        let subject = text.get(word_end..operator).unwrap_or("").trim();
        if subject.is_empty() {
            return wrong(
                word_end.min(operator),
                "of what? a function, a kernel, or a kind of transfer such as heap->device".to_owned(),
            );
        }
        let rest = &text[operator + 1..];
        let number_at = operator + 1 + (rest.len() - rest.trim_start().len());
        let number = rest.trim().strip_suffix('%').map(|number| number.trim().parse::<f64>());
        match number {
            Some(Ok(pct)) if pct.is_finite() => Ok(Self {
                text: text.trim().to_owned(),
                metric: *metric,
                subject: subject.to_owned(),
                more: text[operator..].starts_with('>'),
                pct,
            }),
            _ => wrong(number_at, "not a change in percent, such as +20% or -10%".to_owned()),
        }
    }

    /// Whether it holds; with several devices, on any of them.
    ///
    /// # Errors
    /// When no run has the figure.
    pub fn judge(&self, comparison: &Comparison) -> Result<Verdict, String> {
        let (mut found, mut one_sided) = (false, None);
        for row in comparison.rows.iter().filter(|row| row.key.name == self.subject) {
            let Some(change) = row.change(self.metric) else { continue };
            let Some(pct) = percent(row, change) else {
                one_sided = Some(if row.b.is_none() { "gone in B" } else { "new in B" })
                    .filter(|_| row.a.is_none() || row.b.is_none())
                    .or(one_sided);
                continue;
            };
            found = true;
            let holds = if self.more { pct > self.pct } else { pct < self.pct };
            // The user has said what is too much for the length of a run.
            let is_noise = match row.key.kind {
                RowKind::Run => pct.abs() <= NOISE_PCT,
                _ => !change.beyond_noise,
            };
            if holds && !is_noise {
                let of = format!("{} {}", self.metric.name(), self.subject);
                let change = if pct.is_finite() { format!("{pct:+.1} %") } else { "none before".to_owned() };
                return Ok(Verdict::Holds(format!("{of}: {change} (--fail-if '{}')", self.text)));
            }
        }
        if found {
            return Ok(Verdict::Not);
        }
        let (metric, subject) = (self.metric.name(), &self.subject);
        if let Some(how) = one_sided {
            let words =
                format!("--fail-if '{}': {subject} is {how}, so there is no {metric} to compare", self.text);
            return Ok(Verdict::OneSided(words));
        }
        Err(format!("--fail-if '{}': one of the runs has no {metric} of {subject}", self.text))
    }
}

/// A change in percent. What a run does not do at all, it does 0 times in 0 s.
fn percent(row: &ComparedRow, change: &Change) -> Option<f64> {
    let none = |is_there: bool| (!is_there && change.metric.is_sum()).then_some(0.0);
    let (a, b) = (change.a.or_else(|| none(row.a.is_some()))?, change.b.or_else(|| none(row.b.is_some()))?);
    match (a, b) {
        (0.0, 0.0) => Some(0.0),
        (0.0, _) => Some(f64::INFINITY),
        _ => Some((b / a - 1.0) * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::compare::compare;
    use crate::diff::run::{Figures, Key, Run};

    #[test]
    fn conditions_are_read() {
        let c = Condition::parse("bandwidth heap->device < -10%").unwrap();
        assert_eq!(
            (c.metric, c.subject.as_str(), c.more, c.pct),
            (Metric::Bandwidth, "heap->device", false, -10.0)
        );
        let c = Condition::parse(" p99  void scale<float>(int, a > b) > +20.5 % ").unwrap();
        assert_eq!((c.subject.as_str(), c.more, c.pct), ("void scale<float>(int, a > b)", true, 20.5));
        assert_eq!(Condition::parse("calls zeInit > 0%").unwrap().metric, Metric::Count);
    }

    fn comparison(in_a: Option<Figures>, in_b: Option<Figures>) -> Comparison {
        let run = |figures: Option<Figures>| Run {
            rows: figures
                .map(|f| (Key { kind: RowKind::Transfer, name: "heap->device".into(), device: 0 }, f))
                .into_iter()
                .collect(),
            ..Run::default()
        };
        compare(run(in_a), run(in_b))
    }

    /// The fix was to make no such copies any more.
    #[test]
    fn what_the_fix_removed_is_no_failure() {
        let copies = Figures {
            count: 50,
            bytes: Some(1_000),
            bandwidth_gbps: Some(4.0),
            errors: Some(0),
            ..Figures::default()
        };
        let judge = |text: &str, c: &Comparison| Condition::parse(text).unwrap().judge(c);
        let gone = comparison(Some(copies.clone()), None);
        let Ok(Verdict::OneSided(words)) = judge("bandwidth heap->device < -10%", &gone) else { panic!() };
        assert!(words.ends_with("heap->device is gone in B, so there is no bandwidth to compare"), "{words}");
        assert_eq!(judge("bytes heap->device > +10%", &gone), Ok(Verdict::Not));
        assert!(matches!(judge("bytes heap->device < -10%", &gone), Ok(Verdict::Holds(_))));
        let new = comparison(None, Some(copies.clone()));
        assert!(matches!(judge("ops heap->device > +10%", &new), Ok(Verdict::Holds(_))));
        assert!(matches!(judge("bandwidth heap->device < -10%", &new), Ok(Verdict::OneSided(_))));
        assert!(judge("bandwidth heep->device < -10%", &gone).is_err(), "no run has that");
        let failing = comparison(Some(copies.clone()), Some(Figures { errors: Some(4), ..copies }));
        let Ok(Verdict::Holds(words)) = judge("errors heap->device > 0%", &failing) else { panic!() };
        assert!(words.starts_with("errors heap->device: none before"), "{words}");
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        let wrong = |text: &str| {
            let wrong = Condition::parse(text).unwrap_err();
            (wrong.at, wrong.why)
        };
        assert_eq!(wrong("p98 zeInit > 3%").0, 0);
        assert!(wrong("p98 zeInit > 3%").1.contains("p50, p90, p99"));
        assert_eq!(wrong("p99 > 3%").0, 3);
        assert_eq!(wrong("p99 zeInit").0, 10);
        assert_eq!(wrong("p99 zeInit > 3").0, 13);
        assert_eq!(wrong("p99 heap->device").0, 16, "an arrow is no comparison");
        assert_eq!(wrong("").0, 0);
        let shown = Condition::parse("p99 zeInit > x%").unwrap_err().to_string();
        assert_eq!(shown.lines().nth(2), Some("               ^"), "{shown}");
    }
}
