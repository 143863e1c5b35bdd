//! Opens folders that nobody else can replace.
//!
//! What zetop unpacks is executed in the program, which may be root's. So every folder on the path must belong to root
//! or to us, and others must not be able to write there, or, as in `/tmp`, only to add files (the sticky bit). The path
//! is walked from the root folder, each step relative to the one before, so that what is used is what was checked.

use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{FileType, Mode, OFlags, Stat};
use rustix::io::Errno;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path, PathBuf};

/// Most links on one path, as in the kernel.
const MOST_LINKS: u32 = 40;

/// Why a folder is not used.
#[derive(Debug, thiserror::Error)]
pub enum Distrust {
    #[error("{path} belongs to uid {owner}", path = .path.display())]
    Owner { path: PathBuf, owner: u32 },
    #[error("others can write to {path}", path = .path.display())]
    Writable { path: PathBuf },
    #[error("{path} is a link owned by uid {owner}", path = .path.display())]
    Link { path: PathBuf, owner: u32 },
    #[error("{path}: {error}", path = .path.display())]
    System { path: PathBuf, error: Errno },
}

impl Distrust {
    /// The folder does not exist.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::System { error: Errno::NOENT | Errno::NOTDIR, .. })
    }
}

/// An opened folder (`O_PATH`), and its path without links.
#[derive(Debug)]
pub struct Folder {
    pub fd: OwnedFd,
    pub path: PathBuf,
}

/// Who may own the folders on the path.
#[derive(Debug, Clone)]
pub struct Owners(Vec<u32>);

impl Owners {
    /// Root, we, and the owner of the root folder, since all programs are below it. (In a user namespace
    /// without root, that is "nobody".)
    pub fn from_root(root: &Stat) -> Self {
        Self(vec![0, rustix::process::geteuid().as_raw(), root.st_uid])
    }

    pub fn and(mut self, uid: u32) -> Self {
        self.0.push(uid);
        self
    }

    pub fn contains(&self, uid: u32) -> bool {
        self.0.contains(&uid)
    }
}

/// Which steps are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Folders that only the owners can change; links of theirs.
    Private,
    /// As [`Self::Private`], and no links at all: they could lead out of the root folder that the walk began in.
    PrivateWithoutLinks,
    /// Any folder; links of the owners only.
    Links,
}

/// Opens a folder that nobody else can replace.
///
/// # Errors
/// Says which folder on the path is not trusted, or cannot be opened.
pub fn open(path: &Path) -> Result<Folder, Distrust> {
    let root = open_root(Path::new("/"))?;
    let owners = Owners::from_root(&stat(&root, Path::new("/"))?);
    walk(Folder { fd: root, path: PathBuf::from("/") }, path, &owners, Rule::Private)
}

pub fn open_root(root: &Path) -> Result<OwnedFd, Distrust> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    rustix::fs::open(root, flags, Mode::empty()).map_err(|error| failed(root, error))
}

pub fn stat(fd: impl AsFd, path: &Path) -> Result<Stat, Distrust> {
    rustix::fs::fstat(fd).map_err(|error| failed(path, error))
}

fn failed(path: &Path, error: Errno) -> Distrust {
    Distrust::System { path: path.to_owned(), error }
}

/// Walks from `start` to `path`, whose absolute parts begin at the root folder, or at `start` without links.
pub fn walk(start: Folder, path: &Path, owners: &Owners, rule: Rule) -> Result<Folder, Distrust> {
    let mut way = Way { at: vec![start], owners, rule, links: 0 };
    way.check_last()?;
    let mut rest = parts(path);
    while let Some(part) = rest.pop_front() {
        if let Some(link) = way.step(&part)? {
            for part in parts(&link).into_iter().rev() {
                rest.push_front(part);
            }
        }
    }
    way.at.pop().ok_or_else(|| failed(path, Errno::NOENT))
}

fn parts(path: &Path) -> VecDeque<OsString> {
    path.components().map(|part: Component<'_>| part.as_os_str().to_owned()).collect()
}

struct Way<'a> {
    /// The folders that we are in; the last is the present one.
    at: Vec<Folder>,
    owners: &'a Owners,
    rule: Rule,
    links: u32,
}

