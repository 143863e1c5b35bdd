//! How a backend's probe describes itself: which API it watches, and the names of its functions, kinds of memory,
//! reasons and results. The monitor knows no API by heart; it shows what the catalog says.
//!
//! The catalog is JSON inside the process file, so that unknown fields are ignored.
//! Figures refer to positions in it: function `n` of the counters is `functions[n]`.

mod bounds;
mod expected;
pub mod read;

pub use bounds::{MOST_FAULTS, MOST_KINDS, MOST_MODES, MOST_RESULTS};

pub use expected::Expected;
use serde::{Deserialize, Serialize};

/// Everything that a monitor has to know to read this backend's process files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Catalog {
    /// Name of the backend: `level-zero`, `cuda`.
    pub backend: String,
    /// Name of the API as people write it: `Level Zero`, `CUDA`.
    pub api: String,
    /// By function number.
    #[serde(deserialize_with = "bounds::functions")]
    pub functions: Vec<Function>,
    /// Kinds of memory, by the number that operations carry. Number 0 is "not a transfer".
    #[serde(deserialize_with = "bounds::kinds")]
    pub memory_kinds: Vec<MemoryKind>,
    /// Kinds whose allocations are counted, by the position of their counters: numbers of `memory_kinds`.
    #[serde(deserialize_with = "bounds::counted")]
    pub counted_memory: Vec<u8>,
    /// Why an operation was not timed, by the position in [`crate::layout::DeviceTotals::untimed`].
    #[serde(deserialize_with = "bounds::untimed")]
    pub untimed: Vec<String>,
    /// Why caches were not flushed before a kernel, by the number that operations carry after
    /// [`crate::layout::NOT_FLUSHED`].
    #[serde(deserialize_with = "bounds::not_flushed")]
    pub not_flushed: Vec<String>,
    /// What is missing on a device, by the bit in [`crate::layout::DeviceFacts::faults`].
    #[serde(deserialize_with = "bounds::faults")]
    pub device_faults: Vec<String>,
    /// How the probe got in, by [`crate::layout::Process::mode`].
    #[serde(deserialize_with = "bounds::modes")]
    pub modes: Vec<Mode>,
    /// Result codes that have a name.
    #[serde(deserialize_with = "bounds::results")]
    pub results: Vec<ResultName>,
    /// Errors that are none: the caller asks, and gets an answer. No finding is made of them.
    #[serde(deserialize_with = "bounds::expected")]
    pub expected: Vec<Expected>,
    /// How the names of files begin that do not belong to the program, but to what it calls the API through:
    /// the loader, drivers, runtimes of higher layers. Their lines are not the program's.
    #[serde(deserialize_with = "bounds::runtime")]
    pub runtime: Vec<String>,
    /// How the names of functions begin that are linked into programs and call the API for them: those of
    /// higher-level runtimes. Their lines are not the program's either.
    #[serde(deserialize_with = "bounds::runtime")]
    pub runtime_functions: Vec<String>,
    /// How the names of kernels begin that are collective operations.
    #[serde(deserialize_with = "bounds::runtime")]
    pub collective_kernels: Vec<String>,
    /// Why it may be that nothing says which operations they are.
    pub collectives_unnamed: String,
}

impl Catalog {
    /// Why it is no error of the program's that a function returns a result; `None` if it may be one.
    #[must_use]
    pub fn expects(&self, function: &str, result: u32) -> Option<&str> {
        let known = self.expected.iter().find(|e| e.results.contains(&result) && e.is_of(function));
        known.map(|expected| expected.why.as_str())
    }
}

/// A function of the API.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Function {
    pub name: String,
    /// Part of the API that it belongs to: `ze`, `zet`, `zes`, `zer`; `cu`.
    pub family: String,
    pub role: Role,
}

/// What a function is for, as far as it matters to findings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The host waits for the device.
    Wait,
    /// Puts a copy on the device.
    Copy,
    /// Puts a fill of memory on the device.
    Fill,
    /// Puts other work on the device.
    Append,
    /// Submits recorded work to the device.
    Submit,
    Alloc,
    Free,
    /// Anything else, and roles of a newer probe.
    #[default]
    #[serde(other)]
    Other,
}

/// A kind of memory.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MemoryKind {
    /// As the JSON names it: host, device, shared, heap, imported, image; empty for "not a transfer".
    pub name: String,
    pub place: Place,
    /// The function that allocates it, with what higher-level programs call; empty if there is none.
    pub allocated_by: String,
    /// What to call instead if this kind is the slow choice, with what higher-level programs write:
    /// `zeMemAllocHost (sycl::malloc_host)`. Empty if there is no better choice.
    pub instead: String,
}

/// Where memory of a kind is, which gives a transfer its direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Host memory that the device can access directly.
    Host,
    /// Host memory that the API did not allocate, and has to copy or pin first.
    Pageable,
    Device,
    /// Another device than the one that copies.
    Peer,
    /// The driver moves it between host and device as it sees fit.
    Shared,
    /// No place: not a transfer, or a place that only a newer zetop knows.
    #[default]
    #[serde(other)]
    None,
}

/// How a probe got in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Mode {
    /// `layer`, `attach`, `tracing layer`.
    pub name: String,
    /// What is missing in this mode; empty if nothing is.
    pub note: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResultName {
    pub code: u32,
    pub name: String,
}
