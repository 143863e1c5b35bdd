//! The terminal that keys come from: waiting for input, and noticing when it goes away.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

/// The terminal that crossterm reads: standard input, or the controlling terminal when that is something else.
#[derive(Debug)]
pub struct Tty(Option<File>);

impl Tty {
    pub fn open() -> Tty {
        Tty(if rustix::termios::isatty(std::io::stdin()) { None } else { File::open("/dev/tty").ok() })
    }

    /// False when the terminal has gone.
    pub fn is_there(&self) -> bool {
        self.wait(Duration::ZERO, None)
    }

    /// Waits for input, for a signal (a resize is one), for `bell`, or until `at_most` is over. False when the terminal has gone.
    pub fn wait(&self, at_most: Duration, bell: Option<&OwnedFd>) -> bool {
        let stdin = std::io::stdin();
        let terminal = self.0.as_ref().map_or(stdin.as_fd(), File::as_fd);
        let mut fds = vec![PollFd::from_borrowed_fd(terminal, PollFlags::IN)];
        fds.extend(bell.map(|bell| PollFd::new(bell, PollFlags::IN)));
        let timeout = Timespec {
            tv_sec: i64::try_from(at_most.as_secs()).unwrap_or(0),
            tv_nsec: i64::from(at_most.subsec_nanos()),
        };
        let _ = poll(&mut fds, Some(&timeout));
        !fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    #[test]
    fn a_terminal_that_goes_away_is_noticed() {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave = File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
        let tty = Tty(Some(slave));
        assert!(tty.wait(Duration::from_millis(10), None));
        drop(master);
        assert!(!tty.wait(Duration::from_secs(5), None));
    }
}
