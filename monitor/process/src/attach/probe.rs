//! Loads the probe into a program, and calls it there.

use super::error::AttachError;
use crate::backend::Backend;
use crate::way_in::{enter, place};
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use zetop_inject::{Arg, Identity, InjectError, Injector, Library, PlacedLibrary};
use zetop_system::proc;
use zetop_wire::attach::AttachResult;

/// Loads the probe, unless it is there already, and calls it.
pub(super) fn call_probe(
    program: &Identity,
    inside: &Path,
    backend: &dyn Backend,
    has_answered: &AtomicBool,
) -> Result<AttachResult, AttachError> {
    // The probe of another API may have answered before.
    has_answered.store(false, Ordering::Release);
    let known = probes_in(program.pid(), backend);
    let placed = if known.is_empty() { Some(load_apart(program, backend)?) } else { None };
    let mut injector = enter(program)?;
    let answer = match &placed {
        Some(placed) => load_placed(&mut injector, backend, placed),
        None => load(&mut injector, backend, &known),
    };
    // Where the helper has called this, and left before zetop went on, the probe puts back what it has replaced: a call of the
    // program's finds the session gone.
    let answer = answer.and_then(|entry| Ok(injector.call(entry, &[Arg::Text(&c_path(inside))])?));
    has_answered.store(answer.is_ok(), Ordering::Release);
    let left = injector.detach();
    let answer = answer?;
    match left {
        // The helper was told to leave, and does so when it gets a processor.
        Ok(()) | Err(InjectError::CallTooLong { .. }) => Ok(AttachResult::from_code(answer as i32)),
        Err(error) => Err(error.into()),
    }
}

/// Puts the probe into the target.
///
/// The dynamic linker opens the file, at a low number, and closes that number: in a program that closes all descriptors
/// and opens its own meanwhile, it would be the program's. So a helper without the program's descriptors does that. It can't
/// do the rest: drivers need theirs.
fn load_apart(program: &Identity, backend: &dyn Backend) -> Result<PlacedLibrary, InjectError> {
    let placed = place(program, &backend.probe())?;
    let loaded = enter(program).and_then(|mut injector| {
        injector.keep_files_apart()?;
        injector.dlopen(&placed.path())?;
        injector.detach()
    });
    // Mapped by now, or never.
    let _ = placed.remove();
    loaded.map(|()| placed)
}

/// Loads a probe, one of `known` where the target has it, and returns the address of its `zetop_attach` there.
fn load(injector: &mut Injector, backend: &dyn Backend, known: &[PathBuf]) -> Result<u64, AttachError> {
    // A probe is never unloaded. Loading the same path again gives the same library, even if the file is
    // gone, so that a thousand attaches do not make a thousand copies.
    for path in known {
        if let Ok(library) = injector.dlopen(path)
            && let Ok(entry) = entry(injector, &library)
        {
            return Ok(entry);
        }
    }
    let placed = place(injector.identity(), &backend.probe())?;
    let entry = load_placed(injector, backend, &placed);
    // Mapped by now, or never.
    let _ = placed.remove();
    entry
}

fn load_placed(
    injector: &mut Injector,
    backend: &dyn Backend,
    placed: &PlacedLibrary,
) -> Result<u64, AttachError> {
    let library = injector.dlopen(&placed.path())?;
    let entry = entry(injector, &library)?;
    placed.check_loaded(entry, ENTRY, backend.probe().bytes)?;
    Ok(entry)
}

/// What zetop calls in a probe.
const ENTRY: &str = "zetop_attach";

fn entry(injector: &mut Injector, library: &Library) -> Result<u64, InjectError> {
    injector.symbol(library, ENTRY)
}

/// Probes that are mapped already: attached to before, or launched under a zetop. Their paths are those that the process has
/// loaded them by; of one in a chroot, `/proc` shows paths from our root folder.
fn probes_in(pid: u32, backend: &dyn Backend) -> Vec<PathBuf> {
    let root = std::fs::read_link(format!("/proc/{pid}/root")).unwrap_or_default();
    let inside = |path: PathBuf| match path.strip_prefix(&root) {
        Ok(rest) => Path::new("/").join(rest),
        Err(_) => path,
    };
    let files = proc::mapped_files(pid).into_iter().filter(|path| backend.is_probe(path));
    let mut found: Vec<PathBuf> = files.map(inside).collect();
    found.dedup();
    found
}

fn c_path(path: &Path) -> CString {
    let bytes: Vec<u8> = path.as_os_str().as_bytes().iter().copied().filter(|b| *b != 0).collect();
    CString::new(bytes).unwrap_or_default()
}
