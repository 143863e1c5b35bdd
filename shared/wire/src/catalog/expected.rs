//! Errors that callers ask for: the result answers a question, so that nothing is wrong.

use serde::{Deserialize, Serialize};

/// Results that some functions return in programs with which nothing is wrong.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Expected {
    /// Names of functions. One `*` in a name stands for anything.
    #[serde(deserialize_with = "super::bounds::expected_functions")]
    pub functions: Vec<String>,
    #[serde(deserialize_with = "super::bounds::expected_results")]
    pub results: Vec<u32>,
    /// What the caller asks, or why it does not matter: `asks whether the thread has a context`.
    pub why: String,
}

impl Expected {
    pub(super) fn is_of(&self, function: &str) -> bool {
        self.functions.iter().any(|pattern| match pattern.split_once('*') {
            Some((start, end)) => {
                function.len() >= start.len() + end.len()
                    && function.starts_with(start)
                    && function.ends_with(end)
            }
            None => pattern == function,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    #[test]
    fn a_star_stands_for_anything() {
        let expected = |functions: &[&str], results: &[u32], why: &str| Expected {
            functions: functions.iter().map(|name| (*name).to_owned()).collect(),
            results: results.to_vec(),
            why: why.to_owned(),
        };
        let catalog = Catalog {
            expected: vec![
                expected(&["look", "a*Destroy", "aa*aa"], &[4, 5], "asks"),
                expected(&["*"], &[9], "at exit"),
            ],
            ..Catalog::default()
        };
        for (function, result, why) in [
            ("look", 5, Some("asks")),
            ("look", 6, None),
            ("looks", 5, None),
            ("aEventDestroy", 4, Some("asks")),
            ("aDestroy", 4, Some("asks")),
            ("aDestroyed", 4, None),
            ("aaa", 4, None),
            ("anything", 9, Some("at exit")),
        ] {
            assert_eq!(catalog.expects(function, result), why, "{function} {result}");
        }
    }
}
