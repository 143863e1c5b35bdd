//! The driver under a real loader. Each test runs in a process of its own, since the settings are read only
//! once; see [`harness`].

#[macro_use]
mod harness;

mod cancel;
mod conformance;
mod counter_based;
mod devices;
mod discovery;
mod engine;
mod events;
mod faults;
mod graphs;
mod images;
mod intel;
mod ipc;
mod kernels;
mod lists;
mod memory;
mod stamps;
mod sysman;
mod virtual_memory;
