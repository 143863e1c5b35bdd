//! The answers of the probe's function that zetop calls in a program it attaches to.

/// The answers of `zetop_attach` in the probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum AttachResult {
    Attached = 0,
    /// The program has not initialised Level Zero yet: the tables are wrapped when it does.
    WaitingForInit = 1,
    /// Another zetop is watching this process.
    Busy = 2,
    /// The session folder can't be used from there.
    BadSession = 3,
    /// No Level Zero loader in the process.
    NoLoader = 4,
    /// The loader's tables were not found.
    NoTables = 5,
    Failed = 6,
    /// The loader was loaded into a namespace of its own (dlmopen), in which the probe can't look anything up.
    OtherNamespace = 7,
    /// The program is in `exit`: drivers may have been taken down.
    Ending = 8,
    /// Attached, but the program keeps no pointer to the API's functions that was found in its memory: only functions that it
    /// looks up from now on are seen.
    NoPointers = 9,
    /// Attached, but not all memory in which the program may keep such pointers could be searched in time.
    NotAllSearched = 10,
    /// Attached, but there are several loaders in the process, and calls through one of them are not seen.
    NotAllLoaders = 11,
}

impl AttachResult {
    #[must_use]
    pub fn from_code(code: i32) -> Self {
        let all = [
            Self::Attached,
            Self::WaitingForInit,
            Self::Busy,
            Self::BadSession,
            Self::NoLoader,
            Self::NoTables,
            Self::OtherNamespace,
            Self::Ending,
            Self::NoPointers,
            Self::NotAllSearched,
            Self::NotAllLoaders,
        ];
        all.into_iter().find(|r| *r as i32 == code).unwrap_or(Self::Failed)
    }
}
