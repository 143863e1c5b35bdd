//! The control channel: a thread of ours that takes orders. It alone receives, so that nothing that the
//! monitor does can block the target's threads.

use crate::runtime::{Binding, Runtime};
use crate::{attach, guard};
use ipc_channel::ipc::IpcOneShotServer;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::sync::atomic::Ordering;
use zetop_wire::control::ToProbe;
use zetop_wire::layout::Mode;
use zetop_wire::session::control_file;

/// Starts the thread. Without it, figures still flow: they are in the process file.
pub fn start(runtime: &'static Runtime, binding: Binding, mode: Mode) {
    guard::spawn("zetop-control", move || {
        serve(runtime, &binding, mode);
        runtime.watched.store(false, Ordering::Release);
        // A monitor that died cannot detach any more: an attached program is put back as it was.
        if mode != Mode::Layer {
            attach::detach(runtime);
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
    let (orders, first) = server.accept().ok()?;
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
                    attach::detach(runtime);
                }
                return Some(());
            }
        }
    }
}
