//! Making files as another user.
//!
//! What root's zetop makes in a place that somebody else controls is made with that user's rights: then it belongs to that
//! user from the start, and can only be where that user may write. A change of owner afterwards would be one of whatever
//! had been put there meanwhile.

use std::io;
use std::marker::PhantomData;

/// The user and the group that files belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct User {
    pub uid: u32,
    pub gid: u32,
}

/// This thread's rights to files are another user's as long as it lives.
#[derive(Debug)]
pub struct Acting {
    was: Option<User>,
    /// The groups that were taken from the thread besides.
    groups: Vec<libc::gid_t>,
    /// They belong to the thread.
    _here: PhantomData<*const ()>,
}

impl User {
    /// The user of this zetop.
    #[must_use]
    pub fn ours() -> Self {
        Self { uid: rustix::process::geteuid().as_raw(), gid: rustix::process::getegid().as_raw() }
    }

    /// Takes this user's rights to files, and no others.
    ///
    /// # Errors
    /// When that is not permitted: it takes root, or `CAP_SETUID` and `CAP_SETGID`.
    pub fn act(self) -> io::Result<Acting> {
        let ours = Self::ours();
        if self.uid == ours.uid {
            return Ok(Acting { was: None, groups: Vec::new(), _here: PhantomData });
        }
        let groups = groups()?;
        // Those of root's would open folders that the user may not write to.
        if !groups.is_empty() {
            set_groups(&[])?;
        }
        // From here on, the value puts back what was changed.
        let acting = Acting { was: Some(ours), groups, _here: PhantomData };
        // The group first: the other user may not change it.
        set(self.gid, self.uid, false);
        if now() == self { Ok(acting) } else { Err(io::ErrorKind::PermissionDenied.into()) }
    }
}

impl Drop for Acting {
    fn drop(&mut self) {
        if let Some(User { uid, gid }) = self.was {
            set(gid, uid, true);
        }
        if !self.groups.is_empty() {
            // What was permitted a moment ago.
            let _ = set_groups(&self.groups);
        }
    }
}

/// The supplementary groups of this thread.
fn groups() -> io::Result<Vec<libc::gid_t>> {
    // SAFETY: asks how many there are.
    let count = unsafe { libc::getgroups(0, std::ptr::null_mut()) };
    let mut groups = vec![0; usize::try_from(count).map_err(|_| io::Error::last_os_error())?];
    // SAFETY: `groups` has room for `count` numbers.
    let count = unsafe { libc::getgroups(count, groups.as_mut_ptr()) };
    groups.truncate(usize::try_from(count).map_err(|_| io::Error::last_os_error())?);
    Ok(groups)
}

/// Not by the C library's function, which changes all threads.
fn set_groups(groups: &[libc::gid_t]) -> io::Result<()> {
    // SAFETY: a list and its length, for this thread alone.
    let done = unsafe { libc::syscall(libc::SYS_setgroups, groups.len(), groups.as_ptr()) };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn set(gid: u32, uid: u32, user_first: bool) {
    // SAFETY: both calls take plain numbers and change this thread alone.
    unsafe {
        if user_first {
            libc::setfsuid(uid);
            libc::setfsgid(gid);
        } else {
            libc::setfsgid(gid);
            libc::setfsuid(uid);
        }
    }
}

/// Whose rights this thread has now.
fn now() -> User {
    // SAFETY: both calls take plain numbers; an invalid one changes nothing, and what was in effect is returned.
    let (uid, gid) = unsafe { (libc::setfsuid(u32::MAX), libc::setfsgid(u32::MAX)) };
    User { uid: uid.cast_unsigned(), gid: gid.cast_unsigned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt;

    #[test]
    fn files_are_the_users_and_only_where_the_user_may_write() {
        if !rustix::process::geteuid().is_root() {
            return zetop_testing::skip!("another user's rights need root");
        }
        let dir = tempfile::tempdir_in("/tmp").unwrap();
        let open = std::fs::File::open(dir.path()).unwrap();
        let make = |name: &str| crate::below::new_file(&open, name, rustix::fs::Mode::RUSR);
        let acting = User { uid: 65_534, gid: 65_533 }.act().unwrap();
        assert!(make("refused").is_err());
        drop(acting);
        std::os::unix::fs::chown(dir.path(), Some(65_534), None).unwrap();
        let acting = User { uid: 65_534, gid: 65_533 }.act().unwrap();
        let made = make("made").unwrap().metadata().unwrap();
        drop(acting);
        assert_eq!((made.uid(), made.gid()), (65_534, 65_533));
        assert_eq!(make("ours").unwrap().metadata().unwrap().uid(), 0);
        assert_eq!(now(), User::ours());
    }

    /// A folder that a group of root's may write to is none of the user's.
    #[test]
    fn no_group_of_ours_helps_the_user() {
        if !rustix::process::geteuid().is_root() {
            return zetop_testing::skip!("another user's rights need root");
        }
        let test = || {
            let dir = tempfile::tempdir_in("/tmp").unwrap();
            std::os::unix::fs::chown(dir.path(), None, Some(54_321)).unwrap();
            std::fs::set_permissions(dir.path(), std::os::unix::fs::PermissionsExt::from_mode(0o770))
                .unwrap();
            let open = std::fs::File::open(dir.path()).unwrap();
            let make = |name: &str| crate::below::new_file(&open, name, rustix::fs::Mode::RUSR);
            set_groups(&[7, 54_321]).unwrap();
            let acting = User { uid: 65_534, gid: 65_533 }.act().unwrap();
            assert_eq!((make("made").is_err(), groups().unwrap()), (true, Vec::new()));
            drop(acting);
            assert_eq!(groups().unwrap(), [7, 54_321]);
        };
        // A thread of its own, which has the groups alone.
        std::thread::spawn(test).join().unwrap();
    }
}
