//! Which session folders are accepted: only those that the same user has made.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use zetop_wire::session::SESSION_VAR;

/// The session that the environment names. A program with more rights than the user who started it accepts
/// none: its environment comes from that user, and the folder's contents may, too.
pub fn from_environment() -> Option<PathBuf> {
    if is_privileged() {
        return None;
    }
    Some(std::env::var_os(SESSION_VAR)?.into())
}

/// Whether a session folder may be used: a real folder, not a link, of the user of this process, which nobody else can
/// enter. Never if the process has more rights than the user who started it.
pub fn is_trusted(session: &Path) -> bool {
    let Ok(meta) = std::fs::symlink_metadata(session) else { return false };
    // SAFETY: it has no arguments and cannot fail.
    let user = unsafe { libc::geteuid() };
    meta.is_dir() && meta.mode() & 0o077 == 0 && meta.uid() == user && !is_privileged()
}

/// The inode of this process's PID namespace; 0 without `/proc`. Makes no system call that [`is_trusted`] does not make.
pub fn pid_namespace() -> u64 {
    std::fs::metadata("/proc/self/ns/pid").map_or(0, |namespace| namespace.ino())
}

/// Set-user-id, set-group-id, file capabilities, or rights that were taken or given up since the start.
fn is_privileged() -> bool {
    // SAFETY: these have no pointer arguments and cannot fail.
    unsafe {
        libc::getauxval(libc::AT_SECURE) != 0
            || libc::getuid() != libc::geteuid()
            || libc::getgid() != libc::getegid()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;
    use std::os::unix::fs::{PermissionsExt, chown};
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Output};

    /// A user who is not root, for tests that root runs.
    const NOBODY: u32 = 65_534;

    fn set_mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    fn is_root() -> bool {
        // SAFETY: no arguments.
        unsafe { libc::geteuid() == 0 }
    }

    #[test]
    fn only_a_private_folder_of_this_user_is_a_session() {
        let dir = tempfile::tempdir().unwrap();
        let session = dir.path().join("session");
        std::fs::create_dir(&session).unwrap();
        set_mode(&session, 0o700);
        assert!(is_trusted(&session));
        for wider in [0o710, 0o701, 0o750, 0o777, 0o1777, 0o704] {
            set_mode(&session, wider);
            assert!(!is_trusted(&session), "{wider:o}");
        }
        set_mode(&session, 0o700);
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(&session, &link).unwrap();
        assert!(!is_trusted(&link), "a link");
        let file = dir.path().join("file");
        std::fs::write(&file, "").unwrap();
        set_mode(&file, 0o600);
        assert!(!is_trusted(&file) && !is_trusted(&dir.path().join("nothing")));
    }

    #[test]
    fn another_users_session_is_ignored() {
        if !is_root() {
            assert!(!is_trusted(Path::new("/root")), "root's");
            return zetop_testing::skip!("only root can give folders away");
        }
        let dir = tempfile::tempdir().unwrap();
        chown(dir.path(), Some(NOBODY), None).unwrap();
        set_mode(dir.path(), 0o700);
        assert!(!is_trusted(dir.path()), "nobody's, seen by root");
    }

    /// Runs this test program, copied and changed by `privilege`, up to [`what_a_copy_finds`].
    fn ask_copy(privilege: impl FnOnce(&Path) -> bool, user: u32) -> Option<String> {
        let dir = tempfile::tempdir().unwrap();
        set_mode(dir.path(), 0o755);
        let session = dir.path().join("session");
        std::fs::create_dir(&session).unwrap();
        set_mode(&session, 0o700);
        chown(&session, Some(NOBODY), None).unwrap();
        let copy = dir.path().join("copy");
        std::fs::copy(std::env::current_exe().unwrap(), &copy).unwrap();
        set_mode(&copy, 0o755);
        if !privilege(&copy) {
            return None;
        }
        let mut command = Command::new(&copy);
        command
            .args(["--exact", "session::tests::what_a_copy_finds", "--nocapture", "--test-threads=1"])
            .env(SESSION_VAR, &session)
            .env("ZETOP_TEST_COPY", "1")
            .current_dir("/")
            .uid(user)
            .gid(user);
        // Until a child that another test was just making has executed its own program, it has the copy open for writing, too.
        let is_busy = |output: &std::io::Result<Output>| {
            output.as_ref().is_err_and(|error| error.kind() == ErrorKind::ExecutableFileBusy)
        };
        let output = std::iter::repeat_with(|| command.output()).find(|output| !is_busy(output));
        let output = output.expect("one of them").unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Some(text.split_once("found ").map_or_else(|| format!("{output:?}"), |(_, rest)| rest.to_owned()))
    }

    #[test]
    fn what_a_copy_finds() {
        if std::env::var_os("ZETOP_TEST_COPY").is_none() {
            return;
        }
        // SAFETY: no pointer arguments.
        let (user, secure) = unsafe { (libc::geteuid(), libc::getauxval(libc::AT_SECURE)) };
        let session = std::env::var_os(SESSION_VAR).map(PathBuf::from);
        let taken = (from_environment().is_some(), session.is_some_and(|s| is_trusted(&s)));
        println!("found {taken:?} as {user} secure {secure}.");
    }

    #[test]
    fn a_set_user_id_program_takes_no_session() {
        if !is_root() {
            return zetop_testing::skip!("only root can make another user's set-user-id program");
        }
        let set = |copy: &Path| {
            chown(copy, Some(NOBODY), None).unwrap();
            set_mode(copy, 0o4755);
            true
        };
        let said = ask_copy(set, 0).unwrap();
        if said.contains("as 0 ") {
            return zetop_testing::skip!("set-user-id has no effect here (nosuid)");
        }
        assert!(said.starts_with("(false, false) as 65534 secure 1."), "{said}");
    }

    #[test]
    fn a_program_with_capabilities_takes_no_session() {
        if !is_root() {
            return zetop_testing::skip!("only root can give a program capabilities");
        }
        let plain = ask_copy(|_| true, NOBODY).unwrap();
        assert!(plain.starts_with("(true, true) as 65534 secure 0."), "{plain}");
        let give = |copy: &Path| {
            let set = Command::new("setcap").arg("cap_net_raw+ep").arg(copy).output();
            set.is_ok_and(|output| output.status.success())
        };
        let Some(said) = ask_copy(give, NOBODY) else {
            return zetop_testing::skip!("setcap is missing or not permitted");
        };
        if said.contains("secure 0") {
            return zetop_testing::skip!("file capabilities have no effect here (nosuid)");
        }
        assert!(said.starts_with("(false, false) as 65534 secure 1."), "{said}");
    }
}
