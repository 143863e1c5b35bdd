//! Which device is simulated.

use clap::ValueEnum;

/// A simulated device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Simulated {
    /// The one that `ZESIM_PROFILE` names, or else the discrete card.
    #[value(hide = true)]
    Usual,
    Discrete,
    Entry,
    Hd530,
    Hd630,
    Iris650,
}

impl Simulated {
    /// Its name for the simulator.
    #[must_use]
    pub fn profile(self) -> Option<&'static str> {
        match self {
            Self::Usual => None,
            Self::Discrete => Some("discrete"),
            Self::Entry => Some("entry"),
            Self::Hd530 => Some("hd530"),
            Self::Hd630 => Some("hd630"),
            Self::Iris650 => Some("iris650"),
        }
    }
}
