//! The control channel: saying hello to probes. Figures never come this way, so nothing here may hold up
//! the reading: connecting happens in a thread of its own.

use ipc_channel::ipc::{self, IpcReceiver, IpcSender};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use zetop_wire::control::{FromProbe, ToProbe};

/// Messages taken in one reading.
const MOST_MESSAGES: usize = 64;
/// Longest note that is passed on, characters.
const LONGEST_NOTE: usize = 300;

/// Connections to all probes of a session.
#[derive(Debug, Default)]
pub(super) struct Control {
    open: Option<Open>,
    servers: Vec<PathBuf>,
}

#[derive(Debug)]
struct Open {
    connect: mpsc::Sender<String>,
    messages: IpcReceiver<FromProbe>,
}

impl Control {
    /// Connects to a probe's server, soon.
    pub(super) fn connect(&mut self, server: String) {
        if self.open.is_none() {
            self.open = start();
        }
        self.servers.push(PathBuf::from(&server));
        if let Some(open) = &self.open {
            let _ = open.connect.send(server);
        }
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
    let (connect, servers) = mpsc::channel::<String>();
    std::thread::Builder::new()
        .name("control".to_owned())
        .spawn(move || {
            // The senders are kept: a probe ends its thread when its monitor hangs up.
            let mut probes = Vec::new();
            for server in servers {
                if let Ok(probe) = IpcSender::<ToProbe>::connect(server)
                    && probe.send(ToProbe::Connect(ours.clone())).is_ok()
                {
                    probes.push(probe);
                }
            }
        })
        .ok()?;
    Some(Open { connect, messages })
}

impl Drop for Control {
    /// A probe that never took our call leaves its socket in the temporary folder.
    fn drop(&mut self) {
        for server in &self.servers {
            remove_leftover(server);
        }
    }
}

/// Removes `TMP/.tmpXXXXXX/socket` and its folder, when it is that and nobody listens any more.
fn remove_leftover(server: &Path) -> Option<()> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let folder = server.parent()?;
    let is_ours =
        server.file_name()? == "socket" && folder.file_name()?.as_encoded_bytes().starts_with(b".tmp");
    let metadata = std::fs::symlink_metadata(server).ok()?;
    let same_user = metadata.uid() == rustix::process::geteuid().as_raw();
    let nobody_listens = || std::os::unix::net::UnixStream::connect(server).is_err();
    if is_ours && metadata.file_type().is_socket() && same_user && nobody_listens() {
        std::fs::remove_file(server).ok()?;
        std::fs::remove_dir(folder).ok()?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dead_sockets_of_that_shape_are_removed() {
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
        remove_leftover(&socket);
        assert!(socket.exists(), "somebody listens");
        drop(listener);
        remove_leftover(&socket);
        assert!(!folder.exists());
    }
}
