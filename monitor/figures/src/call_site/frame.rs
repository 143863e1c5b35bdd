//! One function on a stack.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A function of the program on its way to the call, innermost first.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Frame {
    /// Demangled; `None` if neither debug information nor a symbol covers the address.
    pub function: Option<Arc<str>>,
    pub file: Option<Arc<str>>,
    pub line: Option<u32>,
    /// The file that the code is in.
    #[serde(with = "super::lossy")]
    pub module: Arc<Path>,
    /// Address of the call within the module, as `addr2line` and `objdump` count it.
    pub address: u64,
}

impl fmt::Display for Frame {
    /// `upload.cpp:142 in upload_batch`, or as much of that as is known, or `app+0x1a2b`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |path: &str| Path::new(path).file_name().map(|n| n.to_string_lossy().into_owned());
        match (self.file.as_deref().and_then(name), self.line, self.function.as_deref()) {
            (Some(file), Some(line), Some(function)) => write!(f, "{file}:{line} in {function}"),
            (Some(file), Some(line), None) => write!(f, "{file}:{line}"),
            (_, _, function) => {
                let module = self.module.file_name().unwrap_or(self.module.as_os_str()).to_string_lossy();
                match function {
                    Some(function) => write!(f, "{function} in {module}+{:#x}", self.address),
                    None => write!(f, "{module}+{:#x}", self.address),
                }
            }
        }
    }
}
