//! The folder of libraries, and what is unpacked into it.

use super::error::FolderError;
use super::places;
use super::private::Private;
use crate::backend::{self, Backend};
use crate::embedded::{self, Library};
use rustix::fs::Mode;
use std::fs::File;
use std::io::{self, Write as _};
use zetop_system::rights::User;

/// Makes the folder where execution is allowed.
pub(super) fn folder() -> Result<Private, FolderError> {
    let (usable, mut reasons) = places::usable(&places::libraries());
    for place in places::by_room(usable, (embedded::PROBE.size() + embedded::SIMULATOR.size()) as u64) {
        let path = place.folder.path.clone();
        let made = if places::has_separator(&path) {
            Err("a separator of LD_LIBRARY_PATH in its name".to_owned())
        } else if !places::allows_execution(&place.folder) {
            Err("mounted noexec".to_owned())
        } else {
            Private::make_in(place.folder, User::ours(), &|| false, |_| Vec::new())
                .map_err(|error| error.to_string())
        };
        match made {
            Ok(made) => return Ok(made),
            Err(reason) => reasons.push(format!("{} ({reason})", path.display())),
        }
    }
    Err(FolderError::NoExecutablePlace { tried: reasons.join(", ") })
}

/// What is unpacked into the folder of libraries.
#[derive(Clone, Copy)]
pub(super) enum Unpacked {
    Backend(&'static dyn Backend),
    Simulator,
}

/// Unpacks what an API needs, or the simulated GPU, into the folder.
pub(super) fn unpack(folder: &Private, which: Unpacked) -> Result<(), FolderError> {
    let write = |name: &str, fill: &dyn Fn(&mut File) -> io::Result<()>| {
        let written = folder.new_file(name, Mode::RUSR | Mode::XUSR).and_then(|mut file| fill(&mut file));
        written.map_err(|error| FolderError::write(folder.path().join(name), error))
    };
    let write_library = |name: &str, library: &Library| write(name, &|file| library.write_to(file));
    let library_path = std::env::var_os("LD_LIBRARY_PATH");
    let Unpacked::Backend(backend) = which else {
        write_library(embedded::SIMULATOR_FILE, &embedded::SIMULATOR)?;
        let needs_loader = backend::LevelZero.find(library_path.as_deref()).is_none();
        return if needs_loader {
            write_library(backend::level_zero::LOADER, &embedded::LOADER)
        } else {
            Ok(())
        };
    };
    backend.files(library_path.as_deref()).into_iter().try_for_each(|file| match file {
        backend::File::Embedded { name, library } => write_library(name, library),
        backend::File::Made { name, bytes } => write(name, &|file| file.write_all(&bytes)),
        backend::File::Link { name, to } => rustix::fs::symlinkat(to, folder.folder(), name)
            .map_err(|error| FolderError::write(folder.path().join(name), error.into())),
    })
}
