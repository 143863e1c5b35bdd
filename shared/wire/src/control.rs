//! Control messages over ipc-channel. Figures never travel here: they are in the process file.
//!
//! Each probe makes an `IpcOneShotServer<ToProbe>` and leaves its name in the session folder; the monitor
//! connects and sends [`ToProbe::Connect`] with its own sender. Only the probe's control thread sends or
//! receives, since `send` blocks after some hundred unread messages.

use ipc_channel::ipc::IpcSender;
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize)]
pub enum ToProbe {
    Connect(IpcSender<FromProbe>),
    /// Put the target back as it was; answered with [`FromProbe::Detached`].
    Detach,
}

#[derive(Debug, Serialize, Deserialize)]
pub enum FromProbe {
    Hello {
        pid: u32,
        version: String,
    },
    Detached,
    /// Something for zetop's log.
    Note(String),
}
