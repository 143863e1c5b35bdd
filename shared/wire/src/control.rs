//! Orders to a probe. Figures never travel here: they are in the process file, and so is the answer.
//!
//! Each probe makes an `IpcOneShotServer<ToProbe>` and leaves its name in the session folder; the monitor
//! connects and sends. Orders go one way only. What the monitor wants to know of the probe it reads in the
//! process file, with bounds on everything: ipc-channel trusts the sender of a message with the size that it
//! allocates and with the descriptors that it opens and maps, and a target is not trusted with that.

use serde::{Deserialize, Serialize};

/// An order. A probe that loses the connection knows that its monitor has gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToProbe {
    /// A monitor is there.
    Watch,
    /// Put the target back as it was; answered with [`Life::Detached`](crate::layout::Life) in the file.
    Detach,
}

impl ToProbe {
    /// The order as one packet of a `SOCK_SEQPACKET` socket, framed as ipc-channel frames it: the size of the
    /// packet, the size of the message, the message.
    ///
    /// The monitor sends it itself, since ipc-channel's `connect` blocks while the other side has a full
    /// backlog and leaves a descriptor open when there is nobody.
    #[must_use]
    pub fn packet(self) -> Vec<u8> {
        // postcard writes a variant as its number
        let message = [self as u8];
        let header = 2 * size_of::<usize>();
        let mut packet = (header + message.len()).to_ne_bytes().to_vec();
        packet.extend(message.len().to_ne_bytes());
        packet.extend(message);
        packet
    }
}

/// What `zetop_attach` in the probe answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum AttachResult {
    Attached = 0,
    /// The program has not initialised Level Zero yet: the tables are wrapped when it does.
    WaitingForInit = 1,
    /// Another zetop watches this process.
    Busy = 2,
    /// The session folder can't be used from there.
    BadSession = 3,
    /// No Level Zero loader in the process.
    NoLoader = 4,
    /// The loader's tables were not found.
    NoTables = 5,
    Failed = 6,
}

impl AttachResult {
    #[must_use]
    pub fn from_code(code: i32) -> Self {
        [Self::Attached, Self::WaitingForInit, Self::Busy, Self::BadSession, Self::NoLoader, Self::NoTables]
            .into_iter()
            .find(|r| *r as i32 == code)
            .unwrap_or(Self::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ipc_channel::ipc::IpcOneShotServer;
    use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

    fn connect(path: &str) -> OwnedFd {
        // SAFETY: a fresh descriptor goes straight into an owner; the address is plain data that is long
        // enough for the path, which the assertion says.
        unsafe {
            let socket = OwnedFd::from_raw_fd(libc::socket(libc::AF_UNIX, libc::SOCK_SEQPACKET, 0));
            let mut address: libc::sockaddr_un = std::mem::zeroed();
            address.sun_family = libc::AF_UNIX as libc::sa_family_t;
            assert!(path.len() < address.sun_path.len());
            for (to, byte) in address.sun_path.iter_mut().zip(path.bytes()) {
                *to = byte as libc::c_char;
            }
            let size = size_of_val(&address) as libc::socklen_t;
            assert_eq!(libc::connect(socket.as_raw_fd(), (&raw const address).cast(), size), 0);
            socket
        }
    }

    /// Fails when a new version of ipc-channel frames its messages in another way.
    #[test]
    fn packets_are_what_ipc_channel_reads() {
        let (server, name) = IpcOneShotServer::<ToProbe>::new().unwrap();
        let socket = connect(&name);
        for order in [ToProbe::Watch, ToProbe::Detach] {
            let packet = order.packet();
            // SAFETY: an open socket and a buffer of that length.
            let sent = unsafe { libc::send(socket.as_raw_fd(), packet.as_ptr().cast(), packet.len(), 0) };
            assert_eq!(sent, packet.len() as isize);
        }
        let (orders, first) = server.accept().unwrap();
        assert_eq!((first, orders.recv().unwrap()), (ToProbe::Watch, ToProbe::Detach));
        drop(socket);
        assert!(orders.recv().is_err(), "the monitor has gone");
    }
}
