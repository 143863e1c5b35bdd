//! `--cold` and `--flush`.

use regex_lite::Regex;
use zetop_bench::options::parse_bytes;
use zetop_wire::session::Cold;

const ALTERNATE: &str = "alternate";

#[derive(Debug, Clone, clap::Args)]
pub struct Flushing {
    /// Flush the device's caches before each launch of a kernel whose name, as the program has it, matches REGEX (any
    /// kernel without one), by an operation of zetop's own. With `alternate`, or `alternate:REGEX`, half of a
    /// kernel's launches are left alone, in an order without a period, and the table of kernels has both
    #[arg(long, value_name = "REGEX", num_args = 0..=1, require_equals = true, default_missing_value = "",
        value_parser = parse, conflicts_with = "no_device")]
    pub cold: Option<Cold>,

    /// With --cold: how much memory is filled, such as 50M; by default as much as the device's largest cache holds
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, requires = "cold")]
    pub flush: Option<u64>,
}

impl Flushing {
    /// What the probe is told.
    pub(crate) fn wanted(&self) -> Option<Cold> {
        self.cold.clone().map(|cold| Cold { bytes: self.flush, ..cold })
    }
}

/// Nothing, `REGEX`, `alternate`, or `alternate:REGEX`.
fn parse(text: &str) -> Result<Cold, String> {
    let (alternate, kernels) = match text.strip_prefix(ALTERNATE) {
        Some("") => (true, ""),
        Some(rest) if rest.starts_with(':') => (true, &rest[1..]),
        _ => (false, text),
    };
    // It goes to the probe in a line.
    if kernels.contains(['\n', '\r']) {
        return Err("a line break can't be in it".to_owned());
    }
    // What the probe uses.
    Regex::new(kernels).map_err(|error| error.to_string())?;
    Ok(Cold { kernels: kernels.to_owned(), alternate, bytes: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_may_alternate_with_or_without_an_expression() {
        let cold = |text: &str| parse(text).map(|cold| (cold.kernels, cold.alternate));
        let of = |kernels: &str, alternate| Ok((kernels.to_owned(), alternate));
        assert_eq!(cold(""), of("", false));
        assert_eq!(cold("^add|mul"), of("^add|mul", false));
        assert_eq!(cold("alternate"), of("", true));
        assert_eq!(cold("alternate:add"), of("add", true));
        assert_eq!(cold("alternate:a:b"), of("a:b", true));
        assert_eq!(cold("alternately"), of("alternately", false), "a kernel's name");
        assert!(parse("(").is_err() && parse("alternate:[").is_err() && parse("a\nb").is_err());
    }
}
