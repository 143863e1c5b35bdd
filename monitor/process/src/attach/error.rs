//! Why zetop could not attach to a program.

use crate::backend;
use crate::session_folder::FolderError;
use std::path::PathBuf;
use std::time::Duration;
use zetop_inject::InjectError;
use zetop_wire::api;

#[derive(Debug, thiserror::Error)]
pub enum AttachError {
    #[error(transparent)]
    Inject(#[from] InjectError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(
        "process {0} does not use {apis}: add --wait, or leave out --only, to wait until it does", apis = backend::none_of_them()
    )]
    NoLoader(u32),
    #[error("process {pid} has not used {} within {} s", api::any(), limit.as_secs_f64())]
    WaitedInVain { pid: u32, limit: Duration },
    #[error("another zetop is watching process {0}: end that one first")]
    Busy(u32),
    #[error(
        "process {pid} runs as uid {uid}, and the program that has started it as uid {named}: name it, too, to attach to it (-p {pid})"
    )]
    OtherUser { pid: u32, uid: u32, named: u32 },
    #[error("the probe in process {pid} could not use the session folder {folder}: is it readable there?", folder = folder.display())]
    BadSession { pid: u32, folder: PathBuf },
    #[error(
        "the function tables of {loader} in process {pid} were not found, and it has no tracing layer that works \
         (loaders have one from 1.15.8 on): start the program under zetop instead, and please report this \
         loader's version"
    )]
    NoTables { pid: u32, loader: String },
    #[error(
        "{library_is} of process {pid} was loaded with dlmopen, into a namespace of its own, where the probe does not get: \
         start the program under zetop instead"
    )]
    OtherNamespace { pid: u32, library_is: &'static str },
    #[error("process {0} is ending: nothing more is to be seen of it")]
    Ending(u32),
    #[error("the probe failed in process {0}; the program was left as it was")]
    Failed(u32),
    #[error("interrupted while attaching to process {0}: what was begun there undoes itself within seconds")]
    Interrupted(u32),
}

impl AttachError {
    /// Whether the process may be attached to a moment later: it was stopped, had no processor, or was executing another program.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        let Self::Inject(error) = self else { return false };
        matches!(
            error,
            InjectError::NoSafePoint { .. }
                | InjectError::HelperLeft { .. }
                | InjectError::Silent { .. }
                | InjectError::Stopped { .. }
                | InjectError::Vforked { .. }
                | InjectError::Gone { .. }
                | InjectError::Ending(_)
        )
    }

    /// Whether the process had ended, was about to, or was executing another program.
    #[must_use]
    pub fn is_about_an_end(&self) -> bool {
        let Self::Inject(error) = self else { return false };
        matches!(
            error,
            InjectError::NoSuchProcess(_)
                | InjectError::Zombie(_)
                | InjectError::Ending(_)
                | InjectError::Gone { .. }
        )
    }
}
