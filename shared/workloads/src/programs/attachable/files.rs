//! A program that closes every descriptor that it does not know, as daemons do, and then opens files of its
//! own.

use anyhow::{Result, ensure};
use std::fs::File;
use std::io::Write as _;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::MetadataExt as _;

/// Closes all but the standard streams, and opens `count` files.
pub fn close_all_and_open(count: u64) -> Result<Vec<File>> {
    // SAFETY: plain numbers. Nothing of this program's has a descriptor that it uses afterwards.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, 0_u32) };
    ensure!(closed == 0, "close_range: {}", std::io::Error::last_os_error());
    let open = || File::options().read(true).write(true).open("/dev/null");
    Ok((0..count).map(|_| open()).collect::<std::io::Result<_>>()?)
}

/// Whether they are still the same files.
pub fn check(files: &[File]) -> Result<()> {
    let null = std::fs::metadata("/dev/null")?;
    for file in files {
        let found = file.metadata()?;
        ensure!(found.ino() == null.ino() && found.dev() == null.dev(), "descriptor {}", file.as_raw_fd());
        (&*file).write_all(b"x")?;
    }
    Ok(())
}
