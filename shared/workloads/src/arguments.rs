//! `key=value` on the command line of a workload.

use anyhow::{Context, Result, anyhow, bail};
use std::str::FromStr;

/// A workload's keys with their defaults.
pub type Keys = &'static [(&'static str, &'static str)];

/// The values of a workload's keys.
#[derive(Debug, Clone)]
pub struct Arguments {
    values: Vec<(&'static str, String)>,
}

impl Arguments {
    /// # Errors
    /// An argument that is not `key=value` with a known key.
    pub fn parse(keys: Keys, given: &[String]) -> Result<Self> {
        let mut values: Vec<_> = keys.iter().map(|(key, default)| (*key, (*default).to_owned())).collect();
        for argument in given {
            let (key, value) =
                argument.split_once('=').with_context(|| format!("{argument}: not key=value"))?;
            match values.iter_mut().find(|(known, _)| *known == key) {
                Some(slot) => slot.1 = value.to_owned(),
                None => bail!(
                    "{key}: unknown; there is {}",
                    keys.iter().map(|k| k.0).collect::<Vec<_>>().join(", ")
                ),
            }
        }
        Ok(Self { values })
    }

    /// # Errors
    /// A key that the workload did not declare.
    pub fn text(&self, key: &str) -> Result<&str> {
        let found = self.values.iter().find(|(known, _)| *known == key);
        found.map(|(_, value)| value.as_str()).ok_or_else(|| anyhow!("{key}: not declared"))
    }

    /// # Errors
    /// A value that does not parse as `T`.
    pub fn get<T: FromStr>(&self, key: &str) -> Result<T>
    where
        T::Err: std::error::Error + Send + Sync + 'static,
    {
        let text = self.text(key)?;
        text.parse().with_context(|| format!("{key}={text}"))
    }

    /// A size in bytes, with K, M or G for powers of 1024.
    ///
    /// # Errors
    /// A value that is not a size.
    pub fn bytes(&self, key: &str) -> Result<usize> {
        let text = self.text(key)?;
        let (digits, shift) = match text.as_bytes().last() {
            Some(b'K') => (&text[..text.len() - 1], 10),
            Some(b'M') => (&text[..text.len() - 1], 20),
            Some(b'G') => (&text[..text.len() - 1], 30),
            _ => (text, 0),
        };
        Ok(digits.parse::<usize>().with_context(|| format!("{key}={text}"))? << shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: Keys = &[("n", "10"), ("size", "8K")];

    fn parse(given: &[&str]) -> Result<Arguments> {
        Arguments::parse(KEYS, &given.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn defaults_hold_until_given() {
        assert_eq!(parse(&[]).unwrap().get::<u32>("n").unwrap(), 10);
        assert_eq!(parse(&["n=3"]).unwrap().get::<u32>("n").unwrap(), 3);
        assert_eq!(parse(&[]).unwrap().bytes("size").unwrap(), 8192);
        assert_eq!(parse(&["size=2M"]).unwrap().bytes("size").unwrap(), 2 << 20);
    }

    #[test]
    fn unknown_keys_and_bad_values_are_errors() {
        assert!(parse(&["m=3"]).is_err());
        assert!(parse(&["n"]).is_err());
        assert!(parse(&["n=x"]).unwrap().get::<u32>("n").is_err());
    }
}
