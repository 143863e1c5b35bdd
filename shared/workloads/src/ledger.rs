//! A program's own account of what it made the device do.
//!
//! ```text
//! expect kernel NAME DEVICE launches=N
//! expect transfer SRC DST DEVICE ops=N bytes=N
//! expect fill ops=N bytes=N
//! expect call FUNCTION calls=N errors=N
//! expect leak KIND count=N bytes=N
//! ```

use std::collections::BTreeMap;

#[derive(Default)]
pub struct Ledger {
    kernels: BTreeMap<(String, u32), u64>,
    transfers: BTreeMap<(&'static str, &'static str, u32), (u64, u64)>,
    fills: (u64, u64),
    calls: BTreeMap<&'static str, (u64, u64)>,
    leaks: BTreeMap<&'static str, (u64, u64)>,
}

impl Ledger {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// `launches` of a kernel that run to their end, on the first device.
    pub fn kernel(&mut self, name: &str, launches: u64) {
        self.kernel_on(0, name, launches);
    }

    pub fn kernel_on(&mut self, device: u32, name: &str, launches: u64) {
        *self.kernels.entry((name.to_owned(), device)).or_default() += launches;
    }

    /// `ops` copies of `bytes` each, on the first device.
    pub fn transfer(&mut self, from: &'static str, to: &'static str, ops: u64, bytes: usize) {
        self.transfer_on(0, from, to, ops, bytes);
    }

    pub fn transfer_on(&mut self, device: u32, from: &'static str, to: &'static str, ops: u64, bytes: usize) {
        let entry = self.transfers.entry((from, to, device)).or_default();
        entry.0 += ops;
        entry.1 += ops * bytes as u64;
    }

    pub fn fill(&mut self, bytes: usize) {
        self.fills.0 += 1;
        self.fills.1 += bytes as u64;
    }

    /// All calls of a function in the whole program, and how many of them failed.
    pub fn calls(&mut self, function: &'static str, calls: u64, errors: u64) {
        let entry = self.calls.entry(function).or_default();
        entry.0 += calls;
        entry.1 += errors;
    }

    pub fn leak(&mut self, kind: &'static str, bytes: usize) {
        let entry = self.leaks.entry(kind).or_default();
        entry.0 += 1;
        entry.1 += bytes as u64;
    }

    pub fn print(&self) {
        for ((name, device), launches) in &self.kernels {
            println!("expect kernel {name} {device} launches={launches}");
        }
        for ((from, to, device), (ops, bytes)) in &self.transfers {
            println!("expect transfer {from} {to} {device} ops={ops} bytes={bytes}");
        }
        if self.fills.0 > 0 {
            println!("expect fill ops={} bytes={}", self.fills.0, self.fills.1);
        }
        for (function, (calls, errors)) in &self.calls {
            println!("expect call {function} calls={calls} errors={errors}");
        }
        for (kind, (count, bytes)) in &self.leaks {
            println!("expect leak {kind} count={count} bytes={bytes}");
        }
    }
}
