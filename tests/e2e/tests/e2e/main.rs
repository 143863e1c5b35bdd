//! End-to-end tests: real loader, real probe, simulated GPU, programs with known answers.

mod attach;
mod bench;
mod call_sites;
mod counts;
mod faults;
mod findings;
mod footprint;
mod growth;
mod intel;
mod late;
mod loaders;
mod monitor_trouble;
mod namespaces;
mod odd;
mod processes;
mod recordings;
mod rounds;
mod same_output;
mod sandbox;
mod several;
mod static_loader;
mod support;
mod traces;
mod tracing_layer;
mod transfers;
mod traps;
