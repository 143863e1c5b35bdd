//! What the probe that was put into a program says: how much of the program it reaches, or why it refuses.

use super::error::AttachError;
use crate::backend::Backend;
use std::path::{Path, PathBuf};
use zetop_inject::Facts;
use zetop_wire::attach::AttachResult;

/// How much of a program the probe reaches that was put into it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reach {
    /// The API, by its name for people, that the program has not initialised yet: nothing was missed.
    pub waits_for: Option<&'static str>,
    pub gap: Option<Gap>,
}

/// What the probe does not reach, of the pointers to an API's functions that a program keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gap {
    /// None was found.
    AllPointers { api: &'static str },
    /// There was no time to search all memory.
    SomeMemory { api: &'static str },
    /// There are several loaders, and calls through one of them are not seen.
    Loader { api: &'static str },
}

impl Gap {
    /// For the user, about process `pid`.
    #[must_use]
    pub fn note(self, pid: u32) -> String {
        match self {
            Self::AllPointers { api } => format!(
                "pid {pid} keeps no pointer to {api}'s functions that was found in its memory: only functions that it looks \
                 up from now on are seen"
            ),
            Self::Loader { api } => format!(
                "pid {pid} has several copies of {api}'s loader, and the calls through one of them are not seen: start the \
                 program under zetop instead"
            ),
            Self::SomeMemory { api } => format!(
                "pid {pid} has so much memory that not all of it could be searched for pointers to {api}'s functions: some \
                 calls may not be seen"
            ),
        }
    }
}

/// The probe's answer, as zetop reports it. `inside` is the session's folder as the process sees it.
pub(super) fn explain(
    answer: AttachResult,
    backend: &dyn Backend,
    facts: &Facts,
    inside: &Path,
) -> Result<Reach, AttachError> {
    let (pid, api) = (facts.pid, backend.api());
    let with_gap = |gap| Ok(Reach { waits_for: None, gap: Some(gap) });
    match answer {
        AttachResult::Attached => Ok(Reach::default()),
        AttachResult::WaitingForInit => Ok(Reach { waits_for: Some(api), gap: None }),
        AttachResult::NoPointers => with_gap(Gap::AllPointers { api }),
        AttachResult::NotAllSearched => with_gap(Gap::SomeMemory { api }),
        AttachResult::NotAllLoaders => with_gap(Gap::Loader { api }),
        AttachResult::Busy => Err(AttachError::Busy(pid)),
        AttachResult::BadSession => Err(AttachError::BadSession { pid, folder: inside.to_owned() }),
        AttachResult::NoLoader => Err(AttachError::NoLoader(pid)),
        AttachResult::OtherNamespace => {
            Err(AttachError::OtherNamespace { pid, library_is: backend.library_is() })
        }
        AttachResult::NoTables => {
            let start = backend.library().as_bytes();
            let is_loader = |file: &&PathBuf| {
                file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(start))
            };
            let loader = facts.files.iter().find(is_loader);
            let loader = loader.map_or_else(String::new, |file| file.display().to_string());
            Err(AttachError::NoTables { pid, loader })
        }
        AttachResult::Ending => Err(AttachError::Ending(pid)),
        AttachResult::Failed => Err(AttachError::Failed(pid)),
    }
}
