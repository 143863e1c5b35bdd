//! What the libraries of drivers have in common.

use zetop_figures::sensors::{Identity, Sensors};

/// A library that knows devices.
pub(crate) trait Library {
    fn read(&mut self, device: &Identity) -> Option<Sensors>;
}
