//! Tests with mounts of their own.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::null;

/// Runs `test` in a thread with a mount namespace of its own. False, without running it, where that is not permitted.
#[must_use]
pub fn in_own_mounts(test: impl FnOnce() + Send + 'static) -> bool {
    let name = std::thread::current().name().unwrap_or("?").to_owned();
    let run = move || {
        // SAFETY: plain numbers, and constant texts; the thread leaves the others' file system state.
        let alone = unsafe {
            libc::unshare(libc::CLONE_NEWNS) == 0
                && libc::mount(
                    c"none".as_ptr(),
                    c"/".as_ptr(),
                    null(),
                    libc::MS_REC | libc::MS_PRIVATE,
                    null(),
                ) == 0
        };
        if alone {
            test();
        }
        alone
    };
    let thread = std::thread::Builder::new().name(name).spawn(run);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(ran)) => ran,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(_) => false,
    }
}

/// Unmounted with the value, so that the folder it is in can be removed.
#[derive(Debug)]
#[must_use]
pub struct Mounted(CString);

impl Drop for Mounted {
    fn drop(&mut self) {
        // SAFETY: a text that ends with zero, alive for the call.
        unsafe { libc::umount2(self.0.as_ptr(), libc::MNT_DETACH) };
    }
}

/// A file system that never answers (FUSE, whose process reads no questions), mounted over `folder` until the value is
/// dropped. `None` where that can't be had.
#[must_use]
pub fn silent(folder: &Path) -> Option<(std::fs::File, Mounted)> {
    mount_fuse(folder, "rootmode=40000,user_id=0,group_id=0")
}

/// Mounts a FUSE, whose questions come from the file. In this order they go: without its process, whoever waits for an answer
/// gets an error.
pub(crate) fn mount_fuse(folder: &Path, options: &str) -> Option<(std::fs::File, Mounted)> {
    use std::os::fd::AsRawFd;
    let questions = std::fs::File::options().read(true).write(true).open("/dev/fuse").ok()?;
    let options = CString::new(format!("fd={},{options}", questions.as_raw_fd()));
    let (options, to) = (options.ok()?, CString::new(folder.as_os_str().as_bytes()).ok()?);
    // SAFETY: texts that end with zero, alive for the call.
    let done = unsafe {
        let flags = libc::MS_NOSUID | libc::MS_NODEV;
        libc::mount(c"silent".as_ptr(), to.as_ptr(), c"fuse".as_ptr(), flags, options.as_ptr().cast())
    };
    (done == 0).then(|| (questions, Mounted(to)))
}

/// Mounts what is at `from` over `to`.
///
/// # Panics
/// When it can't.
pub fn bind(from: &Path, to: &Path) -> Mounted {
    let text = |path: &Path| CString::new(path.as_os_str().as_bytes());
    let (Ok(from), Ok(to)) = (text(from), text(to)) else { panic!("a path with a zero") };
    // SAFETY: texts that end with zero, alive for the call.
    let done =
        unsafe { libc::mount(from.as_ptr(), to.as_ptr(), null(), libc::MS_BIND | libc::MS_REC, null()) };
    assert_eq!(done, 0, "mount: {}", std::io::Error::last_os_error());
    Mounted(to)
}
