//! What is known of threads that attach.

/// The name of our tracing thread, by which another zetop recognises who is tracing the process.
pub const TRACER: &str = "zetop-ptrace";

/// Stack of threads that attach, in bytes: reading a large program's symbols takes more than the 2 MiB that threads get.
pub const STACK: usize = 8 << 20;
