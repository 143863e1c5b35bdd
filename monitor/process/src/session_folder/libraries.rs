//! The folder of libraries, and what is unpacked into it.

use super::error::FolderError;
use super::places::Usable;
use super::private::{New, Private};
use super::{cache, places};
use crate::backend::{self, Backend, is_in_folder_of_ours};
use crate::embedded::{self, Identity, Library};
use rustix::fs::Mode;
use std::fs::File;
use std::io::{self, Write as _};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use zetop_system::aside::Aside;
use zetop_system::owner::Owner;
use zetop_system::rights::User;
use zetop_system::trusted::Folder;
use zetop_wire::session::OWNER_FILE;

/// The folder, and the threads that fill it.
#[derive(Debug)]
pub(super) struct Libraries {
    folder: Arc<Private>,
    unpacking: Vec<JoinHandle<Result<(), FolderError>>>,
    /// Unpacked by this launch: no earlier one has left them.
    new: Arc<Mutex<Vec<(String, Identity)>>>,
}

impl Libraries {
    /// Begins to unpack what each API needs into a folder, and with `simulator` the simulated GPU.
    pub(super) fn begin(folder: Private, simulator: bool) -> Result<Self, FolderError> {
        let mut begun = Self { folder: Arc::new(folder), unpacking: Vec::new(), new: Arc::default() };
        let backends = backend::ALL.iter().map(|backend| Unpacked::Backend(*backend));
        for which in backends.chain(simulator.then_some(Unpacked::Simulator)) {
            let (folder, new) = (Arc::clone(&begun.folder), Arc::clone(&begun.new));
            match std::thread::Builder::new().spawn(move || unpack(&folder, which, &new)) {
                Ok(thread) => begun.unpacking.push(thread),
                // There can be no more threads.
                Err(_) => unpack(&begun.folder, which, &begun.new)?,
            }
        }
        Ok(begun)
    }

    /// Waits until everything is there.
    pub(super) fn finish(&mut self) -> Result<(), FolderError> {
        let join = |thread: JoinHandle<_>| thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        self.unpacking.drain(..).map(join).fold(Ok(()), Result::and)
    }

    /// Begins to leave for later launches what this one had to unpack.
    pub(super) fn leave_in_cache(&self) -> Option<Aside> {
        let new = std::mem::take(&mut *self.new.lock().unwrap_or_else(PoisonError::into_inner));
        if new.is_empty() { None } else { cache::add(&self.folder, &new).ok() }
    }

    pub(super) fn folder(&self) -> &Private {
        &self.folder
    }

    /// The folder, once no thread writes to it any more.
    pub(super) fn filled_folder(&mut self) -> Option<&mut Private> {
        let _ = self.finish();
        Arc::get_mut(&mut self.folder)
    }
}

/// What a thread still writes would be left behind.
impl Drop for Libraries {
    fn drop(&mut self) {
        let _ = self.finish();
    }
}

/// Makes the folder where execution is allowed, with the owner file of a session.
pub(super) fn make_folder(session: &Path) -> Result<Private, FolderError> {
    let (places, mut reasons) = folder_places();
    for place in places {
        let path = place.path.clone();
        match Private::make_in(place, User::ours(), &|| false, |_| vec![owner_file(session)]) {
            Ok(made) => return Ok(made),
            Err(error) => reasons.push(format!("{} ({error})", path.display())),
        }
    }
    Err(FolderError::NoExecutablePlace { tried: reasons.join(", ") })
}

/// Where it can be made, best first; the reasons against other places.
pub(super) fn folder_places() -> (Vec<Folder>, Vec<String>) {
    let (usable, mut reasons) = places::usable(&places::libraries());
    let room = (embedded::PROBE.size() + embedded::SIMULATOR.size()) as u64;
    let mut places = Vec::new();
    for Usable { folder, .. } in places::by_room(usable, room) {
        let reason = if places::has_separator(&folder.path) {
            "a separator of LD_LIBRARY_PATH in its name"
        } else if !places::allows_execution(&folder) {
            "mounted noexec"
        } else {
            places.push(folder);
            continue;
        };
        reasons.push(format!("{} ({reason})", folder.path.display()));
    }
    (places, reasons)
}

/// It says whose session the folder belongs to.
pub(super) fn owner_file(session: &Path) -> New<'static> {
    New { name: OWNER_FILE, bytes: Owner::current(session).to_text().into_bytes() }
}

/// What is unpacked into the folder of libraries.
#[derive(Clone, Copy)]
enum Unpacked {
    Backend(&'static dyn Backend),
    Simulator,
}

/// Puts what an API needs, or the simulated GPU, into the folder: what an earlier launch has left, or else unpacked.
fn unpack(
    folder: &Private,
    which: Unpacked,
    new: &Mutex<Vec<(String, Identity)>>,
) -> Result<(), FolderError> {
    let cache = cache::open(folder.place());
    // What is to be left for later launches is sealed before the program is there.
    let write = |name: &str, identity: Option<Identity>, fill: &dyn Fn(&mut File) -> io::Result<()>| {
        let write = || {
            let mut file = folder.new_file(name, Mode::RUSR | Mode::XUSR)?;
            fill(&mut file)?;
            if let Some(identity) = identity.filter(|identity| cache::seal(&file, *identity)) {
                new.lock().unwrap_or_else(PoisonError::into_inner).push((name.to_owned(), identity));
            }
            Ok(())
        };
        write().map_err(|error| FolderError::write(folder.path().join(name), error))
    };
    let is_left = |name: &str, identity: Identity| {
        cache.as_ref().is_some_and(|cache| cache::link(cache, identity, folder.folder(), name))
    };
    let write_library = |name: &str, library: &Library| {
        let identity = library.identity();
        if is_left(name, identity) {
            return Ok(());
        }
        write(name, Some(identity), &|file| library.write_to(file))
    };
    let library_path = std::env::var_os("LD_LIBRARY_PATH");
    let Unpacked::Backend(backend) = which else {
        write_library(embedded::SIMULATOR_FILE, &embedded::SIMULATOR)?;
        let mut beside = backend::ALL.iter().filter_map(|b| b.beside_simulator(library_path.as_deref()));
        return beside.try_for_each(|(name, library)| write_library(name, library));
    };
    for file in backend.files(library_path.as_deref()) {
        match file {
            backend::File::Embedded { name, library } => write_library(name, library)?,
            backend::File::Made { name, identity, .. } if is_left(name, identity) => {}
            backend::File::Made { name, identity, from, make } => {
                let Some(bytes) = make(&from) else { break };
                // An outer zetop's is there for once.
                let lasts = !is_in_folder_of_ours(&from);
                write(name, lasts.then_some(identity), &|file| file.write_all(&bytes))?;
            }
            backend::File::Link { name, to } => rustix::fs::symlinkat(to, folder.folder(), name)
                .map_err(|error| FolderError::write(folder.path().join(name), error.into()))?,
        }
    }
    Ok(())
}
