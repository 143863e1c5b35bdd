//! Writing a file so that nobody ever sees half of it.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Replaces the file, or makes it. What is no regular file (a pipe, a terminal, `/dev/null`) is written to.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // through a link, the file that it leads to is replaced, not the link
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let existing = std::fs::metadata(&target).ok();
    if existing.as_ref().is_some_and(|m| !m.is_file()) {
        return std::fs::OpenOptions::new().write(true).open(&target)?.write_all(bytes);
    }
    let mode = existing.map_or(0o666, |m| m.permissions().mode() & 0o7777);
    let mut file = tempfile::Builder::new()
        .prefix(".zetop-")
        .permissions(std::fs::Permissions::from_mode(mode))
        .tempfile_in(folder(&target))?;
    file.write_all(bytes)?;
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_keeps_the_mode_and_leaves_nothing_behind() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("report.json");
        replace(&path, b"one").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        replace(&link, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_folder_that_does_not_exist_is_an_error() {
        assert!(replace(Path::new("/nonexistent/report.json"), b"x").is_err());
        replace(Path::new("/dev/null"), b"x").unwrap();
    }
}
