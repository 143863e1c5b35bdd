//! CUDA, on a stand-in driver with its CUPTI (`tests/cuda-stub`): programs with known answers, launched and attached
//! to. What a real GPU shows is in `tests/gpu`.

#![allow(clippy::unwrap_used)] // a test fails by panicking

#[path = "cuda/attach.rs"]
mod attach;
#[path = "cuda/bench.rs"]
mod bench;
#[path = "cuda/both.rs"]
mod both;
#[path = "cuda/cold.rs"]
mod cold;
#[path = "cuda/collectives.rs"]
mod collectives;
mod common;
#[path = "cuda/doctor.rs"]
mod doctor;
#[path = "cuda/figures.rs"]
mod figures;
#[path = "cuda/footprint.rs"]
mod footprint;
#[path = "cuda/goes_on.rs"]
mod goes_on;
#[path = "cuda/in_flight.rs"]
mod in_flight;
#[path = "cuda/lets_go.rs"]
mod lets_go;
#[path = "cuda/memory_sites.rs"]
mod memory_sites;
#[path = "cuda/program.rs"]
mod program;
#[path = "cuda/python.rs"]
mod python;
#[path = "cuda/ranges.rs"]
mod ranges;
#[path = "cuda/sensors.rs"]
mod sensors;
#[path = "cuda/trouble.rs"]
mod trouble;
