//! The control channel: saying hello to probes. Figures never come this way, so nothing here may hold up
//! the reading: connecting happens in a thread of its own.

use crate::proc;
use ipc_channel::ipc::{self, IpcReceiver, IpcSender};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use zetop_wire::control::{FromProbe, ToProbe};

/// Messages taken in one reading.
const MOST_MESSAGES: usize = 64;
/// Longest note that is passed on, characters.
const LONGEST_NOTE: usize = 300;

#[derive(Debug)]
enum Order {
    Connect(String),
    /// To all probes; answered with how many there are.
    Detach(mpsc::Sender<usize>),
}

/// Connections to all probes of a session.
#[derive(Debug, Default)]
pub(super) struct Control {
    open: Option<Open>,
    /// Sockets of all probes that announced one, with their pids.
    servers: Vec<(u32, PathBuf)>,
}

#[derive(Debug)]
struct Open {
    orders: mpsc::Sender<Order>,
    messages: IpcReceiver<FromProbe>,
}

impl Control {
    /// A probe's server that is only to be cleaned up after.
    pub(super) fn remember(&mut self, pid: u32, server: &str) {
        self.servers.push((pid, PathBuf::from(server)));
    }

    /// A probe has announced its server.
    pub(super) fn has_server(&self) -> bool {
        !self.servers.is_empty()
    }

    /// Connects to a probe's server, soon.
    pub(super) fn connect(&mut self, pid: u32, server: String) {
        if self.open.is_none() {
            self.open = start();
        }
        self.remember(pid, &server);
        if let Some(open) = &self.open {
            let _ = open.orders.send(Order::Connect(server));
        }
    }

    /// Tells all probes to detach, and waits for their answers until `limit`. True when all have answered.
    pub(super) fn detach(&mut self, limit: Duration) -> bool {
        let Some(open) = &self.open else { return true };
        let end = Instant::now() + limit;
        let (told, count) = mpsc::channel();
        if open.orders.send(Order::Detach(told)).is_err() {
            return false;
        }
        let Ok(mut missing) = count.recv_timeout(limit) else { return false };
        while missing > 0 {
            let left = end.saturating_duration_since(Instant::now());
            match open.messages.try_recv_timeout(left) {
                Ok(FromProbe::Detached) => missing -= 1,
                Ok(_) => {}
                // a probe whose process has ended hangs up instead; the others' messages come first
                Err(_) => return false,
            }
        }
        true
    }

    /// What probes have said.
    pub(super) fn poll(&mut self) -> Vec<String> {
        let Some(open) = &self.open else { return Vec::new() };
        let messages = (0..MOST_MESSAGES).map_while(|_| open.messages.try_recv().ok());
        messages
            .filter_map(|message| match message {
                FromProbe::Hello { pid, version } => Some(format!("probe {version} in pid {pid} says hello")),
                FromProbe::Detached => None,
                FromProbe::Note(text) => Some(text.chars().take(LONGEST_NOTE).collect()),
            })
            .collect()
    }
}

fn start() -> Option<Open> {
    let (ours, messages) = ipc::channel::<FromProbe>().ok()?;
    let (orders, todo) = mpsc::channel::<Order>();
    std::thread::Builder::new()
        .name("control".to_owned())
        .spawn(move || {
            // The senders are kept: a probe ends its thread when its monitor hangs up.
            let mut probes = Vec::new();
            for order in todo {
                match order {
                    Order::Connect(server) => {
                        if let Ok(probe) = IpcSender::<ToProbe>::connect(server)
                            && probe.send(ToProbe::Connect(ours.clone())).is_ok()
                        {
                            probes.push(probe);
                        }
                    }
                    Order::Detach(told) => {
                        let told_probes = probes.iter().filter(|p| p.send(ToProbe::Detach).is_ok()).count();
                        let _ = told.send(told_probes);
                    }
                }
            }
        })
        .ok()?;
    Some(Open { orders, messages })
}

impl Drop for Control {
    /// A probe that never took our call leaves its socket in the temporary folder.
    fn drop(&mut self) {
        for (_, server) in self.servers.iter().filter(|(pid, _)| !proc::is_alive(*pid)) {
            remove_leftover(server);
        }
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
mod tests {
    use super::*;

    #[test]
    fn only_sockets_of_dead_probes_of_that_shape_are_removed() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join(".tmpAbc");
        std::fs::create_dir(&folder).unwrap();
        let (socket, other) = (folder.join("socket"), dir.path().join("precious"));
        std::fs::write(&other, "x").unwrap();
        remove_leftover(&other);
        std::fs::write(&socket, "not a socket").unwrap();
        remove_leftover(&socket);
        assert!(other.exists() && socket.exists());

        std::fs::remove_file(&socket).unwrap();
        let listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let mut control = Control::default();
        control.remember(std::process::id(), socket.to_str().unwrap());
        drop(control);
        assert!(socket.exists(), "the process is alive");
        drop(listener);
        let mut control = Control::default();
        control.remember(u32::MAX, socket.to_str().unwrap());
        drop(control);
        assert!(!folder.exists());
    }
}
