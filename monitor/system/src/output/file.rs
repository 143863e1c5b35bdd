//! Regular files. Nobody ever sees half of one.

use super::place;
use crate::owner::random_name;
use crate::trusted::Folder;
use rustix::fs::{Mode, OFlags};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Replaces a regular file, or makes it.
pub(super) fn replace(folder: Folder, name: &OsStr, mode: Option<u32>, bytes: &[u8]) -> io::Result<()> {
    let mut new = New::begin(folder, mode)?;
    new.file.write_all(bytes)?;
    new.put_at(name).map(drop)
}

/// Writes a file that does not exist yet.
///
/// # Errors
/// When something, even a link, already has that name, or it cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    File::from(rustix::fs::open(path, flags, Mode::from_raw_mode(0o666))?).write_all(bytes)
}

/// A new file under a temporary name, until it is complete; dropping the value before that removes it.
pub(super) struct New {
    pub(super) file: File,
    folder: Folder,
    temporary: Option<String>,
}

impl New {
    /// `mode` is that of the file that will be replaced. Its other bits, such as set-user-id, must not carry
    /// over to a file of zetop's.
    pub(super) fn begin(folder: Folder, mode: Option<u32>) -> io::Result<Self> {
        let name = format!(".zetop-{}", random_name()?);
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let at_first = Mode::from_raw_mode(if mode.is_some() { 0o600 } else { 0o666 });
        let file = File::from(rustix::fs::openat(&folder.fd, &*name, flags, at_first)?);
        let new = Self { file, folder, temporary: Some(name) };
        if let Some(mode) = mode {
            rustix::fs::fchmod(&new.file, Mode::from_raw_mode(mode & 0o666))?;
        }
        Ok(new)
    }

    /// Gives it its final name. A link that has appeared there meanwhile is replaced, not followed.
    pub(super) fn put_at(mut self, name: &OsStr) -> io::Result<File> {
        if let Some(temporary) = &self.temporary {
            rustix::fs::renameat(&self.folder.fd, &**temporary, &self.folder.fd, name)?;
        }
        self.temporary = None;
        self.file.try_clone()
    }
}

impl Drop for New {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            place::remove(&self.folder, temporary);
        }
    }
}

/// A regular file that is written piece by piece. A piece that was only partly written is removed again.
pub(super) struct Growing {
    file: File,
    folder: Folder,
    name: OsString,
    mode: Option<u32>,
    /// Bytes of whole pieces.
    length: u64,
}

impl Growing {
    /// Replaces a regular file by an empty one.
    pub(super) fn open(folder: Folder, name: &OsStr, mode: Option<u32>) -> io::Result<Self> {
        let file = New::begin(again(&folder)?, mode)?.put_at(name)?;
        Ok(Self { file, folder, name: name.to_owned(), mode, length: 0 })
    }

    pub(super) fn append(&mut self, piece: &[u8]) -> io::Result<()> {
        let result = self.file.write_all(piece);
        if result.is_err() {
            // best effort: the write's failure is what counts
            let _ = self.file.set_len(self.length);
        }
        result?;
        self.length += piece.len() as u64;
        Ok(())
    }

    /// Nobody can open it any more: it has no name.
    pub(super) fn is_gone(&self) -> bool {
        rustix::fs::fstat(&self.file).is_ok_and(|found| found.st_nlink == 0)
    }

    /// Replaces the file with one that lacks the first `bytes` bytes.
    pub(super) fn drop_front(&mut self, bytes: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(bytes))?;
        let mut rest = (&self.file).take(self.length.saturating_sub(bytes));
        let mut new = New::begin(again(&self.folder)?, self.mode)?;
        let length = io::copy(&mut rest, &mut new.file)?;
        self.file = new.put_at(&self.name)?;
        self.length = length;
        Ok(())
    }
}

fn again(folder: &Folder) -> io::Result<Folder> {
    Ok(Folder { fd: folder.fd.try_clone()?, path: folder.path.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Destination;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
        Destination::File(path.to_owned()).write(bytes.to_vec(), || false)
    }

    fn set_mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn replaces_keeps_the_mode_and_leaves_nothing_behind() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("report.json");
        replace(&path, b"one").unwrap();
        set_mode(&path, 0o640);
        let link = dir.path().join("link");
        symlink("report.json", &link).unwrap();
        replace(&link, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_folder_that_does_not_exist_is_an_error() {
        let error = replace(Path::new("/nonexistent/report.json"), b"x").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(replace(Path::new("/tmp"), b"x").is_err());
        replace(Path::new("/dev/null"), b"x").unwrap();
    }

    /// `--json /tmp/report.json` over a set-user-id file used to give it our rights.
    #[test]
    fn no_bit_that_gives_rights_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("report.json");
        std::fs::write(&path, "#!/bin/sh").unwrap();
        set_mode(&path, 0o6755);
        replace(&path, b"{}").unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().mode() & 0o7777, 0o644);
    }

    /// Where fs.protected_symlinks is 0, or the folder is theirs, the kernel follows such a link.
    #[test]
    fn a_planted_link_is_not_followed() {
        if !rustix::process::geteuid().is_root() {
            return zetop_testing::skip!("only root can give links away");
        }
        let dir = tempfile::tempdir().unwrap();
        set_mode(dir.path(), 0o1777);
        let victim = dir.path().join("victim");
        std::fs::write(&victim, "precious").unwrap();
        let link = dir.path().join("report.json");
        symlink(&victim, &link).unwrap();
        std::os::unix::fs::lchown(&link, Some(1_000), None).unwrap();
        let error = replace(&link, b"{}").unwrap_err().to_string();
        assert!(error.contains("is a link owned by uid 1000"), "{error}");
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "precious");
        // nor as a folder on the way
        let folder = dir.path().join("folder");
        symlink(dir.path(), &folder).unwrap();
        std::os::unix::fs::lchown(&folder, Some(1_000), None).unwrap();
        assert!(replace(&folder.join("victim"), b"{}").is_err());
        assert_eq!(std::fs::read_to_string(victim).unwrap(), "precious");
    }

    #[test]
    fn a_new_file_takes_nobodys_place() {
        let dir = tempfile::tempdir().unwrap();
        symlink(dir.path().join("nothing"), dir.path().join("frame.svg")).unwrap();
        assert!(write_new(&dir.path().join("frame.svg"), b"x").is_err());
        assert!(!dir.path().join("nothing").exists());
        write_new(&dir.path().join("other.svg"), b"x").unwrap();
        assert!(write_new(&dir.path().join("other.svg"), b"y").is_err());
    }

    /// `--json >(jq .)`: a descriptor of zetop's.
    #[test]
    fn a_descriptor_is_written_to() {
        use std::os::fd::AsRawFd;
        let (mut reader, writer) = io::pipe().unwrap();
        replace(Path::new(&format!("/dev/fd/{}", writer.as_raw_fd())), b"figures").unwrap();
        drop(writer);
        let mut text = String::new();
        io::Read::read_to_string(&mut reader, &mut text).unwrap();
        assert_eq!(text, "figures");
    }
}
