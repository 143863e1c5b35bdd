//! The control channel: orders to probes. Nothing is ever read from it, so there is nothing that a hostile
//! target could send: what it writes stays in the socket's buffer, which is the target's own, and goes away
//! with the connection. What probes answer is in their process files.
//!
//! Nothing here waits: sockets do not block, and a probe that does not take an order is left alone.

use crate::target::proc;
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::{self, AddressFamily, SendFlags, SocketAddrUnix, SocketFlags, SocketType, sockopt};
use std::path::{Path, PathBuf};
use zetop_wire::control::ToProbe;

/// Readings for which a server that has no room for a connection is tried.
const MOST_TRIES: u32 = 250;

/// What a probe left in its `.ctl` file.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) path: PathBuf,
    /// Whose file it is. Nobody else's server gets our orders.
    pub(super) owner: u32,
}

#[derive(Debug)]
enum Link {
    /// The server's backlog was full this many times.
    Waiting(u32),
    Open(OwnedFd),
    Closed,
}

#[derive(Debug)]
struct Probe {
    /// Pid and start, as in the names of its files.
    key: (u32, u64),
    server: Server,
    link: Link,
    told: bool,
}

/// Connections to the probes of a session; one for each process file that is read.
#[derive(Debug, Default)]
pub(super) struct Control {
    probes: Vec<Probe>,
}

impl Control {
    /// Connects to a probe's server.
    pub(super) fn connect(&mut self, key: (u32, u64), server: Server) {
        let link = connect(&server, 0);
        self.probes.push(Probe { key, server, link, told: false });
    }

    /// Tries again where there was no room.
    pub(super) fn poll(&mut self) {
        for probe in &mut self.probes {
            if let Link::Waiting(tries) = probe.link {
                probe.link = connect(&probe.server, tries);
            }
        }
    }

    /// Tells the probes to detach that have not been told.
    pub(super) fn detach(&mut self) {
        self.poll();
        for probe in self.probes.iter_mut().filter(|p| !p.told) {
            if let Link::Open(socket) = &probe.link {
                probe.told = send(socket, ToProbe::Detach).is_ok();
            }
        }
    }

    /// The probe's process is no longer read.
    pub(super) fn forget(&mut self, key: (u32, u64)) {
        for probe in self.probes.extract_if(.., |p| p.key == key) {
            clean_up(&probe);
        }
    }

    #[cfg(test)]
    pub(super) fn open_connections(&self) -> usize {
        self.probes.iter().filter(|p| matches!(p.link, Link::Open(_))).count()
    }
}

fn connect(server: &Server, tries: u32) -> Link {
    let open = || -> rustix::io::Result<OwnedFd> {
        let address = SocketAddrUnix::new(&server.path)?;
        let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
        let socket = net::socket_with(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None)?;
        net::connect(&socket, &address)?;
        // Under root, a target must not have us talk to somebody else's socket.
        if sockopt::socket_peercred(&socket)?.uid.as_raw() != server.owner {
            return Err(Errno::ACCESS);
        }
        send(&socket, ToProbe::Watch)?;
        Ok(socket)
    };
    match open() {
        Ok(socket) => Link::Open(socket),
        Err(Errno::AGAIN | Errno::MFILE | Errno::NFILE) if tries < MOST_TRIES => Link::Waiting(tries + 1),
        Err(_) => Link::Closed,
    }
}

fn send(socket: &OwnedFd, order: ToProbe) -> rustix::io::Result<()> {
    net::send(socket, &order.packet(), SendFlags::NOSIGNAL | SendFlags::DONTWAIT).map(drop)
}

impl Drop for Control {
    fn drop(&mut self) {
        self.probes.iter().for_each(clean_up);
    }
}

/// A probe that never took our call leaves its socket in the temporary folder.
fn clean_up(probe: &Probe) {
    if !proc::is_alive(probe.key.0) {
        remove_leftover(&probe.server.path);
    }
}

/// Removes `TMP/.tmpXXXXXX/socket` of a dead probe and its folder, when it is that.
fn remove_leftover(server: &Path) -> Option<()> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let folder = server.parent()?;
    let is_ours =
        server.file_name()? == "socket" && folder.file_name()?.as_encoded_bytes().starts_with(b".tmp");
    let metadata = std::fs::symlink_metadata(server).ok()?;
    let same_user = metadata.uid() == rustix::process::geteuid().as_raw();
    if is_ours && metadata.file_type().is_socket() && same_user {
        std::fs::remove_file(server).ok()?;
        std::fs::remove_dir(folder).ok()?;
    }
    Some(())
}

#[cfg(test)]
mod tests;
