//! What `-p` names.

/// One argument of `-p`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    /// Nothing.
    Anybody,
    Pids(Vec<u32>),
    /// A regular expression.
    Name(String),
}

impl Who {
    /// `4711`, `4711,4712`, `train.py`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self::Anybody);
        }
        let pids: Option<Vec<u32>> = text.split(',').map(|pid| pid.parse().ok()).collect();
        if let Some(pids) = pids {
            return Ok(Self::Pids(pids));
        }
        match regex_lite::Regex::new(text) {
            Ok(_) => Ok(Self::Name(text.to_owned())),
            Err(error) => Err(format!("neither a process id nor a regular expression: {error}")),
        }
    }
}