impl Way<'_> {
    /// One step; a link's text when it is one, which has to be walked then.
    fn step(&mut self, part: &OsStr) -> Result<Option<PathBuf>, Distrust> {
        match part.as_encoded_bytes() {
            b"/" if self.rule == Rule::PrivateWithoutLinks => self.at.truncate(1),
            b"/" => {
                self.at = vec![Folder { fd: open_root(Path::new("/"))?, path: PathBuf::from("/") }];
            }
            b"." => {}
            b".." if self.at.len() > 1 => drop(self.at.pop()),
            _ => return self.enter(part),
        }
        Ok(None)
    }

    fn enter(&mut self, part: &OsStr) -> Result<Option<PathBuf>, Distrust> {
        let Some(here) = self.at.last() else { return Err(failed(Path::new(part), Errno::NOENT)) };
        let path = here.path.join(part);
        if part == ".." && self.rule == Rule::PrivateWithoutLinks {
            return Err(failed(&path, Errno::XDEV));
        }
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let fd = rustix::fs::openat(&here.fd, part, flags, Mode::empty()).map_err(|e| failed(&path, e))?;
        let found = stat(&fd, &path)?;
        match FileType::from_raw_mode(found.st_mode) {
            FileType::Directory => {
                self.at.push(Folder { fd, path });
                self.check_last()?;
                Ok(None)
            }
            FileType::Symlink => {
                if self.rule == Rule::PrivateWithoutLinks || self.links == MOST_LINKS {
                    return Err(failed(&path, Errno::LOOP));
                }
                self.links += 1;
                check_link(&found, &path, self.owners)?;
                read_link(&fd, &path).map(Some)
            }
            _ => Err(failed(&path, Errno::NOTDIR)),
        }
    }

    fn check_last(&self) -> Result<(), Distrust> {
        let (Some(Folder { fd, path }), true) = (self.at.last(), self.rule != Rule::Links) else {
            return Ok(());
        };
        let found = stat(fd, path)?;
        let path = || path.clone();
        if !self.owners.contains(found.st_uid) {
            return Err(Distrust::Owner { path: path(), owner: found.st_uid });
        }
        // In a sticky folder, others can remove only what is theirs.
        if found.st_mode & 0o022 != 0 && found.st_mode & libc::S_ISVTX == 0 {
            return Err(Distrust::Writable { path: path() });
        }
        Ok(())
    }
}

pub fn check_link(found: &Stat, path: &Path, owners: &Owners) -> Result<(), Distrust> {
    if owners.contains(found.st_uid) {
        return Ok(());
    }
    Err(Distrust::Link { path: path.to_owned(), owner: found.st_uid })
}

/// The text of a link that was opened.
pub fn read_link(link: &OwnedFd, path: &Path) -> Result<PathBuf, Distrust> {
    let text = rustix::fs::readlinkat(link, "", Vec::new()).map_err(|error| failed(path, error))?;
    Ok(PathBuf::from(OsString::from_vec(text.into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, chown, symlink};

    fn folder_in(place: &Path, name: &str, mode: u32) -> PathBuf {
        let path = place.join(name);
        std::fs::create_dir(&path).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        path
    }

    #[test]
    fn folders_that_others_can_write_to_are_not_trusted() {
        let dir = tempfile::tempdir().unwrap();
        for (name, mode, trusted) in
            [("a", 0o755, true), ("b", 0o777, false), ("c", 0o775, false), ("d", 0o1777, true)]
        {
            let below = folder_in(&folder_in(dir.path(), name, mode), "below", 0o700);
            assert_eq!(open(&below).is_ok(), trusted, "{name}: {:?}", open(&below));
        }
        assert!(open(&dir.path().join("nothing")).unwrap_err().is_missing());
    }

    #[test]
    fn links_of_ours_lead_on() {
        let dir = tempfile::tempdir().unwrap();
        let real = folder_in(dir.path(), "real", 0o700);
        symlink("real", dir.path().join("link")).unwrap();
        let real = std::fs::canonicalize(real).unwrap();
        assert_eq!(open(&dir.path().join("link")).unwrap().path, real);
        assert_eq!(open(&dir.path().join("real/../link/.")).unwrap().path, real);
        let open_to_all = folder_in(dir.path(), "all", 0o777);
        symlink(folder_in(&open_to_all, "below", 0o700), dir.path().join("out")).unwrap();
        assert!(matches!(open(&dir.path().join("out")), Err(Distrust::Writable { .. })));
        symlink("round", dir.path().join("round")).unwrap();
        assert!(matches!(open(&dir.path().join("round")), Err(Distrust::System { error: Errno::LOOP, .. })));
    }

    /// The folder of another user, as TMPDIR or HOME can lead through after `sudo`.
    #[test]
    fn another_users_folders_and_links_are_not_trusted() {
        if !rustix::process::geteuid().is_root() {
            return zetop_testing::skip!("only root can give folders away");
        }
        let dir = tempfile::tempdir().unwrap();
        let theirs = folder_in(dir.path(), "theirs", 0o755);
        let ours = folder_in(&theirs, "ours", 0o700);
        assert!(open(&ours).is_ok());
        chown(&theirs, Some(1_000), None).unwrap();
        assert!(matches!(open(&ours), Err(Distrust::Owner { owner: 1_000, .. })));
        let link = dir.path().join("link");
        symlink(folder_in(dir.path(), "real", 0o700), &link).unwrap();
        assert!(open(&link).is_ok());
        std::os::unix::fs::lchown(&link, Some(1_000), None).unwrap();
        assert!(matches!(open(&link), Err(Distrust::Link { owner: 1_000, .. })));
    }

    #[test]
    fn a_walk_without_links_stays_below_its_start() {
        let dir = tempfile::tempdir().unwrap();
        folder_in(dir.path(), "below", 0o700);
        symlink("/tmp", dir.path().join("link")).unwrap();
        let walk = |path: &str| {
            let fd = open_root(dir.path()).unwrap();
            let owners = Owners::from_root(&stat(&fd, dir.path()).unwrap());
            walk(Folder { fd, path: "/".into() }, Path::new(path), &owners, Rule::PrivateWithoutLinks)
        };
        assert_eq!(walk("/below").unwrap().path, Path::new("/below"));
        for outside in ["link", "link/..", "..", "below/../.."] {
            assert!(walk(outside).is_err(), "{outside}");
        }
    }
}
