//! Which devices of two processes are the same.

use std::collections::HashMap;
use std::sync::Arc;
use zetop_wire::reader::Facts;

/// A device, with what is missing on it, as text.
#[derive(Debug, Clone, Default)]
pub struct KnownDevice {
    pub facts: Facts,
    pub faults: Vec<Arc<str>>,
}

/// Tells devices of several processes apart: the UUID or, if there is none, the name and the position among
/// devices of that name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Identity {
    Uuid([u8; 16]),
    Name(String, usize),
}

/// For the devices in a process's table, in its order.
pub fn identities(devices: &[KnownDevice]) -> impl Iterator<Item = Identity> + '_ {
    let mut of_name: HashMap<&str, usize> = HashMap::new();
    devices.iter().map(move |device| {
        let facts = &device.facts;
        let nth = of_name.entry(&facts.name).or_default();
        *nth += 1;
        facts.uuid.map_or_else(|| Identity::Name(facts.name.clone(), *nth), Identity::Uuid)
    })
}
