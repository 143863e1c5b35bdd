//! The control channel: a thread of ours that takes orders, and nothing else does, so that nothing that the
//! monitor does can block the target's threads. Another one looks whether the monitor lives until it calls.

use crate::backend;
use crate::guard;
use crate::runtime::{Binding, Runtime};
use ipc_channel::ipc::{IpcOneShotServer, IpcSender};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::time::Duration;
use zetop_wire::control::ToProbe;
use zetop_wire::layout::Mode;
use zetop_wire::session::control_file;

/// Starts the thread. Without it, figures still flow: they are in the process file.
pub fn start(runtime: &'static Runtime, binding: Binding, mode: Mode) {
    guard::spawn("zetop-control", move || {
        serve(runtime, &binding, mode);
        if runtime.joined() == binding.start {
            runtime.watched.store(false, Ordering::Release);
        }
        // A monitor that died cannot detach any more: an attached program is put back as it was.
        if mode != Mode::Layer {
            detach(binding.start);
        }
    });
}

fn detach(joined: u64) {
    if let Some(backend) = backend::get() {
        backend.detach(joined);
    }
}

/// How often a look is taken whether the monitor, which has not called yet, still lives.
const LOOK: Duration = Duration::from_millis(250);

/// Wakes the wait for a monitor's call when that has died before it: calls in its place, without a word.
/// Ends with the sender.
fn look_after(runtime: &'static Runtime, session: PathBuf, server: String, called: mpsc::Receiver<()>) {
    guard::spawn("zetop-watch", move || {
        while called.recv_timeout(LOOK) == Err(mpsc::RecvTimeoutError::Timeout) {
            if !runtime.holds(&session) {
                drop(IpcSender::<ToProbe>::connect(server));
                return;
            }
        }
    });
}

fn serve(runtime: &'static Runtime, binding: &Binding, mode: Mode) -> Option<()> {
    let (server, name) = IpcOneShotServer::<ToProbe>::new().ok()?;
    let path = binding.session.join(control_file(std::process::id(), binding.start));
    std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .and_then(|mut file| file.write_all(name.as_bytes()))
        .ok()?;
    let (call, called) = mpsc::channel();
    look_after(runtime, binding.session.clone(), name, called);
    let accepted = server.accept();
    drop(call);
    let (orders, first) = accepted.ok()?;
    if first != ToProbe::Watch {
        return None;
    }
    runtime.watched.store(true, Ordering::Release);
    loop {
        match orders.recv().ok()? {
            ToProbe::Watch => {}
            ToProbe::Detach => {
                if mode != Mode::Layer {
                    // its last act is to say so in the process file
                    detach(binding.start);
                }
                return Some(());
            }
        }
    }
}
