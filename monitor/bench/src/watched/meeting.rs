//! Where zetop and the program that it measures meet: a socket of ipc-channel's. A thread waits at it, because
//! ipc-channel's `accept` blocks, and the program may end before it comes.

use crate::messages::Hello;
use anyhow::{Context, Result, bail};
use ipc_channel::IpcError;
use ipc_channel::ipc::{IpcOneShotServer, IpcSender};
use std::io;
use std::path::Path;
use std::thread::JoinHandle;

pub(super) struct Meeting {
    socket: String,
    thread: Option<Thread>,
}

impl Meeting {
    pub(super) fn prepare() -> Result<Self> {
        let (server, socket) = server()?;
        let thread = std::thread::spawn(move || server.accept().map(|(_, hello)| hello));
        Ok(Self { socket, thread: Some(thread) })
    }

    /// The path of the socket.
    pub(super) fn socket(&self) -> &str {
        &self.socket
    }

    /// What came of it, once: the program's channels, unless it has ended in between.
    pub(super) fn take(&mut self) -> Option<Result<Hello>> {
        self.thread.take_if(|thread| thread.is_finished()).map(result)
    }

    /// The program has ended, or was never started: comes in its place, so that the thread ends and takes the socket
    /// along. A program that came before it ended is first in the queue.
    pub(super) fn end(&mut self) -> Option<Result<Hello>> {
        let thread = self.thread.take()?;
        drop(IpcSender::<Hello>::connect(self.socket.clone()));
        Some(result(thread))
    }
}

impl Drop for Meeting {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

type Thread = JoinHandle<Result<Hello, IpcError>>;

fn result(thread: Thread) -> Result<Hello> {
    match thread.join() {
        Ok(Err(IpcError::Disconnected)) => bail!("the program that is measured ended before it began"),
        Ok(met) => met.context("the program's first message"),
        Err(_) => bail!("the thread that waits for the program has failed"),
    }
}

/// In the user's folder for temporary files; where that can't hold a socket, in /tmp.
fn server() -> Result<(IpcOneShotServer<Hello>, String)> {
    let usual = tempfile::env::temp_dir();
    let made = fits(&usual).and_then(|()| IpcOneShotServer::new());
    made.or_else(|first| {
        // ipc-channel takes no folder: this is how it comes by one.
        let _ = tempfile::env::override_temp_dir(Path::new("/tmp"));
        IpcOneShotServer::new()
            .with_context(|| format!("no socket in {} ({first}), nor in /tmp", usual.display()))
    })
}

/// ipc-channel cuts off what is too long for the name of a socket, and panics at what is not UTF-8.
fn fits(folder: &Path) -> io::Result<()> {
    const LONGEST_PATH: usize = 107 - "/.tmp123456/socket".len();
    let name = std::path::absolute(folder)?;
    match name.to_str() {
        Some(name) if name.len() <= LONGEST_PATH => Ok(()),
        Some(_) => Err(io::Error::other("its name is too long")),
        None => Err(io::Error::other("its name is not UTF-8")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::FromWorker;
    use ipc_channel::ipc::channel;
    use std::time::{Duration, Instant};

    fn wait(meeting: &mut Meeting) -> Result<Hello> {
        let began = Instant::now();
        loop {
            if let Some(met) = meeting.take() {
                return met;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "nobody is seen to come");
            std::thread::yield_now();
        }
    }

    #[test]
    fn nothing_is_left_where_nobody_came() {
        let mut meeting = Meeting::prepare().unwrap();
        let folder = Path::new(meeting.socket()).parent().unwrap().to_owned();
        assert!(folder.exists() && meeting.take().is_none());
        drop(meeting);
        assert!(!folder.exists());
    }

    #[test]
    fn a_program_that_ends_before_it_says_anything_is_noticed() {
        let mut meeting = Meeting::prepare().unwrap();
        drop(IpcSender::<Hello>::connect(meeting.socket().to_owned()).unwrap());
        let why = wait(&mut meeting).unwrap_err().to_string();
        assert_eq!(why, "the program that is measured ended before it began");
        assert!(!Path::new(meeting.socket()).exists());
    }

    /// Its channels are there, and what it said is.
    #[test]
    fn a_program_that_has_ended_is_heard() {
        let mut meeting = Meeting::prepare().unwrap();
        let (zetop, messages) = channel().unwrap();
        let (answers, go) = channel().unwrap();
        IpcSender::connect(meeting.socket().to_owned()).unwrap().send(Hello { messages, answers }).unwrap();
        zetop.send(FromWorker::Failed("no GPU".to_owned())).unwrap();
        drop((zetop, go));
        let Hello { messages, .. } = meeting.end().unwrap().unwrap();
        assert!(matches!(messages.recv(), Ok(FromWorker::Failed(why)) if why == "no GPU"));
        assert!(matches!(messages.recv(), Err(IpcError::Disconnected)));
    }

    #[test]
    fn folders_that_ipc_channel_cannot_use_are_known() {
        use std::os::unix::ffi::OsStrExt;
        assert!(fits(Path::new(&format!("/{}", "x".repeat(88)))).is_ok());
        assert!(fits(Path::new(&format!("/{}", "x".repeat(89)))).is_err());
        assert!(fits(Path::new(std::ffi::OsStr::from_bytes(b"/\xff"))).is_err());
    }
}
