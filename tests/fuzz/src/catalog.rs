//! A backend's names for its numbers, as a probe writes them into its process file.

use crate::target::Target;
use zetop_wire::catalog::{Catalog, Function, MemoryKind, Place, Role};

pub const TARGET: Target = Target { name: "catalog", run, seeds };

fn run(input: &[u8]) {
    match Catalog::from_json(input) {
        Ok(catalog) => {
            assert!(catalog.functions.iter().all(|f| f.name.chars().all(|c| !c.is_control())));
            assert!(catalog.counted_memory.iter().all(|k| usize::from(*k) < catalog.memory_kinds.len()));
            // What was accepted can be passed on: recordings hold catalogs.
            let again = Catalog::from_json(&serde_json::to_vec(&catalog).unwrap());
            assert_eq!(again, Ok(catalog));
        }
        Err(error) => assert!(error.to_string().chars().all(|c| !c.is_control()), "{error}"),
    }
}

/// A small one with everything in it.
pub fn example() -> Vec<u8> {
    let function =
        |i: u8| Function { name: format!("zeFunction{i}"), family: "ze".to_owned(), role: Role::Other };
    let kind = |name: &str| MemoryKind { name: name.to_owned(), place: Place::Host, ..Default::default() };
    let catalog = Catalog {
        backend: "any".to_owned(),
        api: "Any".to_owned(),
        memory_kinds: ["", "host", "device"].map(kind).to_vec(),
        counted_memory: vec![1, 2],
        untimed: vec!["device lost".to_owned()],
        functions: (0..8).map(function).collect(),
        ..Catalog::default()
    };
    serde_json::to_vec(&catalog).unwrap()
}

fn seeds() -> Vec<Vec<u8>> {
    vec![example()]
}
