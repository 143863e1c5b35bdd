//! What `zetop-inject` is told of zetop: how its threads and files in programs are known.

use crate::backend::Probe;
use zetop_inject::{
    Identity, InjectError, Injector, Limits, OwnerFile, PlacedLibrary, Threads, place_library,
};
use zetop_system::owner::Owner;
use zetop_wire::session;

/// The probe's threads may hold its locks, and what is called in it takes them.
const THREADS: Threads = Threads {
    helper: match session::HELPER.as_bytes().first_chunk() {
        Some(name) if session::HELPER.len() == name.len() => *name,
        _ => panic!("eight bytes"),
    },
    spared: &session::THREADS,
};

/// Starts zetop's helper in a program.
pub(crate) fn enter(program: &Identity) -> Result<Injector, InjectError> {
    Injector::attach_as(program, Limits::default(), THREADS)
}

/// Puts a probe where a program can load it. If zetop is killed before it removes that, the next zetop does.
pub(crate) fn place(program: &Identity, probe: &Probe) -> Result<PlacedLibrary, InjectError> {
    let owner = OwnerFile { name: session::OWNER_FILE, text: Owner::without_session().to_text() };
    place_library(program, probe.bytes, probe.attached, &owner)
}
