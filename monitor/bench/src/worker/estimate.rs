//! How long a benchmark will take, which is said before it begins.

use anyhow::Result;
use std::time::Instant;

/// For zetop to read its figures of a step, in s.
const READING: f64 = 0.002;

/// How long `steps` with `work` seconds of work take, as `about 14 s`.
pub(super) fn about(steps: u64, work: f64) -> String {
    let seconds = steps as f64 * READING + work;
    match seconds {
        s if s < 1.5 => "about 1 s".to_owned(),
        s if s < 90.0 => format!("about {s:.0} s"),
        s => format!("about {:.0} min", s / 60.0),
    }
}

/// The seconds that something takes, on this device.
pub(super) fn seconds(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    let began = Instant::now();
    work()?;
    Ok(began.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::about;

    #[test]
    fn an_estimate_has_no_more_digits_than_it_is_worth() {
        let said = [(0, 0.1), (100, 13.8), (0, 89.0), (1000, 98.0)].map(|(steps, work)| about(steps, work));
        assert_eq!(said, ["about 1 s", "about 14 s", "about 89 s", "about 2 min"]);
    }
}
