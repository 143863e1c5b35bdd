//! By what names threads are known, and what stack those have that attach.

/// The name of our tracing thread, by which another zetop recognises who is tracing the process.
pub const TRACER: &str = "zetop-ptrace";

/// Stack of threads that attach, in bytes: reading a large program's symbols takes more than the 2 MiB that threads get.
pub const STACK: usize = 8 << 20;

/// By what names threads of the program are known that are not the program's.
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    /// The helper thread's name, as lists of threads show it.
    pub helper: [u8; 8],
    /// Names of threads that are not taken to start the helper.
    pub spared: &'static [&'static str],
}

impl Default for Threads {
    fn default() -> Self {
        Self { helper: *b"injector", spared: &[] }
    }
}

impl Threads {
    /// Whether a thread of this name is left alone.
    pub(super) fn spare(&self, name: &str) -> bool {
        name.as_bytes() == self.helper || self.spared.contains(&name)
    }
}
