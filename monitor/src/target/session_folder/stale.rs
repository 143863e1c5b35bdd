//! Cleaning up after a zetop that was killed.

use crate::target::owner::{Owner, PREFIX};
use crate::target::proc;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use zetop_wire::session::parse_process_file;

/// Most folders that one start-up looks at, and most entries in each.
const MOST: usize = 1024;

/// Removes folders of this user whose zetop is dead and whose programs are, too.
pub(super) fn clean(shared_memory: &[PathBuf], libraries: &[PathBuf]) {
    for folder in ours(shared_memory).into_iter().chain(ours(libraries)) {
        let Some(owner) = Owner::read(&folder) else { continue };
        // A program that outlived its zetop keeps both folders: it can be attached to again, and its
        // children still load the probe from there.
        if !owner.lives() && !has_living_programs(&owner.session) {
            // Another zetop may be cleaning at the same time, so a failure means nothing.
            let _ = std::fs::remove_dir_all(&folder);
        }
    }
}

/// Folders that look like ours, belong to this user and are no links.
fn ours(places: &[PathBuf]) -> Vec<PathBuf> {
    let me = rustix::process::geteuid().as_raw();
    let mut found = Vec::new();
    for place in places {
        let Ok(entries) = std::fs::read_dir(place) else { continue };
        let named =
            entries.flatten().filter(|e| e.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()));
        for entry in named.take(MOST) {
            // of the entry itself, not of what a link points to
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_dir() && metadata.uid() == me && !found.contains(&entry.path()) {
                found.push(entry.path());
            }
        }
    }
    found
}

fn has_living_programs(session: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(session) else { return false };
    entries
        .flatten()
        .take(MOST)
        .filter_map(|entry| Some((parse_process_file(&entry.path())?.0, entry.file_name())))
        // the pid alone could be another process by now
        .any(|(pid, name)| proc::maps_contain(pid, &name.to_string_lossy()) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zetop_wire::session::OWNER_FILE;

    fn folder_of(place: &Path, name: &str, owner: &Owner) -> PathBuf {
        let folder = place.join(name);
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join(OWNER_FILE), owner.to_text()).unwrap();
        folder
    }

    #[test]
    fn only_what_the_dead_left_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let session = place.path().join("zetop-dead");
        let alive = Owner::current(&place.path().join("zetop-alive"));
        let dead = Owner { pid: alive.pid, start: alive.start + 1, session: session.clone() };
        let kept = folder_of(place.path(), "zetop-alive", &alive);
        let removed = folder_of(place.path(), "zetop-dead", &dead);
        let libraries = folder_of(place.path(), "zetop-dead-libraries", &dead);
        let foreign = place.path().join("zetop-without-owner");
        std::fs::create_dir(&foreign).unwrap();

        clean(&[place.path().to_owned()], &[place.path().to_owned()]);
        assert!(kept.exists() && foreign.exists());
        assert!(!removed.exists() && !libraries.exists());
    }

    #[test]
    fn a_program_that_outlived_its_zetop_keeps_the_folders() {
        let place = tempfile::tempdir().unwrap();
        let session = place.path().join("zetop-dead");
        let me = Owner::current(&session);
        let dead = Owner { start: me.start + 1, ..me };
        let folder = folder_of(place.path(), "zetop-dead", &dead);
        let path = folder.join(zetop_wire::session::process_file(dead.pid, 1));
        std::fs::write(&path, vec![0; 4096]).unwrap();
        let file = std::fs::File::open(&path).unwrap();
        // SAFETY: a private read-only mapping of a file of ours, unmapped below, never dereferenced.
        let mapping = unsafe {
            use std::os::fd::AsRawFd;
            let (protection, flags) = (libc::PROT_READ, libc::MAP_PRIVATE);
            libc::mmap(std::ptr::null_mut(), 4096, protection, flags, file.as_raw_fd(), 0)
        };
        assert_ne!(mapping, libc::MAP_FAILED);
        clean(&[place.path().to_owned()], &[]);
        assert!(folder.exists());
        // SAFETY: the mapping made above; nothing points into it.
        unsafe { libc::munmap(mapping, 4096) };
        clean(&[place.path().to_owned()], &[]);
        assert!(!folder.exists());
    }
}
