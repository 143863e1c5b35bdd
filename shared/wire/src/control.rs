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
